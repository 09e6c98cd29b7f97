import Foundation
import SonarSQLite
import Testing

@Suite struct SQLiteTests {
  private struct Stopped: Error {}

  @Test func `values come back as they were bound`() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, typeof(?8)")
    statement.bind(1, Int64.min)
    statement.bind(2, bits: UInt64.max)
    statement.bind(3, 0.1)
    statement.bind(4, "né\u{0}ant")
    statement.bind(5, blob: [0, 255])
    statement.bind(6, blob: [])
    statement.bind(7, "")
    statement.bind(8, Double.nan)
    #expect(try statement.step())
    #expect(statement.integer(0) == .min)
    #expect(statement.bits(1) == .max)
    #expect(statement.number(2) == 0.1)
    #expect(statement.text(3) == "né\u{0}ant")
    #expect(statement.bytes(4) == [0, 255])
    #expect(statement.optionalBytes(5) == [])
    #expect(statement.optionalText(6) == "")
    #expect(statement.text(7) == "null")
    #expect(statement.isInteger(0) && !statement.isInteger(2))
    #expect(try !statement.step())
  }

  @Test func `NULL is no value whatever it is asked for`() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?1")
    statement.bindNull(1)
    #expect(try statement.step())
    #expect(statement.optionalInteger(0) == nil)
    #expect(statement.optionalText(0) == nil)
    #expect(statement.optionalBytes(0) == nil)
    #expect(statement.number(0).isNaN)
    #expect(statement.bytes(0) == [])
    #expect(try connection.integer("SELECT NULL") == nil)
  }

  @Test func `an error has the statement, a remedy and no value`() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE item(value UNIQUE)")
    let statement = try connection.prepare("INSERT INTO item VALUES(?1)")
    statement.bind(1, "secret 117")
    try statement.run()
    let error = #expect(throws: SQLiteError.self) { try statement.run() }
    #expect(error?.code == .constraint)
    #expect(error?.sql == "INSERT INTO item VALUES(?1)")
    #expect(error?.description.contains("117") == false)
    // The statement can be used again.
    statement.bind(1, "other")
    try statement.run()
    #expect(try connection.integer("SELECT count(*) FROM item") == 2)
  }

  @Test func `a wrong parameter number is an error of the next step`() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?1")
    statement.bind(9, Int64(1))
    #expect(throws: SQLiteError.self) { try statement.step() }
    #expect(try statement.step())
    #expect(throws: SQLiteError.self) { try connection.prepare("SELEC 1") }
  }

  @Test func `a transaction is whole or nothing`() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE item(value)")
    try connection.transaction { try connection.execute("INSERT INTO item VALUES(1)") }
    #expect(throws: Stopped.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO item VALUES(2)")
        throw Stopped()
      }
    }
    connection.faultHook = { if $0 == .commit { throw Stopped() } }
    #expect(throws: Stopped.self) {
      try connection.transaction { try connection.execute("INSERT INTO item VALUES(3)") }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.integer("SELECT sum(value) FROM item") == 1)
  }

  @Test func `migrations run once, in order, and keep the rows`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("sonar-migrations-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = Migrator(applicationID: 7, steps: ["CREATE TABLE item(value)"])
    let second = Migrator(
      applicationID: 7,
      steps: first.steps + [
        "ALTER TABLE item ADD COLUMN note DEFAULT 'old'", "UPDATE item SET note = note || '!'",
      ])
    let connection = try Connection(path: path)
    #expect(throws: Migrator.Refusal.empty) { try first.migrate(connection, creates: false) }
    #expect(try first.migrate(connection, creates: true) == 0)
    try connection.execute("INSERT INTO item VALUES(1)")
    #expect(try second.migrate(connection, creates: false) == 1)
    #expect(try second.migrate(connection, creates: false) == 3)
    #expect(try connection.integer("SELECT count(*) FROM item WHERE note = 'old!'") == 1)
    #expect(throws: Migrator.Refusal.newer(found: 3, known: 1)) {
      try first.migrate(connection, creates: true)
    }
    let other = Migrator(applicationID: 8, steps: second.steps)
    #expect(throws: Migrator.Refusal.foreign) { try other.migrate(connection, creates: true) }
  }

  @Test func `a failed migration leaves the old version`() throws {
    let connection = try Connection(path: ":memory:")
    let good = Migrator(applicationID: 7, steps: ["CREATE TABLE item(value)"])
    _ = try good.migrate(connection, creates: true)
    let bad = Migrator(
      applicationID: 7, steps: good.steps + ["CREATE TABLE more(a); SELECT nonsense"])
    #expect(throws: SQLiteError.self) { try bad.migrate(connection, creates: true) }
    #expect(try connection.integer("PRAGMA user_version") == 1)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }
}
