package import HealthRecords
import SonarSQLite

/// Reading records by the time of their start, for what sums them up.
extension RecordStore {
  /// Which records are read by start.
  package struct StartQuery: Sendable, Hashable {
    /// The record types.
    package var recordTypes: Set<RecordType>
    /// The native types; nil for all of the record types.
    package var nativeTypes: Set<String>?
    /// Whether records of civil days are read, whose starts are days, or those of instants.
    package var isCivilDate = false
    /// The earliest start, in milliseconds or days; nil for no limit.
    package var from: Int64?
    /// The first start that is too late; nil for no limit.
    package var until: Int64?

    /// Creates a query for all instants of some record types.
    package init(_ recordTypes: Set<RecordType>) {
      self.recordTypes = recordTypes
    }
  }

  /// Calls `body` with each record by start, then id, whatever native types they have.
  ///
  /// Each native type is read along its index and they are merged: nothing is sorted, and memory holds one record for
  /// each native type.
  package func forEachRecord(
    byStart query: StartQuery, _ body: (StoredRecord) throws -> Void
  ) throws {
    try reading {
      let reader = try RecordReader(connection)
      var cursors: [StartCursor] = []
      for number in reader.typeIDs(of: query.recordTypes) ?? []
      where query.nativeTypes?.contains(reader.nativeType(of: number)) ?? true {
        let cursor = try StartCursor(connection, reader, number, query)
        if cursor.head != nil { cursors.append(cursor) }
      }
      while let first = Self.earliest(cursors), let record = cursors[first].head {
        try body(record)
        try cursors[first].advance(reader)
        if cursors[first].head == nil { cursors.remove(at: first) }
      }
    }
  }

  private static func earliest(_ cursors: [StartCursor]) -> Int? {
    cursors.indices.min { left, right in
      guard let one = cursors[left].head, let other = cursors[right].head else { return false }
      return (one.start, one.id) < (other.start, other.id)
    }
  }

  /// The providers of which the store holds a record of one of the types.
  package func providers(of recordTypes: Set<RecordType>) throws -> Set<Provider> {
    try reportingStoreErrors {
      let statement = try connection.prepare(
        "SELECT DISTINCT provider, record_type FROM type t"
          + " WHERE EXISTS (SELECT 1 FROM record r WHERE r.type = +t.id)")
      var providers: Set<Provider> = []
      try statement.forEachRow { row in
        guard recordTypes.contains(RecordType(rawValue: row.text(1))),
          let provider = Provider(rawValue: row.text(0))
        else { return }
        providers.insert(provider)
      }
      return providers
    }
  }
}

/// The records of one native type by start.
private struct StartCursor {
  private let statement: Statement
  /// The next record; nil at the end.
  private(set) var head: StoredRecord?

  init(
    _ connection: Connection, _ reader: RecordReader, _ type: Int64,
    _ query: RecordStore.StartQuery
  ) throws {
    statement = try connection.prepare(
      "SELECT \(RecordReader.columns) FROM record r WHERE r.type = ?1"
        + " AND r.start >= ?2 AND r.start < ?3 AND (r.flags & 64 <> 0) = ?4"
        + " ORDER BY r.start, r.id")
    statement.bind(1, type)
    statement.bind(2, query.from ?? .min)
    statement.bind(3, query.until ?? .max)
    statement.bind(4, query.isCivilDate ? 1 as Int64 : 0)
    try advance(reader)
  }

  mutating func advance(_ reader: RecordReader) throws {
    head = nil
    while head == nil, try statement.step() { head = try reader.record(statement) }
  }
}
