import HealthRecords
import SonarTestSupport
import SupportedData
import Testing

/// Time flags, rejections, and the law that every counted sample ends in a row or an outcome.
@Suite struct NormalizerAccountingTests {
  static let heartRate = "HKQuantityTypeIdentifierHeartRate"

  static func sample(
    _ edit: (inout NativeDraft.Words) -> Void
  ) throws -> RecordBatch {
    try normalized(heartRate, "72", unit: "count/min", edit)
  }

  // MARK: - Time

  /// Clocks may differ by a day before a record counts as written in the future.
  @Test(
    arguments: [
      (86_400_000, Quality()), (86_400_001, .future), (4 * 365 * 86_400_000, .future), (0, []),
    ] as [(Int64, Quality)])
  func `a record that ends after its export is flagged`(
    _ ahead: Int64, quality: Quality
  ) throws {
    let batch = try Self.sample { $0.end = NativeDraft.exported + ahead }
    #expect(try batch.onlyRow.quality == quality)
  }

  @Test func `nothing is in the future of an export without a date`() throws {
    var draft = NativeDraft(exportedAt: nil)
    draft.add(Self.heartRate, "72", unit: "count/min") { $0.end = NativeDraft.exported * 2 }
    #expect(try draft.normalized().onlyRow.quality == [])
  }

  @Test func `a record that ends before it starts keeps both instants and is flagged`() throws {
    let row = try Self.sample { $0.end = NativeDraft.start - 1000 }.onlyRow
    #expect(row.quality == [.endBeforeStart])
    #expect([row.start, row.end] == [NativeDraft.start, NativeDraft.start - 1000])
  }

  @Test func `a record without a creation date has no version`() throws {
    let row = try Self.sample { $0.created = nil }.onlyRow
    #expect(row.version == RecordVersion())
    #expect(row.quality == [.versionUnknown])
  }

  @Test(arguments: [(nil, NativeDraft.end), (NativeDraft.start, nil), (nil, nil)])
  func `a record without both dates is rejected`(_ start: Int64?, end: Int64?) throws {
    let batch = try Self.sample { ($0.start, $0.end) = (start, end) }
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["missing_date": 1])
    #expect(batch.unaccounted == 0)
  }

  // MARK: - Counting

  @Test func `a tally holds what was read of a type`() throws {
    var draft = NativeDraft()
    draft.add(Self.heartRate, "72", unit: "count/min")
    draft.add(Self.heartRate, "1.2", unit: "count/s") { $0.start = NativeDraft.start - 5000 }
    draft.add(Self.heartRate, "x", unit: "count/min") { $0.source = "Phone" }
    draft.add(Self.heartRate, "70") { $0.end = NativeDraft.end + 9000 }
    let batch = try draft.normalized()
    var expected = TypeTally(recordType: RecordType(rawValue: "heart_rate"))
    expected.read = 4
    expected.outcomes[.rejected] = 1
    expected.first = NativeDraft.start - 5000
    expected.last = NativeDraft.end + 9000
    expected.units = ["count/min": 2, "count/s": 1]
    expected.sources = ["Watch", "Phone"]
    #expect(batch.tallies == [Self.heartRate: expected])
  }

  @Test func `a diagnostic counts all and names the first place`() throws {
    var draft = NativeDraft()
    draft.batch.origin = BatchOrigin(
      member: "export.xml", byte: 100, line: 10, raw: Array("a\nbc\nd\n".utf8))
    draft.add(Self.heartRate, "72", unit: "count/min")
    draft.add(Self.heartRate, "x", unit: "count/min")
    draft.add(Self.heartRate, "y", unit: "count/min")
    let diagnostic = try #require(try draft.normalized().diagnostics.all.first)
    #expect([diagnostic.code, diagnostic.severity.rawValue] == ["invalid_value", "warning"])
    #expect(diagnostic.count == 2)
    #expect(diagnostic.first == InputPosition(member: "export.xml", byte: 102, line: 12))
  }

  @Test func `what the reader rejected is counted with its diagnostics`() throws {
    var draft = NativeDraft()
    draft.add(Self.heartRate, "72", unit: "count/min")
    draft.batch.rejectedTypes = [Self.heartRate: 2, "Record": 3]
    draft.batch.diagnostics.add(Diagnostic("damaged", .error, count: 5, message: "m"))
    let batch = try draft.normalized()
    #expect(batch.tallies[Self.heartRate]?.read == 3)
    #expect(batch.tallies[Self.heartRate]?.outcomes[.rejected] == 2)
    #expect(batch.tallies[Self.heartRate]?.recordType == RecordType(rawValue: "heart_rate"))
    #expect(batch.tallies["Record"]?.recordType == .unknown)
    #expect(batch.tallies["Record"]?.outcomes[.rejected] == 3)
    #expect(batch.diagnosed == ["damaged": 5])
    #expect(batch.unaccounted == 0)
  }

  @Test func `an empty batch is an empty batch`() throws {
    let batch = try NativeDraft().normalized()
    #expect(batch.rows.isEmpty)
    #expect(batch.tallies == [:])
    #expect(batch.diagnostics == Diagnostics())
  }

  // MARK: - The law

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `every sample of a random batch ends in a row or an outcome`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let draft = RandomBatch.make(&random)
    let batch = try draft.normalized()
    var read = 0
    for tally in batch.tallies.values { read += tally.read }
    #expect(read == draft.batch.samples.count)
    #expect(batch.unaccounted == 0)
    #expect(batch.plainRows == (try draft.normalized().plainRows))
    // A store looks an id up by its bytes: no row may be without one of its own standing.
    #expect(batch.rows.allSatisfy { Int($0.type) < batch.types.count })
  }

  @Test func `random batches reach every kind of outcome`() throws {
    var kinds: Set<ValueKind> = []
    var outcomes: Set<Outcome> = []
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed)
      let batch = try RandomBatch.make(&random).normalized()
      kinds.formUnion(batch.rows.map(\.kind))
      for tally in batch.tallies.values {
        outcomes.formUnion(Outcome.allCases.filter { tally.outcomes[$0] > 0 })
      }
    }
    #expect(kinds == Set(ValueKind.allCases))
    #expect(outcomes == [.linked, .rejected])
  }
}

/// Batches of every kind of sample, whole and broken, nested and alone.
enum RandomBatch {
  private static let values: [String?] = [
    nil, "", "72", "0.5", "-3", "x", "1e400", "1e-400", "HKCategoryValueSleepAnalysisInBed", "5",
  ]
  private static let units: [String?] = [nil, "", "count/min", "mmHg", "kg", "%", "furlong"]
  private static let names = [
    "uuid", "identifier", "dateComponents", "duration", "average", "sampleRate", "time", "lat",
    "frequencyValue", "workoutActivityType", "bpm",
  ]
  private static let texts = [
    "", "1", "2024-05-01", "2024-05-01T10:00:00Z", "10:00:01.00", "10:00:07.9e300", "-1e300", "A",
  ]

  static func make(_ random: inout SeededGenerator) -> NativeDraft {
    var draft = NativeDraft(exportedAt: Bool.random(using: &random) ? NativeDraft.exported : nil)
    var parent: Int32 = -1
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let kind = NativeKind.allCases.randomElement(using: &random) ?? .data
      let isGroup = kind == .correlation || kind == .workout
      let isNested = !isGroup && parent >= 0 && Bool.random(using: &random)
      let index = add(kind, parent: isNested ? parent : -1, to: &draft, &random)
      if isGroup { parent = index } else if !isNested { parent = -1 }
    }
    return draft
  }

  private static func add(
    _ kind: NativeKind, parent: Int32, to draft: inout NativeDraft, _ random: inout SeededGenerator
  ) -> Int32 {
    let value = values.randomElement(using: &random) ?? nil
    let unit = units.randomElement(using: &random) ?? nil
    let attributes = pairs(&random)
    let metadata = pairs(&random)
    let start = instant(&random)
    let end = instant(&random)
    let hasDocument = Bool.random(using: &random)
    let index = draft.add(type(of: kind, &random), value, unit: unit, metadata: metadata) {
      $0.kind = kind
      $0.attributes = attributes
      $0.parent = parent
      ($0.start, $0.end) = (start, end)
      $0.document = hasDocument ? "1\n2\nx" : nil
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      draft.part(["WorkoutEvent", "trkpt"].randomElement(using: &random) ?? "", pairs(&random))
    }
    return index
  }

  private static func type(of kind: NativeKind, _ random: inout SeededGenerator) -> String {
    let fitting = EmbeddedTables.types.filter { type in
      switch kind {
      case .quantity, .workoutStatistics: type.kind == .quantity
      case .category: type.kind == .category
      case .correlation: type.kind == .correlation
      default: type.kind != .quantity && type.kind != .category
      }
    }
    let isStranger = Int.random(in: 0..<5, using: &random) == 0
    return isStranger ? "HKStranger" : fitting.randomElement(using: &random)?.native ?? ""
  }

  private static func pairs(_ random: inout SeededGenerator) -> [(String, String)] {
    let keys = names + ["HKTimeZone", "HKMetadataKeySyncIdentifier", "HKExternalUUID"]
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in
      (keys.randomElement(using: &random) ?? "", texts.randomElement(using: &random) ?? "")
    }
  }

  private static func instant(_ random: inout SeededGenerator) -> Int64? {
    let shift = Int64.random(in: -90_000...90_000, using: &random)
    return Int.random(in: 0..<8, using: &random) == 0 ? nil : NativeDraft.start + shift
  }
}
