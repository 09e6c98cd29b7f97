internal import HealthRecords

/// The numbers that stand for source names and device descriptions while a fast lane's piece is parsed.
///
/// libxml2 spends most of its time on these two attributes, whose values are few. Each distinct value, by its exact
/// bytes, is decoded once (by libxml2) and numbered; the parser then sees the number. A device's heap address is cut
/// out before. The table outlives pieces and belongs to one thread.
final class RewriteTable {
  /// The values of one form.
  private struct Values {
    var table = SymbolTable()
    /// What the raw bytes say, by number; nothing at 0.
    var decoded: [[UInt8]] = [[]]
    /// The symbols in the batch at hand, by number.
    var symbols: [Symbol] = [.none]
    /// The raw bytes and number of the last value.
    var last: (raw: [UInt8], number: Int) = ([], 0)
    /// The same of the one before: a phone and a watch take turns.
    var previous: (raw: [UInt8], number: Int) = ([], 0)
  }

  /// Raw bytes after which the tables begin anew.
  private static let byteLimit = 4 << 20

  private var sources = Values()
  private var devices = Values()
  /// Devices with an address; keyed by what follows it.
  private var addressedDevices = Values()
  private var byteCount = 0
  private let decoder = ValueDecoder()

  /// Prepares for another piece: symbols belong to one batch, and the memory is bounded.
  func beginPiece() {
    guard byteCount > Self.byteLimit else { return }
    sources = Values()
    devices = Values()
    addressedDevices = Values()
    byteCount = 0
  }

  /// Forgets the symbols of the last batch.
  func forgetSymbols() {
    Self.forget(&sources)
    Self.forget(&devices)
    Self.forget(&addressedDevices)
  }

  // MARK: - Before the parser

  /// The number of a source name; nil when the bytes are no valid value.
  func number(ofSource raw: UnsafeBufferPointer<UInt8>) -> Int? {
    number(raw, in: &sources) { $0 }
  }

  /// The number of a device description; nil when the bytes are no valid value.
  func number(ofDevice raw: UnsafeBufferPointer<UInt8>) -> Int? {
    if let rest = DevicePointer.rest(inRaw: raw) {
      let key = UnsafeBufferPointer(rebasing: raw[rest...])
      let number = number(key, in: &addressedDevices) {
        Array(DevicePointer.keptHead.utf8Bytes) + $0
      }
      return number.map { $0 &* 2 &+ 1 }
    }
    // An address may still show itself behind other escapes than Apple's.
    return number(raw, in: &devices, DevicePointer.removed(from:)).map { $0 &* 2 }
  }

  private func number(
    _ raw: UnsafeBufferPointer<UInt8>, in values: inout Values,
    _ transform: ([UInt8]) -> [UInt8]
  ) -> Int? {
    if let number = Self.recent(raw, in: &values) { return number }
    let number = Int(values.table.intern(raw).index)
    if number < values.decoded.count {
      values.previous = values.last
      values.last = (Array(raw), number)
      return number
    }
    guard let decoded = try? decoder.decode(UnsafeRawBufferPointer(raw)) else {
      // The bytes stay in the table without a meaning, so the table cannot be used further.
      values = Values()
      return nil
    }
    byteCount += raw.count
    values.decoded.append(transform(decoded))
    values.symbols.append(.none)
    return number
  }

  @inline(__always)
  private static func recent(
    _ raw: UnsafeBufferPointer<UInt8>, in values: inout Values
  ) -> Int? {
    if values.last.raw.withUnsafeBufferPointer({ $0.hasSameBytes(as: raw) }) {
      return values.last.number > 0 ? values.last.number : nil
    }
    guard values.previous.raw.withUnsafeBufferPointer({ $0.hasSameBytes(as: raw) }) else {
      return nil
    }
    swap(&values.last, &values.previous)
    return values.last.number > 0 ? values.last.number : nil
  }

  // MARK: - Behind the parser

  /// The source name that a number stands for.
  func source(_ digits: UnsafeBufferPointer<UInt8>, in symbols: inout SymbolTable) -> Symbol {
    Self.symbol(Self.number(digits), of: &sources, in: &symbols)
  }

  /// The device description that a number stands for.
  func device(_ digits: UnsafeBufferPointer<UInt8>, in symbols: inout SymbolTable) -> Symbol {
    let number = Self.number(digits)
    if number & 1 == 1 { return Self.symbol(number >> 1, of: &addressedDevices, in: &symbols) }
    return Self.symbol(number >> 1, of: &devices, in: &symbols)
  }

  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
    var number = 0
    for digit in digits { number = number &* 10 &+ Int(digit &- 0x30) }
    return number
  }

  private static func symbol(
    _ number: Int, of values: inout Values, in symbols: inout SymbolTable
  ) -> Symbol {
    guard number > 0, number < values.symbols.count else { return symbols.intern([]) }
    if values.symbols[number].isPresent { return values.symbols[number] }
    let symbol = symbols.intern(values.decoded[number])
    values.symbols[number] = symbol
    return symbol
  }

  private static func forget(_ values: inout Values) {
    for index in values.symbols.indices { values.symbols[index] = .none }
  }
}
