import Consolidation
import HealthRecords
import Testing

/// Days of 23, 24 and 25 hours, and records that end in another zone than they start in.
@Suite struct RecordZones {
  private struct Span {
    var zone: String
    var instant: String
    var day: String
    var bounds: (String, String)
  }

  private static let spans = [
    Span(
      zone: "Europe/Paris", instant: "2024-03-31 12:00", day: "2024-03-31",
      bounds: ("2024-03-30 23:00", "2024-03-31 22:00")),
    Span(
      zone: "Europe/Paris", instant: "2024-10-27 22:59:59.999", day: "2024-10-27",
      bounds: ("2024-10-26 22:00", "2024-10-27 23:00")),
    Span(
      zone: "+05:30", instant: "2024-03-31 18:30", day: "2024-04-01",
      bounds: ("2024-03-31 18:30", "2024-04-01 18:30")),
    Span(
      zone: "-03:30", instant: "2024-03-31 03:29", day: "2024-03-30",
      bounds: ("2024-03-30 03:30", "2024-03-31 03:30")),
    // The clock of Beirut went from 0:00 to 1:00: the day begins at 1.
    Span(
      zone: "Asia/Beirut", instant: "2024-03-30 22:30", day: "2024-03-31",
      bounds: ("2024-03-30 22:00", "2024-03-31 21:00")),
    // Samoa had no 30 December.
    Span(
      zone: "Pacific/Apia", instant: "2011-12-30 10:00", day: "2011-12-31",
      bounds: ("2011-12-30 10:00", "2011-12-31 10:00")),
  ]

  @Test(arguments: spans.indices)
  func `a day lasts from its first instant to that of the next`(index: Int) throws {
    let expected = Self.spans[index]
    var rule = LocalDayRule()
    for _ in 0..<2 {
      let span = rule.span(at: try DayKit.instant(expected.instant), zone: expected.zone)
      #expect(CivilDay(daysSince1970: span.day) == (try day(expected.day)))
      let bounds =
        try DayKit.instant(expected.bounds.0)..<DayKit.instant(expected.bounds.1)
      #expect(span.bounds == bounds)
      #expect(span.basis == .record)
    }
  }

  @Test func `a record that ended in another zone has two days`() throws {
    var rule = LocalDayRule()
    let instant = try DayKit.instant("2024-06-01 16:00")
    let zone = "+09:00 -07:00"
    #expect(CivilDay(daysSince1970: rule.span(at: instant, zone: zone).day).day == 2)
    #expect(CivilDay(daysSince1970: rule.span(at: instant, zone: zone, isEnd: true).day).day == 1)
    let start = rule.day(of: .instant(instant, zone: zone))
    #expect(start == LocalDay(try day("2024-06-02"), .record))
  }

  @Test func `a day of a move to the west has the hours of both zones`() throws {
    let tokyo = try #require(Zone("Asia/Tokyo"))
    let paris = try #require(Zone("Europe/Paris"))
    let move = ZoneTimeline.Move(firstDay: try day("2024-03-01").daysSince1970, to: paris)
    var rule = LocalDayRule(timeline: ZoneTimeline(tokyo, moves: [move]))
    let span = rule.span(at: try DayKit.instant("2024-02-29 20:00"), zone: nil)
    let bounds = try DayKit.instant("2024-02-29 15:00")..<DayKit.instant("2024-03-01 23:00")
    #expect(span.bounds == bounds)
    #expect(span.basis == .setting)
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func `a span is found for any instant`(instant: Int64) {
    var rule = LocalDayRule()
    for zone in [nil, "Europe/Paris", "+09:00 -07:00"] {
      #expect(!rule.span(at: instant, zone: zone).bounds.isEmpty)
    }
  }

  @Test func `records of a spring day fill 23 hours and of an autumn day 25`() throws {
    func minutes(_ start: String, _ hours: Int) throws -> SourceRecord {
      let from = try DayKit.instant(start)
      return SourceRecord(
        id: RecordID(high: 0, low: UInt64(hours)), (from, from + Int64(hours) * 3_600_000),
        source: DayKit.watch, value: .quantity(Double(hours) * 60))
    }
    // From 22:00 to 22:00 in UTC: an hour before the spring day, and all of it.
    let spring = try DayKit.days(
      "basal_energy", [minutes("2024-03-30 22:00", 24)], zone: "Europe/Paris")
    #expect(spring.map(\.text).map { $0.prefix(15) } == ["2024-03-30 60 r", "2024-03-31 1380"])
    let autumn = try DayKit.days(
      "basal_energy", [minutes("2024-10-26 21:00", 27)], zone: "Europe/Paris")
    #expect(autumn.map(\.value) == [60, 1500, 60])
  }

  @Test(arguments: [
    ("2024-03-30 23:00", "2024-03-31 21:59:59"), ("2024-10-26 22:00", "2024-10-27 22:59:59"),
  ])
  func `a whole day of 23 or 25 hours is one`(start: String, end: String) throws {
    let days = try DayKit.days(
      "steps", [DayKit.steps(1, start, end, 9000, by: DayKit.shealth)], zone: "Europe/Paris")
    #expect(days.map(\.basis) == [.dayRecord])
    #expect(days.map(\.value) == [9000])
  }

  @Test func `a flight divides by the zone of each record`() throws {
    // 23:30 in Tokyo; the same evening again in Los Angeles, 15 hours later.
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-06-01 14:30", "14:40", 100, by: DayKit.phone).zoned("Asia/Tokyo"),
        DayKit.steps(2, "2024-06-01 15:30", "15:40", 10, by: DayKit.phone).zoned("Asia/Tokyo"),
        DayKit.steps(3, "2024-06-02 05:30", "05:40", 200, by: DayKit.phone)
          .zoned("America/Los_Angeles"),
        DayKit.steps(4, "2024-06-02 07:30", "07:40", 20, by: DayKit.phone)
          .zoned("America/Los_Angeles"),
      ])
    #expect(
      days.map { "\($0.day) \(DayResult.text($0.value ?? -1))" }
        == ["2024-06-01 300", "2024-06-02 30"])
  }

  @Test func `the share of assumed zones is told`() throws {
    var days = QuantityDays(
      try #require(Metric.metrics(of: RecordType(rawValue: "steps"), try DayKit.tables).first),
      order: try DayKit.order("steps", []), calendar: DayCalendar())
    let results = days.days(of: [
      try DayKit.steps(1, "2024-06-01 10:00", "10:01", 1, by: DayKit.phone),
      try DayKit.steps(2, "2024-06-01 11:00", "11:01", 1, by: DayKit.phone).zoned("+01:00"),
    ])
    #expect(results.map(\.records) == [2])
    #expect(results.map(\.assumedZones) == [1])
    #expect(results.map(\.explanation) == [[]])
  }
}
