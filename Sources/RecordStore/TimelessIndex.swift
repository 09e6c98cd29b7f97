import HealthRecords
import SonarSQLite

/// The index that finds a record by an id which does not lead with its start (decision 0012).
///
/// Such ids come in no order: once the index has outgrown SQLite's cache, keeping it costs reading and writing a page for
/// nearly every row. A first import into an empty store therefore goes without it; it is built, from sorted ids, when a
/// record is first looked for by it, which few imports do: identities are in memory while they fit there.
final class TimelessIndex {
  /// The most memory for one of the two lists of ids that are sorted, in KiB.
  private static let sortKiB = 4096

  private let connection: Connection
  private let cacheKiB: Int
  private var isBuilt: Bool

  /// Takes the index as the file has it; an open transaction is needed.
  ///
  /// `cacheKiB` is the size of SQLite's cache.
  init(_ connection: Connection, cacheKiB: Int) throws {
    self.connection = connection
    self.cacheKiB = cacheKiB
    let name = "SELECT count(*) FROM sqlite_schema WHERE name = 'record_by_id'"
    isBuilt = try connection.integer(name) == 1
  }

  /// Whether a first import goes without the index: not Apple's, of which most ids lead with their start, so that reading
  /// all records once more for the others would cost more than it saves.
  static func isPostponed(for provider: Provider) -> Bool { provider != .appleHealth }

  /// Removes the index of a store that has no records yet.
  func postpone() throws {
    guard isBuilt else { return }
    try connection.execute("DROP INDEX record_by_id")
    isBuilt = false
  }

  /// Makes sure that the index is there; linear in the size of the store where it has to be built.
  @inline(__always)
  func require() throws {
    if !isBuilt { try build() }
  }

  private func build() throws {
    // The ids are sorted on a second thread while this one reads them; a list that is sorted may be as large as the cache.
    try connection.execute("PRAGMA threads = 1")
    try connection.execute("PRAGMA cache_size = -\(min(cacheKiB, Self.sortKiB))")
    try connection.execute(Schema.timelessIndex)
    try connection.execute("PRAGMA cache_size = -\(cacheKiB)")
    isBuilt = true
  }
}
