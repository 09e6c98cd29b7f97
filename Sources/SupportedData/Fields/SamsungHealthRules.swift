import HealthRecords

/// What Samsung Health says of ids and versions (FORMAT §4): the one place for its rules.
enum SamsungHealthRules {
  /// The canonical text of a row's key; nil for an empty one.
  ///
  /// An opaque text that only looks like a UUID, compared without case.
  static func canonicalID(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    text.isEmpty ? nil : text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
  }

  /// The edit version: the time of the last change alone.
  static func version(modified: Int64?) -> (version: RecordVersion, isKnown: Bool) {
    (RecordVersion(number: 0, modifiedAt: max(0, modified ?? 0)), modified != nil)
  }
}
