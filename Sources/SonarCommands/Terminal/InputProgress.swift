/// How far a command has come in reading its input.
package struct InputProgress: Sendable, Hashable {
  /// The bytes of input read so far.
  package var bytesRead: Int

  /// The bytes of input in all; nil if unknown, as for standard input.
  package var bytesInAll: Int?

  /// The records read so far.
  package var records: Int

  /// Creates a state.
  package init(bytesRead: Int = 0, bytesInAll: Int? = nil, records: Int = 0) {
    self.bytesRead = bytesRead
    self.bytesInAll = bytesInAll
    self.records = records
  }
}

extension InputProgress {
  /// The state as one line that fits into `columns`, without a line break.
  ///
  ///     [=========>          ]  47%  1,234,567 records  345,678/s  1:02 left
  ///
  /// Rates are means since the start. What is unknown is left out: rate and time left in the first
  /// second, bar, percent and time left without a total. In a narrow place the bar goes first, then
  /// the parts from the right.
  package func line(after elapsed: Duration, columns: Int) -> String {
    var parts = [bar, percent, grouped(records) + (records == 1 ? " record" : " records")]
      .compactMap(\.self)
    if elapsed >= .seconds(1) { parts += [rate(elapsed), timeLeft(elapsed)].compactMap(\.self) }
    if width(parts) > columns, bar != nil { parts.removeFirst() }
    while width(parts) > columns, parts.count > 1 { parts.removeLast() }
    return DisplayWidth.truncated(parts.joined(separator: "  "), to: columns)
  }

  /// The share read, from 0 to 1; an input that grew while it was read stays at 1.
  private var share: Double? {
    guard let bytesInAll, bytesInAll > 0 else { return nil }
    return min(max(Double(bytesRead) / Double(bytesInAll), 0), 1)
  }

  private var bar: String? {
    guard let share else { return nil }
    let size = 20
    let full = Int(share * Double(size))
    let head = full < size ? ">" : ""
    let rest = String(repeating: " ", count: size - full - head.count)
    return "[" + String(repeating: "=", count: full) + head + rest + "]"
  }

  /// Rounded down: 100% means that everything is read.
  private var percent: String? {
    share.map { share in
      let digits = String(Int(share * 100))
      return String(repeating: " ", count: 3 - digits.count) + digits + "%"
    }
  }

  private func rate(_ elapsed: Duration) -> String? {
    Int(exactly: (Double(records) / elapsed.inSeconds).rounded()).map { grouped($0) + "/s" }
  }

  private func timeLeft(_ elapsed: Duration) -> String? {
    guard let share, share > 0.001, share < 1 else { return nil }
    let seconds = (elapsed.inSeconds * (1 - share) / share).rounded(.up)
    return Int(exactly: seconds).map { clockText($0) + " left" }
  }

  private func width(_ parts: [String]) -> Int {
    parts.reduce(2 * max(0, parts.count - 1)) { $0 + $1.count }
  }
}

/// Seconds as `0:05`, `12:34` or `1:02:03`.
private func clockText(_ seconds: Int) -> String {
  func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
  let end = ":" + padded(seconds % 60)
  return hours > 0 ? "\(hours):\(padded(minutes))\(end)" : "\(minutes)\(end)"
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
