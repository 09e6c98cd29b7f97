internal import HealthRecords

/// What the reader may have to say about a backup; the raw value is the stable code.
enum BackupDiagnostic: String, CaseIterable {
  case schemaVersionUnknown = "schema_version_unknown"
  case databaseLogIgnored = "database_log_ignored"
  case memberDamaged = "backup_member_damaged"
  case truncatedDatabase = "truncated_database"
  case damagedTable = "damaged_table"
  case rowUnreadable = "row_unreadable"
  case rowTooLarge = "row_too_large"
  case tableRefused = "table_refused"
  case unknownTable = "unknown_table"
  case orphanedChild = "orphaned_child"
  case tooManyParts = "too_many_parts"
  case columnsOmitted = "columns_omitted"
  case sourceRowsOmitted = "source_rows_omitted"
  case referenceMissing = "reference_missing"
  case uuidMissing = "uuid_missing"
  case uuidMalformed = "uuid_malformed"
  case invalidUTF8 = "invalid_utf8"
  case workLimit = "work_limit"

  /// How much it matters; an error means that records may be missing.
  var severity: Diagnostic.Severity {
    switch self {
    case .memberDamaged, .truncatedDatabase, .damagedTable, .rowUnreadable, .rowTooLarge,
      .tableRefused, .workLimit:
      .error
    case .unknownTable: .info
    default: .warning
    }
  }

  /// What it means and what to do.
  var message: String {
    switch self {
    case .schemaVersionUnknown:
      "the database's version is not one that is known; its tables were read by their columns' names"
    case .databaseLogIgnored:
      "a log or journal lies beside the database and was not read; an export has none, so this is a copy of a database in use: export instead"
    case .memberDamaged:
      "the database inside the archive is damaged or cut; what could be read was read, copy the archive again"
    case .truncatedDatabase:
      "the file ends before the size that its header names; what it holds was read, copy it again"
    case .damagedTable:
      "a part of a table cannot be read and was left out; copy the file again, or export again"
    case .rowUnreadable: "a row cannot be read and was left out"
    case .rowTooLarge: "a row larger than any that Health Connect stores was left out"
    case .tableRefused:
      "a table of records is a view, a virtual table or has other keys than Health Connect gives it; it was not read, give the file as Health Connect wrote it"
    case .unknownTable: "a table without records is not known to this version; it was not read"
    case .orphanedChild: "rows belong to records that are not in the backup; they were left out"
    case .tooManyParts: "parts of a record beyond the limit were left out"
    case .columnsOmitted: "a table has more columns than the limit; those beyond were left out"
    case .sourceRowsOmitted:
      "there are more apps or devices than the limit; records of those beyond have none"
    case .referenceMissing:
      "a record names an app, device or data source that is not in the backup; it was read without"
    case .uuidMissing: "a record has no uuid; it is identified by its content"
    case .uuidMalformed: "a record's uuid has not 16 bytes; it was kept as written"
    case .invalidUTF8: "bytes that are not valid UTF-8 were replaced by U+FFFD"
    case .workLimit:
      "reading takes far more work than the file's size explains, as in a file made to stall readers; the rest was not read"
    }
  }

  /// The counted diagnostic.
  func diagnostic(at position: InputPosition?, count: Int = 1) -> Diagnostic {
    Diagnostic(rawValue, severity, count: count, message: message, first: position)
  }
}

extension Diagnostics {
  /// Counts a diagnostic, whose message and position are made only the first time.
  mutating func note(
    _ diagnostic: BackupDiagnostic, at position: @autoclosure () -> InputPosition?
  ) {
    guard !countAgain(diagnostic.rawValue) else { return }
    add(diagnostic.diagnostic(at: position()))
  }
}
