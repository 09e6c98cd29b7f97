/// Text under construction as UTF-8 bytes, reused from record to record.
///
/// Every writer appends bytes directly: no String is made and nothing is allocated once the buffer
/// has reached its working size. All numbers are integers, so the bytes cannot depend on a
/// platform's floating-point printing.
struct ByteText {
  private(set) var bytes: [UInt8] = []

  /// The number of bytes held.
  var count: Int { bytes.count }

  /// The last byte held.
  var last: UInt8? { bytes.last }

  /// Empty text with room for `capacity` bytes.
  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Forgets the text and keeps the memory.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends a literal as it is, without escaping.
  mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes prepared earlier.
  mutating func append(_ prepared: [UInt8]) {
    bytes.append(contentsOf: prepared)
  }

  /// Appends bytes of another buffer, which is not kept.
  mutating func append(_ prepared: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: prepared)
  }

  /// Appends a string as it is, without escaping.
  mutating func append(verbatim text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends a string with the four characters escaped that Apple's writer escapes.
  mutating func append(escaping text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      default: bytes.append(byte)
      }
    }
  }

  /// Replaces the last `count` bytes.
  mutating func replaceLast(_ count: Int, with literal: StaticString) {
    bytes.removeLast(count)
    append(literal)
  }

  /// Removes the last `count` bytes.
  mutating func removeLast(_ count: Int) {
    bytes.removeLast(count)
  }

  /// Appends one byte.
  mutating func append(byte: UInt8) {
    bytes.append(byte)
  }
}

// MARK: - Numbers

extension ByteText {
  /// Appends a whole number in decimal.
  mutating func append(integer: Int64) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digits: integer.magnitude, width: 1)
  }

  /// Appends a number in decimal, padded on the left with zeros up to `width` digits (at most 20).
  mutating func append(digits number: UInt64, width: Int) {
    let length = max(width, Self.digitCount(number))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: length))
    var rest = number
    var position = bytes.count - 1
    while rest > 0 {
      bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      position -= 1
    }
  }

  /// Appends a number in hexadecimal, padded with zeros up to `width` digits (at most 16).
  mutating func append(hexadecimal number: UInt64, width: Int, uppercase: Bool = false) {
    let significant = (64 - number.leadingZeroBitCount + 3) / 4
    let letters = uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    for place in stride(from: max(significant, width, 1) - 1, through: 0, by: -1) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(place * 4)) & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : letters + digit - 10)
    }
  }

  /// Appends the 128 bits as an upper-case UUID.
  mutating func append(uuid high: UInt64, _ low: UInt64) {
    append(hexadecimal: high >> 32, width: 8, uppercase: true)
    append(byte: UInt8(ascii: "-"))
    append(hexadecimal: (high >> 16) & 0xFFFF, width: 4, uppercase: true)
    append(byte: UInt8(ascii: "-"))
    append(hexadecimal: high & 0xFFFF, width: 4, uppercase: true)
    append(byte: UInt8(ascii: "-"))
    append(hexadecimal: low >> 48, width: 4, uppercase: true)
    append(byte: UInt8(ascii: "-"))
    append(hexadecimal: low & 0xFFFF_FFFF_FFFF, width: 12, uppercase: true)
  }

  /// Appends the 128 bits as a lower-case UUID; samples have several in every row, so all digits are
  /// put into place at once.
  mutating func append(lowercaseUUID high: UInt64, _ low: UInt64) {
    let start = bytes.count
    bytes.append(contentsOf: Self.uuidForm)
    bytes.withUnsafeMutableBufferPointer { buffer in
      var position = start
      for half in [high, low] {
        for shift in stride(from: 60, through: 0, by: -4) {
          if buffer[position] == UInt8(ascii: "-") { position += 1 }
          let digit = UInt8(truncatingIfNeeded: half >> UInt64(shift)) & 15
          buffer[position] =
            digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
          position += 1
        }
      }
    }
  }

  private static let uuidForm = Array("00000000-0000-0000-0000-000000000000".utf8)

  /// Appends `value` ÷ 10^`decimals` with exactly that many decimals (0 to 18).
  mutating func append(fixed value: Int64, decimals: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let scale = Self.powersOfTen[decimals]
    append(digits: value.magnitude / scale, width: 1)
    bytes.append(UInt8(ascii: "."))
    append(digits: value.magnitude % scale, width: decimals)
  }

  /// Appends `value` ÷ 10^`decimals` without trailing zeros.
  mutating func append(trimmed value: Int64, decimals: Int) {
    append(fixed: value, decimals: decimals)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
  }

  /// Appends a value counted in billionths the way C prints `%g`: six significant digits,
  /// no trailing zeros, an exponent below 0.0001 and from a million on.
  mutating func append(billionths: Int64) {
    guard billionths != 0 else { return append(byte: UInt8(ascii: "0")) }
    if billionths < 0 { append(byte: UInt8(ascii: "-")) }
    var mantissa = billionths.magnitude
    var exponent = -9
    let excess = Self.digitCount(mantissa) - 6
    if excess > 0 {
      let unit = Self.powersOfTen[excess]
      mantissa = (mantissa + unit / 2) / unit
      exponent += excess
    }
    while mantissa % 10 == 0 {
      mantissa /= 10
      exponent += 1
    }
    let magnitude = Self.digitCount(mantissa) - 1 + exponent
    if magnitude < -4 || magnitude >= 6 {
      append(scientific: mantissa, magnitude: magnitude)
    } else if exponent >= 0 {
      append(digits: mantissa * Self.powersOfTen[exponent], width: 1)
    } else {
      let scale = Self.powersOfTen[-exponent]
      append(digits: mantissa / scale, width: 1)
      append(byte: UInt8(ascii: "."))
      append(digits: mantissa % scale, width: -exponent)
    }
  }

  private mutating func append(scientific mantissa: UInt64, magnitude: Int) {
    let decimals = Self.digitCount(mantissa) - 1
    append(digits: mantissa / Self.powersOfTen[decimals], width: 1)
    if decimals > 0 {
      append(byte: UInt8(ascii: "."))
      append(digits: mantissa % Self.powersOfTen[decimals], width: decimals)
    }
    append(byte: UInt8(ascii: "e"))
    append(byte: magnitude < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(digits: UInt64(magnitude.magnitude), width: 2)
  }

  /// Appends `numerator` ÷ `denominator` with up to `decimals` decimals, cut and not rounded,
  /// by long division: workout durations carry more digits than 64 bits hold.
  mutating func append(quotient numerator: UInt64, by denominator: UInt64, decimals: Int) {
    append(digits: numerator / denominator, width: 1)
    var rest = numerator % denominator
    guard rest > 0 else { return }
    append(byte: UInt8(ascii: "."))
    for _ in 0..<decimals where rest > 0 {
      rest *= 10
      append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / denominator))
      rest %= denominator
    }
  }

  /// 10^0 … 10^18.
  private static let powersOfTen: [UInt64] = (0..<19).map { power in
    (0..<power).reduce(1) { product, _ in product * 10 }
  }

  private static func digitCount(_ number: UInt64) -> Int {
    var count = 1
    var limit: UInt64 = 10
    while number >= limit {
      count += 1
      guard count < 20 else { break }
      limit *= 10
    }
    return count
  }
}
