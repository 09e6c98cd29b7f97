import HealthRecords
import RecordStore
import Testing

@Suite struct DeletionTests {
  private func deleting(_ tombstones: [Tombstone], in fixture: TemporaryStore) throws -> [Outcome:
    Int]
  {
    let input = InputIdentity(
      provider: .appleHealth, name: "d", fingerprint: "deletions", mappingVersion: 1)
    let session = try fixture.store.beginImport(input, startedAt: 0)
    let counts = try session.delete(tombstones)
    _ = try session.finish(.complete, finishedAt: 1) { _ in [] }
    return Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0, counts[$0]) })
      .filter { $0.value != 0 }
  }

  @Test func `a deletion removes its record once and keeps older versions out`() throws {
    let draft = Draft(modifiedAt: 100)
    let tombstone = Tombstone(id: draft.id, modifiedAt: 150, reason: .deleted)
    let fixture = try TemporaryStore()
    try fixture.importing([draft])
    #expect(try deleting([tombstone, tombstone], in: fixture) == [.deleted: 1, .duplicate: 1])
    #expect(try fixture.importing([draft]).totals == [.stale: 1])
    let newer = draft.changed { ($0.modifiedAt, $0.number) = (151, 70) }
    #expect(try fixture.importing([newer]).totals == [.inserted: 1])
    #expect(try fixture.tombstones().isEmpty)
    #expect(try deleting([tombstone], in: fixture) == [.stale: 1])
  }

  @Test(arguments: [0, 48_000_000])
  func `a deletion may come before its record`(_ budget: Int) throws {
    var configuration = RecordStore.Configuration()
    configuration.identityBudget = budget
    let fixture = try TemporaryStore(configuration)
    let day = Draft(start: 19_000, modifiedAt: 100, isCivilDate: true)
    let sync = Draft(modifiedAt: 100, syncIdentifier: "s")
    let drafts = [Draft(modifiedAt: 100), day, sync]
    let tombstones = drafts.map { Tombstone(id: $0.id, modifiedAt: 100, reason: .deleted) }
    #expect(try deleting(tombstones, in: fixture) == [.deleted: 3])
    #expect(try fixture.importing(drafts).totals == [.stale: 3])
    let newer = drafts.map { $0.changed { $0.modifiedAt = 101 } }
    #expect(try fixture.importing(newer).totals == [.inserted: 3])
    let later = tombstones.map { Tombstone(id: $0.id, modifiedAt: 200, reason: .deleted) }
    #expect(try deleting(later, in: fixture) == [.deleted: 3])
    #expect(try fixture.store.recordCount() == 0)
  }
}
