internal import CSonarZlib

/// Data Viewer and old exports wrap some files in gzip (RFC 1952) without saying so in their names.
enum Gzip {
  /// Why a file gives no whole bytes.
  enum Fault: Error, Hashable {
    /// The bytes end early or are broken.
    case damaged
    /// There are more bytes than the limit.
    case tooLong
    /// The system gave no memory.
    case outOfMemory
  }

  /// Whether bytes begin as gzip does.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The bytes of the first member of a gzip file, of at most `limit` bytes.
  static func inflated(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
    var stream = z_stream()
    // 16 more than the window's bits ask for gzip's header and checksum.
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { throw .outOfMemory }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var window = [UInt8](repeating: 0, count: 1 << 16)
    let status = input.withUnsafeMutableBufferPointer { input in
      window.withUnsafeMutableBufferPointer { window in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        return inflateAll(&stream, window, into: &output, limit: limit)
      }
    }
    guard output.count <= limit else { throw .tooLong }
    guard status == Z_STREAM_END else { throw status == Z_MEM_ERROR ? .outOfMemory : .damaged }
    return output
  }

  /// Inflates until the end, a fault, or more bytes than the limit.
  private static func inflateAll(
    _ stream: inout z_stream, _ window: UnsafeMutableBufferPointer<UInt8>,
    into output: inout [UInt8], limit: Int
  ) -> Int32 {
    var status = Z_OK
    while status == Z_OK, output.count <= limit {
      stream.next_out = window.baseAddress
      stream.avail_out = UInt32(clamping: window.count)
      status = inflate(&stream, Z_NO_FLUSH)
      output.append(contentsOf: window.prefix(window.count - Int(stream.avail_out)))
    }
    return status
  }
}
