import HealthRecords

/// What Samsung Health says of ids and versions (FORMAT §4): the one place for its rules.
enum SamsungHealthRules {
  /// The canonical text of a row's key; nil for an empty one.
  ///
  /// An opaque text that only looks like a UUID, compared without case.
  static func canonicalID(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard !text.isEmpty else { return nil }
    return [UInt8](unsafeUninitializedCapacity: text.count) { id, count in
      for index in text.indices {
        let isUpper = text[index] &- 0x41 < 26
        id.initializeElement(at: index, to: isUpper ? text[index] | 0x20 : text[index])
      }
      count = text.count
    }
  }

  /// The edit version: the time of the last change alone.
  static func version(modified: Int64?) -> (version: RecordVersion, isKnown: Bool) {
    (RecordVersion(number: 0, modifiedAt: max(0, modified ?? 0)), modified != nil)
  }
}
