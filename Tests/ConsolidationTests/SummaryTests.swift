import HealthRecords
import Testing

@testable import Consolidation

/// Means, latest and greatest values of days, and who is believed.
@Suite struct SummarisedDays {
  private static func pulse(
    _ number: UInt64, _ start: String, _ end: String? = nil, _ value: Double,
    by source: RecordSource = DayKit.watch
  ) throws -> SourceRecord {
    try DayKit.record(number, start, end, .quantity(value), by: source)
  }

  @Test func `a mean weighs an interval by its time and an instant as a second`() throws {
    let days = try DayKit.days(
      "heart_rate",
      [
        Self.pulse(1, "2024-03-10 10:00", "10:00:02", 60),
        Self.pulse(2, "2024-03-10 11:00", nil, 90),
      ])
    #expect(days.map(\.value) == [70])
    #expect(days.map(\.extremes) == [60...90])
  }

  @Test func `the samples of a series count one by one, not the series' span`() throws {
    let times = try ["10:00:00", "10:00:01", "10:05:00"].map {
      try DayKit.instant("2024-03-10 \($0)")
    }
    let series = try DayKit.record(
      1, "2024-03-10 10:00", "10:10",
      .samples(zip(times, [60, 70, 80]).map { TimedValue(time: $0, number: $1) }),
      by: DayKit.fitbit)
    let days = try DayKit.days(
      "heart_rate", [series, Self.pulse(2, "2024-03-10 10:04", nil, 110, by: DayKit.fitbit)])
    #expect(days.map(\.value) == [80])
    #expect(days.map(\.records) == [4])
  }

  @Test func `samples that cannot be of their record are left out`() throws {
    let start = try DayKit.instant("2024-03-10 10:00")
    let series = try DayKit.record(
      1, "2024-03-10 10:00", "10:10",
      .samples([
        TimedValue(time: start - 1, number: 1), TimedValue(time: start, number: 60),
        TimedValue(time: start + 1, number: .nan), TimedValue(time: .max, number: 2),
      ]), by: DayKit.fitbit)
    #expect(try DayKit.days("heart_rate", [series]).map(\.value) == [60])
  }

  @Test func `one winner at one instant, the better device`() throws {
    let strap = DayKit.source(.healthConnect, "com.example.run", model: "Polar H10")
    let days = try DayKit.days(
      "heart_rate",
      [
        Self.pulse(1, "2024-03-10 10:00", nil, 100, by: DayKit.watch),
        Self.pulse(2, "2024-03-10 10:00", nil, 110, by: strap),
        Self.pulse(3, "2024-03-10 10:01", nil, 120, by: DayKit.watch),
      ])
    #expect(days.map(\.value) == [115])
    #expect(days.first?.parts.first == "(1 100 covered com.example.run (Polar H10))")
  }

  @Test func `what repeats an export is left out on the days of the export alone`() throws {
    let days = try DayKit.days(
      "heart_rate",
      [
        Self.pulse(1, "2024-03-10 10:00", nil, 60, by: DayKit.samsung),
        Self.pulse(2, "2024-03-10 10:00:30", nil, 100, by: DayKit.shealth),
        Self.pulse(3, "2024-03-11 10:00", nil, 80, by: DayKit.shealth),
        Self.pulse(4, "2024-03-11 11:00", nil, 90, by: DayKit.fitbit),
      ])
    #expect(days.map(\.value) == [60, 85])
    #expect(days.first?.parts == ["1 60 only_source", "(2 100 mirror)"])
  }

  @Test func `the latest of a day counts, of one instant that of the scale`() throws {
    let days = try DayKit.days(
      "body_mass",
      [
        Self.pulse(1, "2024-03-10 07:00", nil, 70.5, by: DayKit.scale),
        Self.pulse(2, "2024-03-10 21:00", nil, 71.5, by: DayKit.phone),
        Self.pulse(3, "2024-03-10 21:00", nil, 71.25, by: DayKit.scale),
      ])
    #expect(days.map(\.value) == [71.25])
    #expect(
      days.first?.parts.filter { !$0.hasPrefix("(") } == ["3 71.25 better_device iPhone of A"])
  }

  @Test func `the greatest of a day counts`() throws {
    let days = try DayKit.days(
      "uv_exposure",
      [Self.pulse(1, "2024-03-10 07:00", nil, 3), Self.pulse(2, "2024-03-10 12:00", nil, 7)])
    #expect(days.map(\.value) == [7])
    #expect(days.first?.parts == ["(1 3 not_chosen Watch of A)", "2 7 only_source"])
  }

  @Test func `a civil day's value of a mean counts like an instant`() throws {
    let resting = try DayKit.daily(
      1, "2024-03-10", .quantity(52), native: "resting", by: DayKit.fitbit)
    #expect(try DayKit.days("resting_heart_rate", [resting]).map(\.value) == [52])
    #expect(try DayKit.days("heart_rate", [resting]).map(\.value) == [52])
  }

  @Test func `each component has a number of its own`() throws {
    let reading = try DayKit.record(
      1, "2024-03-10 08:00", nil, .components(["systolic": 120, "diastolic": 80]), by: DayKit.fitbit
    )
    #expect(try DayKit.days("blood_pressure.systolic", [reading]).map(\.value) == [120])
    #expect(try DayKit.days("blood_pressure.diastolic", [reading]).map(\.value) == [80])
  }

  @Test func `a type that no number sums up has no metric`() throws {
    for type in ["sleep_stage", "environmental_audio_exposure", "food", "no_such_type"] {
      #expect(Metric.metrics(of: RecordType(rawValue: type), try DayKit.tables) == [])
    }
  }

  @Test(arguments: [
    ("Watch", "Watch"), ("watch", "Watch6,1"), ("watch", "SM-R870"), ("band", "SM-R375"),
    ("phone", "SM-G991B"), ("phone", "iPhone14,5"), ("ring", "Galaxy Ring"),
    ("scale", "Mi Scale 2"),
    ("unknown", "Monitoring"), ("unknown", ""), ("band", "Fitbit Charge 5"),
    ("watch", "Pixel Watch 2"),
    ("phone", "Pixel 8"),
  ])
  func `a device's words tell its class`(expected: String, model: String) throws {
    let source = DayKit.source(.healthConnect, "com.example.app", model: model)
    let rank = try DayKit.order("steps", []).rank(of: source)
    #expect(rank.deviceClass == expected.lowercased())
  }

  @Test func `what a provider calls the kind comes before a model, and a package tells nothing`()
    throws
  {
    var source = DayKit.source(.healthConnect, "com.watch.phone", model: "iPhone")
    source.kind = "WATCH"
    let order = try DayKit.order("steps", [])
    #expect(order.rank(of: source).deviceClass == "watch")
    #expect(
      order.rank(of: DayKit.source(.healthConnect, "com.watch.phone")).deviceClass == "unknown")
    #expect(order.rank(of: DayKit.source(.appleHealth, "Jo's Apple Watch")).deviceClass == "watch")
  }
}
