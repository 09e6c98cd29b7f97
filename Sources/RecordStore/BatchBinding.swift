import HealthRecords
import SonarSQLite

/// The dictionaries of one provider.
struct Dictionaries {
  let sources: TextDictionary
  let natives: TextDictionary
  let codes: TextDictionary
  let zones: TextDictionary

  init(_ connection: Connection, provider: Provider, limit: Int) throws {
    sources = try TextDictionary(
      connection, table: "source", column: "json", limit: limit, scope: provider.rawValue)
    natives = try TextDictionary(connection, table: "native", column: "json", limit: limit)
    codes = try TextDictionary(connection, table: "code", column: "text", limit: limit)
    zones = try TextDictionary(connection, table: "zone", column: "name", limit: limit)
  }
}

/// The store's numbers for the symbols of the batch in hand: each symbol is looked up once a batch.
struct BatchBinding {
  private static let inlined: Int64 = -1
  private let dictionaries: Dictionaries
  private var sources: [Int64] = []
  private var natives: [Int64] = []
  private var codes: [Int64] = []
  private var zones: [Int64] = []
  private var isNativeRepeated: [Bool] = []
  private var isNativeSeen: [Bool] = []

  init(_ dictionaries: Dictionaries) {
    self.dictionaries = dictionaries
  }

  /// Turns to a batch; linear in its rows.
  mutating func turn(to batch: RecordBatch) {
    let count = batch.symbols.count + 1
    clear(&sources, count)
    clear(&natives, count)
    clear(&codes, count)
    clear(&zones, count)
    isNativeSeen = [Bool](repeating: false, count: count)
    isNativeRepeated = isNativeSeen
    for row in batch.rows {
      let index = Int(row.native.index)
      guard index > 0, index < count else { continue }
      if isNativeSeen[index] { isNativeRepeated[index] = true }
      isNativeSeen[index] = true
    }
  }

  private func clear(_ numbers: inout [Int64], _ count: Int) {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(contentsOf: repeatElement(0, count: count))
  }

  /// The number of a source, and whether this is its first use in the batch; 0 for none.
  @inline(__always)
  mutating func source(_ symbol: Symbol, _ batch: RecordBatch) throws -> (
    number: Int64, isFirst: Bool
  ) {
    guard symbol.isPresent else { return (0, false) }
    let known = sources[Int(symbol.index)]
    if known != 0 { return (known, false) }
    let number = try number(of: symbol, batch, dictionaries.sources)
    sources[Int(symbol.index)] = number
    return (number, true)
  }

  /// The number of a code; 0 for none.
  @inline(__always)
  mutating func code(_ symbol: Symbol, _ batch: RecordBatch) throws -> Int64 {
    guard symbol.isPresent else { return 0 }
    if codes[Int(symbol.index)] == 0 {
      codes[Int(symbol.index)] = try number(of: symbol, batch, dictionaries.codes)
    }
    return codes[Int(symbol.index)]
  }

  /// The number of a zone; 0 for none.
  @inline(__always)
  mutating func zone(_ symbol: Symbol, _ batch: RecordBatch) throws -> Int64 {
    guard symbol.isPresent else { return 0 }
    if zones[Int(symbol.index)] == 0 {
      zones[Int(symbol.index)] = try number(of: symbol, batch, dictionaries.zones)
    }
    return zones[Int(symbol.index)]
  }

  /// Where the native data go: into the dictionary when they repeat in the batch or are there already, else inline.
  @inline(__always)
  mutating func native(_ symbol: Symbol, _ batch: RecordBatch) throws -> StoredNative {
    guard symbol.isPresent else { return .none }
    if natives[Int(symbol.index)] == 0 {
      natives[Int(symbol.index)] = try nativeNumber(of: symbol, batch) ?? Self.inlined
    }
    let number = natives[Int(symbol.index)]
    return number == Self.inlined ? .inline(symbol) : .number(number)
  }

  private func nativeNumber(of symbol: Symbol, _ batch: RecordBatch) throws -> Int64? {
    try batch.symbols.withBytes(of: symbol) { text in
      isNativeRepeated[Int(symbol.index)]
        ? try dictionaries.natives.number(of: text)
        : try dictionaries.natives.knownNumber(of: text)
    }
  }

  private func number(
    of symbol: Symbol, _ batch: RecordBatch, _ dictionary: TextDictionary
  ) throws -> Int64 {
    try batch.symbols.withBytes(of: symbol) { try dictionary.number(of: $0) ?? 0 }
  }
}
