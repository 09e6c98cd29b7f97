import HealthRecords
import Testing

@Suite struct `A list of diagnostics` {
  private static let first = InputPosition(member: "export.xml", byte: 12, line: 3)

  @Test func `count equal codes and keep the first message and place`() {
    var diagnostics = Diagnostics()
    diagnostics.add(Diagnostic("invalid_utf8", .warning, message: "first", first: Self.first))
    diagnostics.add(Diagnostic("cut_off", .error, message: "end"))
    diagnostics.add(
      Diagnostic(
        "invalid_utf8", .error, count: 4, message: "later", first: InputPosition(member: "other")))
    #expect(
      diagnostics.all == [
        Diagnostic("invalid_utf8", .warning, count: 5, message: "first", first: Self.first),
        Diagnostic("cut_off", .error, message: "end"),
      ])
  }

  @Test func `count a known code again without a message`() {
    var diagnostics = Diagnostics()
    let isUnknown = !diagnostics.countAgain("invalid_utf8")
    #expect(isUnknown)
    #expect(diagnostics == Diagnostics())
    diagnostics.add(Diagnostic("invalid_utf8", .warning, message: "first"))
    let isKnown = diagnostics.countAgain("invalid_utf8")
    #expect(isKnown)
    #expect(
      diagnostics.all == [Diagnostic("invalid_utf8", .warning, count: 2, message: "first")])
  }

  @Test func `take another list's codes in their order`() {
    var left = Diagnostics()
    var right = Diagnostics()
    left.add(Diagnostic("a", .info, message: "left"))
    right.add(Diagnostic("b", .info, message: "right"))
    right.add(Diagnostic("a", .info, count: 2, message: "right"))
    left.add(right)
    #expect(left.all.map(\.code) == ["a", "b"])
    #expect(left.all.map(\.count) == [3, 1])
    #expect(left.contains("b"))
    #expect(!left.contains("c"))
  }
}

@Suite struct `Outcome counts` {
  @Test func `name the eight outcomes of the report in its order`() {
    #expect(
      Outcome.allCases.map(\.name) == [
        "inserted", "updated", "duplicate", "stale", "deleted", "linked", "unsupported", "rejected",
      ])
    #expect(Outcome.allCases.map(\.rawValue) == Array(0..<8))
  }

  @Test func `add up to the number read`() {
    var counts = OutcomeCounts()
    #expect(counts.total == 0)
    for outcome in Outcome.allCases { counts[outcome] += 1 << outcome.rawValue }
    #expect(counts.total == 255)
    #expect(Outcome.allCases.map { counts[$0] } == [1, 2, 4, 8, 16, 32, 64, 128])
  }

  @Test func `of two runs are added outcome by outcome`() {
    var left = OutcomeCounts()
    var right = OutcomeCounts()
    left[.inserted] = 3
    right[.inserted] = 4
    right[.rejected] = 5
    left.add(right)
    #expect(Outcome.allCases.map { left[$0] } == [7, 0, 0, 0, 0, 0, 0, 5])
  }
}

@Suite struct `A type's tally` {
  @Test func `spans both tallies and counts their units and sources together`() {
    var left = TypeTally(recordType: .unknown)
    left.read = 2
    left.first = 100
    left.last = 200
    left.units = ["km": 2]
    left.sources = ["Watch"]
    var right = TypeTally(recordType: RecordType(rawValue: "distance"))
    right.read = 3
    right.outcomes[.linked] = 1
    right.first = 50
    right.last = 150
    right.units = ["km": 1, "mi": 2]
    right.sources = ["Watch", "Phone"]
    left.add(right)
    var expected = TypeTally(recordType: RecordType(rawValue: "distance"))
    expected.read = 5
    expected.outcomes[.linked] = 1
    expected.first = 50
    expected.last = 200
    expected.units = ["km": 3, "mi": 2]
    expected.sources = ["Phone", "Watch"]
    #expect(left == expected)
  }

  @Test func `stays as it is when an empty one is added`() {
    var tally = TypeTally(recordType: .unknown)
    tally.read = 1
    tally.first = 5
    tally.last = 9
    let before = tally
    tally.add(TypeTally(recordType: .unknown))
    #expect(tally == before)
  }
}

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

@Suite struct `Stored words and numbers` {
  @Test func `of providers, methods, links, kinds and doubts never change`() {
    #expect(
      Provider.allCases.map(\.rawValue) == ["apple_health", "health_connect", "samsung_health"])
    #expect(RecordingMethod.allCases.map(\.name) == ["unknown", "automatic", "active", "manual"])
    #expect(RecordingMethod.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(RecordLink.Role.allCases.map(\.name) == ["parent", "member", "absorbs"])
    #expect(RecordLink.Role.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(ValueKind.allCases.map(\.rawValue) == Array(0...7))
    #expect(Quality.names.map(\.flag.rawValue) == [1, 2, 4, 8, 16, 32, 64])
    #expect(
      Quality.names.map(\.name) == [
        "implausible", "future", "offset_suspect", "assumed_unit", "end_before_start",
        "version_unknown", "unit_mismatch",
      ])
  }

  @Test func `of a record type that nobody registered round-trip`() {
    #expect(RecordType(rawValue: "a_new_type").rawValue == "a_new_type")
    #expect(RecordType.unknown.rawValue == "unknown")
  }

  @Test func `of links sort by role, then id`() {
    let links = [
      RecordLink(.member, RecordID(high: 2, low: 0)),
      RecordLink(.parent, RecordID(high: 9, low: 0)),
      RecordLink(.member, RecordID(high: 1, low: 0)),
    ]
    #expect(links.sorted() == [links[1], links[2], links[0]])
  }
}
