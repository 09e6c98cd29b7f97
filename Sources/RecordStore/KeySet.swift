import HealthRecords

/// The ids of a small table (tombstones, absorbed parts, shared sync identifiers) by their 64-bit keys.
///
/// It may say yes for an id that is not there, so the table has the last word; it never says no for one that is. Above
/// its limit it says yes to everything, which costs a lookup a record and no memory.
struct KeySet {
  private var keys: Set<UInt64> = []
  private let limit: Int
  private var isOverflowing = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether no id was ever added.
  var isEmpty: Bool { keys.isEmpty && !isOverflowing }

  func mayContain(_ id: RecordID) -> Bool {
    isOverflowing || keys.contains(id.key)
  }

  mutating func insert(_ id: RecordID) {
    guard !isOverflowing else { return }
    if keys.count >= limit {
      keys = []
      isOverflowing = true
    } else {
      keys.insert(id.key)
    }
  }
}
