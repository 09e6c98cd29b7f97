/// A number rounded to four significant decimal digits: the form in which Apple quantities enter ids and content hashes.
///
/// Apple prints about six digits in the unit that the user prefers at export time, so the same sample exported in
/// miles and in kilometres differs in its last digits; four survive the conversion but for rare ties.
public struct SignificantDigits: Sendable, Hashable {
  /// The digits with their sign: 0, or a magnitude from 1000 to 9999.
  public let digits: Int16
  /// The power of ten that scales `digits`; 0 for zero.
  public let exponent: Int16

  /// Rounds a finite number half away from zero; zero and non-finite numbers give (0, 0).
  public init(_ value: Double) {
    let magnitude = value.magnitude
    guard magnitude.isFinite, magnitude > 0 else {
      digits = 0
      exponent = 0
      return
    }
    var power = Self.decimalExponent(of: magnitude) - 3
    var scaled = Self.scale(magnitude, by: -power)
    // Rounding comes last: 999.6 is an estimate that is one too large, and not 1000.
    if scaled < 1000 {
      power -= 1
      scaled = Self.scale(magnitude, by: -power)
    }
    scaled.round()
    if scaled >= 10_000 {
      power += 1
      scaled = Self.scale(magnitude, by: -power).rounded()
    }
    let clamped = Int16(max(0, min(scaled, 10_000)))
    digits = value < 0 ? -clamped : clamped
    exponent = Int16(power)
  }

  /// An estimate of floor(log10(x)), at most one too small or too large.
  private static func decimalExponent(of magnitude: Double) -> Int {
    // 77/256 is log10(2) to four digits: enough for every binary exponent of a Double.
    (Int(magnitude.exponent) * 77) >> 8
  }

  /// `value` times ten to `power`, in at most three correctly rounded steps.
  private static func scale(_ value: Double, by power: Int) -> Double {
    let powers = PowersOfTen.exact
    var result = value
    var left = power
    while left > 22 {
      result *= powers[22]
      left -= 22
    }
    while left < -22 {
      result /= powers[22]
      left += 22
    }
    return left >= 0 ? result * powers[left] : result / powers[-left]
  }
}
