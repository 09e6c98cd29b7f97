import Consolidation
import HealthRecords
import RecordStore
import SonarArguments

/// `sonar daily STORE`.
struct DailyCommand {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Prints one row for each day and type; nothing is written to the store.
  func run() throws -> ExitCode {
    let store = try RecordStore.openForReading(path: try context.matches[SonarProgram.store])
    let explains = context.matches[SonarProgram.explain]
    var reading = try DayReading(context, store, explains: explains)
    let types = try reading.types(context.matches[SonarProgram.dailyTypes])
    if context.matches[SonarProgram.dailyJSON] {
      try writeJSON(types, &reading)
    } else if explains {
      try writeExplanations(types, &reading)
    } else {
      try writeTable(types, &reading)
    }
    if reading.unreadable > 0 {
      context.complain("\(reading.unreadable) values could not be read and count for nothing.")
    }
    return .success
  }

  /// One object with all days, written as they come.
  private func writeJSON(_ types: [DailyType], _ reading: inout DayReading) throws {
    try write("{\"days\":[")
    var json = JSONWriter()
    var isFirst = true
    let explains = reading.explains
    for type in types {
      try reading.forEachDay(of: type) { result in
        json.removeAll()
        result.write(to: &json, explains: explains)
        try write((isFirst ? "" : ",") + String(decoding: json.bytes, as: UTF8.self))
        isFirst = false
      }
    }
    try write("]}\n")
  }

  private func writeExplanations(_ types: [DailyType], _ reading: inout DayReading) throws {
    var isEmpty = true
    for type in types {
      try reading.forEachDay(of: type) { result in
        isEmpty = false
        try write(DailyText.explanation(result))
      }
    }
    if isEmpty { try writeNothing(types) }
  }

  private func writeTable(_ types: [DailyType], _ reading: inout DayReading) throws {
    var table = TextTable(columns: [
      .text("DAY"), .text("TYPE"), .number("VALUE"), .text("UNIT"), .text("SOURCES"),
    ])
    var lines: [String: Sparkline] = [:]
    var (isEmpty, hasEstimate) = (true, false)
    for type in types {
      try reading.forEachDay(of: type) { result in
        isEmpty = false
        hasEstimate = hasEstimate || result.isEstimate
        table.append([
          result.day.description, result.metric, DailyText.value(result),
          DailyText.unit(result.unit), DailyText.sources(result),
        ])
        if let value = result.value {
          lines[result.metric, default: Sparkline()].append(value, on: result.day)
        }
      }
    }
    guard !isEmpty else { return try writeNothing(types) }
    try write(table.rendered(for: context.streams.outputTerminal))
    if hasEstimate {
      try write("~ an estimate: the platform's own total is missing, or a part is unknown.\n")
    }
    try writeSparklines(types.flatMap(\.metrics), lines)
  }

  private func writeSparklines(_ metrics: [String], _ lines: [String: Sparkline]) throws {
    // The bars take what the name and the two numbers leave of a line.
    let width = max(10, (context.streams.outputTerminal.columns ?? 100) - 50)
    var table = TextTable(columns: [.text(), .text()])
    for metric in metrics {
      guard let line = lines[metric] else { continue }
      table.append([metric, line.text(width: width)])
    }
    try write("\n" + table.rendered(for: .none))
  }

  private func writeNothing(_ types: [DailyType]) throws {
    let names = types.map(\.name).joined(separator: ", ")
    try write(
      types.isEmpty
        ? "The store has no records that days are summed up in.\n"
        : "No records of \(names) in these days.\n")
  }

  private func write(_ text: String) throws {
    try context.streams.output.write(text)
    if context.streams.output.isClosed { throw ReaderGone() }
  }
}
