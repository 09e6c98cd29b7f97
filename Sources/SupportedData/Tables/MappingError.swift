/// Why a mapping table cannot be read: the file, the place in it, the reason and the remedy.
///
/// Tables are the project's or the user's own files and hold no health values, so that messages may
/// quote them.
package struct MappingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable snake_case word to switch on; the set may grow.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    package let rawValue: String

    /// Creates a code from its word.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes are no JSON.
    package static let malformedJSON = Code(rawValue: "malformed_json")
    /// A key is missing or holds a value of another kind.
    package static let invalidField = Code(rawValue: "invalid_field")
    /// An object has a key that no table knows.
    package static let unknownKey = Code(rawValue: "unknown_key")
    /// A file or folder cannot be read.
    package static let unreadable = Code(rawValue: "unreadable")
    /// A file is larger than a table may be.
    package static let tooLarge = Code(rawValue: "too_large")
    /// A folder holds no table, or a file whose name no table has.
    package static let unknownTable = Code(rawValue: "unknown_table")
    /// The tables are well-formed and contradict themselves; `MappingCheck` lists all problems.
    package static let inconsistent = Code(rawValue: "inconsistent")
  }

  /// What kind of fault it is.
  package var code: Code
  /// The table's file name or the folder's path.
  package var file: String
  /// Where in the file; nil where the file as a whole is at fault.
  package var position: TablePosition?
  /// The row, such as `types[12]`; empty where the fault is in no row.
  package var row: String
  /// What is wrong, a sentence.
  package var reason: String
  /// What to do, a sentence.
  package var remedy: String

  /// Creates an error.
  package init(_ code: Code, _ place: TablePlace, reason: String, remedy: String) {
    self.code = code
    file = place.file
    position = place.position
    row = place.row
    self.reason = reason
    self.remedy = remedy
  }

  /// `file:line:column: row: reason remedy`.
  package var description: String {
    var text = file
    if let position { text += ":\(position.line):\(position.column)" }
    if !row.isEmpty { text += ": \(row)" }
    return text + ": \(reason) \(remedy)"
  }
}

/// A line and a column of a table, both from 1; columns count bytes.
package struct TablePosition: Sendable, Hashable {
  /// The line.
  package var line: Int
  /// The byte within the line.
  package var column: Int

  /// Creates a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// What an error or a problem points at.
package struct TablePlace: Sendable, Hashable {
  /// The table's file name.
  package var file: String
  /// The row, such as `types[12]`; empty for none.
  package var row: String
  /// Where in the file, if known.
  package var position: TablePosition?

  /// Creates a place.
  package init(file: String, row: String = "", position: TablePosition? = nil) {
    self.file = file
    self.row = row
    self.position = position
  }
}
