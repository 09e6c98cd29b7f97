#if canImport(SQLite3)
  import SQLite3
#else
  import CSonarSQLite
#endif

/// One open SQLite file; owned by one thread at a time and therefore not Sendable.
///
/// Opened without SQLite's own mutex. Neither a crash of the process nor a power failure loses what was committed or
/// damages the file.
package final class Connection {
  /// What a connection may do to its file.
  package enum Access: Sendable, Hashable {
    /// Reads and writes.
    case write
    /// Reads; no statement changes anything. See `openForReading` for what is done to the files.
    case read
  }

  /// How a file is opened.
  package struct Options: Sendable {
    /// What the connection may do; reads and writes by default.
    package var access = Access.write
    /// Whether a missing file is created; false, and always for reading, gives `SQLiteError.cannotOpen`.
    package var creates = true
    /// Milliseconds to wait for another writer before `SQLiteError.busy`; 2,000 by default.
    package var busyTimeout: Int32 = 2000
    /// The most memory for cached pages, in KiB; 16 MiB by default.
    package var cacheKiB = 16 * 1024

    /// Creates the defaults.
    package init() {}
  }

  /// A moment at which a test may interrupt the program.
  package enum Moment: Sendable, Hashable {
    /// A statement ran to its end; the number of them since the hook was set, from 1.
    case statement(Int)
    /// A transaction is about to be committed.
    case commit
  }

  /// Called at each `Moment`; whatever it throws takes the place of the database's own failure.
  ///
  /// Nil by default, when it costs one comparison a statement.
  package var faultHook: ((Moment) throws -> Void)? {
    didSet { finishedStatements = 0 }
  }

  /// Whether the file is read as one that nobody writes; see `openForReading`.
  package let readsWithoutLocks: Bool

  private var finishedStatements = 0
  private let busyTimeout: Int32
  let handle: OpaquePointer

  /// Opens a file without writing to it, so that a foreign file can still be refused untouched.
  ///
  /// The page size is 16 KiB for a new file; an existing file keeps its own. Memory mapping stays off, so that a
  /// truncated file is an error and not a signal.
  package init(path: String, options: Options = Options()) throws {
    switch options.access {
    case .write:
      let flags = SQLITE_OPEN_READWRITE | (options.creates ? SQLITE_OPEN_CREATE : 0)
      (handle, readsWithoutLocks) = (try Self.open(path, flags), false)
    case .read:
      (handle, readsWithoutLocks) = try Self.openForReading(path)
    }
    busyTimeout = options.busyTimeout
    sqlite3_busy_timeout(handle, options.busyTimeout)
    try configure(options)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Opens a file by its name, or by a URI where the flags say so.
  static func open(_ name: String, _ flags: Int32) throws -> OpaquePointer {
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK, let opened else {
      let code = opened.map { sqlite3_extended_errcode($0) } ?? result
      sqlite3_close_v2(opened)
      throw SQLiteError(extendedCode: code, sql: "")
    }
    sqlite3_extended_result_codes(opened, 1)
    return opened
  }

  private func configure(_ options: Options) throws {
    if options.access == .read { try execute("PRAGMA query_only = ON") }
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA page_size = 16384")
    try execute("PRAGMA cache_size = -\(options.cacheKiB)")
    try execute("PRAGMA mmap_size = 0")
    // 64 MiB of the log are copied into the file at once: each time the writer waits for the disk.
    try execute("PRAGMA wal_autocheckpoint = 4096")
    try execute("PRAGMA journal_size_limit = 67108864")
  }

  /// Switches the file to write-ahead logging, which lets others read while one connection writes.
  ///
  /// A file has a rollback journal until then: each page that is appended to it is written once and not twice, and
  /// others wait until it is committed. Throws `SQLiteError.busy` while another connection uses the file; costs nothing
  /// when it is switched already.
  package func useWriteAheadLog() throws {
    try execute("PRAGMA journal_mode = WAL")
  }

  /// Runs statements that give no rows or whose rows are of no interest.
  package func execute(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, sql) }
    try statementFinished()
  }

  /// Prepares a statement that is used more than once.
  package func prepare(_ sql: String) throws -> Statement {
    try Statement(self, sql)
  }

  /// The integer in the first column of the first row; nil where there is no row or it is NULL.
  package func integer(_ sql: String) throws -> Int64? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }

  /// Rows inserted, updated and deleted since the file was opened.
  package var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// The row id of the last row inserted by this connection.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Starts a transaction that may write at once, so that two writers meet here and not in the middle.
  package func begin() throws {
    try execute("BEGIN IMMEDIATE")
    // With a rollback journal and a reader, each page that does not fit the cache would wait for the reader to end;
    // without a wait it stays in memory until then.
    sqlite3_busy_timeout(handle, 0)
  }

  /// Commits the open transaction.
  package func commit() throws {
    try faultHook?(.commit)
    sqlite3_busy_timeout(handle, busyTimeout)
    try execute("COMMIT")
  }

  /// Rolls back the open transaction, if there is one; never fails, since nothing could be done about it.
  package func rollback() {
    guard isInTransaction else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    sqlite3_busy_timeout(handle, busyTimeout)
  }

  /// Runs `body` with one view of the file, whatever others write meanwhile; in an open transaction it is that one's.
  package func readTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try body() }
    try execute("BEGIN")
    defer { rollback() }
    return try body()
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      try begin()
      let result = try body()
      try commit()
      return result
    } catch {
      rollback()
      throw error
    }
  }

  func failure(_ result: Int32, _ sql: String) -> SQLiteError {
    let extended = sqlite3_extended_errcode(handle)
    return SQLiteError(extendedCode: extended & 0xff == result & 0xff ? extended : result, sql: sql)
  }

  @inline(__always)
  func statementFinished() throws {
    guard let faultHook else { return }
    finishedStatements += 1
    try faultHook(.statement(finishedStatements))
  }
}
