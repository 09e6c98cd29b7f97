import HealthRecords

/// The records that one family of ids is looked up in: open addressing over columns, grown by halves.
struct LedgerTable {
  /// How an entry came to be, as far as counts of the input at hand depend on it.
  struct History: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    /// The input at hand wrote it.
    static let fresh = History(rawValue: 1 << 1)
    /// Another version took its place since it was inserted.
    static let updated = History(rawValue: 1 << 2)
    /// The input that updated it last had inserted it as well.
    static let insertedByUpdater = History(rawValue: 1 << 3)
    /// A member that replaced one of an earlier input, and was counted as linked at once.
    static let replacedMember = History(rawValue: 1 << 4)
    static let all: History = [.fresh, .updated, .insertedByUpdater, .replacedMember]
  }

  /// What is kept of a record.
  struct Entry {
    var contentHash: UInt64
    var number: Int64
    /// Milliseconds since 1970, of years from 1970 to 2106.
    var modifiedAt: Int64
    var completeness: UInt32
    var standing: RecordStanding
    var history: History = .fresh
    /// What its native type was counted as: a number of the ledger's.
    var kind: UInt32

    init(_ row: RecordRow, kind: UInt32) {
      contentHash = row.contentHash
      number = row.version.number
      modifiedAt = min(max(row.version.modifiedAt, 0), Int64(UInt32.max) * 1000)
      completeness = row.completeness
      standing = row.standing
      self.kind = kind
    }

    fileprivate init(
      contentHash: UInt64, number: Int64, modifiedAt: Int64, completeness: UInt32, bits: UInt8,
      kind: UInt32
    ) {
      self.contentHash = contentHash
      self.number = number
      self.modifiedAt = modifiedAt
      self.completeness = completeness
      standing = RecordStanding(rawValue: bits & 1) ?? .whole
      history = History(rawValue: bits).intersection(.all)
      self.kind = kind
    }

    var version: RecordVersion { RecordVersion(number: number, modifiedAt: modifiedAt) }

    var mergeKey: MergeKey {
      MergeKey(
        standing: standing, version: version,
        mappingVersion: 0, completeness: completeness, contentHash: contentHash)
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
  /// The standing, the history, and whether the completeness is at least 1.
  private var states = [UInt8](repeating: 0, count: 64)
  private static let isComplete: UInt8 = 0x80
  /// The kinds; empty while all are the first one, as they are where ids are looked up by native type.
  private var kinds: [UInt32] = []
  private var firstKind: UInt32?
  private var count = 0

  /// The entry in a slot.
  subscript(slot: Int) -> Entry {
    get {
      Entry(
        contentHash: hashes[slot], number: numbers.isEmpty ? 0 : numbers[keys[slot]] ?? 0,
        modifiedAt: Int64(seconds[slot]) * 1000 + (fractions.isEmpty ? 0 : Int64(fractions[slot])),
        completeness: completeness(in: slot), bits: states[slot],
        kind: kinds.isEmpty ? firstKind ?? 0 : kinds[slot])
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
      states[slot] =
        newValue.standing.rawValue | newValue.history.rawValue
        | (newValue.completeness > 0 ? Self.isComplete : 0)
      set(newValue.kind, in: slot)
    }
  }

  private mutating func set(_ kind: UInt32, in slot: Int) {
    let first = firstKind ?? kind
    firstKind = first
    if kinds.isEmpty, kind != first { kinds = [UInt32](repeating: first, count: keys.count) }
    if !kinds.isEmpty { kinds[slot] = kind }
  }

  /// Makes all entries those of earlier inputs.
  mutating func beginInput() {
    let kept = ~(History.fresh.rawValue | History.replacedMember.rawValue)
    for slot in states.indices { states[slot] &= kept }
  }

  private func completeness(in slot: Int) -> UInt32 {
    guard states[slot] & Self.isComplete != 0 else { return 0 }
    return parts.isEmpty ? 1 : parts[keys[slot]] ?? 1
  }

  /// Reads the slots where keys would be looked up, so that their cache misses overlap instead of following each other.
  ///
  /// Returns a number without a meaning, which depends on every slot: whoever drops it lets the compiler drop the reads.
  func touch(_ key: UInt64) -> UInt64 { keys[first(max(key, 1))] }

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
    states[slot] = old.states[place]
    if !kinds.isEmpty { kinds[slot] = old.kinds[place] }
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
    states = [UInt8](repeating: 0, count: capacity)
    kinds = old.kinds.isEmpty ? [] : [UInt32](repeating: 0, count: capacity)
    for slot in old.keys.indices where old.keys[slot] != 0 { move(slot, of: old) }
  }
}
