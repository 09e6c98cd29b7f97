import SonarSQLite

/// Reading a store as it is.
extension RecordStore {
  /// Opens a store for reading, as of this moment.
  ///
  /// Creates, migrates and changes nothing, and leaves no file behind; what others commit later is not seen. A function
  /// that writes throws. The file and its folder need not be writable: a file with an empty write-ahead log is then read
  /// without locks, and `forEachRecord` throws `busy` at its end when somebody who may write it has changed it since.
  ///
  /// Throws `olderStore` for a schema that needs a migration, `needsRecovery` where a killed import left a journal that
  /// may not be taken in, and `busy` while the first import into the store runs.
  package static func openForReading(
    path: String, configuration: Configuration = Configuration()
  ) throws -> RecordStore {
    try reportingStoreErrors {
      let file = try StorePath.literal(path)
      try StorePath.checkIsNoFolder(file)
      let state = FileState(path: file)
      let connection = try connectionForReading(file)
      try checkIsCurrent(connection)
      return RecordStore(
        connection, configuration, unlockedFile: connection.readsWithoutLocks ? state : nil)
    }
  }

  /// A connection in a transaction that holds the file's state of this moment.
  private static func connectionForReading(_ path: String) throws -> Connection {
    var options = Connection.Options()
    options.access = .read
    do {
      let connection = try Connection(path: path, options: options)
      try connection.execute("BEGIN")
      _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
      // The writer could not commit before this reader is gone, and would fail.
      guard !connection.isBeingWritten else { throw StoreError.inUse(nil) }
      return connection
    } catch let error as SQLiteError where error.code == .readOnly {
      throw StorePath.needsRecovery(error)
    } catch let error as SQLiteError where error.code == .cannotOpen {
      // A statement fails so only when the log that lies there cannot be opened.
      guard error.sql.isEmpty else { throw StorePath.needsRecovery(error) }
      throw StorePath.failure(opening: path, create: false, error)
    }
  }

  private static func checkIsCurrent(_ connection: Connection) throws {
    do {
      try Schema.migrator.checkIsCurrent(connection)
    } catch let refusal as Migrator.Refusal {
      throw StoreError(refusal)
    }
  }

  /// Runs `body` with one state of the file, and throws `busy` when the file was changed under a reader without locks.
  func reading(_ body: () throws -> Void) throws {
    try reportingStoreErrors {
      let result = Result { try connection.readTransaction(body) }
      // Pages of two states can look like damage, so this comes before any other error.
      if let unlockedFile, !unlockedFile.isUnchanged {
        throw StoreError(
          .busy, "The store was changed while it was read: what was read may be wrong. Run again.")
      }
      try result.get()
    }
  }
}
