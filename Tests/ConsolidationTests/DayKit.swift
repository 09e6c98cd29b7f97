import Consolidation
import HealthRecords
import SupportedData
import Testing

/// Builders for days that are computed by hand.
enum DayKit {
  private static let embedded = Result { try MappingTables.embedded() }
  static var tables: MappingTables { get throws { try embedded.get() } }

  static let watch = source(.appleHealth, "Watch of A", model: "Watch")
  static let phone = source(.appleHealth, "iPhone of A", model: "iPhone")
  static let fitbit = source(.healthConnect, "com.fitbit.FitbitMobile")
  static let fit = source(.healthConnect, "com.google.android.apps.fitness")
  static let shealth = source(.healthConnect, "com.sec.android.app.shealth")
  static let samsung = source(.samsungHealth, "com.sec.android.app.shealth")
  static let scale = source(.healthConnect, "com.example.scale", model: "Mi Scale 2")

  static func source(_ provider: Provider, _ app: String, model: String = "") -> RecordSource {
    RecordSource(provider: provider, app: app, model: model)
  }

  /// Milliseconds since 1970 of `yyyy-MM-dd HH:mm`, with seconds and milliseconds where they are given, in UTC.
  static func instant(_ text: String) throws -> Int64 {
    let halves = text.split(separator: " ")
    var clock = String(try #require(halves.last))
    if clock.count == 5 { clock += ":00" }
    if clock.count == 8 { clock += ".000" }
    return try milliseconds("\(halves[0])T\(clock)")
  }

  /// A record from one time to another; the second may be a clock time of the same day.
  static func record(
    _ number: UInt64, _ start: String, _ end: String? = nil, _ value: SourceRecord.Value,
    by source: RecordSource
  ) throws -> SourceRecord {
    let from = try instant(start)
    let until = try end.map { try instant($0.count > 12 ? $0 : "\(start.prefix(10)) \($0)") }
    return SourceRecord(
      id: RecordID(high: 0, low: number), (from, until ?? from), source: source, value: value)
  }

  static func steps(
    _ number: UInt64, _ start: String, _ end: String? = nil, _ count: Double,
    by source: RecordSource
  ) throws -> SourceRecord {
    try record(number, start, end, .quantity(count), by: source)
  }

  /// A record of a civil day.
  static func daily(
    _ number: UInt64, _ date: String, _ value: SourceRecord.Value, native: String,
    by source: RecordSource, edited: Int64 = 0
  ) throws -> SourceRecord {
    let day = try day(date).daysSince1970
    var record = SourceRecord(
      id: RecordID(high: 0, low: number), nativeType: native, (day, day), source: source,
      value: value)
    record.isCivilDate = true
    record.version.modifiedAt = edited
    return record
  }

  /// Samsung's own total of a day.
  static func total(
    _ number: UInt64, _ date: String, _ count: Double, edited: Int64 = 1
  ) throws -> SourceRecord {
    try daily(
      number, date, .quantity(count), native: "com.samsung.shealth.step_daily_trend", by: samsung,
      edited: edited)
  }

  /// Samsung's steps of a day by one device.
  static func deviceSteps(
    _ number: UInt64, _ date: String, _ count: Double, model: String, edited: Int64 = 1
  ) throws -> SourceRecord {
    var record = try total(number, date, count, edited: edited)
    record.source.model = model
    record.recordType = RecordType(rawValue: "steps_by_device")
    return record
  }

  /// A calendar in which a record without a zone has the days of UTC by the person's setting.
  static func calendar(_ zone: String = "UTC") throws -> DayCalendar {
    DayCalendar(fallback: LocalDayRule(timeline: ZoneTimeline(try #require(Zone(zone)))))
  }

  static func order(_ type: String, _ records: [SourceRecord]) throws -> SourceOrder {
    SourceOrder(
      try tables.consolidation, type: RecordType(rawValue: type),
      present: Set(records.map(\.source.provider)))
  }

  /// The days of one metric, explained.
  static func days(
    _ name: String, _ records: [SourceRecord], zone: String = "UTC"
  ) throws -> [DayResult] {
    let type = String(name.prefix { $0 != "." })
    let metrics = Metric.metrics(of: RecordType(rawValue: type), try tables)
    let metric = try #require(metrics.first { $0.name == name })
    var days = QuantityDays(
      metric, order: try order(type, records), calendar: try calendar(zone), explains: true)
    return days.days(of: records)
  }

  static func sleep(_ records: [SourceRecord], zone: String = "UTC") throws -> [DayResult] {
    var days = SleepDays(
      try tables.consolidation, order: try order("sleep_stage", records),
      calendar: try calendar(zone), explains: true)
    return days.days(of: records)
  }

  static func workouts(_ records: [SourceRecord]) throws -> [DayResult] {
    var days = WorkoutDays(
      try tables.consolidation, order: try order("workout", records),
      calendar: try calendar(), explains: true)
    return days.days(of: records)
  }
}

extension SourceRecord {
  func zoned(_ zone: String) -> SourceRecord {
    var record = self
    record.zone = zone
    return record
  }

  func edited(_ time: Int64) -> SourceRecord {
    var record = self
    record.version.modifiedAt = time
    return record
  }

  func doubted(_ quality: Quality) -> SourceRecord {
    var record = self
    record.quality = quality
    return record
  }
}

extension DayResult {
  /// Day, value, what it rests on, and `~` for an estimate; the sources behind it.
  var text: String {
    let number = value.map(Self.text) ?? "-"
    let shares = sources.map { share in
      share.label + (share.value.map { " " + Self.text($0) } ?? "")
    }
    return
      "\(day) \(isEstimate ? "~" : "")\(number) \(basis.rawValue) [\(shares.joined(separator: ", "))]"
  }

  /// The number to six places, without idle zeros.
  static func text(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
  }

  /// The parts as `record value reason [other]`, those that do not count in brackets.
  var parts: [String] {
    explanation.map { part in
      let words = [
        "\(part.record.low)", part.value.map(Self.text) ?? "-", part.reason.rawValue,
        part.other ?? "",
      ].filter { !$0.isEmpty }.joined(separator: " ")
      return part.counts ? words : "(\(words))"
    }
  }
}
