import HealthRecords
import RecordStore
import Testing

@Suite struct RenamedSourceTests {
  private static let old = (0..<40).map { Draft(key: $0, start: Int64($0) * 1000, source: "Old") }

  /// The same measurements under another name: another source gives another id.
  private static func renamed(_ count: Int) -> [Draft] {
    old.enumerated().map { number, draft in
      draft.changed {
        ($0.source, $0.key) = ("New", $0.key + 1000)
        if number >= count { $0.number = 99 }
      }
    }
  }

  @Test func `a source that came back under another name is refused before anything is kept`()
    throws
  {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 5
    let fixture = try TemporaryStore(configuration)
    try fixture.importing(Self.old)
    let before = try fixture.lines()
    let error = try storeError { try fixture.importing(Self.renamed(38), size: 5) }
    #expect(error?.code == .sourceRenamed)
    #expect(error?.renamedSources == [StoreError.RenamedSource(old: "Old", new: "New")])
    #expect(error?.description.contains("New") == false)
    #expect(error?.description.contains("--") == false, "options are the command line's to name")
    #expect(try fixture.lines() == before)
  }

  @Test(arguments: [
    ("too few twins", renamed(37)), ("the old name is there", renamed(40) + [old[0]]),
    ("too few records", []),
  ])
  func `other new names are stored`(_ name: String, _ drafts: [Draft]) throws {
    let fixture = try TemporaryStore()
    let stored = drafts.isEmpty ? Array(Self.old.prefix(19)) : Self.old
    let input = drafts.isEmpty ? Array(Self.renamed(19).prefix(19)) : drafts
    try fixture.importing(stored)
    #expect(try fixture.importing(input).totals[.inserted] == min(input.count, 40))
  }

  @Test func `a renamed source is kept on request and aliases are remembered`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.old)
    var options = ImportOptions()
    options.keepsRenamed = true
    #expect(try fixture.importing(Self.renamed(40), options).totals == [.inserted: 40])
    try fixture.store.addAlias(old: "Old", new: "New")
    try fixture.store.addAlias(old: "Old", new: "Newer")
    #expect(try fixture.reopened().aliases() == ["Old": "Newer"])
  }
}

@Suite struct PersonTests {
  private func identifying(
    _ value: String, _ fixture: TemporaryStore, _ options: ImportOptions = ImportOptions()
  ) throws {
    let input = InputIdentity(
      provider: .appleHealth, name: "e", fingerprint: value, mappingVersion: 1)
    let session = try fixture.store.beginImport(input, options: options, startedAt: 0)
    try session.identify("date_of_birth", value: value)
    _ = try session.finish(.complete, finishedAt: 1) { _ in [] }
  }

  @Test func `another date of birth is refused unless it is the same person`() throws {
    let fixture = try TemporaryStore()
    try identifying("1980-01-01", fixture)
    try identifying("1980-01-01", fixture)
    let error = try storeError { try identifying("1990-01-01", fixture) }
    #expect(error?.code == .differentPerson)
    #expect(error?.description.contains("1990") == false)
    #expect(error?.description.contains("--") == false, "options are the command line's to name")
    var options = ImportOptions()
    options.acceptsOtherPerson = true
    try identifying("1990-01-01", fixture, options)
    try identifying("1990-01-01", fixture)
    #expect(try fixture.column("SELECT count(*) FROM person") == ["2"])
    // SQLite 3.40 takes the first columns of such a table for its key.
    #expect(try fixture.column("PRAGMA integrity_check") == ["ok"])
    #expect(try fixture.column("SELECT value_hash FROM person").allSatisfy { $0.count == 32 })
  }
}
