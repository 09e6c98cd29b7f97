#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension UnsafeBufferPointer<UInt8> {
  /// Whether both hold the same bytes; faster than element by element.
  @inline(__always)
  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, count) == 0
  }

  /// The index of the first such byte at or behind a position; nil when there is none.
  @inline(__always)
  func index(of byte: UInt8, from position: Int) -> Int? {
    guard let start = baseAddress, position < count else { return nil }
    guard let found = memchr(start + position, Int32(byte), count - position) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}
