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

/// Writes rows of the `record` table with one statement and as few bindings as possible.
///
/// Rows of one type repeat their type, source, flags and so on: a value that is bound already is not bound again, and
/// the id is read from a fixed buffer. That halves the cost of a row outside SQLite's b-tree.
final class RecordWriter {
  private static let columns = """
    change_seq, type, start, duration, id, digest, content, modified_at, flags, source, number,
    code, native, version_number, completeness, mapping_version, declared, zone, payload, links,
    shared_id
    """

  /// The `record` columns of a `SELECT` that copies a row under another sequence, id and flags.
  static let copyColumns = """
    type, start, duration, digest, content, modified_at, source, number, code, native,
    version_number, completeness, mapping_version, declared, zone, payload, links
    """

  private let statement: Statement
  private let idBuffer: UnsafeMutableRawBufferPointer
  private var type = Int64.min
  private var flags = Int64.min
  private var source = Int64.min
  private var code = Int64.min
  private var native = StoredNative.inline(.none)
  private var versionNumber = Int64.min
  private var completeness = Int64.min
  private var mappingVersion: Int64? = .min
  private var zone = Int64.min
  private var hasRare = true

  /// Prepares an `INSERT`, or a `REPLACE` for rewriting in place, into a table with the columns of `record`.
  init(_ connection: Connection, verb: String = "INSERT", table: String = "record") throws {
    statement = try connection.prepare(
      "\(verb) INTO \(table)(\(Self.columns)) VALUES"
        + "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21)")
    idBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 8)
    idBuffer.initializeMemory(as: UInt8.self, repeating: 0)
    statement.bindInPlace(5, blob: idBuffer)
  }

  deinit {
    statement.reset()
    statement.bindNull(5)
    idBuffer.deallocate()
  }

  /// Writes one row.
  func write(_ resolved: ResolvedRow, sequence: Int64, batch: RecordBatch) throws {
    let row = resolved.row
    statement.bind(1, sequence)
    statement.bind(3, row.start)
    statement.bind(4, row.end &- row.start)
    resolved.id.store(into: idBuffer)
    statement.bind(6, bits: resolved.digest)
    statement.bind(7, bits: row.contentHash)
    statement.bind(8, row.version.modifiedAt)
    if row.kind == .quantity || row.kind == .code {
      statement.bind(11, row.number)
    } else {
      statement.bindNull(11)
    }
    bindRepeating(resolved)
    bindNative(resolved.native, batch)
    bindRare(resolved, batch)
    try statement.run()
  }

  @inline(__always)
  private func bindRepeating(_ resolved: ResolvedRow) {
    rebind(2, &type, resolved.typeID)
    rebind(9, &flags, resolved.flags.rawValue)
    rebind(10, &source, resolved.source)
    rebind(12, &code, resolved.code)
    rebind(14, &versionNumber, resolved.row.version.number, zeroIsNull: false)
    rebind(15, &completeness, Int64(resolved.row.completeness), zeroIsNull: false)
    rebind(18, &zone, resolved.zone)
    if mappingVersion != resolved.mappingVersion {
      mappingVersion = resolved.mappingVersion
      statement.bind(16, mappingVersion)
    }
  }

  @inline(__always)
  private func rebind(
    _ index: Int32, _ bound: inout Int64, _ value: Int64, zeroIsNull: Bool = true
  ) {
    guard bound != value else { return }
    bound = value
    if value == 0, zeroIsNull {
      statement.bindNull(index)
    } else {
      statement.bind(index, value)
    }
  }

  @inline(__always)
  private func bindNative(_ value: StoredNative, _ batch: RecordBatch) {
    if case .inline(let symbol) = value {
      batch.symbols.withBytes(of: symbol) { statement.bind(13, text: $0) }
      native = value
    } else if native != value {
      native = value
      if case .number(let number) = value {
        statement.bind(13, number)
      } else {
        statement.bindNull(13)
      }
    }
  }

  /// Binds what few rows have; costs one comparison when neither this row nor the last one has any.
  private func bindRare(_ resolved: ResolvedRow, _ batch: RecordBatch) {
    let row = resolved.row
    let isRare =
      !row.declared.isNaN || !row.payload.isEmpty || !row.links.isEmpty || row.hasSyncIdentifier
    guard isRare || hasRare else { return }
    hasRare = isRare
    statement.bind(17, row.declared)
    bind(19, row.payload.isEmpty ? nil : Array(batch.payloads[row.payload.indices]))
    bind(20, row.links.isEmpty ? nil : linksJSON(batch.links[row.links.indices]))
    if row.hasSyncIdentifier {
      statement.bind(21, blob: row.sharedID.bytes)
    } else {
      statement.bindNull(21)
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
    json.key("role")
    json.string(link.role.name)
    json.key("id")
    json.string(link.id.hexadecimal)
    json.endObject()
  }
  json.endArray()
  return json.bytes
}
