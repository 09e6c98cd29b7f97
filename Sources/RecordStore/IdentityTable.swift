import HealthRecords

/// The identities of one native type in memory: key, digest and change sequence, 24 bytes a slot.
///
/// Open addressing with linear probing. Two ids may share a key, so a key can occur more than once; the caller settles
/// those by the stored row. Slots of one entry lie together: one cache miss a lookup.
struct IdentityTable {
  /// One entry; `sequence` 0 marks a free slot.
  struct Slot {
    var key: UInt64 = 0
    var digest: UInt64 = 0
    var sequence: Int64 = 0
  }

  /// What the table knows about an arriving row.
  enum Finding: Equatable {
    /// No entry has the key: the id is new.
    case absent
    /// An entry has the key and the digest: the row is stored, byte for byte.
    case equal(sequence: Int64)
    /// Entries have the key with other digests: another version, or a collision of keys.
    case candidates
  }

  private static let removed: Int64 = -1
  private var slots: [Slot]
  /// The number of slots beyond which it does not grow before it has to.
  private let limit: Int
  /// Entries, with the removed ones that still occupy a slot.
  private var occupied = 0
  private(set) var count = 0

  /// Creates a table with room for so many entries, which grows to `budget` bytes exactly before it grows beyond.
  init(capacity: Int = 0, budget: Int = .max) {
    limit = budget / MemoryLayout<Slot>.stride
    // Three quarters full at most: a probe then visits two or three neighbours.
    slots = [Slot](repeating: Slot(), count: Swift.max(64, capacity + capacity / 3 + 1))
  }

  /// The memory of the slots, in bytes.
  var byteCount: Int { slots.count * MemoryLayout<Slot>.stride }

  @inline(__always)
  private func home(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: key.multipliedFullWidth(by: UInt64(slots.count)).high)
  }

  @inline(__always)
  private func next(_ index: Int) -> Int {
    index &+ 1 == slots.count ? 0 : index &+ 1
  }

  /// Reads the slots where rows would be looked up, so that their cache misses overlap instead of following each other.
  ///
  /// Returns a number without a meaning, which depends on every slot: whoever drops it lets the compiler drop the reads.
  func touch(_ rows: ArraySlice<RecordRow>, mask: UInt64) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows { sum &+= slots[home(of: row.id.key & mask)].key }
    return sum
  }

  /// Looks up a row.
  func find(key: UInt64, digest: UInt64) -> Finding {
    var index = home(of: key)
    var finding = Finding.absent
    while true {
      let slot = slots[index]
      if slot.sequence == 0 { return finding }
      if slot.key == key, slot.sequence != Self.removed {
        if slot.digest == digest { return .equal(sequence: slot.sequence) }
        finding = .candidates
      }
      index = next(index)
    }
  }

  /// The change sequences of all entries with the key.
  func sequences(of key: UInt64) -> [Int64] {
    var index = home(of: key)
    var found: [Int64] = []
    while slots[index].sequence != 0 {
      if slots[index].key == key, slots[index].sequence != Self.removed {
        found.append(slots[index].sequence)
      }
      index = next(index)
    }
    return found
  }

  /// Adds an entry.
  mutating func insert(key: UInt64, digest: UInt64, sequence: Int64) {
    if occupied &* 4 >= slots.count &* 3 { grow() }
    place(Slot(key: key, digest: digest, sequence: sequence))
    occupied &+= 1
    count &+= 1
  }

  /// Replaces the digest and sequence of one entry.
  mutating func replace(key: UInt64, sequence old: Int64, by new: Int64, digest: UInt64) {
    guard let index = index(of: key, sequence: old) else { return }
    slots[index].sequence = new
    slots[index].digest = digest
  }

  /// Removes one entry.
  mutating func remove(key: UInt64, sequence: Int64) {
    guard let index = index(of: key, sequence: sequence) else { return }
    slots[index].sequence = Self.removed
    count &-= 1
  }

  private func index(of key: UInt64, sequence: Int64) -> Int? {
    var index = home(of: key)
    while slots[index].sequence != 0 {
      if slots[index].key == key, slots[index].sequence == sequence { return index }
      index = next(index)
    }
    return nil
  }

  private mutating func place(_ slot: Slot) {
    var index = home(of: slot.key)
    while slots[index].sequence != 0 { index = next(index) }
    slots[index] = slot
  }

  /// Half as large again, or as large as the limit, without the removed entries.
  private mutating func grow() {
    let old = slots
    let wanted = old.count + old.count / 2 + 64
    // Nearly at the limit another step up to it would be taken for a few entries.
    let stopsAtLimit = wanted > limit && old.count + old.count / 8 < limit
    slots = [Slot](repeating: Slot(), count: stopsAtLimit ? limit : wanted)
    occupied = 0
    for slot in old where slot.sequence > 0 {
      place(slot)
      occupied &+= 1
    }
  }
}
