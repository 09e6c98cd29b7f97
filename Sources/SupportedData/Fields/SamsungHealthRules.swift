import HealthRecords

/// What Samsung Health says of ids and versions (FORMAT §4): the one place for its rules.
enum SamsungHealthRules {
  /// Writes the canonical text of a row's key into `id`; false for an empty one.
  ///
  /// An opaque text that only looks like a UUID, compared without case.
  static func canonicalID(_ text: UnsafeBufferPointer<UInt8>, into id: inout [UInt8]) -> Bool {
    guard !text.isEmpty else { return false }
    id.removeAll(keepingCapacity: true)
    id.append(contentsOf: text)
    for index in id.indices where id[index] &- 0x41 < 26 { id[index] |= 0x20 }
    return true
  }

  /// The edit version: the time of the last change alone.
  static func version(modified: Int64?) -> (version: RecordVersion, isKnown: Bool) {
    (RecordVersion(number: 0, modifiedAt: max(0, modified ?? 0)), modified != nil)
  }
}
