import HealthRecords

/// The records of one native type: open addressing over columns, grown by halves.
struct LedgerTable {
  /// What is kept of a record.
  struct Entry {
    var contentHash: UInt64
    var number: Int64
    /// Milliseconds since 1970, of years from 1970 to 2106.
    var modifiedAt: Int64
    var completeness: UInt32
    var standing: UInt8

    init(
      contentHash: UInt64, number: Int64, modifiedAt: Int64, completeness: UInt32, standing: UInt8
    ) {
      self.contentHash = contentHash
      self.number = number
      self.modifiedAt = modifiedAt
      self.completeness = completeness
      self.standing = standing
    }

    init(_ row: RecordRow) {
      contentHash = row.contentHash
      number = row.version.number
      modifiedAt = min(max(row.version.modifiedAt, 0), Int64(UInt32.max) * 1000)
      completeness = row.completeness
      standing = row.standing.rawValue
    }

    var mergeKey: MergeKey {
      MergeKey(
        standing: standing == 0 ? .member : .whole,
        version: RecordVersion(number: number, modifiedAt: modifiedAt), mappingVersion: 0,
        completeness: completeness, contentHash: contentHash)
    }
  }

  /// 0 is a free slot; a key of 0 is stored as 1.
  private var keys = [UInt64](repeating: 0, count: 64)
  private var hashes = [UInt64](repeating: 0, count: 64)
  private var seconds = [UInt32](repeating: 0, count: 64)
  /// The milliseconds beside the seconds; empty while all are 0, as Apple's are.
  private var fractions: [UInt16] = []
  /// The completeness above 1, of records that have parts, and the edit numbers other than 0: few have.
  private var parts: [UInt64: UInt32] = [:]
  private var numbers: [UInt64: Int64] = [:]
  /// The standing, and whether the completeness is at least 1.
  private var standings = [UInt8](repeating: 0, count: 64)
  private static let isComplete: UInt8 = 0x80
  private var count = 0

  /// The entry in a slot.
  subscript(slot: Int) -> Entry {
    get {
      Entry(
        contentHash: hashes[slot], number: numbers.isEmpty ? 0 : numbers[keys[slot]] ?? 0,
        modifiedAt: Int64(seconds[slot]) * 1000 + (fractions.isEmpty ? 0 : Int64(fractions[slot])),
        completeness: completeness(in: slot), standing: standings[slot] & ~Self.isComplete)
    }
    set {
      hashes[slot] = newValue.contentHash
      seconds[slot] = UInt32(truncatingIfNeeded: newValue.modifiedAt / 1000)
      let fraction = UInt16(truncatingIfNeeded: newValue.modifiedAt % 1000)
      if fraction > 0, fractions.isEmpty {
        fractions = [UInt16](repeating: 0, count: keys.count)
      }
      if !fractions.isEmpty { fractions[slot] = fraction }
      if newValue.completeness > 1 || !parts.isEmpty {
        parts[keys[slot]] = newValue.completeness > 1 ? newValue.completeness : nil
      }
      if newValue.number != 0 || !numbers.isEmpty {
        numbers[keys[slot]] = newValue.number != 0 ? newValue.number : nil
      }
      standings[slot] = newValue.standing | (newValue.completeness > 0 ? Self.isComplete : 0)
    }
  }

  private func completeness(in slot: Int) -> UInt32 {
    guard standings[slot] & Self.isComplete != 0 else { return 0 }
    return parts.isEmpty ? 1 : parts[keys[slot]] ?? 1
  }

  /// The slot of a key; nil where it is not there.
  func find(_ key: UInt64) -> Int? {
    let key = max(key, 1)
    var slot = first(key)
    while keys[slot] != 0 {
      if keys[slot] == key { return slot }
      slot = next(slot)
    }
    return nil
  }

  /// Adds a key that is not there.
  mutating func insert(_ key: UInt64, _ entry: Entry) {
    if count &* 5 >= keys.count &* 4 { grow() }
    place(max(key, 1), entry)
    count &+= 1
  }

  private mutating func place(_ key: UInt64, _ entry: Entry) {
    var slot = first(key)
    while keys[slot] != 0 { slot = next(slot) }
    keys[slot] = key
    self[slot] = entry
  }

  /// Takes over a slot of a smaller table; what is kept by key stays as it is.
  @inline(__always)
  private mutating func move(_ place: Int, of old: LedgerTable) {
    var slot = first(old.keys[place])
    while keys[slot] != 0 { slot = next(slot) }
    keys[slot] = old.keys[place]
    hashes[slot] = old.hashes[place]
    seconds[slot] = old.seconds[place]
    if !fractions.isEmpty { fractions[slot] = old.fractions[place] }
    standings[slot] = old.standings[place]
  }

  @inline(__always)
  private func first(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: key.multipliedFullWidth(by: UInt64(keys.count)).high)
  }

  @inline(__always)
  private func next(_ slot: Int) -> Int {
    slot &+ 1 == keys.count ? 0 : slot &+ 1
  }

  private mutating func grow() {
    let old = self
    // Large tables grow by less: both copies are in memory meanwhile.
    let capacity = old.keys.count + old.keys.count / (old.keys.count < 1 << 19 ? 2 : 5)
    keys = [UInt64](repeating: 0, count: capacity)
    hashes = [UInt64](repeating: 0, count: capacity)
    seconds = [UInt32](repeating: 0, count: capacity)
    fractions = old.fractions.isEmpty ? [] : [UInt16](repeating: 0, count: capacity)
    standings = [UInt8](repeating: 0, count: capacity)
    for slot in old.keys.indices where old.keys[slot] != 0 { move(slot, of: old) }
  }
}
