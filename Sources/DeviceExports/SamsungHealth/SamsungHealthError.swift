package import HealthRecords

/// Why a file cannot be read as a Samsung Health table; others of the same export can be all the same.
///
/// Holds no byte of the file's content.
package struct SamsungHealthError: Error, Sendable, Hashable {
  /// What went wrong, stable across releases.
  package let code: Code

  /// What is wrong and what to do about it.
  package let message: String

  /// Where it was seen.
  package let position: InputPosition

  /// A stable word for one kind of failure; new ones may be added, so a `switch` needs a default.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The word, in snake case.
    package let rawValue: String

    /// Creates a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The first line names no Samsung Health table.
    package static let notSamsungTable = Code(rawValue: "not_samsung_table")
    /// The text is UTF-16, which Samsung Health does not write.
    package static let utf16 = Code(rawValue: "utf16_text")
    /// Fields are separated by semicolons, as a spreadsheet in some countries writes them.
    package static let semicolons = Code(rawValue: "semicolon_separated")
    /// A spreadsheet has replaced times by numbers or shortened them.
    package static let spreadsheetTimes = Code(rawValue: "spreadsheet_times")
    /// The line of column names is over a limit or holds a column without a name.
    package static let headerDamaged = Code(rawValue: "header_damaged")
  }
}

extension SamsungHealthError: CustomStringConvertible {
  /// One line: member, line, message.
  package var description: String { "\(position.member) (line \(position.line)): \(message)" }
}

extension SamsungHealthError {
  init(_ code: Code, at position: InputPosition) {
    self.code = code
    self.position = position
    message = "\(code.fault); give the files as Samsung Health wrote them, or export again"
  }
}

extension SamsungHealthError.Code {
  fileprivate var fault: String {
    switch self {
    case .notSamsungTable: "the first line names no table of Samsung Health"
    case .utf16: "the file was saved again as UTF-16, as spreadsheets and editors do"
    case .semicolons: "the file was saved again with semicolons between its fields"
    case .spreadsheetTimes: "a spreadsheet has changed the times, and what they were is lost"
    default: "the line of column names was changed, so that values cannot be told apart"
    }
  }
}
