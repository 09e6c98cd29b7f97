import Foundation
import HealthRecords
import Testing

@testable import DeviceExports

@Suite struct `Files of a Health Connect backup` {
  private let name = Array("health_connect_export.db".utf8)

  private func database() throws -> [UInt8] {
    let fixture = try BackupFixture(["steps_record_table"])
    for _ in 1...50 {
      try fixture.run(
        "INSERT INTO steps_record_table (uuid) VALUES (x'\(String(repeating: "0a", count: 16))')")
    }
    return try fixture.bytes()
  }

  private func zip(_ members: ZipBuilder.Member...) -> ZipBuilder {
    var zip = ZipBuilder()
    zip.members = members
    return zip
  }

  private func backup(_ bytes: [UInt8]) throws -> HealthConnectBackup? {
    try open(bytes).healthConnectBackup()
  }

  @Test(arguments: [UInt16(0), 8])
  func `The database is found in a zip, compressed or not`(method: UInt16) throws {
    let member = ZipBuilder.Member(name: name, content: try database()).with { $0.method = method }
    let backup = try #require(try backup(zip(ZipBuilder.Member("a.txt", "x"), member).bytes))
    let reading = try BackupReading(backup)
    #expect(backup.member == "health_connect_export.db")
    #expect(reading.counts == ["steps_record_table": 50])
    #expect(reading.notes == [])
  }

  @Test func `The database is found by content when it is given alone or was renamed`() throws {
    let bytes = try database()
    let alone = try #require(try backup(bytes))
    #expect(try BackupReading(alone).counts == ["steps_record_table": 50])
    let renamed = ZipBuilder.Member(name: Array("my backup.db".utf8), content: bytes)
    #expect(try backup(zip(renamed).bytes)?.member == "my backup.db")
  }

  @Test func `Other inputs hold no backup`() throws {
    #expect(try backup(Array(exportText.utf8)) == nil)
    #expect(try backup(zip(ZipBuilder.Member("other.db", "text")).bytes) == nil)
  }

  @Test func `A member with the right name that is no database says so when it is read`() throws {
    let member = ZipBuilder.Member("health_connect_export.db", "encrypted, perhaps")
    let backup = try #require(try backup(zip(member).bytes))
    let error = #expect(throws: HealthConnectBackupError.self) { try BackupReading(backup) }
    #expect(error?.code == .notDatabase)
  }

  @Test(arguments: [UInt16(0), 8])
  func `A member whose checksum is wrong is read and told`(method: UInt16) throws {
    let member = ZipBuilder.Member(name: name, content: try database()).with {
      $0.method = method
      $0.checksum = 1
    }
    let backup = try #require(try backup(zip(member).bytes))
    let reading = try BackupReading(backup)
    #expect(reading.counts == ["steps_record_table": 50])
    #expect(reading.notes == ["backup_member_damaged x1 health_connect_export.db 0"])
    #expect(!reading.isComplete)
  }

  @Test func `An encrypted member is refused with the archive's own error`() throws {
    let member = ZipBuilder.Member(name: name, content: try database()).with { $0.flags = 1 }
    let error = #expect(throws: ExportError.self) { try backup(zip(member).bytes) }
    #expect(error?.code == .memberEncrypted)
  }

  @Test func `A log beside the database is not read, in a zip or a folder`() throws {
    let files = ["", "-wal"].map { ending in
      ZipBuilder.Member(name: name + Array(ending.utf8), content: [1])
    }
    let archive = zip(files[0].with { $0.content = (try? database()) ?? [] }, files[1])
    let reading = try BackupReading(#require(try backup(archive.bytes)))
    #expect(reading.notes == ["database_log_ignored x1 health_connect_export.db 0"])
    #expect(reading.isComplete)
  }

  @Test(arguments: ["-wal", "-journal"])
  func `A file on disk is read as it lies there, without the log and without a trace`(
    ending: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("b.db")
    var bytes = try database()
    // As left by an app that keeps a write-ahead log.
    bytes[18] = 2
    bytes[19] = 2
    try Data(bytes).write(to: file)
    try Data("not a log".utf8).write(to: folder.appendingPathComponent("b.db\(ending)"))
    let source = try ExportSource.open(.path(file.path))
    let reading = try BackupReading(#require(try source.healthConnectBackup()))
    #expect(reading.counts == ["steps_record_table": 50])
    #expect(reading.notes == ["database_log_ignored x1 b.db 0"])
    #expect(try Data(contentsOf: file) == Data(bytes))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["b.db", "b.db\(ending)"])
  }
}
