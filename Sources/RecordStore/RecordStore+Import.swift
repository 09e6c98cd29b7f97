package import HealthRecords
import SonarSQLite

extension RecordStore {
  /// Begins an import, or goes on with one that was killed.
  ///
  /// `startedAt` is in milliseconds since 1970. Another import that was killed and is not resumed can never be resumed
  /// afterwards; running it again from its start is always right. Throws `StoreError.busy` while another program imports.
  package func beginImport(
    _ input: InputIdentity, options: ImportOptions = ImportOptions(), startedAt: Int64,
    resuming: ResumePoint? = nil
  ) throws -> ImportSession {
    try reportingStoreErrors {
      do {
        try connection.begin()
        index.forget()
        return ImportSession(
          try ImportRun(self, input, options, startedAt: startedAt, resuming: resuming))
      } catch {
        connection.rollback()
        throw error
      }
    }
  }

  /// Where an import of this input was interrupted; nil when it was not, or when another one came after it.
  package func resumePoint(for input: InputIdentity) throws -> ResumePoint? {
    try reportingStoreErrors {
      let statement = try connection.prepare(
        "SELECT id, pieces, report FROM import WHERE state = 'running' AND provider = ?1"
          + " AND fingerprint = ?2 AND mapping_version = ?3 ORDER BY id DESC LIMIT 1")
      statement.bind(1, input.provider.rawValue)
      statement.bind(2, input.fingerprint)
      statement.bind(3, Int64(input.mappingVersion))
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      return ResumePoint(
        pieces: Int(statement.integer(1)), report: statement.bytes(2),
        importID: statement.integer(0))
    }
  }

  /// The date of the latest snapshot of each native type of a provider, in milliseconds since 1970.
  package func snapshotDates(of provider: Provider) throws -> [String: Int64] {
    try reportingStoreErrors {
      let statement = try connection.prepare(
        "SELECT native_type, taken_at FROM snapshot WHERE provider = ?1")
      statement.bind(1, provider.rawValue)
      var dates: [String: Int64] = [:]
      try statement.forEachRow { dates[$0.text(0)] = $0.integer(1) }
      return dates
    }
  }
}
