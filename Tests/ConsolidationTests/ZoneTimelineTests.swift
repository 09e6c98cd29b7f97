import Consolidation
import HealthRecords
import Testing

/// Travel: which zone holds at which instant.
@Suite struct ZoneTimelines {
  private static func timeline(
    _ first: String, _ moves: [(day: String, zone: String)]
  ) throws -> ZoneTimeline? {
    ZoneTimeline(
      try #require(Zone(first)),
      moves: try moves.map {
        ZoneTimeline.Move(
          firstDay: try day($0.day).daysSince1970, to: try #require(Zone($0.zone)))
      })
  }

  /// An instant and its day; the zone in force is seen by the day alone where it differs.
  private typealias Step = (instant: String, day: String)

  private static func check(_ timeline: ZoneTimeline?, _ steps: [Step]) throws {
    let timeline = try #require(timeline)
    var rule = LocalDayRule(timeline: timeline)
    for step in steps {
      let found = rule.day(of: .instant(try milliseconds(step.instant), zone: nil))
      #expect(found == LocalDay(try day(step.day), .setting), "\(step.instant)")
    }
  }

  @Test func `to the east the day before is cut short`() throws {
    try Self.check(
      try Self.timeline("Europe/Paris", [("2024-03-01", "Asia/Tokyo")]),
      [
        ("2024-02-28T22:59:59.999", "2024-02-28"), ("2024-02-28T23:00:00.000", "2024-02-29"),
        // March begins in Tokyo at 15:00 UTC, at 16:00 in Paris.
        ("2024-02-29T14:59:59.999", "2024-02-29"), ("2024-02-29T15:00:00.000", "2024-03-01"),
        ("2024-02-29T23:00:00.000", "2024-03-01"),
        ("2024-03-01T14:59:59.999", "2024-03-01"), ("2024-03-01T15:00:00.000", "2024-03-02"),
      ])
  }

  @Test func `to the west the first day takes in the hours since the old zone's midnight`() throws {
    try Self.check(
      try Self.timeline("Asia/Tokyo", [("2024-03-01", "Europe/Paris")]),
      [
        ("2024-02-29T14:59:59.999", "2024-02-29"), ("2024-02-29T15:00:00.000", "2024-03-01"),
        ("2024-02-29T22:59:59.999", "2024-03-01"), ("2024-02-29T23:00:00.000", "2024-03-01"),
        ("2024-03-01T22:59:59.999", "2024-03-01"), ("2024-03-01T23:00:00.000", "2024-03-02"),
      ])
  }

  @Test func `each move counts from its own midnight, over a change of the clock too`() throws {
    try Self.check(
      try Self.timeline(
        "America/New_York",
        [
          ("2024-03-31", "Europe/Paris"), ("2024-04-07", "Australia/Lord_Howe"),
          ("2024-04-10", "UTC"),
        ]),
      [
        ("2024-03-30T03:59:59.999", "2024-03-29"), ("2024-03-30T04:00:00.000", "2024-03-30"),
        ("2024-03-30T22:59:59.999", "2024-03-30"), ("2024-03-30T23:00:00.000", "2024-03-31"),
        ("2024-03-31T21:59:59.999", "2024-03-31"), ("2024-03-31T22:00:00.000", "2024-04-01"),
        ("2024-04-06T12:59:59.999", "2024-04-06"), ("2024-04-06T13:00:00.000", "2024-04-07"),
        ("2024-04-07T13:29:59.999", "2024-04-07"), ("2024-04-07T13:30:00.000", "2024-04-08"),
        ("2024-04-09T13:30:00.000", "2024-04-10"), ("2024-04-10T23:59:59.999", "2024-04-10"),
        ("2024-04-11T00:00:00.000", "2024-04-11"),
      ])
  }

  @Test func `a day without a midnight begins when it begins`() throws {
    // Beirut went from 00:00 to 01:00 on 31 March 2024; Paris was an hour behind.
    try Self.check(
      try Self.timeline("Europe/Paris", [("2024-03-31", "Asia/Beirut")]),
      [
        ("2024-03-30T21:59:59.999", "2024-03-30"), ("2024-03-30T22:00:00.000", "2024-03-31"),
        ("2024-03-31T20:59:59.999", "2024-03-31"), ("2024-03-31T21:00:00.000", "2024-04-01"),
      ])
  }

  @Test func `moves in another order, or two on one day, are no timeline`() throws {
    let (early, late) = ("2024-03-01", "2024-03-02")
    #expect(try Self.timeline("UTC", []) != nil)
    #expect(try Self.timeline("UTC", [(early, "Asia/Tokyo"), (late, "UTC")]) != nil)
    #expect(try Self.timeline("UTC", [(late, "Asia/Tokyo"), (early, "UTC")]) == nil)
    #expect(try Self.timeline("UTC", [(early, "Asia/Tokyo"), (early, "UTC")]) == nil)
  }
}

/// What is assumed where neither record nor person gives a zone.
@Suite struct ExportOffsetRules {
  private static let exports = [
    ExportOffsets.Export(writtenAt: 1_000, minutes: 60),
    ExportOffsets.Export(writtenAt: 2_000, minutes: 120),
    ExportOffsets.Export(writtenAt: 3_000, minutes: -300),
  ]

  @Test(
    arguments: [
      (Int64.min, 60), (999, 60), (1_000, 60), (1_001, 120), (2_000, 120), (2_001, -300),
      (3_000, -300), (3_001, -300), (.max, -300),
    ] as [(Int64, Int)])
  func `the first export after a record decides, in any order`(instant: Int64, minutes: Int) {
    #expect(ExportOffsets(Self.exports).minutes(at: instant) == minutes)
    #expect(ExportOffsets(Self.exports.reversed()).minutes(at: instant) == minutes)
  }

  @Test func `an export without a date counts where there is no other`() {
    let undated = ExportOffsets.Export(writtenAt: .min, minutes: 345)
    #expect(ExportOffsets([undated]).minutes(at: 0) == 345)
    #expect(ExportOffsets([undated] + Self.exports).minutes(at: 0) == 60)
    #expect(ExportOffsets([undated] + Self.exports).minutes(at: 9_000) == -300)
  }

  @Test func `of one date the smaller offset counts, and an impossible one never`() {
    let twice = [60, 0, 1081, -1081, .max, .min].map {
      ExportOffsets.Export(writtenAt: 5, minutes: $0)
    }
    #expect(ExportOffsets(twice).minutes(at: 5) == 0)
    #expect(ExportOffsets(Array(twice.dropFirst(2))).minutes(at: 5) == 0)
    #expect(ExportOffsets(Array(twice.prefix(1))).minutes(at: 5) == 60)
    #expect(ExportOffsets().minutes(at: 5) == 0)
  }
}
