import Consolidation
import HealthRecords
import RecordStore
import SonarArguments

/// `sonar check STORE`.
struct CheckCommand {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Prints what may be wrong with the days of a store: one row for each day and type, and one for each type.
  func run() throws -> ExitCode {
    let store = try RecordStore.openForReading(path: try context.matches[SonarProgram.store])
    var reading = try DayReading(context, store, explains: false)
    let types = try reading.types(context.matches[SonarProgram.dailyTypes])
    if context.matches[SonarProgram.dailyJSON] {
      try writeJSON(types, &reading)
    } else {
      try writeTables(types, &reading)
    }
    if reading.unreadable > 0 {
      context.complain("\(reading.unreadable) values could not be read and count for nothing.")
    }
    return .success
  }

  /// Calls `body` with the days that say something of a type's records: the parts of a night repeat the night.
  private func forEachDay(
    of type: DailyType, _ reading: inout DayReading, _ body: (DayResult) throws -> Void
  ) throws {
    let isQuantity = if case .quantity = type.kind { true } else { false }
    let name = type.metrics.first
    try reading.forEachDay(of: type) { result in
      if isQuantity || result.metric == name { try body(result) }
    }
  }

  private func writeJSON(_ types: [DailyType], _ reading: inout DayReading) throws {
    try write("{\"days\":[")
    var summaries: [CheckSummary] = []
    var json = JSONWriter()
    var isFirst = true
    for type in types {
      var byMetric: [String: CheckSummary] = [:]
      try forEachDay(of: type, &reading) { result in
        byMetric[result.metric, default: CheckSummary(metric: result.metric)].add(result)
        json.removeAll()
        CheckSummary.write(result, to: &json)
        try write((isFirst ? "" : ",") + String(decoding: json.bytes, as: UTF8.self))
        isFirst = false
      }
      summaries += byMetric.values.sorted { $0.metric < $1.metric }
    }
    json.removeAll()
    json.beginArray()
    for summary in summaries { summary.write(to: &json) }
    json.endArray()
    try write("],\"types\":" + String(decoding: json.bytes, as: UTF8.self) + "}\n")
  }

  private func writeTables(_ types: [DailyType], _ reading: inout DayReading) throws {
    var days = TextTable(columns: [
      .text("DAY"), .text("TYPE"), .number("RECORDS"), .number("SOURCES"), .number("OVERLAP"),
      .number("LONGEST GAP"), .number("ASSUMED ZONE"), .number("DIFFERENCE"), .text("LEFT OUT"),
    ])
    var summaries: [CheckSummary] = []
    for type in types {
      var byMetric: [String: CheckSummary] = [:]
      try forEachDay(of: type, &reading) { result in
        byMetric[result.metric, default: CheckSummary(metric: result.metric)].add(result)
        days.append(CheckSummary.cells(result))
      }
      summaries += byMetric.values.sorted { $0.metric < $1.metric }
    }
    guard !summaries.isEmpty else { return try write("No records in these days.\n") }
    var table = TextTable(columns: CheckSummary.columns)
    for summary in summaries { table.append(summary.cells) }
    let terminal = context.streams.outputTerminal
    try write(days.rendered(for: terminal) + "\n" + table.rendered(for: terminal))
  }

  private func write(_ text: String) throws {
    try context.streams.output.write(text)
    if context.streams.output.isClosed { throw ReaderGone() }
  }
}
