import HealthRecords

/// The halves of records that come as rows of their own, as far as counts depend on them: what the store's `half` table is.
struct HalfLedger {
  struct Half {
    var place: HalfPlace
    var version: RecordVersion
    var contentHash: UInt64
    /// Whether it came with two contents of one version.
    var isDoubtful = false
  }

  private struct Record {
    var halves: [Half]
    /// The date of a deletion that the halves outlived.
    var deletedAt: Int64?
  }

  private var records: [UInt64: Record] = [:]

  /// Whether halves of a record outlived a deletion that this version did not.
  func wasDeletedBefore(_ key: UInt64, _ version: RecordVersion) -> Bool {
    guard !records.isEmpty, let date = records[key]?.deletedAt else { return false }
    return !MergeRule.outlives(version, tombstoneModifiedAt: date)
  }

  /// Takes the first half of a record that was not there.
  mutating func begin(_ key: UInt64, _ half: Half, deletedAt date: Int64?) {
    records[key] = Record(halves: [half], deletedAt: date)
  }

  mutating func forget(_ key: UInt64) {
    if !records.isEmpty { records[key] = nil }
  }

  /// The latest edit of the halves of a record.
  func latest(_ key: UInt64) -> Int64? {
    records.isEmpty ? nil : records[key]?.halves.map(\.version.modifiedAt).max()
  }

  /// Decides about a half beside others.
  mutating func take(_ half: Half, of key: UInt64, _ order: RecordVersion.Order) -> Outcome {
    var record = records[key] ?? Record(halves: [])
    defer { records[key] = record }
    if let twin = record.halves.firstIndex(where: { $0.place == half.place }) {
      return Self.merge(half, into: &record.halves[twin], order)
    }
    if record.halves.count >= HalfPlace.limit,
      let last = record.halves.indices.max(by: { record.halves[$0].place < record.halves[$1].place }
      )
    {
      guard half.place < record.halves[last].place else { return .linked }
      record.halves.remove(at: last)
    }
    record.halves.append(half)
    return .linked
  }

  private static func merge(
    _ half: Half, into twin: inout Half, _ order: RecordVersion.Order
  ) -> Outcome {
    let isRepeat = twin.contentHash == half.contentHash
    if twin.version.precedes(half.version, order) {
      twin = half
      return isRepeat ? .duplicate : .updated
    }
    if isRepeat { return .duplicate }
    guard twin.version == half.version else { return .stale }
    let wins = twin.contentHash < half.contentHash
    if wins { twin = half }
    twin.isDoubtful = true
    return wins ? .updated : .stale
  }

  /// The version and the content hash of the record that the halves make.
  ///
  /// One half alone has its own hash; what several make equals no whole record's.
  func composed(
    _ key: UInt64, _ order: RecordVersion.Order
  ) -> (version: RecordVersion, contentHash: UInt64)? {
    guard let halves = records[key]?.halves, let first = halves.first else { return nil }
    let version = halves.reduce(first.version) {
      $0.precedes($1.version, order) ? $1.version : $0
    }
    let isPlain = halves.count == 1 && !first.isDoubtful
    return (version, isPlain ? first.contentHash : ~Hash128.finalized(key))
  }
}
