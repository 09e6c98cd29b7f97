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
  /// The completeness of records that have any parts, and the edit numbers other than 0: few have.
  private var parts: [UInt64: UInt32] = [:]
  private var numbers: [UInt64: Int64] = [:]
  private var standings = [UInt8](repeating: 0, count: 64)
  private var count = 0

  /// The entry in a slot.
  subscript(slot: Int) -> Entry {
    get {
      Entry(
        contentHash: hashes[slot], number: numbers.isEmpty ? 0 : numbers[keys[slot]] ?? 0,
        modifiedAt: Int64(seconds[slot]) * 1000 + (fractions.isEmpty ? 0 : Int64(fractions[slot])),
        completeness: parts.isEmpty ? 0 : parts[keys[slot]] ?? 0,
        standing: standings[slot])
    }
    set {
      hashes[slot] = newValue.contentHash
      seconds[slot] = UInt32(truncatingIfNeeded: newValue.modifiedAt / 1000)
      let fraction = UInt16(truncatingIfNeeded: newValue.modifiedAt % 1000)
      if fraction > 0, fractions.isEmpty {
        fractions = [UInt16](repeating: 0, count: keys.count)
      }
      if !fractions.isEmpty { fractions[slot] = fraction }
      if newValue.completeness > 0 || !parts.isEmpty {
        parts[keys[slot]] = newValue.completeness > 0 ? newValue.completeness : nil
      }
      if newValue.number != 0 || !numbers.isEmpty {
        numbers[keys[slot]] = newValue.number != 0 ? newValue.number : nil
      }
      standings[slot] = newValue.standing
    }
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
    for slot in old.keys.indices where old.keys[slot] != 0 { place(old.keys[slot], old[slot]) }
  }
}
