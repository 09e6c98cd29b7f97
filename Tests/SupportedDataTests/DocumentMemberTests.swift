import Testing

@testable import SupportedData

/// Members of JSON documents, well-formed and hostile ones.
@Suite struct `Document members` {
  /// The values of `a`, `a.b` and `c` in a document; nil for no JSON.
  private static func values(_ document: [UInt8]) -> [MemberValue]? {
    var paths = MemberPaths()
    let indices = ["a", "a.b", "c"].map { paths.add($0) }
    return MemberScanner.values(at: paths, in: document).map { found in indices.map { found[$0] } }
  }

  private static func values(_ document: String) -> [MemberValue]? { values(Array(document.utf8)) }

  private static func text(_ text: String) -> MemberValue { .text(Array(text.utf8)) }

  private static let nothing: [MemberValue] = [.absent, .absent, .absent]

  static let wellFormed: [(String, [MemberValue])] = [
    (#"{}"#, nothing),
    (#"{"a":"x","c":"y"}"#, [text("x"), .absent, text("y")]),
    (" {\t\"a\" :\n{ \"b\" : \"x\" }\r, \"c\":null } ", [.object, text("x"), .null]),
    (#"{"x":{"a":"1","c":"2"},"c":"3"}"#, [.absent, .absent, text("3")]),
    (#"{"x":[{"a":"1"},[],{}],"a":{"x":[{"b":"1"}],"b":""}}"#, [.object, text(""), .absent]),
    (#"{"a":[{"b":"x"}],"c":true}"#, [.other, .absent, .other]),
    (#"{"a":-0.5e+10,"c":1E-7}"#, [.other, .absent, .other]),
    (#"{"a.b":"x","c.":"y","":"z"}"#, nothing),
    (#"{"\u0061":{"\u0062":"\u0032\/\\"},"\u00e1":1}"#, [.object, text(#"2/\"#), .absent]),
    (#"{"c":"\"\b\f\n\r\t"}"#, [.absent, .absent, text("\"\u{8}\u{c}\n\r\t")]),
    (#"{"c":"\ud83d\ude00\uD800"}"#, [.absent, .absent, .text([0xFF, 0xFF, 0xFF])]),
    ("\u{FEFF}{\"c\":\"y\"}", [.absent, .absent, text("y")]),
    ("[]", nothing), ("\"a\"", nothing), ("0", nothing), ("null", nothing),
  ]

  @Test(arguments: wellFormed)
  func `members are found where they are`(_ document: String, _ values: [MemberValue]) {
    #expect(Self.values(document) == values)
  }

  @Test(arguments: [
    (#"{"c":"x","c":"x"}"#, [.absent, .absent, .repeated]),
    (#"{"c":null,"c":"x"}"#, [.absent, .absent, .repeated]),
    (#"{"c":1,"\u0063":{},"c":[]}"#, [.absent, .absent, .repeated]),
    (#"{"a":{"b":"x","b":"y"}}"#, [.object, .repeated, .absent]),
    (#"{"a":{},"a":{"b":"x"}}"#, [.repeated, .repeated, .absent]),
    (#"{"a":{"b":"x"},"a":1}"#, [.repeated, .repeated, .absent]),
    (#"{"x":1,"x":2,"c":"y"}"#, [.absent, .absent, text("y")]),
  ])
  func `a member that is there twice is ambiguous`(_ document: String, _ values: [MemberValue]) {
    #expect(Self.values(document) == values)
  }

  @Test(arguments: [
    "", " ", "{", "}", "[", "{\"c\"", "{\"c\":", "{\"c\":\"y\"", "{\"c\":\"y", "{\"c\":\"y\\",
    "{\"c\":\"y\",}",
    "{\"c\":\"y\"}}", "{\"c\":\"y\"} x", "{\"c\" \"y\"}", "{c:\"y\"}", "{'c':'y'}", "{,}", "[1,]",
    "[1 2]", "[1}", "{1:2}",
    "{\"c\":\"y\" \"a\":1}", "{\"c\":01}", "{\"c\":-}", "{\"c\":+1}", "{\"c\":.5}", "{\"c\":1.}",
    "{\"c\":1e}",
    "{\"c\":1e+}", "{\"c\":NaN}", "{\"c\":tru}", "{\"c\":nul", "{\"c\":truex}", "{\"c\":\"\n\"}",
    "{\"c\":\"\\x\"}",
    "{\"c\":\"\\u12\"}", "{\"c\":\"\\u12G4\"}", "{\"c\":\"\\u\"}", "// {}\n{}", "<a/>", "\u{0}",
  ])
  func `what is no JSON has no members`(_ document: String) {
    #expect(Self.values(document) == nil)
  }

  @Test func `every cut-off document is none`() {
    let document = Array(#"{"a":{"b":"2024","x":[1.5e3,true,null,"\u0041\n"]},"c":false}"#.utf8)
    #expect(Self.values(document) == [.object, Self.text("2024"), .other])
    for length in document.indices {
      #expect(Self.values(Array(document[..<length])) == nil, "\(length) bytes")
    }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"x":"#, "}]")])
  func `nesting is followed to the limit and no further`(_ open: String, _ close: String) {
    func nested(_ times: Int) -> String {
      String(repeating: open, count: times) + "1" + String(repeating: close, count: times)
    }
    let levels = open.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    let limit = MemberScanner.depthLimit / levels
    #expect(Self.values(nested(limit)) != nil)
    #expect(Self.values(nested(limit + 1)) == nil)
    #expect(Self.values(nested(100_000)) == nil)
    #expect(Self.values(String(repeating: open, count: 100_000)) == nil)
  }

  @Test func `huge numbers and strings are passed over`() {
    let digits = String(repeating: "9", count: 100_000)
    let escapes = String(repeating: #"\u0031"#, count: 1000)
    #expect(
      Self.values(#"{"x":\#(digits),"a":-\#(digits).\#(digits)e\#(digits),"c":"y"}"#)
        == [.other, .absent, Self.text("y")])
    #expect(
      Self.values(#"{"\#(digits)":1,"a":"\#(digits)","c":"\#(escapes)"}"#)
        == [.other, .absent, .other])
  }

  @Test func `bytes that are no UTF-8 trap nothing and match nothing`() {
    let key: [UInt8] = Array(#"{"c":""#.utf8)
    #expect(
      Self.values(key + [0xC3, 0x28, 0xFF] + Array(#""}"#.utf8))?[2] == .text([0xC3, 0x28, 0xFF]))
    #expect(Self.values([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) == Self.nothing)
    #expect(Self.values([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]) == nil)
  }
}
