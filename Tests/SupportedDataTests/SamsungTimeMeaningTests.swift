import HealthRecords
import SupportedData
import Testing

/// When a Samsung row happened, by what its program writes.
@Suite struct `Times of Samsung rows` {
  private static let heartRate = "com.samsung.shealth.tracker.heart_rate"
  private static let trend = "com.samsung.shealth.step_daily_trend"
  private static let stage = "com.samsung.health.sleep_stage"
  /// Rows without times of their own.
  private static let timeless = [("start_time", ""), ("end_time", ""), ("time_offset", "")]

  /// Offset, and the zone of the record.
  @Test(arguments: [("UTC+0530", "+05:30"), ("UTC-0300", "-03:00"), ("UTC+0000", "+00:00")])
  func `strings are UTC and the offset is only the row's zone`(
    _ offset: String, zone: String
  ) throws {
    let row = try samsungRow(
      Self.stage,
      [
        ("start_time", "2026-01-01 18:30:00.000"), ("end_time", "2026-01-01 18:40:00.000"),
        ("stage", "40002"), ("time_offset", offset),
      ])
    #expect([row.start, row.end] == [1_767_292_200_000, 1_767_292_800_000])
    #expect(row.zone == zone)
  }

  @Test func `a row without an offset has no zone`() throws {
    let batch = try samsungBatch(
      Self.heartRate, [("heart_rate", "60"), ("end_time", ""), ("time_offset", "")])
    #expect(try batch.onlyRow.zone == nil)
    #expect(batch.assumedZones == 1)
  }

  @Test func `every row has its own offset`() throws {
    var draft = SamsungDraft()
    for (hour, offset) in [("10", "UTC-0300"), ("12", "UTC+0200"), ("13", "UTC-0300")] {
      draft.add(
        Self.heartRate,
        [
          ("heart_rate", "60"), ("start_time", "2026-01-02 \(hour):00:00.000"),
          ("end_time", "2026-01-02 \(hour):00:00.000"), ("time_offset", offset),
          ("datauuid", hour),
        ])
    }
    #expect(try draft.normalized().plainRows.map(\.zone) == ["-03:00", "+02:00", "-03:00"])
  }

  @Test func `the samples of a bin lie within it`() throws {
    let row = try samsungRow(
      Self.heartRate, [("heart_rate", "61"), ("tag_id", "21313")],
      parts: [
        SamsungPart(
          "binning_data", ("heart_rate", "60"), ("start_time", "1767348000000"),
          ("end_time", "1767348059000")),
        SamsungPart(
          "binning_data", ("heart_rate", "62.0"), ("start_time", "1767348060000"),
          ("end_time", "1767348119000")),
      ])
    #expect(row.kind == .series)
    #expect([row.start, row.end] == [SamsungDraft.start, SamsungDraft.end])
    #expect(row.payload?.contains(#""start_deltas_ms":[0,60000]"#) == true)
  }

  @Test(arguments: [
    ("2026-01-02 10:59:59.999", SamsungDraft.end), ("2026-01-02 10:00:59.999", 1_767_348_060_000),
    ("2026-01-02 10:00:59.000", 1_767_348_060_000), ("2026-01-02 11:00:00.000", SamsungDraft.end),
    ("2026-01-02 10:00:00.000", SamsungDraft.start),
  ])
  func `a bin ends where the next one starts`(_ end: String, expected: Int64) throws {
    let row = try samsungRow(
      "com.samsung.shealth.tracker.pedometer_step_count", [("count", "65"), ("end_time", end)])
    #expect(row.end == expected)
  }

  @Test func `a day is the same day as a date and as milliseconds`() throws {
    let cells = [("count", "100"), ("source_type", "-2")] + Self.timeless
    let written = try samsungRow(Self.trend, cells + [("day_time", "2025-12-10 00:00:00.000")])
    let counted = try samsungRow(Self.trend, cells + [("day_time", "1765324800000")])
    #expect([written.start, written.end] == [20_432, 20_433])
    #expect(written.isCivilDate)
    #expect([counted.start, counted.end] == [20_432, 20_433])
    #expect(counted.id == written.id)
    #expect(counted.contentHash == written.contentHash)
  }

  @Test func `one file may write its days in both ways`() throws {
    var draft = SamsungDraft()
    for text in ["1765324800000", "2025-12-11 00:00:00.000", "1765497600000"] {
      draft.add(
        "com.samsung.shealth.activity.day_summary",
        Self.timeless + [("step_count", "5"), ("day_time", text)])
    }
    #expect(try draft.normalized().plainRows.map(\.start) == [20_432, 20_433, 20_434])
  }

  @Test func `a day counts when it was, not when its row was made`() throws {
    let row = try samsungRow(
      Self.trend,
      Self.timeless + [
        ("count", "1123"), ("source_type", "0"), ("day_time", "1568937600000"),
        ("create_time", "2023-11-09 02:48:10.826"), ("update_time", "2023-11-09 02:48:10.826"),
      ])
    #expect(row.start == 18_159)
    #expect(row.version.modifiedAt == 1_699_498_090_826)
  }

  @Test(arguments: ["1765324800001", "1765335600000", "20432", "2025-12-10 03:00:00.000", "x"])
  func `what is no day is rejected with its reason`(_ day: String) throws {
    let batch = try samsungBatch(
      Self.trend, Self.timeless + [("count", "1"), ("source_type", "-2"), ("day_time", day)])
    #expect(batch.rows.isEmpty)
    #expect(batch.tallies[Self.trend]?.outcomes[.rejected] == 1)
    #expect(batch.unaccounted == 0)
  }

  /// Start, and why there is no record.
  @Test(arguments: [
    ("1970-01-01 00:00:00.001", "sentinel_time"), ("2000-01-01 00:00:00.000", "sentinel_time"),
    ("0", "sentinel_time"), ("1699125258", "sentinel_time"), ("99999999999", "missing_date"),
    ("44975.78", "missing_date"), ("", "missing_date"), ("18.12.2020, 19:48:00", "missing_date"),
  ])
  func `a placeholder and a number of seconds are no time of a sample`(
    _ start: String, reason: String
  ) throws {
    let batch = try samsungBatch(
      "com.samsung.health.height", [("height", "166.0"), ("start_time", start), ("end_time", "")])
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == [reason: 1])
    #expect(batch.unaccounted == 0)
  }

  // MARK: - Other programs

  private static let phone = [
    ("start_time", "18.12.2020, 19:48:00"), ("end_time", "18.12.2020, 19:49:00"),
    ("update_time", "18.12.2020, 19:49:30"), ("create_time", "18.12.2020, 19:49:30"),
    ("time_offset", "3600000"), ("count", "12"),
  ]

  @Test func `strings of the iOS app are local at the row's offset`() throws {
    let row = try samsungRow("com.samsung.health.step_count", Self.phone, shape: "ios")
    #expect([row.start, row.end] == [1_608_317_280_000, 1_608_317_340_000])
    #expect(row.zone == "+01:00")
    #expect(row.version.modifiedAt == 1_608_317_370_000)
  }

  @Test func `a date of the iOS app that could be two days is refused`() throws {
    let cells = Self.phone.map { ($0.0, $0.1.replacing("18.12.2020", with: "03/04/2020")) }
    let batch = try samsungBatch("com.samsung.health.step_count", cells, shape: "ios")
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["ambiguous_date": 1])
  }

  private static let viewer = [
    ("start_time", "2017-05-10 10:04:04.000"), ("end_time", "2017-05-10 10:30:00.000"),
    ("update_time", "2017-05-10 10:31:00.000"), ("time_offset", "28800000"),
    ("exercise_type", "1001"),
  ]

  @Test func `Data Viewer needs the zone of the phone that exported`() throws {
    let batch = try samsungBatch(
      "com.samsung.health.exercise", Self.viewer, shape: "data_viewer")
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["timezone_required": 1])
    #expect(batch.tallies.values.map { $0.outcomes[.rejected] } == [1])
  }

  @Test func `Data Viewer's times are read in the zone that the caller names`() throws {
    var settings = NormalizerSettings()
    // New York in summer.
    settings.wallClock = WallClock(offset: -14_400)
    let batch = try samsungBatch(
      "com.samsung.health.exercise", Self.viewer, shape: "data_viewer", settings)
    let row = try batch.onlyRow
    #expect(row.start == 1_494_425_044_000)
    #expect(row.version.modifiedAt == 1_494_426_660_000)
    // The row's own zone is another one, and no part of the reading.
    #expect(row.zone == "+08:00")
    #expect(batch.diagnosed == ["zone_assumed": 1])
  }

  @Test func `a stage without an offset takes that of its night`() throws {
    var draft = SamsungDraft()
    draft.envelope("sleep.ABC-1.time_offset", "UTC+0530")
    draft.add(Self.stage, [("stage", "40001"), ("sleep_id", "ABC-1"), ("time_offset", "")])
    draft.add(
      Self.stage,
      [("stage", "40001"), ("sleep_id", "abc-2"), ("time_offset", ""), ("datauuid", "2")])
    #expect(try draft.normalized().plainRows.map(\.zone) == ["+05:30", nil])
  }
}
