package import HealthRecords
import SonarSQLite

/// What earlier imports left in the `import` table.
extension RecordStore {
  /// The offset in which an export was written.
  package struct WrittenOffset: Sendable, Hashable {
    /// When the export was written, in milliseconds since 1970; nil where it did not say.
    package var exportedAt: Int64?
    /// Minutes east of UTC.
    package var minutes: Int

    /// Creates an offset.
    package init(exportedAt: Int64?, minutes: Int) {
      self.exportedAt = exportedAt
      self.minutes = minutes
    }
  }

  /// The offsets in which the imported exports of a provider were written, in the order of their import.
  ///
  /// An import that was killed and never finished has none.
  package func writtenOffsets(of provider: Provider) throws -> [WrittenOffset] {
    try reportingStoreErrors {
      let statement = try connection.prepare(
        "SELECT exported_at, written_offset FROM import"
          + " WHERE provider = ?1 AND written_offset IS NOT NULL ORDER BY id")
      statement.bind(1, provider.rawValue)
      var offsets: [WrittenOffset] = []
      try statement.forEachRow { row in
        offsets.append(
          WrittenOffset(
            exportedAt: row.optionalInteger(0), minutes: Int(clamping: row.integer(1))))
      }
      return offsets
    }
  }

  /// The record types that rows of the store may have, also those of mapping tables that are not at hand.
  package func recordTypes() throws -> Set<String> {
    try reportingStoreErrors {
      var types: Set<String> = []
      try connection.prepare("SELECT DISTINCT record_type FROM type").forEachRow {
        types.insert($0.text(0))
      }
      return types
    }
  }

  /// The native types of a provider of which the store holds a record.
  ///
  /// One index lookup for each type.
  package func nativeTypesWithRecords(of provider: Provider) throws -> Set<String> {
    try reportingStoreErrors {
      // The plus takes the column's affinity away, without which the index of an untyped column serves.
      let statement = try connection.prepare(
        "SELECT native_type FROM type t WHERE provider = ?1"
          + " AND EXISTS (SELECT 1 FROM record r WHERE r.type = +t.id)")
      statement.bind(1, provider.rawValue)
      var types: Set<String> = []
      try statement.forEachRow { types.insert($0.text(0)) }
      return types
    }
  }

  /// Calls `body` with the report of each import of the provider but the one that is under way, until it returns false.
  ///
  /// Those of the same input come first, then the latest: the report that says most about what the input should be like.
  package func forEachEarlierReport(
    than input: InputIdentity, _ body: ([UInt8]) throws -> Bool
  ) throws {
    try reportingStoreErrors {
      let statement = try connection.prepare(
        "SELECT report FROM import WHERE provider = ?1 AND report IS NOT NULL"
          + " AND NOT (state = 'running' AND fingerprint = ?2)"
          + " ORDER BY fingerprint = ?2 DESC, id DESC")
      statement.bind(1, input.provider.rawValue)
      statement.bind(2, input.fingerprint)
      defer { statement.reset() }
      while try statement.step() {
        guard try body(statement.bytes(0)) else { return }
      }
    }
  }
}
