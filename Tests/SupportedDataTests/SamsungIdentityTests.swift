import HealthRecords
import SonarTestSupport
import SupportedData
import Testing

/// Which Samsung rows are one record, and which of its versions counts.
@Suite struct `Identity of Samsung rows` {
  private static let trend = "com.samsung.shealth.step_daily_trend"
  private static let sleep = "com.samsung.shealth.sleep"
  private static let calories = "com.samsung.shealth.calories_burned.details"

  private static func day(
    _ day: String, _ source: String, count: String, uuid: String = "1",
    device: String = "VfS0qUERdZ", updated: String = "2026-01-03 09:00:00.250"
  ) -> [(String, String)] {
    [
      ("day_time", day), ("source_type", source), ("count", count), ("datauuid", uuid),
      ("deviceuuid", device), ("update_time", updated), ("start_time", ""), ("end_time", ""),
      ("time_offset", ""),
    ]
  }

  @Test func `a later total of the day replaces an earlier one`() throws {
    let morning = try samsungRow(Self.trend, Self.day("1767225600000", "-2", count: "100"))
    let evening = try samsungRow(
      Self.trend,
      Self.day(
        "1767225600000", "-2", count: "9000", updated: "2026-01-03 21:00:00.000"))
    #expect(evening.id == morning.id)
    #expect(morning.version.modifiedAt < evening.version.modifiedAt)
    #expect(evening.contentHash != morning.contentHash)
  }

  @Test func `a day that a new phone has made again is the same day`() throws {
    let old = try samsungRow(
      Self.trend, Self.day("1568937600000", "0", count: "1123", uuid: "1", device: "P1"))
    let new = try samsungRow(
      Self.trend,
      Self.day(
        "1568937600000", "0", count: "1123", uuid: "2", device: "P2",
        updated: "2026-02-03 09:00:00.250"))
    #expect(new.id == old.id)
    #expect(old.version.modifiedAt < new.version.modifiedAt)
  }

  @Test func `two totals of one day are one record, whatever their identifiers`() throws {
    let first = try samsungRow(
      Self.trend, Self.day("1767225600000", "-2", count: "4000", uuid: "1"))
    let second = try samsungRow(
      Self.trend, Self.day("1767225600000", "-2", count: "6350", uuid: "2"))
    #expect(first.id == second.id)
  }

  @Test func `sources and days of steps are records of their own`() throws {
    var ids: Set<RecordID> = []
    for source in ["-2", "0", "102", "108", "-1", ""] {
      for day in ["1767225600000", "1767312000000"] {
        ids.insert(try samsungRow(Self.trend, Self.day(day, source, count: "1")).id)
      }
    }
    #expect(ids.count == 12)
  }

  @Test(arguments: [
    "com.samsung.shealth.activity.day_summary", calories,
    "com.samsung.shealth.tracker.floors_day_summary",
  ])
  func `a day's summary is one record of its table and day`(_ table: String) throws {
    let value = [
      ("step_count", "5"), ("active_calorie", "5"), ("floor_count", "5"), ("start_time", ""),
      ("end_time", ""), ("time_offset", ""),
    ]
    let first = try samsungRow(
      table, value + [("day_time", "1767225600000"), ("datauuid", "1"), ("deviceuuid", "P1")])
    let second = try samsungRow(
      table, value + [("day_time", "1767225600000"), ("datauuid", "2"), ("deviceuuid", "P2")])
    let other = try samsungRow(
      table, value + [("day_time", "1767312000000"), ("datauuid", "1"), ("deviceuuid", "P1")])
    #expect(first.id == second.id)
    #expect(first.id != other.id)
  }

  @Test func `a night whose end was corrected is one night`() throws {
    let first = try samsungRow(
      Self.sleep, [("end_time", "2026-01-02 16:00:00.000"), ("sleep_score", "60")])
    let corrected = try samsungRow(
      Self.sleep,
      [
        ("end_time", "2026-01-02 17:00:00.000"), ("sleep_score", "60"),
        ("update_time", "2026-01-05 09:00:00.000"),
      ])
    #expect(corrected.id == first.id)
    #expect(corrected.end == first.end + 3_600_000)
    #expect(first.version.modifiedAt < corrected.version.modifiedAt)
  }

  @Test func `an identifier is opaque and its case does not matter`() throws {
    let lower = try samsungRow(Self.sleep, [("datauuid", "0000019f-87ef-a83e-4604-bca080861961")])
    let upper = try samsungRow(Self.sleep, [("datauuid", "0000019F-87EF-A83E-4604-BCA080861961")])
    let name = try samsungRow(Self.sleep, [("datauuid", "oobe.sensitive_data_available")])
    #expect(lower.id == upper.id)
    #expect(lower.id != name.id)
  }

  @Test func `an identifier counts within its table`() throws {
    let sleep = try samsungRow(Self.sleep, [("datauuid", "1")])
    let stage = try samsungRow(
      "com.samsung.health.sleep_stage", [("datauuid", "1"), ("stage", "40001")])
    #expect(sleep.id != stage.id)
  }

  @Test func `names of side files and times of storing are no edit`() throws {
    let cells = [("exercise_type", "1001"), ("duration", "1200000")]
    let first = try samsungRow(
      "com.samsung.health.exercise",
      cells + [
        ("live_data", "live_data.1.blob"), ("create_time", "2019-05-16 22:15:00.000"),
        ("modify_sh_ver", "6000001"),
      ])
    let second = try samsungRow(
      "com.samsung.health.exercise",
      cells + [
        ("live_data", "live_data.940.blob"), ("create_time", "2019-09-26 21:48:00.000"),
        ("modify_sh_ver", "6000002"),
      ])
    #expect(second.id == first.id)
    #expect(second.contentHash == first.contentHash)
    #expect(second.version == first.version)
  }

  @Test func `in a table that is kept as it is they are no edit either`() throws {
    let first = try samsungRow(
      "com.samsung.shealth.badge", [("key", "a"), ("create_time", "2019-05-16 22:15:00.000")])
    let second = try samsungRow(
      "com.samsung.shealth.badge", [("key", "a"), ("create_time", "2019-09-26 22:15:00.000")])
    let third = try samsungRow("com.samsung.shealth.badge", [("key", "b")])
    #expect([second.id, third.id] == [first.id, first.id])
    #expect(second.contentHash == first.contentHash)
    #expect(third.contentHash != first.contentHash)
  }

  @Test func `a writer's own key ties a row that came again under another identifier`() throws {
    let written = [
      ("pkg_name", "com.example.scale"), ("client_data_id", "w-42"), ("weight", "70.5"),
      ("end_time", ""),
    ]
    let first = try samsungRow("com.samsung.health.weight", written + [("datauuid", "1")])
    let again = try samsungRow("com.samsung.health.weight", written + [("datauuid", "2")])
    let plain = try samsungRow(
      "com.samsung.health.weight", [("weight", "70.5"), ("datauuid", "1"), ("end_time", "")])
    #expect(again.id == first.id)
    #expect(plain.id != first.id)
    // An export of an older version lacks the writer's key: the same row under its identifier is a part of this one.
    #expect(first.links == [RecordLink(.absorbs, plain.id)])
  }

  @Test func `rows without an identifier are told apart by what they say of source and time`()
    throws
  {
    let cells = [("height", "166"), ("datauuid", ""), ("end_time", "")]
    let row = try samsungRow("com.samsung.health.height", cells)
    let edited = try samsungRow("com.samsung.health.height", cells + [("height", "167")])
    let later = try samsungRow(
      "com.samsung.health.height", cells + [("start_time", "2026-01-02 10:00:01.000")])
    #expect(edited.id == row.id)
    #expect(later.id != row.id)
  }

  @Test func `the writer is the app and the device is the device`() throws {
    let row = try samsungRow(
      "com.samsung.health.weight",
      [
        ("pkg_name", "nl.appyhapps.healthsync"), ("deviceuuid", "Google Fit"), ("weight", "70"),
        ("end_time", ""),
      ])
    #expect(row.source?.contains(#""name":"nl.appyhapps.healthsync""#) == true)
    #expect(row.source?.contains("Google Fit") == true)
  }

  /// Group of the device's profile, and the kind of device.
  @Test(arguments: [("360001", "phone"), ("360002", "external"), ("360003", "watch")])
  func `a device is what its profile says`(_ group: String, kind: String) throws {
    var draft = SamsungDraft()
    draft.envelope("device.60rRju/E5J.model", "SM-R870")
    draft.envelope("device.60rRju/E5J.group", group)
    draft.add("com.samsung.health.weight", [("weight", "70"), ("end_time", "")])
    let source = try #require(try draft.normalized().onlyRow.source)
    #expect(source.contains(#""model":"SM-R870""#))
    #expect(source.contains(#""kind":"\#(kind)""#))
  }

  // MARK: - Order

  /// Two exports of one person: the later one has edits, a growing total, new rows, and other names of side files.
  private static func exports() -> [[(String, [(String, String)])]] {
    let early: [(String, [(String, String)])] = [
      (trend, day("1767225600000", "-2", count: "100", uuid: "1")),
      (trend, day("1767225600000", "0", count: "100", uuid: "2", device: "P1")),
      (sleep, [("datauuid", "3"), ("end_time", "2026-01-02 16:00:00.000")]),
      ("com.samsung.health.weight", [("datauuid", "4"), ("weight", "70.5"), ("end_time", "")]),
      (
        "com.samsung.shealth.exercise",
        [("datauuid", "5"), ("exercise_type", "1001"), ("live_data", "live_data.1.blob")]
      ),
    ]
    let late: [(String, [(String, String)])] = [
      (
        trend,
        day("1767225600000", "-2", count: "9000", uuid: "1", updated: "2026-01-03 21:00:00.000")
      ),
      (
        trend,
        day(
          "1767225600000", "0", count: "9000", uuid: "9", device: "P2",
          updated: "2026-01-03 22:00:00.000")
      ),
      (
        sleep,
        [
          ("datauuid", "3"), ("end_time", "2026-01-02 17:00:00.000"),
          ("update_time", "2026-01-05 09:00:00.000"),
        ]
      ),
      ("com.samsung.health.weight", [("datauuid", "6"), ("weight", "70.1"), ("end_time", "")]),
      (
        "com.samsung.shealth.exercise",
        [("datauuid", "5"), ("exercise_type", "1001"), ("live_data", "live_data.940.blob")]
      ),
    ]
    return [early, late]
  }

  /// What a store holds of the rows: of each id the greatest version, and of equal ones the same content.
  private static func outcome(
    _ rows: [(String, [(String, String)])], batches: Int
  ) throws -> [RecordID: String] {
    var kept: [RecordID: PlainRow] = [:]
    let size = max(1, (rows.count + batches - 1) / batches)
    for start in stride(from: 0, to: rows.count, by: size) {
      var draft = SamsungDraft()
      for row in rows[start..<min(rows.count, start + size)] { draft.add(row.0, row.1) }
      for row in try draft.normalized().plainRows {
        guard let known = kept[row.id] else {
          kept[row.id] = row
          continue
        }
        let isGreater =
          (row.version.modifiedAt, row.contentHash) > (known.version.modifiedAt, known.contentHash)
        if isGreater { kept[row.id] = row }
      }
    }
    return kept.mapValues { "\($0.type) \($0.start) \($0.end) \($0.number) \($0.contentHash)" }
  }

  @Test(arguments: 0..<40)
  func `two exports give the same records in any order, cut anywhere, any number of times`(
    _ seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed)
    let rows = Self.exports().flatMap { $0 }
    let expected = try Self.outcome(rows, batches: 1)
    var shuffled = rows + rows.filter { _ in Bool.random(using: &generator) }
    shuffled.shuffle(using: &generator)
    let batches = Int.random(in: 1...shuffled.count, using: &generator)
    #expect(try Self.outcome(shuffled, batches: batches) == expected)
    #expect(expected.count == 6)
  }
}
