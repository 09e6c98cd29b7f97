/// Which columns hold names of side files instead of values, as data.
///
/// Elsewhere columns of the same names hold numbers, words or JSON itself.
enum SamsungSideColumns {
  /// Names of columns that hold files in every table, but for `exceptions`.
  private static let everywhere: Set<String> = [
    "achievement", "additional", "additional_internal", "binning", "binning_data", "blob_value",
    "capability", "chart_data", "compressed_content", "extra_data", "histogram", "hr_rri",
    "live_data", "live_data_internal", "location_data", "location_data_internal",
    "pace_live_data", "raw_data", "sensing_status", "source_info", "survey",
  ]

  /// Tables in which such a column holds JSON or a number.
  private static let exceptions: [String: Set<String>] = [
    "badge": ["extra_data"],
    "rewards": ["extra_data"],
  ]

  /// Columns that hold files in these tables only.
  private static let additions: [String: Set<String>] = [
    "cycle.daily_temperature.raw": ["temperature"],
    "ecg": ["data"],
    "exercise.periodization_training_program": ["program"],
    "exercise.periodization_training_schedule": ["schedule"],
    "exercise.recovery_heart_rate": ["heart_rate"],
    "sleep_raw_data": ["data"],
    "social.public_challenge": ["body"],
    "social.public_challenge.detail": ["body"],
    "social.public_challenge.history": ["body"],
  ]

  /// Whether a column holds names of files.
  static func holdsFiles(_ column: String, table type: String) -> Bool {
    let table = SamsungTitle.nameSpaces.first { type.hasPrefix($0) }
      .map { String(type.dropFirst($0.count)) }
    guard let table else { return false }
    if additions[table]?.contains(column) == true { return true }
    return everywhere.contains(column) && exceptions[table]?.contains(column) != true
  }
}

/// How the rows of one table find their side files.
///
/// A reference, because every piece and every row has it.
final class SamsungSidePlan: Sendable {
  /// A column that holds names of files.
  struct Column: Sendable {
    /// Its place in the row.
    let index: Int
    /// The ends of its files' names behind the row's identifier: with the column's full name, and with its last part.
    let endings: [String]
  }

  /// What a cell says.
  enum Finding {
    /// That there is no file.
    case none
    /// That there is a file, which the export lacks.
    case missing
    /// This member of the export.
    case file(Int)
  }

  /// The columns that hold names of files; never empty.
  let columns: [Column]

  /// The files of the export.
  let files: SamsungSideFiles

  private let type: String
  private let identifier: Int?

  /// Plans for a table; nil where none of its columns holds names of files.
  init?(_ files: SamsungSideFiles, type: String, header: SamsungHeader) {
    columns = header.columns.indices.compactMap { index in
      let name = SamsungHeader.withoutPrefix(header.writtenColumns[index])
      guard SamsungSideColumns.holdsFiles(name, table: type) else { return nil }
      return Column(index: index, endings: [".\(header.writtenColumns[index])", ".\(name)"])
    }
    guard !columns.isEmpty else { return nil }
    self.files = files
    self.type = type
    identifier = header.columns.firstIndex(of: "datauuid")
  }

  /// Looks for the file that a cell names.
  ///
  /// Old exports have a flag instead of a name, or a name that the file does not have; the file is then called after
  /// the row's identifier. The table's own export comes first under all these names. O(1).
  func finding(_ column: Column, in row: DelimitedRow) -> Finding {
    let cell = row[column.index]
    let isFlag = cell.allSatisfy { $0 &- 0x30 < 10 }
    if isFlag, cell.allSatisfy({ $0 == 0x30 }) { return .none }
    // JSON itself, a negative number, or the word for nothing.
    let isValue = cell.first.map { [0x5B, 0x7B, 0x22, 0x2D].contains($0) } ?? true
    let name = String(decoding: cell, as: UTF8.self)
    if isValue || name == "null" { return .none }
    for place in SamsungSideFiles.Place.allCases {
      if !isFlag, let member = files.index(ofTable: type, cell: name, place) {
        return .file(member)
      }
      if let member = fileOfRow(row, column, place) { return .file(member) }
    }
    return .missing
  }

  /// The file that is called after a row's identifier.
  private func fileOfRow(
    _ row: DelimitedRow, _ column: Column, _ place: SamsungSideFiles.Place
  ) -> Int? {
    guard let identifier, !row[identifier].isEmpty else { return nil }
    let key = String(decoding: row[identifier], as: UTF8.self)
    for ending in column.endings {
      if let member = files.index(ofTable: type, cell: key + ending, place) { return member }
    }
    return nil
  }
}
