import HealthRecords
import Testing

/// One row of the merge rule's table: what is stored, what arrives, what happens.
struct MergeCase: Sendable, CustomTestStringConvertible {
  let name: String
  let stored: MergeKey
  let arriving: MergeKey
  let decision: MergeDecision
  var order = RecordVersion.Order.numberFirst

  var testDescription: String { name }
}

/// A key that differs from its neighbours only in what the test is about.
private func key(
  _ content: UInt64 = 7, number: Int64 = 1, at instant: Int64 = 100, mapping: Int = 1,
  standing: RecordStanding = .whole
) -> MergeKey {
  MergeKey(
    standing: standing, version: RecordVersion(number: number, modifiedAt: instant),
    mappingVersion: mapping, completeness: 1, contentHash: content)
}

private func key(_ content: UInt64, parts: UInt32) -> MergeKey {
  var key = key(content)
  key.completeness = parts
  return key
}

@Suite struct `The merge rule` {
  @Test(arguments: [
    MergeCase(
      name: "other content of a greater number", stored: key(1), arriving: key(2, number: 2),
      decision: .updated),
    MergeCase(
      name: "other content of a smaller number", stored: key(1, number: 2), arriving: key(2),
      decision: .stale),
    MergeCase(
      name: "other content of a later instant", stored: key(1), arriving: key(2, at: 101),
      decision: .updated),
    MergeCase(
      name: "other content of an earlier instant", stored: key(1, at: 101), arriving: key(2),
      decision: .stale),
    MergeCase(
      name: "the number outranks the instant", stored: key(1, number: 1, at: 900),
      arriving: key(2, number: 2, at: 100), decision: .updated),
    MergeCase(
      name: "the instant outranks the number where the provider says so",
      stored: key(1, number: 1, at: 900), arriving: key(2, number: 2, at: 100), decision: .stale,
      order: .modifiedAtFirst),
    MergeCase(
      name: "the number breaks a tie of instants", stored: key(1, number: 1),
      arriving: key(2, number: 2), decision: .updated, order: .modifiedAtFirst),
    MergeCase(
      name: "a whole record beats a newer member",
      stored: key(1, number: 9, standing: .member), arriving: key(2, number: 1),
      decision: .updated),
    MergeCase(
      name: "a newer member never beats a whole record", stored: key(1, number: 1),
      arriving: key(2, number: 9, standing: .member), decision: .stale),
    MergeCase(
      name: "newer tables win at equal versions", stored: key(9), arriving: key(2, mapping: 2),
      decision: .updated),
    MergeCase(
      name: "older tables lose at equal versions", stored: key(2, mapping: 2), arriving: key(9),
      decision: .stale),
    MergeCase(
      name: "a greater version outranks newer tables", stored: key(1, mapping: 2),
      arriving: key(2, number: 2, mapping: 1), decision: .updated),
    MergeCase(
      name: "more parts win at equal versions and tables", stored: key(9, parts: 1),
      arriving: key(2, parts: 2), decision: .updated),
    MergeCase(
      name: "fewer parts lose", stored: key(2, parts: 2), arriving: key(9, parts: 1),
      decision: .stale),
    MergeCase(
      name: "the greater content hash is the last resort", stored: key(1), arriving: key(2),
      decision: .updated),
    MergeCase(
      name: "the smaller content hash loses", stored: key(2), arriving: key(1), decision: .stale),
    MergeCase(
      name: "equal content of a greater version", stored: key(), arriving: key(number: 2),
      decision: .duplicateRaisingVersion),
    MergeCase(
      name: "equal content of a smaller version", stored: key(number: 2), arriving: key(),
      decision: .duplicate),
    MergeCase(
      name: "equal content and version", stored: key(), arriving: key(),
      decision: .duplicateComparingNative),
    MergeCase(
      name: "equal content and version of newer tables", stored: key(), arriving: key(mapping: 2),
      decision: .duplicateComparingNative),
    MergeCase(
      name: "equal content, a member becomes whole", stored: key(standing: .member),
      arriving: key(), decision: .duplicateRaisingVersion),
    MergeCase(
      name: "equal content, a newer member beside a whole record", stored: key(),
      arriving: key(number: 9, standing: .member), decision: .duplicate),
  ])
  func `decides`(one: MergeCase) {
    #expect(
      MergeRule.decide(stored: one.stored, arriving: one.arriving, one.order) == one.decision)
  }

  @Test func `never lets two different contents both win or both lose`() {
    for left in variants() {
      for right in variants() where left.contentHash != right.contentHash {
        let forward = MergeRule.decide(stored: left, arriving: right, .numberFirst)
        let backward = MergeRule.decide(stored: right, arriving: left, .numberFirst)
        #expect(Set([forward, backward]) == [.updated, .stale])
      }
    }
  }

  /// Every order of every four of the variants, native data included.
  @Test(arguments: 1...40)
  func `ends in the same state whatever the order of arrival`(seed: UInt64) {
    var random = Steps(seed: seed)
    let pool = variants()
    let arrivals = (0..<5).map { _ in
      Held(key: pool[random.next(below: pool.count)], native: random.next(below: 3))
    }
    let ends = Set(permutations(arrivals).map { $0.reduce(nil as Held?, Held.merged) })
    #expect(ends.count == 1)
  }

  @Test(arguments: [(99, false), (100, false), (101, true)] as [(Int64, Bool)])
  func `lets a record live again only when it is newer than its deletion`(
    instant: Int64, lives: Bool
  ) {
    let version = RecordVersion(number: instant == 99 ? 50 : 0, modifiedAt: instant)
    #expect(MergeRule.outlives(version, tombstoneModifiedAt: 100) == lives)
  }

  private func variants() -> [MergeKey] {
    var all: [MergeKey] = []
    for content in UInt64(1)...3 {
      for number in Int64(0)...2 {
        for standing in [RecordStanding.member, .whole] {
          all.append(key(content, number: number, standing: standing))
        }
      }
    }
    return all
  }

  private func permutations(_ items: [Held]) -> [[Held]] {
    guard let last = items.last else { return [[]] }
    return permutations(items.dropLast()).flatMap { shorter in
      (0...shorter.count).map { place in
        var longer = shorter
        longer.insert(last, at: place)
        return longer
      }
    }
  }
}

/// What a store that follows the rule holds of one id.
private struct Held: Hashable {
  var key: MergeKey
  var native: Int

  static func merged(_ stored: Held?, _ arriving: Held) -> Held? {
    guard let stored else { return arriving }
    switch MergeRule.decide(stored: stored.key, arriving: arriving.key, .numberFirst) {
    case .duplicate, .stale: return stored
    case .updated, .duplicateRaisingVersion: return arriving
    case .duplicateComparingNative: return arriving.native < stored.native ? arriving : stored
    }
  }
}

/// A small published generator (SplitMix64), so that a failing seed can be run again.
private struct Steps {
  var seed: UInt64

  mutating func next(below limit: Int) -> Int {
    seed &+= 0x9e37_79b9_7f4a_7c15
    return Int(Hash128.finalized(seed) % UInt64(limit))
  }
}
