import HealthRecords
import SonarSQLite

/// A row on its way into the store.
struct Arrival {
  var row: RecordRow
  /// The id it is kept under.
  var id: RecordID
  var flags: RowFlags
  var digest: UInt64
  /// The number of its source; 0 for none.
  var source: Int64
}

/// What a session knows of a native type that its input holds.
final class FamilyUse {
  let family: TypeFamily
  /// Whether the input holds a row of it.
  var isInInput = false
  /// Records that the store held before the import and still holds; known once `isInInput`.
  var stored = 0
  /// How many of those the input holds.
  var present = 0
  /// Whether the two counts are right; after a resumption they are not known.
  var isCounted = true

  init(_ family: TypeFamily) {
    self.family = family
  }
}

/// What is the same for all rows of one type in a batch.
struct RowContext {
  let use: FamilyUse
  let nativeType: String
  let typeID: Int64
  /// The rows of the `type` table that an id with its start in it can have.
  let typeIDs: [Int64]
  /// Nil where it is that of the row in the `type` table.
  let mappingVersion: Int64?
  /// Whether the type has no mapping.
  let isUnknown: Bool
  /// Whether the input is the latest snapshot of the type.
  let isSnapshotted: Bool
}

/// A row of the `type` table.
struct TypeRow {
  var id: Int64
  var mappingVersion: Int64
}

/// Ids with a fate of their own; small sets in memory, with the tables behind them.
struct SpecialIDs {
  private static let limit = 500_000
  var tombstones = KeySet(limit: limit)
  var absorbed = KeySet(limit: limit)
  /// Records of which flattened parts are stored.
  var divided = KeySet(limit: limit)
  var shared = KeySet(limit: limit)
  /// Records that are made of halves.
  var halved = KeySet(limit: limit)
  /// The last whole that was looked for in vain.
  var lastWhole: RecordID?
  /// Starts in this input that differ from the stored start of the same sync identifier.
  var contestedStarts: [RecordID: Set<Int64>] = [:]
}

/// The source names of the input and of the store before it.
struct SourceNames {
  /// Names with records before the import.
  var stored: Set<String> = []
  var seen: Set<String> = []
  /// Names of the input that the store did not know.
  var unknown: Set<String> = []
  /// Numbers of the `source` table that were noted.
  var notedNumbers: Set<Int64> = []
}

/// Where an import stands.
struct ImportProgress {
  /// The row of the `import` table; nil before the first checkpoint.
  var importID: Int64?
  /// The last change sequence before the import.
  var firstSequence: Int64
  /// The last change sequence in use.
  var lastSequence: Int64
  var pieces = 0
  var rowsSinceCommit = 0
  var bytesSinceCommit = 0
  /// Rows changed by the connection when the transaction began.
  var changesAtBegin: Int64 = 0
  /// Of the rows changed since then, those of tables that the import clears at its end.
  var scratchChanges: Int64 = 0
  /// Whether an earlier chunk was committed.
  var hasCommitted = false
  /// Native types and source names of the input that no checkpoint holds.
  var newTypes: [String] = []
  var newSources: [String] = []
  /// SQLite's counter of other connections' commits, to notice another writer.
  var dataVersion: Int64 = 0
  /// Whether the same input was imported to its end before, so that what it deletes was deleted then.
  var isRepetition = false
  /// Whether part of the import ran in an earlier process.
  let isResumed: Bool

  init(_ connection: Connection, resuming: ResumePoint?) throws {
    // Rows that the killed process put aside have numbers too.
    let tables = ["record", "tombstone", "half"] + (resuming == nil ? [] : ["import_contested"])
    let newest = tables.map { "coalesce((SELECT max(change_seq) FROM \($0)), 0)" }
    lastSequence = try connection.integer("SELECT max(\(newest.joined(separator: ",")))") ?? 0
    firstSequence = lastSequence
    isResumed = resuming != nil
    guard let resuming else { return }
    importID = resuming.importID
    pieces = resuming.pieces
    hasCommitted = true
    firstSequence =
      try connection.integer("SELECT first_seq FROM import WHERE id = \(resuming.importID)")
      ?? lastSequence
  }

  mutating func takeSequence() -> Int64 {
    lastSequence += 1
    return lastSequence
  }
}

/// The statements of an import that run more than once.
final class ImportStatements {
  var rewrite: RecordWriter
  var setAside: RecordWriter
  let delete: Statement
  let tombstone: Statement
  let addTombstone: Statement
  let removeTombstone: Statement
  let absorbedPart: Statement
  let addAbsorbed: Statement
  let addPart: Statement
  let parts: Statement
  let removeParts: Statement
  let halves: HalfStatements
  let sharedID: Statement
  let addSharedID: Statement
  let sourceName: Statement
  let type: Statement
  let addType: Statement
  let texts: Statement

  init(_ connection: Connection) throws {
    rewrite = try RecordWriter(connection, verb: "REPLACE")
    setAside = try RecordWriter(connection, verb: "INSERT", table: "import_contested")
    delete = try connection.prepare("DELETE FROM record WHERE change_seq = ?1")
    tombstone = try connection.prepare("SELECT modified_at, reason FROM tombstone WHERE id = ?1")
    addTombstone = try connection.prepare(
      "INSERT INTO tombstone(change_seq, id, type, start, modified_at, reason)"
        + " VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(id) DO UPDATE SET"
        + " modified_at = excluded.modified_at, reason = excluded.reason,"
        + " type = coalesce(excluded.type, type), start = coalesce(excluded.start, start)"
        + " WHERE excluded.modified_at > modified_at")
    removeTombstone = try connection.prepare("DELETE FROM tombstone WHERE id = ?1")
    absorbedPart = try connection.prepare("SELECT 1 FROM absorbed WHERE part_id = ?1")
    addAbsorbed = try connection.prepare(
      "INSERT INTO absorbed(part_id, whole_id) VALUES(?1, ?2) ON CONFLICT(part_id)"
        + " DO UPDATE SET whole_id = excluded.whole_id WHERE excluded.whole_id < whole_id")
    addPart = try connection.prepare("INSERT OR IGNORE INTO part(whole_id, id) VALUES(?1, ?2)")
    parts = try connection.prepare("SELECT id FROM part WHERE whole_id = ?1")
    removeParts = try connection.prepare("DELETE FROM part WHERE whole_id = ?1")
    halves = try HalfStatements(connection)
    sharedID = try connection.prepare("SELECT 1 FROM shared_sync_id WHERE id = ?1")
    addSharedID = try connection.prepare("INSERT OR IGNORE INTO shared_sync_id(id) VALUES(?1)")
    sourceName = try connection.prepare("SELECT name FROM source WHERE id = ?1")
    type = try connection.prepare(
      "SELECT id, mapping_version FROM type WHERE provider = ?1 AND native_type = ?2"
        + " AND record_type = ?3 AND unit = ?4")
    addType = try connection.prepare(
      "INSERT INTO type(provider, native_type, record_type, unit, mapping_version)"
        + " VALUES(?1, ?2, ?3, ?4, ?5)")
    texts = try connection.prepare(
      "SELECT iif(typeof(r.native) = 'integer', n.json, r.native), s.json, r.payload, r.links,"
        + " z.name, c.text, r.number, r.declared, r.duration, r.start, r.flags FROM record r"
        + " LEFT JOIN native n ON n.id = r.native LEFT JOIN source s ON s.id = r.source"
        + " LEFT JOIN zone z ON z.id = r.zone LEFT JOIN code c ON c.id = r.code"
        + " WHERE r.change_seq = ?1")
  }

  /// Turns the writers to the batch in hand.
  func turn(to batch: RecordBatch) {
    rewrite.turn(to: batch)
    setAside.turn(to: batch)
    halves.keep.turn(to: batch)
  }
}
