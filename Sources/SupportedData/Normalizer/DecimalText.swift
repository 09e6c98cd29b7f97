import HealthRecords

/// A decimal number as written: its digits, its power of ten, and whether the text can be rebuilt from the number.
package struct DecimalText: Sendable, Hashable {
  /// The number, correctly rounded.
  package let value: Double
  /// The digits without the point, with their sign; nil where they do not fit 18 digits.
  package let digits: Int64?
  /// The power of ten that scales `digits`.
  package let exponent: Int
  /// Whether `JSONWriter.number(value)` writes exactly the text that was read.
  package let isShortest: Bool

  /// Reads `-12.5`, `5.91532e-05`, `+3`, `.5`; nil for anything else.
  ///
  /// Infinities, NaN, hexadecimal digits, digit grouping and surrounding space are refused: a number that is not
  /// plainly written is not guessed at. O(n), no allocation but for more than 18 digits.
  package init?(_ text: UnsafeBufferPointer<UInt8>) {
    var scan = DecimalScan(text)
    guard scan.run() else { return nil }
    digits = scan.significant <= 18 ? (scan.isNegative ? -scan.mantissa : scan.mantissa) : nil
    exponent = scan.exponent
    // A number too large or too small for a Double is none, rather than infinity or zero.
    guard let value = scan.value(of: text), value.isFinite, value != 0 || scan.significant == 0
    else { return nil }
    self.value = value
    isShortest = scan.isPlain && scan.significant <= 15 && Self.isWrittenPlainly(value)
  }

  /// Reads an array of bytes.
  package init?(_ text: [UInt8]) {
    guard let number = text.withUnsafeBufferPointer({ DecimalText($0) }) else { return nil }
    self = number
  }

  /// The number that is `digits` times ten to a power, correctly rounded.
  static func value(digits: Int64, power: Int) -> Double? {
    Double("\(digits)e\(power)")
  }

  /// Whether the shortest form of the number has no exponent.
  private static func isWrittenPlainly(_ value: Double) -> Bool {
    value == 0 ? value.sign == .plus : value.magnitude >= 1e-4 && value.magnitude < 1e15
  }
}

/// One pass over the text of a number.
private struct DecimalScan {
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0
  var isNegative = false
  var mantissa: Int64 = 0
  /// Digits from the first one that is not zero.
  var significant = 0
  var exponent = 0
  /// Whether the text is what a shortest-form writer would write: no plus sign, no idle zeros, no exponent.
  var isPlain = true

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// Whether the whole text is a number.
  mutating func run() -> Bool {
    readSign()
    let whole = readDigits(fraction: false)
    var fraction = 0
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index &+= 1
      fraction = readDigits(fraction: true)
      isPlain = isPlain && whole > 0 && fraction > 0 && text[index &- 1] != UInt8(ascii: "0")
    }
    guard whole &+ fraction > 0, readExponent() else { return false }
    return index == text.count
  }

  private mutating func readSign() {
    guard let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
      return
    }
    isNegative = first == UInt8(ascii: "-")
    isPlain = isNegative
    index = 1
  }

  private mutating func readDigits(fraction: Bool) -> Int {
    let start = index
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      accept(digit, fraction: fraction)
      index &+= 1
    }
    if !fraction, index &- start > 1, text[start] == UInt8(ascii: "0") { isPlain = false }
    return index &- start
  }

  @inline(__always)
  private mutating func accept(_ digit: UInt8, fraction: Bool) {
    if significant > 0 || digit != 0 { significant &+= 1 }
    if significant <= 18 {
      mantissa = mantissa &* 10 &+ Int64(digit)
      if fraction { exponent &-= 1 }
    } else if !fraction {
      exponent &+= 1
    }
  }

  private mutating func readExponent() -> Bool {
    guard index < text.count, text[index] | 0x20 == UInt8(ascii: "e") else { return true }
    isPlain = false
    index &+= 1
    var negative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      negative = text[index] == UInt8(ascii: "-")
      index &+= 1
    }
    var power = 0
    let start = index
    while index < text.count, text[index] &- UInt8(ascii: "0") <= 9 {
      power = min(power &* 10 &+ Int(text[index] &- UInt8(ascii: "0")), 100_000)
      index &+= 1
    }
    exponent &+= negative ? -power : power
    return index > start
  }

  /// The correctly rounded number: exact arithmetic where both factors are exact, the standard library otherwise.
  func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    if significant <= 15, exponent.magnitude <= 22 {
      let magnitude = Double(mantissa)
      let scaled =
        exponent < 0 ? magnitude / powerOfTen(-exponent) : magnitude * powerOfTen(exponent)
      return isNegative ? -scaled : scaled
    }
    return Double(String(decoding: text, as: UTF8.self))
  }
}

/// Ten to a power from 0 to 22, exactly.
@inline(__always)
private func powerOfTen(_ power: Int) -> Double {
  PowersOfTen.exact[power]
}
