package import HealthRecords

/// Which program wrote a table; they differ in the form of times and offsets.
package enum SamsungDialect: String, Sendable, Hashable {
  /// The Android app: UTC times `yyyy-MM-dd HH:mm:ss.SSS`, offsets `UTC-0300`.
  case android
  /// The iOS app: local times in the phone's own form, offsets in milliseconds.
  case ios
  /// Samsung's Data Viewer: no versions in the first line, times in the zone of the phone that exported.
  case dataViewer = "data_viewer"
}

/// What the first two lines of a table say, and the first row about its dialect.
package struct SamsungTable: Sendable, Hashable {
  /// The table's type, such as `com.samsung.shealth.sleep`: that of the first line, whatever the file's name.
  package let type: String

  /// The version of the app as digits, such as 6307003 for 6.30.7.003; nil where the first line has none.
  package let appVersion: Int?

  /// The version of the table's columns; nil where the first line has none.
  package let dataVersion: Int?

  /// Who wrote it.
  package let dialect: SamsungDialect

  /// The columns' names in the order of the file, without their prefix up to the last dot.
  ///
  /// A name that two columns would share stays whole in both.
  package let columns: [String]

  /// What was noticed about the columns.
  package let diagnostics: Diagnostics
}

/// The first line of a table.
struct SamsungTitle: Hashable {
  let type: String
  let appVersion: Int?
  let dataVersion: Int?
  /// Whether the line holds the type alone, as in Data Viewer's files.
  let isBare: Bool

  static let nameSpaces = ["com.samsung.health.", "com.samsung.shealth."]

  /// Longer than any name that could be a type's.
  static let longestType = 200

  /// The type that a text is; nil where it is none.
  static func type(_ text: some Collection<UInt8>) -> String? {
    guard text.count <= longestType, text.allSatisfy(isTypeByte) else { return nil }
    let type = String(decoding: text, as: UTF8.self)
    return nameSpaces.contains { type.hasPrefix($0) && type.count > $0.count } ? type : nil
  }

  private static func isTypeByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2E || byte == 0x5F
  }
}

extension SamsungTitle {
  /// Reads the first row; spreadsheets fill it up with empty fields.
  init(_ row: DelimitedRow, member: String) throws(SamsungHealthError) {
    let position = InputPosition(member: member, byte: row.byte, line: row.line)
    let text = row[0]
    if text.contains(0) || text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      throw SamsungHealthError(.utf16, at: position)
    }
    guard let type = Self.type(text.prefix { $0 != UInt8(ascii: ";") }) else {
      throw SamsungHealthError(.notSamsungTable, at: position)
    }
    guard !text.contains(UInt8(ascii: ";")) else {
      throw SamsungHealthError(.semicolons, at: position)
    }
    self.type = type
    appVersion = Int(String(decoding: row[1], as: UTF8.self))
    dataVersion = Int(String(decoding: row[2], as: UTF8.self))
    isBare = (1..<max(row.count, 1)).allSatisfy { row[$0].isEmpty }
  }
}

/// The columns of a table.
struct SamsungHeader {
  private(set) var columns: [String] = []
  /// The names as they are written, prefix and all.
  private(set) var writtenColumns: [String] = []
  private(set) var diagnostics = Diagnostics()
  /// Whether a comma was put before the names, as people do who see that rows have one more; the comma is dropped, but
  /// only the rows can tell that nothing else was changed.
  private(set) var isShifted = false

  /// The header of a file that ends before it.
  init() {}

  /// Reads the row of names; one empty name at its end is what its rows have too.
  init(_ row: DelimitedRow, member: String) throws(SamsungHealthError) {
    let position = InputPosition(member: member, byte: row.byte, line: row.line)
    let isPadded = row.count > 1 && row[row.count - 1].isEmpty
    isShifted = row.count > 1 && row[0].isEmpty && !isPadded
    let names = ((isShifted ? 1 : 0)..<(isPadded ? row.count - 1 : row.count)).map { index in
      String(decoding: row[index], as: UTF8.self)
    }
    guard names.count > 1 || !row[0].contains(UInt8(ascii: ";")) else {
      throw SamsungHealthError(.semicolons, at: position)
    }
    guard !names.contains("") else { throw SamsungHealthError(.headerDamaged, at: position) }
    let short = names.map(Self.withoutPrefix)
    var uses: [String: Int] = [:]
    for name in short { uses[name, default: 0] += 1 }
    columns = zip(names, short).map { uses[$1] == 1 ? $1 : $0 }
    writtenColumns = names
    if isShifted { diagnostics.add(SamsungDiagnostic.headerShifted.diagnostic(at: position)) }
    if uses.count < names.count {
      diagnostics.add(SamsungDiagnostic.sharedColumnName.diagnostic(at: position))
    }
    if uses["datauuid"] == nil {
      diagnostics.add(SamsungDiagnostic.identifierColumnMissing.diagnostic(at: position))
    }
  }

  /// Whether the names of a shifted header fit a row: the identifier stands under its name, and the field too many is
  /// the empty one at the end.
  func fits(_ row: DelimitedRow) -> Bool {
    guard let index = columns.firstIndex(of: "datauuid"), row[columns.count].isEmpty else {
      return false
    }
    let dashes = [8, 13, 18, 23]
    let text = row[index]
    return text.count == 36 && dashes.allSatisfy { text[$0] == UInt8(ascii: "-") }
  }

  /// The part of a name behind its last dot; the whole name where there is none.
  static func withoutPrefix(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    let rest = name[name.utf8.index(after: dot)...]
    return rest.isEmpty ? name : String(rest)
  }
}

/// What the first row's times say about who wrote a table.
enum SamsungTimeForm: Hashable {
  /// `yyyy-MM-dd HH:mm:ss`.
  case written
  /// A date and a time with seconds in another form.
  case localized
  /// A number of days, a time without hours or without seconds: what spreadsheets leave of times.
  case damaged

  /// The columns that hold an instant in every table that has them.
  static let columns: Set<String> = ["start_time", "end_time", "create_time", "update_time"]

  /// Looks at the text of a time; nil where it says nothing.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard !text.isEmpty else { return nil }
    let digits = text.count { $0 &- 0x30 < 10 }
    let colons = text.count { $0 == UInt8(ascii: ":") }
    let whole = text.prefix { $0 &- 0x30 < 10 }.count
    if text.count >= 19, text[4] == UInt8(ascii: "-"), text[10] == UInt8(ascii: " "), colons == 2 {
      self = .written
    } else if colons == 2 {
      self = .localized
    } else if colons == 1 {
      self = .damaged
    } else if colons == 0, whole == 5, text.count - digits <= 1 {
      self = .damaged
    } else {
      return nil
    }
  }
}
