import HealthRecords

/// What Health Connect says of ids and versions (FORMAT §2): the one place for its rules.
enum HealthConnectRules {
  /// Writes the canonical text of a record's id into `id`; false for an empty one, which a record has before it is stored.
  ///
  /// A UUID is written in lower case with hyphens; what a flattening shape hangs behind it (`-sys`, `-s12`) is no part of
  /// it. Any other text is taken as it is. Into a buffer, because every record has an id.
  static func canonicalID(_ text: UnsafeBufferPointer<UInt8>, into id: inout [UInt8]) -> Bool {
    guard !text.isEmpty else { return false }
    id.removeAll(keepingCapacity: true)
    if text.count == 36 || text.count > 37 && text[36] == 0x2D {
      id.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<36]))
      if lowerCaseUUID(&id) { return true }
      id.removeAll(keepingCapacity: true)
    }
    if text.count == 32, text.allSatisfy({ hexadecimalValue($0) != nil }) {
      for (index, byte) in text.enumerated() {
        if [8, 12, 16, 20].contains(index) { id.append(0x2D) }
        id.append(byte)
      }
      if lowerCaseUUID(&id) { return true }
      id.removeAll(keepingCapacity: true)
    }
    id.append(contentsOf: text)
    return true
  }

  /// Whether the bytes have the form of a UUID, which is then in lower case.
  private static func lowerCaseUUID(_ id: inout [UInt8]) -> Bool {
    for index in id.indices {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard id[index] == 0x2D else { return false }
      } else {
        // Digits have the bit already.
        let byte = id[index] | 0x20
        guard byte &- 0x30 < 10 || byte &- 0x61 < 6, id[index] >= 0x30 else { return false }
        id[index] = byte
      }
    }
    return true
  }

  /// The id that Health Connect gives to a record with a client's own key: a name-based UUID of the package, the type's
  /// number and the key.
  static func clientUUID(package: [UInt8], type: Int, clientID: [UInt8]) -> [UInt8] {
    let number = UInt32(truncatingIfNeeded: type)
    let digits = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    return Array(NameBasedUUID.text(of: package + digits + clientID).utf8)
  }

  /// The edit version: the time of the edit decides, the client's counter breaks ties.
  ///
  /// 1970 means that the record was never stored. Without a time of its own it has that of its file, which
  /// `isKnown` tells apart.
  static func version(
    modified: Int64?, counter: Int64, writtenAt: Int64?
  ) -> (version: RecordVersion, isKnown: Bool) {
    if let modified, modified > 0 {
      return (RecordVersion(number: counter, modifiedAt: modified), true)
    }
    return (RecordVersion(number: counter, modifiedAt: writtenAt ?? 0), false)
  }
}
