/// Divides numbers so that the parts sum to the whole.
enum LargestRemainder {
  /// The parts of a whole number by weight: each the exact share rounded down, and one more for those with the largest
  /// rest, the earlier of equals first; nil where the number is not whole.
  ///
  /// Negative weights count as none; without any weight the first part gets all.
  static func wholeParts(of number: Double, weights: [Int64]) -> [Double]? {
    guard let whole = Int64(exactly: number), whole.magnitude < 1 << 53, !weights.isEmpty else {
      return nil
    }
    let weights = weights.map { UInt64(max(0, min($0, 1 << 53))) }
    let total = weights.reduce(0) { $0 &+ $1 }
    guard total > 0 else { return [number] + weights.dropFirst().map { _ in 0 } }
    var parts: [UInt64] = []
    var rests: [(rest: UInt64, index: Int)] = []
    for (index, weight) in weights.enumerated() {
      let product = whole.magnitude.multipliedFullWidth(by: weight)
      let (quotient, rest) = total.dividingFullWidth(product)
      parts.append(quotient)
      rests.append((rest, index))
    }
    rests.sort { ($1.rest, $0.index) < ($0.rest, $1.index) }
    let missing = whole.magnitude - parts.reduce(0, +)
    for (_, index) in rests.prefix(Int(clamping: missing)) { parts[index] += 1 }
    return parts.map { whole < 0 ? -Double($0) : Double($0) }
  }

  /// The parts of any number by weight; the last part that has a weight gets what rounding leaves.
  static func parts(of number: Double, weights: [Int64]) -> [Double] {
    let total = weights.reduce(0.0) { $0 + Double(max(0, $1)) }
    guard total > 0, let last = weights.lastIndex(where: { $0 > 0 }) else {
      return weights.indices.map { $0 == 0 ? number : 0 }
    }
    var parts: [Double] = []
    var given = 0.0
    for (index, weight) in weights.enumerated() {
      let part = index == last ? number - given : number * (Double(max(0, weight)) / total)
      parts.append(part)
      given += part
    }
    return parts
  }
}
