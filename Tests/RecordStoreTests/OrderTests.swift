import HealthRecords
import RecordStore
import SonarTestSupport
import Testing

/// Any order, any repetition and any batching of the same inputs ends in the same store.
@Suite struct OrderTests {
  /// Versions of a few ids: edits, equal contents, members, parts and wholes, two native types.
  static func drafts(_ random: inout SeededGenerator, count: Int) -> [Draft] {
    (0..<count).map { _ in
      let edit = Int64.random(in: 0...4, using: &random)
      var draft = Draft(
        key: Int.random(in: 0..<12, using: &random), number: Double(edit / 2) + 60,
        // Both parts of a version grow together, as in every export.
        versionNumber: edit, modifiedAt: 2_000_000 + edit * 1000,
        source: ["Watch", "Phone"].randomElement(using: &random) ?? "",
        native: ["", "a", "b"].randomElement(using: &random) ?? "")
      draft.start = Int64(draft.key) * 60_000
      if draft.key % 3 == 0 { (draft.nativeType, draft.recordType) = ("HKSteps", "steps") }
      if draft.key % 4 == 1, Bool.random(using: &random) { draft.standing = .member }
      if draft.key == 7 {
        let part = Draft(key: 2, start: 120_000)
        draft.links = [RecordLink(.absorbs, part.id)]
      }
      return draft
    }
  }

  @Test(arguments: 0..<40)
  func `random orders, repetitions and batchings give equal exports`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed + 1)
    let drafts = Self.drafts(&random, count: 60)
    let expected = try TemporaryStore()
    try expected.importing(drafts)
    for _ in 0..<3 {
      var configuration = RecordStore.Configuration()
      configuration.identityBudget = [0, 4000, 48_000_000].randomElement(using: &random) ?? 0
      configuration.identityKeyMask = [3, .max].randomElement(using: &random) ?? .max
      configuration.dictionaryLimit = [1, 50_000].randomElement(using: &random) ?? 1
      configuration.chunkRows = Int.random(in: 1...40, using: &random)
      let fixture = try TemporaryStore(configuration)
      let shuffled = drafts.shuffled(using: &random)
      let cut = Int.random(in: 0..<shuffled.count, using: &random)
      let size = Int.random(in: 1...30, using: &random)
      try fixture.importing(Array(shuffled[..<cut]), size: size)
      try fixture.importing(shuffled, size: size)
      #expect(try fixture.lines() == expected.lines())
    }
  }

  /// The order by type holds over the numbers that types have in a file, also where a record type has several.
  @Test(arguments: 0..<20)
  func `two inputs imported in both orders come by name, start and id`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed + 200)
    let types = [("HKB", "steps"), ("HKC", "heart_rate"), ("HKA", "steps"), ("HKD", "body_mass")]
    let drafts = (0..<60).map { key in
      let type = types[Int.random(in: 0..<types.count, using: &random)]
      let start = Int64.random(in: -3...3, using: &random) * 60_000
      return Draft(nativeType: type.0, recordType: type.1, key: key, start: start)
    }
    let inputs = [Array(drafts[..<30]), Array(drafts[20...])]
    let expected = drafts.sorted {
      ($0.recordType, $0.start, $0.id.hexadecimal) < ($1.recordType, $1.start, $1.id.hexadecimal)
    }
    var query = RecordQuery()
    query.order = .typeAndStart
    for inputs in [inputs, inputs.reversed()] {
      let fixture = try TemporaryStore()
      for input in inputs { try fixture.importing(input) }
      var found: [RecordID] = []
      try fixture.store.forEachRecord(query) { found.append($0.id) }
      #expect(found == expected.map(\.id))
    }
  }

  @Test(arguments: 0..<20)
  func `every row of an import ends in one outcome`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed + 100)
    let drafts = Self.drafts(&random, count: 80)
    let fixture = try TemporaryStore()
    let summary = try fixture.importing(drafts, size: 7)
    #expect(summary.totals.values.reduce(0, +) == 80)
    #expect(summary.totals.values.allSatisfy { $0 > 0 })
    let stored = summary.totals[.inserted, default: 0]
    #expect(try fixture.store.recordCount() == stored)
  }
}
