#if canImport(SQLite3)
  import SQLite3
#else
  import CSonarSQLite
#endif

/// What SQLite refused, in words for the person who ran the command.
///
/// Carries the SQL text with its placeholders and never a bound value.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The primary result code of SQLite.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// SQLite's own number.
    package let rawValue: Int32

    /// Creates the code of that number; any number is accepted.
    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Another connection holds the lock (SQLITE_BUSY).
    package static let busy = Code(rawValue: SQLITE_BUSY)
    /// The file may not be written (SQLITE_READONLY).
    package static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// The device failed to read or write (SQLITE_IOERR).
    package static let inputOutput = Code(rawValue: SQLITE_IOERR)
    /// The file's pages contradict each other (SQLITE_CORRUPT).
    package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    /// No space is left (SQLITE_FULL).
    package static let full = Code(rawValue: SQLITE_FULL)
    /// The file cannot be opened or created (SQLITE_CANTOPEN).
    package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    /// A constraint of the schema is violated (SQLITE_CONSTRAINT).
    package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    /// The file is not an SQLite database (SQLITE_NOTADB).
    package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    /// A text or blob exceeds SQLite's limit (SQLITE_TOOBIG).
    package static let tooBig = Code(rawValue: SQLITE_TOOBIG)
  }

  /// The primary result code.
  package var code: Code
  /// The extended result code, for a bug report.
  package var extendedCode: Int32
  /// The statement with placeholders; empty where no statement was involved.
  package var sql: String
  /// The error in SQLite's words for its code, without values.
  package var message: String

  /// Creates the error of an extended result code.
  package init(extendedCode: Int32, sql: String) {
    self.code = Code(rawValue: extendedCode & 0xff)
    self.extendedCode = extendedCode
    self.sql = sql
    // The code's fixed text: sqlite3_errmsg may quote values of a constraint or a JSON function.
    self.message = sqlite3_errstr(extendedCode).map { String(cString: $0) } ?? "unknown error"
  }

  /// What to do about it.
  package var remedy: String {
    switch code {
    case .full: "Free some disk space and run the command again; nothing committed is lost."
    case .readOnly: "Give write permission to the file and its folder, or choose another place."
    case .corrupt: "Restore the file from a backup, or import the exports into a new file."
    case .busy: "Another program is using the file: wait until it has finished and run again."
    case .notADatabase: "Choose a file that this program created, or a name that does not exist."
    case .cannotOpen: "Check that the folder exists and may be written."
    case .inputOutput: "Check the disk and its connection, then run the command again."
    default: "Run the command again; if it fails again, report the code."
    }
  }

  /// The code, its meaning, the statement and the remedy.
  package var description: String {
    let place = sql.isEmpty ? "" : " in: \(sql)"
    return "SQLite \(extendedCode): \(message)\(place). \(remedy)"
  }
}
