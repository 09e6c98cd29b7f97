import HealthRecords
import SonarTestSupport
import Testing

@Suite struct MergeRuleTests {
  /// The stored version of every case of the table.
  static let stored = key()

  static func key(
    _ standing: RecordStanding = .whole, number: Int64 = 5, modifiedAt: Int64 = 500,
    mapping: Int = 3, content: UInt64 = 50
  ) -> MergeKey {
    MergeKey(
      standing: standing, version: RecordVersion(number: number, modifiedAt: modifiedAt),
      mappingVersion: mapping, completeness: 2, contentHash: content)
  }

  static func parts(_ count: UInt32, content: UInt64) -> MergeKey {
    var key = key(content: content)
    key.completeness = count
    return key
  }

  static let table: [(MergeKey, MergeDecision)] = [
    // Equal content: a duplicate whatever the version.
    (key(), .duplicateComparingNative),
    (key(mapping: 2), .duplicate),
    (key(mapping: 4), .duplicateRaisingVersion),
    (key(number: 6), .duplicateRaisingVersion),
    (key(number: 4), .duplicate),
    (key(modifiedAt: 501), .duplicateRaisingVersion),
    (key(modifiedAt: 499), .duplicate),
    (key(.member), .duplicate),
    (key(.member, number: 9), .duplicate),
    // Other content: the greater key wins, its parts compared in their order.
    (key(number: 6, modifiedAt: 1, content: 1), .updated),
    (key(number: 4, modifiedAt: 999, content: 99), .stale),
    (key(modifiedAt: 501, mapping: 1, content: 1), .updated),
    (key(modifiedAt: 499, mapping: 9, content: 99), .stale),
    (key(mapping: 4, content: 1), .updated),
    (key(mapping: 2, content: 99), .stale),
    (parts(3, content: 1), .updated),
    (parts(1, content: 99), .stale),
    (key(content: 51), .updated),
    (key(content: 49), .stale),
    // A nested member never replaces a whole record.
    (key(.member, number: 9, modifiedAt: 999, mapping: 9, content: 99), .stale),
  ]

  @Test(arguments: table)
  func `the arriving version meets the stored one`(
    _ arriving: MergeKey, decision: MergeDecision
  ) {
    #expect(MergeRule.decide(stored: Self.stored, arriving: arriving, .numberFirst) == decision)
  }

  @Test(arguments: [
    (key(content: 1), MergeDecision.updated), (key(number: 1, content: 1), .updated),
    (key(), .duplicateRaisingVersion),
  ])
  func `a whole record replaces a member of any version`(
    _ arriving: MergeKey, decision: MergeDecision
  ) {
    let member = Self.key(.member, number: 9, modifiedAt: 999)
    #expect(MergeRule.decide(stored: member, arriving: arriving, .numberFirst) == decision)
  }

  @Test(
    arguments: [
      (4, 501, MergeDecision.updated), (6, 499, .stale), (6, 500, .updated), (4, 500, .stale),
    ] as [(Int64, Int64, MergeDecision)])
  func `the instant decides first where the provider says so`(
    _ number: Int64, modifiedAt: Int64, decision: MergeDecision
  ) {
    let arriving = Self.key(number: number, modifiedAt: modifiedAt, content: 99)
    #expect(
      MergeRule.decide(stored: Self.stored, arriving: arriving, .modifiedAtFirst) == decision)
  }

  @Test(arguments: [
    (Provider.appleHealth, true), (.samsungHealth, true), (.healthConnect, false),
  ])
  func `only Health Connect compares the instant first`(
    _ provider: Provider, isNumberFirst: Bool
  ) {
    let number = RecordVersion(number: 2, modifiedAt: 1)
    let instant = RecordVersion(number: 1, modifiedAt: 2)
    #expect(instant.precedes(number, provider.versionOrder) == isNumberFirst)
    #expect(number.precedes(instant, provider.versionOrder) != isNumberFirst)
    #expect(!number.precedes(number, provider.versionOrder))
  }

  @Test(arguments: [(101, true), (100, false), (99, false)] as [(Int64, Bool)])
  func `a record outlives a deletion before its own edit`(_ modifiedAt: Int64, lives: Bool) {
    let version = RecordVersion(number: .max, modifiedAt: modifiedAt)
    #expect(MergeRule.outlives(version, tombstoneModifiedAt: 100) == lives)
  }
}

/// Any order and any repetition of the versions of one id ends in the same stored version.
@Suite struct MergeOrderTests {
  /// One version with the text that equal contents may differ in.
  struct Version: Hashable {
    var key: MergeKey
    var native: String
  }

  /// A store of one record: what a merge decision means to it.
  static func merged(_ versions: [Version], _ order: RecordVersion.Order) -> Version? {
    var stored: Version?
    for arriving in versions {
      guard let present = stored else {
        stored = arriving
        continue
      }
      switch MergeRule.decide(stored: present.key, arriving: arriving.key, order) {
      case .updated, .duplicateRaisingVersion: stored = arriving
      case .duplicateComparingNative:
        if arriving.native < present.native { stored = arriving }
      case .duplicate, .stale: break
      }
    }
    return stored
  }

  static func versions(_ random: inout SeededGenerator) -> [Version] {
    (0..<Int.random(in: 1...7, using: &random)).map { _ in
      Version(
        key: MergeKey(
          standing: Bool.random(using: &random) ? .whole : .member,
          version: RecordVersion(
            number: .random(in: 0...1, using: &random),
            modifiedAt: .random(in: 0...2, using: &random)),
          mappingVersion: .random(in: 1...2, using: &random),
          completeness: .random(in: 0...1, using: &random),
          contentHash: .random(in: 0...2, using: &random)),
        native: ["a", "b", ""].randomElement(using: &random) ?? "")
    }
  }

  @Test(arguments: [RecordVersion.Order.numberFirst, .modifiedAtFirst])
  func `random versions in random orders end in one version`(_ order: RecordVersion.Order) {
    var random = SeededGenerator(1)
    for _ in 0..<400 {
      let versions = Self.versions(&random)
      let expected = Self.merged(versions, order)
      var ends: Set<Version?> = []
      for _ in 0..<12 {
        let repeated = versions + versions.prefix(2)
        ends.insert(Self.merged(repeated.shuffled(using: &random), order))
      }
      #expect(ends == [expected])
    }
  }
}
