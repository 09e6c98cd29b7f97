import HealthRecords

/// A column of decimal numbers, packed losslessly as the differences of scaled integers.
///
/// `{"scale":1000000,"deltas":[48852966,13,-2]}` stands for 48.852966, 48.852979, 48.852977: each number
/// is the running sum of the differences divided by `scale`. A column with a gap, or with numbers that
/// share no scale up to 10^9, is written plainly as `{"values":[…]}` with null for a gap.
struct PackedDecimals {
  private var numbers: [DecimalText?] = []

  /// Whether no number was added.
  var isEmpty: Bool { !numbers.contains { $0 != nil } }
  /// The number of entries, gaps included.
  var count: Int { numbers.count }

  /// Adds a number, or a gap.
  mutating func append(_ number: DecimalText?) {
    numbers.append(number)
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
      for number in numbers {
        if let number { json.number(number.value) } else { json.null() }
      }
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
    var scale = 0
    for number in numbers {
      guard let number, number.digits != nil else { return nil }
      scale = max(scale, -number.exponent)
    }
    guard scale <= 9 else { return nil }
    var integers: [Int64] = []
    integers.reserveCapacity(numbers.count)
    for number in numbers {
      guard let number, let digits = number.digits else { return nil }
      guard let scaled = Self.scaled(digits, by: number.exponent + scale) else { return nil }
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
