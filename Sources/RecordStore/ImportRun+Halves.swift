import HealthRecords
import SonarSQLite

/// Rows that hold one value each of a record: the two of a blood pressure, of which some apps write each on its own.
///
/// The newest content of each value is kept in `half`, also while a whole record takes the place of all of them, and the
/// record is composed anew whenever one changes; so it does not matter in which order, batches or files they come.
extension ImportRun {
  /// Decides about a half; the first one of a record is inserted, its others are linked to it.
  mutating func acceptHalf(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    if try isDeletedBefore(arrival.id, arrival.row.version) { return .stale }
    guard let (stored, use) = try locate(arrival.id) else {
      return try insertHalf(arrival, context, batch)
    }
    notePresence(of: stored.sequence, use)
    var halves = try statements.halves.halves(of: arrival.id)
    let outcome = try settle(arrival, &halves, context, batch)
    guard stored.key.standing == .member else {
      try noteSharedID(stored, context)
      return .linked
    }
    try compose(arrival.id, halves, replacing: stored, use)
    return outcome
  }

  /// Whether halves outlived a deletion that this version did not: the tombstone is gone since.
  mutating func isDeletedBefore(_ id: RecordID, _ version: RecordVersion) throws -> Bool {
    guard !ids.halved.isEmpty, ids.halved.mayContain(id) else { return false }
    guard let date = try statements.halves.deletion(of: id) else { return false }
    return !MergeRule.outlives(version, tombstoneModifiedAt: date)
  }

  /// The latest edit of the halves of a record; nil where there are none.
  mutating func latestHalf(of id: RecordID) throws -> Int64? {
    guard !ids.halved.isEmpty, ids.halved.mayContain(id) else { return nil }
    return try statements.halves.halves(of: id).map(\.version.modifiedAt).max()
  }

  /// Removes the halves of a record that is deleted.
  mutating func forgetHalves(of id: RecordID) throws {
    guard !ids.halved.isEmpty, ids.halved.mayContain(id) else { return }
    try statements.halves.forget(id)
  }

  /// The first half of a record that is not there.
  private mutating func insertHalf(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    let deletion = try tombstone(of: arrival.id)
    guard try isAlive(arrival, context) else { return .stale }
    if let deletion { try statements.halves.remember(deletion) }
    var halves: [StoredHalf] = []
    try keep(arrival, in: &halves, context, batch)
    try compose(arrival.id, halves, replacing: nil, context.use)
    ids.lastWhole = nil
    return context.isUnknown ? .unsupported : .inserted
  }

  /// Keeps a half beside others, or in the place of the one that says the same value.
  private mutating func settle(
    _ arrival: Arrival, _ halves: inout [StoredHalf], _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    let place = batch.place(of: arrival.row)
    if let twin = halves.firstIndex(where: { $0.place == place }) {
      return try merge(arrival, into: &halves[twin], context, batch)
    }
    if halves.count >= HalfPlace.limit,
      let last = halves.indices.max(by: { halves[$0].place < halves[$1].place })
    {
      guard place < halves[last].place else { return .linked }
      try statements.halves.drop(halves.remove(at: last))
    }
    try keep(arrival, in: &halves, context, batch)
    return .linked
  }

  /// Merges two halves that say the same value: the newest content stays, and what other contents make doubtful is noted.
  private mutating func merge(
    _ arrival: Arrival, into twin: inout StoredHalf, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    let version = HalfVersion(arrival.row.version, batch.mappingVersion)
    let order = input.provider.versionOrder
    let isRepeat = twin.contentHash == arrival.row.contentHash
    let isNewer = twin.version.precedes(version, order)
    let isSameAge = !isNewer && !version.precedes(twin.version, order)
    var history = twin.flags.rawValue & (RowFlags.updatedBit | StoredHalf.doubtBit)
    if !isRepeat { history |= RowFlags.updatedBit }
    if isNewer { history &= ~StoredHalf.doubtBit }
    if isSameAge, !isRepeat { history |= StoredHalf.doubtBit }
    let wins =
      isNewer
      || isSameAge
        && (isRepeat
          ? says(arrival, before: twin, batch) : twin.contentHash < arrival.row.contentHash)
    if wins {
      twin = try write(arrival, history: history, at: twin.sequence, context, batch)
    } else if history & ~twin.flags.rawValue != 0 {
      twin.flags.rawValue |= history
      try statements.halves.mark(twin)
    }
    return isRepeat ? .duplicate : wins ? .updated : .stale
  }

  /// Whether the arriving half stays of two with equal contents and versions: the one with the smaller text does.
  private func says(_ arrival: Arrival, before twin: StoredHalf, _ batch: RecordBatch) -> Bool {
    let native = batch.symbols.bytes(of: arrival.row.native)
    if native != twin.native { return native.lexicographicallyPrecedes(twin.native) }
    return arrival.flags.rawValue < twin.flags.rawValue & ~StoredHalf.historyBits
  }

  private mutating func keep(
    _ arrival: Arrival, in halves: inout [StoredHalf], _ context: RowContext, _ batch: RecordBatch
  ) throws {
    halves.append(
      try write(arrival, history: 0, at: progress.takeSequence(), context, batch))
    ids.halved.insert(arrival.id)
  }

  private mutating func write(
    _ arrival: Arrival, history: Int64, at sequence: Int64, _ context: RowContext,
    _ batch: RecordBatch
  ) throws -> StoredHalf {
    var marked = arrival
    marked.flags.rawValue |= history
    try statements.halves.keep.write(resolve(marked, context, batch), sequence: sequence)
    return StoredHalf(marked, sequence: sequence, batch)
  }

  /// Writes the record that halves make.
  private mutating func compose(
    _ id: RecordID, _ halves: [StoredHalf], replacing stored: StoredVersion?, _ use: FamilyUse
  ) throws {
    guard let whole = ComposedRecord(halves, input.provider.versionOrder),
      stored?.digest != whole.digest
    else { return }
    let isSame = stored?.key.contentHash == whole.contentHash
    let sequence = isSame ? stored?.sequence ?? 0 : progress.takeSequence()
    var history: Int64 = 0
    if let stored {
      history = stored.flags.rawValue & RowFlags.historyBits
      if !isSame {
        try deleteRow(stored, use)
        if !isOfThisImport(stored) { history |= RowFlags.replacementBit }
      }
    }
    try statements.halves.write(whole, sequence: sequence, history: history)
    let key = id.key & index.keyMask
    if let stored {
      use.family.table?.replace(
        key: key, sequence: stored.sequence, by: sequence, digest: whole.digest)
    } else {
      use.family.table?.insert(key: key, digest: whole.digest, sequence: sequence)
    }
  }
}
