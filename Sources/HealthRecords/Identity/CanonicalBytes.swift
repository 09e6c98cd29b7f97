/// A reusable buffer in which the canonical bytes of an id or a content hash are laid out.
///
/// Layout rules, published in docs/identity.md: integers are eight bytes, little-endian, two's complement; text is its
/// length in bytes as four bytes, little-endian, then its UTF-8; a number is its four significant digits as two bytes
/// and the power of ten as two bytes. Nothing is aligned or terminated.
public struct CanonicalBytes: Sendable {
  private var bytes: [UInt8] = []

  /// Creates an empty buffer.
  public init() {
    bytes.reserveCapacity(256)
  }

  /// Forgets the contents and keeps the memory.
  @inline(__always)
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Forgets all but the first `count` bytes: what many ids begin with is laid out once.
  @inline(__always)
  public mutating func truncate(to count: Int) {
    bytes.removeSubrange(Swift.min(count, bytes.count)...)
  }

  /// The number of bytes laid out.
  public var count: Int { bytes.count }

  /// Appends one byte: a tag.
  @inline(__always)
  public mutating func append(tag: UInt8) {
    bytes.append(tag)
  }

  /// Appends a 64-bit integer.
  @inline(__always)
  public mutating func append(_ value: Int64) {
    append(UInt64(bitPattern: value))
  }

  /// Appends 64-bit integers, one behind the other.
  public mutating func append(contentsOf values: [Int64]) {
    #if _endian(little)
      values.withUnsafeBytes { bytes.append(contentsOf: $0) }
    #else
      for value in values { append(value) }
    #endif
  }

  /// Appends a 64-bit word.
  @inline(__always)
  public mutating func append(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends text by its UTF-8 bytes.
  @inline(__always)
  public mutating func append(text: UnsafeBufferPointer<UInt8>) {
    append(length: text.count)
    bytes.append(contentsOf: text)
  }

  /// Appends text by its UTF-8 bytes.
  @inline(__always)
  public mutating func append(text: [UInt8]) {
    text.withUnsafeBufferPointer { append(text: $0) }
  }

  /// Appends text by its bytes, those of capital letters A to Z as small ones.
  public mutating func append(lowercased text: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count &+ 4
    append(text: text)
    bytes.withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count where bytes[index] &- 0x41 < 26 { bytes[index] |= 0x20 }
    }
  }

  /// Appends a string by its UTF-8 bytes.
  public mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(text: $0) }
  }

  /// Appends a number at four significant digits.
  @inline(__always)
  public mutating func append(_ number: SignificantDigits) {
    let digits = UInt16(bitPattern: number.digits)
    let exponent = UInt16(bitPattern: number.exponent)
    withUnsafeBytes(of: (UInt32(exponent) << 16 | UInt32(digits)).littleEndian) {
      bytes.append(contentsOf: $0)
    }
  }

  /// Appends an id.
  public mutating func append(_ id: RecordID) {
    append(id.high)
    append(id.low)
  }

  @inline(__always)
  private mutating func append(length: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).littleEndian) {
      bytes.append(contentsOf: $0)
    }
  }

  /// The 128-bit hash of the contents.
  @inline(__always)
  public var hash: Hash128 { Hash128(bytes) }

  /// The contents, for tests and published vectors.
  public var contents: [UInt8] { bytes }
}
