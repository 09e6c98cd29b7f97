import HealthRecords
import SonarSQLite

/// Tombstones: deletions of the input, and what they and snapshots forbid.
extension ImportRun {
  /// Applies deletions in the order of the input.
  mutating func delete(_ tombstones: [Tombstone]) throws -> OutcomeCounts {
    var counts = OutcomeCounts()
    for tombstone in tombstones { counts[try delete(tombstone)] += 1 }
    progress.rowsSinceCommit += tombstones.count
    return counts
  }

  /// Applies the deletions of a batch.
  ///
  /// Pages of changes list what a record is now before they list what was deleted, whatever came first: a record that
  /// is in the same page exists, so its deletion was before.
  mutating func applyDeletions(of batch: RecordBatch) throws {
    guard !batch.deletions.isEmpty else { return }
    let living = batch.livingIDs
    for deletion in batch.deletions {
      let outcome = living.contains(deletion.id) ? .stale : try delete(deletion)
      let type = batch.types[Int(deletion.type)].nativeType
      summary.outcomes[type, default: OutcomeCounts()][outcome] += 1
    }
    progress.rowsSinceCommit += batch.deletions.count
  }

  /// Deletes what the input says is gone: at the latest time at which the record is known to have been there.
  ///
  /// Of a record that nothing is known of, and without a time in the input, that is the time of the import.
  private mutating func delete(_ deletion: RecordDeletion) throws -> Outcome {
    if let known = try tombstone(of: deletion.id) {
      guard let date = deletion.modifiedAt, date > known.modifiedAt else { return .duplicate }
      return try delete(Tombstone(id: deletion.id, modifiedAt: date, reason: .deleted))
    }
    let record = try locate(deletion.id)?.version.key.version.modifiedAt
    let stored = try [record, latestHalf(of: deletion.id)].compactMap { $0 }.max()
    // What the input deleted when it was first imported has come again since.
    if progress.isRepetition, let stored, stored >= deletion.modifiedAt ?? .min {
      return .duplicate
    }
    let date = max(deletion.modifiedAt ?? .min, stored ?? .min)
    return try delete(
      Tombstone(
        id: deletion.id, modifiedAt: date == .min ? startedAt : date, reason: .deleted))
  }

  private mutating func delete(_ tombstone: Tombstone) throws -> Outcome {
    if let known = try self.tombstone(of: tombstone.id) {
      guard known.modifiedAt < tombstone.modifiedAt else { return .duplicate }
      try bury(tombstone, type: nil, start: nil)
      return .deleted
    }
    guard let (stored, use) = try locate(tombstone.id) else {
      try bury(tombstone, type: nil, start: nil)
      try removeParts(of: tombstone.id, deletedAt: tombstone.modifiedAt)
      return .deleted
    }
    let version = stored.key.version
    if MergeRule.outlives(version, tombstoneModifiedAt: tombstone.modifiedAt) { return .stale }
    // The latest snapshot is newer than the deletion and holds the record.
    let snapshot = use.family.snapshotDate
    if tombstone.modifiedAt <= snapshot, stored.startMilliseconds <= snapshot { return .stale }
    try removeRecord(stored, use, tombstone)
    try removeParts(of: tombstone.id, deletedAt: tombstone.modifiedAt)
    return .deleted
  }

  /// The tombstone of an id.
  mutating func tombstone(of id: RecordID) throws -> Tombstone? {
    guard !ids.tombstones.isEmpty, ids.tombstones.mayContain(id) else { return nil }
    let statement = statements.tombstone
    statement.bind(1, blob: id.bytes)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return Tombstone(
      id: id, modifiedAt: statement.integer(0),
      reason: Tombstone.Reason(rawValue: statement.text(1)) ?? .deleted)
  }

  /// Keeps a tombstone, or raises the one that is there.
  mutating func bury(_ tombstone: Tombstone, type: Int64?, start: Int64?) throws {
    let statement = statements.addTombstone
    statement.bind(1, progress.takeSequence())
    statement.bind(2, blob: tombstone.id.bytes)
    statement.bind(3, type)
    statement.bind(4, start)
    statement.bind(5, tombstone.modifiedAt)
    statement.bind(6, tombstone.reason.rawValue)
    try statement.run()
    ids.tombstones.insert(tombstone.id)
  }

  /// Whether a new id may be inserted: no deletion and no newer snapshot forbids it.
  ///
  /// A tombstone that no longer counts is removed. An id that a newer snapshot lacks gets one, as if it had been there.
  mutating func isAlive(_ arrival: Arrival, _ context: RowContext) throws -> Bool {
    let version = arrival.row.version
    let start = arrival.row.startMilliseconds
    let snapshot = context.use.family.snapshotDate
    if !context.isSnapshotted, version.modifiedAt <= snapshot, start <= snapshot {
      try bury(
        Tombstone(id: arrival.id, modifiedAt: snapshot, reason: .absentFromSnapshot),
        type: context.typeID, start: start)
      return false
    }
    guard let tombstone = try tombstone(of: arrival.id) else { return true }
    let date = tombstone.modifiedAt
    let isRevived =
      context.isSnapshotted && details.exportedAt.map { $0 > date } == true
      || tombstone.reason == .absentFromSnapshot && start > date
    guard isRevived || MergeRule.outlives(version, tombstoneModifiedAt: date) else { return false }
    statements.removeTombstone.bind(1, blob: arrival.id.bytes)
    try statements.removeTombstone.run()
    return true
  }
}
