package import HealthRecords

/// Reads one Samsung Health table as pieces of whole rows.
///
/// Pieces are cut by content alone, so that their numbers can be kept as checkpoints. A row has as many fields as the
/// table has columns, or one more that is empty; any other row is counted, told with its position and left out. Every
/// cell that is not empty becomes an attribute under its column's name; times are not interpreted. Memory is a piece
/// and the reader's window.
package final class SamsungTableReader<Source: ByteSource> {
  /// What the table's first lines say.
  package let table: SamsungTable

  /// Rows read so far, those left out counted; blank lines are no rows.
  package private(set) var rowCount = 0

  /// Why the source ended early; nil while it did not.
  package var failure: (any Error)? { rows.failure }

  /// Bytes of the member read so far, with the pieces given.
  package var byteCount: UInt64 { rows.byteCount }

  /// Whether the table ends inside a row, which was left out: half a cell may look like a whole one.
  package private(set) var isCutOff = false

  private var rows: DelimitedReader<Source>
  /// Whether a row ended with a comma, as the app ends them all.
  private var endsRowsWithComma = false
  private let member: String
  private let options: SamsungReaderOptions
  private let sidePlan: SamsungSidePlan?
  /// The first row, which is read early for what it says about the dialect.
  private var pending: DelimitedItem?
  /// Where the next piece begins.
  private var nextOrigin: BatchOrigin

  /// Reads the first lines; a file of one line is a table without columns.
  ///
  /// Cells that name one of `sideFiles` refer to it; without them no cell does. Throws why the file is no table of
  /// Samsung Health, or what has been done to it.
  package init(
    _ source: Source, member: String, options: SamsungReaderOptions = SamsungReaderOptions(),
    sideFiles: SamsungSideFiles? = nil
  ) throws(SamsungHealthError) {
    var rows = DelimitedReader(source, limits: options.limits)
    let start = InputPosition(member: member, byte: 0, line: 1)
    guard case .row(let titleRow) = rows.nextUnlessBlank() else {
      throw SamsungHealthError(.notSamsungTable, at: start)
    }
    let title = try SamsungTitle(titleRow, member: member)
    let header = try Self.header(rows.nextUnlessBlank(), member: member)
    nextOrigin = BatchOrigin(member: member, byte: rows.byteCount, line: rows.lineCount)
    let first = rows.nextUnlessBlank()
    if header.isShifted, case .row(let row) = first, !header.fits(row) {
      throw SamsungHealthError(
        .headerDamaged, at: InputPosition(member: member, byte: row.byte, line: row.line))
    }
    table = SamsungTable(
      type: title.type, appVersion: title.appVersion, dataVersion: title.dataVersion,
      dialect: try Self.dialect(title, header.columns, first, member: member),
      columns: header.columns, diagnostics: header.diagnostics)
    pending = first
    sidePlan = sideFiles.flatMap { SamsungSidePlan($0, type: title.type, header: header) }
    self.rows = rows
    self.member = member
    self.options = options
  }

  /// The next piece without the contents of side files, or nil behind the last one; a table without rows has none.
  package func next() -> NativeBatch? { nextRows()?.batch() }

  /// The rows of the next piece, or nil behind the last one.
  ///
  /// A piece's bytes are those of its rows and those that its side files are said to have.
  func nextRows() -> SamsungRows? {
    guard let first = pending ?? rows.nextUnlessBlank() else { return nil }
    pending = nil
    var piece = SamsungRows(table, sidePlan, origin: nextOrigin)
    add(first, to: &piece)
    var count = 1
    let limit = UInt64(min(max(options.pieceBytes, 1), 1 << 30))
    while count < options.pieceRows, rows.byteCount &- nextOrigin.byte &+ piece.sideBytes < limit,
      let item = rows.nextUnlessBlank()
    {
      add(item, to: &piece)
      count += 1
    }
    rowCount += count
    nextOrigin = BatchOrigin(member: member, byte: rows.byteCount, line: rows.lineCount)
    return piece
  }

  private func add(_ item: DelimitedItem, to piece: inout SamsungRows) {
    if rows.isOpenEnded, isCut(item) {
      isCutOff = true
      piece.addCutOff(item)
    } else {
      if case .row(let row) = item, row.count > table.columns.count { endsRowsWithComma = true }
      piece.add(item)
    }
  }

  /// Whether the last item, behind which there is no line end, is only the beginning of a row.
  private func isCut(_ item: DelimitedItem) -> Bool {
    switch item {
    case .row(let row):
      let count = table.columns.count
      return row.count < count || row.count == count && endsRowsWithComma
    case .skipped(let row): return row.reason == .unclosedQuote
    }
  }

  /// The columns that the second row names; a file without one has none.
  private static func header(
    _ item: DelimitedItem?, member: String
  ) throws(SamsungHealthError) -> SamsungHeader {
    switch item {
    case .row(let row): return try SamsungHeader(row, member: member)
    case .skipped(let row):
      throw SamsungHealthError(
        .headerDamaged, at: InputPosition(member: member, byte: row.byte, line: row.line))
    case nil: return SamsungHeader()
    }
  }

  /// Who wrote the table: the first line tells Data Viewer, the first row's times the others, or else the app's
  /// version, which is 1 on iOS.
  private static func dialect(
    _ title: SamsungTitle, _ columns: [String], _ first: DelimitedItem?, member: String
  ) throws(SamsungHealthError) -> SamsungDialect {
    var form: SamsungTimeForm?
    if case .row(let row) = first, row.count >= columns.count {
      for (index, name) in columns.enumerated() where SamsungTimeForm.columns.contains(name) {
        guard let found = SamsungTimeForm(row[index]) else { continue }
        form = form ?? found
        guard found != .damaged else {
          throw SamsungHealthError(
            .spreadsheetTimes,
            at: InputPosition(member: member, byte: row.byte(ofField: index), line: row.line))
        }
      }
    }
    if title.isBare { return .dataViewer }
    switch form {
    case .written: return .android
    case .localized: return .ios
    default: return (title.appVersion ?? .max) < 2_000_000 ? .ios : .android
    }
  }
}

extension DelimitedReader {
  /// The next item that is no blank line.
  fileprivate mutating func nextUnlessBlank() -> DelimitedItem? {
    while let item = next() {
      if case .row(let row) = item, row.isBlank { continue }
      return item
    }
    return nil
  }
}
