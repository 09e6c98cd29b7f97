internal import HealthRecords

/// One column of the app, device or data source of a record.
struct BackupSourceValue: Hashable {
  /// The table and column, with a dot.
  let name: String
  let value: [UInt8]
}

/// The apps, devices and data sources of a backup, whole in memory: there are a few dozen.
struct BackupSources {
  /// Rows of all source tables.
  static let rowLimit = 20_000

  /// Bytes of one value; longer ones are left out.
  static let valueLimit = 4096

  /// What was noticed.
  private(set) var diagnostics = Diagnostics()

  /// By place in `BackupLayout.sources`, then by key.
  private var rows: [[Int64: [BackupSourceValue]]] = []

  /// Categories and the packages of their apps, in the user's order.
  private(set) var priorities: [(category: Int64, packages: String)] = []

  /// Reads the source tables; what is damaged is noted.
  init(
    _ database: BackupDatabase, schema: BackupSchema, member: String
  ) throws(BackupFailure) {
    for source in BackupLayout.sources {
      let position = InputPosition(member: "\(member)/\(source.table)")
      rows.append([:])
      do throws(BackupFailure) {
        try read(source, names: schema.columnNames(of: source.table), database, position)
      } catch {
        if error.isShortage { throw error }
        diagnostics.note(.damagedTable, at: position)
      }
    }
    let position = InputPosition(member: "\(member)/\(BackupLayout.priorityTable)")
    do throws(BackupFailure) {
      try readPriorities(database, schema: schema, position)
    } catch {
      if error.isShortage { throw error }
      diagnostics.note(.damagedTable, at: position)
    }
  }

  /// What a source's row says; nil where there is no such row.
  func values(ofSource index: Int, key: Int64) -> [BackupSourceValue]? {
    index < rows.count ? rows[index][key] : nil
  }

  private mutating func read(
    _ source: BackupLayout.Source, names: [String], _ database: BackupDatabase,
    _ position: InputPosition
  ) throws(BackupFailure) {
    guard names.contains(source.key) else { return }
    let columns = names.filter { !source.omitted.contains($0) }
    let index = rows.count - 1
    let list = ([source.key] + columns).map(BackupSchema.quoted).joined(separator: ", ")
    let statement = try database.prepare(
      "SELECT \(list) FROM \(BackupSchema.quoted(source.table)) NOT INDEXED")
    while try statement.step() {
      guard let key = statement.integer(0) else { continue }
      guard rows.reduce(0, { $0 + $1.count }) < Self.rowLimit else {
        return diagnostics.note(.sourceRowsOmitted, at: position)
      }
      rows[index][key] = values(of: statement, columns: columns, table: source.table)
    }
  }

  /// The cells of a row, and behind them what the source says that it refers to itself.
  private func values(
    of statement: BackupStatement, columns: [String], table: String
  ) -> [BackupSourceValue] {
    var values: [BackupSourceValue] = []
    for (index, name) in columns.enumerated() {
      let column = index + 1
      if let place = BackupLayout.sources.firstIndex(where: { $0.reference == name }) {
        values += statement.integer(column).flatMap { self.values(ofSource: place, key: $0) } ?? []
        continue
      }
      let form = BackupColumn(name).form
      let text = statement.withText(column, as: form) {
        $0.count <= Self.valueLimit ? Array($0) : nil
      }
      guard let bytes = text ?? nil else { continue }
      let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
      values.append(BackupSourceValue(name: "\(table).\(name)", value: repaired))
    }
    return values
  }

  // MARK: - Priorities

  private mutating func readPriorities(
    _ database: BackupDatabase, schema: BackupSchema, _ position: InputPosition
  ) throws(BackupFailure) {
    let names = schema.columnNames(of: BackupLayout.priorityTable)
    guard names.contains("health_data_category"), names.contains("app_id_priority_order") else {
      return
    }
    let statement = try database.prepare(
      "SELECT health_data_category, app_id_priority_order "
        + "FROM \(BackupLayout.priorityTable) NOT INDEXED")
    while priorities.count < Self.rowLimit, try statement.step() {
      guard let category = statement.integer(0) else { continue }
      let order = statement.withText(1, as: .plain) {
        String(decoding: $0.prefix(Self.valueLimit), as: UTF8.self)
      }
      var packages: [String] = []
      for id in (order ?? "").split(separator: ",") {
        guard let key = Int64(id), let package = package(ofApp: key) else {
          diagnostics.note(.referenceMissing, at: position)
          continue
        }
        packages.append(package)
      }
      priorities.append((category, packages.joined(separator: ",")))
    }
  }

  private func package(ofApp key: Int64) -> String? {
    let name = "application_info_table.package_name"
    return values(ofSource: 0, key: key)?.first { $0.name == name }
      .map { String(decoding: $0.value, as: UTF8.self) }
  }
}
