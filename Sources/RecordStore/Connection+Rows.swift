import HealthRecords
import SonarSQLite

extension Connection {
  /// Calls `body` with each row of a query that runs once, with text for its parameter where it has one.
  func forEachRow(
    _ sql: String, _ value: String? = nil, _ body: (Statement) throws -> Void
  ) throws {
    let statement = try prepare(sql)
    if let value { statement.bind(1, value) }
    try statement.forEachRow(body)
  }

  /// Calls `body` with each id in the first column of a query.
  func forEachID(_ sql: String, _ body: (RecordID) throws -> Void) throws {
    try forEachRow(sql) { row in
      if let id = row.withBytes(0, { RecordID(storedBytes: $0) }) { try body(id) }
    }
  }
}
