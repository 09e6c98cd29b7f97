/// Writes canonical JSON.
///
/// Keys come in the order in which they are given, without spaces, with shortest round-trip numbers and only the
/// escapes that JSON requires. Equal values give equal bytes on every platform.
///
/// The writer does not check nesting: its callers are record encoders with fixed shapes.
public struct JSONWriter: Sendable {
  /// The JSON written so far, UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// Whether the next element of the open container needs a comma before it.
  private var needsComma = false

  /// Creates an empty writer.
  public init() {}

  /// Forgets the contents and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Opens an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes an object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes an array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key that needs no escapes, as a literal of the program; the next value belongs to it.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that is data.
  ///
  /// Disfavored so that a literal takes the overload above, which looks for no escapes and makes no String.
  @_disfavoredOverload
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that is data, from its UTF-8 bytes, which must be valid.
  public mutating func key(_ name: UnsafeBufferPointer<UInt8>) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string; invalid UTF-8 cannot occur in a String.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string($0) }
  }

  /// Writes a string from its UTF-8 bytes, which must be valid (readers repair them before).
  public mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
    separate()
    quote(text)
  }

  /// Writes an array of two strings; `first` is what `pairHead` made of the first one.
  public mutating func pair(
    head first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) {
    let length = first.count &+ second.count &+ 4
    guard length <= 512, Self.plainCount(second) == second.count else {
      separate()
      bytes.append(contentsOf: first)
      quote(second)
      return bytes.append(UInt8(ascii: "]"))
    }
    // Put together beside it and appended at once: each append of its own would be checked.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { pair in
      pair.initializeElement(at: 0, to: UInt8(ascii: ","))
      _ = pair[1...].initialize(fromContentsOf: first)
      let text = 1 &+ first.count
      pair.initializeElement(at: text, to: UInt8(ascii: "\""))
      _ = pair[(text &+ 1)...].initialize(fromContentsOf: second)
      pair.initializeElement(at: length &- 2, to: UInt8(ascii: "\""))
      pair.initializeElement(at: length &- 1, to: UInt8(ascii: "]"))
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: pair[(needsComma ? 0 : 1)...]))
    }
    needsComma = true
  }

  /// The beginning of an array of two strings, of which many have the same first one.
  public static func pairHead(_ first: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    writer.string(first)
    writer.bytes.append(UInt8(ascii: ","))
    return writer.bytes
  }

  private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    let plain = Self.plainCount(text)
    if plain == text.count {
      bytes.append(contentsOf: text)
    } else {
      bytes.append(contentsOf: text[..<plain])
      for byte in text[plain...] {
        if Self.needsEscape(byte) { escape(byte) } else { bytes.append(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The bytes in front of the first one that needs an escape: eight at a time, as nearly no text has any.
  private static func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    var index = 0
    while index &+ 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if holdsEscape(word) { break }
      index &+= 8
    }
    while index < raw.count, !needsEscape(raw[index]) { index &+= 1 }
    return index
  }

  /// Whether one of eight bytes needs an escape; may be wrong only by saying so of a byte behind one that does.
  @inline(__always)
  private static func holdsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let controls = (word &- ones &* 0x20) & ~word
    let found = controls | zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C)
    return found & 0x8080_8080_8080_8080 != 0
  }

  /// Writes an integer.
  @inlinable
  public mutating func integer(_ value: some SignedInteger & FixedWidthInteger) {
    integer(isNegative: value < 0, magnitude: UInt64(truncatingIfNeeded: value.magnitude))
  }

  /// Writes an integer without a sign.
  @inlinable
  public mutating func integer(_ value: some UnsignedInteger & FixedWidthInteger) {
    integer(isNegative: false, magnitude: UInt64(truncatingIfNeeded: value))
  }

  @usableFromInline
  mutating func integer(isNegative: Bool, magnitude: UInt64) {
    separate()
    append(isNegative: isNegative, magnitude: magnitude)
  }

  /// Writes the shortest decimal that reads back as the same number; integral values without a fraction.
  ///
  /// JSON has no infinities: a non-finite number is written as null.
  public mutating func number(_ value: Double) {
    separate()
    guard value.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    // From 2^54 on the standard library writes an exponent; below it, whole numbers with an idle ".0".
    if let integer = Int64(exactly: value), integer.magnitude < 1 << 54 {
      append(isNegative: integer < 0, magnitude: integer.magnitude)
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  /// Writes true or false.
  public mutating func boolean(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes null.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes JSON that is already canonical, as one value.
  public mutating func raw(_ json: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes JSON that is already canonical, as one value.
  public mutating func raw(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { raw($0) }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(hexadecimalDigits[Int(byte >> 4)])
      bytes.append(hexadecimalDigits[Int(byte & 15)])
    }
  }

  private mutating func append(isNegative: Bool, magnitude: UInt64) {
    if magnitude < 10, !isNegative {
      return bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude))
    }
    // A sign and twenty digits at most, put in at once: each byte of its own would be checked.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
      var (rest, start) = (magnitude, 21)
      repeat {
        start &-= 1
        digits.initializeElement(
          at: start, to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      } while rest > 0
      if isNegative {
        start &-= 1
        digits.initializeElement(at: start, to: UInt8(ascii: "-"))
      }
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }
}
