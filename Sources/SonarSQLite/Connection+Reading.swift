#if canImport(SQLite3)
  import SQLite3
#else
  import CSonarSQLite
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Connection {
  /// Opens a file for reading in the way that its permissions allow, and says whether without locks.
  ///
  /// - A file that may be written, in a folder that may be written, is opened as for writing and then kept from it by
  ///   `query_only`: SQLite takes in what a killed writer left, and removes the files of the log when it closes. A
  ///   read-only connection does neither.
  /// - Otherwise the file is opened read-only, and no file is made beside it. What a killed writer left then fails the
  ///   first statement with `SQLiteError.readOnly` or `cannotOpen`, unless it can be read as it is.
  /// - A file with a write-ahead log whose files are not there is then read as immutable, since SQLite would have to make
  ///   them. Nothing committed is missing, as there is no log that could hold it. No lock is taken: another user who may
  ///   write the file can change it later, and the caller has to notice (`readsWithoutLocks`).
  static func openForReading(_ path: String) throws -> (OpaquePointer, withoutLocks: Bool) {
    let readOnly = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    // Nothing is read, and so no file made, before the first statement.
    let handle = try open(uri(path, "readonly_shm=1"), readOnly)
    guard let resolved = sqlite3_db_filename(handle, "main") else { return (handle, false) }
    let file = String(cString: resolved)
    let isLogged = declaresWriteAheadLog(handle)
    if mayWrite(file), mayWrite(folder(of: file)) {
      sqlite3_close_v2(handle)
      return (try open(path, SQLITE_OPEN_READWRITE), false)
    }
    guard isLogged, !hasLog(file), isAbsentOrEmpty(file + "-journal") else {
      return (handle, false)
    }
    sqlite3_close_v2(handle)
    return (try open(uri(path, "immutable=1"), readOnly), true)
  }

  /// Whether another connection is in the middle of writing to a file with a rollback journal.
  ///
  /// Its commit waits for all readers, so a reader that stays makes it fail; with a write-ahead log both go on.
  package var isBeingWritten: Bool {
    guard let file = Self.file(of: handle), let methods = file.pointee.pMethods
    else { return false }
    var isReserved: Int32 = 0
    guard methods.pointee.xCheckReservedLock?(file, &isReserved) == SQLITE_OK else { return false }
    return isReserved != 0
  }

  /// Whether the file's header asks for a write-ahead log; read through SQLite's own descriptor, as closing another one
  /// would end the process's locks.
  private static func declaresWriteAheadLog(_ handle: OpaquePointer) -> Bool {
    guard let file = file(of: handle), let methods = file.pointee.pMethods
    else { return false }
    var readVersion: UInt8 = 0
    return methods.pointee.xRead?(file, &readVersion, 1, 19) == SQLITE_OK && readVersion == 2
  }

  private static func file(of handle: OpaquePointer) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    return result == SQLITE_OK ? file : nil
  }

  /// The file's name as a URI in which no character of it means anything.
  private static func uri(_ path: String, _ parameters: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      let digits = String(byte, radix: 16)
      uri += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
    return "\(uri)?\(parameters)"
  }

  private static func mayWrite(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
  }

  /// Whether there is a log to be read: with content, or with the index through which its users meet.
  private static func hasLog(_ file: String) -> Bool {
    let log = file + "-wal"
    return !isAbsentOrEmpty(log) || exists(log) && exists(file + "-shm")
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  private static func isAbsentOrEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size == 0 : errno == ENOENT
  }
}
