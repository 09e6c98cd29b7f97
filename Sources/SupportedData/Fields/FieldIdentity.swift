import HealthRecords

/// Lays out the ids of records that are read by their fields; which key a record has is each provider's own rule.
///
/// Layout (docs/identity.md): rule version, provider, form of key, then the key. Forms: `r` the record's own id, `k` the
/// fields of a natural key, `c` its content, `p` a flattened part of a record.
struct FieldIdentity {
  private var bytes = CanonicalBytes()
  private let provider: UInt8

  init(provider: Provider) {
    self.provider = provider == .healthConnect ? 2 : 3
  }

  /// The id of a record that has one of its own, unique within `type`, or within the provider where that is empty.
  mutating func record(type: [UInt8], id: [UInt8]) -> RecordID {
    begin(UInt8(ascii: "r"))
    bytes.append(text: type)
    bytes.append(text: id)
    return RecordID(bytes.hash)
  }

  /// The same for an id as written, in which case does not count.
  mutating func record(type: [UInt8], lowercasing id: UnsafeBufferPointer<UInt8>) -> RecordID {
    begin(UInt8(ascii: "r"))
    bytes.append(text: type)
    bytes.append(lowercased: id)
    return RecordID(bytes.hash)
  }

  /// The id of a row whose identity is the values of some of its fields; `start` is given where it is one of them.
  mutating func keyed(type: [UInt8], by keys: [[UInt8]], start: Int64? = nil) -> RecordID {
    begin(UInt8(ascii: "k"))
    bytes.append(text: type)
    for key in keys { bytes.append(text: key) }
    guard let start else { return RecordID(bytes.hash) }
    return RecordID(bytes.hash, startMilliseconds: start)
  }

  /// The id of a flattened part: that of its record, what it is, and when.
  mutating func part(of parent: [UInt8], type: [UInt8], at instant: Int64) -> RecordID {
    begin(UInt8(ascii: "p"))
    bytes.append(text: parent)
    bytes.append(text: type)
    bytes.append(instant)
    return RecordID(bytes.hash)
  }

  /// The id of a record without any key: who recorded what, and when.
  ///
  /// The value is no part of it but where two equal records may both be true (`distinct`), so that an edit keeps the id.
  mutating func content(_ content: ContentKey) -> RecordID {
    begin(UInt8(ascii: "c"))
    bytes.append(text: content.type)
    bytes.append(text: content.origin)
    bytes.append(text: content.device)
    bytes.append(content.start)
    bytes.append(content.end)
    for distinct in content.distinct { append(distinct) }
    return RecordID(bytes.hash, startMilliseconds: content.start)
  }

  private mutating func append(_ distinct: ContentKey.Distinct) {
    switch distinct {
    case .none: bytes.append(tag: 0)
    case .number(let number):
      bytes.append(tag: 1)
      bytes.append(SignificantDigits(number))
    case .text(let text):
      bytes.append(tag: 3)
      bytes.append(text: text)
    }
  }

  private mutating func begin(_ form: UInt8) {
    bytes.removeAll()
    bytes.append(tag: 1)
    bytes.append(tag: provider)
    bytes.append(tag: form)
  }
}

/// What stands for a record that has no key.
struct ContentKey {
  /// What tells two records of equal source and time apart.
  enum Distinct {
    case none
    case number(Double)
    case text([UInt8])
  }

  var type: [UInt8]
  var origin: [UInt8]
  var device: [UInt8]
  var start: Int64
  var end: Int64
  var distinct: [Distinct] = []
}
