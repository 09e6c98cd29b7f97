import DeviceExports
import HealthRecords
import Testing

@Suite struct HealthConnectDamageTests {
  /// A record of shape rn that holds a number.
  private static func record(_ number: Int) -> String { #"{"recordType":"X","n":\#(number)}"# }

  private static func sample(_ number: Int, line: Int) -> String {
    "rn record X @\(line) recordType=X n=\(number)"
  }

  static let foreign: [(String, String)] = [
    ("a FHIR resource", #"{"resourceType":"Observation","id":"1","status":"final"}"#),
    (
      "a FHIR bundle",
      #"{"resourceType":"Bundle","type":"collection","timestamp":"x","entry":[{"resource":{}}]}"#
    ),
    (
      "an export of Apple Health by an app",
      #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"qty":1,"date":"x"}]}],"workouts":[]}}"#
    ),
    ("a side file of Samsung Health", #"[{"heart_rate":61.0,"start_time":1709622000000}]"#),
    (
      "Open Wearables on an iPhone",
      #"{"provider":"apple_health","sdkVersion":"1","syncTimestamp":"x","data":{"records":[]}}"#
    ),
    (
      "Flutter on an iPhone",
      #"{"uuid":"a","value":{"numericValue":1},"type":"STEPS","dateFrom":"x","sourcePlatform":"appleHealth"}"#
    ),
    ("GeoJSON", #"{"type":"FeatureCollection","features":[{"type":"Feature"}]}"#),
    ("records of no shape", #"{"records":[{"x":1}]}"#), ("an empty object", "{}"),
    ("a list of empty objects", "[{},{}]"), ("an object of lists", #"{"a":[],"samples":[]}"#),
  ]

  @Test(arguments: foreign)
  func `what is not Health Connect is refused`(name: String, json: String) {
    let error = healthConnectRefusal(json.utf8)
    #expect(error?.code == .unknownShape)
    #expect(error?.position.line == 1)
    #expect(HealthConnectReader.shape(ofHead: Array(json.utf8)) == nil)
  }

  @Test func `a refusal names keys and shapes, and no value`() {
    let message = healthConnectRefusal(#"{"patient":"Secret","n":4711}"#.utf8)?.description ?? ""
    #expect(message.contains("patient, n"))
    #expect(message.contains("recordType (rn)"))
    #expect(message.hasPrefix("file.json (byte 0): "))
    for shape in HealthConnectReader.shapes { #expect(message.contains("(\(shape))")) }
    #expect(!message.contains("Secret") && !message.contains("4711"))
  }

  @Test(arguments: [1000, 1 << 20])
  func `a large object of no shape is refused`(limit: Int) throws {
    let entries = Array(repeating: #"{"x":1}"#, count: 50_000).joined(separator: ",")
    var options = HealthConnectOptions()
    options.limits.recordBytes = limit
    let error = #expect(throws: HealthConnectError.self) {
      try readHealthConnect(#"{"entries":[\#(entries)]}"#.utf8, options: options)
    }
    #expect(error?.code == .unknownShape)
    #expect(error?.message.contains("entries") == true)
  }

  @Test(arguments: [
    "", " \n", "1", "\"x\"", "null", "<xml/>", "a;b\n1;2", "{", "[", "[1,2]", "{\"a\"",
  ])
  func `what is no JSON object is refused`(json: String) throws {
    if json == "[" {
      // A list that was cut off before its first record has none.
      #expect(try readHealthConnect(json).isComplete == false)
    } else {
      #expect(healthConnectRefusal(json.utf8)?.code == .notJSON)
    }
  }

  @Test func `UTF-16 is refused with its remedy`() {
    let error = healthConnectRefusal([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])
    #expect(error?.code == .notJSON)
    #expect(error?.message.contains("UTF-8") == true)
  }

  static let damaged: [(line: [UInt8], code: String)] = [
    (Array(#"{"recordType":"X","n":NaN}"#.utf8), "json_invalid_word"),
    (Array(#"{"recordType":"X","n":01}"#.utf8), "json_invalid_number"),
    (Array(#"{"recordType":"X","n":"\ud83d"}"#.utf8), "json_invalid_string"),
    (Array(#"{"recordType":"X","n":"\x"}"#.utf8), "json_invalid_string"),
    (
      Array(#"{"recordType":"X","n":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8),
      "json_invalid_utf8"
    ),
    (Array("{\"recordType\":\"X\",\"n\":\"a\tb\"}".utf8), "json_control_character"),
    (Array(#"{"recordType":"X","n":1,}"#.utf8), "json_invalid_structure"),
    (Array(#"{"recordType":"X" "n":1}"#.utf8), "json_invalid_structure"),
    (Array(#"{"recordType":"X","n":[1}"#.utf8), "json_invalid_structure"),
    (Array(#"{'recordType':'X'}"#.utf8), "json_invalid_structure"),
    (Array("4711".utf8), "json_not_a_record"),
    (Array(#"{"something":"else"}"#.utf8), "unknown_record"),
  ]

  @Test(arguments: damaged)
  func `a damaged line costs that line`(line: [UInt8], code: String) throws {
    let first = Array(Self.record(1).utf8) + [0x0A]
    let json = first + line + [0x0A] + Array(Self.record(2).utf8)
    for readSize in [1, 7, Int.max] {
      let found = try readHealthConnect(json, readSize: readSize)
      #expect(found.samples == [Self.sample(1, line: 1), Self.sample(2, line: 3)])
      #expect(found.diagnostics == ["\(code)×1 \(first.count):2"])
      #expect(found.rejected == ["(invalid)": 1])
    }
  }

  @Test func `an element that is no record is counted where it stands`() throws {
    let json = """
      {"records":[{"time":"x","rate":1,"metadata":{"dataOrigin":"y"}},
      {"unknown":1},5,
      {}]}
      """
    let found = try readHealthConnect(json)
    #expect(found.samples == ["rn record - @1 time=x rate=1 metadata.dataOrigin=y"])
    #expect(found.diagnostics == ["unknown_record×3 65:2"])
    #expect(found.rejected == ["records": 3])
  }

  @Test func `a change that is neither and a deletion without id are counted`() throws {
    let json = """
      {"changes":[{"type":"Upsert","record":{"type":"Steps"}},{"type":"Moved","record":{}},
      {"type":"Delete"},{"type":"Delete","recordId":""},{"type":"DELETE","recordId":"a"}],"nextToken":"t"}
      """
    let found = try readHealthConnect(json)
    #expect(
      found.samples == ["ubie record Steps @1 type=Steps", "ubie deletion - @2 type=DELETE id=a"])
    #expect(found.diagnostics == ["unknown_record×1 56:1", "deletion_without_id×2 86:2"])
  }

  @Test func `deletions may be ids alone`() throws {
    let found = try readHealthConnect(#"{"upsertionChanges":[],"deletionChanges":["a","b",3,""]}"#)
    #expect(found.samples == ["rn deletion - @1 id=a", "rn deletion - @1 id=b"])
    #expect(found.rejected.values.reduce(0, +) == 2)
  }

  static let cuts: [(json: String, samples: Int, rejected: Int)] = [
    ("\(record(1))\n{\"recordType\":\"X", 1, 1), ("[\(record(1)),{\"recordType\":", 1, 1),
    ("[\(record(1)),", 1, 0), ("[\(record(1))", 1, 0), ("\(record(1))\n[", 1, 0),
  ]

  @Test(arguments: cuts)
  func `a file that ends early keeps what it holds`(json: String, samples: Int, rejected: Int)
    throws
  {
    let found = try readHealthConnect(json)
    #expect(found.samples.count == samples)
    #expect(found.rejected.values.reduce(0, +) == rejected)
    #expect(found.diagnostics.count == 1)
    #expect(found.diagnostics.first?.hasPrefix("json_truncated×1") == true)
    #expect(!found.isComplete)
  }

  @Test func `a large envelope that ends early keeps its records`() throws {
    let records = (0..<2000).map { #"{"time":"x","rate":\#($0),"metadata":{"dataOrigin":"y"}}"# }
    let whole = #"{"pageToken":null,"records":["# + records.joined(separator: ",\n") + "]}"
    var options = HealthConnectOptions()
    options.limits.wholeBytes = 4096
    let found = try readHealthConnect(whole.utf8.dropLast(30), options: options)
    #expect(found.samples.count == 1999)
    #expect(found.samples.last == "rn record - @1999 time=x rate=1998 metadata.dataOrigin=y")
    #expect(found.envelopes == ["rn: pageToken"])
    #expect(found.rejected == ["(invalid)": 1])
    #expect(!found.isComplete)
  }

  private struct Failure: Error {}

  /// Gives its bytes, and then fails.
  private struct FailingSource: ByteSource {
    var bytes: MemorySource

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      let count = bytes.read(into: buffer)
      if count == 0 { throw Failure() }
      return count
    }
  }

  @Test func `a source that fails is a file that ends early`() throws {
    let bytes = Array((Self.record(1) + "\n").utf8)
    var samples = 0
    let summary = try HealthConnectReader(member: "x").read(
      from: { FailingSource(bytes: MemorySource(bytes)) }, transform: { $0.samples.count },
      consume: { samples += $0.output })
    #expect(samples == 1)
    #expect(!summary.complete)
    #expect(summary.readFailure is Failure)
  }

  @Test func `an error of opening is thrown`() {
    #expect(throws: Failure.self) {
      try HealthConnectReader(member: "x").read(
        from: { () throws -> MemorySource in throw Failure() }, transform: { $0.samples.count },
        consume: { _ in })
    }
  }
}
