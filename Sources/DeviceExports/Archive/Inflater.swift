import CSonarISAL

/// Raw deflate bytes in, inflated bytes out, through one window of input.
///
/// The state of ISA-L is 87 kB with tables that it fills itself, so it lives on the heap and is never copied.
final class Inflater {
  /// How an inflation stands after a read.
  enum State: Hashable, Sendable {
    /// More bytes may follow.
    case running
    /// The stream's own end mark was met.
    case ended
    /// The input ended before the end mark.
    case starved
    /// The input is no deflate stream from here on.
    case corrupt
  }

  private let stream = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
  private let window: UnsafeMutableRawBufferPointer

  /// Creates an inflater with a window of that many bytes.
  init(windowByteCount: Int) {
    window = .allocate(byteCount: windowByteCount, alignment: 16)
    isal_inflate_init(stream)
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
    // No header or checksum around the data.
    stream.pointee.crc_flag = UInt32(ISAL_DEFLATE)
  }

  deinit {
    stream.deallocate()
    window.deallocate()
  }

  /// Bytes taken from the flow and not consumed by the stream; ISA-L reads up to 8 ahead of what it decodes.
  var pendingByteCount: UInt64 {
    UInt64(stream.pointee.avail_in) + UInt64(max(0, stream.pointee.read_in_length) / 8)
  }

  /// Fills the buffer of at most 1 GiB as far as the stream goes.
  func read(
    from flow: inout ByteFlow, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> (count: Int, state: State) {
    stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    var state = State.running
    while state == .running, stream.pointee.avail_out > 0 {
      let hasInput = try refill(from: &flow)
      // 0 or 1: it went as far as the input and the room allow.
      if isal_inflate(stream) < 0 {
        state = .corrupt
      } else if stream.pointee.block_state == ISAL_BLOCK_FINISH {
        state = .ended
      } else if !hasInput, stream.pointee.avail_out > 0 {
        state = .starved
      }
    }
    return (buffer.count - Int(stream.pointee.avail_out), state)
  }

  private func refill(from flow: inout ByteFlow) throws(ExportError) -> Bool {
    guard stream.pointee.avail_in == 0 else { return true }
    let count = try flow.read(into: window)
    stream.pointee.next_in = window.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_in = UInt32(clamping: count)
    return count > 0
  }
}

/// The checksum of a zip member, taken over as many buffers as it needs.
struct Checksum {
  /// The CRC-32 of all bytes so far.
  private(set) var value: UInt32 = 0

  /// Adds a buffer.
  mutating func add(_ buffer: UnsafeRawBufferPointer) {
    let bytes = buffer.bindMemory(to: UInt8.self)
    value = crc32_gzip_refl(value, bytes.baseAddress, UInt64(bytes.count))
  }
}
