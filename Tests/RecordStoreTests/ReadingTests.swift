import Foundation
import HealthRecords
import RecordStore
import SonarSQLite
import Testing

@Suite struct ReadingTests {
  private static let drafts = (0..<300).map { Draft(key: $0, start: Int64($0) * 1000) }

  /// What the reader may not write.
  enum Ban: String, CaseIterable, Sendable {
    case nothing, file, folder, both

    /// Takes the rights away; root gives up its own.
    func enter(_ files: ClosedStore) throws {
      let isFileBanned = self == .file || self == .both
      for name in try files.names() {
        let mode: mode_t = isFileBanned ? 0o444 : 0o666
        try #require(chmod(files.folder.path + "/" + name, mode) == 0)
      }
      let isFolderBanned = self == .folder || self == .both
      try #require(chmod(files.folder.path, isFolderBanned ? 0o555 : 0o777) == 0)
      if geteuid() == 0 { try #require(setegid(65_534) == 0 && seteuid(65_534) == 0) }
    }

    /// Gives the rights back, so that the folder can be removed.
    static func leave(_ files: ClosedStore) throws {
      if getuid() == 0 { try #require(seteuid(0) == 0) }
      try #require(chmod(files.folder.path, 0o777) == 0)
      for name in try files.names() {
        try #require(chmod(files.folder.path + "/" + name, 0o666) == 0)
      }
    }
  }

  private static func openingError(_ path: String) throws -> StoreError? {
    try storeError { _ = try RecordStore.openForReading(path: path) }
  }

  /// Ends a process in the middle of work on the store, as a lost battery does.
  private static func killing(_ files: ClosedStore, _ statements: [String]) async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = files.path as String, statements = statements as [String]] in
      let connection = try Connection(path: path)
      for statement in statements { try connection.execute(statement) }
      kill(getpid(), SIGKILL)
    }
  }

  /// Statements that leave a rollback journal without which the file is damaged.
  private static let halfWritten = [
    "PRAGMA cache_size = 1", "BEGIN", "UPDATE record SET number = number + 1, source = NULL",
    "CREATE TABLE filler AS SELECT randomblob(5000) FROM record",
  ]

  @Test(arguments: Ban.allCases, [false, true])
  func `a store is read as it is, whatever may not be written`(
    _ ban: Ban, _ isLogged: Bool
  ) async {
    await #expect(processExitsWith: .success) {
      [ban = ban.rawValue as String, isLogged = isLogged as Bool] in
      let ban = try #require(Ban(rawValue: ban))
      let files = try ClosedStore(ReadingTests.drafts, isLogged: isLogged)
      let expected = try lines(of: RecordStore.open(path: files.path, create: false))
      let before = try files.contents()
      try #require(before.keys.sorted() == ["store.sqlite"])
      try ban.enter(files)
      do {
        let store = try RecordStore.openForReading(path: files.path)
        try #require(try lines(of: store) == expected)
        if ban != .nothing || !isLogged { try #require(try files.names() == ["store.sqlite"]) }
      }
      try Ban.leave(files)
      try #require(try files.contents() == before)
    }
  }

  @Test func `nothing can be written through a store that is open for reading`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.drafts)
    let files = try fixture.files()
    let store = try RecordStore.openForReading(path: fixture.path)
    #expect(try storeError { try store.setSetting("a", to: "b") }?.cause?.code == .readOnly)
    #expect(try storeError { try run(Self.drafts, on: store) } != nil)
    #expect(try fixture.files() == files)
  }

  @Test(arguments: [Ban.file, .folder, .both])
  func `a journal that may not be settled is refused`(_ ban: Ban) async throws {
    let files = try ClosedStore(Self.drafts, isLogged: false)
    await Self.killing(files, Self.halfWritten)
    let before = try files.contents()
    try #require(before["store.sqlite-journal"]?.isEmpty == false)
    await #expect(processExitsWith: .success) {
      [ban = ban.rawValue as String, path = files.path as String] in
      let ban = try #require(Ban(rawValue: ban))
      let files = ClosedStore(borrowing: path)
      try ban.enter(files)
      let error = try ReadingTests.openingError(path)
      try Ban.leave(files)
      try #require(error?.code == .needsRecovery)
      try #require(error?.message.contains("-journal") == true)
    }
    #expect(try files.contents() == before)
  }

  @Test func `a journal that may be settled is settled`() async throws {
    let files = try ClosedStore(Self.drafts, isLogged: false)
    let before = try files.contents()
    await Self.killing(files, Self.halfWritten)
    #expect(try files.names() == ["store.sqlite", "store.sqlite-journal"])
    #expect(try RecordStore.openForReading(path: files.path).recordCount() == Self.drafts.count)
    #expect(try files.contents() == before)
  }

  /// A log of which the index was lost cannot be read without making that.
  @Test(arguments: [Ban.folder, .both], [false, true])
  func `a log with content is read with its index and refused without`(
    _ ban: Ban, _ hasIndex: Bool
  ) async throws {
    let files = try ClosedStore(Self.drafts, isLogged: true)
    await Self.killing(files, ["INSERT INTO setting VALUES('a', 'b')"])
    if !hasIndex { try FileManager.default.removeItem(atPath: files.path + "-shm") }
    let before = try files.contents()
    try #require(before["store.sqlite-wal"]?.isEmpty == false)
    await #expect(processExitsWith: .success) {
      [ban = ban.rawValue as String, path = files.path as String, hasIndex = hasIndex as Bool] in
      let ban = try #require(Ban(rawValue: ban))
      let files = ClosedStore(borrowing: path)
      try ban.enter(files)
      let error = try storeError {
        let store = try RecordStore.openForReading(path: path)
        try #require(try store.setting("a") == "b")
      }
      try Ban.leave(files)
      try #require(error?.code == (hasIndex ? nil : .needsRecovery))
    }
    #expect(try files.contents() == before)
  }

  @Test func `a change under a reader without locks is noticed`() async {
    await #expect(processExitsWith: .success) {
      let files = try ClosedStore(ReadingTests.drafts, isLogged: true)
      try Ban.folder.enter(files)
      let store = try RecordStore.openForReading(path: files.path)
      try #require(try lines(of: store).count == ReadingTests.drafts.count)
      try Ban.leave(files)
      try RecordStore.open(path: files.path, create: false).setSetting("a", to: "b")
      let error = try storeError { _ = try lines(of: store) }
      try #require(error?.code == .busy)
      try #require(error?.message.contains("while it was read") == true)
    }
  }

  @Test func `a reader keeps its state while an import goes on beside it`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Array(Self.drafts.prefix(100)))
    let writer = try fixture.reopened()
    let expected = try fixture.lines()
    let reader = try RecordStore.openForReading(path: fixture.path)
    var seen = 0
    try reader.forEachRecord { _ in
      if seen == 0 { try run(Self.drafts, on: writer, fingerprint: "second") }
      seen += 1
    }
    #expect(seen == 100)
    #expect(try lines(of: reader) == expected)
    #expect(try RecordStore.openForReading(path: fixture.path).recordCount() == 300)
  }

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
  func `a reader is told that a first import is under way`(_ begin: String) throws {
    let files = try ClosedStore(Self.drafts, isLogged: false)
    let first = try Connection(path: files.path)
    try first.execute(begin)
    #expect(try Self.openingError(files.path)?.code == .busy)
    try first.commit()
    #expect(try RecordStore.openForReading(path: files.path).recordCount() == 300)
  }

  @Test func `what is no current store is refused as it is`() throws {
    let fixture = try TemporaryStore()
    let path = fixture.path + ".other"
    func refusal(_ statements: String...) throws -> StoreError? {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
      for statement in statements { try Connection(path: path).execute(statement) }
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let error = try Self.openingError(path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      return error
    }
    #expect(try refusal() == nil)
    #expect(try refusal("PRAGMA user_version = 99")?.code == .newerStore)
    let older = try refusal("PRAGMA user_version = 0")
    #expect(older?.code == .olderStore)
    #expect(older?.message.contains("run an import into it") == true)
    #expect(try refusal("PRAGMA application_id = 7")?.code == .notAStore)
    try Data("no database, only text".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try Self.openingError(path)?.code == .notAStore)
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(try Self.openingError(path)?.code == .notAStore)
    #expect(try Self.openingError(fixture.folder.path)?.code == .notAStore)
    #expect(try Self.openingError(fixture.path + ".missing")?.code == .notFound)
    #expect(try Self.openingError("")?.code == .cannotCreate)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        == ["store.sqlite", "store.sqlite.other"])
  }

  @Test(arguments: ["a b?c#d%41&e=\u{e9}", "x:y", "'\"\\"])
  func `the name of a file that may not be written is taken as it is`(_ name: String) async {
    await #expect(processExitsWith: .success) { [name = name as String] in
      let files = try ClosedStore(ReadingTests.drafts, isLogged: true)
      let path = files.folder.path + "/" + name
      try FileManager.default.moveItem(atPath: files.path, toPath: path)
      try Ban.both.enter(files)
      for path in [path, "/" + path] {
        let store = try RecordStore.openForReading(path: path)
        try #require(try store.recordCount() == ReadingTests.drafts.count)
      }
      try Ban.leave(files)
      try #require(try files.names() == [name])
    }
  }
}

/// A store that no connection of this process has open, in a folder of its own.
final class ClosedStore {
  let folder: URL
  private let isBorrowed: Bool

  var path: String { folder.appendingPathComponent("store.sqlite").path }

  /// Imports drafts; without a write-ahead log the store is as in the middle of its first import.
  init(_ drafts: [Draft], isLogged: Bool) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sonar-reading-\(UUID().uuidString)")
    isBorrowed = false
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run(drafts, on: RecordStore.open(path: path, create: true))
    if !isLogged { try Connection(path: path).execute("PRAGMA journal_mode = DELETE") }
  }

  /// The store of another process, which also removes it.
  init(borrowing path: String) {
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    isBorrowed = true
  }

  deinit {
    if !isBorrowed { try? FileManager.default.removeItem(at: folder) }
  }

  /// The names of the files, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// The bytes of the files by name.
  func contents() throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: names().map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }
}

/// The canonical export of a store, as lines.
private func lines(of store: RecordStore) throws -> [String] {
  var bytes: [UInt8] = []
  try store.exportCanonical { bytes += $0 }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
}
