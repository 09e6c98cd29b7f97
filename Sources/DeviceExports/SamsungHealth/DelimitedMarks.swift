#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The bytes that structure rows.
enum DelimitedMark {
  static let comma = UInt8(ascii: ",")
  static let quote = UInt8(ascii: "\"")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// Whether a byte ends an unquoted field.
  @inline(__always)
  static func endsField(_ byte: UInt8) -> Bool {
    byte == comma || byte == newline || byte == carriageReturn
  }

  /// The first place of a byte at or behind `start`; `Int.max` where there is none before `end`.
  static func place(
    of byte: UInt8, from start: Int, in bytes: UnsafePointer<UInt8>, before end: Int
  ) -> Int {
    guard start < end, let hit = memchr(bytes + start, Int32(byte), end - start) else {
      return .max
    }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(bytes)
  }
}

/// The next place of one byte in a buffer, asked for from places that never go back: every stretch is searched once.
struct NextMark {
  private let mark: UInt8
  /// Where the mark was found, or up to where there is none.
  private var index = 0
  private var isFound = false

  init(_ mark: UInt8) {
    self.mark = mark
  }

  /// The first place at or behind `position`; `Int.max` where there is none before `end`.
  @inline(__always)
  mutating func place(
    from position: Int, in bytes: UnsafePointer<UInt8>, before end: Int
  ) -> Int {
    if isFound, index >= position { return index }
    return search(from: isFound ? position : max(position, index), in: bytes, before: end)
  }

  private mutating func search(
    from start: Int, in bytes: UnsafePointer<UInt8>, before end: Int
  ) -> Int {
    let hit = DelimitedMark.place(of: mark, from: start, in: bytes, before: end)
    isFound = hit != .max
    index = isFound ? hit : max(start, end)
    return hit
  }

  /// Tells that the buffer's first bytes were dropped.
  mutating func shift(by count: Int) {
    index &-= count
  }
}

/// Eight bytes, the first of them the lowest, in which one byte is looked for.
struct DelimitedWord {
  /// How many bytes behind the end of a text may be read with its last ones.
  static let padding = 8

  private static let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

  private let word: UInt64

  /// Loads the eight bytes at a place.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    word = UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// A word with the high bit of exactly those bytes set that are commas.
  @inline(__always)
  var commas: UInt64 {
    let rest = word ^ 0x2C2C_2C2C_2C2C_2C2C
    return ~(((rest & Self.lows) &+ Self.lows) | rest | Self.lows)
  }
}
