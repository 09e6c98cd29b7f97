internal import CSonarSQLite

/// A connection to a database that a stranger may have made; nothing that its schema says is executed.
///
/// Only tables can be read: views, triggers, virtual tables and functions are refused by SQLite's own settings and once
/// more by an authorizer. Work, value sizes and the size of the schema have limits. Used by one thread.
final class BackupDatabase {
  /// Bytes of the longest value and of the longest statement of the schema; Health Connect takes records of 1 MiB.
  static let longestValue: Int32 = 2 << 20

  /// How many instructions of SQLite's machine run between two looks at the budget.
  private static let stepsPerLook: Int32 = 1000

  /// The bytes under the connection.
  let image: BackupImage

  /// Whether the work limit was met; every statement fails from then on.
  var isExhausted: Bool { stepsLeft <= 0 }

  fileprivate let handle: OpaquePointer
  private var stepsLeft: Int64

  /// Opens an image for at most `steps` instructions of SQLite's machine.
  ///
  /// Reads nothing of the schema: the first statement does.
  init(_ image: BackupImage, steps: Int64) throws(BackupFailure) {
    self.image = image
    stepsLeft = steps
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(
      "backup", &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, image.name)
    guard result == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw BackupFailure(code: result)
    }
    handle = opened
    sqlite3_extended_result_codes(opened, 1)
    try harden()
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Prepares a statement.
  func prepare(_ sql: String) throws(BackupFailure) -> BackupStatement {
    try BackupStatement(self, sql)
  }

  /// The integer that a statement gives; 0 where it gives none.
  func integer(_ sql: String) throws(BackupFailure) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) ?? 0 : 0
  }

  private func harden() throws(BackupFailure) {
    for (limit, value) in Self.limits { sqlite3_limit(handle, limit, value) }
    try check(sonar_sqlite3_distrust(handle))
    // Sorting must not grow with the number of rows: what does not fit the cache goes to a file without a name.
    for setting in ["cell_size_check = ON", "cache_size = -4096", "temp_store = FILE"] {
      try check(sqlite3_exec(handle, "PRAGMA \(setting)", nil, nil, nil))
    }
    sqlite3_set_authorizer(handle, { BackupDatabase.authorize(action: $1, view: $5) }, nil)
    sqlite3_progress_handler(
      handle, Self.stepsPerLook,
      { context in
        guard let context else { return 1 }
        let database = Unmanaged<BackupDatabase>.fromOpaque(context).takeUnretainedValue()
        database.stepsLeft -= Int64(BackupDatabase.stepsPerLook)
        return database.isExhausted ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, longestValue), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
    (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_EXPR_DEPTH, 50),
    (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VDBE_OP, 25_000),
    (SQLITE_LIMIT_FUNCTION_ARG, 16), (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// Allows plain reading and asking for columns; whatever comes from inside a view or trigger is refused.
  private static func authorize(action: Int32, view: UnsafePointer<CChar>?) -> Int32 {
    let reads = [SQLITE_SELECT, SQLITE_READ, SQLITE_PRAGMA].contains(action)
    return reads && view == nil ? SQLITE_OK : SQLITE_DENY
  }

  private func check(_ result: Int32) throws(BackupFailure) {
    guard result == SQLITE_OK else { throw BackupFailure(code: result) }
  }
}

/// Why SQLite could not go on.
struct BackupFailure: Error, Hashable {
  /// SQLite's extended result code.
  let code: Int32

  /// Whether one value is longer than the limit; the rows behind it can be read.
  var isTooLarge: Bool { code & 0xFF == SQLITE_TOOBIG }

  /// Whether the system is short of memory or of room for temporary files; the file is not to blame.
  var isShortage: Bool { isOutOfMemory || isOutOfSpace }

  /// Whether the system gave no memory.
  var isOutOfMemory: Bool { code & 0xFF == SQLITE_NOMEM }

  /// Whether a temporary file could not be made or written.
  ///
  /// The file that is read is only read, so every failure but one of reading is a temporary file's.
  private var isOutOfSpace: Bool {
    switch code & 0xFF {
    case SQLITE_FULL, SQLITE_CANTOPEN: true
    case SQLITE_IOERR: ![BackupImage.readError, BackupImage.shortRead].contains(code)
    default: false
    }
  }
}

/// How a cell's bytes are written as text.
enum BackupCellForm: Hashable {
  /// Bytes as lower-case hexadecimal digits.
  case plain
  /// 16 bytes as a canonical UUID, other lengths as `plain`.
  case uuid
}

/// A prepared statement of a `BackupDatabase`.
final class BackupStatement {
  /// What kind of value a cell holds, whatever its column was declared as.
  enum CellKind: Hashable {
    case null
    case integer
    case real
    case text
    case blob
  }

  private let database: BackupDatabase
  private let handle: OpaquePointer

  fileprivate init(_ database: BackupDatabase, _ sql: String) throws(BackupFailure) {
    self.database = database
    var prepared: OpaquePointer?
    var sql = sql
    let result = sql.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) {
        sqlite3_prepare_v2(
          database.handle, $0.baseAddress, Int32(clamping: $0.count), &prepared, nil)
      }
    }
    guard result == SQLITE_OK, let prepared else {
      throw BackupFailure(code: result == SQLITE_OK ? SQLITE_ERROR : result)
    }
    handle = prepared
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Steps to the next row; false behind the last one.
  func step() throws(BackupFailure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw BackupFailure(code: code)
    }
  }

  /// Starts again with other values for `?1` and what follows.
  func restart(_ values: Int64...) {
    sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index + 1), value)
    }
  }

  /// The kind of a cell.
  func kind(_ column: Int) -> CellKind {
    switch sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// The integer in a cell; nil for every other kind of value.
  func integer(_ column: Int) -> Int64? {
    kind(column) == .integer
      ? sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column)) : nil
  }

  /// The number in a cell that holds a real number.
  func real(_ column: Int) -> Double {
    sqlite3_column_double(handle, Int32(truncatingIfNeeded: column))
  }

  /// The bytes of a cell that holds text (as UTF-8, perhaps invalid) or bytes; valid until the next step.
  func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    let index = Int32(truncatingIfNeeded: column)
    let isText = sqlite3_column_type(handle, index) == SQLITE_TEXT
    let start =
      isText
      ? sqlite3_column_text(handle, index)
      : sqlite3_column_blob(handle, index)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, index)))
  }

  /// The bytes of all cells that hold text or bytes.
  func byteCount(columns: Int) -> Int {
    var total = 0
    for column in 0..<columns {
      let kind = kind(column)
      if kind == .text || kind == .blob { total += bytes(column).count }
    }
    return total
  }
}

extension BackupStatement {
  /// Calls `body` with a cell as text; nil for NULL.
  ///
  /// Integers are decimal. Real numbers have the shortest digits that give the same number again (`72.5`, `1e+16`): the
  /// smallest double, which Health Connect writes for "not set", is `5e-324`, and the smallest float
  /// `1.401298464324817e-45`. Text is as stored. Bytes are written in their form.
  func withText<Result>(
    _ column: Int, as form: BackupCellForm, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    switch kind(column) {
    case .null: return nil
    case .integer:
      var text = String(integer(column) ?? 0)
      return text.withUTF8(body)
    case .real:
      var text = real(column).description
      return text.withUTF8(body)
    case .text: return body(bytes(column))
    case .blob:
      let digits = Self.hexadecimal(bytes(column), as: form)
      return digits.withUnsafeBufferPointer(body)
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hexadecimal(
    _ bytes: UnsafeBufferPointer<UInt8>, as form: BackupCellForm
  ) -> [UInt8] {
    let isUUID = form == .uuid && bytes.count == 16
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2 + 4)
    for (index, byte) in bytes.enumerated() {
      if isUUID, [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}
