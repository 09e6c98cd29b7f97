import HealthRecords
import Testing

@Suite struct PowersOfTenTests {
  @Test func `each power is exactly ten times the one before, up to the last exact one`() {
    let powers = PowersOfTen.exact
    let products = powers.map { $0.multipliedExactly(by: 10) }
    #expect(powers.first == 1)
    #expect(products == powers.dropFirst().map { $0 } + [nil])
  }
}

extension Double {
  /// The product; nil where a Double cannot hold it exactly.
  fileprivate func multipliedExactly(by factor: Double) -> Double? {
    let product = self * factor
    return (-product).addingProduct(self, factor) == 0 ? product : nil
  }
}
