import CSonarZlib
import SonarTestSupport
import Testing

@testable import DeviceExports

/// The inflater against zlib, which every archiver agrees with.
@Suite struct InflaterTests {
  /// What became of a stream.
  private struct Outcome: Equatable {
    var bytes: [UInt8]
    var state: Inflater.State
    /// Bytes behind the end of the stream; only known when there is one.
    var left: Int?
  }

  private static let texts: [[UInt8]] = {
    var generator = SeededGenerator(11)
    let noise = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let record = Array(#"<Record type="HKQuantityTypeIdentifierStepCount" value="17"/>"#.utf8)
    return [
      [], [0x61], Array(repeating: 0x61, count: 70_000), noise,
      (0..<900).flatMap { record + Array("\($0 &* 7919)".utf8) },
      Array((0..<40).map { _ in noise + Array(repeating: 0x20, count: 300) }.joined()),
    ]
  }()

  @Test func inflatesWhateverWindowAndBuffer() throws {
    for text in Self.texts {
      for level in [0, 1, 6, 9] as [Int32] {
        let stream = try Self.deflated(text, level: level)
        for (window, buffer) in [(1, 1 << 20), (7, 33), (65_536, 1), (4096, 4096)] {
          let expected = Outcome(bytes: text, state: .ended, left: 5)
          #expect(
            try Self.inflated(stream + [1, 2, 3, 4, 5], window: window, buffer: buffer) == expected)
        }
      }
    }
  }

  @Test func aStreamCutAnywhereIsStarvedWithWhatCameBefore() throws {
    for text in [
      Self.texts[1], Array(Self.texts[4].prefix(3000)), Array(Self.texts[3].prefix(400)),
    ] {
      for level in [0, 6] as [Int32] {
        let stream = try Self.deflated(text, level: level)
        for length in 0..<stream.count {
          let found = try Self.inflated(Array(stream.prefix(length)), window: 64, buffer: 50)
          #expect(found.state == .starved)
          #expect(found.bytes == Array(text.prefix(found.bytes.count)))
        }
      }
    }
  }

  /// ISA-L accepts code tables with unused codes, which zlib refuses: there the checksum has to tell.
  @Test func damageIsFoundWhereZlibFindsIt() throws {
    var generator = SeededGenerator(23)
    var states: [Inflater.State: Int] = [:]
    for text in [Self.texts[4], Self.texts[5], Self.texts[3]].map({ Array($0.prefix(9000)) }) {
      for level in [0, 1, 6] as [Int32] {
        let stream = try Self.deflated(text, level: level)
        for _ in 0..<400 {
          var damaged = stream
          for _ in 0..<Int.random(in: 1...3, using: &generator) {
            damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
              UInt8.random(in: 0...255, using: &generator)
          }
          let found = try Self.inflated(damaged, window: 512, buffer: 777)
          let expected = try Self.inflatedByZlib(damaged)
          states[expected.state, default: 0] += 1
          if expected.state == .corrupt {
            #expect(found.state == .corrupt || ZipBuilder.crc(found.bytes) != ZipBuilder.crc(text))
          } else {
            #expect(found == expected)
          }
        }
      }
    }
    #expect(states.keys.count == 3)
  }

  private static func inflated(_ stream: [UInt8], window: Int, buffer: Int) throws -> Outcome {
    let inflater = Inflater(windowByteCount: window)
    var flow = ByteFlow(ByteSlice(ByteStore(memory: stream, label: "test")))
    var bytes: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer, alignment: 1)
    defer { room.deallocate() }
    while true {
      let (count, state) = try inflater.read(from: &flow, into: room)
      bytes += room.prefix(count)
      guard state != .running else { continue }
      let consumed = flow.position - inflater.pendingByteCount
      return Outcome(
        bytes: bytes, state: state, left: state == .ended ? stream.count - Int(consumed) : nil)
    }
  }

  private static func inflatedByZlib(_ stream: [UInt8]) throws -> Outcome {
    var state = z_stream()
    try #require(
      inflateInit2_(&state, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { inflateEnd(&state) }
    var input = stream
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let result = input.withUnsafeMutableBufferPointer { source in
      bytes.withUnsafeMutableBufferPointer { target in
        state.next_in = source.baseAddress
        state.avail_in = UInt32(source.count)
        state.next_out = target.baseAddress
        state.avail_out = UInt32(target.count)
        return inflate(&state, Z_FINISH)
      }
    }
    bytes.removeLast(Int(state.avail_out))
    switch result {
    case Z_STREAM_END: return Outcome(bytes: bytes, state: .ended, left: Int(state.avail_in))
    case Z_BUF_ERROR: return Outcome(bytes: bytes, state: .starved)
    default: return Outcome(bytes: bytes, state: .corrupt)
    }
  }

  private static func deflated(_ bytes: [UInt8], level: Int32) throws -> [UInt8] {
    var state = z_stream()
    try #require(
      deflateInit2_(
        &state, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { deflateEnd(&state) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&state, UInt(bytes.count))))
    let result = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        state.next_in = source.baseAddress
        state.avail_in = UInt32(source.count)
        state.next_out = target.baseAddress
        state.avail_out = UInt32(target.count)
        return deflate(&state, Z_FINISH)
      }
    }
    try #require(result == Z_STREAM_END)
    output.removeLast(Int(state.avail_out))
    return output
  }
}
