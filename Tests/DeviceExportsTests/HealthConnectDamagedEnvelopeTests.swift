import DeviceExports
import Testing

/// An envelope with a bad record keeps the others, however small it is.
@Suite struct HealthConnectDamagedEnvelopeTests {
  private static let good = #"{"time":"x","rate":1,"metadata":{"dataOrigin":"y"}}"#

  private static func sample(line: Int) -> String {
    "rn record - @\(line) time=x rate=1 metadata.dataOrigin=y"
  }

  /// A list with a good record on each line, but for one line.
  private static func page(_ line: [UInt8], at index: Int, of count: Int = 7) -> [UInt8] {
    var lines = Array(repeating: Array(good.utf8), count: count)
    lines[index] = line
    return Array(#"{"pageToken":null,"records":["#.utf8) + lines.joined(separator: [0x2C, 0x0A])
      + Array("]}".utf8)
  }

  /// The byte at which that line begins.
  private static func byte(ofLine index: Int) -> Int { 29 + index * (good.utf8.count + 2) }

  static let damaged: [(line: [UInt8], code: String)] = [
    (Array(#"{"time":"x","rate":NaN}"#.utf8), "json_invalid_word"),
    (Array(#"{"time":"x","rate":[{"n":01}]}"#.utf8), "json_invalid_number"),
    (Array(#"{"time":"x","rate":1,}"#.utf8), "json_invalid_structure"),
    (Array("{\"time\":\"a\tb\"}".utf8), "json_control_character"),
    (Array(#"{"time":"\ud800"}"#.utf8), "json_invalid_string"),
    (Array(#"{"time":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8), "json_invalid_utf8"),
  ]

  @Test(arguments: damaged, [0, 3, 6])
  func `a damaged record costs that record`(damage: (line: [UInt8], code: String), index: Int)
    throws
  {
    let json = Self.page(damage.line, at: index)
    let lines = (1...7).filter { $0 != index + 1 }
    var expected = FoundHealthConnect(format: "health_connect_rn")
    expected.samples = lines.map(Self.sample)
    expected.envelopes = ["rn: pageToken"]
    expected.diagnostics = ["\(damage.code)×1 \(Self.byte(ofLine: index)):\(index + 1)"]
    expected.rejected = ["records": 1]
    #expect(try readHealthConnect(json) == expected)
    #expect(try readHealthConnect(json, readSize: 1) == expected)
    // Followed list by list, it gives the same.
    var options = HealthConnectOptions()
    options.limits.wholeBytes = json.count - 1
    #expect(try readHealthConnect(json, options: options) == expected)
    #expect(HealthConnectReader.shape(ofHead: json) == "rn")
    #expect(HealthConnectReader.shape(ofHead: json.dropLast(2)) == "rn")
  }

  @Test func `a record that is too deep costs that record`() throws {
    let line = Array(repeating: UInt8(0x5B), count: 70) + Array(repeating: UInt8(0x5D), count: 70)
    let found = try readHealthConnect(Self.page(line, at: 2))
    #expect(found.samples == [1, 2, 4, 5, 6, 7].map(Self.sample))
    #expect(found.diagnostics == ["json_too_deep×1 \(Self.byte(ofLine: 2)):3"])
  }

  @Test func `records before one with the wrong brackets are kept`() throws {
    let found = try readHealthConnect(Self.page(Array(#"{"rate":[1}"#.utf8), at: 3))
    #expect(found.samples.prefix(3) == [1, 2, 3].map(Self.sample)[...])
    #expect(found.diagnostics.first?.hasSuffix(" \(Self.byte(ofLine: 3)):4") == true)
  }

  static let lists: [(json: String, place: String)] = [
    (#"{"records":[\#(good),\#(good),]}"#, "116:1"),
    (#"{"records":[,\#(good),\#(good)]}"#, "12:1"),
    (#"{"records":[\#(good),,\#(good)]}"#, "64:1"),
    (#"{"records":[\#(good) \#(good)]}"#, "64:1"),
  ]

  @Test(arguments: lists)
  func `a wrong comma is counted, and costs no record`(
    json: String, place: String
  ) throws {
    let found = try readHealthConnect(json)
    #expect(found.samples == [Self.sample(line: 1), Self.sample(line: 1)])
    #expect(found.diagnostics == ["json_invalid_structure×1 \(place)"])
    #expect(found.rejected == ["(invalid)": 1])
  }

  @Test func `a damaged member beside the list is counted, and the records are kept`() throws {
    for json in [
      #"{"pageToken":NaN,"records":[\#(Self.good)],"x":1}"#,
      #"{"records":[\#(Self.good)],"x":[],"pageToken":"\x"}"#,
    ] {
      let found = try readHealthConnect(json)
      #expect(found.samples == [Self.sample(line: 1)])
      #expect(found.diagnostics.count == 1)
      #expect(found.rejected == ["(invalid)": 1])
    }
  }

  @Test func `positions behind other values count from the beginning of the file`() throws {
    let first = Self.page(Array(Self.good.utf8), at: 0, of: 2)
    let second = Self.page(Array("{\"time\":NaN}".utf8), at: 1, of: 3)
    let found = try readHealthConnect(first + [0x0A, 0x0A] + second)
    #expect(found.samples == [1, 2, 4, 6].map(Self.sample))
    let byte = first.count + 2 + Self.byte(ofLine: 1)
    #expect(found.diagnostics == ["json_invalid_word×1 \(byte):5"])
    let list = try readHealthConnect([0x5B] + first + [0x2C, 0x0A] + second + [0x5D])
    #expect(list.samples == [1, 2, 3, 5].map(Self.sample))
    #expect(list.diagnostics == ["json_invalid_word×1 \(byte + 1):4"])
  }

  @Test func `a large envelope keeps its records where the damage is in its head`() throws {
    let json = Self.page(Array("{\"time\":NaN}".utf8), at: 0, of: 6000)
    #expect(json.count > HealthConnectLimits().wholeBytes)
    let found = try readHealthConnect(json)
    #expect(found.samples.count == 5999)
    #expect(found.diagnostics == ["json_invalid_word×1 29:1"])
    #expect(found.rejected == ["records": 1])
  }

  @Test func `every damaged list of an envelope is read`() throws {
    let found = try readHealthConnect(
      #"{"timestamp":"t","app_version":"1","steps":[{"n":1},{"n":.5}],"weight":[{"n":2},{"n":+1}]}"#
    )
    #expect(
      found.samples == ["webhook record steps @1 n=1", "webhook record weight @1 n=2"])
    #expect(found.envelopes == ["webhook: timestamp=t app_version=1"])
    #expect(found.rejected == ["steps": 1, "weight": 1])
  }

  @Test func `an envelope of damaged records alone is no JSON`() {
    let json = #"{"records":[{"time":NaN},{"time":NaN}]}"#
    #expect(healthConnectRefusal(json.utf8)?.code == .notJSON)
  }

  // MARK: - Records that say too little

  static let unknown: [String] = [
    "{}", #"{"title":"x"}"#, #"{"time":"x","count":5,"metadata":null}"#,
    #"{"time":"x","count":5,"metadata":"z"}"#, #"{"time":"x","count":5}"#, "5",
  ]

  @Test(arguments: unknown, [1, 7])
  func `records of no shape before the others cost themselves`(record: String, count: Int) throws {
    let lines = Array(repeating: record, count: count) + Array(repeating: Self.good, count: 6)
    let json = #"{"records":[\#(lines.joined(separator: ",\n"))]}"#
    let found = try readHealthConnect(json)
    #expect(found.samples == (count + 1...count + 6).map(Self.sample))
    #expect(found.diagnostics == ["unknown_record×\(count) 12:1"])
    #expect(found.rejected == ["records": count])
    #expect(HealthConnectReader.shape(ofHead: Array(json.utf8)) == "rn")
    let list = "[\(lines.joined(separator: ","))]"
    #expect(HealthConnectReader.shape(ofHead: Array(list.utf8)) == "rn")
  }

  @Test func `a record of Tasker behind one of no shape tells the shape`() throws {
    let record = #"{"time":1,"metadata":{"dataOrigin":{"packageName":"p"}}}"#
    let found = try readHealthConnect(#"{"records":[{"time":1,"metadata":null},\#(record)]}"#)
    #expect(
      found.samples == ["tasker record - @1 time=1 metadata.dataOrigin.packageName=p"])
    #expect(found.rejected == ["records": 1])
  }

  @Test func `the first record of any shape decides between shapes`() throws {
    let record = #"{"time":1,"metadata":{"dataOrigin":{"packageName":"p"}}}"#
    let found = try readHealthConnect(#"{"records":[{},\#(Self.good),\#(record)]}"#)
    #expect(found.format == "health_connect_rn")
    #expect(found.rejected == ["records": 2])
  }

  @Test func `changes are told by the first that say what they are`() throws {
    let found = try readHealthConnect(
      #"{"changes":[{},{"type":"delete","recordId":"a"},{"type":"upsert","dataPoint":{"n":1}}]}"#)
    #expect(found.format == "health_connect_flutter")
    #expect(found.samples.count == 2)
    #expect(found.rejected.values.reduce(0, +) == 1)
  }
}
