import HealthRecords
import SonarTestSupport
import Testing

@testable import RecordStore

@Suite struct StructureTests {
  @Test(arguments: 0..<10)
  func `the identity table agrees with a dictionary`(_ seed: UInt64) {
    var random = SeededGenerator(seed + 1)
    var table = IdentityTable()
    var model: [UInt64: [Int64: UInt64]] = [:]
    for sequence in 1...3000 as ClosedRange<Int64> {
      let key = UInt64.random(in: 0..<800, using: &random) << 55
      let digest = UInt64.random(in: 0..<4, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        if let old = model[key]?.keys.min() {
          table.remove(key: key, sequence: old)
          model[key]?[old] = nil
        }
      case 1:
        if let old = model[key]?.keys.min() {
          table.replace(key: key, sequence: old, by: sequence, digest: digest)
          model[key]?[old] = nil
          model[key]?[sequence] = digest
        }
      default:
        table.insert(key: key, digest: digest, sequence: sequence)
        model[key, default: [:]][sequence] = digest
      }
      #expect(Set(table.sequences(of: key)) == Set((model[key] ?? [:]).keys))
      let hasEqual = model[key]?.values.contains(digest) == true
      switch table.find(key: key, digest: digest) {
      case .absent: #expect(model[key]?.isEmpty ?? true)
      case .equal(let found): #expect(model[key]?[found] == digest)
      case .candidates: #expect(!hasEqual && model[key]?.isEmpty == false)
      }
    }
    #expect(table.count == model.values.reduce(0) { $0 + $1.count })
  }

  @Test func `the identity table fills its budget before it grows beyond`() {
    let budget = 24 * 1000
    var table = IdentityTable(budget: budget)
    var sizes: [Int] = []
    for key in 1...751 as ClosedRange<UInt64> {
      table.insert(key: key << 40, digest: key, sequence: Int64(key))
      if sizes.last != table.byteCount { sizes.append(table.byteCount) }
    }
    #expect(sizes.map { $0 / 24 } == [64, 160, 304, 520, 844, 1000, 1564])
    #expect(
      (1...751).allSatisfy {
        table.find(key: UInt64($0) << 40, digest: UInt64($0)) == .equal(sequence: Int64($0))
      })
  }

  @Test func `the presence set keeps its bits over pages and checkpoints`() {
    let sequences: [Int64] = [1, 63, 64, 65_535, 65_536, 70_000, 5_000_000_000, 1]
    var set = PresenceSet()
    var news: [Bool] = []
    for sequence in sequences { news.append(set.insert(sequence)) }
    #expect(news == [true, true, true, true, true, true, true, false])
    var copy = PresenceSet()
    for page in set.takeDirtyPages() { copy.restore(page: page.page, bytes: page.bytes) }
    for sequence in sequences {
      #expect(set.contains(sequence) && copy.contains(sequence))
      #expect(!copy.contains(sequence + 7) && !set.contains(sequence + 7))
    }
    copy.restore(page: 3, bytes: [1, 2, 3])
    #expect(!copy.contains(3 << 16))
    let isNew = copy.insert(2)
    let dirty = copy.takeDirtyPages().map(\.page)
    #expect(isNew && dirty == [0])
  }

  @Test func `a key set says yes to everything beyond its limit and never no to a member`() {
    let ids = (0..<20).map { RecordID(high: $0, low: $0 * 7) }
    var set = KeySet(limit: 10)
    #expect(set.isEmpty)
    for id in ids.prefix(10) { set.insert(id) }
    #expect(ids.map { set.mayContain($0) } == ids.indices.map { $0 < 10 })
    set.insert(ids[10])
    #expect(ids.allSatisfy { set.mayContain($0) })
    #expect(!set.isEmpty)
  }

  @Test(arguments: [Int64.min, -1500, -1, 0, 999, 1_700_000_000_123, .max])
  func `an id leads with its start and only that`(_ start: Int64) {
    let id = RecordID(Hash128([1, 2, 3]), startMilliseconds: start)
    #expect(id.leads(withStart: start))
    #expect(RecordID(storedBytes: UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
    id.bytes.withUnsafeBytes { #expect(RecordID(storedBytes: $0) == id) }
    // Instants beyond 17,000 years are clamped.
    guard start.magnitude < 1 << 48 else { return }
    #expect(!id.leads(withStart: start + 1000) && !id.leads(withStart: start - 1000))
    #expect(id.possibleStarts.contains(start))
  }

  @Test func `thousands of native types beyond the budget do not search memory at each of them`()
    throws
  {
    var configuration = RecordStore.Configuration()
    // About two thousand of the smallest tables.
    configuration.identityBudget = 3_000_000
    let fixture = try TemporaryStore(configuration)
    let drafts = (0..<30_000).map { Draft(nativeType: "HK\($0)", start: Int64($0)) }
    #expect(try fixture.importing(drafts, size: 100).totals == [.inserted: 30_000])
    // A search finds a quarter of the families that it looks at.
    #expect((30_000...150_000).contains(fixture.store.index.searchedFamilies))
  }

  @Test func `identities leave memory when the budget is spent`() throws {
    var configuration = RecordStore.Configuration()
    configuration.identityBudget = 10_000
    let fixture = try TemporaryStore(configuration)
    let types = ["HKA", "HKB", "HKC"]
    var drafts: [Draft] = []
    for round in 0..<6 {
      for type in types {
        drafts += (0..<40).map { Draft(nativeType: type, key: round * 100 + $0) }
      }
    }
    #expect(try fixture.importing(drafts, size: 40).totals == [.inserted: 720])
    #expect(try fixture.importing(drafts, size: 40).totals == [.duplicate: 720])
  }
}
