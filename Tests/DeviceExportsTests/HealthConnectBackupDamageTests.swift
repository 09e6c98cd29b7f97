import HealthRecords
import Testing

@testable import DeviceExports

@Suite struct `Damaged and hostile backups` {
  /// 400 steps and 400 weights on pages of 512 bytes, with one sample of heart rate.
  private func fixture() throws -> BackupFixture {
    let fixture = try BackupFixture(
      ["heart_rate_record_table", "steps_record_table", "weight_record_table"], pageSize: 512)
    for row in 1...400 {
      try fixture.run(
        """
        INSERT INTO steps_record_table (uuid, count) VALUES (randomblob(16), \(row));
        INSERT INTO weight_record_table (uuid, weight) VALUES (randomblob(16), \(row));
        """)
    }
    try fixture.run(
      """
      INSERT INTO heart_rate_record_table (uuid) VALUES (randomblob(16));
      INSERT INTO heart_rate_record_series_table VALUES (1, 60, 1);
      """)
    return fixture
  }

  @Test(arguments: [
    ([UInt8](), "backup_empty"), (Array("SQLite".utf8), "not_a_database"),
    ([UInt8](repeating: 0x5A, count: 8192), "not_a_database"),
    (Array("SQLite format 3\0".utf8), "not_a_database"),
    (Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4096), "backup_damaged"),
    (Array("<?xml version=\"1.0\"?>".utf8), "not_a_database"),
  ])
  func `What is no database is refused with a clear error`(bytes: [UInt8], code: String) {
    #expect(backupError(bytes) == code)
  }

  @Test func `A database without tables of records is not Health Connect's`() throws {
    #expect(backupError(try BackupFixture([]).bytes()) == nil)
    let other = try BackupFixture(empty: 17)
    try other.run("CREATE TABLE t (a); CREATE VIEW steps_record_table AS SELECT 1 AS uuid")
    #expect(backupError(try other.bytes()) == "not_health_connect")
  }

  @Test func `An error names the member and says what to do`() {
    let error = HealthConnectBackupError(.notDatabase, member: "b.db")
    #expect(
      error.description
        == "b.db: this is not an SQLite database, or it is encrypted; give the zip that Health "
        + "Connect wrote, or health_connect_export.db from it")
  }

  @Test func `Rows behind a damaged page are read`() throws {
    let fixture = try fixture()
    var bytes = try fixture.bytes()
    let pages = try leaves(of: "steps_record_table", in: fixture)
    let page = pages[pages.count / 2]
    for index in (page - 1) * 512..<page * 512 { bytes[index] = 0xFF }
    let whole = try BackupReading(try fixture.bytes())
    let reading = try BackupReading(bytes)
    let all = try #require(whole.counts["steps_record_table"])
    let kept = try #require(reading.counts["steps_record_table"])
    #expect((1...20).contains(all - kept))
    #expect(reading.counts["weight_record_table"] == 400)
    #expect(reading.records.last { $0.type == "steps_record_table" }?.value("count") == "400")
    #expect(reading.notes == ["damaged_table x1 b.db/steps_record_table 0"])
    #expect(!reading.isComplete)
  }

  @Test func `Whatever page is damaged, what can be read is read and the damage is told`() throws {
    let bytes = try fixture().bytes()
    let whole = try BackupReading(bytes)
    let total = whole.records.count
    for page in stride(from: 2, through: bytes.count / 512, by: 3) {
      var damaged = bytes
      for index in (page - 1) * 512..<page * 512 {
        damaged[index] = UInt8(truncatingIfNeeded: index)
      }
      guard let reading = try? BackupReading(damaged) else { continue }
      let isWhole = reading.records == whole.records
      #expect(isWhole || !reading.isComplete, "page \(page)")
      #expect(reading.records.count <= total, "page \(page)")
    }
  }

  @Test(arguments: [95, 75, 50])
  func `A truncated file gives what it holds`(percent: Int) throws {
    let bytes = try fixture().bytes()
    let reading = try BackupReading(Array(bytes.prefix(bytes.count * percent / 100)))
    #expect((1..<801).contains(reading.records.count))
    #expect(reading.notes.first == "truncated_database x1 b.db 0")
    #expect(!reading.isComplete)
  }

  @Test func `A file cut within its first pages is refused`() throws {
    let bytes = try fixture().bytes()
    #expect(backupError(Array(bytes.prefix(600))) == "backup_damaged")
  }

  @Test func `A file that never ends is given up`() throws {
    let fixture = try fixture()
    var bytes = try fixture.bytes()
    // An inner page whose children are all the same leaf, so that its rows come again and again.
    let root = try fixture.integer(
      "SELECT rootpage FROM sqlite_master WHERE name = 'steps_record_table'")
    let leaf = try #require(leaves(of: "steps_record_table", in: fixture).first)
    let page = (root - 1) * 512
    let cells = Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
    for cell in 0..<cells {
      let pointer = page + 12 + cell * 2
      let offset = page + (Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1]))
      for byte in 0..<4 {
        bytes[offset + byte] = UInt8(truncatingIfNeeded: leaf >> (24 - byte * 8))
      }
    }
    let reading = try BackupReading(bytes)
    #expect(try #require(reading.counts["steps_record_table"]) < 400)
    #expect(reading.counts["weight_record_table"] == 400)
    #expect(reading.notes == ["damaged_table x1 b.db/steps_record_table 0"])
  }

  @Test func `Work has a limit, and the rest is told to be missing`() throws {
    var options = HealthConnectBackupOptions()
    options.limits.steps = 8000
    options.limits.stepsPerByte = 0
    let reading = try BackupReading(try fixture().bytes(), options: options)
    #expect(reading.records.count < 801)
    #expect(reading.notes.last == "work_limit x1 b.db 0")
    #expect(!reading.isComplete)
  }

  @Test func `A huge value costs its row, a huge icon nothing`() throws {
    let fixture = try BackupFixture(["sleep_session_record_table"])
    try fixture.run(
      """
      INSERT INTO application_info_table VALUES (1, 'a.b', NULL, zeroblob(9000000), NULL);
      INSERT INTO sleep_session_record_table (uuid, app_info_id, title) VALUES
        (randomblob(16), 1, 'a'), (randomblob(16), 1, zeroblob(3000000)), (randomblob(16), 1, 'c');
      INSERT INTO sleep_stages_table VALUES (2, 5, 6, 7), (3, 8, 9, 1);
      """)
    let reading = try fixture.reading()
    #expect(reading.records.map { $0.value("title") } == ["a", "c"])
    #expect(
      reading.records.map { $0.value("application_info_table.package_name") } == ["a.b", "a.b"])
    #expect(reading.records.map(\.parts.count) == [0, 1])
    #expect(reading.rejected == ["sleep_session_record_table": 1])
    #expect(reading.notes == ["row_too_large x1 b.db/sleep_session_record_table 2"])
    #expect(!reading.isComplete)
  }

  @Test func `A row whose values are too large together is left out`() throws {
    let fixture = try BackupFixture(["sleep_session_record_table"])
    try fixture.run(
      """
      INSERT INTO sleep_session_record_table (uuid, notes, title) VALUES
        (randomblob(16), zeroblob(1000), zeroblob(1000)), (randomblob(16), NULL, 'b');
      """)
    var options = HealthConnectBackupOptions()
    options.limits.rowBytes = 1500
    let reading = try fixture.reading(options: options)
    #expect(reading.records.map { $0.value("title") } == ["b"])
    #expect(reading.rejected == ["sleep_session_record_table": 1])
  }

  @Test(arguments: ["0", "rootpage"])
  func `A view that calls itself a table is not run`(rootPage: String) throws {
    let fixture = try BackupFixture(["weight_record_table"])
    try fixture.run(
      """
      CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET rootpage = \(rootPage), sql = 'CREATE VIEW steps_record_table AS '
        || 'SELECT row_id, uuid FROM weight_record_table' WHERE name = 'steps_record_table';
      """)
    #expect(backupError(try fixture.bytes()) == "backup_damaged")
  }

  @Test func `Triggers and computed columns are not run`() throws {
    let fixture = try BackupFixture(empty: 17)
    try fixture.run(
      """
      CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB, count INTEGER,
        a AS (zeroblob(1000000000)), b AS (abs(count)) STORED);
      CREATE TRIGGER t AFTER INSERT ON steps_record_table BEGIN SELECT 1; END;
      INSERT INTO steps_record_table (uuid, count) VALUES (NULL, 4);
      """)
    #expect(
      try fixture.reading().records == [
        BackupRecord("steps_record_table", 1, ["row_id=1", "uuid", "count=4"])
      ])
  }

  @Test func `Bytes that are not UTF-8 are replaced and counted`() throws {
    let fixture = try BackupFixture(["sleep_session_record_table"])
    try fixture.run(
      """
      INSERT INTO sleep_session_record_table (uuid, title) VALUES
        (randomblob(16), CAST(x'61ff62' AS TEXT)), (randomblob(16), CAST(x'610062' AS TEXT));
      """)
    let reading = try fixture.reading()
    #expect(reading.records.map { $0.value("title") } == ["a\u{FFFD}b", "a\0b"])
    #expect(reading.notes == ["invalid_utf8 x1 b.db/sleep_session_record_table 1"])
  }

  @Test func `Keys at the ends of their range are read`() throws {
    let fixture = try BackupFixture(["heart_rate_record_table"])
    let keys = [Int64.min, -1, 0, .max]
    for key in keys {
      try fixture.run(
        """
        INSERT INTO heart_rate_record_table (row_id, uuid) VALUES (\(key), randomblob(16));
        INSERT INTO heart_rate_record_series_table VALUES (\(key), 60, 1);
        """)
    }
    let reading = try fixture.reading()
    #expect(reading.records.map { $0.value("row_id") } == keys.map { "\($0)" })
    #expect(reading.records.map(\.parts.count) == [1, 1, 1, 1])
    #expect(reading.notes == [])
  }

  @Test func `A table with more columns than the limit is read as far as that`() throws {
    let fixture = try BackupFixture(empty: 17)
    let columns = (1...200).map { ", c\($0)" }.joined()
    try fixture.run(
      """
      CREATE TABLE wide_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB\(columns));
      INSERT INTO wide_record_table (uuid, c1, c200) VALUES (randomblob(16), 1, 2);
      """)
    let reading = try fixture.reading()
    #expect(reading.records.map(\.attributes.count) == [BackupSchema.columnLimit])
    #expect(reading.notes == ["columns_omitted x1 b.db/wide_record_table 0"])
  }

  @Test func `The fuzzer's entry gives the same for the same bytes, and nothing for none`() throws {
    let bytes = try fixture().bytes()
    #expect(BackupProbe.read(bytes) == BackupProbe.read(bytes))
    #expect(BackupProbe.read([]) == 0)
  }

  /// SQLite's result codes: memory and its kin, a full disk, no file, writing; reading, damage, others.
  private static let resultCodes: [(Int32, Bool)] = [
    (7, true), (3082, true), (13, true), (14, true), (778, true), (266, false), (522, false),
    (11, false), (267, false), (18, false), (9, false), (23, false),
  ]

  @Test(arguments: resultCodes)
  func `Want of memory or of temporary space is not the file's fault`(
    code: Int32, isShortage: Bool
  ) {
    #expect(BackupFailure(code: code).isShortage == isShortage)
  }

  /// The numbers of a table's leaf pages in the order of its keys; its root has only leaves below it.
  private func leaves(of table: String, in fixture: BackupFixture) throws -> [Int] {
    let bytes = try fixture.bytes()
    let root = try fixture.integer("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")
    let page = (root - 1) * 512
    try #require(bytes[page] == 5)
    let number = { (at: Int, count: Int) in bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
    let children = (0..<number(page + 3, 2)).map { number(page + number(page + 12 + $0 * 2, 2), 4) }
    return (children + [number(page + 8, 4)]).flatMap { child in
      bytes[(child - 1) * 512] == 13 ? [child] : []
    }
  }
}
