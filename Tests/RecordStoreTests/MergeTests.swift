import HealthRecords
import RecordStore
import Testing

@Suite struct MergeTests {
  private static let base = Draft(versionNumber: 1, modifiedAt: 2_000_000)

  /// The arriving version, its outcome, and whether it is the one that stays.
  struct Case: CustomTestStringConvertible {
    var name: String
    var arriving: Draft
    var outcome: Outcome
    var stays: Bool
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "exact repeat", arriving: base, outcome: .duplicate, stays: true),
    Case(
      name: "newer content", arriving: base.changed { ($0.number, $0.versionNumber) = (61, 2) },
      outcome: .updated, stays: true),
    Case(
      name: "older content", arriving: base.changed { ($0.number, $0.versionNumber) = (61, 0) },
      outcome: .stale, stays: false),
    Case(
      name: "later edit of the same number",
      arriving: base.changed { ($0.number, $0.modifiedAt) = (61, 3_000_000) },
      outcome: .updated, stays: true),
    Case(
      name: "equal content, newer version", arriving: base.changed { $0.versionNumber = 5 },
      outcome: .duplicate, stays: true),
    Case(
      name: "equal content, older version", arriving: base.changed { $0.versionNumber = 0 },
      outcome: .duplicate, stays: false),
    Case(
      name: "equal version, smaller native data", arriving: base.changed { $0.native = "" },
      outcome: .duplicate, stays: true),
    Case(
      name: "nested member of a whole record",
      arriving: base.changed { ($0.standing, $0.versionNumber, $0.number) = (.member, 9, 99) },
      outcome: .linked, stays: false),
  ]

  @Test(arguments: cases)
  func `an arriving version ends in its outcome and the right one stays`(_ item: Case) throws {
    let first = Self.base
    let fixture = try TemporaryStore()
    try fixture.importing([first])
    let summary = try fixture.importing([item.arriving])
    let alone = try TemporaryStore()
    try alone.importing([item.stays ? item.arriving : first])
    #expect(summary.totals == [item.outcome: 1])
    #expect(try fixture.lines() == alone.lines())
  }

  @Test func `a raised version makes no change for the feed and an update does`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing([Self.base])
    let first = try #require(fixture.store.changes(after: 0, limit: 10).first)
    try fixture.importing([Self.base.changed { $0.versionNumber = 4 }])
    #expect(try fixture.store.changes(after: first.changeSequence, limit: 10).isEmpty)
    try fixture.importing([Self.base.changed { ($0.number, $0.versionNumber) = (70, 6) }])
    #expect(try fixture.store.changes(after: first.changeSequence, limit: 10).count == 1)
    #expect(try fixture.store.recordCount() == 1)
  }

  @Test func `a type without a mapping is kept and counted as unsupported`() throws {
    let fixture = try TemporaryStore()
    let draft = Draft(nativeType: "HKNew", recordType: "unknown")
    #expect(try fixture.importing([draft, draft]).totals == [.unsupported: 1, .duplicate: 1])
    #expect(try fixture.store.recordCount() == 1)
  }

  @Test func `a member without its whole record is inserted and the whole takes its place`() throws
  {
    let whole = Draft(native: "device")
    let member = whole.changed { ($0.standing, $0.native) = (.member, "") }
    let expected = try TemporaryStore()
    try expected.importing([whole])
    for drafts in [[member, whole], [whole, member], [member, member, whole, member]] {
      let fixture = try TemporaryStore()
      let summary = try fixture.importing(drafts)
      #expect(summary.totals == [.inserted: 1, .linked: drafts.count - 1])
      #expect(try fixture.lines() == expected.lines())
    }
    let fixture = try TemporaryStore()
    #expect(try fixture.importing([member]).totals == [.inserted: 1])
    #expect(try fixture.importing([member]).totals == [.linked: 1])
  }

  @Test func `a second import of the same input leaves the file as it was`() throws {
    let drafts = (0..<500).map { Draft(key: $0, start: Int64($0) * 1000, native: "n\($0 % 7)") }
    let fixture = try TemporaryStore()
    try fixture.importing(drafts, fingerprint: "same")
    let before = try fixture.files()
    let summary = try fixture.importing(drafts, fingerprint: "same")
    #expect(summary.totals == [.duplicate: 500])
    #expect(!summary.hasChanges)
    #expect(try fixture.files() == before)
  }

  @Test func `a new mapping version replaces the row of equal content in place`() throws {
    let draft = Draft()
    let fixture = try TemporaryStore()
    try fixture.importing([draft])
    let input = InputIdentity(
      provider: .appleHealth, name: "e", fingerprint: "f", mappingVersion: 2)
    let session = try fixture.store.beginImport(input, startedAt: 0)
    try session.append(batch([draft], mappingVersion: 2), piece: 0)
    let summary = try session.finish(.complete, finishedAt: 1) { _ in [] }
    #expect(summary.totals == [.duplicate: 1])
    #expect(try fixture.lines().allSatisfy { $0.contains("\"mapping_version\":2") })
    #expect(try fixture.importing([draft]).totals == [.duplicate: 1])
    #expect(try fixture.lines().allSatisfy { $0.contains("\"mapping_version\":2") })
  }
}
