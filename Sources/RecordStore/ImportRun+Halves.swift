import HealthRecords
import SonarSQLite

/// Rows that hold one value each of a record: the two of a blood pressure, of which some apps write each on its own.
///
/// The halves of the record's greatest version are kept in `half`, and the record is composed of them anew whenever one
/// changes; so it does not matter in which order, batches or files they come. Halves of a lower version are stale, and a
/// whole record takes the place of all of them.
extension ImportRun {
  /// Decides about a half; the first one of a record is inserted, its others are linked to it.
  mutating func acceptHalf(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    guard let (stored, use) = try locate(arrival.id) else {
      guard try isAlive(arrival, context) else { return .stale }
      try keep(arrival, context, batch)
      try compose(arrival.id, replacing: nil, context.use)
      try absorbFlattenedParts(of: arrival.id)
      ids.lastWhole = nil
      return context.isUnknown ? .unsupported : .inserted
    }
    notePresence(of: stored.sequence, use)
    if stored.key.standing == .whole { return .linked }
    guard let outcome = try settle(arrival, stored.key, context, batch) else { return .stale }
    try compose(arrival.id, replacing: stored, use)
    return outcome
  }

  /// Removes the halves of a record that is gone or has come whole.
  mutating func forgetHalves(of record: RecordID) throws {
    guard !ids.halved.isEmpty, ids.halved.mayContain(record) else { return }
    statements.halves.forget.bind(1, blob: record.bytes)
    try statements.halves.forget.run()
  }

  /// Keeps a half beside or instead of others; nil when it is older than they are.
  private mutating func settle(
    _ arrival: Arrival, _ stored: MergeKey, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome? {
    let key = HalfVersion(arrival.row.version, batch.mappingVersion)
    let kept = HalfVersion(stored.version, stored.mappingVersion)
    let order = input.provider.versionOrder
    if key.precedes(kept, order) { return nil }
    if kept.precedes(key, order) {
      try forgetHalves(of: arrival.id)
      try keep(arrival, context, batch)
      return .updated
    }
    guard let twin = try twin(of: arrival, context, batch) else {
      try keep(arrival, context, batch)
      return .linked
    }
    return try merge(arrival, into: twin, context, batch)
  }

  /// The kept half with the same value of the same reading.
  private mutating func twin(
    of arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> StoredHalf? {
    let row = arrival.row
    let component = try binding.code(row.code, batch)
    let reading = StoredHalf.Reading(
      start: row.start, duration: row.end &- row.start,
      source: batch.symbols.bytes(of: row.source), zone: try binding.zone(row.zone, batch))
    return try statements.halves.halves(of: arrival.id)
      .first { $0.component == component && $0.reading == reading }
  }

  /// Merges two halves that say the same value of one version: with two contents, which one belongs to the other values
  /// is not known, and the record says so.
  private mutating func merge(
    _ arrival: Arrival, into twin: StoredHalf, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    let isRepeat = twin.contentHash == arrival.row.contentHash
    var flags = RowFlags(rawValue: arrival.flags.rawValue | twin.flags.doubt)
    if !isRepeat { flags.insert(.mixedReading) }
    let wins =
      isRepeat ? says(arrival, before: twin, batch) : twin.contentHash < arrival.row.contentHash
    if wins {
      var raised = arrival
      raised.flags = flags
      try statements.halves.keep.write(
        resolve(raised, context, batch), sequence: twin.sequence)
    } else if !isRepeat, twin.flags.doubt == 0 {
      try statements.halves.doubt(twin)
    }
    return isRepeat ? .duplicate : wins ? .updated : .stale
  }

  /// Whether the arriving half stays of two with equal contents: the one with the smaller text does.
  private func says(_ arrival: Arrival, before twin: StoredHalf, _ batch: RecordBatch) -> Bool {
    guard twin.digest != arrival.digest else { return false }
    let native = batch.symbols.bytes(of: arrival.row.native)
    if native != twin.native { return native.lexicographicallyPrecedes(twin.native) }
    return arrival.flags.rawValue < twin.flags.rawValue & ~twin.flags.doubt
  }

  private mutating func keep(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws {
    try statements.halves.keep.write(
      resolve(arrival, context, batch), sequence: progress.takeSequence())
    ids.halved.insert(arrival.id)
  }

  /// Writes the record that the kept halves of an id make.
  private mutating func compose(
    _ id: RecordID, replacing stored: StoredVersion?, _ use: FamilyUse
  ) throws {
    guard let whole = ComposedRecord(try statements.halves.halves(of: id)),
      stored?.digest != whole.digest
    else { return }
    let isSame = stored?.key.contentHash == whole.contentHash
    let sequence = isSame ? stored?.sequence ?? 0 : progress.takeSequence()
    if let stored, !isSame {
      try deleteRow(stored, use)
      if !isOfThisImport(stored) { progress.replacedMembers.insert(sequence) }
    }
    let history = (stored?.flags.rawValue ?? 0) & RowFlags.historyBits
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

/// The edit version of a record's halves, and that of the tables that read them.
private struct HalfVersion {
  let version: RecordVersion
  let mappingVersion: Int

  init(_ version: RecordVersion, _ mappingVersion: Int) {
    self.version = version
    self.mappingVersion = mappingVersion
  }

  func precedes(_ other: HalfVersion, _ order: RecordVersion.Order) -> Bool {
    version == other.version
      ? mappingVersion < other.mappingVersion : version.precedes(other.version, order)
  }
}

extension RowFlags {
  /// The bit of `mixed_reading`, or 0.
  fileprivate var doubt: Int64 {
    rawValue & Int64(Quality.mixedReading.rawValue) << 16
  }

  fileprivate mutating func insert(_ quality: Quality) {
    rawValue |= Int64(quality.rawValue) << 16
  }
}
