import HealthRecords

/// Decides what an import into an empty store would do with every record, without a store.
///
/// The ledger knows each record by 64 bits of its id, its content hash and its version: 21 bytes a slot, at most 80 %
/// full, so about 30 bytes per distinct record. Versions count in seconds, as Apple writes them.
struct InspectionLedger {
  private var tables: [String: LedgerTable] = [:]
  /// Records of a sync identifier: the first start seen, and the edit number in force.
  private var synced: [UInt64: SyncState] = [:]
  /// Parts that a whole record replaced.
  private var absorbed: Set<UInt64> = []

  private struct SyncState {
    var start: Int64
    var sharedKey: UInt64
    var number: Int64
    var isShared = false
  }

  /// Takes a batch in the order of the input; returns what became of its rows, by native type.
  mutating func take(_ batch: RecordBatch) -> [String: OutcomeCounts] {
    var outcomes: [String: OutcomeCounts] = [:]
    var counts = [OutcomeCounts](repeating: OutcomeCounts(), count: batch.types.count)
    for row in batch.rows {
      let type = Int(row.type)
      let name = batch.types[type].nativeType
      counts[type][take(row, of: name, in: batch)] += 1
      absorbParts(of: row, in: batch, &outcomes)
    }
    for (type, count) in zip(batch.types, counts) where count.total > 0 {
      outcomes[type.nativeType, default: OutcomeCounts()].add(count)
    }
    return outcomes
  }

  private mutating func take(_ row: RecordRow, of type: String, in batch: RecordBatch) -> Outcome {
    var key = Self.key(row.id)
    if row.hasSyncIdentifier { key = syncKey(row, key, type) }
    if !absorbed.isEmpty, absorbed.contains(key) { return .linked }
    var table = tables.removeValue(forKey: type) ?? LedgerTable()
    defer { tables[type] = table }
    let entry = LedgerTable.Entry(row)
    guard let slot = table.find(key) else {
      table.insert(key, entry)
      if row.hasSyncIdentifier { synced[key]?.number = row.version.number }
      return batch.types[Int(row.type)].recordType == .unknown ? .unsupported : .inserted
    }
    return merge(row, entry, key, slot, &table)
  }

  private mutating func merge(
    _ row: RecordRow, _ entry: LedgerTable.Entry, _ key: UInt64, _ slot: Int,
    _ table: inout LedgerTable
  ) -> Outcome {
    let stored = table[slot]
    let number = row.hasSyncIdentifier ? synced[key]?.number ?? 0 : 0
    let arriving = entry.mergeKey(number: row.version.number, completeness: row.completeness)
    let decision = MergeRule.decide(
      stored: stored.mergeKey(number: number, completeness: row.completeness), arriving: arriving,
      .numberFirst)
    if decision == .updated || decision == .duplicateRaisingVersion {
      table[slot] = entry
      if row.hasSyncIdentifier { synced[key]?.number = row.version.number }
    }
    if row.standing == .member { return .linked }
    return decision == .updated ? .updated : decision == .stale ? .stale : .duplicate
  }

  /// The key in force for a record with a sync identifier; one identifier with two starts counts with its start.
  private mutating func syncKey(_ row: RecordRow, _ key: UInt64, _ type: String) -> UInt64 {
    guard var state = synced[key] else {
      synced[key] = SyncState(
        start: row.start, sharedKey: Self.key(row.sharedID), number: row.version.number)
      return key
    }
    if !state.isShared, state.start != row.start {
      state.isShared = true
      synced[key] = state
      rekey(key, to: state, type)
    }
    guard state.isShared else { return key }
    let shared = Self.key(row.sharedID)
    if synced[shared] == nil {
      synced[shared] = SyncState(
        start: row.start, sharedKey: shared, number: row.version.number)
    }
    return shared
  }

  private mutating func rekey(_ key: UInt64, to state: SyncState, _ type: String) {
    guard var table = tables.removeValue(forKey: type) else { return }
    defer { tables[type] = table }
    guard let slot = table.find(key) else { return }
    let entry = table[slot]
    if table.find(state.sharedKey) == nil { table.insert(state.sharedKey, entry) }
    synced[state.sharedKey] = SyncState(
      start: state.start, sharedKey: state.sharedKey, number: state.number)
  }

  /// Moves the parts that a whole record replaces from inserted to linked.
  private mutating func absorbParts(
    of row: RecordRow, in batch: RecordBatch, _ outcomes: inout [String: OutcomeCounts]
  ) {
    for link in batch.links[row.links.indices] where link.role == .absorbs {
      let key = Self.key(link.id)
      guard absorbed.insert(key).inserted else { continue }
      for (type, table) in tables where table.find(key) != nil {
        outcomes[type, default: OutcomeCounts()][.inserted] -= 1
        outcomes[type, default: OutcomeCounts()][.linked] += 1
      }
    }
  }

  private static func key(_ id: RecordID) -> UInt64 {
    id.low ^ Hash128.finalized(id.high)
  }
}

/// The records of one native type: open addressing over columns, grown by halves.
struct LedgerTable {
  /// What is kept of a record.
  struct Entry {
    var contentHash: UInt64
    var modifiedAt: UInt32
    var standing: UInt8

    init(contentHash: UInt64, modifiedAt: UInt32, standing: UInt8) {
      self.contentHash = contentHash
      self.modifiedAt = modifiedAt
      self.standing = standing
    }

    init(_ row: RecordRow) {
      contentHash = row.contentHash
      modifiedAt = UInt32(clamping: row.version.modifiedAt / 1000)
      standing = row.standing.rawValue
    }

    func mergeKey(number: Int64, completeness: UInt32) -> MergeKey {
      MergeKey(
        standing: standing == 0 ? .member : .whole,
        version: RecordVersion(number: number, modifiedAt: Int64(modifiedAt)), mappingVersion: 0,
        completeness: completeness, contentHash: contentHash)
    }
  }

  /// 0 is a free slot; a key of 0 is stored as 1.
  private var keys = [UInt64](repeating: 0, count: 64)
  private var hashes = [UInt64](repeating: 0, count: 64)
  private var seconds = [UInt32](repeating: 0, count: 64)
  private var standings = [UInt8](repeating: 0, count: 64)
  private var count = 0

  /// The entry in a slot.
  subscript(slot: Int) -> Entry {
    get { Entry(contentHash: hashes[slot], modifiedAt: seconds[slot], standing: standings[slot]) }
    set {
      hashes[slot] = newValue.contentHash
      seconds[slot] = newValue.modifiedAt
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
    let capacity = old.keys.count + old.keys.count / 2
    keys = [UInt64](repeating: 0, count: capacity)
    hashes = [UInt64](repeating: 0, count: capacity)
    seconds = [UInt32](repeating: 0, count: capacity)
    standings = [UInt8](repeating: 0, count: capacity)
    for slot in old.keys.indices where old.keys[slot] != 0 { place(old.keys[slot], old[slot]) }
  }
}
