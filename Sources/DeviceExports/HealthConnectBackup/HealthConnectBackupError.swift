/// Why a file cannot be read as a Health Connect backup at all.
///
/// Holds no byte of the file's content.
package struct HealthConnectBackupError: Error, Sendable, Hashable {
  /// What went wrong, stable across releases.
  package let code: Code

  /// What is wrong and what to do about it.
  package let message: String

  /// The file or archive member.
  package let member: String

  /// A stable word for one kind of failure; new ones may be added, so a `switch` needs a default.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The word, in snake case.
    package let rawValue: String

    /// Creates a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The file has no bytes.
    package static let emptyFile = Code(rawValue: "backup_empty")
    /// The file is not an SQLite database, or an encrypted one.
    package static let notDatabase = Code(rawValue: "not_a_database")
    /// The database has none of Health Connect's tables.
    package static let notHealthConnect = Code(rawValue: "not_health_connect")
    /// The pages that describe the tables cannot be read.
    package static let damaged = Code(rawValue: "backup_damaged")
    /// The system gave no memory.
    package static let outOfMemory = Code(rawValue: "out_of_memory")
    /// A temporary file for sorting could not be written.
    package static let temporarySpace = Code(rawValue: "temporary_space")
  }
}

extension HealthConnectBackupError: CustomStringConvertible {
  /// One line: member, message.
  package var description: String { "\(member): \(message)" }
}

extension HealthConnectBackupError {
  init(_ code: Code, member: String) {
    self.code = code
    self.member = member
    message =
      switch code {
      case .emptyFile: "the file has no bytes; copy it again, or export again"
      case .notDatabase:
        "this is not an SQLite database, or it is encrypted; give the zip that Health Connect "
          + "wrote, or health_connect_export.db from it"
      case .notHealthConnect:
        "this database has no records table of Health Connect; give the zip that Health Connect "
          + "wrote, or health_connect_export.db from it"
      case .outOfMemory: "the system gave no memory; close other programs and try again"
      case .temporarySpace:
        "a temporary file could not be written; free space there or set TMPDIR to another folder"
      default:
        "the part of the database that names its tables is damaged; copy it again, or export again"
      }
  }
}
