import Consolidation
import Foundation
import RecordStore
import Testing

@testable import SonarCommands

/// `sonar export --local-dates`: the days of records, computed when they are read.
@Suite struct LocalDateExports {
  private static let heartRate = "HKQuantityTypeIdentifierHeartRate"

  /// A heart rate at an instant, with a zone of its own where one is given.
  private static func heartRate(_ value: Int, at time: String, zone: String? = nil) -> String {
    let record = HandmadeExport.record(
      heartRate, unit: "count/min", at: time, value: String(value))
    guard let zone else { return record }
    return record.dropLast(2) + "><MetadataEntry key=\"HKTimeZone\" value=\"\(zone)\"/></Record>"
  }

  /// Half past eleven in the evening in UTC, one record for each rule, and what is of no instant.
  private static let kinds = HandmadeExport(
    exportDate: "2024-06-01 08:00:00",
    elements: [
      heartRate(61, at: "2024-03-31 00:30:00 +0100"),
      heartRate(62, at: "2024-03-31 00:30:00 +0100", zone: "America/New_York"),
      heartRate(63, at: "2024-03-31 00:30:00 +0100", zone: "Mars/Base"),
      heartRate(64, at: "2024-03-31 00:30:00 +0100", zone: "Asia/Kathmandu"),
      """
      <ActivitySummary dateComponents="2024-03-30" activeEnergyBurned="500"\
       activeEnergyBurnedGoal="400" activeEnergyBurnedUnit="kcal"/>
      """,
    ])

  /// One exported record: its value or type, its day and what that rests on.
  private struct Line: Decodable, Equatable {
    struct Value: Decodable, Equatable {
      var quantity: Int?
    }
    var type: String
    var value: Value?
    var localDate: String?
    var localDateBasis: String?

    var text: String {
      let name = value?.quantity.map(String.init) ?? type
      return "\(name) \(localDate ?? "-") \(localDateBasis ?? "-")"
    }
  }

  /// The days of a store's records as `value date basis`, sorted.
  private static func days(
    _ place: Workplace, _ words: String..., of store: String = "store.db"
  ) throws -> [String] {
    let run = try place.sonar(["export", place.path(store), "--local-dates"] + words)
    try #require(run.code == .success, "\(run.errors)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try run.output.split(separator: "\n").map {
      try decoder.decode(Line.self, from: Data($0.utf8)).text
    }.sorted()
  }

  private static let assumed = [
    "61 2024-03-31 assumed", "62 2024-03-30 record", "63 2024-03-31 assumed",
    "64 2024-03-31 record", "activity_summary 2024-03-30 date", "characteristics - -",
  ]

  /// The same with a setting that has the instant on 30 March.
  private static let set = [
    "61 2024-03-30 setting", "62 2024-03-30 record", "63 2024-03-30 setting",
    "64 2024-03-31 record", "activity_summary 2024-03-30 date", "characteristics - -",
  ]

  @Test func `each record says its day and what it rests on`() throws {
    let place = try Workplace()
    let file = try place.file("a.xml", Self.kinds.xml)
    _ = try place.imported(file)
    #expect(try Self.days(place) == Self.assumed)
    _ = try place.imported(file, "--timezone", "America/New_York", into: "set.db")
    #expect(try Self.days(place, of: "set.db") == Self.set)
  }

  @Test func `lines are the canonical ones with two more fields, rows with two more cells`() throws
  {
    let place = try Workplace()
    _ = try place.imported(try place.file("a.xml", Self.kinds.xml))
    let lines = try place.sonar("export", place.path("store.db"), "--local-dates").output
    let field = /,"local_date":[^,}]+,"local_date_basis":[^,}]+\}\n/
    #expect(lines.matches(of: field).count == 6)
    #expect(try lines.replacing(field, with: "}\n") == place.records())

    let csv = ["export", place.path("store.db"), "--format", "csv"]
    let plain = try place.sonar(csv).output.split(separator: "\n")
    let dated = try place.sonar(csv + ["--local-dates"]).output.split(separator: "\n")
    #expect(plain.count == 7)
    try #require(dated.count == plain.count)
    let cells = zip(plain, dated).map { String($1.dropFirst($0.count)) }
    #expect(zip(plain, dated).allSatisfy { $1.hasPrefix($0) })
    #expect(
      cells.sorted() == [
        ",,", ",2024-03-30,date", ",2024-03-30,record", ",2024-03-31,assumed",
        ",2024-03-31,assumed", ",2024-03-31,record", ",local_date,local_date_basis",
      ])
  }

  @Test func `another setting gives other days without a new import`() throws {
    let place = try Workplace()
    let file = try place.file("a.xml", Self.kinds.xml)
    _ = try place.imported(file)
    let records = try place.records()
    #expect(try Self.days(place) == Self.assumed)
    let store = try RecordStore.open(path: place.path("store.db"), create: false)
    try store.setSetting("timezone", to: "America/New_York")
    #expect(try Self.days(place) == Self.set)
    try store.setSetting("timezone", to: "America/New_York,2024-03-31=Asia/Tokyo")
    let inTokyo = Self.set.map {
      $0.hasSuffix("setting") ? $0.replacing("03-30", with: "03-31") : $0
    }
    #expect(try Self.days(place) == inTokyo)
    try store.setSetting("timezone", to: nil)
    #expect(try Self.days(place) == Self.assumed)
    #expect(try difference(place.records(), records) == [])
  }

  @Test func `a zone for one reading is not kept`() throws {
    let place = try Workplace()
    _ = try place.imported(
      try place.file("a.xml", Self.kinds.xml), "--timezone", "Asia/Tokyo")
    let kept = try Self.days(place)
    #expect(try Self.days(place, "--timezone", "America/New_York") == Self.set)
    #expect(try Self.days(place) == kept)
    #expect(kept.contains("61 2024-03-31 setting"))
  }

  @Test func `a setting that this system does not know is said, and can be replaced`() throws {
    let place = try Workplace()
    let file = try place.file("a.xml", Self.kinds.xml)
    _ = try place.imported(file)
    let store = try RecordStore.open(path: place.path("store.db"), create: false)
    try store.setSetting("timezone", to: "Mars/Base")
    let refused = try place.sonar("export", place.path("store.db"), "--local-dates")
    #expect(refused.code == .configuration && refused.output.isEmpty)
    #expect(refused.errors.contains("--timezone") && !refused.errors.contains("Mars"))
    #expect(try place.sonar("export", place.path("store.db")).code == .success)
    #expect(try Self.days(place, "--timezone", "America/New_York") == Self.set)
    _ = try place.imported(file, "--timezone", "America/New_York")
    #expect(try Self.days(place) == Self.set)
  }

  @Test func `the offset of the first export after a record is assumed, in any order`() throws {
    let place = try Workplace()
    func export(_ name: String, _ date: String, _ offset: String) throws -> String {
      // Late evening in UTC in each season, all in the offset of the export's day.
      let elements = [("01-10", 70), ("05-10", 71), ("11-10", 72)].map {
        Self.heartRate($0.1, at: "2024-\($0.0) 22:30:00 +0000")
      }
      let xml = HandmadeExport(exportDate: date, elements: elements).xml
      return try place.file(name, xml.replacing("08:00:00 +0100", with: "08:00:00 \(offset)"))
    }
    let winter = try export("a.xml", "2024-02-01 08:00:00", "+0100")
    let summer = try export("b.xml", "2024-07-01 08:00:00", "+0200")
    let east = try export("c.xml", "2024-12-01 08:00:00", "-0500")
    for (index, order) in [[winter, summer, east], [east, winter, summer]].enumerated() {
      for path in order { _ = try place.imported(path, into: "\(index).db") }
      #expect(
        try Self.days(place, of: "\(index).db") == [
          "70 2024-01-10 assumed", "71 2024-05-11 assumed", "72 2024-11-10 assumed",
          "characteristics - -",
        ])
    }
  }

  @Test func `without a date of the export the offset of its records is assumed, if it is one`()
    throws
  {
    let place = try Workplace()
    var export = HandmadeExport(elements: [
      Self.heartRate(70, at: "2024-05-11 03:15:00 +0545"),
      Self.heartRate(71, at: "2024-05-11 05:45:00 +0545"),
    ])
    func file(_ name: String) throws -> String {
      let date = " <ExportDate value=\"\(export.exportDate) +0100\"/>\n"
      try #require(export.xml.contains(date))
      return try place.file(name, export.xml.replacing(date, with: ""))
    }
    _ = try place.imported(try file("one.xml"), into: "one.db")
    #expect(
      try Self.days(place, "--type", "heart_rate", of: "one.db")
        == ["70 2024-05-11 assumed", "71 2024-05-11 assumed"])
    export.elements.append(Self.heartRate(72, at: "2024-05-11 00:30:00 +0100"))
    _ = try place.imported(try file("two.xml"), into: "two.db")
    #expect(
      try Self.days(place, "--type", "heart_rate", of: "two.db")
        == ["70 2024-05-10 assumed", "71 2024-05-11 assumed", "72 2024-05-10 assumed"])
  }
}

/// The text of `--timezone` and of the store's setting.
@Suite struct TimelineTexts {
  @Test(
    arguments: [
      "Europe/Paris", "UTC", "GMT", "Asia/Kolkata", "America/Argentina/Buenos_Aires", "Etc/GMT-2",
      "Europe/Paris,2024-03-01=Asia/Tokyo",
      "Europe/Paris,2024-02-29=Asia/Tokyo,2024-03-01=Europe/Paris,9999-12-31=UTC",
    ])
  func `a timeline reads back as itself`(text: String) throws {
    #expect(try #require(ZoneTimeline(text: text)).text == text)
  }

  @Test(
    arguments: [
      "", ",", "Mars/Base", "PST", "GMT+2", "+02:00", "Europe/Paris,", ",Europe/Paris",
      "Europe/Paris, 2024-03-01=Asia/Tokyo", "2024-03-01=UTC", "Europe/Paris,Asia/Tokyo",
      "Europe/Paris,2024-02-30=Asia/Tokyo", "Europe/Paris,2024-3-1=Asia/Tokyo",
      "Europe/Paris,=Asia/Tokyo", "Europe/Paris,2024-03-01=", "Europe/Paris,2024-03-01=A=B",
      "Europe/Paris,2024-03-01=Asia/Tokyo,2024-03-01=UTC",
      "Europe/Paris,2024-03-02=Asia/Tokyo,2024-03-01=UTC", "Europe/Paris,0000-01-01=UTC",
    ])
  func `anything else is none`(text: String) {
    #expect(ZoneTimeline(text: text) == nil)
  }
}
