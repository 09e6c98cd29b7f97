import HealthRecords
import SonarSQLite

/// How a record's native data are stored.
enum StoredNative: Equatable {
  case none
  /// A row of the `native` table.
  case number(Int64)
  /// The JSON itself, in the batch.
  case inline(Symbol)
}

/// A row with all its text resolved to numbers of the store.
struct ResolvedRow {
  var row: RecordRow
  /// The id it is kept under: its own, or the one for shared sync identifiers.
  var id: RecordID
  var flags: RowFlags
  var digest: UInt64
  var typeID: Int64
  /// Nil where it is the type's own.
  var mappingVersion: Int64?
  var source: Int64
  var code: Int64
  var zone: Int64
  var native: StoredNative
}

/// Writes rows of the `record` table with as few calls of SQLite as possible.
///
/// Rows wait until a statement of several rows is full, which costs half of as many single ones. Rows of one type repeat
/// their type, source, flags and so on: a value that is bound already at its place is not bound again, and ids are read
/// from a fixed buffer. Whoever reads the table calls `flush` first.
///
/// A struct, as `ImportRun` is, and for the same reason.
struct RecordWriter {
  private static let columns = """
    change_seq, type, start, duration, id, digest, content, modified_at, flags, source, number,
    code, native, version_number, completeness, mapping_version, declared, zone, payload, links,
    shared_id
    """
  private static let columnCount = 21

  /// The columns that a row keeps when it is copied under another sequence, id and flags.
  static let copyColumns = """
    type, start, duration, digest, content, modified_at, source, number, code, native,
    version_number, completeness, mapping_version, declared, zone, payload, links
    """

  private let connection: Connection
  private let several: RowStatement
  private let single: RowStatement
  private let rowsAtOnce: Int
  private var pending: [ResolvedRow] = []
  /// The sequence of the first row that waits, or of the next one.
  private var nextSequence: Int64 = 0
  /// The batch whose text the rows refer to.
  private var batch = RecordBatch(provider: .appleHealth, mappingVersion: 0)

  /// Prepares an `INSERT`, or a `REPLACE` for rewriting in place, into a table with the columns of `record`.
  init(
    _ connection: Connection, verb: String, table: String = "record", rowsAtOnce: Int = 1
  ) throws {
    self.connection = connection
    self.rowsAtOnce = rowsAtOnce
    func statement(rows: Int) throws -> RowStatement {
      let places = (0..<rows).map { Self.placeholders(row: $0) }.joined(separator: ",")
      return try RowStatement(
        connection.prepare("\(verb) INTO \(table)(\(Self.columns)) VALUES \(places)"),
        rows: rows, columns: Self.columnCount)
    }
    single = try statement(rows: 1)
    several = rowsAtOnce == 1 ? single : try statement(rows: rowsAtOnce)
    pending.reserveCapacity(rowsAtOnce)
  }

  private static func placeholders(row: Int) -> String {
    let numbers = (1...columnCount).map { "?\(row * columnCount + $0)" }
    return "(\(numbers.joined(separator: ",")))"
  }

  /// Turns to the batch that the next rows come from; no row may wait.
  mutating func turn(to batch: RecordBatch) {
    self.batch = batch
  }

  /// Writes a row, at the latest with the next `flush`.
  ///
  /// The rows of one statement have consecutive sequences: only the first is bound, SQLite counts on from there.
  mutating func write(_ row: ResolvedRow, sequence: Int64) throws {
    if nextSequence &+ Int64(pending.count) != sequence {
      try flush()
      nextSequence = sequence
    }
    pending.append(row)
    if pending.count == rowsAtOnce { try writePending() }
  }

  private mutating func writePending() throws {
    several.bind(pending, sequence: nextSequence, batch)
    nextSequence &+= Int64(pending.count)
    pending.removeAll(keepingCapacity: true)
    try several.run()
    try check(nextSequence &- 1)
  }

  /// Writes the rows that wait; call it before the table is read and when a batch ends.
  mutating func flush() throws {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    for row in pending {
      single.bind(row, sequence: nextSequence, batch)
      nextSequence &+= 1
      try single.run()
    }
  }

  /// Guards against a sequence that SQLite counted otherwise than the import: ids in memory would point elsewhere.
  @inline(__always)
  private func check(_ sequence: Int64) throws {
    guard connection.lastInsertedRow == sequence else {
      throw StoreError(
        .damaged, "The store's change sequences contradict each other: import into a new file.")
    }
  }
}

/// A statement of one or more rows, with what is bound to each place.
private final class RowStatement {
  /// What is bound to one row's parameters.
  private struct Bound {
    var type = Int64.min
    var flags = Int64.min
    var source = Int64.min
    var code = Int64.min
    var native = StoredNative.inline(.none)
    var versionNumber = Int64.min
    var completeness = Int64.min
    var mappingVersion: Int64? = .min
    var zone = Int64.min
    var hasRare = true
  }

  private let statement: Statement
  private let columns: Int32
  private let idBuffer: UnsafeMutableRawBufferPointer
  /// Outside of the object, where no access needs a check.
  private let bound: UnsafeMutableBufferPointer<Bound>

  init(_ statement: Statement, rows: Int, columns: Int) throws {
    self.statement = statement
    self.columns = Int32(columns)
    bound = .allocate(capacity: rows)
    bound.initialize(repeating: Bound())
    idBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * rows, alignment: 8)
    idBuffer.initializeMemory(as: UInt8.self, repeating: 0)
    for row in 0..<rows {
      statement.bindInPlace(Int32(row * columns + 5), blob: idBytes(row))
    }
  }

  deinit {
    statement.reset()
    for row in bound.indices { statement.bindNull(Int32(row) * columns + 5) }
    idBuffer.deallocate()
    bound.deallocate()
  }

  private func idBytes(_ row: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: idBuffer[row * 16..<row * 16 + 16])
  }

  func run() throws {
    try statement.run()
  }

  /// Binds the only row of a statement.
  func bind(_ row: ResolvedRow, sequence: Int64, _ batch: RecordBatch) {
    statement.bind(1, sequence)
    bind(row, at: 0, batch)
  }

  /// Binds as many rows as the statement has; the sequence is that of the first.
  func bind(_ rows: [ResolvedRow], sequence: Int64, _ batch: RecordBatch) {
    statement.bind(1, sequence)
    for place in rows.indices { bind(rows[place], at: place, batch) }
  }

  /// Binds a row to the parameters of a place.
  @inline(__always)
  private func bind(_ resolved: ResolvedRow, at place: Int, _ batch: RecordBatch) {
    let row = resolved.row
    let first = Int32(truncatingIfNeeded: place) &* columns
    statement.bind(first &+ 3, row.start)
    statement.bind(first &+ 4, row.end &- row.start)
    resolved.id.store(into: idBytes(place))
    statement.bind(first &+ 6, bits: resolved.digest)
    statement.bind(first &+ 7, bits: row.contentHash)
    statement.bind(first &+ 8, row.version.modifiedAt)
    bindNumber(first &+ 11, row)
    bindRepeating(resolved, first, &bound[place])
    bindNative(first &+ 13, resolved.native, batch, &bound[place])
    bindRare(resolved, first, batch, &bound[place])
  }

  /// Whole numbers are kept as integers, which take fewer bytes.
  @inline(__always)
  private func bindNumber(_ index: Int32, _ row: RecordRow) {
    guard row.kind == .quantity || row.kind == .code else { return statement.bindNull(index) }
    if let integer = Int32(exactly: row.number) {
      statement.bind(index, Int64(integer))
    } else {
      statement.bind(index, row.number)
    }
  }

  @inline(__always)
  private func bindRepeating(_ resolved: ResolvedRow, _ first: Int32, _ bound: inout Bound) {
    rebind(first &+ 2, &bound.type, resolved.typeID)
    rebind(first &+ 9, &bound.flags, resolved.flags.rawValue)
    rebindOrNull(first &+ 10, &bound.source, resolved.source)
    rebindOrNull(first &+ 12, &bound.code, resolved.code)
    rebind(first &+ 14, &bound.versionNumber, resolved.row.version.number)
    rebind(first &+ 15, &bound.completeness, Int64(resolved.row.completeness))
    rebindOrNull(first &+ 18, &bound.zone, resolved.zone)
    if bound.mappingVersion != resolved.mappingVersion {
      bound.mappingVersion = resolved.mappingVersion
      statement.bind(first &+ 16, resolved.mappingVersion)
    }
  }

  @inline(__always)
  private func rebind(_ index: Int32, _ bound: inout Int64, _ value: Int64) {
    guard bound != value else { return }
    bound = value
    statement.bind(index, value)
  }

  /// Binds a number of a dictionary; 0 stands for none.
  @inline(__always)
  private func rebindOrNull(_ index: Int32, _ bound: inout Int64, _ value: Int64) {
    guard bound != value else { return }
    bound = value
    if value == 0 { statement.bindNull(index) } else { statement.bind(index, value) }
  }

  @inline(__always)
  private func bindNative(
    _ index: Int32, _ value: StoredNative, _ batch: RecordBatch, _ bound: inout Bound
  ) {
    if case .inline(let symbol) = value {
      batch.symbols.withBytes(of: symbol) { statement.bind(index, text: $0) }
      bound.native = value
    } else if bound.native != value {
      bound.native = value
      if case .number(let number) = value {
        statement.bind(index, number)
      } else {
        statement.bindNull(index)
      }
    }
  }

  /// Binds what few rows have; costs one comparison when neither this row nor the last one at its place has any.
  private func bindRare(
    _ resolved: ResolvedRow, _ first: Int32, _ batch: RecordBatch, _ bound: inout Bound
  ) {
    let row = resolved.row
    let isRare =
      !row.declared.isNaN || !row.payload.isEmpty || !row.links.isEmpty || row.hasSyncIdentifier
    guard isRare || bound.hasRare else { return }
    bound.hasRare = isRare
    statement.bind(first &+ 17, row.declared)
    bind(first &+ 19, row.payload.isEmpty ? nil : Array(batch.payloads[row.payload.indices]))
    bind(first &+ 20, row.links.isEmpty ? nil : linksJSON(batch.links[row.links.indices]))
    if row.hasSyncIdentifier {
      statement.bind(first &+ 21, blob: row.sharedID.bytes)
    } else {
      statement.bindNull(first &+ 21)
    }
  }

  private func bind(_ index: Int32, _ text: [UInt8]?) {
    if let text { statement.bind(index, text: text) } else { statement.bindNull(index) }
  }
}

/// Links as the canonical JSON that records and exports hold.
func linksJSON(_ links: ArraySlice<RecordLink>) -> [UInt8] {
  var json = JSONWriter()
  json.beginArray()
  for link in links {
    json.beginObject()
    json.field("role")
    json.string(link.role.name)
    json.field("id")
    json.string(link.id.hexadecimal)
    json.endObject()
  }
  json.endArray()
  return json.bytes
}
