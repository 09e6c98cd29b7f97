import HealthRecords

/// A column of decimal numbers, packed losslessly as the differences of scaled integers.
///
/// `{"scale":1000000,"deltas":[48852966,13,-2]}` stands for 48.852966, 48.852979, 48.852977: each number
/// is the running sum of the differences divided by `scale`. A column with a gap, or with numbers that
/// share no scale up to 10^9, is written plainly as `{"values":[…]}` with null for a gap.
struct PackedDecimals {
  /// The power of an entry that is a gap.
  private static let gap = Int8.min
  /// The power of an entry whose digits or power do not fit; its number is in `others`.
  private static let other = Int8.max

  /// The digits of the numbers.
  private var digits: [Int64] = []
  /// The powers of ten of `digits`.
  private var powers: [Int8] = []
  /// Numbers that cannot be kept as digits and a power, by their index.
  private var others: [Int: Double] = [:]
  private var gaps = 0

  /// Whether no number was added.
  var isEmpty: Bool { gaps == count }
  /// The number of entries, gaps included.
  var count: Int { digits.count }

  /// Forgets the entries and keeps the memory.
  mutating func removeAll() {
    digits.removeAll(keepingCapacity: true)
    powers.removeAll(keepingCapacity: true)
    if !others.isEmpty { others.removeAll() }
    gaps = 0
  }

  /// Adds the number that a text is, or a gap where it is none.
  @inline(__always)
  mutating func append(text: UnsafeBufferPointer<UInt8>) {
    if let plain = PlainDecimal(text) {
      digits.append(plain.digits)
      powers.append(plain.power)
    } else {
      append(DecimalText(text))
    }
  }

  /// Adds a number, or a gap.
  mutating func append(_ number: DecimalText?) {
    guard let number else {
      digits.append(0)
      powers.append(Self.gap)
      gaps &+= 1
      return
    }
    if let digits = number.digits, let power = Int8(exactly: number.exponent),
      power != Self.gap, power != Self.other
    {
      self.digits.append(digits)
      powers.append(power)
    } else {
      others[digits.count] = number.value
      digits.append(0)
      powers.append(Self.other)
    }
  }

  /// Adds a number by its shortest decimal form, so that equal numbers are packed alike however they were written.
  mutating func append(value: Double) {
    if let whole = Int64(exactly: value), whole.magnitude < 1_000_000_000_000_000 {
      digits.append(whole)
      powers.append(0)
    } else if let short = Self.short(value) {
      digits.append(short.digits)
      powers.append(short.power)
    } else {
      append(DecimalText(Array(value.description.utf8)))
    }
  }

  /// The shortest decimal of a number that is no whole one, where it has at most four places and 15 digits.
  ///
  /// Decimals of up to 15 digits are told apart by their doubles, so one that reads back as the number is its shortest.
  private static func short(_ value: Double) -> (digits: Int64, power: Int8)? {
    var (factor, power) = (10.0, Int8(-1))
    while power >= -4 {
      let scaled = (value * factor).rounded()
      guard scaled.magnitude < 1e15 else { return nil }
      if scaled / factor == value { return (Int64(scaled), power) }
      factor *= 10
      power -= 1
    }
    return nil
  }

  /// Removes the last entry; there must be one.
  mutating func removeLast() {
    digits.removeLast()
    if powers.removeLast() == Self.gap { gaps &-= 1 }
    others[digits.count] = nil
  }

  /// Writes the column as one JSON value.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    if let packed = scaledIntegers() {
      json.key("scale")
      json.integer(packed.divisor)
      json.key("deltas")
      Self.write(deltasOf: packed.integers, to: &json)
    } else {
      json.key("values")
      json.beginArray()
      for index in digits.indices {
        if let value = value(at: index) { json.number(value) } else { json.null() }
      }
      json.endArray()
    }
    json.endObject()
  }

  private func value(at index: Int) -> Double? {
    switch powers[index] {
    case Self.gap: nil
    case Self.other: others[index]
    default: DecimalText.value(digits: digits[index], power: Int(powers[index]))
    }
  }

  /// Writes the first integer and then each one's difference to the one before it.
  static func write(deltasOf integers: [Int64], to json: inout JSONWriter) {
    json.beginArray()
    var previous: Int64 = 0
    for integer in integers {
      json.integer(integer &- previous)
      previous = integer
    }
    json.endArray()
  }

  private func scaledIntegers() -> (divisor: Int64, integers: [Int64])? {
    guard gaps == 0, others.isEmpty else { return nil }
    let scale = max(0, -Int(powers.min() ?? 0))
    guard scale <= 9 else { return nil }
    let divisor = (0..<scale).reduce(Int64(1)) { product, _ in product * 10 }
    if powers.allSatisfy({ Int($0) == -scale }) {
      return digits.allSatisfy { $0.magnitude < 1 << 53 } ? (divisor, digits) : nil
    }
    var integers: [Int64] = []
    integers.reserveCapacity(digits.count)
    for index in digits.indices {
      let power = Int(powers[index]) &+ scale
      guard let scaled = power == 0 ? digits[index] : Self.scaled(digits[index], by: power),
        scaled.magnitude < 1 << 53
      else { return nil }
      integers.append(scaled)
    }
    return (divisor, integers)
  }

  /// `digits` times ten to `power`, if it fits; the caller keeps it below 2^53, so that sums in SQL and JavaScript are exact.
  private static func scaled(_ digits: Int64, by power: Int) -> Int64? {
    guard power >= 0, power <= 18 else { return digits == 0 ? 0 : nil }
    var result = digits
    for _ in 0..<power {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      result = product
    }
    return result
  }
}

/// A number of at most 15 digits, with one point at most and no exponent: what nearly all columns hold.
private struct PlainDecimal {
  let digits: Int64
  let power: Int8

  @inline(__always)
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var magnitude: Int64 = 0
    var count = 0
    var point = -1
    var index = text.first == UInt8(ascii: "-") ? 1 : 0
    guard text.count &- index <= 16 else { return nil }
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        magnitude = magnitude &* 10 &+ Int64(digit)
        count &+= 1
      } else if text[index] == UInt8(ascii: "."), point < 0 {
        point = index
      } else {
        return nil
      }
      index &+= 1
    }
    guard 1...15 ~= count else { return nil }
    digits = text[0] == UInt8(ascii: "-") ? 0 &- magnitude : magnitude
    power = point < 0 ? 0 : Int8(truncatingIfNeeded: point &+ 1 &- text.count)
  }
}
