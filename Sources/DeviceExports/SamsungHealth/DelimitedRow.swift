/// What a file of comma-separated rows may demand; the defaults are far above any real row.
package struct DelimitedLimits: Sendable, Hashable {
  /// Bytes of one row without its line end; default 4 MiB, at most 1 GiB.
  package var bytesPerRow = 4 << 20

  /// Fields of one row; default 1024, at most 65,536.
  package var fieldsPerRow = 1024

  /// Rows with a quote that never closes, after which no quote of the file spans lines; default 16.
  ///
  /// Each such row is read up to the limit before it is known to be one, so that their number must be bounded.
  package var unclosedQuotes = 16

  /// Creates the defaults.
  package init() {}
}

/// What a reader of rows gives, one at a time.
package enum DelimitedItem {
  /// A row, valid until the next one is asked for.
  case row(DelimitedRow)
  /// A row that was left out.
  case skipped(SkippedRow)
}

/// A row over a limit, which was left out whole.
package struct SkippedRow: Sendable, Hashable {
  /// Why a row is left out.
  package enum Reason: Sendable, Hashable {
    /// More bytes than the limit; reading goes on behind the row's first line.
    case tooLong
    /// More fields than the limit; reading goes on behind the row.
    case tooManyFields
    /// A quote is still open at the limit or at the end; reading goes on behind the row's first line.
    case unclosedQuote
  }

  /// Why it was left out.
  package let reason: Reason
  /// The number of its first line, from 1.
  package let line: UInt64
  /// Bytes from the member's start to its first byte.
  package let byte: UInt64
}

/// A mark that RFC 4180 does not allow where it stands; the field is kept as written, quotes and all.
package struct DelimitedOddity: Sendable, Hashable {
  /// The kinds of misplaced marks.
  package enum Kind: Sendable, Hashable {
    /// A quote inside a field that does not begin with one.
    case quoteInsideField
    /// Text between a closing quote and the next comma.
    case textAfterQuote
  }

  /// What it is.
  package let kind: Kind
  /// Bytes from the member's start to the mark.
  package let byte: UInt64
}

/// One row, borrowed from its reader: nothing is copied, and asking for the next row overwrites it.
package struct DelimitedRow {
  /// The number of its first line, from 1; LF, CRLF and CR end a line, also inside quotes.
  package let line: UInt64

  /// Bytes from the member's start to its first byte, a byte-order mark counted.
  package let byte: UInt64

  /// The first misplaced mark; nil in a row that follows the rules.
  package let oddity: DelimitedOddity?

  let text: UnsafePointer<UInt8>
  let fields: UnsafeBufferPointer<DelimitedField>

  /// The number of fields; 0 for a blank line, which is no row of one empty field.
  package var count: Int { fields.count }

  /// All of the row up to the end of its last field's text, which `fields` lie in.
  var bytes: UnsafeBufferPointer<UInt8> {
    let end = fields.last.map { Int($0.start) + Int($0.count) } ?? 0
    return UnsafeBufferPointer(start: text, count: end)
  }

  /// Whether it is a line without any byte.
  package var isBlank: Bool { fields.isEmpty }

  /// The text of a field, without its quotes; empty beyond the last field.
  @inline(__always)
  package subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
    guard index >= 0, index < fields.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    let field = fields[index]
    return UnsafeBufferPointer(start: text + Int(field.start), count: Int(field.count))
  }

  /// Bytes from the member's start to a field's first byte, which is its quote where it has one.
  package func byte(ofField index: Int) -> UInt64 {
    guard index >= 0, index < fields.count else { return byte }
    let field = fields[index]
    return byte &+ UInt64(field.start) &- (field.isQuoted ? 1 : 0)
  }
}

/// Where a field's text lies, counted from the row's first byte.
struct DelimitedField {
  var start: UInt32
  var count: UInt32
  /// Whether the text stands between quotes.
  var isQuoted = false
  /// Whether it holds doubled quotes, which are made single ones before the row is given.
  var hasDoubledQuotes = false

  init(from start: Int, to end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    count = UInt32(truncatingIfNeeded: end &- start)
  }
}
