/// A 128-bit hash whose bytes are the same on every platform.
///
/// The function is MurmurHash3 x64 128 (public domain, Austin Appleby) with seed 0. It is published, fast on short
/// keys and has test vectors; it is not a cryptographic hash, and nothing here relies on one: whoever can craft a
/// collision can only damage his own store. See docs/identity.md.
public struct Hash128: Sendable, Hashable {
  /// The first eight bytes of the published result, as a number.
  public let high: UInt64
  /// The last eight bytes of the published result, as a number.
  public let low: UInt64

  /// Hashes the bytes; O(n), no allocation.
  public init(_ bytes: UnsafeRawBufferPointer) {
    var h1: UInt64 = 0
    var h2: UInt64 = 0
    let blocks = bytes.count / 16
    for block in 0..<blocks {
      Self.mix(
        &h1, &h2, bytes.word(at: block &* 16, count: 8), bytes.word(at: block &* 16 &+ 8, count: 8))
    }
    let tail = blocks &* 16
    let rest = bytes.count &- tail
    if rest > 8 { h2 ^= Self.scramble2(bytes.word(at: tail &+ 8, count: rest &- 8)) }
    if rest > 0 { h1 ^= Self.scramble1(bytes.word(at: tail, count: min(rest, 8))) }
    h1 ^= UInt64(truncatingIfNeeded: bytes.count)
    h2 ^= UInt64(truncatingIfNeeded: bytes.count)
    h1 &+= h2
    h2 &+= h1
    h1 = Self.finalized(h1)
    h2 = Self.finalized(h2)
    h1 &+= h2
    h2 &+= h1
    high = h1
    low = h2
  }

  /// Hashes an array of bytes.
  public init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Hash128($0) }
  }

  @inline(__always)
  private static func scramble1(_ word: UInt64) -> UInt64 {
    (word &* 0x87c3_7b91_1142_53d5).rotated(by: 31) &* 0x4cf5_ad43_2745_937f
  }

  @inline(__always)
  private static func scramble2(_ word: UInt64) -> UInt64 {
    (word &* 0x4cf5_ad43_2745_937f).rotated(by: 33) &* 0x87c3_7b91_1142_53d5
  }

  @inline(__always)
  private static func mix(_ h1: inout UInt64, _ h2: inout UInt64, _ k1: UInt64, _ k2: UInt64) {
    h1 ^= scramble1(k1)
    h1 = h1.rotated(by: 27) &+ h2
    h1 = h1 &* 5 &+ 0x52dc_e729
    h2 ^= scramble2(k2)
    h2 = h2.rotated(by: 31) &+ h1
    h2 = h2 &* 5 &+ 0x3849_5ab5
  }

  /// The finalizer of MurmurHash3: every input bit reaches every output bit.
  @inlinable @inline(__always)
  public static func finalized(_ word: UInt64) -> UInt64 {
    var word = word
    word ^= word >> 33
    word = word &* 0xff51_afd7_ed55_8ccd
    word ^= word >> 33
    word = word &* 0xc4ce_b9fe_1a85_ec53
    word ^= word >> 33
    return word
  }
}

extension UInt64 {
  @inline(__always)
  fileprivate func rotated(by count: UInt64) -> UInt64 {
    (self << count) | (self >> (64 &- count))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a buffer of the same length holds the same bytes; eight at a time.
  func holdsSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset &+ 8 <= count {
      let left = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let right = other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard left == right else { return false }
      offset &+= 8
    }
    while offset < count {
      guard self[offset] == other[offset] else { return false }
      offset &+= 1
    }
    return true
  }

  /// Up to eight bytes as a little-endian number.
  @inline(__always)
  fileprivate func word(at offset: Int, count: Int) -> UInt64 {
    if count == 8 {
      return UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if count >= 4 {
      // Two halves that overlap where there are fewer than eight.
      let low = loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let high = loadUnaligned(fromByteOffset: offset &+ count &- 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: low))
        | UInt64(UInt32(littleEndian: high)) << UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    }
    var word: UInt64 = 0
    for index in 0..<count {
      word |= UInt64(self[offset &+ index]) << UInt64(truncatingIfNeeded: index &* 8)
    }
    return word
  }
}
