import HealthRecords

/// The value of an Apple sample in the form in which it enters its content id.
enum AppleIdentityValue {
  /// No value.
  case none
  /// A quantity in the frozen base unit of its dimension.
  case quantity(base: Double)
  /// A quantity in a unit that no table knows.
  case foreignQuantity(number: Double, unit: Symbol)
  /// The integer of a category or an activity.
  case code(Int64)
  /// The native text of a value that no table knows.
  case text([UInt8])
  /// The ids of a correlation's members.
  case members([RecordID])
  /// The numbers that make up a hearing test.
  case numbers([Double])
}

/// Derives the ids of Apple records: the one place for the rules of identity of an Apple export.
///
/// Layout (docs/identity.md): rule version, provider, key form, native type, normalised source, then the key. The
/// native type is always the provider's own, so that a change of mapping never changes an id. Device pointer, written
/// offset, display unit and creation date are no part of an id.
struct AppleIdentity {
  private var bytes = CanonicalBytes()
  /// What the last content id began with, kept in `bytes`; 0 bytes when something else was laid out since.
  private var prefix = (plan: ObjectIdentifier(AppleIdentity.self), source: Symbol.none, count: 0)

  /// The id of a record without an identifier of its own: its content.
  ///
  /// `qualifier` is HKExternalUUID, else HKFoodType, when present.
  mutating func content(
    _ plan: TypePlan, _ source: SourcePlan, start: Int64, end: Int64, value: AppleIdentityValue,
    qualifier: Qualifier, symbols: SymbolTable
  ) -> RecordID {
    if prefix.count > 0, prefix.plan == ObjectIdentifier(plan), prefix.source == source.json {
      bytes.truncate(to: prefix.count)
    } else {
      plan.nativeBytes.withUnsafeBufferPointer { begin(form: UInt8(ascii: "c"), type: $0) }
      bytes.append(text: source.identityName)
      prefix = (ObjectIdentifier(plan), source.json, bytes.count)
    }
    bytes.append(start)
    bytes.append(end)
    append(value, symbols)
    switch qualifier {
    case .none: bytes.append(tag: 0)
    case .externalUUID(let symbol):
      bytes.append(tag: 1)
      symbols.withBytes(of: symbol) { bytes.append(text: $0) }
    case .foodType(let symbol):
      bytes.append(tag: 2)
      symbols.withBytes(of: symbol) { bytes.append(text: $0) }
    }
    return RecordID(bytes.hash, startMilliseconds: start)
  }

  /// What distinguishes two samples of equal source, time and value.
  enum Qualifier {
    case none
    case externalUUID(Symbol)
    case foodType(Symbol)
  }

  /// The id of a record with a sync identifier: the source's own key, so that an edit may move its start.
  mutating func synced(
    type: UnsafeBufferPointer<UInt8>, source: [UInt8], identifier: UnsafeBufferPointer<UInt8>
  ) -> RecordID {
    begin(form: UInt8(ascii: "s"), type: type)
    bytes.append(text: source)
    bytes.append(text: identifier)
    return RecordID(bytes.hash)
  }

  /// The id of a record whose sync identifier one input gives to records of different starts.
  mutating func sharedSync(
    type: UnsafeBufferPointer<UInt8>, source: [UInt8], identifier: UnsafeBufferPointer<UInt8>,
    start: Int64, end: Int64
  ) -> RecordID {
    begin(form: UInt8(ascii: "x"), type: type)
    bytes.append(text: source)
    bytes.append(text: identifier)
    bytes.append(start)
    bytes.append(end)
    return RecordID(bytes.hash, startMilliseconds: start)
  }

  /// The id of a record with a key of its own: an activity's UUID, a clinical record's identifier, a day, a recording.
  mutating func keyed(type: UnsafeBufferPointer<UInt8>, by parts: [[UInt8]]) -> RecordID {
    begin(form: UInt8(ascii: "k"), type: type)
    for part in parts { bytes.append(text: part) }
    return RecordID(bytes.hash)
  }

  private mutating func begin(form: UInt8, type: UnsafeBufferPointer<UInt8>) {
    bytes.removeAll()
    prefix.count = 0
    bytes.append(tag: 1)
    bytes.append(tag: 1)
    bytes.append(tag: form)
    bytes.append(text: type)
  }

  private mutating func append(_ value: AppleIdentityValue, _ symbols: SymbolTable) {
    switch value {
    case .none:
      bytes.append(tag: 0)
    case .quantity(let base):
      bytes.append(tag: 1)
      bytes.append(SignificantDigits(base))
    case .code(let code):
      bytes.append(tag: 2)
      bytes.append(code)
    case .text(let text):
      bytes.append(tag: 3)
      bytes.append(text: text)
    case .members(let ids):
      bytes.append(tag: 4)
      for id in ids.sorted() { bytes.append(id) }
    case .foreignQuantity(let number, let unit):
      bytes.append(tag: 5)
      bytes.append(SignificantDigits(number))
      symbols.withBytes(of: unit) { bytes.append(text: $0) }
    case .numbers(let numbers):
      bytes.append(tag: 6)
      for number in numbers { bytes.append(SignificantDigits(number)) }
    }
  }
}
