import Foundation
import SupportedData
import Testing

/// A folder of its own for one test, removed at the end.
private struct TemporaryFolder: ~Copyable {
  let path = NSTemporaryDirectory() + "sonar-mappings-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}

@Suite struct `Mapping folders` {
  @Test func `a file in the folder replaces the embedded table`() throws {
    let folder = try TemporaryFolder()
    let text = try EmbeddedTables.replaced(
      "[20, 300]", by: "[10, 400]", in: "record_types.json")
    try folder.write(text, to: "record_types.json")
    try folder.write("not a table", to: "notes.txt")
    let tables = try MappingTables.load(directory: folder.path)
    #expect(tables.recordTypes.definition(named: "heart_rate")?.plausible == 10...400)
    #expect(tables.units == (try EmbeddedTables.tables.units))
    #expect(tables.appleHealth == (try EmbeddedTables.tables.appleHealth))
    // A killed import goes on only with the tables that it began with, whatever their version says.
    #expect(tables.appleHealth.version == (try EmbeddedTables.tables.appleHealth.version))
    #expect(tables.fingerprint != (try EmbeddedTables.tables.fingerprint))
  }

  @Test func `how records are read together is no part of the fingerprint`() throws {
    let folder = try TemporaryFolder()
    let text = try EmbeddedTables.replaced(
      #""night_gap_minutes": 90"#, by: #""night_gap_minutes": 60"#, in: "consolidation.json")
    try folder.write(text, to: "consolidation.json")
    let tables = try MappingTables.load(directory: folder.path)
    #expect(tables.consolidation.limits.nightGapMinutes == 60)
    #expect(tables.fingerprint == (try EmbeddedTables.tables.fingerprint))
  }

  @Test func `a folder with all embedded files gives the embedded tables`() throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in MappingTables.embeddedFiles() {
      try folder.write(String(decoding: bytes, as: UTF8.self), to: name)
    }
    #expect(try MappingTables.load(directory: folder.path) == (try EmbeddedTables.tables))
  }

  @Test func `tables that contradict themselves are not loaded and can be read`() throws {
    let folder = try TemporaryFolder()
    let text = try EmbeddedTables.replaced(
      #"["80404-7"]"#, by: #"["1-1"]"#, in: "record_types.json")
    try folder.write(text, to: "record_types.json")
    let error = try #require(throws: MappingError.self) {
      try MappingTables.load(directory: folder.path)
    }
    #expect(error.code == .inconsistent)
    #expect(error.row == "hrv_sdnn")
    #expect(error.remedy == "Correct this row.")
    #expect(MappingCheck.run(try MappingTables.read(directory: folder.path)).count == 1)
  }

  @Test func `a table under another name is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "unit.json")
    #expect(try code(of: folder.path) == .unknownTable)
  }

  @Test func `an empty folder is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(try code(of: folder.path) == .unknownTable)
  }

  @Test func `a folder that does not exist is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(try code(of: folder.path + "/absent") == .unreadable)
  }

  @Test func `a folder in the place of a table is refused`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/units.json", withIntermediateDirectories: false)
    #expect(try code(of: folder.path) == .unreadable)
  }

  @Test func `a file that is too large is refused unread`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      String(repeating: " ", count: MappingTables.byteLimit + 1), to: "units.json")
    #expect(try code(of: folder.path) == .tooLarge)
  }

  private func code(of path: String) throws -> MappingError.Code {
    try #require(throws: MappingError.self) { try MappingTables.load(directory: path) }.code
  }
}
