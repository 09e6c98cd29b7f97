import HealthRecords
import Testing

@Suite struct DiagnosticsTests {
  @Test func `a code is counted and keeps its first message and position`() {
    var diagnostics = Diagnostics()
    let first = InputPosition(member: "export.xml", byte: 10, line: 2)
    diagnostics.add(Diagnostic("a", .warning, message: "first", first: first))
    diagnostics.add(Diagnostic("b", .error, count: 3, message: "other"))
    diagnostics.add(Diagnostic("a", .error, count: 4, message: "second"))
    #expect(
      diagnostics.all == [
        Diagnostic("a", .warning, count: 5, message: "first", first: first),
        Diagnostic("b", .error, count: 3, message: "other"),
      ])
    #expect(diagnostics.contains("b"))
    #expect(!diagnostics.contains("c"))
  }

  @Test func `only a known code can be counted again`() {
    var diagnostics = Diagnostics()
    let isKnown = diagnostics.countAgain("a")
    #expect(!isKnown)
    #expect(diagnostics == Diagnostics())
    diagnostics.add(Diagnostic("a", .info, message: "m"))
    let isKnownNow = diagnostics.countAgain("a")
    #expect(isKnownNow)
    #expect(diagnostics.all == [Diagnostic("a", .info, count: 2, message: "m")])
  }

  @Test func `lists are added in their order`() {
    var left = Diagnostics()
    left.add(Diagnostic("a", .info, message: "m"))
    var right = Diagnostics()
    right.add(Diagnostic("b", .info, message: "n"))
    right.add(Diagnostic("a", .info, count: 2, message: "later"))
    left.add(right)
    #expect(
      left.all == [
        Diagnostic("a", .info, count: 3, message: "m"), Diagnostic("b", .info, message: "n"),
      ])
  }
}

@Suite struct OutcomeCountsTests {
  @Test func `each outcome is counted on its own and all in the total`() {
    var counts = OutcomeCounts()
    for (index, outcome) in Outcome.allCases.enumerated() { counts[outcome] = 1 << index }
    #expect(Outcome.allCases.map { counts[$0] } == [1, 2, 4, 8, 16, 32, 64, 128])
    #expect(counts.total == 255)
  }

  @Test func `counts are added outcome by outcome`() {
    var left = OutcomeCounts()
    left[.inserted] = 2
    var right = OutcomeCounts()
    right[.inserted] = 1
    right[.rejected] = 4
    left.add(right)
    #expect([left[.inserted], left[.rejected], left.total] == [3, 4, 7])
  }

  @Test func `every outcome has its word`() {
    #expect(
      Outcome.allCases.map(\.name) == [
        "inserted", "updated", "duplicate", "stale", "deleted", "linked", "unsupported",
        "rejected",
      ])
  }
}

@Suite struct TypeTallyTests {
  static func tally(_ start: Int64, _ unit: String, _ source: String) -> TypeTally {
    var tally = TypeTally(recordType: RecordType(rawValue: "steps"))
    tally.read = 2
    tally.outcomes[.linked] = 1
    tally.first = start
    tally.last = start + 10
    tally.units = [unit: 2]
    tally.sources = [source]
    return tally
  }

  @Test func `tallies of one type are added`() {
    var sum = Self.tally(100, "km", "Phone")
    sum.add(Self.tally(50, "mi", "Watch"))
    sum.add(Self.tally(70, "km", "Phone"))
    var expected = Self.tally(50, "mi", "Watch")
    expected.read = 6
    expected.outcomes[.linked] = 3
    expected.last = 110
    expected.units = ["km": 4, "mi": 2]
    expected.sources = ["Phone", "Watch"]
    #expect(sum == expected)
  }

  @Test func `an empty tally changes nothing but the name of the type`() {
    var sum = TypeTally(recordType: .unknown)
    sum.add(Self.tally(100, "km", "Phone"))
    #expect(sum == Self.tally(100, "km", "Phone"))
  }
}

@Suite struct BatchOriginTests {
  static let origin = BatchOrigin(
    member: "export.xml", byte: 1000, line: 20, raw: Array("ab\nc\r\n\nlast".utf8))

  @Test(
    arguments: [
      (0, 1000, 21), (1, 1003, 22), (2, 1006, 23), (3, 1007, 24),
      // Past the end of the piece: the end, and the line that was asked for.
      (4, 1011, 25), (.max, 1011, 4_294_967_316),
    ] as [(UInt32, UInt64, UInt64)])
  func `a line of the piece has its place in the member`(
    _ line: UInt32, byte: UInt64, number: UInt64
  ) {
    #expect(
      Self.origin.position(line: line)
        == InputPosition(member: "export.xml", byte: byte, line: number))
  }

  @Test func `a piece without bytes has its own start and the line`() {
    let origin = BatchOrigin(member: "a.csv", byte: 7, line: 1)
    #expect(origin.position(line: 3) == InputPosition(member: "a.csv", byte: 7, line: 5))
  }

  @Test(arguments: [(0, 100), (1, 110), (2, 110), (5, 150), (9, 150)])
  func `without its bytes a piece gives the place of the line or of the last one before`(
    _ line: UInt32, _ byte: UInt64
  ) {
    var origin = BatchOrigin(member: "a.csv", byte: 100, line: 7)
    origin.places = [LinePlace(line: 1, byte: 10), LinePlace(line: 5, byte: 50)]
    #expect(
      origin.position(line: line)
        == InputPosition(member: "a.csv", byte: byte, line: 8 + UInt64(line)))
  }

  @Test func `a batch without an export date says so`() {
    #expect(NativeBatch(provider: .appleHealth, origin: Self.origin).exportedAt == .absent)
  }

  @Test func `a sample's value is copied from the text and absent is no empty value`() {
    var batch = NativeBatch(provider: .appleHealth, origin: Self.origin)
    batch.text = Array("7272.5".utf8)
    var sample = NativeSample(kind: .quantity)
    #expect(batch.valueText(of: sample) == nil)
    sample.hasValue = true
    #expect(batch.valueText(of: sample) == [])
    sample.value = BatchRange(start: 2, count: 4)
    #expect(batch.valueText(of: sample) == Array("72.5".utf8))
    sample.line = 1
    #expect(batch.position(of: sample).byte == 1003)
  }
}

@Suite struct WordsTests {
  @Test func `quality flags have one bit and one word each`() {
    #expect(Quality.names.map(\.flag.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
    #expect(
      Quality.names.map(\.name) == [
        "implausible", "future", "offset_suspect", "assumed_unit", "end_before_start",
        "version_unknown", "unit_mismatch", "estimate", "mixed_reading",
      ])
  }

  @Test func `recording methods and link roles have their words`() {
    #expect(
      RecordingMethod.allCases.map(\.name) == ["unknown", "automatic", "active", "manual"])
    #expect(RecordLink.Role.allCases.map(\.name) == ["parent", "member", "absorbs", "part_of"])
  }

  @Test func `links sort by role, then id`() {
    let ids = [RecordID(high: 1, low: 0), RecordID(high: 2, low: 0)]
    let links = [
      RecordLink(.parent, ids[1]), RecordLink(.member, ids[0]), RecordLink(.member, ids[1]),
      RecordLink(.absorbs, ids[0]),
    ]
    #expect(Array(links.reversed()).sorted() == links)
  }
}
