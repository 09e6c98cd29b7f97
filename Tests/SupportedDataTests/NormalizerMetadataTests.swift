import HealthRecords
import SupportedData
import Testing

/// What metadata entries mean to a record, its id and its content.
@Suite struct NormalizerMetadataTests {
  static func sample(_ metadata: [(String, String)]) throws -> PlainRow {
    try row("HKQuantityTypeIdentifierHeartRate", "72", unit: "count/min", metadata: metadata)
  }

  /// Key and value of two entries that say the same.
  struct Pair: Sendable, CustomTestStringConvertible {
    var left: [(String, String)]
    var right: [(String, String)]
    var testDescription: String { "\(left) \(right)" }
  }

  @Test(arguments: [
    Pair(left: [("HKElevationAscended", "418 cm")], right: [("HKElevationAscended", "4.18 m")]),
    Pair(
      left: [("HKWeatherTemperature", "63 degF")], right: [("HKWeatherTemperature", "17.2222 degC")]
    ),
    Pair(left: [("HKWeatherHumidity", "5700 %")], right: [("HKWeatherHumidity", "57 %")]),
    Pair(
      left: [("HKWeatherHumidity", "57 %")], right: [("HKMetadataKeyWeatherHumidity", "57.0 %")]),
    Pair(
      left: [("HKAverageMETs", "4.30455 kcal/hr\u{b7}kg")],
      right: [("HKAverageMETs", "18.0102 kJ/hr\u{b7}kg")]),
    Pair(left: [("HKLapLength", "50 m")], right: [("HKLapLength", "54.6807 yd")]),
    Pair(
      left: [("HKWasUserEntered", "1"), ("meal", "a")],
      right: [("meal", "a"), ("HKWasUserEntered", "1")]),
    Pair(left: [], right: [("HKTimeZone", "")]),
    Pair(left: [], right: [("lark_uuid", "1")]),
  ])
  func `entries that say the same give equal content`(_ pair: Pair) throws {
    let (left, right) = try (Self.sample(pair.left), Self.sample(pair.right))
    #expect(left.contentHash == right.contentHash)
    #expect(left.id == right.id)
    #expect(left.native != right.native)
  }

  @Test(arguments: [
    Pair(left: [("meal", "a")], right: [("Meal", "a")]),
    Pair(left: [("meal", "a")], right: [("meal", "b")]),
    Pair(left: [("meal", "a")], right: []),
    Pair(left: [("meal", "a"), ("meal", "a")], right: [("meal", "a")]),
    Pair(left: [("HKElevationAscended", "418 cm")], right: [("HKElevationAscended", "418 m")]),
    Pair(left: [("HKElevationAscended", "418")], right: [("HKElevationAscended", "418 cm")]),
    Pair(
      left: [("HKElevationAscended", "4 furlong")], right: [("HKElevationAscended", "5 furlong")]),
    Pair(left: [("HKWasUserEntered", "1")], right: [("HKWasUserEntered", "0")]),
    Pair(left: [("HKTimeZone", "Europe/Berlin")], right: [("HKTimeZone", "Europe/Paris")]),
  ])
  func `entries that say something else give other content under the same id`(
    _ pair: Pair
  ) throws {
    let (left, right) = try (Self.sample(pair.left), Self.sample(pair.right))
    #expect(left.contentHash != right.contentHash)
    #expect(left.id == right.id)
  }

  @Test(arguments: EmbeddedTables.metadataRules.filter { $0.keys.count > 1 })
  func `both spellings of a key say the same`(_ rule: MetadataRule) throws {
    let rows = try rule.keys.map { try Self.sample([($0, "1")]) }
    #expect(Set(rows.map(\.contentHash)).count == 1)
    #expect(Set(rows.map(\.id)).count == 1)
    #expect(Set(rows.map(\.recording)).count == 1)
    #expect(Set(rows.map(\.zone)).count == 1)
    #expect(Set(rows.map(\.native)).count == rule.keys.count)
  }

  @Test(arguments: [
    ("1", RecordingMethod.manual), ("0", .automatic), ("yes", .unknown), ("", .unknown),
    ("2", .manual),
  ])
  func `a typed-in record says so`(_ value: String, method: RecordingMethod) throws {
    #expect(try Self.sample([("HKWasUserEntered", value)]).recording == method)
  }

  @Test func `the zone of a record is the one that it names`() throws {
    var draft = NativeDraft()
    for metadata in [[("HKTimeZone", "America/New_York")], []] {
      draft.add("HKQuantityTypeIdentifierHeartRate", "72", unit: "count/min", metadata: metadata)
    }
    let batch = try draft.normalized()
    #expect(batch.plainRows.map(\.zone) == ["America/New_York", nil])
    #expect(batch.assumedZones == 1)
  }

  @Test func `an external UUID outranks a food in the id`() throws {
    let food = [("HKFoodType", "Apple")]
    let both = try Self.sample(food + [("HKExternalUUID", "A")])
    #expect(both.id == (try Self.sample([("HKExternalUUID", "A")]).id))
    #expect(both.id != (try Self.sample(food).id))
    #expect(try Self.sample(food).id != Self.sample([("HKExternalUUID", "Apple")]).id)
  }

  @Test func `every entry and attribute is kept as written, in its order`() throws {
    let row = try row(
      "HKQuantityTypeIdentifierHeartRate", "72.0", unit: "count/min",
      metadata: [("b", "2"), ("a \"quoted\"", ""), ("b", "2")]
    ) { $0.attributes = [("startDate", "1. Mai"), ("x", "")] }
    #expect(
      row.native
        == #"{"unit":"count/min","value":"72.0","attributes":[["startDate","1. Mai"],["x",""]],"#
        + #""metadata":[["b","2"],["a \"quoted\"",""],["b","2"]]}"#)
  }

  @Test func `samples that share their words share their native text`() throws {
    var draft = NativeDraft()
    for minute in 0..<3 {
      draft.add("HKQuantityTypeIdentifierHeartRate", "7\(minute)", unit: "count/min") {
        $0.start = NativeDraft.start + Int64(minute) * 60_000
      }
    }
    let batch = try draft.normalized()
    #expect(Set(batch.rows.map(\.native)).count == 1)
    #expect(Set(batch.rows.map(\.source)).count == 1)
    #expect(Set(batch.rows.map(\.id)).count == 3)
  }
}

/// Sources and devices as a record keeps them.
@Suite struct NormalizerSourceTests {
  static func source(device: String?) throws -> String? {
    try row("HKQuantityTypeIdentifierHeartRate", "72", unit: "count/min") {
      $0.device = device
      $0.version = "5.0.1"
    }.source
  }

  @Test(
    arguments: [
      (nil, ""),
      (
        "<<HKDevice: 0x2830f4230>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
          + "hardware:Watch4,2, software:5.0.1>",
        #","device":{"name":"Apple Watch","manufacturer":"Apple Inc.","model":"Watch","#
          + #""hardware":"Watch4,2","software":"5.0.1"}"#
      ),
      (
        "name:Powerbeats3, model:0x2003, localIdentifier:80:4A:14:00-tacl",
        #","device":{"name":"Powerbeats3","model":"0x2003","#
          + #""local_identifier":"80:4A:14:00-tacl"}"#
      ),
      (
        "name:A, B, c:d, hardware:X>, creation date:2025-08-14 23:49:07 +0000>",
        #","device":{"name":"A, B, c:d","hardware":"X>","created":"2025-08-14 23:49:07 +0000"}"#
      ),
      (
        "name:, firmware:1, UDIDeviceIdentifier:U",
        #","device":{"name":"","firmware":"1","udi_device_identifier":"U"}"#
      ),
      ("Dummy device", #","device":{"description":"Dummy device"}"#),
      ("", #","device":{"description":""}"#),
      ("<<HKDevice", #","device":{"description":"<<HKDevice"}"#),
    ] as [(String?, String)])
  func `a device description is read field by field`(_ device: String?, json: String) throws {
    #expect(
      try Self.source(device: device) == #"{"name":"Watch","version":"5.0.1"\#(json)}"#)
  }
}
