import CSonarDeflate
import CSonarZlib

/// Raw deflate bytes in, inflated bytes out, through one window of input.
///
/// zlib checks that its state stays at one address, so the state lives on the heap.
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

  private let stream: UnsafeMutablePointer<z_stream>
  private let window: UnsafeMutableRawBufferPointer

  /// Creates an inflater with a window of that many bytes; nil when there is no memory.
  init?(windowByteCount: Int) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    window = .allocate(byteCount: windowByteCount, alignment: 16)
    // Negative window bits: no zlib header around the data.
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, -15, ZLIB_VERSION, size) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    window.deallocate()
  }

  /// Bytes taken from the flow and not consumed by the stream.
  var pendingByteCount: UInt64 { UInt64(stream.pointee.avail_in) }

  /// Fills the buffer of at most 1 GiB as far as the stream goes.
  func read(
    from flow: inout ByteFlow, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> (count: Int, state: State) {
    stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    var state = State.running
    while state == .running, stream.pointee.avail_out > 0 {
      let hasInput = try refill(from: &flow)
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_OK: break
      case Z_STREAM_END: state = .ended
      case Z_BUF_ERROR: state = hasInput ? .corrupt : .starved
      case Z_MEM_ERROR: throw Self.outOfMemory(flow.label)
      default: state = .corrupt
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

  /// The error for an inflater that could not be made.
  static func outOfMemory(_ label: String) -> ExportError {
    ExportError(.outOfMemory, "There is no memory to inflate; close other programs.", path: label)
  }
}

/// The checksum of a zip member, taken over as many buffers as it needs.
struct Checksum {
  /// The CRC-32 of all bytes so far.
  private(set) var value: UInt32 = 0

  /// Adds a buffer.
  mutating func add(_ buffer: UnsafeRawBufferPointer) {
    guard let start = buffer.baseAddress else { return }
    value = libdeflate_crc32(value, start, buffer.count)
  }
}
