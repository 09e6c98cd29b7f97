/// The rows of one child table in the order of the records that they belong to.
///
/// Child tables have no index on their parent, and rows of records that were written again lie at the end. SQLite sorts
/// them once, within its cache and then in a temporary file: memory does not grow with their number.
struct BackupChildStream {
  /// The table.
  let table: BackupChildTable

  /// Rows that belong to no record met so far.
  private(set) var orphans = 0

  /// Why rows could not be read; nil while all could.
  private(set) var failure: BackupFailure?

  private let database: BackupDatabase
  private let statement: BackupStatement
  /// Whether the statement stands on a row that was not given out.
  private var hasRow = false

  /// Sorts the rows; throws where the table cannot be read at all.
  init(_ table: BackupChildTable, of database: BackupDatabase) throws(BackupFailure) {
    self.table = table
    self.database = database
    statement = try database.prepare(Self.sql(table))
    statement.restart(.max)
    do throws(BackupFailure) {
      hasRow = try statement.step()
    } catch {
      if error.isShortage { throw error }
      failure = error
      hasRow = try startBeforeDamage()
    }
  }

  /// Gives the rows of a record to `body`, with the statement whose cells from the second on are the table's columns.
  ///
  /// Records must come in ascending order of their keys.
  mutating func rows(of key: Int64, _ body: (BackupStatement) -> Void) {
    while hasRow {
      guard let parent = statement.integer(0) else {
        // Only what is sorted before the integers is certain to belong to none of them.
        guard statement.kind(0) == .null || statement.kind(0) == .real else { return }
        skip()
        continue
      }
      if parent > key { return }
      if parent == key { body(statement) } else { orphans += 1 }
      advance()
    }
  }

  /// Counts the rows behind those of the last record.
  mutating func finish() {
    while hasRow { skip() }
  }

  private mutating func skip() {
    orphans += 1
    advance()
  }

  private mutating func advance() {
    do throws(BackupFailure) {
      hasRow = try statement.step()
    } catch {
      hasRow = false
      failure = error
    }
  }

  /// Sorts again what lies before the first damage.
  private func startBeforeDamage() throws(BackupFailure) -> Bool {
    let columns = table.columns.map { BackupSchema.quoted($0.name) }
    let scan = try database.prepare(
      "SELECT \((["rowid"] + columns).joined(separator: ", ")) "
        + "FROM \(BackupSchema.quoted(table.name)) NOT INDEXED")
    var last: Int64?
    while (try? scan.step()) == true, let row = scan.integer(0), row > last ?? .min { last = row }
    guard let last else { return false }
    statement.restart(last)
    return (try? statement.step()) == true
  }

  /// The parent's key and the columns; a row without a parent, on any level, has no key.
  private static func sql(_ table: BackupChildTable) -> String {
    let columns = table.columns.map { "c0.\(BackupSchema.quoted($0.name))" }
    var key = ""
    var source = "\(BackupSchema.quoted(table.name)) AS c0 NOT INDEXED"
    for (level, link) in table.path.enumerated() {
      key = "c\(level).\(BackupSchema.quoted(link.column))"
      guard level + 1 < table.path.count else { break }
      source +=
        " LEFT JOIN \(BackupSchema.quoted(link.target)) AS c\(level + 1)"
        + " ON c\(level + 1).\(BackupSchema.quoted(link.targetKey)) = \(key)"
    }
    return "SELECT \(([key] + columns).joined(separator: ", ")) FROM \(source)"
      + " WHERE c0.rowid <= ?1 ORDER BY 1, c0.rowid"
  }
}
