/// A conversion between two units of one dimension: target = multiplier × number ÷ divisor +
/// offset.
package struct UnitConversion: Sendable, Hashable {
  /// The numerator of the ratio.
  package let multiplier: Double
  /// The denominator of the ratio; 1 where the ratio is a whole number.
  package let divisor: Double
  /// What is added last, in the target unit.
  package let offset: Double

  /// The ratio in one number, rounded; `convert(_:)` is the more exact way.
  package var scale: Double { multiplier / divisor }

  /// Whether every number stays bit for bit as it is.
  package var isIdentity: Bool { multiplier == divisor && offset == 0 }

  /// Creates the conversion; nil where the dimensions differ or a ratio is not a positive finite
  /// number.
  init?(from source: SpelledUnit, to target: UnitDefinition) {
    let unit = source.unit
    guard unit.dimension == target.dimension else { return nil }
    guard unit.ucum != target.ucum else {
      self.init(ratio: source.scale, over: 1, offset: 0)
      return
    }
    self.init(
      ratio: source.scale * unit.multiplier * target.divisor,
      over: unit.divisor * target.multiplier,
      offset: (unit.offset - target.offset) * target.divisor / target.multiplier)
  }

  /// Reduces the ratio to a whole number or its reciprocal where it is one: one rounding instead of
  /// two.
  private init?(ratio: Double, over divisor: Double, offset: Double) {
    guard ratio > 0, divisor > 0, ratio.isFinite, divisor.isFinite, offset.isFinite else {
      return nil
    }
    let whole = ratio.truncatingRemainder(dividingBy: divisor) == 0
    let reciprocal = divisor.truncatingRemainder(dividingBy: ratio) == 0
    multiplier = whole ? ratio / divisor : reciprocal ? 1 : ratio
    self.divisor = whole ? 1 : reciprocal ? divisor / ratio : divisor
    self.offset = offset
  }

  /// The number in the target unit; the same number where the conversion is the identity.
  @inline(__always)
  package func convert(_ number: Double) -> Double {
    isIdentity ? number : number * multiplier / divisor + offset
  }
}
