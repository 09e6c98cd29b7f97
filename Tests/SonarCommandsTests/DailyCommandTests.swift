import Foundation
import HealthRecords
import Testing

@testable import SonarCommands

/// `sonar daily`: what people and programs get.
@Suite struct DailyCommands {
  /// One day as a program reads it.
  struct Day: Decodable, Equatable {
    struct Part: Decodable, Equatable {
      var source: String
      var value: Double?
      var counts: Bool
      var reason: String
    }
    struct Source: Decodable, Equatable {
      var name: String
      var deviceClass: String
      var value: Double?
      var records: Int
    }
    var date: String
    var type: String
    var value: Double?
    var unit: String
    var basis: String
    var estimate: Bool
    var rebuilt: Double?
    var platformTotal: Double?
    var sources: [Source]
    var leftOut: [String: Int]
    var explanation: [Part]?

    var text: String { "\(date) \(type) \(value.map { "\($0)" } ?? "-") \(basis)" }
  }

  struct Document: Decodable {
    var days: [Day]
  }

  static func days(_ place: Workplace, _ words: String...) throws -> [Day] {
    let run = try place.sonar(["daily", place.path("store.db"), "--json"] + words)
    try #require(run.code == .success, "\(run.errors)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Document.self, from: Data(run.output.utf8)).days
  }

  private static func filled() throws -> Workplace {
    let place = try Workplace()
    try DailyStore.write(DailyStore.mixture, to: place.path("store.db"))
    return place
  }

  @Test func `days of all kinds are computed from a store`() throws {
    let days = try Self.days(try Self.filled())
    #expect(
      days.map(\.text) == [
        "2024-03-10 blood_pressure.systolic 120.0 records",
        "2024-03-10 blood_pressure.diastolic 80.0 records",
        "2024-03-10 heart_rate 70.25 records", "2024-03-10 sleep 480.0 records",
        "2024-03-10 sleep.in_bed 480.0 records", "2024-03-10 sleep.awake 0.0 records",
        "2024-03-10 sleep.light 300.0 records", "2024-03-10 sleep.deep 0.0 records",
        "2024-03-10 sleep.rem 180.0 records", "2024-03-10 sleep.naps 30.0 records",
        "2024-03-10 steps 2500.0 platform_total", "2024-03-11 steps 10.0 records",
        "2024-03-10 workout 1.0 records", "2024-03-10 workout.duration 58.0 records",
      ])
  }

  @Test func `the keys of JSON are these`() throws {
    let place = try Self.filled()
    let run = try place.sonar(
      "daily", place.path("store.db"), "--type", "steps", "--json", "--from", "2024-03-11")
    #expect(
      run.output == """
        {"days":[{"date":"2024-03-11","type":"steps","value":10,"unit":"{steps}","basis":"records",\
        "estimate":false,"minimum":null,"maximum":null,"platform_total":null,"rebuilt":10,\
        "sources":[{"name":"app.run (SM-S921)","device_class":"phone","value":10,"records":1}],\
        "all_sources":1,"records":0,"assumed_zone":0,"divided":1,"overlap_ms":0,"longest_gap_ms":0,\
        "left_out":{}}]}

        """)
  }

  @Test func `people get a table and the course of each type`() throws {
    let place = try Self.filled()
    let run = try place.sonar(
      "daily", place.path("store.db"), "--type", "steps,heart_rate", "--type", "workout")
    #expect(
      run.output == """
        DAY         TYPE              VALUE  UNIT      SOURCES
        2024-03-10  steps             2,500  steps     com.sec.android.app.shealth (own total)
        2024-03-11  steps                10  steps     app.run (SM-S921)
        2024-03-10  heart_rate        70.25  /min      com.fitbit.FitbitMobile
        2024-03-10  workout               1  workouts  app.run (SM-R870)
        2024-03-10  workout.duration     58  min       app.run (SM-R870)

        steps             █▁  10 to 2,500
        heart_rate        ▅  70.25 to 70.25
        workout           ▅  1 to 1
        workout.duration  ▅  58 to 58

        """)
  }

  @Test func `an explanation names the winner of every interval`() throws {
    let place = try Self.filled()
    let run = try place.sonar(
      "daily", place.path("store.db"), "--type", "workout,steps", "--explain", "--to", "2024-03-10")
    #expect(
      run.output == """
        2024-03-10  workout  1 workouts
          - 2024-03-10T17:00:00Z to 2024-03-10T18:00:00Z  1 workouts  app.run (SM-S921): \
        a better record covers it (app.run (SM-R870))
          + 2024-03-10T17:02:00Z to 2024-03-10T18:00:00Z  1 workouts  app.run (SM-R870): an event of its own
        2024-03-10  workout.duration  58 min
        2024-03-10  steps  2,500 steps
          + the whole day  2,500 steps  com.sec.android.app.shealth: the platform's own total
          - 2024-03-10T10:00:00Z to 2024-03-10T10:10:00Z  1,000 steps  app.run (SM-R870): \
        the day rests on a total (com.sec.android.app.shealth)
          - 2024-03-10T10:00:00Z to 2024-03-10T10:20:00Z  900 steps  app.run (SM-S921): \
        a better record covers it (app.run (SM-R870))
          - 2024-03-10T10:10:00Z to 2024-03-10T10:20:00Z  900 steps  app.run (SM-S921): \
        the day rests on a total (com.sec.android.app.shealth)
          - 2024-03-10T23:55:00Z to 2024-03-11T00:00:00Z  2 steps  app.run (SM-S921): \
        the day rests on a total (com.sec.android.app.shealth)

        """)
    let days = try Self.days(place, "--type", "steps", "--explain")
    for day in days {
      let sum = day.explanation?.reduce(0) { $0 + ($1.counts ? $1.value ?? 0 : 0) }
      #expect(sum == day.value)
    }
    #expect(days.first?.rebuilt == 1902)
    #expect(days.first?.leftOut == ["implausible": 1])
  }

  @Test func `the course of a type takes any numbers and any width`() throws {
    var line = Sparkline()
    #expect(line.text(width: 10) == "")
    for (day, value) in [(1, 0.0), (2, 7), (4, 3.5), (5, .infinity)] as [(Int64, Double)] {
      line.append(value, on: CivilDay(daysSince1970: day))
    }
    #expect(line.text(width: 10) == "▁█·▅  0 to 7")
    #expect(line.text(width: 1) == "▅  3.5 to 3.5")
    #expect(line.text(width: 0) == "▅  3.5 to 3.5")
    line.append(1e308, on: CivilDay(daysSince1970: 6))
    line.append(-1e308, on: CivilDay(daysSince1970: 7))
    #expect(line.text(width: 2).hasPrefix("█▁"))
  }

  @Test(
    arguments: [
      (0, "0"), (-0.004, "0"), (1234.5, "1,234.5"), (-1234.567, "-1,234.57"), (0.05, "0.05"),
      (1e20, "1e+20"), (.infinity, "inf"),
    ] as [(Double, String)])
  func `numbers for people have two places at most`(number: Double, text: String) {
    #expect(DailyText.number(number) == text)
  }

  @Test func `steps by device stand in for a total and workouts last their active time`() throws {
    let place = try Workplace()
    func device(_ model: String, _ steps: Double) -> DailyStore.Row {
      DailyStore.Row(day: {
        ($0.provider, $0.native) = (.samsungHealth, "com.samsung.shealth.step_daily_trend")
        ($0.type, $0.number) = ("steps_by_device", steps)
        $0.source = "{\"name\":\"shealth\",\"device\":{\"model\":\"\(model)\"}}"
      })
    }
    func workout(_ minutes: Range<Int64>, _ session: String) -> DailyStore.Row {
      DailyStore.Row(minutes: minutes) {
        ($0.native, $0.type, $0.unit, $0.kind) = ("ExerciseSession", "workout", "", .session)
        $0.payload = "{\"session\":{\(session)}}"
      }
    }
    let quantity = "\"duration\":{\"number\":1200,\"unit\":\"s\"}"
    try DailyStore.write(
      [
        device("SM-R870", 4000), device("SM-S921", 5200), workout(0..<30, quantity),
        workout(60..<90, "\"totals\":{\(quantity)}"), workout(120..<150, ""),
      ], to: place.path("store.db"))
    #expect(
      try Self.days(place).map { "\($0.type) \($0.estimate ? "~" : "")\($0.value ?? -1)" } == [
        "steps ~5200.0", "workout 3.0", "workout.duration 70.0",
      ])
  }

  @Test func `estimates are marked and explained`() throws {
    let place = try Workplace()
    let row = DailyStore.Row(minutes: 600..<601) {
      ($0.provider, $0.source, $0.number) = (.samsungHealth, DailyStore.samsung, 50)
    }
    try DailyStore.write([row], to: place.path("store.db"))
    let run = try place.sonar("daily", place.path("store.db"), "--type", "steps")
    #expect(
      run.output.contains(
        "2024-03-10  steps    ~50  steps  com.sec.android.app.shealth\n~ an estimate"))
    #expect(try Self.days(place).map(\.estimate) == [true])
  }

  @Test func `a range without records says so and is no failure`() throws {
    let place = try Self.filled()
    let run = try place.sonar(
      "daily", place.path("store.db"), "--type", "steps,sleep", "--to", "2001-01-01")
    #expect(run.code == .success)
    #expect(run.output == "No records of steps, sleep in these days.\n")
    #expect(try Self.days(place, "--from", "2030-01-01").isEmpty)
    let empty = try Workplace()
    try DailyStore.write([], to: empty.path("store.db"))
    let none = try empty.sonar("daily", empty.path("store.db"))
    #expect(none.output == "The store has no records that days are summed up in.\n")
  }

  @Test(arguments: [
    (["--type", "stepps"], "Did you mean 'steps'?"),
    (["--type", "sleeep"], "Did you mean 'sleep'?"),
    (["--type", "food"], "no number sums up a day of 'food'"),
    (["--type", ","], "--type names no type"),
    (["--from", "yesterday"], "--from: 'yesterday' is no day"),
    (["--from", "2024-02-30"], "--from: '2024-02-30' is no day"),
    (["--from", "2024-02-02", "--to", "2024-02-01"], "--from must not be after --to"),
    (["--timezone", "Mars"], "--timezone: 'Mars'"),
  ])
  func `a mistake on the command line is named`(words: [String], message: String) throws {
    let place = try Self.filled()
    for command in ["daily", "check"] {
      let run = try place.sonar([command, place.path("store.db")] + words)
      #expect(run.code == .usage)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func `the other names of sleep mean sleep`() throws {
    let place = try Self.filled()
    let days = try Self.days(place, "--type", "sleep")
    #expect(days.count == 7)
    #expect(try Self.days(place, "--type", "sleep_session,sleep_stage") == days)
  }

  @Test func `the zone is the record's, else that of the command line`() throws {
    let place = try Workplace()
    let rows = [
      DailyStore.Row(minutes: 1380..<1381) { ($0.zone, $0.number) = (nil, 1) },
      DailyStore.Row(minutes: 1382..<1383) { ($0.zone, $0.number) = ("-05:00", 2) },
    ]
    try DailyStore.write(rows, to: place.path("store.db"))
    #expect(
      try Self.days(place, "--timezone", "Asia/Tokyo").map(\.text) == [
        "2024-03-10 steps 2.0 records", "2024-03-11 steps 1.0 records",
      ])
    let check = try place.sonar("check", place.path("store.db"), "--type", "steps")
    #expect(check.output.contains("50 %"))
  }

  @Test func `a value of another form is counted and told`() throws {
    let place = try Workplace()
    let broken = ["{\"series\":{\"start_deltas_ms\":\"x\"}}", "{", "{\"series\":{}}"]
    let rows = broken.enumerated().map { index, payload in
      DailyStore.Row(minutes: Int64(index)..<Int64(index + 1)) {
        ($0.type, $0.unit, $0.kind, $0.payload) = ("heart_rate", "/min", .series, payload)
      }
    }
    try DailyStore.write(rows, to: place.path("store.db"))
    let run = try place.sonar("daily", place.path("store.db"))
    #expect(run.code == .success)
    #expect(run.errors.contains("3 values could not be read"))
  }

  @Test func `an Apple day rests on the rings of the phone`() throws {
    let place = try Workplace()
    let times =
      "creationDate=\"2024-02-06 08:00:00 +0100\" startDate=\"2024-02-06 07:00:00 +0100\" endDate=\"2024-02-06 07:30:00 +0100\""
    let export = HandmadeExport(elements: [
      """
      <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Watch" unit="kcal"\
       \(times) value="120"/>
      """,
      """
      <ActivitySummary dateComponents="2024-02-06" activeEnergyBurned="500"\
       activeEnergyBurnedGoal="400" activeEnergyBurnedUnit="kcal" appleExerciseTime="30"\
       appleExerciseTimeGoal="30" appleStandHours="10" appleStandHoursGoal="12"/>
      """,
    ])
    _ = try place.imported(try place.file("a.xml", export.xml))
    let days = try Self.days(place, "--type", "active_energy,exercise_time")
    #expect(
      days.map(\.text) == [
        "2024-02-06 active_energy 500.0 platform_total",
        "2024-02-06 exercise_time 30.0 platform_total",
      ])
    let check = try place.sonar(
      "check", place.path("store.db"), "--type", "active_energy", "--json")
    #expect(check.output.contains("\"platform_total\":500,\"difference\":-380"))
  }
}
