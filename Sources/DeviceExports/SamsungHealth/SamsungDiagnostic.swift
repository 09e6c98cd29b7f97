internal import HealthRecords

/// What the reader may have to say about a table; the raw value is the stable code.
enum SamsungDiagnostic: String, CaseIterable {
  case wrongFieldCount = "wrong_field_count"
  case rowCutOff = "row_cut_off"
  case rowTooLong = "row_too_long"
  case tooManyFields = "too_many_fields"
  case unclosedQuote = "unclosed_quote"
  case quoteInsideField = "quote_inside_field"
  case textAfterQuote = "text_after_quote"
  case headerShifted = "header_shifted"
  case sharedColumnName = "shared_column_name"
  case identifierColumnMissing = "identifier_column_missing"
  case emptyTable = "empty_table"
  case sideFileMissing = "side_file_missing"
  case sideFileEmpty = "side_file_empty"
  case sideFileDamaged = "side_file_damaged"
  case sideFileUnreadable = "side_file_unreadable"
  case sideFilesOverLimit = "side_files_over_limit"
  case sideFileWithoutRow = "side_file_without_row"
  case tooManyDevices = "too_many_devices"

  /// How much it matters.
  var severity: Diagnostic.Severity {
    switch self {
    case .wrongFieldCount, .rowCutOff, .rowTooLong, .tooManyFields, .unclosedQuote: .error
    case .quoteInsideField, .textAfterQuote, .headerShifted, .identifierColumnMissing,
      .sideFileDamaged, .sideFileUnreadable, .sideFilesOverLimit, .tooManyDevices:
      .warning
    case .sharedColumnName, .emptyTable, .sideFileMissing, .sideFileEmpty, .sideFileWithoutRow:
      .info
    }
  }

  /// What it means and what to do.
  var message: String {
    switch self {
    case .wrongFieldCount:
      "a row has more or fewer fields than its table has columns and was left out; look at the line and repair it"
    case .rowCutOff:
      "a table ends inside its last row, which was left out; copy the file again, or export again"
    case .rowTooLong: "a row longer than the limit was left out; look at the line and repair it"
    case .tooManyFields:
      "a row with more fields than the limit was left out; look at the line and repair it"
    case .unclosedQuote:
      "a quote is opened and never closed; its line was left out, look at it and repair it"
    case .quoteInsideField: "a quote inside a field that is not quoted was kept as text"
    case .textAfterQuote: "text follows a closing quote; the field was kept as written"
    case .headerShifted:
      "a comma was put before the column names; it was ignored, as the rows fit the names without it"
    case .sharedColumnName:
      "two columns have the same name behind their prefixes; their full names were kept"
    case .identifierColumnMissing:
      "the table has no datauuid column, so that its rows have no identity; give the file as Samsung Health wrote it"
    case .emptyTable: "a table has no rows, which is usual for what was never measured"
    case .sideFileMissing:
      "a row names a file that the input lacks; give the whole folder samsunghealth_… to include it"
    case .sideFileEmpty: "a file that a row names is empty, as where no position was known"
    case .sideFileDamaged: "a file beside the tables is damaged; what could be read of it was kept"
    case .sideFileUnreadable:
      "a file beside the tables could not be read; its row was kept without it, export again"
    case .sideFilesOverLimit:
      "a file beside the tables is larger than any real one; its row was kept without it"
    case .sideFileWithoutRow: "a file beside the tables is named by no row; it was not read"
    case .tooManyDevices: "devices beyond the limit were not told to other tables"
    }
  }

  /// The counted diagnostic.
  func diagnostic(at position: InputPosition) -> Diagnostic {
    Diagnostic(rawValue, severity, message: message, first: position)
  }
}

extension SamsungDiagnostic {
  init(_ reason: SkippedRow.Reason) {
    self =
      switch reason {
      case .tooLong: .rowTooLong
      case .tooManyFields: .tooManyFields
      case .unclosedQuote: .unclosedQuote
      }
  }

  init(_ kind: DelimitedOddity.Kind) {
    self =
      switch kind {
      case .quoteInsideField: .quoteInsideField
      case .textAfterQuote: .textAfterQuote
      }
  }
}
