#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Checks that a piece is written as Apple writes, and feeds it to the parser with source names and devices as numbers.
///
/// The grammar is strict: tags and white space only, every tag in one line, double quotes, one space before an
/// attribute. So the scanner knows as surely as the parser where a value begins and ends, and what it replaces is
/// always one whole value. Whatever else a piece holds makes it give up; the careful lane then takes the piece.
/// Values that are not replaced, the nesting of names and repeated attributes are left to libxml2 to check.
struct FastScanner {
  /// Whether the end tag of the export was met.
  private(set) var isClosed = false

  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let newlines: Int
  private let rewrites: RewriteTable
  private let limits: ReaderLimits
  private let chunk: FeedBuffer
  private var position = 0
  /// Everything before was handed to the parser.
  private var fed = 0
  private var depth = 0
  private var lines = 0

  /// Creates a scanner of a piece with so many newlines; nil when it is empty.
  init?(
    _ bytes: UnsafeBufferPointer<UInt8>, newlines: Int, rewrites: RewriteTable,
    limits: ReaderLimits, chunk: FeedBuffer
  ) {
    guard let base = bytes.baseAddress else { return nil }
    self.base = base
    self.count = bytes.count
    self.newlines = newlines
    self.rewrites = rewrites
    self.limits = limits
    self.chunk = chunk
  }

  /// Feeds the whole piece; false when anything is unusual.
  mutating func run() -> Bool {
    while position < count {
      switch base[position] {
      case UInt8(ascii: "<"): guard markup() else { return false }
      case UInt8(ascii: "\n"):
        lines &+= 1
        position &+= 1
      case 0x20, 0x09, 0x0D: position &+= 1
      default: return false
      }
    }
    // A newline that was not met between tags stands in one: the parser's line would be another.
    guard depth == 0, lines == newlines else { return false }
    chunk.append(base + fed, count: count &- fed)
    return chunk.flush()
  }

  private mutating func markup() -> Bool {
    guard !isClosed, position &+ 1 < count else { return false }
    if base[position &+ 1] == UInt8(ascii: "/") { return endTag() }
    position &+= 1
    guard skipName() else { return false }
    var attributes = 0
    while position < count {
      switch base[position] {
      case 0x20:
        position &+= 1
        guard position < count else { return false }
        if !Self.isNameByte(base[position]) { continue }
        attributes &+= 1
        guard attributes <= limits.attributesPerElement, attribute() else { return false }
      case UInt8(ascii: "/"):
        guard position &+ 1 < count, base[position &+ 1] == UInt8(ascii: ">") else { return false }
        position &+= 2
        return depth < limits.depth
      case UInt8(ascii: ">"):
        position &+= 1
        depth &+= 1
        return depth <= limits.depth
      default: return false
      }
    }
    return false
  }

  private mutating func endTag() -> Bool {
    position &+= 2
    let start = position
    guard skipName(), position < count, base[position] == UInt8(ascii: ">") else { return false }
    let name = UnsafeBufferPointer(start: base + start, count: position &- start)
    position &+= 1
    if depth > 0 {
      depth &-= 1
      return true
    }
    isClosed = ElementName.healthData.text.equals(name)
    return isClosed
  }

  @inline(__always)
  private mutating func attribute() -> Bool {
    let start = position
    guard skipName(), position &+ 1 < count,
      base[position] == UInt8(ascii: "="), base[position &+ 1] == UInt8(ascii: "\"")
    else { return false }
    let nameLength = position &- start
    let valueStart = position &+ 2
    guard let quote = memchr(base + valueStart, 0x22, count &- valueStart) else { return false }
    let length = UnsafeRawPointer(quote) - UnsafeRawPointer(base + valueStart)
    guard length <= limits.attributeBytes else { return false }
    position = valueStart &+ length &+ 1
    let value = UnsafeBufferPointer(start: base + valueStart, count: length)
    return rewrite(value, at: valueStart, name: base + start, nameLength: nameLength)
  }

  /// Replaces the value if it is one of the two; an empty one stays, it is as short as can be.
  @inline(__always)
  private mutating func rewrite(
    _ value: UnsafeBufferPointer<UInt8>, at start: Int, name: UnsafePointer<UInt8>, nameLength: Int
  ) -> Bool {
    let number: Int?
    if nameLength == 10, Self.isSourceName(name) {
      guard !value.isEmpty else { return true }
      number = rewrites.number(ofSource: value)
    } else if nameLength == 6, Self.isDevice(name) {
      guard !value.isEmpty else { return true }
      number = rewrites.number(ofDevice: value)
    } else {
      return true
    }
    guard let number else { return false }
    chunk.append(base + fed, count: start &- fed)
    chunk.append(number)
    fed = start &+ value.count
    return !chunk.isRefused
  }

  @inline(__always)
  private mutating func skipName() -> Bool {
    let start = position
    while position < count, Self.isNameByte(base[position]) { position &+= 1 }
    return position > start && base[start] > UInt8(ascii: "9")
  }

  /// Letters, digits, `_`, `-`, `.`: all that Apple's names are made of.
  @inline(__always)
  private static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x2D || byte == 0x2E
  }

  @inline(__always)
  private static func isSourceName(_ name: UnsafePointer<UInt8>) -> Bool {
    let word: (UInt64, UInt16) = (0x614E_6563_7275_6F73, 0x656D)
    let raw = UnsafeRawPointer(name)
    return UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)) == word.0
      && UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self)) == word.1
  }

  @inline(__always)
  private static func isDevice(_ name: UnsafePointer<UInt8>) -> Bool {
    let word: (UInt32, UInt16) = (0x6976_6564, 0x6563)
    let raw = UnsafeRawPointer(name)
    return UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)) == word.0
      && UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt16.self)) == word.1
  }
}

/// Gathers what the parser is to see and hands it over in chunks that stay in the processor's cache.
final class FeedBuffer {
  private static let capacity = 64 << 10

  /// Whether the parser has met trouble.
  private(set) var isRefused = false

  private let context: XMLContext
  private let storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: capacity, alignment: 16)
  private var used = 0

  /// Creates an empty buffer in front of a parser.
  init(_ context: XMLContext) {
    self.context = context
  }

  deinit {
    storage.deallocate()
  }

  /// Forgets what was gathered, for another document.
  func reset() {
    used = 0
    isRefused = false
  }

  /// Adds bytes; may feed the parser.
  @inline(__always)
  func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
    if count > Self.capacity &- used { return appendLong(bytes, count: count) }
    if count > 0, let target = storage.baseAddress {
      (target + used).copyMemory(from: bytes, byteCount: count)
      used &+= count
    }
  }

  /// Adds a number in decimal.
  @inline(__always)
  func append(_ number: Int) {
    if Self.capacity &- used < 20 { _ = flush() }
    var divisor = 1
    while number / divisor >= 10 { divisor &*= 10 }
    var rest = number
    while divisor > 0 {
      storage[used] = UInt8(truncatingIfNeeded: rest / divisor) &+ 0x30
      used &+= 1
      rest %= divisor
      divisor /= 10
    }
  }

  /// Feeds what was gathered; false when the parser has met trouble.
  func flush() -> Bool {
    context.feed(UnsafeRawBufferPointer(rebasing: storage[..<used]))
    used = 0
    isRefused = context.troubles > 0
    return !isRefused
  }

  private func appendLong(_ bytes: UnsafePointer<UInt8>, count: Int) {
    guard flush() else { return }
    if count < Self.capacity {
      append(bytes, count: count)
    } else {
      context.feed(UnsafeRawBufferPointer(start: bytes, count: count))
      isRefused = context.troubles > 0
    }
  }
}
