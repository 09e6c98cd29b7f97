import Consolidation
import HealthRecords

/// What is known of all days of one metric.
struct CheckSummary {
  /// The metric.
  let metric: String
  private var first: Int64?
  private var last: Int64?
  private var days = 0
  private var records = 0
  private var assumedZones = 0
  private var leftOut = 0
  private var overlapDays = 0
  private var comparedDays = 0
  private var differentDays = 0

  init(metric: String) {
    self.metric = metric
  }

  /// Adds a day that was not added yet.
  mutating func add(_ result: DayResult) {
    let day = result.day.daysSince1970
    if result.records > 0 {
      first = min(first ?? day, day)
      last = max(last ?? day, day)
      days += 1
    }
    records += result.records
    assumedZones += result.assumedZones
    leftOut += result.leftOut.values.reduce(0, +)
    overlapDays += result.overlap > 0 ? 1 : 0
    if let difference = result.difference {
      comparedDays += 1
      differentDays += difference == 0 ? 0 : 1
    }
  }

  /// Days without a record between the first and the last one with some.
  private var missingDays: Int64 {
    guard let first, let last else { return 0 }
    return last - first + 1 - Int64(days)
  }

  // MARK: - Text

  /// The headings of the table of types.
  static let columns: [TextTable.Column] = [
    .text("TYPE"), .text("FIRST"), .text("LAST"), .number("DAYS"), .number("MISSING"),
    .number("OVERLAPS"), .number("ASSUMED ZONE"), .number("DIFFERENT"), .number("LEFT OUT"),
  ]

  /// The cells of the metric.
  var cells: [String] {
    [
      metric, Self.day(first) ?? "-", Self.day(last) ?? "-", grouped(days), grouped(missingDays),
      grouped(overlapDays), Self.percent(assumedZones, of: records),
      comparedDays == 0 ? "-" : "\(grouped(differentDays)) of \(grouped(comparedDays))",
      grouped(leftOut),
    ]
  }

  /// The cells of one day.
  static func cells(_ result: DayResult) -> [String] {
    [
      result.day.description, result.metric, grouped(result.records), grouped(result.allSources),
      DailyText.duration(result.overlap), DailyText.duration(result.longestGap),
      percent(result.assumedZones, of: result.records),
      result.difference.map(DailyText.number) ?? "-",
      result.leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        .joined(separator: ", "),
    ]
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "-" : "\(part * 100 / whole) %"
  }

  private static func day(_ day: Int64?) -> String? {
    day.map { CivilDay(daysSince1970: $0).description }
  }

  // MARK: - JSON

  /// Writes the metric's object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("type")
    json.string(metric)
    json.key("first")
    if let text = Self.day(first) { json.string(text) } else { json.null() }
    json.key("last")
    if let text = Self.day(last) { json.string(text) } else { json.null() }
    json.key("days")
    json.integer(days)
    json.key("missing_days")
    json.integer(missingDays)
    json.key("overlap_days")
    json.integer(overlapDays)
    json.key("records")
    json.integer(records)
    json.key("assumed_zone")
    json.integer(assumedZones)
    json.key("compared_days")
    json.integer(comparedDays)
    json.key("different_days")
    json.integer(differentDays)
    json.key("left_out")
    json.integer(leftOut)
    json.endObject()
  }

  /// Writes one day's object: that of `sonar daily` with the difference to the platform's own total.
  static func write(_ result: DayResult, to json: inout JSONWriter) {
    json.beginObject()
    json.key("date")
    json.string(result.day.description)
    json.key("type")
    json.string(result.metric)
    json.key("records")
    json.integer(result.records)
    json.key("sources")
    json.integer(result.allSources)
    json.key("overlap_ms")
    json.integer(result.overlap)
    json.key("longest_gap_ms")
    json.integer(result.longestGap)
    json.key("assumed_zone")
    json.integer(result.assumedZones)
    json.key("platform_total")
    if let total = result.platformTotal { json.number(total) } else { json.null() }
    json.key("difference")
    if let difference = result.difference { json.number(difference) } else { json.null() }
    json.key("left_out")
    json.beginObject()
    for (reason, count) in result.leftOut.sorted(by: { $0.key < $1.key }) {
      json.key(reason)
      json.integer(count)
    }
    json.endObject()
    json.endObject()
  }
}

extension DayResult {
  /// What single records come to less the platform's own total; nil where one of them is missing.
  var difference: Double? {
    guard let rebuilt, let platformTotal else { return nil }
    return rebuilt - platformTotal
  }
}
