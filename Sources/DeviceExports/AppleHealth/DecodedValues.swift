internal import HealthRecords

/// What the source names and device descriptions of a fast lane's pieces say.
///
/// These two attributes are two thirds of an export and have few distinct values. Each, by its exact bytes, is decoded
/// once (by libxml2) and interned once a batch. A device's heap address is cut out before. The tables outlive pieces
/// and belong to one thread.
struct DecodedValues {
  /// Bytes after which the tables begin anew.
  private static let byteLimit = 4 << 20

  private let decoder = ValueDecoder()
  private var sources = DecodedTable()
  private var devices = DecodedTable()
  /// Devices with an address; keyed by what follows it.
  private var addressedDevices = DecodedTable()

  /// Forgets the symbols of the last batch, and all values when they take too much memory.
  mutating func beginBatch() {
    if sources.bytes &+ devices.bytes &+ addressedDevices.bytes > Self.byteLimit {
      sources = DecodedTable()
      devices = DecodedTable()
      addressedDevices = DecodedTable()
    }
    sources.forgetSymbols()
    devices.forgetSymbols()
    addressedDevices.forgetSymbols()
  }

  /// The source name that raw bytes stand for; nil when they are no valid value.
  @inline(__always)
  mutating func source(
    _ raw: UnsafeBufferPointer<UInt8>, in symbols: inout SymbolTable
  ) -> Symbol? {
    sources.recent(raw) ?? sources.symbol(raw, in: &symbols) { decoder.decode($0) }
  }

  /// The device description that raw bytes stand for, without its address; nil when they are no valid value.
  @inline(__always)
  mutating func device(
    _ raw: UnsafeBufferPointer<UInt8>, in symbols: inout SymbolTable
  ) -> Symbol? {
    if let rest = DevicePointer.rest(inRaw: raw) {
      let key = UnsafeBufferPointer(rebasing: raw[rest...])
      return addressedDevices.recent(key)
        ?? addressedDevices.symbol(key, in: &symbols) { key in
          decoder.decode(key).map { Array(DevicePointer.keptHead.utf8Bytes) + $0 }
        }
    }
    // An address may still show itself behind other escapes than Apple's.
    return devices.recent(raw)
      ?? devices.symbol(raw, in: &symbols) { decoder.decode($0).map(DevicePointer.removed(from:)) }
  }
}

/// Raw values, what they say, and their symbols in the batch at hand.
private struct DecodedTable {
  /// One of the two values that were met last: a phone and a watch take turns.
  private struct Recent {
    var raw: [UInt8] = []
    var symbol = Symbol.none
  }

  /// Bytes of all raw values.
  private(set) var bytes = 0
  private var raw = SymbolTable()
  /// What the raw bytes say, by number; nothing at 0.
  private var decoded: [[UInt8]] = [[]]
  /// The symbols in the batch at hand, by number.
  private var symbols: [Symbol] = [.none]
  private var last = Recent()
  private var previous = Recent()

  mutating func forgetSymbols() {
    for index in symbols.indices { symbols[index] = .none }
    last.symbol = .none
    previous.symbol = .none
  }

  /// The symbol of the bytes if they are among the last two values.
  @inline(__always)
  mutating func recent(_ bytes: UnsafeBufferPointer<UInt8>) -> Symbol? {
    if last.symbol.isPresent, last.raw.withUnsafeBufferPointer({ $0.hasSameBytes(as: bytes) }) {
      return last.symbol
    }
    guard
      previous.symbol.isPresent,
      previous.raw.withUnsafeBufferPointer({ $0.hasSameBytes(as: bytes) })
    else { return nil }
    swap(&last, &previous)
    return last.symbol
  }

  /// The symbol of the bytes, which `decode` is asked about at first sight; nil when it gives nothing.
  mutating func symbol(
    _ bytes: UnsafeBufferPointer<UInt8>, in batch: inout SymbolTable,
    decode: (UnsafeBufferPointer<UInt8>) -> [UInt8]?
  ) -> Symbol? {
    let number = Int(raw.intern(bytes).index)
    if number == decoded.count {
      guard let value = decode(bytes) else {
        // The bytes stay in the table without a meaning, so the table cannot be used further.
        self = DecodedTable()
        return nil
      }
      self.bytes += bytes.count
      decoded.append(value)
      symbols.append(.none)
    }
    if !symbols[number].isPresent { symbols[number] = batch.intern(decoded[number]) }
    previous = last
    last = Recent(raw: Array(bytes), symbol: symbols[number])
    return last.symbol
  }
}
