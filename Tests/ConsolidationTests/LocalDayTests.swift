import Consolidation
import HealthRecords
import Testing

/// The one rule for local days: instants are written as UTC, days as the rule must give them.
@Suite struct LocalDays {
  /// One instant in one zone.
  struct Case: Sendable, CustomTestStringConvertible {
    let zone: String
    let instant: String
    let day: String
    var testDescription: String { "\(zone) \(instant)" }

    init(_ zone: String, _ instant: String, _ day: String) {
      (self.zone, self.instant, self.day) = (zone, instant, day)
    }
  }

  static let changesOfTheClock: [Case] = [
    // Spring in Paris: midnight at +1 before 31 March 2024, at +2 from then on; the day has 23 hours.
    Case("Europe/Paris", "2024-03-30T22:59:59.999", "2024-03-30"),
    Case("Europe/Paris", "2024-03-30T23:00:00.000", "2024-03-31"),
    Case("Europe/Paris", "2024-03-31T00:59:59.999", "2024-03-31"),
    Case("Europe/Paris", "2024-03-31T01:00:00.000", "2024-03-31"),
    Case("Europe/Paris", "2024-03-31T21:59:59.999", "2024-03-31"),
    Case("Europe/Paris", "2024-03-31T22:00:00.000", "2024-04-01"),
    // Autumn: 25 hours.
    Case("Europe/Paris", "2024-10-26T21:59:59.999", "2024-10-26"),
    Case("Europe/Paris", "2024-10-26T22:00:00.000", "2024-10-27"),
    Case("Europe/Paris", "2024-10-27T22:59:59.999", "2024-10-27"),
    Case("Europe/Paris", "2024-10-27T23:00:00.000", "2024-10-28"),
    Case("America/New_York", "2024-03-10T04:59:59.999", "2024-03-09"),
    Case("America/New_York", "2024-03-10T05:00:00.000", "2024-03-10"),
    Case("America/New_York", "2024-03-11T03:59:59.999", "2024-03-10"),
    Case("America/New_York", "2024-03-11T04:00:00.000", "2024-03-11"),
    Case("America/New_York", "2024-11-03T03:59:59.999", "2024-11-02"),
    Case("America/New_York", "2024-11-03T04:00:00.000", "2024-11-03"),
    Case("America/New_York", "2024-11-04T04:59:59.999", "2024-11-03"),
    Case("America/New_York", "2024-11-04T05:00:00.000", "2024-11-04"),
    // Half an hour: +11 until 7 April 2024, then +10:30, and back on 6 October.
    Case("Australia/Lord_Howe", "2024-04-06T12:59:59.999", "2024-04-06"),
    Case("Australia/Lord_Howe", "2024-04-06T13:00:00.000", "2024-04-07"),
    Case("Australia/Lord_Howe", "2024-04-07T13:29:59.999", "2024-04-07"),
    Case("Australia/Lord_Howe", "2024-04-07T13:30:00.000", "2024-04-08"),
    Case("Australia/Lord_Howe", "2024-10-05T13:29:59.999", "2024-10-05"),
    Case("Australia/Lord_Howe", "2024-10-05T13:30:00.000", "2024-10-06"),
    Case("Australia/Lord_Howe", "2024-10-06T12:59:59.999", "2024-10-06"),
    Case("Australia/Lord_Howe", "2024-10-06T13:00:00.000", "2024-10-07"),
    // A quarter of an hour, under both names of the city; +5:30 before 1986.
    Case("Asia/Kathmandu", "2024-07-01T18:14:59.999", "2024-07-01"),
    Case("Asia/Kathmandu", "2024-07-01T18:15:00.000", "2024-07-02"),
    Case("Asia/Katmandu", "2024-07-01T18:15:00.000", "2024-07-02"),
    Case("Asia/Kathmandu", "1985-07-01T18:29:59.999", "1985-07-01"),
    Case("Asia/Kathmandu", "1985-07-01T18:30:00.000", "1985-07-02"),
    // Midnight itself is skipped, and comes twice.
    Case("Asia/Beirut", "2024-03-30T21:59:59.999", "2024-03-30"),
    Case("Asia/Beirut", "2024-03-30T22:00:00.000", "2024-03-31"),
    Case("America/Havana", "2024-11-03T03:59:59.999", "2024-11-02"),
    Case("America/Havana", "2024-11-03T04:30:00.000", "2024-11-03"),
    Case("America/Havana", "2024-11-03T05:30:00.000", "2024-11-03"),
    // Samoa crossed the date line: it had no 30 December 2011.
    Case("Pacific/Apia", "2011-12-30T09:59:59.999", "2011-12-29"),
    Case("Pacific/Apia", "2011-12-30T10:00:00.000", "2011-12-31"),
  ]

  static let edges: [Case] = [
    Case("UTC", "1969-12-31T23:59:59.999", "1969-12-31"),
    Case("UTC", "1970-01-01T00:00:00.000", "1970-01-01"),
    Case("Etc/GMT+12", "1970-01-01T11:59:59.999", "1969-12-31"),
    Case("Pacific/Kiritimati", "2024-01-01T09:59:59.999", "2024-01-01"),
    Case("Pacific/Kiritimati", "2024-01-01T10:00:00.000", "2024-01-02"),
    Case("UTC", "2024-02-28T23:59:59.999", "2024-02-28"),
    Case("Europe/Paris", "2024-02-28T23:00:00.000", "2024-02-29"),
    Case("Europe/Paris", "2023-02-28T23:00:00.000", "2023-03-01"),
    // The local time of places before there were zones: Paris was 9 minutes and 21 seconds ahead.
    Case("Europe/Paris", "0001-01-01T00:00:00.000", "0001-01-01"),
    Case("Europe/Paris", "0001-01-01T23:50:38.999", "0001-01-01"),
    Case("Europe/Paris", "0001-01-01T23:50:39.000", "0001-01-02"),
    Case("America/New_York", "0001-01-01T00:00:00.000", "0000-12-31"),
    Case("UTC", "9999-12-31T23:59:59.999", "9999-12-31"),
    Case("Asia/Kathmandu", "9999-12-31T18:14:59.999", "9999-12-31"),
    Case("Asia/Kathmandu", "9999-12-31T18:15:00.000", "10000-01-01"),
    Case("America/New_York", "9999-12-31T23:59:59.999", "9999-12-31"),
  ]

  @Test(arguments: changesOfTheClock + edges)
  func `the day is the one on a wall of the zone`(_ sample: Case) throws {
    let zone = try #require(Zone(sample.zone))
    let instant = try milliseconds(sample.instant)
    var ofSetting = LocalDayRule(timeline: ZoneTimeline(zone))
    var ofRecord = LocalDayRule()
    #expect(
      ofSetting.day(of: .instant(instant, zone: nil)) == LocalDay(try day(sample.day), .setting))
    #expect(
      ofRecord.day(of: .instant(instant, zone: sample.zone))
        == LocalDay(try day(sample.day), .record))
  }

  @Test func `the zone of a record overrides the setting, and the setting the export's offset`()
    throws
  {
    let evening = try milliseconds("2024-07-01T20:00:00.000")
    let tokyo = ZoneTimeline(try #require(Zone("Asia/Tokyo")))
    let offsets = ExportOffsets([ExportOffsets.Export(writtenAt: evening, minutes: 4 * 60)])
    var full = LocalDayRule(timeline: tokyo, offsets: offsets)
    var withoutSetting = LocalDayRule(offsets: offsets)
    var bare = LocalDayRule()
    let (first, second) = (try day("2024-07-01"), try day("2024-07-02"))
    let newYork = RecordStart.instant(evening, zone: "America/New_York")
    let unknown = RecordStart.instant(evening, zone: nil)
    #expect(full.day(of: newYork) == LocalDay(first, .record))
    #expect(full.day(of: unknown) == LocalDay(second, .setting))
    #expect(withoutSetting.day(of: newYork) == LocalDay(first, .record))
    #expect(withoutSetting.day(of: unknown) == LocalDay(second, .assumed))
    #expect(bare.day(of: unknown) == LocalDay(first, .assumed))
  }

  static let noZones = [
    "", "Mars/Base", "europe/paris", "Europe/Paris ", "../etc/localtime", "Europe/Paris\0x", "Z",
    "+2:00", "+02:60", "+18:01", "+02:00 ", "+02:00 Mars/Base", "+02:00 +03:00 +04:00", "GMT+99",
    "Zürich", String(repeating: "Europe/Paris/", count: 1000),
  ]

  @Test(arguments: noZones)
  func `a name that is no zone leaves the day to the next rule`(name: String) throws {
    #expect(Zone(name) == nil)
    let start = RecordStart.instant(try milliseconds("2024-07-01T20:00:00.000"), zone: name)
    var withSetting = LocalDayRule(
      timeline: ZoneTimeline(try #require(Zone("Asia/Tokyo"))))
    var bare = LocalDayRule()
    for _ in 0..<2 {
      #expect(withSetting.day(of: start) == LocalDay(try day("2024-07-02"), .setting))
      #expect(bare.day(of: start) == LocalDay(try day("2024-07-01"), .assumed))
    }
  }

  @Test(arguments: [
    "GMT", "Etc/UTC", "Asia/Kolkata", "America/Buenos_Aires", "GMT+0530", "CET", "+05:30", "-03:30",
    "+18:00",
  ])
  func `old names, new names and fixed offsets are zones`(name: String) {
    #expect(Zone(name)?.name == name)
  }

  @Test func `no zone touches a civil day`() throws {
    let last = ExportOffsets([ExportOffsets.Export(writtenAt: .max, minutes: 840)])
    let tokyo = ZoneTimeline(try #require(Zone("Asia/Tokyo")))
    var rule = LocalDayRule(timeline: tokyo, offsets: last)
    for text in ["0001-01-01", "1969-12-31", "2024-02-29", "9999-12-31"] {
      let day = try day(text)
      #expect(rule.day(of: .day(day.daysSince1970)) == LocalDay(day, .date))
    }
  }

  @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, 1, Int64.max - 1, .max])
  func `no instant is out of reach`(instant: Int64) throws {
    var rule = LocalDayRule(
      offsets: ExportOffsets([ExportOffsets.Export(writtenAt: 0, minutes: 18 * 60)]))
    let seconds = instant / 1000 - (instant % 1000 < 0 ? 1 : 0)
    let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    let utc = CivilDay(daysSince1970: days)
    #expect(rule.day(of: .instant(instant, zone: "UTC")) == LocalDay(utc, .record))
    let paris = rule.day(of: .instant(instant, zone: "Europe/Paris"))
    let assumed = rule.day(of: .instant(instant, zone: nil))
    let next = CivilDay(daysSince1970: days + 1)
    #expect([utc, next].contains(paris.day) && [utc, next].contains(assumed.day))
  }

  @Test func `more names than are kept change nothing`() throws {
    var rule = LocalDayRule()
    let instant = try milliseconds("2024-07-01T20:00:00.000")
    for number in 0..<3000 {
      let unknown = rule.day(of: .instant(instant, zone: "Nowhere/Place\(number)"))
      #expect(unknown == LocalDay(try day("2024-07-01"), .assumed))
    }
    let tokyo = rule.day(of: .instant(instant, zone: "Asia/Tokyo"))
    #expect(tokyo == LocalDay(try day("2024-07-02"), .record))
  }
}
