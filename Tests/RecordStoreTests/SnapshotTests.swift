import HealthRecords
import RecordStore
import SonarTestSupport
import Testing

@Suite struct SnapshotTests {
  private static func snapshot(force: Bool = false) -> ImportOptions {
    var options = ImportOptions()
    options.isSnapshot = true
    options.force = force
    return options
  }

  /// A hundred records of one type, modified at 100 and 100 ms apart.
  private static let hundred = (0..<100).map { Draft(key: $0, start: Int64($0), modifiedAt: 100) }

  // MARK: - Property

  /// One export: the records that a phone held at its time.
  struct Export {
    var time: Int64
    var isSnapshot: Bool
    var drafts: [Draft]
  }

  /// Records that are edited, deleted and restored, exported at six times with or without `--snapshot`.
  static func exports(_ random: inout SeededGenerator) -> [Export] {
    let ids = (0..<10).map { key -> (Int, edits: [Int64], exists: [Bool]) in
      let edits = (1...60).filter { _ in Int.random(in: 0..<12, using: &random) == 0 }
      let exists = (0...60).map { _ in Int.random(in: 0..<5, using: &random) > 1 }
      return (key, [0] + edits.map(Int64.init), exists)
    }
    let times = (1...60).shuffled(using: &random).prefix(6)
    return times.map { time in
      let drafts = ids.filter { $0.exists[time] }.map { item in
        let edit = item.edits.last { $0 <= Int64(time) } ?? 0
        var draft = Draft(
          key: item.0, number: Double(edit), versionNumber: edit, modifiedAt: edit)
        // Some starts lie in the future of some exports.
        draft.start = Int64(item.0 * 5)
        if item.0 % 2 == 0 { (draft.nativeType, draft.recordType) = ("HKSteps", "steps") }
        return draft
      }
      return Export(
        time: Int64(time), isSnapshot: Bool.random(using: &random), drafts: drafts)
    }
  }

  /// What must be left, by the rule itself: the latest snapshot of a type decides up to its date.
  static func expected(_ exports: [Export]) -> [Draft] {
    var winners: [RecordID: Draft] = [:]
    for export in exports {
      for draft in export.drafts where winners[draft.id].map({ $0.number < draft.number }) ?? true {
        winners[draft.id] = draft
      }
    }
    return winners.values.filter { draft in
      let covering = exports.filter { export in
        export.isSnapshot && export.drafts.contains { $0.nativeType == draft.nativeType }
      }
      guard let latest = covering.max(by: { $0.time < $1.time }) else { return true }
      return draft.modifiedAt > latest.time || draft.start > latest.time
        || latest.drafts.contains { $0.id == draft.id }
    }
  }

  @Test(arguments: 0..<60)
  func `snapshots and plain exports in any order end in the same store`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed + 7)
    let exports = Self.exports(&random)
    let model = try TemporaryStore()
    try model.importing(Self.expected(exports))
    var tombstones: [String]?
    for _ in 0..<4 {
      var configuration = RecordStore.Configuration()
      configuration.identityBudget = [0, 48_000_000].randomElement(using: &random) ?? 0
      let fixture = try TemporaryStore(configuration)
      for export in exports.shuffled(using: &random) + [exports[0]] {
        let options = export.isSnapshot ? Self.snapshot(force: true) : ImportOptions()
        try fixture.importing(
          export.drafts.shuffled(using: &random), size: 3, exportedAt: export.time, options)
      }
      #expect(try fixture.lines() == model.lines())
      let found = try fixture.tombstones()
      #expect(found == tombstones ?? found)
      tombstones = found
    }
  }

  // MARK: - Cases

  @Test func `a snapshot removes what it lacks and says how much`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.hundred)
    let summary = try fixture.importing(
      Array(Self.hundred.dropLast(5)), exportedAt: 1000, Self.snapshot())
    #expect(summary.tombstoned == ["HKHeartRate": 5])
    #expect(summary.totals == [.duplicate: 95])
    #expect(try fixture.store.recordCount() == 95)
    #expect(try fixture.store.snapshotDates(of: .appleHealth) == ["HKHeartRate": 1000])
    #expect(try fixture.importing(Self.hundred).totals == [.duplicate: 95, .stale: 5])
  }

  @Test func `a snapshot that lacks more than one in twenty is refused and leaves nothing`() throws
  {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.hundred)
    let before = try fixture.lines()
    let fresh = Draft(key: 500, start: 5, modifiedAt: 100)
    let error = try storeError {
      try fixture.importing(
        Array(Self.hundred.dropLast(6)) + [fresh], exportedAt: 1000, Self.snapshot())
    }
    #expect(error?.code == .snapshotRefused)
    #expect(error?.description.contains("--") == false, "options are the command line's to name")
    #expect(
      error?.missingRecords == [
        StoreError.MissingRecords(nativeType: "HKHeartRate", missing: 6, expected: 101)
      ])
    #expect(try fixture.lines() == before)
    #expect(try fixture.store.snapshotDates(of: .appleHealth).isEmpty)
    try fixture.importing(
      Array(Self.hundred.dropLast(6)), exportedAt: 1000, Self.snapshot(force: true))
    #expect(try fixture.store.recordCount() == 94)
  }

  @Test func `a snapshot says nothing about types that it does not hold or must not decide`() throws
  {
    let steps = Self.hundred.map {
      $0.changed { ($0.nativeType, $0.recordType) = ("HKSteps", "steps") }
    }
    let fixture = try TemporaryStore()
    try fixture.importing(Self.hundred + steps)
    var options = Self.snapshot()
    options.outsideSnapshot = ["HKHeartRate"]
    let summary = try fixture.importing([Self.hundred[0]], exportedAt: 1000, options)
    #expect(summary.tombstoned.isEmpty)
    #expect(try fixture.store.recordCount() == 200)
  }

  @Test func `a type that an export only names is in neither its snapshot nor the store`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.hundred)
    let input = InputIdentity(
      provider: .appleHealth, name: "e", fingerprint: "named", mappingVersion: 1)
    let session = try fixture.store.beginImport(
      input, options: Self.snapshot(force: true), startedAt: 0)
    session.details.exportedAt = 1000
    // The names of a workout's statistics and links: entries without a row.
    var named = RecordBatch(provider: .appleHealth, mappingVersion: 1)
    for nativeType in ["HKHeartRate", "HKNever"] {
      named.types.append(
        BatchType(
          nativeType: nativeType, recordType: RecordType(rawValue: "never"), unit: "count/min"))
    }
    Draft(nativeType: "HKSteps", recordType: "steps").append(to: &named)
    try session.append(named, piece: 0)
    let summary = try session.finish(.complete, finishedAt: 1) { _ in [] }
    #expect(summary.tombstoned.isEmpty)
    #expect(try fixture.store.recordCount() == 101)
    #expect(try fixture.store.snapshotDates(of: .appleHealth) == ["HKSteps": 1000])
    let types = try fixture.column("SELECT native_type || ' ' || record_type FROM type ORDER BY 1")
    #expect(types == ["HKHeartRate heart_rate", "HKSteps steps"])
    let views = "SELECT name FROM sqlite_schema WHERE type = 'view' AND name = 'never'"
    #expect(try fixture.column(views).isEmpty)
  }

  @Test func `a snapshot needs a date and a whole input`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.hundred)
    let undated = try storeError { try fixture.importing(Self.hundred, Self.snapshot()) }
    #expect(undated?.code == .snapshotWithoutDate)
    let input = InputIdentity(
      provider: .appleHealth, name: "e", fingerprint: "cut", mappingVersion: 1)
    let session = try fixture.store.beginImport(input, options: Self.snapshot(), startedAt: 0)
    session.details.exportedAt = 1000
    try session.append(batch([Self.hundred[0]]), piece: 0)
    let damaged = try storeError { _ = try session.finish(.damaged, finishedAt: 1) { _ in [] } }
    #expect(damaged?.code == .snapshotIncomplete)
    #expect(try fixture.store.recordCount() == 100)
  }

  @Test func `a plain complete export reports what it lacks and removes nothing`() throws {
    let fixture = try TemporaryStore()
    let newer = Draft(key: 900, start: 1, modifiedAt: 5000)
    try fixture.importing(Self.hundred + [newer])
    let summary = try fixture.importing(Array(Self.hundred.dropFirst(30)), exportedAt: 1000)
    #expect(summary.lacking == ["HKHeartRate": 30])
    #expect(try fixture.store.recordCount() == 101)
    #expect(try fixture.importing(Self.hundred + [newer], exportedAt: 9000).lacking == [:])
    #expect(try fixture.importing(Self.hundred).lacking == nil)
  }

  @Test func `a record that was edited and met again does not hide one that is missing`() throws {
    let drafts = (0..<2).map { Draft(key: $0, start: Int64($0), modifiedAt: 100) }
    let edited = drafts[0].changed { ($0.number, $0.modifiedAt) = (70, 200) }
    let fixture = try TemporaryStore()
    try fixture.importing(drafts)
    #expect(
      try fixture.importing([drafts[0], edited], exportedAt: 1000).lacking == ["HKHeartRate": 1])
  }

  @Test func `a version that starts after the snapshot is none of its business`() throws {
    let early = Draft(start: 5, versionNumber: 1, modifiedAt: 100, syncIdentifier: "moved")
    let late = early.changed { ($0.start, $0.versionNumber, $0.modifiedAt) = (2000, 2, 200) }
    let other = Draft(key: 1, start: 6, modifiedAt: 100)
    let orders: [[[Draft]]] = [
      [[early, other], [other], [late]], [[late], [early, other], [other]],
      [[other], [early], [late]],
    ]
    for inputs in orders {
      let fixture = try TemporaryStore()
      for drafts in inputs {
        let isSnapshot = drafts == [other]
        try fixture.importing(
          drafts, exportedAt: 1000, isSnapshot ? Self.snapshot(force: true) : ImportOptions())
      }
      #expect(try fixture.store.recordCount() == 2)
      #expect(try fixture.tombstones().isEmpty)
    }
  }
}
