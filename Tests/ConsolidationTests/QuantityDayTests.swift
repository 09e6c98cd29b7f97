import HealthRecords
import Testing

@testable import Consolidation

/// Sums of days, computed by hand.
@Suite struct SummedDays {
  @Test func `a watch counts where it was worn and the phone for the rest`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 10:00", "10:10", 1000, by: DayKit.watch),
        DayKit.steps(2, "2024-03-10 10:00", "10:20", 1800, by: DayKit.phone),
        DayKit.steps(3, "2024-03-10 12:00", "12:05", 300, by: DayKit.phone),
      ])
    // The phone keeps 10 of its 20 minutes: 900, and its 300.
    #expect(days.map(\.text) == ["2024-03-10 2200 records [iPhone of A 1200, Watch of A 1000]"])
    #expect(
      days.first?.parts == [
        "1 1000 better_device iPhone of A", "(2 900 covered Watch of A)",
        "2 900 only_source", "3 300 only_source",
      ])
    #expect(days.first?.overlap == 600_000)
  }

  @Test func `minutes that two origins mirror count once`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 09:17", "09:18", 7, by: DayKit.fit),
        DayKit.steps(2, "2024-03-10 09:17", "09:18", 7, by: DayKit.fitbit),
      ])
    #expect(days.map(\.text) == ["2024-03-10 7 records [com.fitbit.FitbitMobile 7]"])
    #expect(
      days.first?.parts == [
        "(1 7 covered com.fitbit.FitbitMobile)",
        "2 7 original com.google.android.apps.fitness",
      ])
  }

  @Test func `two devices of one app are two sources that are never added`() throws {
    let watch = DayKit.source(.healthConnect, "com.sec.android.app.shealth", model: "SM-R870")
    let phone = DayKit.source(.healthConnect, "com.sec.android.app.shealth", model: "SM-S921")
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 10:00", "11:00", 900, by: phone),
        DayKit.steps(2, "2024-03-10 10:00", "11:00", 870, by: watch),
      ])
    #expect(
      days.map(\.text)
        == ["2024-03-10 870 records [com.sec.android.app.shealth (SM-R870) 870]"])
  }

  @Test func `the platform's total outranks what its parts come to`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.total(1, "2024-03-10", 6350),
        DayKit.steps(2, "2024-03-10 10:00", "10:01", 100, by: DayKit.samsung),
        DayKit.steps(3, "2024-03-10 10:00", "10:01", 90, by: DayKit.shealth),
      ])
    #expect(
      days.map(\.text) == ["2024-03-10 6350 platform_total [com.sec.android.app.shealth 6350]"])
    #expect(days.first?.rebuilt == 100)
    #expect(
      days.first?.parts == [
        "1 6350 platform_total", "(2 100 outranked com.sec.android.app.shealth)",
        "(3 90 covered com.sec.android.app.shealth)",
      ])
  }

  @Test func `without the platform's total the day is an estimate and says so`() throws {
    let days = try DayKit.days(
      "steps", [DayKit.steps(2, "2024-03-10 10:00", "10:01", 100, by: DayKit.samsung)])
    #expect(days.map(\.text) == ["2024-03-10 ~100 records [com.sec.android.app.shealth 100]"])
    // Apple has no total of steps that could be missing.
    let other = try DayKit.days(
      "steps", [DayKit.steps(2, "2024-03-10 10:00", "10:01", 100, by: DayKit.phone)])
    #expect(other.map(\.isEstimate) == [false])
  }

  @Test(arguments: [[1, 2], [2, 1]])
  func `of two totals of one day the newest edit counts`(_ edits: [Int64]) throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.total(1, "2024-03-10", 4000, edited: edits[0]),
        DayKit.total(2, "2024-03-10", 6350, edited: edits[1]),
      ])
    #expect(days.map(\.value) == [edits[0] < edits[1] ? 6350 : 4000])
  }

  @Test func `of two totals of one edit the greater counts`() throws {
    let days = try DayKit.days(
      "steps", [DayKit.total(1, "2024-03-10", 6350), DayKit.total(2, "2024-03-10", 4000)])
    #expect(days.map(\.value) == [6350])
  }

  @Test func `a total of nothing is none where something was measured`() throws {
    let some = DayKit.steps
    let days = try DayKit.days(
      "steps",
      [
        DayKit.total(1, "2024-03-10", 0), DayKit.total(2, "2024-03-11", 0),
        some(3, "2024-03-10 10:00", "10:01", 40, DayKit.samsung),
      ])
    #expect(
      days.map(\.text) == [
        "2024-03-10 ~40 records [com.sec.android.app.shealth 40]",
        "2024-03-11 0 platform_total [com.sec.android.app.shealth 0]",
      ])
  }

  @Test func `a component of another record is the platform's total`() throws {
    let summary = try DayKit.daily(
      1, "2024-03-10", .components(["active_energy": 512.5, "active_energy_goal": 400]),
      native: "ActivitySummary", by: DayKit.source(.appleHealth, ""))
    let days = try DayKit.days(
      "active_energy",
      [summary, DayKit.steps(2, "2024-03-10 10:00", "10:30", 80, by: DayKit.watch)])
    #expect(days.map(\.text) == ["2024-03-10 512.5 platform_total [unknown 512.5]"])
    #expect(days.first?.rebuilt == 80)
  }

  @Test func `what an app added up of a day is an estimate and never added`() throws {
    let totals = try DayKit.daily(
      1, "2024-03-10", .components(["steps": 7000]), native: "DayTotals", by: DayKit.fitbit)
    let minute = try DayKit.steps(2, "2024-03-10 10:00", "10:01", 90, by: DayKit.fit)
    #expect(
      try DayKit.days("steps", [totals, minute]).map(\.text)
        == ["2024-03-10 ~7000 day_record [com.fitbit.FitbitMobile 7000]"])
    let whole = try DayKit.steps(3, "2024-03-10 00:00", "23:59:59", 6900, by: DayKit.shealth)
    #expect(
      try DayKit.days("steps", [totals, whole]).map(\.text)
        == ["2024-03-10 6900 day_record [com.sec.android.app.shealth 6900]"])
  }

  @Test func `of the platform's totals the first of the table counts`() throws {
    let summary = try DayKit.daily(
      1, "2024-03-10", .components(["steps": 7000]),
      native: "com.samsung.shealth.activity.day_summary", by: DayKit.samsung, edited: 9)
    #expect(try DayKit.days("steps", [summary]).map(\.value) == [7000])
    #expect(
      try DayKit.days("steps", [summary, DayKit.total(2, "2024-03-10", 6350)]).map(\.value) == [
        6350
      ])
  }

  @Test func `without the platform's total the greatest device counts, never their sum`() throws {
    let devices = try [
      DayKit.deviceSteps(1, "2024-03-10", 4000, model: "SM-R870", edited: 9),
      DayKit.deviceSteps(2, "2024-03-10", 5200, model: "SM-S921"),
    ]
    let days = try DayKit.days("steps", devices)
    #expect(
      days.map(\.text)
        == ["2024-03-10 ~5200 day_record [com.sec.android.app.shealth (SM-S921) 5200]"])
    #expect(days.map(\.platformTotal) == [nil])
    #expect(
      days.first?.parts == [
        "2 5200 whole_day", "(1 4000 outranked com.sec.android.app.shealth (SM-S921))",
      ])
    #expect(
      try DayKit.days("steps", devices + [DayKit.total(3, "2024-03-10", 5000)]).map(\.text)
        == ["2024-03-10 5000 platform_total [com.sec.android.app.shealth 5000]"])
    #expect(
      try DayKit.days("steps", devices + [DayKit.total(3, "2024-03-10", 0)]).map(\.value) == [5200])
  }

  @Test(arguments: [(5000, "~5200 day_record"), (5201, "~5201 records")] as [(Double, String)])
  func `of a device's steps and what was measured the larger counts`(
    measured: Double, text: String
  ) throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.deviceSteps(1, "2024-03-10", 5200, model: "SM-S921"),
        DayKit.steps(2, "2024-03-10 10:00", "12:00", measured, by: DayKit.samsung),
      ])
    #expect(days.count == 1)
    #expect(days.first?.text.contains(text) == true)
    #expect(days.first?.rebuilt == measured)
  }

  @Test func `a device's steps of another time than a day count for nothing`() throws {
    var record = try DayKit.steps(1, "2024-03-10 10:00", "12:00", 500, by: DayKit.samsung)
    record.recordType = RecordType(rawValue: "steps_by_device")
    #expect(try DayKit.days("steps", [record]).map(\.value) == [])
  }

  @Test(arguments: ["23:59:59", "23:59:59.999", "2024-03-11 00:00", "2024-03-11 00:00:30"])
  func `a record of the whole day is never divided`(_ end: String) throws {
    let days = try DayKit.days(
      "steps", [DayKit.steps(1, "2024-03-10 00:00", end, 9878, by: DayKit.shealth)])
    #expect(days.map(\.text) == ["2024-03-10 9878 day_record [com.sec.android.app.shealth 9878]"])
    #expect(days.first?.parts == ["1 9878 whole_day"])
  }

  @Test func `a whole day that begins a second early is of the day that follows`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(
          1, "2024-03-30 22:59:59", "2024-03-31 21:59:59", 9000, by: DayKit.shealth)
      ], zone: "Europe/Paris")
    #expect(
      days.map(\.text) == ["2024-03-31 9000 day_record [com.sec.android.app.shealth 9000]"])
  }

  @Test func `a number beyond all others counts for nothing or stays what it is`() throws {
    let values = [Double.nan, .infinity, 1e308, 1e308]
    let records = try values.enumerated().map { index, value in
      try DayKit.steps(
        UInt64(index), "2024-03-10 1\(index):00", "1\(index):01", value, by: DayKit.watch)
    }
    #expect(try DayKit.days("steps", records).map(\.value) == [.infinity])
    let whole = try DayKit.steps(9, "2024-03-10 00:00", "23:59:59", .nan, by: DayKit.watch)
    #expect(try DayKit.days("steps", [whole]).map(\.value) == [])
  }

  @Test func `a day that still grows counts whole and once`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 00:00", "11:47", 4857, by: DayKit.shealth).edited(1),
        DayKit.steps(2, "2024-03-10 00:00", "21:00", 9000, by: DayKit.shealth).edited(2),
        DayKit.steps(3, "2024-03-10 00:00", "23:59:59", 9878, by: DayKit.shealth).edited(3),
      ])
    #expect(days.map(\.value) == [9878])
    let half = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 00:00", "09:00", 3000, by: DayKit.shealth).edited(1),
        DayKit.steps(2, "2024-03-10 00:00", "11:47", 4857, by: DayKit.shealth).edited(2),
      ])
    #expect(half.map(\.value) == [4857])
    #expect(
      half.first?.parts == [
        "(1 3000 covered com.sec.android.app.shealth)",
        "2 4857 newer_record com.sec.android.app.shealth",
      ])
  }

  @Test func `a better device that measured more is believed over a whole-day record`() throws {
    let phone = DayKit.source(.healthConnect, "com.example.steps", model: "Pixel 8")
    func days(_ worn: Double) throws -> [Double?] {
      try DayKit.days(
        "steps",
        [
          DayKit.steps(1, "2024-03-10 00:00", "23:59:59", 500, by: phone),
          DayKit.steps(2, "2024-03-10 08:00", "20:00", worn, by: DayKit.watch),
        ]
      ).map(\.value)
    }
    #expect(try days(12_000) == [12_000])
    #expect(try days(30) == [500])
  }

  @Test func `steps over midnight are divided so that the parts sum to the whole`() throws {
    let days = try DayKit.days(
      "steps", [DayKit.steps(1, "2024-03-10 23:55", "2024-03-11 00:25", 10, by: DayKit.phone)])
    // 5 of 30 minutes are 1.67 of 10 steps: the larger rest is rounded up.
    #expect(days.map(\.value) == [2, 8])
    #expect(days.map(\.divided) == [1, 1])
  }

  @Test func `energy over midnight is divided exactly`() throws {
    let days = try DayKit.days(
      "basal_energy",
      [DayKit.steps(1, "2024-03-10 23:00", "2024-03-11 02:00", 90, by: DayKit.watch)])
    #expect(days.map(\.value) == [30, 60])
  }

  @Test func `a record at another offset is divided at the midnight of its own zone`() throws {
    let record = try DayKit.steps(1, "2024-03-10 14:50", "15:10", 20, by: DayKit.phone)
    #expect(
      try DayKit.days("steps", [record.zoned("+09:00")]).map(\.text).map { $0.prefix(13) } == [
        "2024-03-10 10", "2024-03-11 10",
      ])
    #expect(try DayKit.days("steps", [record]).map(\.value) == [20])
  }

  @Test func `the day is that of the record's own offset`() throws {
    let record = try DayKit.steps(1, "2026-06-01 15:30", "15:40", 800, by: DayKit.phone)
    let days = try DayKit.days("steps", [record.zoned("+09:00")], zone: "Europe/Paris")
    #expect(days.map(\.day.description) == ["2026-06-02"])
    #expect(
      try DayKit.days("steps", [record], zone: "Europe/Paris").map(\.day.description) == [
        "2026-06-01"
      ])
  }

  @Test func `an overlap of a second within a source is a touch`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 10:00", "10:01:01", 60, by: DayKit.watch),
        DayKit.steps(2, "2024-03-10 10:01", "10:02", 50, by: DayKit.watch),
      ])
    #expect(days.map(\.value) == [110])
    #expect(days.map(\.overlap) == [0])
    let more = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 10:00", "10:01:10", 70, by: DayKit.watch).edited(2),
        DayKit.steps(2, "2024-03-10 10:01", "10:02", 60, by: DayKit.watch).edited(1),
      ])
    #expect(more.map(\.value) == [120])
    #expect(more.map(\.overlap) == [10_000])
  }

  @Test func `half-open intervals that touch do not overlap`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 10:00", "10:01", 5, by: DayKit.phone),
        DayKit.steps(2, "2024-03-10 10:01", "10:02", 6, by: DayKit.watch),
      ])
    #expect(days.map(\.value) == [11])
    #expect(days.map(\.overlap) == [0])
  }

  @Test func `an instant counts unless a better record covers it`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-10 10:00", "10:10", 100, by: DayKit.watch),
        DayKit.steps(2, "2024-03-10 10:05", nil, 7, by: DayKit.phone),
        DayKit.steps(3, "2024-03-10 10:06", nil, 8, by: DayKit.watch),
        DayKit.steps(4, "2024-03-10 10:10", nil, 9, by: DayKit.phone),
      ])
    #expect(days.map(\.value) == [109])
  }

  @Test func `each meal is its own, but for what another source repeats`() throws {
    let one = DayKit.source(.healthConnect, "com.example.food")
    let other = DayKit.source(.healthConnect, "com.example.diary")
    let days = try DayKit.days(
      "dietary_energy",
      [
        DayKit.steps(1, "2024-03-10 12:00", nil, 300, by: one),
        DayKit.steps(2, "2024-03-10 12:00", nil, 120, by: one),
        DayKit.steps(3, "2024-03-10 12:00", nil, 300, by: other),
        DayKit.steps(4, "2024-03-10 12:00", "12:30", 200, by: other),
      ])
    #expect(days.map(\.value) == [620])
  }

  @Test func `doubtful records are left out and counted`() throws {
    let good = try DayKit.steps(1, "2024-03-10 10:00", "10:01", 5, by: DayKit.watch)
    let days = try DayKit.days(
      "steps",
      [
        good,
        DayKit.steps(2, "2024-03-10 11:00", "11:01", 5, by: DayKit.watch).doubted(.implausible),
        DayKit.steps(3, "2024-03-10 11:00", "11:01", 5, by: DayKit.watch).doubted([
          .future, .assumedUnit,
        ]),
        DayKit.steps(4, "2024-03-10 12:00", "11:00", 5, by: DayKit.watch),
        DayKit.steps(5, "2024-03-10 12:00", "2024-04-10 11:00", 5, by: DayKit.watch),
        DayKit.steps(6, "2024-03-10 13:00", "13:01", 6, by: DayKit.watch).doubted(.assumedUnit),
      ])
    #expect(days.map(\.value) == [11])
    #expect(
      days.first?.leftOut == [
        "implausible": 1, "future": 1, "end_before_start": 1, "too_long": 1,
      ])
  }

  @Test func `no time is too far for the arithmetic`() throws {
    let watch = DayKit.watch
    let times: [(Int64, Int64)] = [
      (.min, .max), (.min, .min), (.max, .max), (0, .max), (1 << 51, 1 << 51), (-1 << 51, 0),
    ]
    let records = times.enumerated().map { index, times in
      SourceRecord(
        id: RecordID(high: 1, low: UInt64(index)), times, source: watch, value: .quantity(1))
    }
    var civil = records
    for index in civil.indices { civil[index].isCivilDate = true }
    for type in ["steps", "heart_rate", "body_mass"] {
      let days = try DayKit.days(type, records + civil)
      #expect(days.reduce(0) { $0 + ($1.leftOut["impossible_time"] ?? 0) } >= 8)
    }
    #expect(try !DayKit.sleep(records).isEmpty)
    #expect(try !DayKit.workouts(records).isEmpty)
  }

  @Test func `the longest gap between two records of a day is told`() throws {
    let days = try DayKit.days(
      "steps",
      [
        DayKit.steps(1, "2024-03-09 10:00", "10:10", 1, by: DayKit.watch),
        DayKit.steps(2, "2024-03-10 10:00", "10:10", 1, by: DayKit.watch),
        DayKit.steps(3, "2024-03-10 10:05", "10:20", 1, by: DayKit.phone),
        DayKit.steps(4, "2024-03-10 11:20", "11:21", 1, by: DayKit.phone),
        DayKit.steps(5, "2024-03-10 11:30", "11:31", 1, by: DayKit.watch),
      ])
    #expect(days.map(\.longestGap) == [0, 3_600_000])
    #expect(days.map(\.allSources) == [1, 2])
  }
}
