import HealthRecords
import RecordStore
import Testing

/// Deletions in batches, flattened parts, and one id under two native types: what Health Connect brings.
@Suite struct FlattenedTests {
  private static let whole = Draft(
    nativeType: "HeartRate", modifiedAt: 100, kind: .series, payload: "{\"series\":{}}",
    syncIdentifier: "whole")
  private static let parts = (0..<3).map { index in
    Draft(
      nativeType: "HeartRate", key: index, start: 1_000_000 + Int64(index), modifiedAt: 100,
      links: [RecordLink(.partOf, whole.id)])
  }

  private func batch(
    _ drafts: [Draft], deleting deletions: [(RecordID, Int64?)] = []
  ) -> RecordBatch {
    var batch = RecordBatch(provider: .healthConnect, mappingVersion: 1)
    for draft in drafts {
      draft.append(to: &batch)
      batch.rows[batch.rows.count - 1].hasSyncIdentifier = false
    }
    let type = UInt32(batch.types.count)
    batch.types.append(BatchType(nativeType: "Deletion", recordType: .unknown, unit: ""))
    batch.deletions = deletions.map { RecordDeletion(id: $0.0, type: type, modifiedAt: $0.1) }
    return batch
  }

  /// Imports batches as one input; the outcomes that are not 0.
  @discardableResult
  private func importing(
    _ batches: [RecordBatch], into store: RecordStore, name: String = "input"
  ) throws -> [Outcome: Int] {
    let input = InputIdentity(
      provider: .healthConnect, name: name, fingerprint: name, mappingVersion: 1)
    let session = try store.beginImport(input, startedAt: 5_000)
    for (index, batch) in batches.enumerated() { try session.append(batch, piece: index) }
    let summary = try session.finish(.complete, finishedAt: 5_001) { _ in [] }
    var totals = OutcomeCounts()
    for counts in summary.outcomes.values { totals.add(counts) }
    return Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0, totals[$0]) })
      .filter { $0.value != 0 }
  }

  private func ids(_ fixture: TemporaryStore) throws -> Set<String> {
    Set(try fixture.column("SELECT lower(hex(id)) FROM record"))
  }

  @Test func `a whole takes the place of its parts in any order`() throws {
    let all = [Self.whole] + Self.parts
    for start in all.indices {
      let order = Array(all[start...] + all[..<start])
      let fixture = try TemporaryStore()
      let outcomes = try importing(order.map { batch([$0]) }, into: fixture.store)
      #expect(outcomes == [.inserted: 1, .linked: 3])
      #expect(try ids(fixture) == [Self.whole.id.hexadecimal])
      let again = try importing(order.map { batch([$0]) }, into: fixture.store, name: "again")
      #expect(again == [.duplicate: 1, .linked: 3])
    }
  }

  @Test func `parts without their whole are records`() throws {
    let fixture = try TemporaryStore()
    #expect(try importing([batch(Self.parts)], into: fixture.store) == [.inserted: 3])
    #expect(
      try importing([batch(Self.parts)], into: fixture.store, name: "again") == [.duplicate: 3])
    #expect(try importing([batch([Self.whole])], into: fixture.store, name: "w") == [.inserted: 1])
    #expect(try ids(fixture) == [Self.whole.id.hexadecimal])
  }

  @Test func `a deletion of the whole deletes its parts, and keeps older ones out`() throws {
    let fixture = try TemporaryStore()
    try importing([batch(Array(Self.parts.prefix(2)))], into: fixture.store)
    let deletion = batch([], deleting: [(Self.whole.id, 100)])
    #expect(try importing([deletion], into: fixture.store, name: "d") == [.deleted: 1])
    #expect(try ids(fixture).isEmpty)
    #expect(try importing([batch(Self.parts)], into: fixture.store, name: "p") == [.stale: 3])
    #expect(try importing([batch([Self.whole])], into: fixture.store, name: "w") == [.stale: 1])
    let newer = Self.parts.map { $0.changed { $0.modifiedAt = 101 } }
    #expect(try importing([batch(newer)], into: fixture.store, name: "n") == [.inserted: 3])
  }

  @Test func `a deletion without a time takes that of the stored record`() throws {
    let fixture = try TemporaryStore()
    try importing([batch([Self.whole])], into: fixture.store)
    let deletion = batch([], deleting: [(Self.whole.id, nil)])
    #expect(try importing([deletion], into: fixture.store, name: "d") == [.deleted: 1])
    #expect(try importing([deletion], into: fixture.store, name: "e") == [.duplicate: 1])
    #expect(
      try fixture.tombstones() == ["\(Self.whole.id.hexadecimal.uppercased()) 100 deleted"])
  }

  @Test func `a deletion that is older than the stored record still deletes it`() throws {
    let fixture = try TemporaryStore()
    try importing([batch([Self.whole])], into: fixture.store)
    let deletion = batch([], deleting: [(Self.whole.id, 40)])
    #expect(try importing([deletion], into: fixture.store, name: "d") == [.deleted: 1])
    #expect(
      try fixture.tombstones() == ["\(Self.whole.id.hexadecimal.uppercased()) 100 deleted"])
  }

  @Test func `an input that is imported again deletes nothing that has come since`() throws {
    let fixture = try TemporaryStore()
    let later = Self.whole.changed { $0.modifiedAt = 300 }
    let pages = [
      batch([Self.whole]), batch([], deleting: [(Self.whole.id, nil)]), batch([later]),
    ]
    for (index, page) in pages.enumerated() {
      try importing([page], into: fixture.store, name: "page \(index)")
    }
    let outcomes = try pages.enumerated().map { index, page in
      try importing([page], into: fixture.store, name: "page \(index)")
    }
    #expect(outcomes == [[.duplicate: 1], [.duplicate: 1], [.duplicate: 1]])
    #expect(try ids(fixture) == [later.id.hexadecimal])
    let another = batch([], deleting: [(Self.whole.id, nil)])
    #expect(try importing([another], into: fixture.store, name: "another") == [.deleted: 1])
  }

  @Test func `a deletion of what nobody knows counts from the import and may come first`() throws {
    let fixture = try TemporaryStore()
    let deletion = batch([], deleting: [(Self.whole.id, nil)])
    #expect(try importing([deletion], into: fixture.store, name: "d") == [.deleted: 1])
    #expect(try importing([batch([Self.whole])], into: fixture.store, name: "w") == [.stale: 1])
    let later = Self.whole.changed { $0.modifiedAt = 5_001 }
    #expect(try importing([batch([later])], into: fixture.store, name: "l") == [.inserted: 1])
  }

  @Test func `a record and its deletion in one page leave the record, however often`() throws {
    let fixture = try TemporaryStore()
    let page = batch([Self.whole], deleting: [(Self.whole.id, nil)])
    #expect(try importing([page], into: fixture.store) == [.inserted: 1, .stale: 1])
    #expect(
      try importing([page], into: fixture.store, name: "again") == [.duplicate: 1, .stale: 1])
    #expect(try ids(fixture) == [Self.whole.id.hexadecimal])
  }

  @Test func `a whole that stays deleted absorbs nothing, whatever came first`() throws {
    let old = Self.whole.changed { $0.modifiedAt = 50 }
    let newer = Self.parts[0].changed { $0.modifiedAt = 200 }
    let arrivals = [batch([newer]), batch([old])]
    for order in [arrivals, arrivals.reversed()] {
      let fixture = try TemporaryStore()
      try importing([batch([], deleting: [(Self.whole.id, 100)])], into: fixture.store)
      #expect(try importing(order, into: fixture.store, name: "o") == [.inserted: 1, .stale: 1])
      #expect(try ids(fixture) == [newer.id.hexadecimal])
    }
  }

  @Test
  func `a whole that lives again takes its parts, also behind one that was looked for in vain`()
    throws
  {
    let fixture = try TemporaryStore()
    try importing([batch([], deleting: [(Self.whole.id, 100)])], into: fixture.store)
    let living = Self.whole.changed { $0.modifiedAt = 200 }
    let newer = Self.parts[0].changed { $0.modifiedAt = 200 }
    let outcomes = try importing(
      [batch([Self.parts[0]]), batch([living]), batch([newer])], into: fixture.store, name: "l")
    #expect(outcomes == [.inserted: 1, .stale: 1, .linked: 1])
    #expect(try ids(fixture) == [living.id.hexadecimal])
  }

  @Test func `parts of another type are counted under their own`() throws {
    let part = Draft(
      nativeType: "SleepStage", recordType: "sleep_stage", modifiedAt: 100,
      links: [RecordLink(.partOf, Self.whole.id)])
    let fixture = try TemporaryStore()
    let input = InputIdentity(
      provider: .healthConnect, name: "i", fingerprint: "i", mappingVersion: 1)
    let session = try fixture.store.beginImport(input, startedAt: 1)
    for (index, batch) in [batch([part]), batch([Self.whole])].enumerated() {
      try session.append(batch, piece: index)
    }
    let counts = try session.finish(.complete, finishedAt: 2) { _ in [] }.outcomes
    #expect(counts["SleepStage"]?[.linked] == 1 && counts["SleepStage"]?[.inserted] == 0)
    #expect(counts["HeartRate"]?[.inserted] == 1 && counts["HeartRate"]?[.linked] == 0)
    #expect(
      try fixture.column("SELECT t.native_type FROM tombstone x JOIN type t ON t.id = x.type")
        == ["SleepStage"])
  }

  @Test func `a page with parts of a record and its deletion leaves the parts`() throws {
    let fixture = try TemporaryStore()
    let page = batch(Self.parts, deleting: [(Self.whole.id, nil)])
    #expect(try importing([page], into: fixture.store) == [.inserted: 3, .stale: 1])
  }

  @Test func `one id under an unknown and a known type is one record, in either order`() throws {
    let vague = Draft(
      nativeType: "Record", recordType: "unknown", modifiedAt: 100, syncIdentifier: "x")
    let known = Draft(
      nativeType: "Record", recordType: "weight", number: 70, modifiedAt: 100,
      syncIdentifier: "x", completeness: 1)
    let named = NamedDraft(known, nativeType: "Weight")
    for isKnownFirst in [true, false] {
      let fixture = try TemporaryStore()
      let batches = [batch([vague]), named.batch()]
      let outcomes = try importing(isKnownFirst ? batches.reversed() : batches, into: fixture.store)
      #expect(
        outcomes
          == (isKnownFirst ? [.inserted: 1, .stale: 1] : [.unsupported: 1, .updated: 1]))
      #expect(
        try fixture.column("SELECT t.native_type FROM record r JOIN type t ON t.id = r.type")
          == ["Weight"])
    }
  }
}

extension FlattenedTests {
  @Test func `one id under two known types is told once for each record that gives way`() throws {
    let steps = Draft(
      nativeType: "Record", recordType: "steps", modifiedAt: 100, syncIdentifier: "x")
    let weight = steps.changed { ($0.recordType, $0.number) = ("body_mass", 70) }
    let fixture = try TemporaryStore()
    let input = InputIdentity(
      provider: .healthConnect, name: "i", fingerprint: "i", mappingVersion: 1)
    let session = try fixture.store.beginImport(input, startedAt: 1)
    let batches = [(steps, "Steps"), (weight, "Weight"), (weight, "Weight")].map {
      NamedDraft($0.0, nativeType: $0.1).batch()
    }
    for (index, batch) in batches.enumerated() { try session.append(batch, piece: index) }
    let summary = try session.finish(.complete, finishedAt: 2) { _ in [] }
    #expect(summary.diagnostics.all.map(\.code) == ["id_of_several_types"])
    #expect(try fixture.store.recordCount() == 1)
  }
}

/// A draft whose id is that of another native type, as ids of Health Connect are.
private struct NamedDraft {
  private let draft: Draft
  private let nativeType: String

  init(_ draft: Draft, nativeType: String) {
    self.draft = draft
    self.nativeType = nativeType
  }

  func batch() -> RecordBatch {
    var batch = RecordBatch(provider: .healthConnect, mappingVersion: 1)
    draft.append(to: &batch)
    batch.rows[0].hasSyncIdentifier = false
    batch.types[0].nativeType = nativeType
    return batch
  }
}
