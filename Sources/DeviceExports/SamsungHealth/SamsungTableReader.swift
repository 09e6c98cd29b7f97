package import HealthRecords

/// How a Samsung Health table is read.
package struct SamsungReaderOptions: Sendable, Hashable {
  /// Bytes of a piece, up to the next row; default 1 MiB.
  package var pieceBytes = 1 << 20

  /// Rows of a piece at most, those left out counted; default 4096.
  package var pieceRows = 4096

  /// What a file may demand.
  package var limits = DelimitedLimits()

  /// Creates the defaults.
  package init() {}
}

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

  private var rows: DelimitedReader<Source>
  private let member: String
  private let options: SamsungReaderOptions
  /// The first row, which is read early for what it says about the dialect.
  private var pending: DelimitedItem?
  /// Where the next piece begins.
  private var nextOrigin: BatchOrigin

  /// Reads the first lines; a file of one line is a table without columns.
  ///
  /// Throws why the file is no table of Samsung Health, or what has been done to it.
  package init(
    _ source: Source, member: String, options: SamsungReaderOptions = SamsungReaderOptions()
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
    self.rows = rows
    self.member = member
    self.options = options
  }

  /// The next piece, or nil behind the last one; a table without rows has none.
  package func next() -> NativeBatch? {
    guard let first = pending ?? rows.nextUnlessBlank() else { return nil }
    pending = nil
    var builder = SamsungBatchBuilder(table, origin: nextOrigin)
    builder.add(first)
    var count = 1
    while count < options.pieceRows, rows.byteCount - nextOrigin.byte < options.pieceBytes,
      let item = rows.nextUnlessBlank()
    {
      builder.add(item)
      count += 1
    }
    rowCount += count
    nextOrigin = BatchOrigin(member: member, byte: rows.byteCount, line: rows.lineCount)
    return builder.batch
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

/// Makes samples of a piece's rows.
private struct SamsungBatchBuilder {
  private(set) var batch: NativeBatch
  private let type: Symbol
  private let typeName: String
  private let names: [Symbol]

  init(_ table: SamsungTable, origin: BatchOrigin) {
    var batch = NativeBatch(provider: .samsungHealth, origin: origin)
    typeName = table.type
    type = batch.symbols.intern(table.type)
    names = table.columns.map { batch.symbols.intern($0) }
    self.batch = batch
  }

  mutating func add(_ item: DelimitedItem) {
    switch item {
    case .row(let row): add(row)
    case .skipped(let row): reject(SamsungDiagnostic(row.reason), byte: row.byte, line: row.line)
    }
  }

  private mutating func add(_ row: DelimitedRow) {
    let isPadded = row.count == names.count + 1 && row[names.count].isEmpty
    guard row.count == names.count || isPadded else {
      return reject(.wrongFieldCount, byte: row.byte, line: row.line)
    }
    if let oddity = row.oddity {
      note(SamsungDiagnostic(oddity.kind), byte: oddity.byte, line: row.line)
    }
    let first = batch.attributes.count
    for index in names.indices {
      let cell = row[index]
      if cell.isEmpty { continue }
      batch.attributes.append(
        NativeAttribute(name: names[index], value: batch.symbols.intern(cell)))
    }
    var sample = NativeSample(kind: .row)
    sample.type = type
    sample.attributes = BatchRange(start: first, count: batch.attributes.count - first)
    sample.line = UInt32(truncatingIfNeeded: row.line - batch.origin.line - 1)
    batch.samples.append(sample)
    batch.origin.places.append(
      LinePlace(
        line: sample.line, byte: UInt32(truncatingIfNeeded: row.byte - batch.origin.byte)))
  }

  private mutating func reject(_ reason: SamsungDiagnostic, byte: UInt64, line: UInt64) {
    batch.rejectedTypes[typeName, default: 0] += 1
    note(reason, byte: byte, line: line)
  }

  private mutating func note(_ diagnostic: SamsungDiagnostic, byte: UInt64, line: UInt64) {
    guard !batch.diagnostics.countAgain(diagnostic.rawValue) else { return }
    let position = InputPosition(member: batch.origin.member, byte: byte, line: line)
    batch.diagnostics.add(diagnostic.diagnostic(at: position))
  }
}
