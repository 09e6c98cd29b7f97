import DeviceExports
import HealthRecords
import Testing

@Suite struct JSONParserTests {
  /// What a number says of itself.
  struct Number: Equatable, Sendable {
    var integer: Int64?
    var unsigned: UInt64?
    var double: Double?
  }

  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("false\n", "false"), ("\"\"", "\"\""), ("[]", "[]"),
    ("{}", "{}"), ("[ 1 , [ ] , { } ]", "[1,[],{}]"),
    ("{ \"b\" : 1.50 , \"a\" : -0 }", "{\"b\":1.50,\"a\":-0}"),
    ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
    (#""\u00e9\ud83d\ude00\/\b""#, "\"é😀/\\u0008\""),
    (#"{"\u0061\"":"\\"}"#, #"{"a\"":"\\"}"#), (#"["x\n","y"]"#, #"["x\n","y"]"#),
    (
      "[1e400,-1E+5,123456789012345678901234567890]", "[1e400,-1E+5,123456789012345678901234567890]"
    ),
  ])
  func `a value is written as it was read, in canonical form`(json: String, expected: String) {
    #expect(canonical(json.utf8) == .success(expected))
  }

  @Test(arguments: [
    ("0", Number(integer: 0, unsigned: 0, double: 0)),
    ("-0", Number(integer: 0, unsigned: 0, double: 0)),
    ("-0.0", Number(double: -0.0)),
    ("9223372036854775807", Number(integer: .max, unsigned: 1 << 63 - 1, double: 0x1p63)),
    ("9223372036854775808", Number(unsigned: 1 << 63, double: 0x1p63)),
    ("-9223372036854775808", Number(integer: .min, double: -0x1p63)),
    ("-9223372036854775809", Number(double: -0x1p63)),
    ("18446744073709551615", Number(unsigned: .max, double: 0x1p64)),
    ("18446744073709551616", Number(double: 0x1p64)),
    ("1.0", Number(double: 1)), ("1e2", Number(double: 100)),
    ("1.7976931348623157e308", Number(double: .greatestFiniteMagnitude)),
    ("5e-324", Number(double: .leastNonzeroMagnitude)), ("1e-400", Number(double: 0)),
    ("1e400", Number()), ("-1e400", Number()), ("0e400", Number(double: 0)),
    ("0." + String(repeating: "3", count: 2000), Number(double: 1.0 / 3)),
    ("0.1234567890123456789012345", Number(double: 0.12345678901234568)),
    ("3.14159265358979323846264338", Number(double: .pi)),
    ("-0.12345678901234567", Number(double: -0.12345678901234567)),
    (String(repeating: "9", count: 400), Number()),
    ("1" + String(repeating: "0", count: 300), Number(double: 1e300)),
  ])
  func `a number keeps its text and every value that it fits`(text: String, expected: Number) throws
  {
    let parser = try JSONParser()
    for json in [text, "[\(text)]", "{\"a\": \(text) }"] {
      try parser.parse(Array(json.utf8)) { root in
        let element = root["a"] ?? root.elements.first { _ in true } ?? root
        #expect(element.kind == .number)
        #expect(element.numberText.map { String(decoding: $0, as: UTF8.self) } == text)
        let number = Number(
          integer: element.integer, unsigned: element.unsignedInteger, double: element.double)
        #expect(number == expected)
        #expect(number.double?.sign == expected.double?.sign)
      }
    }
  }

  @Test(
    arguments: [
      ("", .empty, nil), (" \n", .empty, nil), ("[NaN]", .invalidWord, 1),
      ("[1,]", .invalidWord, 3),
      ("{\"a\":1,}", .invalidStructure, nil), ("['a']", .invalidWord, 1),
      ("[/* */ 1]", .invalidWord, 1),
      ("[tru]", .invalidWord, 1), ("[truex]", .invalidWord, 1), ("[01]", .invalidNumber, 1),
      ("[1.]", .invalidNumber, 1), ("[.5]", .invalidWord, 1), ("[+1]", .invalidWord, 1),
      ("[-]", .invalidNumber, 1), ("[1e]", .invalidNumber, 1), ("[0x10]", .invalidNumber, 1),
      ("[1a]", .invalidNumber, 1), ("-Infinity", .invalidNumber, 0), ("1 2", .trailingContent, 2),
      ("{} {}", .trailingContent, 3), ("[1}", .invalidStructure, nil),
      ("[1", .invalidStructure, nil),
      ("{\"a\" 1}", .invalidStructure, nil), ("{1:2}", .invalidStructure, nil),
      ("[\"a\"x]", .invalidStructure, nil), ("\"a", .unclosedString, nil),
      ("[\"\n\"]", .controlCharacter, nil), (#"["\x"]"#, .invalidString, 1),
      (#"["\ud83d"]"#, .invalidString, 1), (#"["\udE00\ud83d"]"#, .invalidString, 1),
      (#"{"\q":1}"#, .invalidString, 1), (#"["\u12"]"#, .invalidString, 1),
    ] as [(String, JSONFault.Code, Int?)])
  func `what is not JSON is refused with its reason`(json: String, code: JSONFault.Code, byte: Int?)
  {
    guard case .failure(let fault) = canonical(json.utf8) else {
      Issue.record("accepted")
      return
    }
    #expect(fault.code == code)
    // Where structure is wrong, simdjson's place is near by.
    if let byte { #expect(fault.byte == byte) }
  }

  @Test(
    arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]]
  )
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    #expect(canonical(bytes) == .failure(JSONFault(.invalidUTF8)))
  }

  @Test func `limits are exact`() {
    var limits = JSONLimits()
    limits.bytes = 8
    limits.depth = 2
    limits.nodes = 4
    #expect(canonical("[[1,2]]".utf8, limits: limits) == .success("[[1,2]]"))
    #expect(canonical("[[12,34]]".utf8, limits: limits) == .failure(JSONFault(.tooLong)))
    #expect(canonical("[[[]]]".utf8, limits: limits) == .failure(JSONFault(.tooDeep, byte: 2)))
    #expect(canonical("[1,2,3]".utf8, limits: limits) == .success("[1,2,3]"))
    guard case .failure(let fault) = canonical("[0,0,0,0".utf8, limits: limits) else {
      Issue.record("accepted")
      return
    }
    #expect(fault.code != .tooLong)
  }

  @Test func `a hundred thousand brackets and a megabyte of text do no harm`() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(canonical(deep.utf8) == .failure(JSONFault(.tooDeep, byte: 64)))
    let long =
      "{\"" + String(repeating: "k", count: 1 << 20) + "\":\""
      + String(repeating: "ä", count: 1 << 19) + "\"}"
    #expect(canonical(long.utf8) == .success(long))
  }

  @Test func `members are found by name, the first one of several`() throws {
    let json = #"{"a":{"x":[1,{"a":9}]},"b":"t\u0065xt","a":2,"\u0063":true}"#
    try JSONParser().parse(Array(json.utf8)) { root in
      #expect(root.count == 4)
      #expect(root.hasDuplicateKeys)
      #expect(root["a"]?["x"]?.elements.map(\.kind) == [.number, .object])
      #expect(root["a"]?.hasDuplicateKeys == false)
      #expect(root["b"]?.string.map { String(decoding: $0, as: UTF8.self) } == "text")
      #expect(root["b"]?.hasEscapes == true)
      #expect(root["c"]?.boolean == true)
      #expect(root["x"] == nil)
      #expect(root["b"]?["x"] == nil)
      #expect(root.elements.map(\.kind).isEmpty)
      #expect(root.members.map { String(decoding: $0.key, as: UTF8.self) } == ["a", "b", "a", "c"])
      #expect(root.members.map(\.value.kind) == [.object, .string, .number, .boolean])
    }
  }

  @Test func `a parser goes on after a refusal, and takes back its memory`() throws {
    let parser = try JSONParser()
    for _ in 0..<3 {
      #expect(throws: JSONFault.self) { try parser.parse(Array("[1,".utf8)) { _ in } }
      #expect(try parser.parse(Array("[1,\"\\n\"]".utf8)) { $0.count } == 2)
    }
  }

  @Test func `every cut of a value is refused`() {
    let json = Array(#"{"a":[1.5,"x\u00e9",null],"b":{"c":true}}"#.utf8)
    for end in 0..<json.count {
      guard case .failure = canonical(json[..<end]) else {
        Issue.record("accepted up to \(end)")
        continue
      }
    }
  }
}
