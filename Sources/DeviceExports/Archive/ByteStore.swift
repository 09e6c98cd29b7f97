/// Random-access bytes: an open regular file, or memory.
///
/// Files are read with `pread` rather than mapped: a mapping of a file that shrinks, or of a disk
/// that fails, kills the process with `SIGBUS`, while `pread` reports both; and read pages of a
/// mapping count as our memory. A window of 256 KiB costs nothing measurable beside inflating.
final class ByteStore: Sendable {
  /// The input's path for error messages.
  let label: String

  /// The size when the store was opened; bytes appended later are not seen.
  let byteCount: UInt64

  private let file: FileDescriptor?
  private let memory: [UInt8]

  /// Takes a regular file of a known size.
  init(file: FileDescriptor, byteCount: UInt64, label: String) {
    self.file = file
    self.byteCount = byteCount
    self.label = label
    memory = []
  }

  /// Takes bytes in memory.
  init(memory: [UInt8], label: String) {
    file = nil
    self.memory = memory
    byteCount = UInt64(memory.count)
    self.label = label
  }

  /// Fills the buffer from an offset as far as the store goes; returns the bytes read.
  func read(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> Int {
    guard offset < byteCount else { return 0 }
    let count = Int(min(UInt64(buffer.count), byteCount - offset))
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    guard let file else {
      memory.withUnsafeBytes { bytes in
        part.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[Int(offset)...].prefix(count)))
      }
      return count
    }
    do {
      return try file.read(at: offset, into: part)
    } catch {
      throw error.exportError(path: label)
    }
  }
}

/// A range of a store: the whole of it, or an archive stored uncompressed in another one.
struct ByteSlice: Sendable {
  let store: ByteStore
  let start: UInt64
  let byteCount: UInt64

  /// The whole store.
  init(_ store: ByteStore) {
    self.store = store
    start = 0
    byteCount = store.byteCount
  }

  /// The part of a slice between two offsets, cut to what the slice has.
  init(_ slice: ByteSlice, from lower: UInt64, to upper: UInt64) {
    let end = min(upper, slice.byteCount)
    let begin = min(lower, end)
    store = slice.store
    start = slice.start + begin
    byteCount = end - begin
  }

  /// Fills the buffer from an offset as far as the slice goes; returns the bytes read.
  func read(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> Int {
    guard offset < byteCount else { return 0 }
    let count = Int(min(UInt64(buffer.count), byteCount - offset))
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    return try store.read(at: start + offset, into: part)
  }

  /// Up to `count` bytes from an offset; fewer only where the slice ends.
  func bytes(at offset: UInt64, count: Int) throws(ExportError) -> [UInt8] {
    guard count > 0, offset < byteCount else { return [] }
    let wanted = Int(min(UInt64(count), byteCount - offset))
    var failure: ExportError?
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      do throws(ExportError) {
        filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
