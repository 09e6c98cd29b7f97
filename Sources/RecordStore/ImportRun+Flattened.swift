import HealthRecords
import SonarSQLite

/// Parts that some shapes of an export give instead of the record that holds them: samples of a series, stages of a night.
///
/// A part names its whole by id. Where the whole is known, parts are not kept; where it comes later, it takes their place;
/// where it is deleted, they are too.
extension ImportRun {
  /// What becomes of a part whose whole is known; nil for all other rows, and notes which parts are there.
  @inline(__always)
  mutating func partOutcome(of row: RecordRow, _ batch: RecordBatch) throws -> Outcome? {
    guard !row.links.isEmpty,
      let whole = batch.links[row.links.indices].first(where: { $0.role == .partOf })
    else { return nil }
    return try partOutcome(of: row, whole: whole.id)
  }

  private mutating func partOutcome(of row: RecordRow, whole: RecordID) throws -> Outcome? {
    if try knows(whole) { return .linked }
    if let deletion = try tombstone(of: whole),
      !MergeRule.outlives(row.version, tombstoneModifiedAt: deletion.modifiedAt)
    {
      return .stale
    }
    statements.addPart.bind(1, blob: whole.bytes)
    statements.addPart.bind(2, blob: row.id.bytes)
    try statements.addPart.run()
    ids.divided.insert(whole)
    return nil
  }

  /// Whether a whole record is stored; parts of one record follow each other, so the last answer is kept.
  private mutating func knows(_ whole: RecordID) throws -> Bool {
    if let last = ids.lastWhole, last == whole { return false }
    if try locate(whole) != nil { return true }
    ids.lastWhole = whole
    return false
  }

  /// Removes the stored parts of a record that was deleted.
  mutating func removeParts(of whole: RecordID, deletedAt date: Int64) throws {
    try forgetHalves(of: whole)
    try removeParts(of: whole) { run, part, use in
      let edited = part.key.version.modifiedAt
      try run.removeRecord(
        part, use, Tombstone(id: part.id, modifiedAt: max(edited, date), reason: .deleted))
    }
  }

  /// Removes the stored parts of a record that has come whole.
  mutating func absorbParts(of whole: RecordID) throws {
    try removeParts(of: whole) { run, part, use in try run.absorb(part, use) }
  }

  private mutating func removeParts(
    of whole: RecordID,
    _ remove: (inout ImportRun, StoredVersion, FamilyUse) throws -> Void
  ) throws {
    guard !ids.divided.isEmpty, ids.divided.mayContain(whole) else { return }
    for id in try partIDs(of: whole) {
      if let part = try locate(id) { try remove(&self, part.version, part.use) }
    }
    statements.removeParts.bind(1, blob: whole.bytes)
    try statements.removeParts.run()
    ids.lastWhole = nil
  }

  private mutating func partIDs(of whole: RecordID) throws -> [RecordID] {
    let statement = statements.parts
    statement.bind(1, blob: whole.bytes)
    var found: [RecordID] = []
    try statement.forEachRow { row in
      if let id = row.withBytes(0, { RecordID(storedBytes: $0) }) { found.append(id) }
    }
    return found
  }
}
