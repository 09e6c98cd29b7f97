import HealthRecords
import SonarSQLite

/// One dictionary table (`source`, `native`, `code`, `zone`): texts that records refer to by number.
///
/// The numbers of the first `limit` texts are kept in memory by the texts' 128-bit hash. Beyond that, a table with a
/// unique text is asked; the `native` table has none, is never longer, and takes no more entries.
final class TextDictionary {
  private let connection: Connection
  private let insertion: Statement
  private let lookup: Statement?
  private let loading: Statement
  private let limit: Int
  private var numbers: [Hash128: Int64] = [:]
  private var isLoaded = false
  /// The provider that the table's rows belong to; nil for tables that have none.
  private let scope: String?

  /// Opens the dictionary of a table; `scope` is the value of its `provider` column where it has one.
  init(
    _ connection: Connection, table: String, column: String, limit: Int, scope: String? = nil
  ) throws {
    self.connection = connection
    self.limit = limit
    self.scope = scope
    let scoped = scope == nil ? "" : " AND provider = ?2"
    loading = try connection.prepare(
      "SELECT id, \(column) FROM \(table) WHERE ?1 IS NULL\(scoped) ORDER BY id LIMIT \(limit)")
    lookup =
      table == "native"
      ? nil
      : try connection.prepare("SELECT id FROM \(table) WHERE \(column) = ?1\(scoped)")
    insertion = try connection.prepare(
      scope == nil
        ? "INSERT INTO \(table)(\(column)) VALUES(?1)"
        : "INSERT INTO \(table)(\(column), provider) VALUES(?1, ?2)")
  }

  /// The number of a text, which is added when it is new; nil when it is new and the table is full.
  func number(of text: UnsafeBufferPointer<UInt8>) throws -> Int64? {
    if let known = try knownNumber(of: text) { return known }
    let isFull = numbers.count >= limit
    if isFull {
      guard let lookup else { return nil }
      lookup.bind(1, text: text)
      if let scope { lookup.bind(2, scope) }
      defer { lookup.reset() }
      if try lookup.step() { return lookup.integer(0) }
    }
    insertion.bind(1, text: text)
    if let scope { insertion.bind(2, scope) }
    try insertion.run()
    let number = connection.lastInsertedRow
    if !isFull { numbers[Hash128(UnsafeRawBufferPointer(text))] = number }
    return number
  }

  /// The number of a text that is in memory.
  func knownNumber(of text: UnsafeBufferPointer<UInt8>) throws -> Int64? {
    if !isLoaded { try load() }
    // Rows of tables that say what no other row says leave their dictionary empty.
    guard !numbers.isEmpty else { return nil }
    return numbers[Hash128(UnsafeRawBufferPointer(text))]
  }

  private func load() throws {
    if let scope { loading.bind(2, scope) }
    try loading.forEachRow { row in
      row.withBytes(1) { numbers[Hash128($0)] = row.integer(0) }
    }
    isLoaded = true
  }
}
