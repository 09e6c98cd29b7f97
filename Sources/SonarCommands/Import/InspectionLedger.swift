import HealthRecords

/// Decides what an import into an empty store would do with every record, without a store.
///
/// The ledger knows each record by 64 bits of its id, 48 of its content hash, and its version: 22 bytes a slot, at most
/// 80 % full, so about 30 bytes per distinct record.
struct InspectionLedger {
  /// One table per family of ids, by `indices`.
  private var tables: [LedgerTable] = []
  private var indices: [String: Int] = [:]
  /// The kinds of record that outcomes are counted by, and their numbers.
  private var kinds: [Kind] = []
  private var kindNumbers: [Kind: UInt32] = [:]
  /// Records of a sync identifier: the first start seen.
  private var synced: [UInt64: SyncState] = [:]
  /// Parts that a whole record replaced.
  private var absorbed: Set<UInt64> = []
  /// Records that are gone, with the time of the tombstone; their slots stay.
  private var buried: [UInt64: Int64] = [:]
  /// Flattened parts by the whole that they belong to.
  private var divided: [UInt64: [UInt64]] = [:]
  /// The halves of records, by the record.
  private var halves = HalfLedger()
  private var isRepetition = false
  /// Kept so that the compiler keeps the reads of `LedgerTable.touch`.
  private var touched: UInt64 = 0
  /// What became of the rows of the batch at hand, by native type.
  private var outcomes: [String: OutcomeCounts] = [:]

  private struct Kind: Hashable {
    var nativeType: String
    var isUnknown: Bool

    /// What a new record of the kind counts as.
    var insertion: Outcome { isUnknown ? .unsupported : .inserted }
  }

  private struct SyncState {
    /// The start of the version that counts, and the key that it has where the identifier is shared.
    var start: Int64
    var sharedKey: UInt64
    /// Whether the input at hand holds that version.
    var isInInput = true
    /// Other starts that the input at hand holds.
    var contested: Set<Int64> = []
    var isShared = false
  }

  /// What is asked of a row, which itself is large; and what it is looked up by.
  fileprivate struct Arrival {
    var version: RecordVersion
    var links: BatchRange
    /// The start and the id of a shared sync identifier; nil for a row without one.
    var synced: (start: Int64, sharedID: RecordID)?
    /// What a half says; nil for all other rows.
    var half: HalfLedger.Half?
    var key: UInt64
    var table: Int
    var entry: LedgerTable.Entry
    var order: RecordVersion.Order
  }

  /// Begins another input: what the ones before left is what it meets, and their counts stay as they are.
  ///
  /// `isRepetition`: whether it is one of them once more.
  mutating func beginInput(isRepetition: Bool = false) {
    self.isRepetition = isRepetition
    for index in tables.indices { tables[index].beginInput() }
    for key in synced.keys {
      synced[key]?.isInInput = false
      synced[key]?.contested = []
    }
  }

  /// Takes a batch in the order of the input; returns what became of its rows, by native type.
  mutating func take(_ batch: RecordBatch) -> [String: OutcomeCounts] {
    outcomes = [:]
    let isShared = batch.provider.identifiesAcrossTypes
    let tableOfType = batch.types.map {
      index(of: isShared ? batch.provider.rawValue : $0.nativeType)
    }
    let kindOfType = batch.types.map {
      number(of: Kind(nativeType: $0.nativeType, isUnknown: $0.recordType == .unknown))
    }
    delete(batch)
    var counts = [OutcomeCounts](repeating: OutcomeCounts(), count: batch.types.count)
    for index in batch.rows.indices {
      if index.isMultiple(of: Self.block) { touch(batch, from: index, tableOfType) }
      let type = Int(batch.rows[index].type)
      let arrival = Arrival(
        batch.rows[index], table: tableOfType[type], kind: kindOfType[type], batch)
      counts[type][take(arrival, batch)] += 1
    }
    for (entry, count) in zip(batch.types, counts) where count.total > 0 {
      outcomes[entry.nativeType, default: OutcomeCounts()].add(count)
    }
    return outcomes
  }

  /// How many rows are looked ahead.
  private static let block = 64

  private mutating func touch(_ batch: RecordBatch, from start: Int, _ tableOfType: [Int]) {
    for index in start..<min(start + Self.block, batch.rows.count) {
      let table = tableOfType[Int(batch.rows[index].type)]
      touched &+= tables[table].touch(Self.key(batch.rows[index].id))
    }
  }

  private mutating func index(of family: String) -> Int {
    if let index = indices[family] { return index }
    indices[family] = tables.count
    tables.append(LedgerTable())
    return tables.count - 1
  }

  private mutating func number(of kind: Kind) -> UInt32 {
    if let number = kindNumbers[kind] { return number }
    let number = UInt32(truncatingIfNeeded: kinds.count)
    kinds.append(kind)
    kindNumbers[kind] = number
    return number
  }

  private mutating func take(_ arrival: Arrival, _ batch: RecordBatch) -> Outcome {
    var arrival = arrival
    if arrival.synced != nil { useSyncKey(&arrival) }
    if !absorbed.isEmpty, absorbed.contains(arrival.key) { return .linked }
    if !arrival.links.isEmpty, let outcome = partOutcome(of: arrival, batch) { return outcome }
    if let half = arrival.half { return take(half, arrival, batch) }
    guard let slot = living(arrival.key, in: arrival.table) else { return insert(arrival, batch) }
    return merge(arrival, into: slot, batch)
  }

  private mutating func insert(_ arrival: Arrival, _ batch: RecordBatch) -> Outcome {
    defer { registerParts(of: arrival, batch) }
    if !buried.isEmpty, let date = buried[arrival.key] {
      guard MergeRule.outlives(arrival.version, tombstoneModifiedAt: date) else {
        return .stale
      }
      buried[arrival.key] = nil
    }
    if let slot = tables[arrival.table].find(arrival.key) {
      tables[arrival.table][slot] = arrival.entry
    } else {
      tables[arrival.table].insert(arrival.key, arrival.entry)
    }
    absorbDividedParts(of: arrival.key)
    return kinds[Int(arrival.entry.kind)].insertion
  }

  private mutating func merge(
    _ arrival: Arrival, into slot: Int, _ batch: RecordBatch
  ) -> Outcome {
    let stored = tables[arrival.table][slot]
    if stored.standing == .member, halves.wasDeletedBefore(arrival.key, arrival.version) {
      return .stale
    }
    var entry = arrival.entry
    let decision = MergeRule.decide(
      stored: stored.mergeKey, arriving: entry.mergeKey, arrival.order)
    switch decision {
    case .updated:
      entry.history = Self.history(of: stored, replacedBy: entry)
      tables[arrival.table][slot] = entry
    case .duplicateRaisingVersion:
      entry.history = stored.history
      tables[arrival.table][slot] = entry
    case .duplicate, .duplicateComparingNative, .stale: break
    }
    if arrival.synced != nil { noteSync(arrival, isUpdate: decision == .updated) }
    registerParts(of: arrival, batch)
    absorbDividedParts(of: arrival.key)
    if arrival.entry.standing == .member { return .linked }
    if stored.standing == .member, Self.isOfThisInput(stored) {
      countAsLinked(stored, as: kinds[Int(entry.kind)])
      return kinds[Int(entry.kind)].insertion
    }
    return decision == .updated ? .updated : decision == .stale ? .stale : .duplicate
  }

  /// How an entry came to be once another has replaced it; a member counts as linked, not as an update.
  private static func history(
    of stored: LedgerTable.Entry, replacedBy entry: LedgerTable.Entry
  ) -> LedgerTable.History {
    let isOfThisInput = isOfThisInput(stored)
    guard entry.standing == .whole, stored.standing == .whole else {
      let kept = stored.history.union(.fresh).subtracting(.replacedMember)
      return entry.standing == .member && !isOfThisInput ? kept.union(.replacedMember) : kept
    }
    let isInserted =
      isOfThisInput
      && (!stored.history.contains(.updated) || stored.history.contains(.insertedByUpdater))
    return isInserted ? [.fresh, .updated, .insertedByUpdater] : [.fresh, .updated]
  }

  /// Whether an entry was counted by the input at hand with another outcome than linked.
  private static func isOfThisInput(_ entry: LedgerTable.Entry) -> Bool {
    entry.history.contains(.fresh) && !entry.history.contains(.replacedMember)
  }

  /// Counts a record of the input at hand as linked, whatever it was counted as before.
  private mutating func countAsLinked(_ stored: LedgerTable.Entry, as kind: Kind) {
    guard Self.isOfThisInput(stored) else { return }
    let isUpdated = stored.history.contains(.updated)
    if isUpdated { move(from: .updated, kind) }
    if !isUpdated || stored.history.contains(.insertedByUpdater) {
      move(from: kind.insertion, kind)
    }
  }

  private mutating func move(from outcome: Outcome, _ kind: Kind) {
    outcomes[kind.nativeType, default: OutcomeCounts()][outcome] -= 1
    outcomes[kind.nativeType, default: OutcomeCounts()][.linked] += 1
  }

  fileprivate static func key(_ id: RecordID) -> UInt64 {
    id.low ^ Hash128.finalized(id.high)
  }

  // MARK: - Living records

  /// The slot of a record that is there and not gone.
  private func living(_ key: UInt64, in table: Int) -> Int? {
    guard let slot = tables[table].find(key) else { return nil }
    return buried.isEmpty || buried[key] == nil ? slot : nil
  }

  /// The same in any table: that of the row at hand is the likely one.
  private func locate(_ key: UInt64, first: Int) -> (table: Int, slot: Int)? {
    if let slot = living(key, in: first) { return (first, slot) }
    for table in tables.indices where table != first {
      if let slot = living(key, in: table) { return (table, slot) }
    }
    return nil
  }

  // MARK: - Sync identifiers

  /// Looks a record with a sync identifier up by the key in force; one identifier with two starts counts with its start.
  private mutating func useSyncKey(_ arrival: inout Arrival) {
    guard let (start, sharedID) = arrival.synced else { return }
    let key = arrival.key
    guard var state = synced[key] else {
      synced[key] = SyncState(start: start, sharedKey: Self.key(sharedID))
      return
    }
    if !state.isShared, Self.reveals(state, start) {
      state.isShared = true
      synced[key] = state
      rekey(key, to: state, arrival.table)
    }
    guard state.isShared else {
      // A start that only another input holds is an edit.
      if state.start != start { synced[key]?.contested.insert(start) }
      return
    }
    arrival.key = Self.key(sharedID)
    if synced[arrival.key] == nil {
      synced[arrival.key] = SyncState(start: start, sharedKey: arrival.key)
    }
  }

  /// Whether a start shows that the input at hand holds the identifier with two.
  private static func reveals(_ state: SyncState, _ start: Int64) -> Bool {
    if state.contested.contains(where: { $0 != start }) { return true }
    return state.start != start && state.contested.isEmpty && state.isInInput
  }

  /// Notes that the input at hand holds an identifier, and which version counts.
  private mutating func noteSync(_ arrival: Arrival, isUpdate: Bool) {
    guard let (start, sharedID) = arrival.synced, var state = synced[arrival.key] else { return }
    state.isInInput = true
    if isUpdate { (state.start, state.sharedKey) = (start, Self.key(sharedID)) }
    synced[arrival.key] = state
  }

  private mutating func rekey(_ key: UInt64, to state: SyncState, _ table: Int) {
    guard let slot = tables[table].find(key) else { return }
    let entry = tables[table][slot]
    if tables[table].find(state.sharedKey) == nil { tables[table].insert(state.sharedKey, entry) }
    synced[state.sharedKey] = SyncState(start: state.start, sharedKey: state.sharedKey)
  }

  // MARK: - Parts

  /// Notes the parts that a row absorbs, and takes those out that are there.
  private mutating func registerParts(of arrival: Arrival, _ batch: RecordBatch) {
    guard !arrival.links.isEmpty else { return }
    for link in batch.links[arrival.links.indices] where link.role == .absorbs {
      let key = Self.key(link.id)
      absorbed.insert(key)
      absorb(key, first: arrival.table)
    }
  }

  /// Takes out a part whose whole has come, and counts it as linked if the input at hand brought it.
  private mutating func absorb(_ part: UInt64, first: Int) {
    guard let (table, slot) = locate(part, first: first) else { return }
    let entry = tables[table][slot]
    buried[part] = entry.modifiedAt
    countAsLinked(entry, as: kinds[Int(entry.kind)])
  }

  /// What becomes of a flattened part whose whole is known; otherwise it waits for it.
  private mutating func partOutcome(of arrival: Arrival, _ batch: RecordBatch) -> Outcome? {
    guard
      let link = batch.links[arrival.links.indices].first(where: { $0.role == .partOf })
    else { return nil }
    let whole = Self.key(link.id)
    if locate(whole, first: arrival.table) != nil { return .linked }
    if let date = buried[whole],
      !MergeRule.outlives(arrival.version, tombstoneModifiedAt: date)
    {
      return .stale
    }
    // One that is there was noted when it came.
    if living(arrival.key, in: arrival.table) == nil {
      divided[whole, default: []].append(arrival.key)
    }
    return nil
  }

  private mutating func absorbDividedParts(of whole: UInt64) {
    guard !divided.isEmpty, let parts = divided.removeValue(forKey: whole) else { return }
    for part in parts { absorb(part, first: 0) }
  }

  // MARK: - Halves

  /// Decides about a half of a record.
  private mutating func take(
    _ half: HalfLedger.Half, _ arrival: Arrival, _ batch: RecordBatch
  ) -> Outcome {
    let key = arrival.key
    if halves.wasDeletedBefore(key, arrival.version) { return .stale }
    guard let slot = living(key, in: arrival.table) else {
      let deletion = buried.isEmpty ? nil : buried[key]
      let outcome = insert(arrival, batch)
      if outcome != .stale { halves.begin(key, half, deletedAt: deletion) }
      return outcome
    }
    let outcome = halves.take(half, of: key, arrival.order)
    var entry = tables[arrival.table][slot]
    if entry.standing == .whole { return .linked }
    guard let composed = halves.composed(key, arrival.order) else { return outcome }
    if !Self.isOfThisInput(entry) { entry.history.formUnion([.fresh, .replacedMember]) }
    entry.number = composed.version.number
    entry.modifiedAt = composed.version.modifiedAt
    entry.contentHash = LedgerTable.Entry.kept(composed.contentHash)
    tables[arrival.table][slot] = entry
    return outcome
  }

  // MARK: - Deletions

  /// Applies a batch's deletions as the store does.
  private mutating func delete(_ batch: RecordBatch) {
    guard !batch.deletions.isEmpty else { return }
    let living = batch.livingIDs
    for deletion in batch.deletions {
      let outcome = living.contains(deletion.id) ? .stale : delete(deletion)
      let type = batch.types[Int(deletion.type)].nativeType
      outcomes[type, default: OutcomeCounts()][outcome] += 1
    }
  }

  private mutating func delete(_ deletion: RecordDeletion) -> Outcome {
    let key = Self.key(deletion.id)
    if let known = buried[key] {
      guard let date = deletion.modifiedAt, date > known else { return .duplicate }
      buried[key] = date
      return .deleted
    }
    let record = locate(key, first: 0).map { tables[$0.table][$0.slot].modifiedAt }
    let stored = [record, halves.latest(key)].compactMap { $0 }.max()
    // What the input deleted when it came first has come again since.
    if isRepetition, let stored, stored >= deletion.modifiedAt ?? .min { return .duplicate }
    let date = max(deletion.modifiedAt ?? .min, stored ?? .min)
    // Without any time the import's counts, which is later than all that an input holds.
    buried[key] = date == .min ? .max : date
    halves.forget(key)
    for part in divided.removeValue(forKey: key) ?? [] {
      guard let (table, slot) = locate(part, first: 0) else { continue }
      buried[part] = max(tables[table][slot].modifiedAt, buried[key] ?? .max)
    }
    return .deleted
  }
}

extension InspectionLedger.Arrival {
  fileprivate init(
    _ row: RecordRow, table: Int, kind: UInt32, _ batch: RecordBatch
  ) {
    links = row.links
    synced = row.hasSyncIdentifier ? (row.start, row.sharedID) : nil
    key = InspectionLedger.key(row.id)
    self.table = table
    entry = LedgerTable.Entry(row, kind: kind)
    // As the table keeps it, so that tombstones and records are compared alike.
    version = RecordVersion(number: row.version.number, modifiedAt: entry.modifiedAt)
    order = batch.provider.versionOrder
    if row.isHalf {
      half = HalfLedger.Half(
        place: batch.place(of: row), version: version, contentHash: row.contentHash)
    }
  }
}
