package import HealthRecords
import SonarSQLite

/// Which records are read, and in which order.
package struct RecordQuery: Sendable, Hashable {
  /// The order of the records.
  package enum Order: Sendable, Hashable {
    /// By id: the order of a canonical export.
    case id
    /// By the name of the record type, then start, then id.
    case typeAndStart
    /// By change sequence: the order in which they were stored; the cheapest.
    case change
  }

  /// The order; by id by default.
  package var order = Order.id
  /// Registered types to read; nil, the default, for all.
  package var recordTypes: Set<RecordType>?
  /// The earliest start in milliseconds since 1970, inclusive; nil for no limit.
  package var from: Int64?
  /// The latest start in milliseconds since 1970, exclusive; nil for no limit.
  package var until: Int64?

  /// Creates a query for all records by id.
  package init() {}

  fileprivate var orderSQL: String {
    switch order {
    case .id: "r.id"
    case .typeAndStart: "r.start, r.id"
    case .change: "r.change_seq"
    }
  }
}

/// A record or a deletion in the change feed.
package enum Change: Sendable, Hashable {
  /// A record was inserted or replaced.
  case record(StoredRecord)
  /// A record is gone.
  case tombstone(Tombstone, changeSequence: Int64)

  /// Its place in the feed.
  package var changeSequence: Int64 {
    switch self {
    case .record(let record): record.changeSequence
    case .tombstone(_, let sequence): sequence
    }
  }
}

extension RecordStore {
  /// Calls `body` with each record, all of one state of the store; memory stays flat.
  ///
  /// In the order of changes, and by type and start for a record type that one native type in one unit makes up, rows
  /// come as an index holds them. Otherwise SQLite sorts them, on disk what does not fit its cache.
  package func forEachRecord(
    _ query: RecordQuery = RecordQuery(), _ body: (StoredRecord) throws -> Void
  ) throws {
    try reading {
      let reader = try RecordReader(connection)
      if query.order == .typeAndStart {
        for types in reader.typeIDsByName(of: query.recordTypes) {
          try forEachRecord(query, ofTypes: types, reader, body)
        }
      } else {
        try forEachRecord(query, ofTypes: reader.typeIDs(of: query.recordTypes), reader, body)
      }
    }
  }

  private func forEachRecord(
    _ query: RecordQuery, ofTypes types: [Int64]?, _ reader: RecordReader,
    _ body: (StoredRecord) throws -> Void
  ) throws {
    let list = types.map { "AND r.type IN (\($0.map(String.init).joined(separator: ",")))" }
    let statement = try connection.prepare(
      "SELECT \(RecordReader.columns) FROM record r"
        + " WHERE (?1 IS NULL OR iif(r.flags & 64, r.start * 86400000, r.start) >= ?1)"
        + " AND (?2 IS NULL OR iif(r.flags & 64, r.start * 86400000, r.start) < ?2)"
        + " \(list ?? "") ORDER BY \(query.orderSQL)")
    statement.bind(1, query.from)
    statement.bind(2, query.until)
    try statement.forEachRow { row in
      if let record = try reader.record(row) { try body(record) }
    }
  }

  /// Writes all records of a query as canonical NDJSON; `sink` takes one or more whole lines at a time.
  ///
  /// `more` may write further fields at the end of a record's line.
  package func exportCanonical(
    _ query: RecordQuery = RecordQuery(),
    adding more: (StoredRecord, inout JSONWriter) -> Void = { _, _ in },
    to sink: ([UInt8]) throws -> Void
  ) throws {
    var buffer: [UInt8] = []
    var writer = JSONWriter()
    try forEachRecord(query) { record in
      writer.removeAll()
      record.writeCanonicalLine(to: &writer) { more(record, &$0) }
      buffer.append(contentsOf: writer.bytes)
      buffer.append(UInt8(ascii: "\n"))
      if buffer.count >= 256 * 1024 {
        try sink(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    if !buffer.isEmpty { try sink(buffer) }
  }

  /// Up to `limit` changes after a change sequence, in their order.
  ///
  /// Only the latest state of a record is in the feed: an id appears once, as a record or as a tombstone. The last
  /// change's sequence is the anchor for the next call.
  package func changes(after sequence: Int64, limit: Int) throws -> [Change] {
    try reportingStoreErrors {
      var changes = try tombstones(after: sequence, limit: limit)
      let reader = try RecordReader(connection)
      let statement = try connection.prepare(
        "SELECT \(RecordReader.columns) FROM record r WHERE r.change_seq > ?1"
          + " ORDER BY r.change_seq LIMIT ?2")
      statement.bind(1, sequence)
      statement.bind(2, Int64(limit))
      try statement.forEachRow { row in
        if let record = try reader.record(row) { changes.append(.record(record)) }
      }
      changes.sort { $0.changeSequence < $1.changeSequence }
      return Array(changes.prefix(max(0, limit)))
    }
  }

  private func tombstones(after sequence: Int64, limit: Int) throws -> [Change] {
    let statement = try connection.prepare(
      "SELECT change_seq, id, modified_at, reason FROM tombstone WHERE change_seq > ?1"
        + " ORDER BY change_seq LIMIT ?2")
    statement.bind(1, sequence)
    statement.bind(2, Int64(limit))
    var changes: [Change] = []
    try statement.forEachRow { row in
      guard let id = row.withBytes(1, { RecordID(storedBytes: $0) }) else { return }
      let tombstone = Tombstone(
        id: id, modifiedAt: row.integer(2),
        reason: Tombstone.Reason(rawValue: row.text(3)) ?? .deleted)
      changes.append(.tombstone(tombstone, changeSequence: row.integer(0)))
    }
    return changes
  }
}

/// Builds records from rows of the `record` table, with the dictionaries in memory as far as they are small.
final class RecordReader {
  static let columns = """
    r.change_seq, r.type, r.start, r.duration, r.id, r.modified_at, r.flags, r.source, r.number,
    r.code, r.native, r.version_number, r.completeness, r.mapping_version, r.declared, r.zone,
    r.payload, r.links
    """

  private struct TypeEntry {
    var provider: Provider
    var type: BatchType
    var mappingVersion: Int
  }

  private var types: [Int64: TypeEntry] = [:]
  private let sources: TextReader
  private let natives: TextReader
  private let codes: TextReader
  private let zones: TextReader

  init(_ connection: Connection) throws {
    sources = try TextReader(connection, "SELECT json FROM source WHERE id = ?1")
    natives = try TextReader(connection, "SELECT json FROM native WHERE id = ?1")
    codes = try TextReader(connection, "SELECT text FROM code WHERE id = ?1")
    zones = try TextReader(connection, "SELECT name FROM zone WHERE id = ?1")
    let all = "SELECT id, provider, native_type, record_type, unit, mapping_version FROM type"
    try connection.prepare(all).forEachRow { row in
      guard let provider = Provider(rawValue: row.text(1)) else { return }
      let type = BatchType(
        nativeType: row.text(2), recordType: RecordType(rawValue: row.text(3)), unit: row.text(4))
      types[row.integer(0)] = TypeEntry(
        provider: provider, type: type, mappingVersion: Int(row.integer(5)))
    }
  }

  /// The numbers of the types of that name; nil for no restriction.
  func typeIDs(of recordTypes: Set<RecordType>?) -> [Int64]? {
    recordTypes.map { wanted in
      types.filter { wanted.contains($0.value.type.recordType) }.keys.sorted()
    }
  }

  /// The native type of a number; empty for an unknown one.
  func nativeType(of number: Int64) -> String { types[number]?.type.nativeType ?? "" }

  /// The numbers of the types of those names, by name; what numbers the store gave them changes nothing.
  func typeIDsByName(of recordTypes: Set<RecordType>?) -> [[Int64]] {
    let numbers = typeIDs(of: recordTypes) ?? Array(types.keys)
    return Dictionary(grouping: numbers) { types[$0]?.type.recordType.rawValue ?? "" }
      .sorted { $0.key < $1.key }
      .map(\.value)
  }

  /// The record of a row; nil for a row of a type or id that this version does not know.
  func record(_ row: Statement) throws -> StoredRecord? {
    guard let entry = types[row.integer(1)],
      let id = row.withBytes(4, { RecordID(storedBytes: $0) })
    else { return nil }
    let flags = RowFlags(rawValue: row.integer(6))
    let start = row.integer(2)
    return StoredRecord(
      id: id, changeSequence: row.integer(0), provider: entry.provider, type: entry.type,
      version: RecordVersion(number: row.integer(11), modifiedAt: row.integer(5)),
      kind: flags.kind, recording: flags.recording, quality: flags.quality,
      standing: flags.standing, isCivilDate: flags.isCivilDate, start: start,
      end: start &+ row.integer(3), number: row.number(8), declared: row.number(14),
      code: try codes.text(row, 9).map { String(decoding: $0, as: UTF8.self) },
      zone: try zones.text(row, 15).map { String(decoding: $0, as: UTF8.self) },
      source: try sources.text(row, 7),
      native: row.isInteger(10) ? try natives.text(row, 10) : row.optionalBytes(10),
      payload: row.optionalBytes(16), links: row.optionalBytes(17),
      completeness: UInt32(truncatingIfNeeded: row.integer(12)),
      mappingVersion: row.isNull(13) ? entry.mappingVersion : Int(row.integer(13)))
  }
}

/// Texts of a dictionary table by number, the last few thousand in memory.
final class TextReader {
  private static let limit = 4096
  private let statement: Statement
  private var texts: [Int64: [UInt8]] = [:]

  init(_ connection: Connection, _ sql: String) throws {
    statement = try connection.prepare(sql)
  }

  /// The text whose number is in a column of `row`; nil for NULL.
  func text(_ row: Statement, _ column: Int32) throws -> [UInt8]? {
    guard !row.isNull(column) else { return nil }
    let number = row.integer(column)
    if let known = texts[number] { return known }
    statement.bind(1, number)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let text = statement.bytes(0)
    if texts.count >= Self.limit { texts.removeAll(keepingCapacity: true) }
    texts[number] = text
    return text
  }
}
