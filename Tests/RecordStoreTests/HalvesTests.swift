import HealthRecords
import RecordStore
import SonarSQLite
import SonarTestSupport
import Testing

/// Values of one record that come as rows of their own.
@Suite struct HalvesTests {
  private static func half(
    _ name: String, _ value: Int, modifiedAt: Int64 = 100, start: Int64 = 1_000_000
  ) -> Draft {
    Draft(
      nativeType: "BloodPressure", recordType: "blood_pressure", start: start,
      modifiedAt: modifiedAt, native: name, standing: .member, kind: .components, code: name,
      payload: #"{"components":{"\#(name)":\#(value)}}"#, syncIdentifier: "reading",
      completeness: 2, isHalf: true)
  }

  private static let systolic = half("systolic", 120)
  private static let diastolic = half("diastolic", 80)
  private static let whole = Draft(
    nativeType: "BloodPressure", recordType: "blood_pressure", modifiedAt: 50, kind: .components,
    payload: #"{"components":{"systolic":121,"diastolic":81}}"#, syncIdentifier: "reading",
    completeness: 3)

  private struct Step {
    var drafts: [Draft] = []
    /// The date of a deletion; `Int64.min` for one that has none.
    var deletion: Int64?
  }

  private static func batch(_ step: Step) -> RecordBatch {
    var batch = RecordBatch(provider: .healthConnect, mappingVersion: 1)
    for draft in step.drafts {
      draft.append(to: &batch)
      batch.rows[batch.rows.count - 1].hasSyncIdentifier = false
    }
    if let deletion = step.deletion {
      let type = UInt32(batch.types.count)
      batch.types.append(BatchType(nativeType: "Deletion", recordType: .unknown, unit: ""))
      batch.deletions = [
        RecordDeletion(id: whole.id, type: type, modifiedAt: deletion == .min ? nil : deletion)
      ]
    }
    return batch
  }

  /// Imports steps, each as a batch of one input or as an input of its own; the outcomes that are not 0.
  @discardableResult
  private static func importing(
    _ steps: [Step], into fixture: TemporaryStore, _ name: String, apart: Bool = false
  ) throws -> [Outcome: Int] {
    if apart {
      var sum: [Outcome: Int] = [:]
      for (number, step) in steps.enumerated() {
        sum.merge(try importing([step], into: fixture, "\(name) \(number)"), uniquingKeysWith: +)
      }
      return sum
    }
    let input = InputIdentity(
      provider: .healthConnect, name: name, fingerprint: name, mappingVersion: 1)
    let session = try fixture.store.beginImport(input, startedAt: 5_000)
    for (index, step) in steps.enumerated() { try session.append(batch(step), piece: index) }
    return try session.finish(.complete, finishedAt: 5_001) { _ in [] }.totals
  }

  /// What the records and tombstones of a store say.
  private static func state(_ fixture: TemporaryStore) throws -> [String] {
    try fixture.column(
      "SELECT coalesce(r.payload, '') || ' ' || coalesce(iif(typeof(r.native) = 'integer', n.json,"
        + " r.native), '') || ' ' || r.modified_at || ' ' || r.completeness || ' ' || r.start"
        + " || ' ' || (r.flags >> 16) || ' ' || (r.flags & 32) FROM record r LEFT JOIN native n"
        + " ON n.id = r.native")
      + fixture.tombstones()
  }

  private static let joined =
    #"{"components":{"diastolic":80,"systolic":120}} {"note":"diastolic"} 100 3 1000000 0 32"#

  @Test(arguments: [false, true])
  func `halves make one record in any order and division`(_ apart: Bool) throws {
    for halves in [[Self.systolic, Self.diastolic], [Self.diastolic, Self.systolic]] {
      let fixture = try TemporaryStore()
      let steps = halves.map { Step(drafts: [$0]) }
      #expect(
        try Self.importing(steps, into: fixture, "a", apart: apart) == [.inserted: 1, .linked: 1])
      #expect(try Self.state(fixture) == [Self.joined])
      #expect(
        try fixture.column("SELECT hex(id) FROM record") == [Self.whole.id.hexadecimal.uppercased()]
      )
      let changes = try fixture.column("SELECT change_seq FROM record")
      #expect(
        try Self.importing([Step(drafts: halves)], into: fixture, "b") == [.duplicate: 2])
      #expect(try fixture.column("SELECT change_seq FROM record") == changes)
    }
  }

  @Test func `a half alone is a record with one value`() throws {
    let fixture = try TemporaryStore()
    try Self.importing([Step(drafts: [Self.systolic])], into: fixture, "a")
    #expect(
      try Self.state(fixture)
        == [#"{"components":{"systolic":120}} {"note":"systolic"} 100 2 1000000 0 32"#])
  }

  /// Apps that write halves tell no edit of a value, only when they wrote the file.
  @Test func `the newest content of each value stays, and half an edit is a doubt`() throws {
    let edited = Self.half("systolic", 130, modifiedAt: 200)
    let fixture = try TemporaryStore()
    let all = Step(drafts: [Self.systolic, edited, Self.diastolic])
    #expect(
      try Self.importing([all], into: fixture, "a") == [.inserted: 1, .updated: 1, .linked: 1])
    let doubt = Quality.mixedReading.rawValue
    #expect(
      try Self.state(fixture) == [
        #"{"components":{"diastolic":80,"systolic":130}} {"note":"diastolic"} 200 3 1000000 \#(doubt) 32"#
      ])
    let rest = Step(drafts: [Self.half("diastolic", 90, modifiedAt: 200)])
    #expect(try Self.importing([rest], into: fixture, "b") == [.updated: 1])
    #expect(
      try Self.state(fixture) == [
        #"{"components":{"diastolic":90,"systolic":130}} {"note":"diastolic"} 200 3 1000000 0 32"#
      ])
    #expect(
      try Self.importing([Step(drafts: [Self.systolic, Self.diastolic])], into: fixture, "c")
        == [.stale: 2])
  }

  @Test func `halves that were written one after the other are one record`() throws {
    let later = Self.half("diastolic", 80, modifiedAt: 101)
    for halves in [[Self.systolic, later], [later, Self.systolic]] {
      let fixture = try TemporaryStore()
      #expect(
        try Self.importing([Step(drafts: halves)], into: fixture, "a")
          == [.inserted: 1, .linked: 1])
      #expect(
        try Self.state(fixture) == [
          #"{"components":{"diastolic":80,"systolic":120}} {"note":"diastolic"} 101 3 1000000 0 32"#
        ])
    }
  }

  @Test func `the whole record wins wherever it comes`() throws {
    let expected = [Self.whole.payload + #"  50 3 1000000 0 0"#]
    let drafts = [Self.whole, Self.systolic, Self.diastolic]
    for start in drafts.indices {
      let fixture = try TemporaryStore()
      let steps = (Array(drafts[start...] + drafts[..<start])).map { Step(drafts: [$0]) }
      #expect(try Self.importing(steps, into: fixture, "a") == [.inserted: 1, .linked: 2])
      #expect(try Self.state(fixture) == expected)
      #expect(try fixture.column("SELECT count(*) FROM half") == ["2"])
      #expect(
        try Self.importing(steps, into: fixture, "b", apart: true) == [.duplicate: 1, .linked: 2])
    }
  }

  @Test func `a deletion takes the record and its halves`() throws {
    let deletion = Step(deletion: 100)
    let gone = ["\(Self.whole.id.hexadecimal.uppercased()) 100 deleted"]
    for steps in [
      [Step(drafts: [Self.systolic, Self.diastolic]), deletion],
      [deletion, Step(drafts: [Self.systolic, Self.diastolic])],
      [Step(drafts: [Self.systolic]), deletion, Step(drafts: [Self.diastolic])],
    ] {
      let fixture = try TemporaryStore()
      try Self.importing(steps, into: fixture, "a")
      #expect(try Self.state(fixture) == gone)
      #expect(try fixture.column("SELECT count(*) FROM half") == ["0"])
      let newer = Step(drafts: [Self.half("systolic", 130, modifiedAt: 101)])
      #expect(try Self.importing([newer], into: fixture, "b") == [.inserted: 1])
      #expect(
        try Self.state(fixture)
          == [#"{"components":{"systolic":130}} {"note":"systolic"} 101 2 1000000 0 32"#])
    }
  }

  @Test func `two contents of one version and value are a doubt, not a choice in silence`() throws {
    let other = Self.half("systolic", 150)
    let values = [Self.systolic, other].sorted { $0.contentHash < $1.contentHash }
    for drafts in [
      [Self.systolic, Self.diastolic, other], [other, Self.diastolic, Self.systolic],
    ] {
      let fixture = try TemporaryStore()
      try Self.importing([Step(drafts: drafts)], into: fixture, "a")
      let value = values[1].payload.filter(\.isNumber)
      #expect(
        try Self.state(fixture) == [
          #"{"components":{"diastolic":80,"systolic":\#(value)}} {"note":"diastolic"} 100 3 1000000 "#
            + "\(Quality.mixedReading.rawValue) 32"
        ])
      #expect(
        try Self.importing([Step(drafts: drafts)], into: fixture, "b")
          == [.duplicate: 2, .stale: 1])
    }
  }

  @Test func `values of two moments are never mixed, and their record is a doubt`() throws {
    let later = ["systolic", "diastolic"].map { Self.half($0, 99, start: 1_060_000) }
    for drafts in [
      [Self.systolic] + later, later + [Self.systolic], [later[0], Self.systolic, later[1]],
    ] {
      let fixture = try TemporaryStore()
      #expect(
        try Self.importing([Step(drafts: drafts)], into: fixture, "a")
          == [.inserted: 1, .linked: 2])
      #expect(
        try Self.state(fixture) == [
          #"{"components":{"diastolic":99,"systolic":99}} {"note":"diastolic"} 100 3 1060000 "#
            + "\(Quality.mixedReading.rawValue) 32"
        ])
    }
  }

  @Test func `a whole record that says what its only half says is no change`() throws {
    let whole = Self.systolic.changed { ($0.isHalf, $0.standing) = (false, .whole) }
    let fixture = try TemporaryStore()
    try Self.importing([Step(drafts: [Self.systolic])], into: fixture, "a")
    let change = try fixture.column("SELECT change_seq FROM record")
    #expect(try Self.importing([Step(drafts: [whole])], into: fixture, "b") == [.duplicate: 1])
    #expect(try fixture.column("SELECT change_seq FROM record") == change)
    #expect(try fixture.column("SELECT flags & 32 FROM record") == ["0"])
  }

  @Test func `a deletion counts from the newest of halves and whole, also in the second import`()
    throws
  {
    let halves = Step(drafts: [Self.systolic, Self.diastolic])
    let (whole, deletion) = (Step(drafts: [Self.whole]), Step(deletion: .min))
    for steps in [[halves, whole, deletion], [whole, halves, deletion]] {
      let fixture = try TemporaryStore()
      try Self.importing(steps, into: fixture, "a", apart: true)
      #expect(
        try Self.state(fixture) == ["\(Self.whole.id.hexadecimal.uppercased()) 100 deleted"])
      let again = try Self.importing(steps, into: fixture, "a", apart: true)
      #expect(again == [.stale: 3, .duplicate: 1])
      #expect(
        try Self.state(fixture) == ["\(Self.whole.id.hexadecimal.uppercased()) 100 deleted"])
    }
  }

  @Test func `halves that outlive a deletion do not let older rows live`() throws {
    let (whole, deletion) = (Step(drafts: [Self.whole]), Step(deletion: 60))
    let steps = [whole, deletion, Step(drafts: [Self.systolic])]
    let fixture = try TemporaryStore()
    try Self.importing(steps, into: fixture, "a", apart: true)
    let state = [#"{"components":{"systolic":120}} {"note":"systolic"} 100 2 1000000 0 32"#]
    #expect(try Self.state(fixture) == state)
    let old = Step(drafts: [Self.whole, Self.half("diastolic", 80, modifiedAt: 60)])
    #expect(try Self.importing([old], into: fixture, "b") == [.stale: 2])
    #expect(try Self.state(fixture) == state)
  }

  @Test func `very many halves of one id cost a bounded time, and the order does not matter`()
    throws
  {
    let halves = (0..<300).map { Self.half("systolic", 100, start: Int64($0) * 1000) }
    var states: Set<[String]> = []
    for drafts in [halves, halves.reversed()] {
      let fixture = try TemporaryStore()
      let outcomes = try Self.importing([Step(drafts: drafts)], into: fixture, "a")
      #expect(outcomes == [.inserted: 1, .linked: 299])
      #expect(try fixture.column("SELECT count(*) FROM half") == ["\(HalfPlace.limit)"])
      states.insert(try Self.state(fixture))
    }
    #expect(states.count == 1)
  }

  @Test func `what an older store composed stays as it is`() throws {
    let fixture = try TemporaryStore()
    try Self.importing(
      [Step(drafts: [Self.systolic, Self.diastolic])], into: fixture, "a")
    try fixture.connection().execute(
      "DROP TABLE half; DROP TABLE half_deletion; PRAGMA user_version = 1")
    let store = try fixture.reopened()
    let input = InputIdentity(
      provider: .healthConnect, name: "b", fingerprint: "b", mappingVersion: 1)
    let session = try store.beginImport(input, startedAt: 5_000)
    try session.append(Self.batch(Step(drafts: [Self.half("systolic", 130)])), piece: 0)
    #expect(try session.finish(.complete, finishedAt: 5_001) { _ in [] }.totals == [.linked: 1])
    #expect(
      try Self.state(fixture) == [
        #"{"components":{"diastolic":80,"systolic":120}} {"note":"diastolic"} 100 3 1000000 0 0"#
      ])
  }

  @Test func `halves on both sides of a kill make one record`() throws {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 1
    let fixture = try TemporaryStore(configuration)
    let input = InputIdentity(
      provider: .healthConnect, name: "a", fingerprint: "a", mappingVersion: 1)
    do {
      let session = try fixture.store.beginImport(input, startedAt: 5_000)
      try session.append(Self.batch(Step(drafts: [Self.systolic])), piece: 0)
      #expect(try session.commitIfDue { _ in [] })
    }
    let store = try fixture.reopened(configuration)
    let point = try #require(try store.resumePoint(for: input))
    let session = try store.beginImport(input, startedAt: 6_000, resuming: point)
    try session.append(Self.batch(Step(drafts: [Self.diastolic])), piece: 1)
    let summary = try session.finish(.complete, finishedAt: 6_001) { _ in [] }
    #expect(summary.totals == [.linked: 1])
    #expect(try Self.state(fixture) == [Self.joined])
  }

  /// Halves of two values, moments, versions and contents, and deletions after all of them.
  @Test(arguments: 0..<40)
  func `any order, division and repetition ends in one store`(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    var steps: [Step] = (0..<7).map { _ in
      let name = ["systolic", "diastolic"].randomElement(using: &random) ?? ""
      let value = Int.random(in: 80...81, using: &random)
      let version = Int64.random(in: 100...101, using: &random)
      let start = ([1_000_000, 1_060_000] as [Int64]).randomElement(using: &random) ?? 0
      return Step(drafts: [Self.half(name, value, modifiedAt: version, start: start)])
    }
    if seed % 3 == 0 { steps.append(Step(drafts: [Self.whole])) }
    if seed % 4 == 0 { steps.append(Step(deletion: 200)) }
    var expected: [String]?
    for round in 0..<4 {
      let fixture = try TemporaryStore()
      let order = steps.shuffled(using: &random)
      let outcomes = try Self.importing(order, into: fixture, "a", apart: round > 1)
      #expect(outcomes.values.reduce(0, +) == steps.count)
      let state = try Self.state(fixture)
      #expect(state == expected ?? state, "seed \(seed), round \(round)")
      expected = state
      let again = try Self.importing(
        order.shuffled(using: &random), into: fixture, "b", apart: true)
      #expect(again[.inserted] == nil && again[.updated] == nil && again[.deleted] == nil)
      #expect(try Self.state(fixture) == state)
    }
  }
}
