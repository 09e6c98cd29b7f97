import HealthRecords
import RecordStore
import SonarSQLite
import Testing

/// The index of ids that do not lead with their start: a first import goes without it until it is needed.
@Suite struct TimelessIndexTests {
  private struct Killed: Error {}

  /// Records with ids of their own, of two native types.
  private static let drafts = (0..<120).map {
    Draft(
      nativeType: $0 < 80 ? "heart_rate" : "steps", start: Int64($0) * 1000, modifiedAt: 100,
      syncIdentifier: "\($0)")
  }

  private static func batches(_ drafts: [Draft] = Self.drafts) -> [RecordBatch] {
    stride(from: 0, to: drafts.count, by: 10).map { first in
      var batch = RecordBatch(provider: .samsungHealth, mappingVersion: 1)
      for draft in drafts[first..<min(first + 10, drafts.count)] {
        draft.append(to: &batch)
        batch.rows[batch.rows.count - 1].hasSyncIdentifier = false
      }
      return batch
    }
  }

  private static var configuration: RecordStore.Configuration {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 20
    return configuration
  }

  @discardableResult
  private func importing(
    _ batches: [RecordBatch], into store: RecordStore, name: String = "input",
    deleting: [RecordID] = []
  ) throws -> [Outcome: Int] {
    let input = InputIdentity(
      provider: .samsungHealth, name: name, fingerprint: name, mappingVersion: 1)
    let point = try store.resumePoint(for: input)
    let session = try store.beginImport(input, startedAt: 5_000, resuming: point)
    for (index, batch) in batches.enumerated() where index >= point?.pieces ?? 0 {
      try session.append(batch, piece: index)
      try session.commitIfDue { _ in [] }
    }
    _ = try session.delete(
      deleting.map { Tombstone(id: $0, modifiedAt: 200, reason: .deleted) })
    return try session.finish(.complete, finishedAt: 5_001) { _ in [] }.totals
  }

  private func hasIndex(_ fixture: TemporaryStore) throws -> Bool {
    try fixture.column("SELECT name FROM sqlite_schema WHERE name = 'record_by_id'").count == 1
  }

  /// Imports until the process is killed before a commit.
  private func killed(
    before commit: Int, _ configuration: RecordStore.Configuration = Self.configuration
  ) throws -> TemporaryStore {
    let fixture = try TemporaryStore(configuration)
    var seen = 0
    fixture.store.faultHook = { moment in
      guard moment == .commit else { return }
      seen += 1
      if seen == commit { throw Killed() }
    }
    #expect(throws: Killed.self) { try importing(Self.batches(), into: fixture.store) }
    fixture.store.faultHook = nil
    return fixture
  }

  @Test func `nothing is stored otherwise for want of it, also after a kill`() throws {
    let fixture = try TemporaryStore()
    #expect(try hasIndex(fixture))
    try importing(Self.batches(), into: fixture.store)
    let interrupted = try killed(before: 3)
    #expect(try interrupted.store.recordCount() == 40)
    let rest = try importing(Self.batches(), into: interrupted.reopened(Self.configuration))
    #expect(rest == [.inserted: 80])
    #expect(try [fixture, interrupted].map(hasIndex) == [false, false])
    #expect(try interrupted.lines() == fixture.lines())
    #expect(try fixture.column("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `an import that changes nothing leaves it as it was`() throws {
    let fixture = try TemporaryStore()
    let session = try fixture.store.beginImport(
      InputIdentity(
        provider: .samsungHealth, name: "a", fingerprint: "a", mappingVersion: 1, canRecur: false),
      startedAt: 1)
    let summary = try session.finish(.complete, finishedAt: 2) { _ in [] }
    #expect(!summary.hasChanges)
    #expect(try hasIndex(fixture))
  }

  @Test func `a later import does without it while identities fit memory`() throws {
    let fixture = try TemporaryStore()
    try importing(Self.batches(Array(Self.drafts[..<20])), into: fixture.store)
    let later = Self.batches(Self.drafts.map { $0.changed { $0.modifiedAt = 150 } })
    let outcomes = try importing(later, into: fixture.store, name: "later")
    #expect(outcomes == [.duplicate: 20, .inserted: 100])
    #expect(try !hasIndex(fixture))
  }

  @Test func `a later import builds it where they do not`() throws {
    let fixture = try TemporaryStore()
    try importing(Self.batches(), into: fixture.store)
    let later = Self.batches(Self.drafts.map { $0.changed { $0.number = 61 } })
    var configuration = Self.configuration
    configuration.identityBudget = 1
    let outcomes = try importing(later, into: fixture.reopened(configuration), name: "later")
    let counts = outcomes.values.reduce(0, +)
    #expect(counts == 120 && outcomes[.inserted] == nil)
    #expect(try hasIndex(fixture))
    #expect(try fixture.column("PRAGMA integrity_check") == ["ok"])
  }

  /// Identities that do not fit memory are looked up in the file, by the index.
  @Test func `is built as soon as a record is looked for in the file`() throws {
    var configuration = Self.configuration
    configuration.identityBudget = 1
    let gone = Self.drafts[..<5].map(\.id)
    let expected = try TemporaryStore()
    try importing(Self.batches(), into: expected.store, deleting: gone)
    let fixture = try TemporaryStore(configuration)
    let twice = Self.batches() + Self.batches()
    let outcomes = try importing(twice, into: fixture.store, deleting: gone)
    #expect(outcomes == [.inserted: 120, .duplicate: 120])
    #expect(try fixture.lines() == expected.lines())
    #expect(try fixture.store.recordCount() == 115)
    #expect(try [3, 4].map { try hasIndex(killed(before: $0, configuration)) } == [false, true])
  }

  @Test func `a failure of any statement is made good by a second run`() throws {
    var configuration = Self.configuration
    configuration.identityBudget = 1
    let expected = try TemporaryStore()
    try importing(Self.batches(), into: expected.store)
    var statements = 0
    let counted = try TemporaryStore(configuration)
    counted.store.faultHook = { if case .statement(let number) = $0 { statements = number } }
    try importing(Self.batches(), into: counted.store)
    for number in stride(from: 1, through: statements, by: max(1, statements / 40)) {
      let fixture = try TemporaryStore(configuration)
      fixture.store.faultHook = { if $0 == .statement(number) { throw Killed() } }
      // The switch to the log at the end is tried again by the next import, and fails nothing.
      _ = try? importing(Self.batches(), into: fixture.store)
      fixture.store.faultHook = nil
      try importing(Self.batches(), into: fixture.reopened(configuration))
      #expect(try fixture.lines() == expected.lines(), "failed at statement \(number)")
    }
  }
}
