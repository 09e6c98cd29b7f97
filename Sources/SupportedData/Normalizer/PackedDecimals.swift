import HealthRecords

/// A column of decimal numbers, packed losslessly as the differences of scaled integers.
///
/// `{"scale":1000000,"deltas":[48852966,13,-2]}` stands for 48.852966, 48.852979, 48.852977: each number
/// is the running sum of the differences divided by `scale`. A column with a gap, or with numbers that
/// share no scale up to 10^9, is written plainly as `{"values":[…]}` with null for a gap.
struct PackedDecimals {
  /// The numbers as doubles; only of interest where they share no scale, when gaps are NaN.
  private var values: [Double] = []
  /// The digits of the numbers while all of them have some.
  private var digits: [Int64] = []
  /// The powers of ten of `digits`.
  private var exponents: [Int8] = []
  /// Whether every entry so far is a number whose digits and power fit.
  private var isScalable = true
  /// Whether any number was added.
  private var hasNumbers = false

  /// Whether no number was added.
  var isEmpty: Bool { !hasNumbers }
  /// The number of entries, gaps included.
  var count: Int { values.count }

  /// Adds a number, or a gap.
  mutating func append(_ number: DecimalText?) {
    guard let number else {
      values.append(.nan)
      isScalable = false
      return
    }
    hasNumbers = true
    values.append(number.value)
    guard isScalable, let digits = number.digits, let exponent = Int8(exactly: number.exponent)
    else {
      isScalable = false
      return
    }
    self.digits.append(digits)
    exponents.append(exponent)
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
      // JSON has no NaN: the writer's null is the gap.
      for value in values { json.number(value) }
      json.endArray()
    }
    json.endObject()
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
    guard isScalable else { return nil }
    let scale = max(0, -Int(exponents.min() ?? 0))
    guard scale <= 9 else { return nil }
    var integers: [Int64] = []
    integers.reserveCapacity(digits.count)
    for (digits, exponent) in zip(digits, exponents) {
      guard let scaled = Self.scaled(digits, by: Int(exponent) + scale) else { return nil }
      integers.append(scaled)
    }
    return ((0..<scale).reduce(1) { product, _ in product * 10 }, integers)
  }

  /// `digits` times ten to `power`, if it stays below 2^53 so that sums in SQL and JavaScript are exact.
  private static func scaled(_ digits: Int64, by power: Int) -> Int64? {
    guard power >= 0, power <= 18 else { return digits == 0 ? 0 : nil }
    var result = digits
    for _ in 0..<power {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      result = product
    }
    return result.magnitude < 1 << 53 ? result : nil
  }
}
