import HealthRecords

/// A place in JSON text, and what RFC 8259 says of the tokens there: what the reader of tables and the scanner of
/// documents share.
struct JSONCursor {
  /// The text.
  let bytes: [UInt8]
  /// The next byte.
  var index = 0

  /// The next byte; nil at the end.
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Passes over a byte if it is the next one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  /// Passes over white space.
  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  /// Passes over a word such as `true` if it stands here.
  mutating func word(_ text: StaticString) -> Bool {
    let end = index + text.utf8CodeUnitCount
    guard end <= bytes.count, text.withUTF8Buffer({ bytes[index..<end].elementsEqual($0) })
    else { return false }
    index = end
    return true
  }

  /// Passes over a number; false where it is malformed.
  mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    let first = peek
    let count = digits()
    guard count == 1 || count > 1 && first != UInt8(ascii: "0") else { return false }
    if take(UInt8(ascii: ".")), digits() == 0 { return false }
    guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return true }
    if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
    return digits() > 0
  }

  /// Passes over digits and counts them.
  private mutating func digits() -> Int {
    let first = index
    while let byte = peek, byte >= 0x30, byte <= 0x39 { index += 1 }
    return index - first
  }

  /// What a byte behind a backslash means; nil for `u` and for what is no escape.
  static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The number of the four hexadecimal digits behind `\u`; nil for any other text.
  static func unit(_ text: ArraySlice<UInt8>) -> UInt16? {
    guard text.count == 4 else { return nil }
    var number: UInt16 = 0
    for byte in text {
      guard let digit = hexadecimalValue(byte) else { return nil }
      number = number << 4 | UInt16(digit)
    }
    return number
  }
}
