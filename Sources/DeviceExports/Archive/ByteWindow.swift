#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Many small reads of neighbouring bytes through one window, as headers need them.
struct ByteWindow {
  let slice: ByteSlice

  private static let byteCount = 1 << 16

  private var bytes: [UInt8] = []
  private var offset: UInt64 = 0

  init(_ slice: ByteSlice) {
    self.slice = slice
  }

  /// Exactly `count` bytes from an offset, or nil where the slice ends before.
  mutating func bytes(at position: UInt64, count: Int) throws(ExportError) -> [UInt8]? {
    guard try hold(position, count) else { return nil }
    let lower = Int(position - offset)
    return Array(bytes[lower..<(lower + count)])
  }

  /// The first of some signatures of four bytes at or behind an offset.
  ///
  /// Successive searches that move forward read the slice once in all.
  mutating func find(
    _ signatures: [[UInt8]], from position: UInt64
  ) throws(ExportError) -> (offset: UInt64, signature: [UInt8])? {
    var start = position
    while try hold(start, 4) {
      if let hit = bytes.firstSignature(of: signatures, from: Int(start - offset)) {
        return (offset + UInt64(hit), Array(bytes[hit..<(hit + 4)]))
      }
      // The last three bytes may begin a signature that the next window completes.
      start = offset + UInt64(bytes.count - 3)
    }
    return nil
  }

  /// Makes the window hold some bytes; returns false where the slice ends before them.
  private mutating func hold(_ position: UInt64, _ count: Int) throws(ExportError) -> Bool {
    if holds(position, count) { return true }
    guard position < slice.byteCount, slice.byteCount - position >= UInt64(count) else {
      return false
    }
    bytes = try slice.bytes(at: position, count: max(count, Self.byteCount))
    offset = position
    return holds(position, count)
  }

  private func holds(_ position: UInt64, _ count: Int) -> Bool {
    guard position >= offset, position - offset <= UInt64(bytes.count) else { return false }
    return bytes.count - Int(position - offset) >= count
  }
}

extension [UInt8] {
  fileprivate func firstSignature(of signatures: [[UInt8]], from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      var offset = start
      while let base = bytes.baseAddress, offset + 4 <= bytes.count,
        let hit = memchr(base + offset, 0x50, bytes.count - offset - 3)
      {
        offset = base.distance(to: UnsafeRawPointer(hit))
        let found = bytes[offset..<(offset + 4)]
        if signatures.contains(where: { found.elementsEqual($0) }) { return offset }
        offset += 1
      }
      return nil
    }
  }
}
