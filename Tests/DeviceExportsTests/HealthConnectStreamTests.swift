import DeviceExports
import HealthRecords
import Testing

@Suite struct HealthConnectStreamTests {
  /// All fixtures, one behind the other, with some damage between them.
  static let stream: [UInt8] = {
    let fixtures = healthConnectRecords + healthConnectEnvelopes
    let parts = fixtures.map(\.json) + ["{\"x\":1}", "{\"a\":[1,2}", "[\(fixtures[0].json),,5]"]
    return Array((parts + parts.reversed()).joined(separator: "\n").utf8)
  }()

  private struct Output: Equatable {
    var index: Int
    var resumePoint: Int?
    var bytes: UInt64
    var samples: [String]
  }

  private static func outputs(lanes: Int, skip: Int = 0, pieceBytes: Int = 300) throws -> [Output] {
    var options = HealthConnectOptions()
    options.lanes = lanes
    options.pieceBytes = pieceBytes
    options.skipPieces = skip
    let reader = HealthConnectReader(member: "x", options: options)
    var outputs: [Output] = []
    _ = try reader.read(
      from: { MemorySource(stream, readSize: 100) }, transform: texts,
      consume: {
        outputs.append(
          Output(
            index: $0.index, resumePoint: $0.resumePoint, bytes: $0.bytes, samples: $0.output))
      })
    return outputs
  }

  @Sendable private static func texts(_ batch: NativeBatch) -> [String] {
    batch.samples.map { sample in
      let names = batch.attributes[sample.attributes.indices].map { attribute in
        (batch.symbols.string(of: attribute.name) ?? "-")
          + (batch.symbols.string(of: attribute.value) ?? "-")
      }
      let position = batch.position(of: sample)
      return "\(batch.shape) \(position.byte) \(position.line) \(names.joined(separator: " "))"
    }
  }

  @Test(arguments: [1, 2, 3, 64, 1000])
  func `the size of reads makes no difference`(readSize: Int) throws {
    let whole = try readHealthConnect(Self.stream)
    #expect(whole.samples.count > 90)
    #expect(try readHealthConnect(Self.stream, readSize: readSize) == whole)
  }

  @Test func `the number of lanes makes no difference`() throws {
    let one = try Self.outputs(lanes: 1)
    #expect(try Self.outputs(lanes: 2) == one)
    #expect(try Self.outputs(lanes: 5) == one)
    #expect(one.count > 20)
  }

  @Test func `the size of pieces makes no difference to samples`() throws {
    let small = try Self.outputs(lanes: 2, pieceBytes: 1).flatMap(\.samples)
    let large = try Self.outputs(lanes: 2, pieceBytes: 1 << 20).flatMap(\.samples)
    #expect(small.map(Self.withoutByte) == large.map(Self.withoutByte))
  }

  /// Of several records on a line the first one of a piece gives the byte.
  private static func withoutByte(_ text: String) -> [Substring] {
    var words = text.split(separator: " ")
    if words.count > 1 { words.remove(at: 1) }
    return words
  }

  @Test func `a run that was broken off goes on at each resume point`() throws {
    let all = try Self.outputs(lanes: 2)
    for point in Set(all.compactMap(\.resumePoint)) {
      let rest = try Self.outputs(lanes: 2, skip: point)
      #expect(rest == all.filter { $0.index >= point })
    }
    #expect(all.last?.resumePoint == (all.last.map { $0.index + 1 }))
    #expect(Set(all.compactMap(\.resumePoint)).count == (all.last.map { $0.index + 1 }))
  }

  @Test func `what consume throws ends the run`() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try HealthConnectReader(member: "x").read(
        from: { MemorySource(Self.stream) }, transform: { $0.samples.count },
        consume: { _ in throw Stop() })
    }
  }

  @Test func `one batch holds the records of one shape and envelope`() throws {
    let json = """
      {"exported_at":"1","data":{"steps":[{"count":1}],"weight":[{"kilograms":2}]}}
      {"exported_at":"1","data":{"steps":[{"count":3}]}}
      {"exported_at":"2","data":{"steps":[{"count":4}]}}
      {"recordType":"X"}
      {"recordType":"Y"}
      """
    var batches: [[String]] = []
    _ = try HealthConnectReader(member: "x").read(
      from: { MemorySource(Array(json.utf8)) }, transform: Self.texts,
      consume: { batches.append($0.output) })
    #expect(
      batches == [
        ["jonkeren 36 1 count1", "jonkeren 36 1 kilograms2", "jonkeren 114 2 count3"],
        ["jonkeren 165 3 count4"], ["rn 180 4 recordTypeX", "rn 199 5 recordTypeY"],
      ])
  }

  @Test func `memory does not grow with the number of records`() throws {
    let record = Array(
      #"{"recordType":"X","samples":[{"time":"a","n":1},{"time":"b","n":2}]}"#.utf8)
    let largest = Guarded(0)
    let summary = try HealthConnectReader(member: "x").read(
      from: { RepeatingSource(record + [0x0A], count: 40_000) },
      transform: { batch in
        largest.update { $0 = max($0, batch.attributes.count + batch.symbols.count) }
        return batch.samples.count
      }, consume: { _ in })
    #expect(summary.sampleCount == 40_000)
    #expect(summary.pieces == 3)
    #expect(largest.update { $0 } < 100_000)
  }

  @Test func `one large list is cut into pieces`() throws {
    let start = Array(#"{"pageToken":null,"records":["#.utf8)
    let record = Array(#"{"time":"x","rate":1,"metadata":{"dataOrigin":"y"}},"#.utf8)
    var bytes = start
    for _ in 0..<50_000 { bytes += record }
    bytes.removeLast()
    bytes += Array("]}".utf8)
    let all = bytes
    var counts: [Int] = []
    let summary = try HealthConnectReader(member: "x").read(
      from: { MemorySource(all) }, transform: { ($0.samples.count, $0.envelope.count) },
      consume: {
        counts.append($0.output.0)
        #expect($0.output.1 == 1)
      })
    #expect(counts.reduce(0, +) == 50_000)
    #expect(counts.count == 3)
    #expect(summary.complete)
    #expect(summary.bytes == UInt64(bytes.count))
    #expect(summary.samplesByType == ["": 50_000])
  }
}

/// The same bytes again and again.
private struct RepeatingSource: ByteSource {
  private let bytes: [UInt8]
  private var rest: Int
  private var position = 0

  init(_ bytes: [UInt8], count: Int) {
    self.bytes = bytes
    rest = count
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard rest > 0 else { return 0 }
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    if position == bytes.count {
      position = 0
      rest -= 1
    }
    return count
  }
}
