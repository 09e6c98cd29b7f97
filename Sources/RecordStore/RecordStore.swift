package import SonarSQLite

/// The records of one person in one SQLite file.
///
/// Owned by one thread at a time. Opened by `open` for writing or by `openForReading`. Any number of programs may read the
/// file while one import writes to it, once the first import has ended. The tables are described in docs/store.md.
package final class RecordStore {
  /// Sizes that trade memory for speed; results never depend on them.
  package struct Configuration: Sendable {
    /// The most memory for identities, in bytes; 32 MB by default.
    ///
    /// Native types that were not used for the longest time leave memory first; a single type that needs more is looked
    /// up in the file, which is slower.
    package var identityBudget = 32_000_000
    /// Rows between two checkpoints; 200,000 by default.
    package var chunkRows = 200_000
    /// Payload and text bytes between two checkpoints; 64 MB by default.
    package var chunkBytes = 64_000_000
    /// The most memory for SQLite's cached pages, in KiB; 16 MiB by default.
    package var cacheKiB = 16 * 1024
    /// Entries that each dictionary keeps in memory; 50,000 by default.
    package var dictionaryLimit = 50_000
    /// Bits of an id's 64-bit key that count; fewer make keys collide, for tests.
    package var identityKeyMask = UInt64.max

    /// Creates the defaults.
    package init() {}
  }

  let connection: Connection
  let configuration: Configuration
  let index: IdentityIndex
  /// The file as it was before it was opened without locks; nil for any other.
  let unlockedFile: FileState?

  /// Opens a store.
  ///
  /// A missing file is created when `create` is true. An older schema is migrated. Nothing is written to a file that is
  /// no store; see `StoreError.Code` for the refusals.
  package static func open(
    path: String, create: Bool, configuration: Configuration = Configuration()
  ) throws -> RecordStore {
    try reportingStoreErrors {
      let file = try StorePath.literal(path)
      var options = Connection.Options()
      options.creates = create
      options.cacheKiB = configuration.cacheKiB
      let connection: Connection
      do {
        connection = try Connection(path: file, options: options)
      } catch let error as SQLiteError where error.code == .cannotOpen {
        throw StorePath.failure(opening: file, create: create, error)
      }
      try prepare(connection, create: create)
      return RecordStore(connection, configuration)
    }
  }

  private static func prepare(_ connection: Connection, create: Bool) throws {
    do {
      _ = try Schema.migrator.migrate(connection, creates: create)
    } catch let refusal as Migrator.Refusal {
      throw StoreError(refusal)
    }
  }

  init(_ connection: Connection, _ configuration: Configuration, unlockedFile: FileState? = nil) {
    self.connection = connection
    self.configuration = configuration
    self.unlockedFile = unlockedFile
    index = IdentityIndex(connection, budget: configuration.identityBudget)
    index.keyMask = configuration.identityKeyMask
  }

  /// Called at moments where a test may interrupt an import; see `Connection.faultHook`.
  package var faultHook: ((Connection.Moment) throws -> Void)? {
    get { connection.faultHook }
    set { connection.faultHook = newValue }
  }

  // MARK: - Settings

  /// The value of a setting; nil where there is none.
  package func setting(_ key: String) throws -> String? {
    try reportingStoreErrors {
      let statement = try connection.prepare("SELECT value FROM setting WHERE key = ?1")
      statement.bind(1, key)
      defer { statement.reset() }
      return try statement.step() ? statement.text(0) : nil
    }
  }

  /// Keeps a setting; nil removes it.
  package func setSetting(_ key: String, to value: String?) throws {
    try reportingStoreErrors {
      let statement = try connection.prepare(
        value == nil
          ? "DELETE FROM setting WHERE key = ?1"
          : "INSERT INTO setting(key, value) VALUES(?1, ?2)"
            + " ON CONFLICT(key) DO UPDATE SET value = excluded.value")
      statement.bind(1, key)
      if let value { statement.bind(2, value) }
      try statement.run()
    }
  }

  /// The new name of each renamed source, by its old name.
  ///
  /// The caller derives the ids of records under the new name from the old one, as those in the store were.
  package func aliases() throws -> [String: String] {
    try reportingStoreErrors {
      var aliases: [String: String] = [:]
      try connection.prepare("SELECT old, new FROM alias").forEachRow {
        aliases[$0.text(0)] = $0.text(1)
      }
      return aliases
    }
  }

  /// Keeps the alias of a renamed source.
  package func addAlias(old: String, new: String) throws {
    try reportingStoreErrors {
      let statement = try connection.prepare(
        "INSERT INTO alias(old, new) VALUES(?1, ?2)"
          + " ON CONFLICT(old) DO UPDATE SET new = excluded.new")
      statement.bind(1, old)
      statement.bind(2, new)
      try statement.run()
    }
  }

  /// Checks every page of the file; linear in its size.
  package func checkIntegrity() throws {
    try reportingStoreErrors {
      let check = try connection.prepare("PRAGMA quick_check(1)")
      defer { check.reset() }
      guard try check.step(), check.text(0) == "ok" else {
        throw StoreError(
          .damaged, "The store is damaged: restore a backup, or import into a new file.")
      }
    }
  }

  /// How many records the store holds; linear in their number.
  package func recordCount() throws -> Int {
    try reportingStoreErrors {
      Int(try connection.integer("SELECT count(*) FROM record") ?? 0)
    }
  }
}

extension RecordStore {
  /// How much the store holds.
  package struct State: Sendable, Hashable {
    /// Records.
    package var records: Int
    /// Deletions.
    package var tombstones: Int
    /// The sequence number of the newest change.
    package var changeSequence: Int64
  }

  /// How much the store holds now; linear in the number of records.
  package func state() throws -> State {
    try reportingStoreErrors {
      let newest = try connection.integer(
        """
        SELECT max(coalesce((SELECT max(change_seq) FROM record), 0),
          coalesce((SELECT max(change_seq) FROM tombstone), 0))
        """)
      return State(
        records: try recordCount(),
        tombstones: Int(try connection.integer("SELECT count(*) FROM tombstone") ?? 0),
        changeSequence: newest ?? 0)
    }
  }
}
