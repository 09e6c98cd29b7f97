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
    /// The upper 48 bits; the others are 0.
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
      contentHash = Self.kept(row.contentHash)
      number = row.version.number
      modifiedAt = min(max(row.version.modifiedAt, 0), Int64(UInt32.max) * 1000)
      completeness = row.completeness
      standing = row.standing
      self.kind = kind
    }

    /// What is kept of a content hash: two contents of one id are taken for one by 48 bits about once in 3e14.
    static func kept(_ hash: UInt64) -> UInt64 { hash & ~0xffff }

    fileprivate init(_ slot: Slot, number: Int64, completeness: UInt32, kind: UInt32) {
      contentHash = slot.contentHash
      self.number = number
      modifiedAt = slot.modifiedAt
      self.completeness = completeness
      standing = RecordStanding(rawValue: slot.state & 1) ?? .whole
      history = History(rawValue: slot.state).intersection(.all)
      self.kind = kind
    }

    var version: RecordVersion { RecordVersion(number: number, modifiedAt: modifiedAt) }

    var mergeKey: MergeKey {
      MergeKey(
        standing: standing, version: version,
        mappingVersion: 0, completeness: completeness, contentHash: contentHash)
    }
  }

  /// One record in 22 bytes that lie together: a lookup waits for memory once, not once for every column.
  ///
  /// In words of two bytes, so that no gap is between two slots; the bytes are read and written as wider integers.
  fileprivate struct Slot {
    typealias Words = (
      UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16
    )
    private var words: Words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    static let maximumCompleteness: UInt32 = 1 << 10 - 1
    static let maximumKind = 1 << 7 - 1

    init() {}

    init(key: UInt64, _ entry: Entry, kind: Int) {
      let completeness = min(entry.completeness, Self.maximumCompleteness)
      let state = entry.standing.rawValue | entry.history.rawValue
      store(key, at: 0)
      store(
        UInt64(truncatingIfNeeded: entry.modifiedAt) | UInt64(completeness) << 42
          | UInt64(min(kind, Self.maximumKind)) << 52 | UInt64(state) << 59, at: 8)
      store(UInt32(truncatingIfNeeded: entry.contentHash >> 32), at: 16)
      store(UInt16(truncatingIfNeeded: entry.contentHash >> 16), at: 20)
    }

    /// 0 is a free slot; a key of 0 is stored as 1.
    var key: UInt64 { load(at: 0) }
    var contentHash: UInt64 {
      UInt64(load(at: 16) as UInt32) << 32 | UInt64(load(at: 20) as UInt16) << 16
    }
    /// From the lowest bit: 42 of the time, 10 of the completeness, 7 of the kind, 5 of the state.
    private var packed: UInt64 { load(at: 8) }
    var modifiedAt: Int64 { Int64(truncatingIfNeeded: packed & (1 << 42 - 1)) }
    /// The greatest stands for itself and all that are greater.
    var completeness: UInt32 { UInt32(truncatingIfNeeded: packed >> 42 & (1 << 10 - 1)) }
    /// The greatest stands for itself and all that are greater.
    var kind: Int { Int(truncatingIfNeeded: packed >> 52 & (1 << 7 - 1)) }
    /// The standing and the history.
    var state: UInt8 {
      get { UInt8(truncatingIfNeeded: packed >> 59) }
      set { store(packed & (1 << 59 - 1) | UInt64(newValue) << 59, at: 8) }
    }

    @inline(__always)
    private func load<Word: FixedWidthInteger & BitwiseCopyable>(at byte: Int) -> Word {
      withUnsafeBytes(of: words) { $0.loadUnaligned(fromByteOffset: byte, as: Word.self) }
    }

    @inline(__always)
    private mutating func store<Word: FixedWidthInteger & BitwiseCopyable>(
      _ word: Word, at byte: Int
    ) {
      withUnsafeMutableBytes(of: &words) {
        $0.storeBytes(of: word, toByteOffset: byte, as: Word.self)
      }
    }
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
  private var count = 0
  /// What does not fit into a slot, by key: edit numbers other than 0, great completeness and many kinds are rare.
  private var numbers: [UInt64: Int64] = [:]
  private var parts: [UInt64: UInt32] = [:]
  private var manyKinds: [UInt64: UInt32] = [:]
  /// The kinds of the table's records, which slots have the indices of.
  private var kinds: [UInt32] = []

  /// The entry in a slot.
  subscript(index: Int) -> Entry {
    get {
      let slot = slots[index]
      return Entry(
        slot, number: numbers.isEmpty ? 0 : numbers[slot.key] ?? 0,
        completeness: slot.completeness < Slot.maximumCompleteness
          ? slot.completeness : parts[slot.key] ?? slot.completeness,
        kind: slot.kind < Slot.maximumKind ? kinds[slot.kind] : manyKinds[slot.key] ?? 0)
    }
    set { write(newValue, key: slots[index].key, at: index) }
  }

  private mutating func write(_ entry: Entry, key: UInt64, at index: Int) {
    let kind = place(of: entry.kind)
    slots[index] = Slot(key: key, entry, kind: kind)
    if entry.number != 0 || !numbers.isEmpty {
      numbers[key] = entry.number != 0 ? entry.number : nil
    }
    if entry.completeness >= Slot.maximumCompleteness || !parts.isEmpty {
      parts[key] = entry.completeness >= Slot.maximumCompleteness ? entry.completeness : nil
    }
    if kind >= Slot.maximumKind || !manyKinds.isEmpty {
      manyKinds[key] = kind >= Slot.maximumKind ? entry.kind : nil
    }
  }

  /// The index of a kind in `kinds`; the greatest for those that have none.
  private mutating func place(of kind: UInt32) -> Int {
    if let known = kinds.firstIndex(of: kind) { return known }
    guard kinds.count < Slot.maximumKind else { return Slot.maximumKind }
    kinds.append(kind)
    return kinds.count - 1
  }

  /// Makes all entries those of earlier inputs.
  mutating func beginInput() {
    let kept = ~(History.fresh.rawValue | History.replacedMember.rawValue)
    for index in slots.indices { slots[index].state &= kept }
  }

  /// Reads the slots where keys would be looked up, so that their cache misses overlap instead of following each other.
  ///
  /// Returns a number without a meaning, which depends on every slot: whoever drops it lets the compiler drop the reads.
  func touch(_ key: UInt64) -> UInt64 {
    let slot = slots[first(max(key, 1))]
    return slot.key &+ UInt64(slot.state)
  }

  /// The slot of a key; nil where it is not there.
  func find(_ key: UInt64) -> Int? {
    let key = max(key, 1)
    var index = first(key)
    while slots[index].key != 0 {
      if slots[index].key == key { return index }
      index = next(index)
    }
    return nil
  }

  /// Adds a key that is not there.
  mutating func insert(_ key: UInt64, _ entry: Entry) {
    if count &* 5 >= slots.count &* 4 { grow() }
    let key = max(key, 1)
    write(entry, key: key, at: free(key))
    count &+= 1
  }

  /// The first free slot for a key.
  @inline(__always)
  private func free(_ key: UInt64) -> Int {
    var index = first(key)
    while slots[index].key != 0 { index = next(index) }
    return index
  }

  @inline(__always)
  private func first(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: key.multipliedFullWidth(by: UInt64(slots.count)).high)
  }

  @inline(__always)
  private func next(_ index: Int) -> Int {
    index &+ 1 == slots.count ? 0 : index &+ 1
  }

  private mutating func grow() {
    let old = slots
    // Large tables grow by less: both copies are in memory meanwhile.
    let capacity = old.count + old.count / (old.count < 1 << 19 ? 2 : 5)
    slots = [Slot](repeating: Slot(), count: capacity)
    // What is kept by key stays as it is. Keys keep their order, so that both copies are passed from front to end.
    for slot in old where slot.key != 0 { slots[free(slot.key)] = slot }
  }
}
