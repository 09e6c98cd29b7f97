import HealthRecords

/// The metadata rules of a batch by the index of the key's symbol: resolved once per key.
struct MetadataRuleCache {
  private let tables: MappingTables
  private var rules: [MetadataRule?] = []
  private var isResolved: [Bool] = []
  /// Content hashes of key and value pairs, by both symbols.
  private var entryHashes: [UInt64: UInt64] = [:]

  init(tables: MappingTables) {
    self.tables = tables
  }

  /// The rule of a key; nil for a key that no table knows.
  mutating func rule(of key: Symbol, _ symbols: SymbolTable) -> MetadataRule? {
    let index = Int(key.index)
    if index < isResolved.count, isResolved[index] { return rules[index] }
    while isResolved.count <= index {
      rules.append(nil)
      isResolved.append(false)
    }
    rules[index] = symbols.string(of: key).flatMap { tables.appleHealth.metadata(key: $0) }
    isResolved[index] = true
    return rules[index]
  }

  /// The content hash of one entry; `compute` runs once per distinct pair.
  mutating func entryHash(_ entry: NativeAttribute, _ compute: () -> UInt64) -> UInt64 {
    let key = UInt64(entry.name.index) << 32 | UInt64(entry.value.index)
    if let known = entryHashes[key] { return known }
    let hash = compute()
    entryHashes[key] = hash
    return hash
  }
}

extension AppleHealthNormalization {
  /// Reads the metadata of a sample.
  mutating func metadata(of sample: NativeSample) -> SampleMetadata {
    var result = SampleMetadata()
    guard !sample.metadata.isEmpty else { return result }
    for index in sample.metadata.indices {
      read(native.metadata[index], into: &result)
    }
    return result
  }

  private mutating func read(_ entry: NativeAttribute, into result: inout SampleMetadata) {
    let rule = metadataRules.rule(of: entry.name, native.symbols)
    switch rule?.role {
    case .syncIdentifier:
      result.syncIdentifier = entry.value
    case .syncVersion:
      result.syncVersion = integer(entry.value) ?? 0
    case .externalUUID:
      result.externalUUID = entry.value
    case .timeZone:
      result.timeZone = entry.value
    case .identityPrivate:
      break
    case .userEntered:
      result.userEntered = integer(entry.value).map { $0 != 0 }
      addMeaning(entry, rule, to: &result)
    case .foodType:
      result.foodType = entry.value
      addMeaning(entry, rule, to: &result)
    case .meaning, .none:
      addMeaning(entry, rule, to: &result)
    }
  }

  /// Adds an entry to the content hash; a sum is independent of the order of entries.
  private mutating func addMeaning(
    _ entry: NativeAttribute, _ rule: MetadataRule?, to result: inout SampleMetadata
  ) {
    let (symbols, tables) = (native.symbols, tables)
    let hash = metadataRules.entryHash(entry) {
      Self.contentHash(of: entry, rule, symbols, tables)
    }
    result.contentHash = result.contentHash &+ hash
  }

  /// The content hash of one entry: quantities at four significant digits in their base unit, all else as written.
  ///
  /// Both spellings of a known key (`HKFoo`, `HKMetadataKeyFoo`) count as one.
  private static func contentHash(
    of entry: NativeAttribute, _ rule: MetadataRule?, _ symbols: SymbolTable,
    _ tables: MappingTables
  ) -> UInt64 {
    var bytes = CanonicalBytes()
    bytes.append(text: rule?.keys.first ?? symbols.string(of: entry.name) ?? "")
    let text = symbols.string(of: entry.value) ?? ""
    if let quantity = MetadataQuantity(text, rule: rule, tables: tables) {
      bytes.append(SignificantDigits(quantity.base))
    } else {
      bytes.append(text: text)
    }
    return bytes.hash.low
  }

  /// An integer metadata value; nil for anything else.
  func integer(_ value: Symbol) -> Int64? {
    native.symbols.string(of: value).flatMap { Int64($0) }
  }
}

/// A quantity written as one string in metadata: `418 cm`, `63 degF`, `4.30455 kcal/hr·kg` (FORMAT §6.7).
struct MetadataQuantity: Hashable {
  /// The number as written.
  let number: Double
  /// The unit as written.
  let unit: String
  /// The number in the base unit of the unit's dimension, percent read as the rule says.
  let base: Double

  /// Reads `number unit` with a unit that the provider's table knows; nil for anything else.
  ///
  /// Apple multiplies some percentages by 100 twice ("5700 %" is 57 %): with the rule, a value above 100 is divided.
  init?(_ text: String, rule: MetadataRule?, tables: MappingTables) {
    let pieces = text.split(separator: " ", maxSplits: 1)
    guard pieces.count == 2, let number = DecimalText(Array(pieces[0].utf8)) else { return nil }
    let spelling = String(pieces[1])
    guard let declared = tables.units.unit(spelling: spelling, provider: .appleHealth) else {
      return nil
    }
    self.number = number.value
    unit = spelling
    let isPercent = declared.unit.ucum == "%"
    let scale = isPercent ? 1 : declared.scale
    let halved = isPercent && rule?.dividesPercentAbove100 == true && number.value > 100
    let value = halved ? number.value / 100 : number.value
    base = scale * declared.unit.factor * value + declared.unit.offset
  }
}
