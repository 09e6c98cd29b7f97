internal import HealthRecords

/// One column that is read.
struct BackupColumn: Hashable {
  let name: String
  let form: BackupCellForm

  init(_ name: String) {
    self.name = name
    form = BackupLayout.uuidColumns.contains(name) ? .uuid : .plain
  }
}

/// A table of records.
struct BackupTable: Hashable {
  let name: String
  /// The column of its integer primary key.
  let key: String
  /// The columns whose cells become attributes, in the order of the table.
  let columns: [BackupColumn]
  /// The tables of its records' parts.
  var children: [BackupChildTable] = []

  /// The place of a column among `columns`.
  func index(of column: String) -> Int? {
    columns.firstIndex { $0.name == column }
  }
}

/// A table of parts.
struct BackupChildTable: Hashable {
  /// The links up to the table of records, its own first.
  let path: [BackupLayout.Link]
  /// The columns whose cells become attributes.
  let columns: [BackupColumn]

  /// The table's name.
  var name: String { path[0].table }
}

/// What of a database is read, by the names in its schema; unknown columns are read like all others.
struct BackupSchema {
  /// Columns of one table that are read.
  static let columnLimit = 128

  /// Tables, views and indexes in all.
  static let objectLimit = 10_000

  /// Bytes of a table's name; longer ones are not Health Connect's.
  static let nameLimit = 128

  /// The number that the app gave the schema.
  let version: Int64
  /// The tables of records, in the order in which the schema names them.
  private(set) var recordTables: [BackupTable] = []
  /// Child tables whose table of records does not exist.
  private(set) var orphanedChildren: [BackupChildTable] = []
  /// What was noticed.
  private(set) var diagnostics = Diagnostics()

  private let member: String
  /// The columns of ordinary tables that the layout needs.
  private var columns: [String: [TableColumn]] = [:]

  /// What the schema says of a column.
  private struct TableColumn {
    var name: String
    var isIntegerKey: Bool
  }

  /// Reads the schema.
  init(_ database: BackupDatabase, member: String) throws(BackupFailure) {
    self.member = member
    version = try database.integer("PRAGMA user_version")
    if !BackupLayout.knownVersions.contains(version) { note(.schemaVersionUnknown, nil) }
    for object in try Self.objects(of: database) { try add(object, from: database) }
    for link in BackupLayout.children { addChild(link) }
  }

  /// The columns of a table that are read; empty where there is no such table.
  func columnNames(of table: String) -> [String] {
    columns[table]?.map(\.name) ?? []
  }

  /// A name as SQL writes it.
  static func quoted(_ name: String) -> String {
    let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }

  // MARK: - Objects

  private struct Object {
    var name: String
    /// Whether it stores rows that can be read without running anything.
    var isTable: Bool
  }

  private static func objects(of database: BackupDatabase) throws(BackupFailure) -> [Object] {
    let statement = try database.prepare(
      "SELECT type, name, rootpage, sql FROM sqlite_master ORDER BY rowid")
    var objects: [Object] = []
    while objects.count < objectLimit, try statement.step() {
      let type = String(decoding: statement.bytes(0), as: UTF8.self)
      guard type == "table" || type == "view" else { continue }
      // A view can call itself a table: what counts is how it was created.
      let sql = statement.kind(3) == .text ? Array(statement.bytes(3).prefix(13)) : []
      let isCreatedAsTable = String(decoding: sql, as: UTF8.self).uppercased() == "CREATE TABLE "
      objects.append(
        Object(
          name: String(decoding: statement.bytes(1), as: UTF8.self),
          isTable: type == "table" && isCreatedAsTable && (statement.integer(2) ?? 0) > 0))
    }
    return objects
  }

  private mutating func add(
    _ object: Object, from database: BackupDatabase
  ) throws(BackupFailure) {
    let name = object.name
    let isChild = BackupLayout.link(of: name) != nil
    let isSource = BackupLayout.sources.contains { $0.table == name }
    let isNamedLikeRecords = isChild || BackupLayout.isRecordName(name)
    guard name.utf8.count <= Self.nameLimit else { return note(.unknownTable, nil) }
    guard object.isTable else {
      if isNamedLikeRecords || isSource { return note(.tableRefused, name) }
      if !BackupLayout.isAuxiliary(name) { note(.unknownTable, name) }
      return
    }
    if BackupLayout.isAuxiliary(name), !isSource, name != BackupLayout.priorityTable { return }
    let found = try readColumns(of: name, from: database)
    columns[name] = found
    guard !isChild, !BackupLayout.isAuxiliary(name) else { return }
    guard isNamedLikeRecords || found.contains(where: { $0.name == "uuid" }) else {
      return note(.unknownTable, name)
    }
    let key = BackupLayout.keysOfRecordTables[name] ?? BackupLayout.recordKey
    guard found.contains(where: { $0.name == key && $0.isIntegerKey }) else {
      return note(.tableRefused, name)
    }
    recordTables.append(
      BackupTable(name: name, key: key, columns: found.map { BackupColumn($0.name) }))
  }

  /// The columns that are stored; those that the database would compute are derived from others, and reading them would
  /// run what the schema says.
  private mutating func readColumns(
    of table: String, from database: BackupDatabase
  ) throws(BackupFailure) -> [TableColumn] {
    let statement = try database.prepare("PRAGMA table_xinfo(\(Self.quoted(table)))")
    var found: [TableColumn] = []
    var keyColumns = 0
    while try statement.step() {
      guard statement.integer(6) == 0 else { continue }
      guard found.count < Self.columnLimit else {
        note(.columnsOmitted, table)
        break
      }
      let type = String(decoding: statement.bytes(2), as: UTF8.self).uppercased()
      let isKey = (statement.integer(5) ?? 0) > 0
      keyColumns += isKey ? 1 : 0
      found.append(
        TableColumn(
          name: String(decoding: statement.bytes(1), as: UTF8.self),
          isIntegerKey: isKey && type == "INTEGER"))
    }
    guard keyColumns > 1 else { return found }
    return found.map { TableColumn(name: $0.name, isIntegerKey: false) }
  }

  // MARK: - Children

  private mutating func addChild(_ link: BackupLayout.Link) {
    guard let found = columns[link.table] else { return }
    guard found.contains(where: { $0.name == link.column }) else {
      return note(.tableRefused, link.table)
    }
    let path = BackupLayout.path(of: link)
    // The key of a record says nothing in the record's own part.
    let names = found.map(\.name).filter { path.count > 1 || $0 != link.column }
    let child = BackupChildTable(path: path, columns: names.map { BackupColumn($0) })
    let root = path[path.count - 1].target
    guard let index = recordTables.firstIndex(where: { $0.name == root }) else {
      return orphanedChildren.append(child)
    }
    recordTables[index].children.append(child)
  }

  private mutating func note(_ diagnostic: BackupDiagnostic, _ table: String?) {
    diagnostics.note(
      diagnostic, at: InputPosition(member: table.map { "\(member)/\($0)" } ?? member))
  }
}
