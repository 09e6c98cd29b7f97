import DeviceExports
import HealthRecords
import Testing

/// Pages of changes: what is in one batch decides which of a record and its deletion counts.
@Suite struct HealthConnectPageTests {
  /// The samples of every batch that has some, as their kind and the last value.
  private static func batches(
    _ json: String, _ options: HealthConnectOptions
  ) throws -> [[String]] {
    try outputs(json, options).map(\.samples)
  }

  private struct Output: Equatable {
    var index: Int
    var samples: [String]
  }

  private static func outputs(_ json: String, _ options: HealthConnectOptions) throws -> [Output] {
    var outputs: [Output] = []
    _ = try HealthConnectReader(member: "x", options: options).read(
      from: { MemorySource(Array(json.utf8), readSize: 50) },
      transform: { batch in
        batch.samples.map { sample in
          let last = batch.attributes[sample.attributes.indices].last?.value
          return "\(sample.kind) \(last.flatMap { batch.symbols.string(of: $0) } ?? "-")"
        }
      }, consume: { outputs.append(Output(index: $0.index, samples: $0.output)) })
    return outputs.filter { !$0.samples.isEmpty }
  }

  private static func options(
    whole: Int = 1 << 18, piece: Int = 1 << 20, page: Int = 16 << 20
  ) -> HealthConnectOptions {
    var options = HealthConnectOptions()
    options.limits.wholeBytes = whole
    options.limits.pageBytes = page
    options.pieceBytes = piece
    return options
  }

  private static func upsert(_ id: String) -> String {
    #"{"record":{"recordType":"Steps","metadata":{"id":"\#(id)"}}}"#
  }

  private static func page(_ id: String) -> String {
    #"{"upsertionChanges":[\#(upsert(id))],"deletionChanges":[{"recordId":"\#(id)"}]}"#
  }

  // MARK: - Pages of usual size

  @Test(arguments: ["\n", "", ","], [1, 1 << 20])
  func `pages that say the same of themselves stay apart`(separator: String, piece: Int) throws {
    let pages = [Self.page("a"), Self.page("b"), Self.page("c")].joined(separator: separator)
    let json = separator == "," ? "[\(pages)]" : pages
    let expected = ["a", "b", "c"].map { ["record \($0)", "deletion \($0)"] }
    for whole in [Self.page("a").utf8.count - 1, 1 << 18] {
      #expect(try Self.batches(json, Self.options(whole: whole, piece: piece)) == expected)
    }
  }

  @Test func `a page shares no batch with records that stand alone`() throws {
    let record = #"{"recordType":"X"}"#
    let json = [record, record, Self.page("a"), record].joined(separator: "\n")
    let expected = [["record X", "record X"], ["record a", "deletion a"], ["record X"]]
    #expect(try Self.batches(json, Self.options()) == expected)
    #expect(try Self.batches(json, Self.options(whole: 60)) == expected)
  }

  @Test(arguments: [1, 1 << 20])
  func `what stands between the lists does not split a page`(piece: Int) throws {
    let json = #"""
      {"hasMore":false,"upsertionChanges":[\#(Self.upsert("a")),\#(Self.upsert("b"))],
      "nextChangesToken":"t","deletionChanges":[{"recordId":"a"}],"changesTokenExpired":false}
      """#
    for whole in [json.utf8.count - 1, 1 << 18] {
      let options = Self.options(whole: whole, piece: piece)
      #expect(try Self.batches(json, options) == [["record a", "record b", "deletion a"]])
      let found = try readHealthConnect(json.utf8, options: options)
      #expect(found.envelopes == ["rn: hasMore=false nextChangesToken=t"])
    }
  }

  static let withDeletions = healthConnectEnvelopes.filter { fixture in
    fixture.samples.contains { $0.contains(" deletion ") }
  }

  @Test(arguments: withDeletions)
  func `every shape's page is one batch`(fixture: HealthConnectFixture) throws {
    for whole in [fixture.json.utf8.count - 1, 1 << 18] {
      let batches = try Self.batches(fixture.json, Self.options(whole: whole, piece: 1))
      #expect(batches.map(\.count) == [fixture.samples.count])
    }
  }

  @Test func `a page of several pieces' size is one batch`() throws {
    let upserts = (0..<5000).map { Self.upsert("record-\($0)") }.joined(separator: ",")
    let json = #"{"upsertionChanges":[\#(upserts)],"deletionChanges":["record-0"]}"#
    #expect(json.utf8.count > 1 << 18)
    #expect(
      try Self.batches(json + Self.page("z"), Self.options(piece: 1 << 14)).map(\.count) == [
        5001, 2,
      ])
  }

  // MARK: - Pages over the limit

  /// Deletions stand before, between and behind records.
  static let large: [String] = [
    #"""
    {"timestamp":"1","app_version":"2","deleted_records":[{"uuid":"x"},
    {"uuid":"a"}],"steps":[{"uuid":"a"},
    {"uuid":"b"}],"window_complete":true,"weight":[{"uuid":"c"}]}
    """#,
    #"""
    {"changes":[{"type":"Delete","recordId":"x"},{"type":"Upsert","record":{"type":"A","time":"a"}},
    {"type":"Delete","recordId":"a"},{"type":"Upsert","record":{"type":"A","time":"b"}},
    {"type":"Upsert","record":{"type":"A","time":"c"}}],"nextToken":"t"}
    """#,
    #"""
    {"deletionChanges":["x","a"],"upsertionChanges":[\#(upsert("a")),
    \#(upsert("b")),\#(upsert("c"))]}
    """#,
  ]

  @Test(arguments: large, [1, 1 << 20])
  func `the deletions of a larger page come last and alone`(json: String, piece: Int) throws {
    for page in [70, 140, 190] {
      let options = Self.options(whole: json.utf8.count - 1, piece: piece, page: page)
      let batches = try Self.batches(json, options)
      #expect(batches.dropLast().joined().elementsEqual(["record a", "record b", "record c"]))
      #expect(batches.last == ["deletion x", "deletion a"])
      let whole = try readHealthConnect(json).samples
      #expect(try readHealthConnect(json.utf8, options: options).samples.sorted() == whole.sorted())
    }
  }

  static let full: [(json: String, batches: [[String]])] = [
    (large[0], [["deletion x", "deletion a"], ["record a", "record b", "record c"]]),
    (large[1], [["record a"], ["deletion x", "deletion a"], ["record b", "record c"]]),
    (large[2], [["record a", "record b", "record c"], ["deletion x", "deletion a"]]),
  ]

  @Test(arguments: full)
  func `deletions alone over the limit are in no batch with records`(
    json: String, batches: [[String]]
  ) throws {
    let page = json == Self.large[2] ? 20 : 0
    let options = Self.options(whole: json.utf8.count - 1, page: page)
    #expect(try Self.batches(json, options) == batches)
    let small = Self.options(whole: json.utf8.count - 1, piece: 1, page: page)
    #expect(try Self.batches(json, small).joined().elementsEqual(batches.joined()))
  }

  @Test func `a larger page that is damaged or cut off keeps its deletions`() throws {
    let json = #"{"deletionChanges":["x","y"],"upsertionChanges":[{"record":{"recordType":"a"}}]"#
    let options = Self.options(whole: json.utf8.count - 1, page: 40)
    let expected = [["record a"], ["deletion x", "deletion y"]]
    #expect(try Self.batches(json, options) == expected)
    #expect(try Self.batches(json + ",}\n\(Self.page("z"))", options).prefix(2) == expected[...])
  }

  @Test func `a run that was broken off in a larger page goes on`() throws {
    let json = Self.large[0] + "\n" + Self.large[0]
    var options = Self.options(whole: Self.large[0].utf8.count - 1, piece: 1, page: 70)
    let all = try Self.outputs(json, options)
    #expect(all.last?.index ?? 0 > 3)
    for point in Set(all.map(\.index)) {
      options.skipPieces = point
      #expect(try Self.outputs(json, options) == all.filter { $0.index >= point })
    }
  }
}
