import HealthRecords
import SupportedData
import Testing

/// Workouts with their totals, statistics, events and activities.
@Suite struct NormalizerWorkoutTests {
  static let type = "HKWorkoutTypeIdentifier"
  static let running = [("workoutActivityType", "HKWorkoutActivityTypeRunning")]
  static let uuid = "5E3F0C1A-0000-4000-8000-00000000ABCD"

  static func workout(
    _ attributes: [(String, String)] = [], metadata: [(String, String)] = [],
    _ edit: (inout NativeDraft.Words) -> Void = { _ in }
  ) -> NativeDraft {
    var draft = NativeDraft()
    draft.add(type, metadata: metadata) {
      $0.kind = .workout
      $0.attributes = running + attributes
      edit(&$0)
    }
    return draft
  }

  static func statistics(
    _ draft: inout NativeDraft, _ type: String, _ attributes: [(String, String)], unit: String,
    parent: Int32 = 0
  ) {
    draft.add(type, unit: unit) {
      $0.kind = .workoutStatistics
      $0.source = nil
      $0.created = nil
      $0.attributes = attributes
      $0.parent = parent
    }
  }

  /// As exports up to version 11 write it: totals are attributes.
  static let totals = workout([
    ("duration", "30.5"), ("durationUnit", "min"), ("totalDistance", "5.2"),
    ("totalDistanceUnit", "km"), ("totalEnergyBurned", "1464.4"), ("totalEnergyBurnedUnit", "kJ"),
  ])

  /// As later exports write it: totals are statistics.
  static var withStatistics: NativeDraft {
    var draft = workout([("duration", "0.5083333333333333"), ("durationUnit", "hr")])
    statistics(
      &draft, "HKQuantityTypeIdentifierDistanceWalkingRunning", [("sum", "5.2")], unit: "km")
    statistics(
      &draft, "HKQuantityTypeIdentifierHeartRate",
      [("average", "140.5"), ("minimum", "90"), ("maximum", "171")], unit: "count/min")
    return draft
  }

  @Test func `totals of older exports are quantities`() throws {
    let row = try Self.totals.normalized().onlyRow
    #expect([row.type, row.nativeType] == ["workout", Self.type])
    #expect(row.kind == .session)
    #expect(
      row.payload
        == #"{"session":{"activity":"running","duration":{"number":1830,"unit":"s"},"#
        + #""totals":{"distance":{"number":5200,"unit":"m"},"#
        + #""active_energy":{"number":350,"unit":"kcal"}}}}"#)
    #expect(row.completeness == 0)
  }

  @Test func `statistics of later exports are parts of the workout`() throws {
    let batch = try Self.withStatistics.normalized()
    let row = try batch.onlyRow
    let span = #""start":1714557600000,"end":1714557660000"#
    #expect(
      row.payload
        == #"{"session":{"activity":"running","duration":{"number":1830,"unit":"s"},"#
        + #""statistics":[{"type":"distance_walking_running",\#(span),"#
        + #""sum":{"number":5200,"unit":"m"}},{"type":"heart_rate",\#(span),"#
        + #""average":{"number":140.5,"unit":"/min"},"minimum":{"number":90,"unit":"/min"},"#
        + #""maximum":{"number":171,"unit":"/min"}}]}}"#)
    #expect(row.completeness == 2)
    #expect(batch.tallies["WorkoutStatistics"]?.read == 2)
    #expect(batch.tallies["WorkoutStatistics"]?.outcomes[.linked] == 2)
    #expect(batch.unaccounted == 0)
  }

  @Test func `the forms of both exports have one id and other content`() throws {
    let old = try Self.totals.normalized().onlyRow
    let new = try Self.withStatistics.normalized().onlyRow
    #expect(old.id == new.id)
    #expect(old.contentHash != new.contentHash)
  }

  @Test func `totals in other display units are equal content`() throws {
    let metric = try Self.totals.normalized().onlyRow
    let imperial = try Self.workout([
      ("duration", "0.508333"), ("durationUnit", "hr"), ("totalDistance", "3.23113"),
      ("totalDistanceUnit", "mi"), ("totalEnergyBurned", "350"), ("totalEnergyBurnedUnit", "Cal"),
    ]).normalized().onlyRow
    #expect(imperial.id == metric.id)
    #expect(imperial.contentHash == metric.contentHash)
  }

  @Test func `events are kept with their codes and metadata`() throws {
    var draft = Self.workout()
    draft.part(
      "WorkoutEvent",
      [
        ("type", "HKWorkoutEventTypeLap"), ("date", "2024-05-01 12:00:30 +0200"),
        ("duration", "1.5"), ("durationUnit", "min"),
      ], metadata: [("HKSwimmingStrokeStyle", "2")])
    draft.part("WorkoutEvent", [("type", "HKWorkoutEventTypeNew"), ("date", "soon")])
    draft.part("FileReference", [("path", "/x.gpx")])
    let row = try draft.normalized().onlyRow
    #expect(
      row.payload
        == #"{"session":{"activity":"running","events":[{"type":"lap","start":1714557630000,"#
        + #""duration":{"number":90,"unit":"s"},"metadata":[["HKSwimmingStrokeStyle","2"]]},"#
        + #"{"type":"HKWorkoutEventTypeNew"}]}}"#)
    #expect(row.completeness == 2)
  }

  /// A workout of one activity type and nothing else.
  static func activityRow(_ name: String) throws -> PlainRow {
    try row(type) {
      $0.kind = .workout
      $0.attributes = [("workoutActivityType", name)]
    }
  }

  @Test(arguments: [
    ("HKWorkoutActivityTypeOther", "other"), ("HKWorkoutActivityTypeYoga", "yoga"),
    ("37", "running"), ("HKWorkoutActivityTypeFromTheFuture", "unknown"), ("", "unknown"),
  ])
  func `an activity type is a code`(_ native: String, code: String) throws {
    #expect(try Self.activityRow(native).payload == #"{"session":{"activity":"\#(code)"}}"#)
  }

  @Test func `unknown activity types that differ are different workouts`() throws {
    let ids = try ["A", "B", ""].map { try Self.activityRow($0).id }
    #expect(Set(ids).count == 3)
  }

  @Test func `numbers that cannot be read or converted are left to the native data`() throws {
    let row = try Self.workout([
      ("duration", "long"), ("totalDistance", "5"), ("totalDistanceUnit", "kcal"),
      ("totalEnergyBurned", "nan"),
    ]).normalized().onlyRow
    #expect(row.payload == #"{"session":{"activity":"running"}}"#)
    #expect(row.native?.contains(#"["duration","long"]"#) == true)
  }

  // MARK: - Activities

  static func activity(
    _ attributes: [(String, String)], start: Int64? = NativeDraft.start
  ) -> NativeDraft {
    var draft = workout()
    draft.add("WorkoutActivity") {
      $0.kind = .workoutActivity
      $0.start = start
      $0.attributes = attributes
      $0.parent = 0
    }
    return draft
  }

  @Test func `an activity is a session of its own with its workout as parent`() throws {
    var draft = Self.workout(metadata: [("HKTimeZone", "Europe/Paris")])
    let activity = draft.add("WorkoutActivity") {
      $0.kind = .workoutActivity
      $0.source = nil
      $0.created = nil
      $0.attributes = [("uuid", Self.uuid), ("duration", "10"), ("durationUnit", "min")]
      $0.parent = 0
    }
    draft.part("WorkoutEvent", [("type", "HKWorkoutEventTypeSegment")])
    Self.statistics(
      &draft, "HKQuantityTypeIdentifierHeartRate", [("average", "120")], unit: "count/min",
      parent: activity)
    let batch = try draft.normalized()
    let workout = try batch.row(ofType: "workout")
    let row = try batch.row(ofType: "workout_activity")
    #expect(batch.rows.count == 2)
    #expect(workout.payload == #"{"session":{"activity":"running"}}"#)
    #expect(
      row.payload
        == #"{"session":{"duration":{"number":600,"unit":"s"},"statistics":[{"type":"#
        + #""heart_rate","start":1714557600000,"end":1714557660000,"#
        + #""average":{"number":120,"unit":"/min"}}],"events":[{"type":"segment"}]}}"#)
    #expect(row.links == [RecordLink(.parent, workout.id)])
    #expect([row.zone, row.source] == ["Europe/Paris", #"{"name":"Watch"}"#])
    #expect(row.version == workout.version)
    #expect(row.completeness == 2)
    #expect(batch.unaccounted == 0)
  }

  @Test(
    arguments: [
      ("Europe/Paris", "Asia/Tokyo", "Asia/Tokyo"), ("Europe/Paris", nil, "Europe/Paris"),
      (nil, "Asia/Tokyo", "Asia/Tokyo"), (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func `an activity's own zone comes before its workout's`(
    _ outer: String?, _ own: String?, _ kept: String?
  ) throws {
    var draft = Self.workout(metadata: outer.map { [("HKTimeZone", $0)] } ?? [])
    draft.add("WorkoutActivity", metadata: own.map { [("HKTimeZone", $0)] } ?? []) {
      $0.kind = .workoutActivity
      $0.attributes = [("uuid", Self.uuid)]
      $0.parent = 0
    }
    #expect(try draft.normalized().row(ofType: "workout_activity").zone == kept)
  }

  @Test func `an activity is known by its uuid alone`() throws {
    let ids = try [
      Self.activity([("uuid", Self.uuid)]),
      Self.activity([("uuid", Self.uuid.lowercased())], start: NativeDraft.start + 5000),
      Self.activity([("uuid", "other")]),
    ].map { try $0.normalized().row(ofType: "workout_activity").id }
    #expect(ids[0] == ids[1])
    #expect(ids[0] != ids[2])
  }

  @Test(
    arguments: [
      ([("uuid", "")], NativeDraft.start, "missing_identifier"),
      ([], NativeDraft.start, "missing_identifier"),
      ([("uuid", "A")], nil, "missing_date"),
    ] as [([(String, String)], Int64?, String)])
  func `an activity that cannot be named or dated is rejected`(
    _ attributes: [(String, String)], start: Int64?, code: String
  ) throws {
    let batch = try Self.activity(attributes, start: start).normalized()
    #expect(try batch.onlyRow.type == "workout")
    #expect(batch.diagnosed == [code: 1])
    #expect(batch.unaccounted == 0)
  }

  @Test func `the statistics of a workout without a date are rejected with it`() throws {
    var draft = Self.withStatistics
    draft.batch.samples[0].start = .absent
    let batch = try draft.normalized()
    #expect(batch.rows.isEmpty)
    #expect(batch.tallies[Self.type]?.outcomes[.rejected] == 1)
    #expect(batch.tallies["WorkoutStatistics"]?.outcomes[.rejected] == 2)
    #expect(batch.diagnosed == ["missing_date": 1, "rejected_parent": 2])
    #expect(batch.unaccounted == 0)
  }

  @Test func `activities and routes of a workout without a date stand on their own`() throws {
    var draft = Self.activity([("uuid", Self.uuid)])
    Self.statistics(
      &draft, "HKQuantityTypeIdentifierHeartRate", [("average", "120")], unit: "count/min",
      parent: 1)
    draft.add("HKWorkoutRouteTypeIdentifier") {
      $0.kind = .workoutRoute
      $0.parent = 0
    }
    let whole = try draft.normalized()
    draft.batch.samples[0].end = .absent
    let batch = try draft.normalized()
    #expect(batch.plainRows.map(\.type) == ["workout_activity", "workout_route"])
    #expect(batch.plainRows.map(\.id) == Array(whole.plainRows.map(\.id).dropFirst()))
    #expect(batch.plainRows.allSatisfy { $0.links.isEmpty })
    #expect(batch.tallies["WorkoutStatistics"]?.outcomes[.linked] == 1)
    #expect(batch.diagnosed == ["missing_date": 1])
    #expect(batch.unaccounted == 0)
  }

  @Test func `the statistics of a rejected activity are rejected with it`() throws {
    var draft = Self.activity([])
    Self.statistics(
      &draft, "HKQuantityTypeIdentifierHeartRate", [("average", "120")], unit: "count/min",
      parent: 1)
    let batch = try draft.normalized()
    #expect(try batch.onlyRow.type == "workout")
    #expect(batch.tallies["WorkoutStatistics"]?.outcomes[.rejected] == 1)
    #expect(batch.diagnosed == ["missing_identifier": 1, "rejected_parent": 1])
    #expect(batch.unaccounted == 0)
  }

  @Test func `a workout ends where the next sample begins`() throws {
    var draft = Self.withStatistics
    draft.add("HKQuantityTypeIdentifierHeartRate", "60", unit: "count/min")
    draft.add(Self.type) {
      $0.kind = .workout
      $0.start = NativeDraft.start + 5000
    }
    let batch = try draft.normalized()
    #expect(batch.plainRows.map(\.type) == ["workout", "heart_rate", "workout"])
    #expect(batch.unaccounted == 0)
  }
}
