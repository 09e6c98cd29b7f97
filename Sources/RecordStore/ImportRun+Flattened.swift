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

  /// Removes the parts of a record: absorbed by it, or deleted with it at `date`, which knows a part's last edit.
  mutating func removeParts(of whole: RecordID, taking date: ((Int64) -> Int64)?) throws {
    guard !ids.divided.isEmpty, ids.divided.mayContain(whole) else { return }
    for id in try partIDs(of: whole) {
      guard let part = try locate(id) else { continue }
      if let date {
        let edited = part.version.key.version.modifiedAt
        try removeRecord(
          part.version, part.use, Tombstone(id: id, modifiedAt: date(edited), reason: .deleted))
      } else {
        try absorb(part.version, part.use)
      }
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

  // MARK: - One id under two native types

  /// The stored version of an id under another native type: a shape that does not name its records' types knows less of
  /// a record than others do.
  ///
  /// Only ids without a start can be met so: the others hold their native type.
  mutating func storedUnderOtherType(
    _ arrival: Arrival, _ context: RowContext
  ) throws -> (version: StoredVersion, use: FamilyUse)? {
    guard arrival.flags.isTimeless, context.isUnknown || ids.hasUnknownTypes,
      input.provider.identifiesAcrossTypes
    else { return nil }
    try insertion.flush()
    guard let stored = try versions.version(ofTimeless: arrival.id) else { return nil }
    return try locate(arrival.id).map { ($0.version, $0.use) } ?? (stored, context.use)
  }

  /// Merges a row into the version that another native type has of it.
  mutating func merge(
    _ arrival: Arrival, ofOtherType stored: StoredVersion, _ use: FamilyUse,
    _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    let key = MergeKey(
      standing: arrival.row.standing, version: arrival.row.version,
      mappingVersion: batch.mappingVersion, completeness: arrival.row.completeness,
      contentHash: arrival.row.contentHash)
    guard stored.key.loses(to: key, input.provider.versionOrder) else {
      notePresence(of: stored.sequence, use)
      return stored.key.version == key.version ? .duplicate : .stale
    }
    try deleteRow(stored, use)
    use.family.table?.remove(key: stored.id.key & index.keyMask, sequence: stored.sequence)
    let sequence = progress.takeSequence()
    var updated = arrival
    updated.flags.rawValue |= RowFlags.updatedBit
    try write(updated, sequence: sequence, context, batch)
    context.use.family.table?.insert(
      key: arrival.id.key & index.keyMask, digest: arrival.digest, sequence: sequence)
    try registerParts(of: arrival, batch)
    return .updated
  }
}
