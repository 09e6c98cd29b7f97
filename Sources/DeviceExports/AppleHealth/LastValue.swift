internal import HealthRecords

/// The last value of one attribute and its symbol: most values repeat from one element to the next.
struct LastValue {
  private var bytes: [UInt8] = []
  private var symbol = Symbol.none

  /// Interns a value, without a hash when it is the last one again.
  @inline(__always)
  mutating func intern(
    _ value: UnsafeBufferPointer<UInt8>, in symbols: inout SymbolTable
  ) -> Symbol {
    if symbol.isPresent, bytes.count == value.count, isSame(value) { return symbol }
    symbol = symbols.intern(value)
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: value)
    return symbol
  }

  /// Forgets the value: its symbol belongs to another batch.
  mutating func reset() {
    symbol = .none
  }

  @inline(__always)
  private func isSame(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { $0.hasSameBytes(as: value) }
  }
}
