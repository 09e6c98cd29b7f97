import HealthRecords

extension RunReport {
  /// The report for people: the same figures as the JSON.
  func text(for terminal: Terminal) -> String {
    var text = ""
    for input in inputs { text += input.text(for: terminal) + "\n" }
    if let store {
      text +=
        "\(store.path): \(grouped(store.records)) records, \(grouped(store.tombstones)) "
        + "deletions, change \(grouped(store.changeSequence))\n"
    }
    return text
  }
}

extension InputReport {
  /// One input: what it is, a line per type, what had to be said.
  func text(for terminal: Terminal) -> String {
    var text = headline + "\n"
    if !types.isEmpty { text += table.rendered(for: terminal) }
    for diagnostic in diagnostics.all { text += Self.line(diagnostic) + "\n" }
    return text
  }

  private var headline: String {
    var parts = [DisplayWidth.printable(path)]
    if let format { parts.append(format) }
    if let exportedAt { parts.append("written " + UTCText.instant(exportedAt)) }
    parts.append(isComplete ? "complete" : "INCOMPLETE")
    parts.append("\(grouped(recordsRead)) records in \(Self.seconds(seconds)) s")
    return parts.joined(separator: ", ")
  }

  private static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((min(max(seconds, 0), 1e9) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private var table: TextTable {
    let shown = Outcome.allCases.filter { outcomes[$0] != 0 }
    var table = TextTable(
      columns: [.text("native type"), .text("record type"), .number("read")]
        + shown.map { .number($0.name) } + extraColumns.map { .number($0.name) })
    for type in types.keys.sorted() {
      guard let tally = types[type] else { continue }
      table.append(
        [Self.shortName(type), tally.recordType.rawValue, grouped(tally.read)]
          + shown.map { Self.cell(tally.outcomes[$0]) }
          + extraColumns.map { Self.cell($0.counts[type] ?? 0) })
    }
    table.append(
      ["total", "", grouped(recordsRead)] + shown.map { grouped(outcomes[$0]) }
        + extraColumns.map { grouped($0.counts.values.reduce(0, +)) })
    return table
  }

  private var extraColumns: [(name: String, counts: [String: Int])] {
    [("tombstoned", tombstoned), ("lacking", lacking)].filter {
      !$0.1.isEmpty && $0.1.values.contains { $0 > 0 }
    }
  }

  private static func cell(_ count: Int) -> String {
    count == 0 ? "" : grouped(count)
  }

  /// Apple's names without the part that they all share.
  private static func shortName(_ type: String) -> String {
    for prefix in [
      "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier",
    ]
    where type.hasPrefix(prefix) { return String(type.dropFirst(prefix.count)) }
    return DisplayWidth.printable(type)
  }

  private static func line(_ diagnostic: Diagnostic) -> String {
    var line = "\(diagnostic.severity.rawValue): \(diagnostic.code)"
    if diagnostic.count > 1 { line += " ×\(grouped(diagnostic.count))" }
    if let first = diagnostic.first {
      line += " (first: \(DisplayWidth.printable(first.member))"
      line += first.line > 0 ? ", line \(first.line), byte \(first.byte))" : ")"
    }
    return line + ": " + diagnostic.message
  }
}
