internal import HealthRecords

/// Remembers what the names of one parser context mean, by their address.
///
/// libxml2 keeps one copy of every name for as long as its context lives. The cache holds symbols of one batch: make a
/// new one whenever the context or the batch changes.
struct NameCache {
  private struct Slot {
    var address: UnsafePointer<UInt8>?
    var code: UInt8 = 0
    var symbol = Symbol.none
  }

  /// A power of two, large enough that the three dozen names of an export seldom meet.
  private static let capacity = 256

  private var elements = [Slot](repeating: Slot(), count: capacity)
  private var attributes = [Slot](repeating: Slot(), count: capacity)

  /// The element of a zero-terminated name.
  @inline(__always)
  mutating func element(_ name: UnsafePointer<UInt8>) -> ElementName {
    let index = Self.index(name)
    if elements[index].address != name {
      let element = ElementName(Self.bytes(name))
      elements[index] = Slot(address: name, code: element.rawValue)
    }
    return ElementName(rawValue: elements[index].code) ?? .other
  }

  /// The attribute of a zero-terminated name.
  @inline(__always)
  mutating func attribute(_ name: UnsafePointer<UInt8>) -> AttributeName {
    let index = Self.index(name)
    if attributes[index].address != name {
      let attribute = AttributeName(Self.bytes(name))
      attributes[index] = Slot(address: name, code: attribute.rawValue)
    }
    return AttributeName(rawValue: attributes[index].code) ?? .other
  }

  /// The name of an attribute as a symbol.
  mutating func symbol(
    ofAttribute name: UnsafePointer<UInt8>, in symbols: inout SymbolTable
  ) -> Symbol {
    let index = Self.index(name)
    if attributes[index].address == name, attributes[index].symbol.isPresent {
      return attributes[index].symbol
    }
    let symbol = symbols.intern(Self.bytes(name))
    _ = attribute(name)
    attributes[index].symbol = symbol
    return symbol
  }

  /// The bytes of a zero-terminated name.
  static func bytes(_ name: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while name[count] != 0 { count &+= 1 }
    return UnsafeBufferPointer(start: name, count: count)
  }

  @inline(__always)
  private static func index(_ name: UnsafePointer<UInt8>) -> Int {
    let bits = UInt(bitPattern: name) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: bits >> 32) & (capacity &- 1)
  }
}

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
