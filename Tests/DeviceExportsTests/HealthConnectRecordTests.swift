import DeviceExports
import Testing

@Suite struct HealthConnectRecordTests {
  /// A record of shape rn with these further members.
  private static func record(_ members: String) -> String {
    #"{"recordType":"X",\#(members)}"#
  }

  private static let prefix = "rn record X @1 recordType=X"

  static let flattened: [(members: String, text: String)] = [
    (#""a":null"#, "a"), (#""a":"null""#, "a=null"), (#""a":"""#, "a="),
    (#""a":true,"b":false"#, "a=true b=false"),
    (#""a":1.50,"b":-0,"c":1E5,"d":-0.0e-2"#, "a=1.50 b=-0 c=1E5 d=-0.0e-2"),
    (#""a":123456789012345678901234567890"#, "a=123456789012345678901234567890"),
    (#""a":1e999"#, "a=1e999"), (#""a":{},"b":[]"#, "a={} b=[]"),
    (#""a":{"b":{"c":1,"d":{}},"e":[]}"#, "a.b.c=1 a.b.d={} a.e=[]"),
    (#""a":[1,"x",null,true]"#, "a.0=1 a.1=x a.2 a.3=true"),
    (#""a":[[1,2],[]]"#, "a.0.0=1 a.0.1=2 a.1=[]"),
    (#""a":[{"b":1},{"b":2}],"c":3"#, "c=3 a{b=1} a{b=2}"),
    (#""a":{"b":[{"c":1}]}"#, "a.b{c=1}"), (#""a":[{}]"#, "a{}"),
    (#""a":[{"b":{"c":1}},5,{"b":null}]"#, "a.1=5 a{b.c=1} a{b}"),
    (
      #""blocks":[{"steps":[{"description":"x","goal":{"n":1}},{"description":"y"}]}]"#,
      "blocks{steps.0.description=x steps.0.goal.n=1 steps.1.description=y}"
    ),
    (#""a":[{"b":1}],"c":[{"d":2}],"e":[{"f":3}]"#, "a{b=1} c{d=2} e{f=3}"),
    (#""a":"line\nbreak \u00e9\ud83d\ude00\"\\""#, "a=line\nbreak é😀\"\\"),
    (#""sch\u006cüssel":1"#, "schlüssel=1"), (#""a.b":1"#, "a.b=1"), (#"" ":1"#, " =1"),
  ]

  @Test(arguments: flattened)
  func `a record becomes its leaves and parts`(members: String, text: String) throws {
    let found = try readHealthConnect(Self.record(members))
    #expect(found.samples == [Self.prefix + " " + text])
    #expect(found.diagnostics.isEmpty)
  }

  @Test(arguments: flattened)
  func `records of other kinds before it do not change one`(members: String, text: String) throws {
    let expected = Self.flattened.flatMap { other in
      [Self.prefix + " " + other.text, Self.prefix + " " + text]
    }
    let records = Self.flattened.flatMap { other in
      [Self.record(other.members), Self.record(members)]
    }
    let found = try readHealthConnect("[" + records.joined(separator: ",") + "]")
    #expect(found.samples == expected)
  }

  @Test func `records with equal and changing values keep their own`() throws {
    let records = (0..<50).map { Self.record(#""a":"same","b":\#($0 / 10),"c":"\#($0)\u0041""#) }
    let found = try readHealthConnect(records.joined(separator: "\n"))
    #expect(
      found.samples
        == (0..<50).map { "rn record X @\($0 + 1) recordType=X a=same b=\($0 / 10) c=\($0)A" })
  }

  @Test func `the first of two equal keys counts, and it is said`() throws {
    let json = Self.record(#""a":1,"b":[{"c":1,"c":2},{"c":3}],"a":{"d":2},"e":{"a":4}"#)
    let found = try readHealthConnect(json)
    #expect(found.samples == [Self.prefix + " a=1 e.a=4 b{c=1} b{c=3}"])
    #expect(found.diagnostics == ["duplicate_key×1 0:1"])
    #expect(found.rejected.isEmpty)
  }

  @Test func `more different names than are remembered are still kept`() throws {
    let names = (0..<25_000).map { "n\($0)" }
    let members = names.map { #""\#($0)":{"x":[1,{"y":2}]}"# }.joined(separator: ",")
    let found = try readHealthConnect(Self.record(members) + "\n" + Self.record(#""n3":1"#))
    let leaves = names.map { "\($0).x.0=1" } + names.map { "\($0).x{y=2}" }
    #expect(
      found.samples == [
        Self.prefix + " " + leaves.joined(separator: " "), "rn record X @2 recordType=X n3=1",
      ])
  }

  @Test func `positions count lines of the file`() throws {
    let json = "\n\n[\n" + Self.record("\n\"a\":1") + ",\n\n" + Self.record("\"a\":2") + "]\n"
    let found = try readHealthConnect(json + Self.record("\"a\":3"))
    #expect(
      found.samples == [
        "rn record X @4 recordType=X a=1", "rn record X @7 recordType=X a=2",
        "rn record X @8 recordType=X a=3",
      ])
  }

  // MARK: - Limits

  static let limits: [(members: String, code: String)] = [
    (#""a":[1,2,3,4,5,6,7,8,9]"#, "too_many_attributes"),
    (#""p":[{"a":1},{"a":1},{"a":1},{"a":1}]"#, "too_many_parts"),
    (#""p":[{"a":[1,2,3,4,5,6,7,8,9]}]"#, "too_many_attributes"),
    (#""\#(String(repeating: "k", count: 60))":{"a":1,"b":2}"#, "names_too_long"),
    (#""a":"\#(String(repeating: "x", count: 400))""#, "json_too_long"),
    (#""a":[[[[[[[[1]]]]]]]]"#, "json_too_deep"),
  ]

  @Test(arguments: limits)
  func `a record over a limit is left out with its reason, and others are not`(
    members: String, code: String
  ) throws {
    var options = HealthConnectOptions()
    options.limits.recordBytes = 300
    options.limits.depth = 8
    options.limits.attributesPerRecord = 8
    options.limits.partsPerRecord = 3
    options.limits.nameBytesPerRecord = 100
    let json = [Self.record(#""z":1"#), Self.record(members), Self.record(#""z":2"#)]
    let found = try readHealthConnect(json.joined(separator: "\n").utf8, options: options)
    #expect(
      found.samples == ["rn record X @1 recordType=X z=1", "rn record X @3 recordType=X z=2"])
    #expect(found.diagnostics == ["\(code)×1 \(json[0].utf8.count + 1):2"])
    #expect(found.rejected.values.reduce(0, +) == 1)
  }

  @Test func `what is refused leaves nothing behind`() throws {
    var options = HealthConnectOptions()
    options.limits.partsPerRecord = 2
    let parts = Self.record(#""p":[{"a":1},{"a":2},{"a":3}]"#)
    let found = try readHealthConnect(
      "[\(parts),\(Self.record(#""p":[{"a":4}]"#)),\(parts)]".utf8, options: options)
    #expect(found.samples == [Self.prefix + " p{a=4}"])
    #expect(found.rejected == ["X": 2])
  }
}
