/// Rows of text in aligned columns, for people.
///
/// Two spaces part the columns. Cells are made printable first, whatever file they come from.
/// Where the width is limited the widest columns of text are cut with `…`; numbers never are.
package struct TextTable: Sendable {
  /// One column.
  package struct Column: Sendable, Hashable {
    /// What stands above the column; empty for none.
    package let heading: String

    /// Whether cells are moved to the right end and never cut, as numbers want it.
    package let isNumber: Bool

    /// A column of words, to the left.
    package static func text(_ heading: String = "") -> Self {
      Self(heading: heading, isNumber: false)
    }

    /// A column of numbers, to the right.
    package static func number(_ heading: String = "") -> Self {
      Self(heading: heading, isNumber: true)
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// The line above the table; empty for none.
  private let title: String

  /// Columns of text are not cut below this.
  private static let narrowest = 8

  /// Creates a table without rows.
  package init(_ title: String = "", columns: [Column]) {
    self.title = DisplayWidth.printable(title)
    self.columns = columns
  }

  /// Adds a row; absent cells are empty, cells beyond the last column are left out.
  package mutating func append(_ cells: [String]) {
    let missing = max(0, columns.count - cells.count)
    let row = cells.prefix(columns.count).map(DisplayWidth.printable)
    rows.append(row + Array(repeating: "", count: missing))
  }

  /// The table as lines, each with a line break; no line ends in a space.
  ///
  /// Fitted to the terminal's width, with bold headings where style is allowed; whole and plain
  /// for ``Terminal/none``. Cost is linear in the cells.
  package func rendered(for terminal: Terminal) -> String {
    let widths = fittedWidths(to: terminal.columns)
    var text = title.isEmpty ? "" : styled(fitted(title, to: terminal.columns), terminal) + "\n"
    if columns.contains(where: { !$0.heading.isEmpty }) {
      text += styled(line(columns.map(\.heading), widths), terminal) + "\n"
    }
    for row in rows { text += line(row, widths) + "\n" }
    return text
  }

  private func fitted(_ text: String, to width: Int?) -> String {
    width.map { DisplayWidth.truncated(text, to: $0) } ?? text
  }

  private func styled(_ text: String, _ terminal: Terminal) -> String {
    terminal.allowsStyle ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      let cell = DisplayWidth.truncated(cell, to: widths[index])
      let padding = String(repeating: " ", count: widths[index] - DisplayWidth.of(cell))
      if index > 0 { text += "  " }
      text += columns[index].isNumber ? padding + cell : cell + padding
    }
    while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }

  private func fittedWidths(to limit: Int?) -> [Int] {
    var widths = columns.map { DisplayWidth.of($0.heading) }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], DisplayWidth.of(cell))
      }
    }
    guard let limit else { return widths }
    for index in widths.indices where !columns[index].isNumber {
      widths[index] = min(widths[index], limit)
    }
    let gaps = 2 * max(0, columns.count - 1)
    while widths.reduce(gaps, +) > limit, let index = widestText(widths) { widths[index] -= 1 }
    return widths
  }

  /// The widest column that may still lose a character.
  private func widestText(_ widths: [Int]) -> Int? {
    let candidates = widths.indices.filter {
      !columns[$0].isNumber && widths[$0] > Self.narrowest
    }
    return candidates.max { widths[$0] < widths[$1] }
  }
}
