import HealthRecords
import Testing

@Suite struct `A version` {
  @Test(arguments: [
    (RecordVersion(number: 1, modifiedAt: 9), RecordVersion(number: 2, modifiedAt: 1), true, false),
    (RecordVersion(number: 1, modifiedAt: 1), RecordVersion(number: 1, modifiedAt: 2), true, true),
    (RecordVersion(number: 1, modifiedAt: 1), RecordVersion(number: 2, modifiedAt: 1), true, true),
    (
      RecordVersion(number: 3, modifiedAt: 3), RecordVersion(number: 3, modifiedAt: 3), false, false
    ),
    (RecordVersion(number: -1), RecordVersion(), true, true),
  ])
  func `precedes another by the order of its provider`(
    left: RecordVersion, right: RecordVersion, numberFirst: Bool, instantFirst: Bool
  ) {
    #expect(left.precedes(right, .numberFirst) == numberFirst)
    #expect(left.precedes(right, .modifiedAtFirst) == instantFirst)
  }

  @Test func `is ordered by the instant for Health Connect only`() {
    #expect(
      Provider.allCases.filter { $0.versionOrder == .modifiedAtFirst } == [.healthConnect])
  }
}

/// What is written into stores and exports: a change would make old ones mean something else.
@Suite struct `Stored words and numbers` {
  @Test func `of providers, methods, roles and kinds never change`() {
    #expect(
      Provider.allCases.map(\.rawValue) == ["apple_health", "health_connect", "samsung_health"])
    #expect(RecordingMethod.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(RecordLink.Role.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(ValueKind.allCases.map(\.rawValue) == Array(0...7))
    #expect(RecordStanding.member < RecordStanding.whole)
  }

  @Test func `of a record type that nobody registered round-trip`() {
    #expect(RecordType(rawValue: "a_new_type").rawValue == "a_new_type")
    #expect(RecordType.unknown.rawValue == "unknown")
  }
}
