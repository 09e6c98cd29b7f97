import HealthRecords

/// The metadata rules of a batch: what a key means is worked out once per key, what an entry adds to a content hash once
/// per pair of key and value.
struct MetadataRuleCache {
  private let tables: MappingTables
  private var rules: [MetadataRule?] = []
  /// The role by the index of the key's symbol; nil where it is not known yet.
  private var roles: [MetadataRole?] = []
  /// Content hashes by key and value, in as many slots as a batch has common pairs.
  private var hashes = [(key: UInt64, hash: UInt64)](repeating: (0, 0), count: 256)

  init(tables: MappingTables) {
    self.tables = tables
  }

  /// The role of a key; a key that no table knows belongs to the meaning.
  @inline(__always)
  mutating func role(of key: Symbol, _ symbols: SymbolTable) -> MetadataRole {
    let index = Int(key.index)
    if index < roles.count, let role = roles[index] { return role }
    while roles.count <= index {
      roles.append(nil)
      rules.append(nil)
    }
    let rule = symbols.string(of: key).flatMap { tables.appleHealth.metadata(key: $0) }
    rules[index] = rule
    roles[index] = rule?.role ?? .meaning
    return rule?.role ?? .meaning
  }

  /// The rule of a key whose role was asked for before; nil for a key that no table knows.
  func rule(of key: Symbol) -> MetadataRule? {
    rules[Int(key.index)]
  }

  /// The content hash of one entry, while it is in its slot.
  @inline(__always)
  func knownHash(_ entry: NativeAttribute) -> UInt64? {
    let key = Self.key(entry)
    let slot = hashes[slot(of: key)]
    return slot.key == key ? slot.hash : nil
  }

  /// Keeps the content hash of one entry.
  mutating func remember(_ hash: UInt64, of entry: NativeAttribute) {
    let key = Self.key(entry)
    hashes[slot(of: key)] = (key, hash)
  }

  private static func key(_ entry: NativeAttribute) -> UInt64 {
    UInt64(entry.name.index) << 32 | UInt64(entry.value.index)
  }

  private func slot(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: Hash128.finalized(key)) & (hashes.count &- 1)
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
    switch metadataRules.role(of: entry.name, native.symbols) {
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
      addMeaning(entry, to: &result)
    case .foodType:
      result.foodType = entry.value
      addMeaning(entry, to: &result)
    case .meaning:
      addMeaning(entry, to: &result)
    }
  }

  /// Adds an entry to the content hash; a sum is independent of the order of entries.
  private mutating func addMeaning(_ entry: NativeAttribute, to result: inout SampleMetadata) {
    let hash: UInt64
    if let known = metadataRules.knownHash(entry) {
      hash = known
    } else {
      hash = Self.contentHash(
        of: entry, metadataRules.rule(of: entry.name), native.symbols, tables)
      metadataRules.remember(hash, of: entry)
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
    let isTimesHundred = isPercent && rule?.dividesPercentAbove100 == true && number.value > 100
    let value = isTimesHundred ? number.value / 100 : number.value
    base = scale * declared.unit.factor * value + declared.unit.offset
  }
}
