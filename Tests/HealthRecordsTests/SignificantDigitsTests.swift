import HealthRecords
import Testing

@Suite struct SignificantDigitsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var value: Double
    var digits: Int16
    var exponent: Int16
    var testDescription: String { "\(value)" }

    init(_ value: Double, _ digits: Int16, _ exponent: Int16) {
      self.value = value
      self.digits = digits
      self.exponent = exponent
    }
  }

  static let table: [Row] = [
    Row(1, 1000, -3), Row(2, 2000, -3), Row(9, 9000, -3), Row(9.999, 9999, -3),
    Row(9.9994, 9999, -3), Row(9.9995, 1000, -2), Row(10, 1000, -2), Row(93, 9300, -2),
    Row(99.99, 9999, -2), Row(100, 1000, -1), Row(103, 1030, -1), Row(111, 1110, -1),
    Row(999.94, 9999, -1), Row(999.95, 1000, 0), Row(1000, 1000, 0), Row(12_344, 1234, 1),
    Row(12_345, 1235, 1), Row(123_456, 1235, 2), Row(47.8478, 4785, -2),
    Row(0.00377794, 3778, -6), Row(5.91532e-05, 5915, -8), Row(0.97, 9700, -4),
    Row(0.1, 1000, -4), Row(0.12345, 1235, -4), Row(1e22, 1000, 19), Row(1e23, 1000, 20),
    Row(1e308, 1000, 305), Row(.greatestFiniteMagnitude, 1798, 305),
    Row(.leastNormalMagnitude, 2225, -311), Row(.leastNonzeroMagnitude, 4941, -327),
    Row(1e-31, 1000, -34), Row(9.9996e-32, 1000, -34),
    // Where the estimate of the decimal exponent is one too large.
    Row(9.9962e-32, 9996, -35), Row(9.9987e-32, 9999, -35),
  ]

  @Test(arguments: table)
  func `a number is rounded to four digits`(_ row: Row) {
    let rounded = SignificantDigits(row.value)
    #expect([rounded.digits, rounded.exponent] == [row.digits, row.exponent])
  }

  @Test(arguments: table)
  func `a negative number has the digits of its magnitude`(_ row: Row) {
    let rounded = SignificantDigits(-row.value)
    #expect([rounded.digits, rounded.exponent] == [-row.digits, row.exponent])
  }

  @Test(arguments: [0.0, -0.0, .infinity, -.infinity, .nan, .signalingNaN])
  func `zero and numbers that are not finite have no digits`(_ value: Double) {
    let rounded = SignificantDigits(value)
    #expect([rounded.digits, rounded.exponent] == [0, 0])
  }

  @Test func `digits that a conversion changes past the fourth are lost`() {
    // 418 cm and 13.7139 ft, as an export prints them.
    #expect(SignificantDigits(13.7139 * 0.3048) == SignificantDigits(4.18))
    #expect(SignificantDigits(72.5) != SignificantDigits(72.6))
  }

  /// Every power of two: the digits of it and of its neighbours stay in their range.
  @Test func `every binary exponent gives a magnitude from 1000 to 9999`() {
    var strays: [Double] = []
    for exponent in -1074...1023 {
      let value = Double(sign: .plus, exponent: exponent, significand: 1)
      for neighbour in [value, value.nextDown, value.nextUp, value * 1.37] where neighbour > 0 {
        let rounded = SignificantDigits(neighbour)
        if !(1000...9999).contains(rounded.digits) { strays.append(neighbour) }
      }
    }
    #expect(strays == [])
  }

  @Test func `a greater number never has smaller digits`() {
    var previous = SignificantDigits(1e-300)
    var strays: [Double] = []
    var value = 1e-300
    while value < 1e300 {
      let rounded = SignificantDigits(value)
      let isLess =
        (rounded.exponent, rounded.digits) < (previous.exponent, previous.digits)
      if isLess { strays.append(value) }
      previous = rounded
      value *= 1.0007
    }
    #expect(strays == [])
  }
}
