import HealthRecords
import Testing

@testable import Consolidation

/// Nights and naps, computed by hand.
@Suite struct SleepNights {
  /// A single stage, as Apple writes them.
  private static func stage(
    _ number: UInt64, _ start: String, _ end: String, _ code: String,
    by source: RecordSource = DayKit.watch
  ) throws -> SourceRecord {
    try DayKit.record(number, start, end, .code(code), by: source)
  }

  /// A session; stages as minutes from its start and a code.
  private static func session(
    _ number: UInt64, _ start: String, _ end: String,
    _ stages: [(from: Int, to: Int, code: String)],
    by source: RecordSource = DayKit.fitbit
  ) throws -> SourceRecord {
    var record = try DayKit.record(number, start, end, .none, by: source)
    if !stages.isEmpty {
      record.value = .stages(
        stages.map {
          TimedCode(
            start: record.start + Int64($0.from) * 60_000,
            end: record.start + Int64($0.to) * 60_000, code: $0.code)
        })
    }
    return record
  }

  /// The metrics of all days as `day metric minutes`.
  private static func minutes(_ days: [DayResult]) -> [String] {
    days.map {
      "\($0.day) \($0.metric) \($0.isEstimate ? "~" : "")\($0.value.map(DayResult.text) ?? "-")"
    }
  }

  @Test func `the stages of a watch make a night and the phone tells the time in bed`() throws {
    let days = try DayKit.sleep([
      Self.stage(1, "2024-03-09 22:30", "2024-03-10 06:30", "in_bed", by: DayKit.phone),
      Self.stage(2, "2024-03-09 23:00", "2024-03-10 01:00", "asleep_light"),
      Self.stage(3, "2024-03-10 01:00", "02:00", "asleep_deep"),
      Self.stage(4, "2024-03-10 02:00", "02:10", "awake"),
      Self.stage(5, "2024-03-10 02:10", "05:40", "asleep_rem"),
      Self.stage(6, "2024-03-10 05:40", "06:10", "asleep_unspecified"),
    ])
    #expect(
      Self.minutes(days) == [
        "2024-03-10 sleep 420", "2024-03-10 sleep.in_bed 480", "2024-03-10 sleep.awake 10",
        "2024-03-10 sleep.light 120", "2024-03-10 sleep.deep 60", "2024-03-10 sleep.rem 210",
      ])
    #expect(days.first?.sources.map(\.label) == ["Watch of A"])
    #expect(days.first?.allSources == 2)
  }

  @Test func `stages and the session around them count once`() throws {
    let whole = [
      (from: 0, to: 240, code: "asleep_light"), (from: 240, to: 480, code: "asleep_rem"),
    ]
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-09 23:00", "2024-03-10 07:00", whole, by: DayKit.samsung),
      Self.session(2, "2024-03-09 23:00", "2024-03-10 07:00", [], by: DayKit.samsung),
      Self.stage(3, "2024-03-09 23:00", "2024-03-10 03:00", "asleep_light", by: DayKit.samsung),
    ])
    #expect(days.first?.value == 480)
    #expect(
      days.first?.parts == [
        "(3 240 nested com.sec.android.app.shealth)", "1 480 only_source",
        "(2 - nested com.sec.android.app.shealth)",
      ])
  }

  @Test(arguments: [1, 2, 3, 4, 8])
  func `a session around single stages is time in bed, however much of it they cover`(
    _ count: Int
  ) throws {
    let stages = try (0..<count).map {
      try Self.stage(
        UInt64($0 + 2), "2024-03-10 0\($0):00", "0\($0 + 1):00", "asleep_light",
        by: DayKit.samsung)
    }
    let night = try Self.session(1, "2024-03-10 00:00", "08:00", [], by: DayKit.samsung)
    let days = try DayKit.sleep(stages + [night])
    #expect(days.first?.value == Double(count * 60))
    #expect(days.first { $0.metric == "sleep.in_bed" }?.value == 480)
    #expect(!days.contains { $0.metric == "sleep.naps" })
  }

  @Test func `a session that goes on behind its stages tells when the person woke`() throws {
    let night = try Self.session(1, "2024-03-09 20:30", "2024-03-10 01:00", [], by: DayKit.samsung)
    let days = try DayKit.sleep([
      night, Self.session(3, "2024-03-10 00:10", "01:00", [(0, 50, "asleep_unspecified")]),
      Self.stage(2, "2024-03-09 21:00", "23:30", "asleep_deep", by: DayKit.samsung),
    ])
    #expect(
      Self.minutes(days).prefix(2) == ["2024-03-10 sleep 150", "2024-03-10 sleep.in_bed 270"])
    #expect(days.count == 6)
  }

  @Test func `an earlier state of a session with stages adds no time in bed`() throws {
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-09 22:00", "2024-03-10 06:00", []),
      Self.session(2, "2024-03-09 23:00", "2024-03-10 07:00", [(0, 480, "asleep_light")]),
    ])
    #expect(
      Self.minutes(days).prefix(2) == ["2024-03-10 sleep 480", "2024-03-10 sleep.in_bed 480"])
  }

  @Test func `a split night is one night`() throws {
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-09 23:18", "2024-03-10 04:25", [(0, 307, "asleep_light")]),
      Self.session(2, "2024-03-10 05:20", "09:51", [(0, 271, "asleep_light")]),
    ])
    #expect(days.first?.value == 578)
    #expect(days.first?.records == 2)
    #expect(!days.contains { $0.metric == "sleep.naps" })
  }

  @Test func `naps stand apart on the day of their end`() throws {
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-09 23:00", "2024-03-10 06:00", [(0, 420, "asleep_deep")]),
      Self.session(2, "2024-03-10 14:00", "14:30", [(0, 30, "asleep_light")]),
      Self.session(3, "2024-03-10 18:00", "18:20", []),
      Self.session(4, "2024-03-10 23:30", "2024-03-11 06:00", [(0, 390, "asleep_deep")]),
    ])
    #expect(
      Self.minutes(days).filter { !$0.contains("sleep.i") && !$0.contains("sleep.a") } == [
        "2024-03-10 sleep 420", "2024-03-10 sleep.light 0", "2024-03-10 sleep.deep 420",
        "2024-03-10 sleep.rem 0", "2024-03-10 sleep.naps ~30", "2024-03-11 sleep 390",
        "2024-03-11 sleep.light 0", "2024-03-11 sleep.deep 390", "2024-03-11 sleep.rem 0",
      ])
  }

  @Test func `sessions that grew count once`() throws {
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-09 23:00", "2024-03-10 00:05", [(0, 65, "asleep_light")]),
      Self.session(2, "2024-03-09 23:00", "2024-03-10 01:18", [(0, 138, "asleep_light")]),
      Self.session(3, "2024-03-09 23:00", "2024-03-10 06:00", [(0, 420, "asleep_light")]),
    ])
    #expect(days.first?.value == 420)
    #expect(days.first?.parts.filter { $0.hasPrefix("(") }.count == 2)
  }

  @Test func `a session inside another one counts once`() throws {
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-10 00:00", "05:43", [(0, 343, "asleep_light")]),
      Self.session(2, "2024-03-10 02:00", "02:42", [(0, 42, "asleep_light")]),
    ])
    #expect(days.first?.value == 343)
  }

  @Test func `a night that was analysed again under another start counts once`() throws {
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-09 23:10", "2024-03-10 07:00", [(0, 470, "asleep_light")]).edited(1),
      Self.session(2, "2024-03-09 22:55", "2024-03-10 07:02", [(0, 487, "asleep_light")]).edited(2),
    ])
    #expect(days.first?.value == 487)
  }

  @Test func `sessions of one stage each form a night`() throws {
    let days = try DayKit.sleep([
      Self.session(1, "2024-03-09 23:55", "2024-03-10 00:10", [(0, 15, "asleep_light")]),
      Self.session(2, "2024-03-10 00:10", "00:40", [(0, 30, "asleep_deep")]),
      Self.session(3, "2024-03-10 00:40", "01:00", [(0, 20, "asleep_rem")]),
    ])
    #expect(
      Self.minutes(days) == [
        "2024-03-10 sleep 65", "2024-03-10 sleep.in_bed 65", "2024-03-10 sleep.awake 0",
        "2024-03-10 sleep.light 15", "2024-03-10 sleep.deep 30", "2024-03-10 sleep.rem 20",
      ])
  }

  @Test func `stages that overlap by a second are cut and not refused`() throws {
    var night = try Self.session(1, "2024-03-10 05:00", "06:00", [])
    let start = night.start
    night.value = .stages([
      TimedCode(start: start + 1_140_000, end: start + 3_600_000, code: "asleep_deep"),
      TimedCode(start: start, end: start + 1_140_001, code: "asleep_light"),
    ])
    let days = try DayKit.sleep([night])
    #expect(days.first?.value == 60)
    #expect(days.first { $0.metric == "sleep.light" }?.value == 19)
  }

  @Test func `two origins of one night: the one with stages counts, never both`() throws {
    let days = try DayKit.sleep([
      Self.session(
        1, "2024-03-09 23:00", "2024-03-10 07:00", [(0, 480, "asleep_unspecified")],
        by: DayKit.watch),
      Self.session(
        2, "2024-03-09 23:04", "2024-03-10 07:30", [(0, 300, "asleep_light"), (300, 400, "awake")]),
    ])
    #expect(days.first?.value == 300)
    #expect(
      days.first?.parts == [
        "(1 480 covered com.fitbit.FitbitMobile)", "2 300 has_stages Watch of A",
      ])
  }

  @Test func `of two origins with stages the better device counts, then the newest edit`() throws {
    let stages = [(from: 0, to: 400, code: "asleep_light")]
    func value(_ one: RecordSource, _ edit: Int64, _ other: RecordSource, _ otherEdit: Int64) throws
      -> [String]
    {
      try DayKit.sleep([
        Self.session(1, "2024-03-09 23:00", "2024-03-10 07:00", stages, by: one).edited(edit),
        Self.session(2, "2024-03-09 23:04", "2024-03-10 07:30", stages, by: other).edited(
          otherEdit),
      ])[0].sources.map(\.label)
    }
    #expect(try value(DayKit.phone, 9, DayKit.watch, 1) == ["Watch of A"])
    #expect(try value(DayKit.fit, 9, DayKit.fitbit, 1) == ["com.google.android.apps.fitness"])
    #expect(try value(DayKit.fit, 1, DayKit.fitbit, 9) == ["com.fitbit.FitbitMobile"])
  }

  @Test func `a session without stages leaves the time asleep unknown`() throws {
    let days = try DayKit.sleep([Self.session(1, "2024-03-09 23:00", "2024-03-10 07:00", [])])
    #expect(Self.minutes(days) == ["2024-03-10 sleep -", "2024-03-10 sleep.in_bed 480"])
  }

  @Test func `time in bed alone is no sleep`() throws {
    let days = try DayKit.sleep([
      Self.stage(1, "2024-03-09 23:00", "2024-03-10 07:00", "in_bed", by: DayKit.phone)
    ])
    #expect(Self.minutes(days) == ["2024-03-10 sleep -", "2024-03-10 sleep.in_bed 480"])
  }

  @Test func `a night of many copies is one night and no day has more than its hours`() throws {
    let copies = try (0..<14).map {
      try Self.session(
        UInt64($0), "2024-03-09 23:\(10 + $0)", "2024-03-10 03:00", [(0, 200, "asleep_light")]
      ).edited(Int64($0))
    }
    let days = try DayKit.sleep(copies)
    #expect(days.first?.value == 200)
    #expect(!days.contains { $0.metric == "sleep.naps" })
    let long = try DayKit.sleep([
      Self.session(1, "2024-03-09 00:00", "2024-03-10 03:00", [(0, 1600, "asleep_light")])
    ])
    #expect(long.map(\.leftOut) == [["too_long": 1]])
  }

  @Test func `a night belongs to the day of waking where the person woke`() throws {
    // Asleep over the Pacific: it began on 2 June in Tokyo and ended on 1 June in Los Angeles.
    let flight = try Self.session(1, "2024-06-01 16:00", "23:00", [(0, 400, "asleep_light")])
    #expect(try DayKit.sleep([flight.zoned("+09:00 -07:00")]).first?.day.day == 1)
    #expect(try DayKit.sleep([flight.zoned("+09:00")]).first?.day.day == 2)
    // The night in which the clock of Paris was moved forward.
    let spring = try Self.session(
      1, "2024-03-30 22:00", "2024-03-31 05:00", [(0, 420, "asleep_deep")])
    let days = try DayKit.sleep([spring], zone: "Europe/Paris")
    #expect(days.first.map { "\($0.day) \($0.value ?? 0)" } == "2024-03-31 420.0")
  }

  @Test func `all stages of a night are of the day of waking`() throws {
    let days = try DayKit.sleep([
      Self.stage(1, "2024-03-09 22:00", "23:00", "asleep_light"),
      Self.stage(2, "2024-03-09 23:00", "23:30", "asleep_deep"),
      Self.stage(3, "2024-03-09 23:30", "2024-03-10 04:00", "asleep_rem"),
    ])
    #expect(days.allSatisfy { $0.day.day == 10 })
    #expect(days.first.map { [$0.records, $0.allSources] } == [3, 1])
  }

  @Test func `time up is no time in bed`() throws {
    let days = try DayKit.sleep([
      Self.session(
        1, "2024-03-10 00:00", "04:00",
        [(0, 100, "asleep_light"), (100, 120, "out_of_bed"), (120, 240, "asleep_light")])
    ])
    #expect(
      Self.minutes(days).prefix(2) == ["2024-03-10 sleep 220", "2024-03-10 sleep.in_bed 220"])
  }

  @Test func `a record of an unknown code or of a doubtful time is no sleep`() throws {
    let days = try DayKit.sleep([
      Self.stage(1, "2024-03-10 00:00", "04:00", "dreaming"),
      Self.stage(2, "2024-03-10 00:00", "04:00", "asleep_deep").doubted(.future),
    ])
    #expect(days.map(\.leftOut) == [["future": 1]])
    #expect(days.map(\.value) == [nil])
  }
}

/// Workouts that two devices recorded.
@Suite struct WorkoutTwins {
  private static func workout(
    _ number: UInt64, _ start: String, _ end: String, by source: RecordSource
  ) throws -> SourceRecord {
    try DayKit.record(number, start, end, .none, by: source)
  }

  @Test func `workouts that overlap by four fifths show once`() throws {
    let days = try DayKit.workouts([
      Self.workout(1, "2024-03-10 10:00", "11:00", by: DayKit.phone),
      Self.workout(2, "2024-03-10 10:06", "10:54", by: DayKit.watch),
    ])
    #expect(
      days.map { "\($0.metric) \($0.value ?? -1)" } == ["workout 1.0", "workout.duration 48.0"])
    #expect(days.first?.parts == ["(1 1 covered Watch of A)", "2 1 own_event"])
  }

  @Test(
    arguments: [
      (nil, 60), (2_700_000, 45), (3_600_000, 60), (3_600_500, 60), (0, 60), (-1, 60), (.max, 60),
    ] as [(Int64?, Double)])
  func `a workout lasts as long as it says that it was active`(
    active: Int64?, minutes: Double
  ) throws {
    var workout = try Self.workout(1, "2024-03-10 10:00", "11:00", by: DayKit.samsung)
    workout.activeTime = active
    let twin = try Self.workout(2, "2024-03-10 10:00", "11:00", by: DayKit.shealth)
    #expect(try DayKit.workouts([workout, twin]).map(\.value) == [1, minutes])
  }

  @Test func `workouts that overlap less are two`() throws {
    let days = try DayKit.workouts([
      Self.workout(1, "2024-03-10 10:00", "11:00", by: DayKit.phone),
      Self.workout(2, "2024-03-10 10:13", "11:00", by: DayKit.watch),
      Self.workout(3, "2024-03-10 11:00", "11:05", by: DayKit.watch),
      Self.workout(4, "2024-03-10 23:50", "2024-03-11 00:10", by: DayKit.watch).doubted(
        .implausible),
    ])
    #expect(days.map(\.value) == [3, 112])
    #expect(days.first?.leftOut == ["implausible": 1])
  }
}
