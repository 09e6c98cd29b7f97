package import HealthRecords

/// How records of several sources are read together: the rules of consolidation.json.
package struct ConsolidationTable: Sendable, Hashable {
  /// The file's name.
  package static let fileName = "consolidation.json"

  /// The version of the table, from 1.
  package let version: Int
  /// The classes of devices, the one that is believed first in front.
  package let deviceOrder: [String]
  /// How a device's class is told; the first that fits counts.
  package let deviceClasses: [DeviceClassRule]
  /// Sources that repeat others.
  package let mirrors: [MirrorRule]
  /// The platforms' own totals of days; the first that a day has counts.
  package let dayTotals: [DayTotalRule]
  /// What differs for single record types.
  package let metrics: [MetricRule]
  /// Beginnings of the names of record types whose records are events.
  package let eventPrefixes: [String]
  /// Lengths that decide.
  package let limits: ConsolidationLimits
  /// The record types and codes of sleep.
  package let sleep: SleepRule
  /// The record type of workouts.
  package let workoutType: RecordType

  /// The class of a device of which nothing is known.
  package static let unknownClass = "unknown"

  /// Reads the table; meaning is checked by `MappingCheck`.
  package init(json: [UInt8], file: String = fileName) throws(MappingError) {
    self = try TableRow.document(json, file: file) {
      (root: inout TableRow) throws(MappingError) in try ConsolidationTable(root: &root)
    }
  }

  private init(root: inout TableRow) throws(MappingError) {
    version = try root.integer("version")
    deviceOrder = try root.strings("device_order")
    deviceClasses = try root.rows("device_classes", DeviceClassRule.init(row:))
    mirrors = try root.rows("mirrors", MirrorRule.init(row:))
    dayTotals = try root.rows("day_totals", DayTotalRule.init(row:))
    metrics = try root.rows("metrics", MetricRule.init(row:))
    eventPrefixes = try root.strings("event_prefixes")
    limits = try root.object("limits", ConsolidationLimits.init(row:))
    sleep = try root.object("sleep", SleepRule.init(row:))
    workoutType = try root.object("workouts") { (row: inout TableRow) throws(MappingError) in
      RecordType(rawValue: try row.string("record_type"))
    }
  }

  /// What differs for a record type; nil where nothing does.
  package func metric(of type: RecordType) -> MetricRule? {
    metrics.first { $0.recordType == type }
  }

  /// How overlapping records of a type are understood.
  package func combination(of type: RecordType) -> Combination {
    if let combine = metric(of: type)?.combine { return combine }
    return eventPrefixes.contains { type.rawValue.hasPrefix($0) } ? .events : .measured
  }
}

/// What overlapping records of one type are to each other; the raw value is the word in the table.
package enum Combination: String, Sendable, Hashable, CaseIterable {
  /// Measurements of one thing: the better source counts.
  case measured
  /// Things of their own, such as meals: all count, but for exact repeats by another source.
  case events
}

/// How the class of a device is told from words.
package struct DeviceClassRule: Sendable, Hashable {
  /// The class.
  package let name: String
  /// What a provider calls the kind of device.
  package let kinds: [String]
  /// Words, in lower case and without punctuation, that must stand whole.
  package let words: [String]
  /// Words of which the last may go on.
  package let prefixes: [String]

  init(row: inout TableRow) throws(MappingError) {
    name = try row.string("class")
    kinds = try row.strings("kinds")
    words = try row.strings("words")
    prefixes = try row.strings("prefixes")
  }
}

/// A source that repeats what another one has.
package struct MirrorRule: Sendable, Hashable {
  /// The app that repeats.
  package let app: String
  /// The provider of the repeating records; nil for any.
  package let provider: Provider?
  /// The app that it repeats.
  package let originalApp: String?
  /// The provider whose export it repeats.
  package let originalProvider: Provider?

  init(row: inout TableRow) throws(MappingError) {
    app = try row.string("app")
    provider = try row.optionalWord("provider", Provider.self)
    originalApp = try row.optionalString("of_app")
    originalProvider = try row.optionalWord("of_provider", Provider.self)
  }
}

/// A platform's own total of a day.
package struct DayTotalRule: Sendable, Hashable {
  /// The record type whose total it is.
  package let recordType: RecordType
  /// The platform.
  package let provider: Provider
  /// The native type of the records that hold it.
  package let nativeType: String
  /// The component that holds it; nil where the record's value is the total.
  package let component: String?
  /// Whether it is what an app added up, so that it counts like a record of the whole day and is an estimate.
  package let isEstimate: Bool
  /// The record type of records that each hold the part of one device, of which the greatest counts; nil where a record
  /// holds the total.
  package let partType: RecordType?

  init(row: inout TableRow) throws(MappingError) {
    recordType = RecordType(rawValue: try row.string("record_type"))
    provider = try row.word("provider", Provider.self)
    nativeType = try row.string("native_type")
    component = try row.optionalString("component")
    isEstimate = try row.flag("estimate")
    partType = try row.optionalString("part_type").map { RecordType(rawValue: $0) }
  }
}

/// What differs for one record type.
package struct MetricRule: Sendable, Hashable {
  /// The record type.
  package let recordType: RecordType
  /// How its values are summarised; nil for what the registry says.
  package let aggregation: Aggregation?
  /// Its own order of classes; empty for the common one.
  package let deviceOrder: [String]
  /// What overlapping records are; nil for the common rule.
  package let combine: Combination?

  init(row: inout TableRow) throws(MappingError) {
    recordType = RecordType(rawValue: try row.string("record_type"))
    aggregation = try row.optionalWord("aggregation", Aggregation.self)
    deviceOrder = try row.strings("device_order")
    combine = try row.optionalWord("combine", Combination.self)
  }
}

/// Lengths that decide how records are read together.
package struct ConsolidationLimits: Sendable, Hashable {
  /// Longer intervals are left out, in hours.
  package let longestIntervalHours: Int
  /// Longer sessions of sleep are left out, in hours.
  package let longestSleepHours: Int
  /// Sleep that goes on after a longer gap is another sleep, in minutes.
  package let nightGapMinutes: Int
  /// Two workouts that overlap by this part of the longer one are one, in percent.
  package let workoutOverlapPercent: Int

  init(row: inout TableRow) throws(MappingError) {
    longestIntervalHours = try row.integer("longest_interval_hours")
    longestSleepHours = try row.integer("longest_sleep_hours")
    nightGapMinutes = try row.integer("night_gap_minutes")
    workoutOverlapPercent = try row.integer("workout_overlap_percent")
  }
}

/// The stages of sleep; the raw value is the word in the table.
package enum SleepStage: String, Sendable, Hashable, CaseIterable {
  /// In bed, asleep or not.
  case inBed = "in_bed"
  /// Awake in the night.
  case awake
  /// Up in the night.
  case outOfBed = "out_of_bed"
  /// Light sleep.
  case light
  /// Deep sleep.
  case deep
  /// REM sleep.
  case rem
  /// Sleep of an unknown stage.
  case unspecified

  /// Whether the person sleeps.
  package var isAsleep: Bool {
    switch self {
    case .light, .deep, .rem, .unspecified: true
    case .inBed, .awake, .outOfBed: false
    }
  }
}

/// The record types and codes of sleep.
package struct SleepRule: Sendable, Hashable {
  /// The type whose records are single stages.
  package let stageType: RecordType
  /// The type whose records are sessions with stages.
  package let sessionType: RecordType
  /// The stage of each code.
  package let stages: [String: SleepStage]
  /// The codes as written in the file, for `MappingCheck`.
  let codes: [String]

  init(row: inout TableRow) throws(MappingError) {
    stageType = RecordType(rawValue: try row.string("stage_type"))
    sessionType = RecordType(rawValue: try row.string("session_type"))
    let pairs = try row.rows("codes") { (row: inout TableRow) throws(MappingError) in
      (code: try row.string("code"), stage: try row.word("stage", SleepStage.self))
    }
    codes = pairs.map(\.code)
    stages = Dictionary(
      pairs.map { ($0.code, $0.stage) }, uniquingKeysWith: { first, _ in first })
  }
}

extension TableRow {
  /// The object of a key, read by `body` and then finished.
  fileprivate mutating func object<Value>(
    _ key: String, _ body: (inout TableRow) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    guard var row = try row(key) else {
      throw MappingError(
        .invalidField, place, reason: "The key \"\(key)\" is missing.", remedy: "Add it.")
    }
    let value = try body(&row)
    try row.finish()
    return value
  }
}
