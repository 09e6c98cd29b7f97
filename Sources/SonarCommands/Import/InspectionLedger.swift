import HealthRecords

/// Decides what an import into an empty store would do with every record, without a store.
///
/// The ledger knows each record by 64 bits of its id, its content hash and its version: 21 bytes a slot, at most 80 %
/// full, so about 30 bytes per distinct record; two more where versions have milliseconds.
struct InspectionLedger {
  /// One table per native type, by `indices`.
  private var tables: [LedgerTable] = []
  private var indices: [String: Int] = [:]
  /// Records of a sync identifier: the first start seen.
  private var synced: [UInt64: SyncState] = [:]
  /// Parts that a whole record replaced.
  private var absorbed: Set<UInt64> = []
  /// Deleted records, with the time of the deletion.
  private var deleted: [UInt64: Int64] = [:]
  /// Flattened parts by the whole that they belong to, and what was counted of each.
  private var divided: [UInt64: Set<UInt64>] = [:]
  private var parts: [UInt64: Part] = [:]

  private struct Part {
    var type: String
    var table: Int
    var insertion: Outcome
    var isUpdated = false
  }
  /// Whether the row at hand took the place of a member, which is its link from then on.
  private var replacedMember = false

  private struct SyncState {
    var start: Int64
    var sharedKey: UInt64
    var isShared = false
  }

  /// Takes a batch in the order of the input; returns what became of its rows, by native type.
  mutating func take(_ batch: RecordBatch) -> [String: OutcomeCounts] {
    var outcomes: [String: OutcomeCounts] = [:]
    let tableOfType = batch.types.map {
      index(of: batch.provider.identifiesAcrossTypes ? batch.provider.rawValue : $0.nativeType)
    }
    delete(batch, &outcomes)
    let isUnknown = batch.types.map { $0.recordType == .unknown }
    var counts = [Int](repeating: 0, count: batch.types.count * Outcome.allCases.count)
    for row in batch.rows {
      let type = Int(row.type)
      let insertion: Outcome = isUnknown[type] ? .unsupported : .inserted
      replacedMember = false
      var outcome = take(row, of: tableOfType[type], in: batch)
      if outcome == .inserted { outcome = insertion }
      if !row.links.isEmpty { notePart(row, outcome, tableOfType[type], in: batch) }
      counts[type * Outcome.allCases.count + outcome.rawValue] += 1
      if replacedMember {
        counts[type * Outcome.allCases.count + insertion.rawValue] -= 1
        counts[type * Outcome.allCases.count + Outcome.linked.rawValue] += 1
      }
      if !row.links.isEmpty { absorbParts(of: row, in: batch, &outcomes) }
      if !divided.isEmpty, outcome != .stale || isStored(row, tableOfType[type]) {
        absorbDividedParts(of: row, &outcomes)
      }
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

  private mutating func take(_ row: RecordRow, of type: Int, in batch: RecordBatch) -> Outcome {
    var key = Self.key(row.id)
    if row.hasSyncIdentifier { key = syncKey(row, key, type) }
    if !absorbed.isEmpty, absorbed.contains(key) { return .linked }
    if !row.links.isEmpty, let outcome = partOutcome(of: row, key, type, in: batch) {
      return outcome
    }
    let entry = LedgerTable.Entry(row)
    guard let slot = tables[type].find(key) else {
      if let outcome = outcomeOfDeleted(row, key) { return outcome }
      tables[type].insert(key, entry)
      return .inserted
    }
    if !deleted.isEmpty, deleted[key] != nil {
      if let outcome = outcomeOfDeleted(row, key) { return outcome }
      tables[type][slot] = entry
      return .inserted
    }
    return merge(row, entry, slot, of: type, batch.provider.versionOrder)
  }

  private mutating func merge(
    _ row: RecordRow, _ entry: LedgerTable.Entry, _ slot: Int, of type: Int,
    _ order: RecordVersion.Order
  ) -> Outcome {
    let stored = tables[type][slot]
    let decision = MergeRule.decide(stored: stored.mergeKey, arriving: entry.mergeKey, order)
    if decision == .updated || decision == .duplicateRaisingVersion { tables[type][slot] = entry }
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
      synced[key] = SyncState(start: row.start, sharedKey: Self.key(row.sharedID))
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
      synced[shared] = SyncState(start: row.start, sharedKey: shared)
    }
    return shared
  }

  private mutating func rekey(_ key: UInt64, to state: SyncState, _ type: Int) {
    guard let slot = tables[type].find(key) else { return }
    let entry = tables[type][slot]
    if tables[type].find(state.sharedKey) == nil { tables[type].insert(state.sharedKey, entry) }
    synced[state.sharedKey] = SyncState(start: state.start, sharedKey: state.sharedKey)
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

  // MARK: - Deletions and flattened parts

  /// Applies a batch's deletions as the store does.
  private mutating func delete(_ batch: RecordBatch, _ outcomes: inout [String: OutcomeCounts]) {
    guard !batch.deletions.isEmpty else { return }
    let living = batch.livingIDs
    for deletion in batch.deletions {
      let outcome = living.contains(deletion.id) ? .stale : delete(deletion, batch.provider)
      let type = batch.types[Int(deletion.type)].nativeType
      outcomes[type, default: OutcomeCounts()][outcome] += 1
    }
  }

  private mutating func delete(_ deletion: RecordDeletion, _ provider: Provider) -> Outcome {
    let key = Self.key(deletion.id)
    if let known = deleted[key] {
      guard let date = deletion.modifiedAt, date > known else { return .duplicate }
      deleted[key] = date
      return .deleted
    }
    let table = index(of: provider.rawValue)
    let stored = tables[table].find(key).map { tables[table][$0].modifiedAt }
    let date = max(deletion.modifiedAt ?? .min, stored ?? .min)
    // Without any time the import's counts, which is later than all that an input holds.
    deleted[key] = date == .min ? .max : date
    for part in divided.removeValue(forKey: key) ?? [] {
      let edited = parts.removeValue(forKey: part).flatMap { state in
        tables[state.table].find(part).map { tables[state.table][$0].modifiedAt }
      }
      deleted[part] = max(edited ?? .min, deleted[key] ?? .max)
    }
    return .deleted
  }

  /// What a record becomes that was deleted; nil for one that lives, or lives again.
  private mutating func outcomeOfDeleted(_ row: RecordRow, _ key: UInt64) -> Outcome? {
    guard !deleted.isEmpty, let date = deleted[key] else { return nil }
    guard MergeRule.outlives(row.version, tombstoneModifiedAt: date) else { return .stale }
    deleted[key] = nil
    return nil
  }

  private mutating func partOutcome(
    of row: RecordRow, _ key: UInt64, _ table: Int, in batch: RecordBatch
  ) -> Outcome? {
    guard
      let link = batch.links[row.links.indices].first(where: { $0.role == .partOf })
    else { return nil }
    let whole = Self.key(link.id)
    if let date = deleted[whole] {
      guard MergeRule.outlives(row.version, tombstoneModifiedAt: date) else { return .stale }
    } else if tables[table].find(whole) != nil {
      return .linked
    }
    return nil
  }

  /// Notes a flattened part that was counted as a record of its own.
  private mutating func notePart(
    _ row: RecordRow, _ outcome: Outcome, _ table: Int, in batch: RecordBatch
  ) {
    guard outcome == .inserted || outcome == .unsupported || outcome == .updated,
      let link = batch.links[row.links.indices].first(where: { $0.role == .partOf })
    else { return }
    let key = Self.key(row.id)
    if outcome == .updated {
      parts[key]?.isUpdated = true
      return
    }
    let type = batch.types[Int(row.type)].nativeType
    parts[key] = Part(type: type, table: table, insertion: outcome)
    divided[Self.key(link.id), default: []].insert(key)
  }

  /// Whether a record lives that a stale version of came.
  private func isStored(_ row: RecordRow, _ table: Int) -> Bool {
    let key = Self.key(row.id)
    return deleted[key] == nil && tables[table].find(key) != nil
  }

  /// Moves the flattened parts of a record that has come whole from inserted to linked.
  private mutating func absorbDividedParts(
    of row: RecordRow, _ outcomes: inout [String: OutcomeCounts]
  ) {
    for key in divided.removeValue(forKey: Self.key(row.id)) ?? [] {
      guard let part = parts.removeValue(forKey: key) else { continue }
      absorbed.insert(key)
      for outcome in part.isUpdated ? [part.insertion, .updated] : [part.insertion] {
        outcomes[part.type, default: OutcomeCounts()][outcome] -= 1
        outcomes[part.type, default: OutcomeCounts()][.linked] += 1
      }
    }
  }
}
