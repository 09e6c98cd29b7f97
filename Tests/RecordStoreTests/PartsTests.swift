import HealthRecords
import RecordStore
import Testing

@Suite struct PartsTests {
  private static let systolic = Draft(
    nativeType: "HKSystolic", recordType: "blood_pressure_systolic", number: 120)
  private static let diastolic = Draft(
    nativeType: "HKDiastolic", recordType: "unknown", number: 80)
  private static let pressure = Draft(
    nativeType: "HKBloodPressure", recordType: "blood_pressure", kind: .components,
    payload: "{\"components\":{\"systolic\":120}}",
    links: [RecordLink(.absorbs, systolic.id), RecordLink(.absorbs, diastolic.id)])

  static let orders: [[Draft]] = [
    [systolic, diastolic, pressure], [pressure, systolic, diastolic],
    [systolic, pressure, diastolic], [systolic, systolic, pressure, diastolic, pressure],
  ]

  @Test(arguments: orders, [0, 48_000_000])
  func `a whole absorbs its parts in any order`(_ drafts: [Draft], _ budget: Int) throws {
    var configuration = RecordStore.Configuration()
    configuration.identityBudget = budget
    let fixture = try TemporaryStore(configuration)
    let summary = try fixture.importing(drafts, size: 2)
    let repeats = drafts.count - 3
    #expect(summary.totals[.inserted] == 1)
    #expect(summary.totals[.linked] == 2)
    #expect(summary.totals[.duplicate, default: 0] == repeats)
    #expect(summary.totals[.unsupported] == nil)
    #expect(try fixture.store.recordCount() == 1)
    let again = try fixture.importing(drafts)
    #expect(again.totals[.inserted] == nil)
    #expect(try fixture.store.recordCount() == 1)
  }

  @Test func `a part of an earlier import leaves a tombstone for the feed`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing([Self.systolic])
    let summary = try fixture.importing([Self.pressure, Self.systolic])
    #expect(summary.totals == [.inserted: 1, .linked: 1])
    let changes = try fixture.store.changes(after: 0, limit: 10)
    #expect(changes.count == 2)
    #expect(
      changes.contains {
        guard case .tombstone(let tombstone, _) = $0 else { return false }
        return tombstone.id == Self.systolic.id && tombstone.reason == .absorbed
      })
  }

  @Test func `a part that was updated in the same import is counted as linked twice`() throws {
    let fixture = try TemporaryStore()
    let edited = Self.systolic.changed { ($0.payload, $0.modifiedAt) = ("{}", 3_000_000) }
    let summary = try fixture.importing([Self.systolic, edited, Self.pressure])
    #expect(summary.totals == [.inserted: 1, .linked: 2])
  }

  @Test func `a whole that was deleted before it came still absorbs its parts`() throws {
    let input = InputIdentity(
      provider: .appleHealth, name: "d", fingerprint: "d", mappingVersion: 1)
    let deletion = Tombstone(id: Self.pressure.id, modifiedAt: 9_000_000, reason: .deleted)
    for isPartFirst in [true, false] {
      let fixture = try TemporaryStore()
      let session = try fixture.store.beginImport(input, startedAt: 0)
      _ = try session.delete([deletion])
      _ = try session.finish(.complete, finishedAt: 1) { _ in [] }
      try fixture.importing([isPartFirst ? Self.systolic : Self.pressure])
      try fixture.importing([isPartFirst ? Self.pressure : Self.systolic])
      #expect(try fixture.store.recordCount() == 0)
    }
  }

  @Test func `links that are no absorption remove nothing`() throws {
    let parent = Draft(key: 1)
    let child = Draft(
      key: 2, links: [RecordLink(.parent, parent.id), RecordLink(.member, parent.id)])
    let fixture = try TemporaryStore()
    #expect(try fixture.importing([parent, child]).totals == [.inserted: 2])
    #expect(
      try fixture.lines().contains {
        $0.hasSuffix(
          "\"links\":[{\"role\":\"parent\",\"id\":\"\(parent.id.hexadecimal)\"},"
            + "{\"role\":\"member\",\"id\":\"\(parent.id.hexadecimal)\"}]}")
      })
  }
}

@Suite struct SharedSyncIDTests {
  private static func draft(_ start: Int64, version: Int64 = 1, number: Double = 1) -> Draft {
    Draft(
      start: start, number: number, versionNumber: version, modifiedAt: version * 1000,
      syncIdentifier: "one for all")
  }

  @Test func `one identifier with two starts in one input makes two records`() throws {
    let drafts = [Self.draft(1000), Self.draft(2000), Self.draft(1000), Self.draft(3000)]
    let fixture = try TemporaryStore()
    let summary = try fixture.importing(drafts)
    #expect(summary.totals == [.inserted: 3, .duplicate: 1])
    #expect(summary.diagnostics.all.map(\.code) == ["sync_id_shared"])
    #expect(try fixture.store.recordCount() == 3)
    for draft in drafts {
      #expect(try !fixture.lines().contains { $0.contains(draft.id.hexadecimal) })
    }
    let again = try fixture.importing(drafts)
    #expect(again.totals == [.duplicate: 4])
    #expect(again.diagnostics.all.isEmpty)
  }

  @Test func `another start in another input is an edit`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing([Self.draft(1000)])
    #expect(try fixture.importing([Self.draft(2000, version: 2)]).totals == [.updated: 1])
    #expect(try fixture.importing([Self.draft(1000)]).totals == [.stale: 1])
    #expect(try fixture.store.recordCount() == 1)
  }

  @Test(arguments: [0, 48_000_000], [1, 10])
  func `sharing is found whatever the store held before`(_ budget: Int, _ size: Int) throws {
    let both = [Self.draft(1000), Self.draft(2000, version: 2)]
    let expected = try TemporaryStore()
    try expected.importing(both)
    let earlier: [[Draft]] = [[], [both[0]], [both[1]], both]
    for held in earlier {
      for input in [both, both.reversed(), both + both] {
        var configuration = RecordStore.Configuration()
        configuration.identityBudget = budget
        configuration.chunkRows = 1
        let fixture = try TemporaryStore(configuration)
        try fixture.importing(held)
        try fixture.importing(input, size: size)
        #expect(try fixture.lines() == expected.lines())
        #expect(try fixture.column("SELECT count(*) FROM import_contested") == ["0"])
      }
    }
  }
}
