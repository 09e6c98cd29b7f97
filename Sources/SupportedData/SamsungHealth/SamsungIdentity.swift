import HealthRecords

/// Derives the ids of Samsung Health rows: the one place for their rules of identity.
///
/// Layout (docs/identity.md): rule version, provider, key form, table, then the key. The table is the one that the row's
/// own rule names, always in Samsung's words, so that a change of mapping never changes an id. Account, phone and
/// times of storing are no part of an id.
struct SamsungIdentity {
  private var bytes = CanonicalBytes()

  /// The id of a row by its `datauuid`, which is opaque text: no UUID in places, and the same in either case.
  mutating func row(
    _ table: [UInt8], identifier: UnsafeBufferPointer<UInt8>
  ) -> RecordID {
    begin(form: UInt8(ascii: "u"), table)
    append(lowercased: identifier)
    return RecordID(bytes.hash)
  }

  /// The id of a row by the package that wrote it and that writer's own id, which outlive a new phone.
  mutating func written(
    _ table: [UInt8], package: UnsafeBufferPointer<UInt8>, identifier: UnsafeBufferPointer<UInt8>
  ) -> RecordID {
    begin(form: UInt8(ascii: "w"), table)
    bytes.append(text: package)
    bytes.append(text: identifier)
    return RecordID(bytes.hash)
  }

  /// The id of a row that Samsung Health derives of a day: day and whose part of it, because a new phone derives it
  /// again under another `datauuid`.
  mutating func day(_ table: [UInt8], day: Int64, part: UnsafeBufferPointer<UInt8>) -> RecordID {
    begin(form: UInt8(ascii: "d"), table)
    bytes.append(day)
    bytes.append(text: part)
    return RecordID(bytes.hash, startMilliseconds: day &* 86_400_000)
  }

  private mutating func begin(form: UInt8, _ table: [UInt8]) {
    bytes.removeAll()
    bytes.append(tag: 1)
    bytes.append(tag: 3)
    bytes.append(tag: form)
    bytes.append(text: table)
  }

  /// Appends text with its ASCII letters in lower case; longer identifiers than any that occur are hashed as they are.
  private mutating func append(lowercased text: UnsafeBufferPointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, text.count)) { copy in
      for (index, byte) in text.enumerated() {
        copy[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
      }
      bytes.append(text: UnsafeBufferPointer(rebasing: copy[..<text.count]))
    }
  }
}
