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

  /// The bytes from one index up to another.
  @inline(__always)
  func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[start..<end])
  }

  /// The end of a name that begins at a position; nil where none does, or one longer than any real name.
  ///
  /// libxml2 has a limit for names too, far above this one.
  @inline(__always)
  func endOfPlainName(from start: Int) -> Int? {
    var end = start
    while end < count, self[end].isPlainNameByte { end &+= 1 }
    guard end > start, self[start] > UInt8(ascii: "9"), end &- start <= 1000 else { return nil }
    return end
  }

  /// The first byte at or behind a position that no plain run of XML holds: `"`, `&`, `<`, a control byte, or one beyond
  /// ASCII; the count when there is none.
  @inline(__always)
  func endOfPlain(from start: Int) -> Int {
    guard let base = baseAddress else { return 0 }
    var index = start
    while index &+ 8 <= count {
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      let marks = ByteWord(word).marksOfSpecials
      if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < count, !base[index].endsPlainRun { index &+= 1 }
    return index
  }
}

extension UInt8 {
  /// Whether the byte is `"`, `&`, `<`, a control byte, or beyond ASCII.
  @inline(__always)
  fileprivate var endsPlainRun: Bool {
    self < 0x20 || self > 0x7F || self == 0x22 || self == 0x26 || self == 0x3C
  }

  /// Letters, digits, `_`, `-`, `.`: all that the names in Apple's files are made of.
  @inline(__always)
  var isPlainNameByte: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || self == 0x5F || self == 0x2D || self == 0x2E
  }

  /// Space, tab, newline, carriage return.
  @inline(__always)
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

/// Eight bytes, the first of them the lowest.
private struct ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  private let word: UInt64

  @inline(__always)
  init(_ unaligned: UInt64) {
    word = UInt64(littleEndian: unaligned)
  }

  /// A word whose lowest set bit is the high bit of the first byte that ends a plain run; 0 for none.
  ///
  /// Subtraction marks bytes below a bound; a borrow can mark bytes behind the first one wrongly, never before it.
  @inline(__always)
  var marksOfSpecials: UInt64 {
    let controls = word &- Self.ones &* 0x20
    let quotes = (word ^ Self.ones &* 0x22) &- Self.ones
    let ampersands = (word ^ Self.ones &* 0x26) &- Self.ones
    let brackets = (word ^ Self.ones &* 0x3C) &- Self.ones
    return (controls | quotes | ampersands | brackets | word) & Self.highs
  }
}
