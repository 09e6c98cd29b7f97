import HealthRecords

/// The records that one family of ids is looked up in: open addressing, grown by halves.
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

    var mergeKey: MergeKey {
      MergeKey(
        standing: standing, version: RecordVersion(number: number, modifiedAt: modifiedAt),
        mappingVersion: 0, completeness: completeness, contentHash: contentHash)
    }
  }

  /// What every entry has, in words of four bytes: words of eight would leave gaps between them.
  ///
  /// It lies together, so that an entry costs one cache miss, which `touch` has met ahead.
  private struct Slot {
    private var words: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    /// The seconds of the edit version.
    var seconds: UInt32 = 0

    /// 0 is a free slot; a key of 0 is stored as 1.
    var key: UInt64 {
      get { UInt64(words.1) << 32 | UInt64(words.0) }
      set {
        words.0 = UInt32(truncatingIfNeeded: newValue)
        words.1 = UInt32(truncatingIfNeeded: newValue >> 32)
      }
    }

    var contentHash: UInt64 {
      get { UInt64(words.3) << 32 | UInt64(words.2) }
      set {
        words.2 = UInt32(truncatingIfNeeded: newValue)
        words.3 = UInt32(truncatingIfNeeded: newValue >> 32)
      }
    }
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
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
        contentHash: slots[slot].contentHash,
        number: numbers.isEmpty ? 0 : numbers[slots[slot].key] ?? 0,
        modifiedAt: Int64(slots[slot].seconds) * 1000
          + (fractions.isEmpty ? 0 : Int64(fractions[slot])),
        completeness: completeness(in: slot), bits: states[slot],
        kind: kinds.isEmpty ? firstKind ?? 0 : kinds[slot])
    }
    set {
      slots[slot].contentHash = newValue.contentHash
      slots[slot].seconds = UInt32(truncatingIfNeeded: newValue.modifiedAt / 1000)
      let fraction = UInt16(truncatingIfNeeded: newValue.modifiedAt % 1000)
      if fraction > 0, fractions.isEmpty {
        fractions = [UInt16](repeating: 0, count: slots.count)
      }
      if !fractions.isEmpty { fractions[slot] = fraction }
      if newValue.completeness > 1 || !parts.isEmpty {
        parts[slots[slot].key] = newValue.completeness > 1 ? newValue.completeness : nil
      }
      if newValue.number != 0 || !numbers.isEmpty {
        numbers[slots[slot].key] = newValue.number != 0 ? newValue.number : nil
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
    if kinds.isEmpty, kind != first { kinds = [UInt32](repeating: first, count: slots.count) }
    if !kinds.isEmpty { kinds[slot] = kind }
  }

  /// Makes all entries those of earlier inputs.
  mutating func beginInput() {
    let kept = ~(History.fresh.rawValue | History.replacedMember.rawValue)
    for slot in states.indices { states[slot] &= kept }
  }

  private func completeness(in slot: Int) -> UInt32 {
    guard states[slot] & Self.isComplete != 0 else { return 0 }
    return parts.isEmpty ? 1 : parts[slots[slot].key] ?? 1
  }

  /// Reads the slots where keys would be looked up, so that their cache misses overlap instead of following each other.
  ///
  /// Returns a number without a meaning, which depends on every slot: whoever drops it lets the compiler drop the reads.
  func touch(_ key: UInt64) -> UInt64 {
    let slot = first(max(key, 1))
    let fraction = fractions.isEmpty ? 0 : UInt64(fractions[slot])
    return slots[slot].key &+ UInt64(states[slot]) &+ fraction
  }

  /// The slot of a key; nil where it is not there.
  func find(_ key: UInt64) -> Int? {
    let key = max(key, 1)
    var slot = first(key)
    while slots[slot].key != 0 {
      if slots[slot].key == key { return slot }
      slot = next(slot)
    }
    return nil
  }

  /// Adds a key that is not there.
  mutating func insert(_ key: UInt64, _ entry: Entry) {
    if count &* 5 >= slots.count &* 4 { grow() }
    place(max(key, 1), entry)
    count &+= 1
  }

  private mutating func place(_ key: UInt64, _ entry: Entry) {
    var slot = first(key)
    while slots[slot].key != 0 { slot = next(slot) }
    slots[slot].key = key
    self[slot] = entry
  }

  /// Takes over a slot of a smaller table; what is kept by key stays as it is.
  @inline(__always)
  private mutating func move(_ place: Int, of old: LedgerTable) {
    var slot = first(old.slots[place].key)
    while slots[slot].key != 0 { slot = next(slot) }
    slots[slot] = old.slots[place]
    if !fractions.isEmpty { fractions[slot] = old.fractions[place] }
    states[slot] = old.states[place]
    if !kinds.isEmpty { kinds[slot] = old.kinds[place] }
  }

  @inline(__always)
  private func first(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: key.multipliedFullWidth(by: UInt64(slots.count)).high)
  }

  @inline(__always)
  private func next(_ slot: Int) -> Int {
    slot &+ 1 == slots.count ? 0 : slot &+ 1
  }

  private mutating func grow() {
    let old = self
    // Large tables grow by less: both copies are in memory meanwhile.
    let capacity = old.slots.count + old.slots.count / (old.slots.count < 1 << 20 ? 2 : 5)
    slots = [Slot](repeating: Slot(), count: capacity)
    fractions = old.fractions.isEmpty ? [] : [UInt16](repeating: 0, count: capacity)
    states = [UInt8](repeating: 0, count: capacity)
    kinds = old.kinds.isEmpty ? [] : [UInt32](repeating: 0, count: capacity)
    for slot in old.slots.indices where old.slots[slot].key != 0 { move(slot, of: old) }
  }
}
