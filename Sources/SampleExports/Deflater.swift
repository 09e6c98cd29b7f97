import CSonarZlib

/// A raw deflate stream (no zlib or gzip frame) at a fixed level.
///
/// The stream state lives on the heap because zlib remembers its address: a copy of it inside a
/// Swift value would be refused as corrupt.
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = [UInt8](repeating: 0, count: 65_536)

  /// A stream at `level` (1 fastest to 9 smallest).
  init(level: Int32) throws(SampleError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative window bits: raw deflate, which is what a zip member holds.
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw SampleError(
        .compressionFailed,
        "The compressor did not start (zlib status \(status)). Free memory and try again.")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Starts a new member.
  func reset() throws(SampleError) {
    try check(deflateReset(stream))
  }

  /// Compresses `input` and hands over each piece of output; `last` ends the member.
  func deflate(
    _ input: [UInt8], last: Bool, into emit: ([UInt8]) throws(SampleError) -> Void
  ) throws(SampleError) {
    var consumed = 0
    var isDone = false
    while !isDone {
      let step = try advance(input, from: consumed, flush: last ? Z_FINISH : Z_NO_FLUSH)
      consumed += step.consumed
      if step.produced == output.count {
        try emit(output)
      } else if step.produced > 0 {
        try emit(Array(output[..<step.produced]))
      }
      isDone = last ? step.status == Z_STREAM_END : consumed == input.count
    }
  }

  private func advance(
    _ input: [UInt8], from offset: Int, flush: Int32
  ) throws(SampleError) -> (consumed: Int, produced: Int, status: Int32) {
    let available = min(input.count - offset, Int(Int32.max))
    let status = input.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        // zlib only reads the input; its interface lacks the const.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)?
          .advanced(by: offset)
        stream.pointee.avail_in = UInt32(available)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(target.count)
        return CSonarZlib.deflate(stream, flush)
      }
    }
    // No progress possible is no error: the input of this call was empty.
    if status != Z_BUF_ERROR && status != Z_STREAM_END { try check(status) }
    return (
      available - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out), status
    )
  }

  private func check(_ status: Int32) throws(SampleError) {
    guard status != Z_OK else { return }
    throw SampleError(
      .compressionFailed, "The compressor failed (zlib status \(status)). Try again.")
  }
}

/// The CRC-32 that zip uses, over bytes that arrive in pieces.
struct Checksum {
  private(set) var value: UInt32 = 0

  /// Adds bytes.
  mutating func add(_ bytes: [UInt8]) {
    let previous = uLong(value)
    value = bytes.withUnsafeBufferPointer { buffer in
      UInt32(truncatingIfNeeded: crc32_z(previous, buffer.baseAddress, buffer.count))
    }
  }
}
