import HealthRecords

/// Decides what an import into an empty store would do with every record, without a store.
///
/// The ledger knows each record by 64 bits of its id, its content hash and its version: 21 bytes a slot, at most 80 %
/// full, so about 30 bytes per distinct record; two more where versions have milliseconds.
struct InspectionLedger {
  /// One table per native type, by `indices`.
  private var tables: [LedgerTable] = []
  private var indices: [String: Int] = [:]
  /// Records of a sync identifier: the first start seen, and the edit number in force.
  private var synced: [UInt64: SyncState] = [:]
  /// Parts that a whole record replaced.
  private var absorbed: Set<UInt64> = []
  /// Whether the row at hand took the place of a member, which is its link from then on.
  private var replacedMember = false

  private struct SyncState {
    var start: Int64
    var sharedKey: UInt64
    var number: Int64
    var isShared = false
  }

  /// Takes a batch in the order of the input; returns what became of its rows, by native type.
  mutating func take(_ batch: RecordBatch) -> [String: OutcomeCounts] {
    var outcomes: [String: OutcomeCounts] = [:]
    let tableOfType = batch.types.map { index(of: $0.nativeType) }
    let isUnknown = batch.types.map { $0.recordType == .unknown }
    var counts = [Int](repeating: 0, count: batch.types.count * Outcome.allCases.count)
    for row in batch.rows {
      let type = Int(row.type)
      let insertion: Outcome = isUnknown[type] ? .unsupported : .inserted
      replacedMember = false
      var outcome = take(row, of: tableOfType[type])
      if outcome == .inserted { outcome = insertion }
      counts[type * Outcome.allCases.count + outcome.rawValue] += 1
      if replacedMember {
        counts[type * Outcome.allCases.count + insertion.rawValue] -= 1
        counts[type * Outcome.allCases.count + Outcome.linked.rawValue] += 1
      }
      if !row.links.isEmpty { absorbParts(of: row, in: batch, &outcomes) }
    }
    for (position, count) in counts.enumerated() where count != 0 {
      let (type, outcome) = position.quotientAndRemainder(dividingBy: Outcome.allCases.count)
      guard let outcome = Outcome(rawValue: outcome) else { continue }
      outcomes[batch.types[type].nativeType, default: OutcomeCounts()][outcome] += count
    }
    return outcomes
  }

  private mutating func index(of type: String) -> Int {
    if let index = indices[type] { return index }
    indices[type] = tables.count
    tables.append(LedgerTable())
    return tables.count - 1
  }

  private mutating func take(_ row: RecordRow, of type: Int) -> Outcome {
    var key = Self.key(row.id)
    if row.hasSyncIdentifier { key = syncKey(row, key, type) }
    if !absorbed.isEmpty, absorbed.contains(key) { return .linked }
    let entry = LedgerTable.Entry(row)
    guard let slot = tables[type].find(key) else {
      tables[type].insert(key, entry)
      if row.hasSyncIdentifier { synced[key]?.number = row.version.number }
      return .inserted
    }
    return merge(row, entry, key, slot, of: type)
  }

  private mutating func merge(
    _ row: RecordRow, _ entry: LedgerTable.Entry, _ key: UInt64, _ slot: Int, of type: Int
  ) -> Outcome {
    let stored = tables[type][slot]
    let number = row.hasSyncIdentifier ? synced[key]?.number ?? 0 : 0
    let decision = MergeRule.decide(
      stored: stored.mergeKey(number: number),
      arriving: entry.mergeKey(number: row.version.number), .numberFirst)
    if decision == .updated || decision == .duplicateRaisingVersion {
      tables[type][slot] = entry
      if row.hasSyncIdentifier { synced[key]?.number = row.version.number }
    }
    if row.standing == .member { return .linked }
    if stored.standing == RecordStanding.member.rawValue {
      replacedMember = true
      return .inserted
    }
    return decision == .updated ? .updated : decision == .stale ? .stale : .duplicate
  }

  /// The key in force for a record with a sync identifier; one identifier with two starts counts with its start.
  private mutating func syncKey(_ row: RecordRow, _ key: UInt64, _ type: Int) -> UInt64 {
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

  private mutating func rekey(_ key: UInt64, to state: SyncState, _ type: Int) {
    guard let slot = tables[type].find(key) else { return }
    let entry = tables[type][slot]
    if tables[type].find(state.sharedKey) == nil { tables[type].insert(state.sharedKey, entry) }
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
      for (type, index) in indices where tables[index].find(key) != nil {
        outcomes[type, default: OutcomeCounts()][.inserted] -= 1
        outcomes[type, default: OutcomeCounts()][.linked] += 1
      }
    }
  }

  private static func key(_ id: RecordID) -> UInt64 {
    id.low ^ Hash128.finalized(id.high)
  }
}
