/// Bytes one after the other: of a slice, or of a stream whose beginning was looked at already.
struct ByteFlow {
  private enum Origin {
    case slice(ByteSlice)
    case stream(InputStream)
  }

  /// The input's path for error messages.
  let label: String

  /// Bytes delivered so far.
  private(set) var position: UInt64 = 0

  private let origin: Origin

  init(_ slice: ByteSlice) {
    origin = .slice(slice)
    label = slice.store.label
  }

  init(_ stream: InputStream) {
    origin = .stream(stream)
    label = stream.label
  }

  /// The slice that is read, as long as nothing was.
  var untouchedSlice: ByteSlice? {
    guard case .slice(let slice) = origin, position == 0 else { return nil }
    return slice
  }

  /// Reads the next bytes, at least one; returns 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ExportError) -> Int {
    let count =
      switch origin {
      case .slice(let slice): try slice.read(at: position, into: buffer)
      case .stream(let stream): try stream.read(at: position, into: buffer)
      }
    position += UInt64(count)
    return count
  }
}

/// Standard input or a FIFO: its first bytes are kept, the rest can be read once.
struct InputStream: Sendable {
  /// How many bytes are kept.
  static let headByteCount = 1 << 16

  /// Up to 64 KiB from the beginning; fewer only where the stream ends before.
  let head: [UInt8]

  /// The stream's name for error messages.
  let label: String

  private let file: FileDescriptor

  /// Reads the head, waiting until it is complete or the stream ends.
  init(_ file: FileDescriptor, label: String) throws(ExportError) {
    self.file = file
    self.label = label
    var failure: FileDescriptor.Failure?
    head = [UInt8](unsafeUninitializedCapacity: Self.headByteCount) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      do throws(FileDescriptor.Failure) {
        var count = -1
        while count != 0, filled < bytes.count {
          count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
          filled += count
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure.exportError(path: label) }
  }

  /// Reads the bytes at a position that only ever grows by what was read before.
  func read(
    at position: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> Int {
    if position < UInt64(head.count) {
      let rest = head[Int(position)...].prefix(buffer.count)
      buffer.copyBytes(from: rest)
      return rest.count
    }
    do {
      return try file.read(into: buffer)
    } catch {
      throw error.exportError(path: label)
    }
  }
}
