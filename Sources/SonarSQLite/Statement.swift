#if canImport(SQLite3)
  import SQLite3
#else
  import CSonarSQLite
#endif

/// A prepared statement; belongs to its connection and its thread.
///
/// Parameters are numbered from 1 and keep their values over a reset; columns are numbered from 0. Binding does not
/// fail on the spot: the first failure is thrown by the next `step`.
package final class Statement {
  /// Tells SQLite to copy the bytes; it has no other way to say so.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private let connection: Connection
  private let handle: OpaquePointer
  private let sql: String
  private var bindResult = SQLITE_OK

  init(_ connection: Connection, _ sql: String) throws {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let result = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
    guard result == SQLITE_OK, let prepared else {
      throw connection.failure(result == SQLITE_OK ? SQLITE_MISUSE : result, sql)
    }
    self.connection = connection
    self.sql = sql
    handle = prepared
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds an integer.
  @inline(__always)
  package func bind(_ index: Int32, _ value: Int64) {
    note(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds the bits of an unsigned word as a signed integer.
  @inline(__always)
  package func bind(_ index: Int32, bits value: UInt64) {
    note(sqlite3_bind_int64(handle, index, Int64(bitPattern: value)))
  }

  /// Binds an integer, or NULL.
  package func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  /// Binds a number; NaN becomes NULL.
  @inline(__always)
  package func bind(_ index: Int32, _ value: Double) {
    note(sqlite3_bind_double(handle, index, value))
  }

  /// Binds NULL.
  @inline(__always)
  package func bindNull(_ index: Int32) {
    note(sqlite3_bind_null(handle, index))
  }

  /// Binds text; SQLite copies it.
  package func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bind(index, text: $0) }
  }

  /// Binds UTF-8 text; SQLite copies it.
  package func bind(_ index: Int32, text: UnsafeBufferPointer<UInt8>) {
    let characters = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    guard let characters, !text.isEmpty else {
      note(sqlite3_bind_text(handle, index, "", 0, Self.transient))
      return
    }
    let encoding = UInt8(SQLITE_UTF8)
    note(
      sqlite3_bind_text64(
        handle, index, characters, UInt64(text.count), Self.transient, encoding))
  }

  /// Binds UTF-8 text; SQLite copies it.
  package func bind(_ index: Int32, text: [UInt8]) {
    text.withUnsafeBufferPointer { bind(index, text: $0) }
  }

  /// Binds a blob; SQLite copies it.
  package func bind(_ index: Int32, blob: [UInt8]) {
    blob.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else {
        note(sqlite3_bind_zeroblob(handle, index, 0))
        return
      }
      note(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), Self.transient))
    }
  }

  /// Binds memory that SQLite reads at each step without copying.
  ///
  /// The memory must stay where it is until it is bound to something else or the statement is gone; its contents may
  /// change between steps.
  package func bindInPlace(_ index: Int32, blob: UnsafeMutableRawBufferPointer) {
    note(sqlite3_bind_blob64(handle, index, blob.baseAddress, UInt64(blob.count), nil))
  }

  /// Advances to the next row; false at the end.
  @inline(__always)
  package func step() throws -> Bool {
    let result = bindResult == SQLITE_OK ? sqlite3_step(handle) : bindResult
    if result == SQLITE_ROW { return true }
    guard result == SQLITE_DONE else { throw failed(result) }
    try connection.statementFinished()
    return false
  }

  /// Runs a statement that gives no rows, and makes it ready for the next run.
  @inline(__always)
  package func run() throws {
    defer { reset() }
    while try step() {}
  }

  /// Makes the statement ready for the next run; parameters keep their values.
  @inline(__always)
  package func reset() {
    sqlite3_reset(handle)
  }

  /// Calls `body` for each row, then resets.
  package func forEachRow(_ body: (Statement) throws -> Void) throws {
    defer { reset() }
    while try step() { try body(self) }
  }

  /// Whether a column is NULL.
  @inline(__always)
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Whether a column holds an integer rather than text, a blob, a real or NULL.
  @inline(__always)
  package func isInteger(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_INTEGER
  }

  /// A column as an integer; 0 for NULL.
  @inline(__always)
  package func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// A column's integer as an unsigned word of the same bits.
  @inline(__always)
  package func bits(_ column: Int32) -> UInt64 {
    UInt64(bitPattern: sqlite3_column_int64(handle, column))
  }

  /// A column as an integer; nil for NULL.
  package func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// A column as a number; NaN for NULL.
  @inline(__always)
  package func number(_ column: Int32) -> Double {
    isNull(column) ? .nan : sqlite3_column_double(handle, column)
  }

  /// Calls `body` with the bytes of a text or blob column, which are valid until the next step; none for NULL.
  @inline(__always)
  package func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The bytes of a text or blob column, copied; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { Array($0) }
  }

  /// The bytes of a text or blob column, copied; nil for NULL.
  package func optionalBytes(_ column: Int32) -> [UInt8]? {
    isNull(column) ? nil : bytes(column)
  }

  /// A column as text, with invalid UTF-8 repaired; empty for NULL.
  package func text(_ column: Int32) -> String {
    withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// A column as text; nil for NULL.
  package func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }

  @inline(__always)
  private func note(_ result: Int32) {
    if result != SQLITE_OK, bindResult == SQLITE_OK { bindResult = result }
  }

  /// The error of a failed step; the statement is ready again afterwards.
  private func failed(_ result: Int32) -> SQLiteError {
    let error =
      bindResult == SQLITE_OK
      ? connection.failure(result, sql) : SQLiteError(extendedCode: result, sql: sql)
    bindResult = SQLITE_OK
    sqlite3_reset(handle)
    return error
  }
}
