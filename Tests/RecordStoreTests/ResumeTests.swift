import HealthRecords
import RecordStore
import SonarSQLite
import SonarTestSupport
import Testing

/// A failure at any moment, then a second run, ends in the same store as a run without failure.
@Suite struct ResumeTests {
  private struct Killed: Error {}

  private static var configuration: RecordStore.Configuration {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 20
    return configuration
  }

  /// Two exports: the second one edits, repeats and absorbs records of the first.
  private static func inputs() -> [[Draft]] {
    var random = SeededGenerator(5)
    let first = OrderTests.drafts(&random, count: 60)
    let shared = (0..<4).map { number in
      Draft(
        start: Int64(number % 3) * 1000, versionNumber: Int64(number),
        modifiedAt: Int64(number) * 1000, syncIdentifier: "shared")
    }
    return [first + shared.prefix(1), OrderTests.drafts(&random, count: 60) + shared]
  }

  private func importAll(
    on store: RecordStore, _ options: ImportOptions = ImportOptions()
  ) throws {
    for (number, drafts) in Self.inputs().enumerated() {
      try run(
        drafts, on: store, size: 10, fingerprint: "input \(number)",
        exportedAt: 4_000_000 + Int64(number), options)
    }
  }

  private func outcome(of fixture: TemporaryStore) throws -> [String] {
    try fixture.lines() + fixture.tombstones()
      + fixture.column("SELECT hex(part_id) || hex(whole_id) FROM absorbed ORDER BY 1")
      + fixture.column("SELECT hex(id) FROM shared_sync_id")
      + fixture.column("SELECT fingerprint || state FROM import ORDER BY id")
      + fixture.column("SELECT count(*) FROM import_presence")
  }

  /// How many statements and commits a run has, to interrupt each of them.
  private func moments(_ options: ImportOptions) throws -> (statements: Int, commits: Int) {
    let fixture = try TemporaryStore(Self.configuration)
    var statements = 0
    var commits = 0
    fixture.store.faultHook = { moment in
      switch moment {
      case .statement(let number): statements = number
      case .commit: commits += 1
      }
    }
    try importAll(on: fixture.store, options)
    return (statements, commits)
  }

  private func killed(
    _ options: ImportOptions, after condition: (Connection.Moment) -> Bool
  ) throws -> TemporaryStore {
    let fixture = try TemporaryStore(Self.configuration)
    try withoutActuallyEscaping(condition) { condition in
      fixture.store.faultHook = { if condition($0) { throw Killed() } }
      do {
        try importAll(on: fixture.store, options)
      } catch is Killed {}
      fixture.store.faultHook = nil
    }
    // A new process: nothing in memory helps.
    try importAll(on: fixture.reopened(Self.configuration), options)
    return fixture
  }

  @Test(arguments: [false, true])
  func `an import killed at a statement or a commit goes on to the same end`(
    _ isSnapshot: Bool
  ) throws {
    var options = ImportOptions()
    options.isSnapshot = isSnapshot
    options.force = true
    let expected = try TemporaryStore(Self.configuration)
    try importAll(on: expected.store, options)
    let end = try outcome(of: expected)
    let (statements, commits) = try moments(options)
    for number in stride(from: 1, through: statements, by: max(1, statements / 40)) {
      let fixture = try killed(options) { $0 == .statement(number) }
      #expect(try outcome(of: fixture) == end, "killed after statement \(number)")
    }
    for number in 1...commits {
      var seen = 0
      let fixture = try killed(options) { moment in
        if moment == .commit { seen += 1 }
        return moment == .commit && seen == number
      }
      #expect(try outcome(of: fixture) == end, "killed before commit \(number)")
    }
  }

  /// Two stored records, and an export that puts aside an older version of each with another start.
  private static let stored = ["a", "b"].map {
    Draft(start: 0, versionNumber: 9, syncIdentifier: $0)
  }
  private static let older = stored.map { $0.changed { ($0.start, $0.versionNumber) = (1000, 1) } }

  @Test func `numbers of rows put aside are not taken again after a resumption`() throws {
    let filler = (0..<4).map { Draft(key: 10 + $0) }
    let drafts = [filler[0], filler[1], filler[2], Self.older[0], Self.older[1], filler[3]]
    let expected = try TemporaryStore()
    try expected.importing(Self.stored)
    try expected.importing(drafts)
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 1
    for commit in 1...4 {
      let fixture = try TemporaryStore(configuration)
      try run(Self.stored, on: fixture.store, fingerprint: "first")
      var seen = 0
      fixture.store.faultHook = { moment in
        guard moment == .commit else { return }
        seen += 1
        if seen == commit { throw Killed() }
      }
      #expect(throws: Killed.self) { try run(drafts, on: fixture.store, size: 2) }
      try run(drafts, on: fixture.reopened(configuration), size: 2)
      #expect(try fixture.lines() == expected.lines(), "killed before commit \(commit)")
    }
  }

  @Test(arguments: [1, 100])
  func `a row put aside before the first checkpoint is there when its identifier is shared`(
    _ chunkRows: Int
  ) throws {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = chunkRows
    let fixture = try TemporaryStore(configuration)
    try fixture.importing([Self.stored[0]])
    try fixture.importing([Self.older[0], Draft(key: 1), Self.stored[0]], size: 2)
    #expect(try fixture.store.recordCount() == 3)
  }

  @Test func `what a killed import put aside is not taken for another one's`() throws {
    let fixture = try TemporaryStore(Self.configuration)
    try fixture.importing(Self.stored)
    let input = InputIdentity(
      provider: .appleHealth, name: "e", fingerprint: "killed", mappingVersion: 1)
    let killed = try fixture.store.beginImport(input, startedAt: 0)
    let filler = (0..<20).map { Draft(key: 10 + $0) }
    try killed.append(batch(filler + [Self.older[0]]), piece: 0)
    #expect(try killed.commitIfDue { _ in [] })
    killed.cancel()
    #expect(try fixture.column("SELECT count(*) FROM import_contested") == ["1"])
    // The same number again, and another start of the same identifier.
    let third = Self.older[0].changed { $0.start = 5000 }
    try run([third, Self.stored[0]], on: fixture.reopened(Self.configuration), fingerprint: "next")
    let starts = "SELECT start FROM record WHERE shared_id IS NOT NULL ORDER BY start"
    #expect(try fixture.column(starts) == ["0", "0", "5000"])
  }

  @Test func `a resumption gives back the pieces and the report of the last checkpoint`() throws {
    let fixture = try TemporaryStore(Self.configuration)
    let input = InputIdentity(
      provider: .appleHealth, name: "e", fingerprint: "f", mappingVersion: 1)
    #expect(try fixture.store.resumePoint(for: input) == nil)
    let session = try fixture.store.beginImport(input, startedAt: 0)
    let drafts = (0..<50).map { Draft(key: $0) }
    try session.append(batch(Array(drafts[..<20])), piece: 0)
    #expect(try session.commitIfDue { _ in Array("twenty".utf8) })
    try session.append(batch(Array(drafts[20..<30])), piece: 1)
    #expect(try !session.commitIfDue { _ in [] })
    session.cancel()
    let point = try #require(try fixture.store.resumePoint(for: input))
    #expect(point.pieces == 1)
    #expect(point.report == Array("twenty".utf8))
    #expect(try fixture.store.recordCount() == 20)
    var other = input
    other.mappingVersion = 2
    #expect(try fixture.store.resumePoint(for: other) == nil)
    // Another import in between: the first one can only be run again from its start.
    try fixture.importing([Draft(key: 99)])
    #expect(try fixture.store.resumePoint(for: input) == nil)
  }

  @Test func `an ended session takes nothing more and only one import runs at a time`() throws {
    let fixture = try TemporaryStore()
    let input = InputIdentity(
      provider: .appleHealth, name: "e", fingerprint: "f", mappingVersion: 1)
    let session = try fixture.store.beginImport(input, startedAt: 0)
    var options = Connection.Options()
    options.busyTimeout = 0
    let second = try Connection(path: fixture.path, options: options)
    #expect(throws: SQLiteError.self) { try second.begin() }
    session.cancel()
    let error = try storeError { try session.append(batch([Draft()]), piece: 0) }
    #expect(error?.code == .sessionEnded)
    try second.begin()
    second.rollback()
  }
}
