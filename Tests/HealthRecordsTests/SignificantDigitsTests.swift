import HealthRecords
import Testing

/// One number and its form: digits and power of ten.
struct DigitsCase: Sendable, CustomTestStringConvertible {
  let value: Double
  let digits: Int16
  let exponent: Int16

  init(_ value: Double, _ digits: Int16, _ exponent: Int16) {
    self.value = value
    self.digits = digits
    self.exponent = exponent
  }

  var testDescription: String { "\(value)" }
}

@Suite struct `Four significant digits` {
  /// The table of docs/identity.md.
  @Test(arguments: [
    DigitsCase(0, 0, 0), DigitsCase(-0.0, 0, 0), DigitsCase(1, 1000, -3), DigitsCase(62, 6200, -2),
    DigitsCase(-62, -6200, -2), DigitsCase(1234, 1234, 0), DigitsCase(12_344, 1234, 1),
    DigitsCase(12_345, 1235, 1), DigitsCase(-12_345, -1235, 1), DigitsCase(0.012_345, 1235, -5),
    DigitsCase(9999, 9999, 0), DigitsCase(99_994, 9999, 1), DigitsCase(99_995, 1000, 2),
    DigitsCase(0.1 + 0.2, 3000, -4), DigitsCase(70.306_818, 7031, -2), DigitsCase(1e15, 1000, 12),
    DigitsCase(.greatestFiniteMagnitude, 1798, 305), DigitsCase(.leastNonzeroMagnitude, 4941, -327),
    DigitsCase(.leastNormalMagnitude, 2225, -311),
  ])
  func `round half away from zero`(one: DigitsCase) {
    let number = SignificantDigits(one.value)
    #expect([number.digits, number.exponent] == [one.digits, one.exponent])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `of what is no number are those of zero`(value: Double) {
    #expect(SignificantDigits(value) == SignificantDigits(0))
  }

  @Test func `lie between 1000 and 9999 for every power of two and ten`() {
    let powersOfTwo = (-1074...1023).map { Double(sign: .plus, exponent: $0, significand: 1) }
    let tens = (-300...300).compactMap { Double("1e\($0)") }
    let wrong = (powersOfTwo + tens + tens.map { $0.nextDown } + tens.map { $0.nextUp })
      .filter { !(1000...9999).contains(SignificantDigits($0).digits) }
    #expect(wrong == [])
  }

  @Test func `of a power of ten are 1000`() {
    let wrong = (-300...300).filter { power in
      guard let value = Double("1e\(power)") else { return true }
      let number = SignificantDigits(value)
      return number.digits != 1000 || Int(number.exponent) != power - 3
    }
    #expect(wrong == [])
  }

  /// Apple prints about six digits in the unit of the day: kilometres and miles must meet again.
  @Test(arguments: [0.123_456, 1.5, 5.250_31, 42.194, 120.777])
  func `survive a display in miles`(kilometres: Double) {
    let miles = (kilometres / 1.609_344 * 1e6).rounded() / 1e6
    #expect(SignificantDigits(kilometres * 1000) == SignificantDigits(miles * 1609.344))
  }

  /// The rare case: a number halfway between two roundings, moved by the other unit.
  @Test func `part at a tie`() {
    let miles = (42.195 / 1.609_344 * 1e6).rounded() / 1e6
    #expect(SignificantDigits(42.195 * 1000).digits == 4220)
    #expect(SignificantDigits(miles * 1609.344).digits == 4219)
  }

  @Test func `are mirrored for negative numbers`() {
    for value in [0.5, 3.141_59, 1e-9, 2.5e9] {
      let (plus, minus) = (SignificantDigits(value), SignificantDigits(-value))
      #expect([minus.digits, minus.exponent] == [-plus.digits, plus.exponent])
    }
  }
}
