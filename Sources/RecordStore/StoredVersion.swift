import HealthRecords
import SonarSQLite

/// What the store holds of one record, as far as the merge rule needs it.
struct StoredVersion {
  var sequence: Int64
  /// Its row in the `type` table.
  var typeID: Int64
  var id: RecordID
  var start: Int64
  var flags: RowFlags
  var digest: UInt64
  var key: MergeKey

  /// The start as an instant.
  var startMilliseconds: Int64 {
    flags.isCivilDate ? start.multipliedReportingOverflow(by: 86_400_000).partialValue : start
  }
}

/// Reads stored versions, by change sequence or by id.
final class VersionReader {
  private static let columns = """
    r.change_seq, r.id, r.start, r.flags, r.digest, r.version_number, r.modified_at,
    coalesce(r.mapping_version, t.mapping_version), r.completeness, r.content, r.type
    """
  private let bySequence: Statement
  private let byKey: Statement
  private let byTimelessID: Statement
  private let byStartRange: Statement
  private let timelessIndex: TimelessIndex

  /// Prepares to read `record` or another table with its columns.
  init(
    _ connection: Connection, table: String = "record", _ timelessIndex: TimelessIndex
  ) throws {
    self.timelessIndex = timelessIndex
    let select = "SELECT \(Self.columns) FROM \(table) r JOIN type t ON t.id = r.type WHERE"
    bySequence = try connection.prepare("\(select) r.change_seq = ?1")
    byKey = try connection.prepare(
      "\(select) r.type = ?1 AND r.start = ?2 AND r.id = ?3")
    byTimelessID = try connection.prepare("\(select) r.id = ?1 AND r.flags & 256")
    byStartRange = try connection.prepare(
      "\(select) r.type = ?1 AND r.start BETWEEN ?2 AND ?3 AND r.id = ?4")
  }

  /// The version at a change sequence.
  func version(at sequence: Int64) throws -> StoredVersion? {
    bySequence.bind(1, sequence)
    return try first(bySequence)
  }

  /// The version of an id whose start is in its leading bits; needs the key indexes.
  func version(of id: RecordID, start: Int64, types: [Int64]) throws -> StoredVersion? {
    byKey.bind(2, start)
    byKey.bind(3, blob: id.bytes)
    for type in types {
      byKey.bind(1, type)
      if let found = try first(byKey) { return found }
    }
    return nil
  }

  /// The version of an id whose start is not in its leading bits; needs the key indexes.
  func version(ofTimeless id: RecordID) throws -> StoredVersion? {
    try timelessIndex.require()
    byTimelessID.bind(1, blob: id.bytes)
    return try first(byTimelessID)
  }

  /// The version of an id of which nothing else is known; needs the key indexes.
  func version(of id: RecordID, types: [Int64]) throws -> StoredVersion? {
    if let found = try version(ofTimeless: id) { return found }
    byStartRange.bind(4, blob: id.bytes)
    let starts = id.possibleStarts
    // A civil day is stored as a day, and its id leads with the seconds of its midnight.
    let day = starts.lowerBound / 86_400_000
    for range in [starts, day...day] {
      byStartRange.bind(2, range.lowerBound)
      byStartRange.bind(3, range.upperBound)
      for type in types {
        byStartRange.bind(1, type)
        if let found = try first(byStartRange) { return found }
      }
    }
    return nil
  }

  private func first(_ statement: Statement) throws -> StoredVersion? {
    defer { statement.reset() }
    guard try statement.step(),
      let id = statement.withBytes(1, { RecordID(storedBytes: $0) })
    else { return nil }
    let flags = RowFlags(rawValue: statement.integer(3))
    return StoredVersion(
      sequence: statement.integer(0), typeID: statement.integer(10), id: id,
      start: statement.integer(2), flags: flags,
      digest: statement.bits(4),
      key: MergeKey(
        standing: flags.standing,
        version: RecordVersion(
          number: statement.integer(5), modifiedAt: statement.integer(6)),
        mappingVersion: Int(statement.integer(7)),
        completeness: UInt32(truncatingIfNeeded: statement.integer(8)),
        contentHash: statement.bits(9)))
  }
}
