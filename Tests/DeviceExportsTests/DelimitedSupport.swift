@testable import DeviceExports

/// What a reader gave for one row, copied.
enum ReadRow: Equatable, Sendable {
  case row(line: UInt64, byte: UInt64, [String], oddity: DelimitedOddity?)
  case skipped(SkippedRow)

  /// A row without an oddity.
  static func plain(_ line: UInt64, _ byte: UInt64, _ fields: [String]) -> ReadRow {
    .row(line: line, byte: byte, fields, oddity: nil)
  }

  /// A row with an oddity.
  static func odd(
    _ line: UInt64, _ byte: UInt64, _ fields: [String], _ kind: DelimitedOddity.Kind,
    at oddByte: UInt64
  ) -> ReadRow {
    .row(line: line, byte: byte, fields, oddity: DelimitedOddity(kind: kind, byte: oddByte))
  }

  /// A row that was left out.
  static func skipped(_ line: UInt64, _ byte: UInt64, _ reason: SkippedRow.Reason) -> ReadRow {
    .skipped(SkippedRow(reason: reason, line: line, byte: byte))
  }

  init(_ item: DelimitedItem) {
    switch item {
    case .row(let row):
      let fields = (0..<row.count).map { String(decoding: row[$0], as: UTF8.self) }
      self = .row(line: row.line, byte: row.byte, fields, oddity: row.oddity)
    case .skipped(let row): self = .skipped(row)
    }
  }
}

/// Reads all rows of some bytes.
func readRows(
  _ bytes: [UInt8], limits: DelimitedLimits = DelimitedLimits(), readSize: Int = .max,
  windowBytes: Int = 256 << 10
) -> [ReadRow] {
  var reader = DelimitedReader(
    MemorySource(bytes, readSize: readSize), limits: limits, windowBytes: windowBytes)
  var rows: [ReadRow] = []
  while let item = reader.next() { rows.append(ReadRow(item)) }
  return rows
}

/// Reads all rows of a text.
func readRows(_ text: String, limits: DelimitedLimits = DelimitedLimits()) -> [ReadRow] {
  readRows(Array(text.utf8), limits: limits)
}

/// Small limits, so that tests reach them.
func smallLimits(
  bytes: Int = 4 << 20, fields: Int = 1024, unclosedQuotes: Int = 16
) -> DelimitedLimits {
  var limits = DelimitedLimits()
  limits.bytesPerRow = bytes
  limits.fieldsPerRow = fields
  limits.unclosedQuotes = unclosedQuotes
  return limits
}
