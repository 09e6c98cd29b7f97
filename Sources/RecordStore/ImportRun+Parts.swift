import HealthRecords
import SonarSQLite

/// Parts that a whole record absorbs, and sync identifiers that several records share.
extension ImportRun {
  // MARK: - Parts

  /// Whether a whole record has taken the place of this one.
  @inline(__always)
  mutating func isAbsorbed(_ id: RecordID) throws -> Bool {
    guard !ids.absorbed.isEmpty, ids.absorbed.mayContain(id) else { return false }
    return try exists(statements.absorbedPart, id)
  }

  mutating func exists(_ statement: Statement, _ id: RecordID) throws -> Bool {
    statement.bind(1, blob: id.bytes)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Notes the parts that a row absorbs, and removes those that are stored.
  ///
  /// An outdated or deleted whole counts as well: which parts are absorbed must not depend on the order of arrival.
  mutating func registerParts(of arrival: Arrival, _ batch: RecordBatch) throws {
    guard !arrival.row.links.isEmpty else { return }
    for link in batch.links[arrival.row.links.indices] where link.role == .absorbs {
      statements.addAbsorbed.bind(1, blob: link.id.bytes)
      statements.addAbsorbed.bind(2, blob: arrival.id.bytes)
      try statements.addAbsorbed.run()
      ids.absorbed.insert(link.id)
      if let part = try locate(link.id) { try absorb(part.version, part.use) }
    }
  }

  /// Removes a part that a whole record has taken the place of, and counts it as linked if this import brought it.
  mutating func absorb(_ part: StoredVersion, _ use: FamilyUse) throws {
    try removeRecord(
      part, use,
      Tombstone(
        id: part.id, modifiedAt: part.key.version.modifiedAt, reason: .absorbed))
    guard part.sequence > progress.firstSequence else { return }
    let sql = "SELECT native_type, record_type = 'unknown' FROM type WHERE id = \(part.typeID)"
    try connection.forEachRow(sql) { row in
      move(part, isUnknown: row.integer(1) == 1, row.text(0))
    }
  }

  /// Deletes a record and leaves a tombstone for the change feed.
  mutating func removeRecord(_ stored: StoredVersion, _ use: FamilyUse, _ tombstone: Tombstone)
    throws
  {
    try deleteRow(stored, use)
    use.family.table?.remove(key: stored.id.key & index.keyMask, sequence: stored.sequence)
    try bury(tombstone, type: stored.typeID, start: stored.startMilliseconds)
  }

  /// Finds a record of this provider by its id alone.
  ///
  /// One lookup a native type in memory; those that are not in memory are looked up in the file.
  mutating func locate(_ id: RecordID) throws -> (version: StoredVersion, use: FamilyUse)? {
    try insertion.flush()
    for use in try allUses() {
      if let table = use.family.table {
        for sequence in table.sequences(of: id.key & index.keyMask) {
          if let stored = try versions.version(at: sequence), stored.id == id {
            return (stored, use)
          }
        }
      } else if !use.family.typeIDs.isEmpty {
        if let stored = try versions.version(of: id, types: use.family.typeIDs) {
          return (stored, use)
        }
      }
    }
    return nil
  }

  /// Every native type of the provider that the store holds or the input brought.
  private mutating func allUses() throws -> [FamilyUse] {
    for nativeType in storedNativeTypes { _ = try use(ofType: nativeType) }
    return Array(uses.values)
  }

  // MARK: - Shared sync identifiers

  /// Whether several records are known to share a sync identifier.
  mutating func isSharedSyncID(_ id: RecordID) throws -> Bool {
    guard !ids.shared.isEmpty, ids.shared.mayContain(id) else { return false }
    return try exists(statements.sharedID, id)
  }

  /// Whether an exact repeat shows that this input holds its sync identifier with another start as well.
  mutating func revealsSharedID(_ arrival: Arrival) throws -> Bool {
    guard let starts = ids.contestedStarts[arrival.id] else { return false }
    return starts.contains { $0 != arrival.row.start }
  }

  /// Whether another version shows that this input holds its sync identifier with two starts.
  ///
  /// A start that only another input holds is an edit. So a start other than the stored one is kept in mind until the
  /// stored one is met in this input, or never.
  mutating func revealsSharedID(_ arrival: Arrival, stored: StoredVersion) throws -> Bool {
    if try revealsSharedID(arrival) { return true }
    guard stored.start != arrival.row.start else { return false }
    if ids.contestedStarts[arrival.id] == nil, isInInput(stored.sequence) { return true }
    ids.contestedStarts[arrival.id, default: []].insert(arrival.row.start)
    return false
  }

  private mutating func isInInput(_ sequence: Int64) -> Bool {
    sequence > progress.firstSequence || presence.contains(sequence)
  }

  /// Puts aside a row that loses against a version with another start: if the sync identifier turns out to be shared,
  /// they are two records.
  mutating func keepContested(
    _ arrival: Arrival, stored: StoredVersion, _ context: RowContext, _ batch: RecordBatch
  ) throws {
    guard arrival.row.hasSyncIdentifier, stored.start != arrival.row.start else { return }
    try statements.setAside.write(
      resolve(arrival, context, batch), sequence: progress.takeSequence())
    progress.scratchChanges += 1
  }

  /// Gives every record of a shared sync identifier an id of its own, and goes on with the arriving one.
  mutating func share(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    statements.addSharedID.bind(1, blob: arrival.id.bytes)
    try statements.addSharedID.run()
    ids.shared.insert(arrival.id)
    ids.contestedStarts[arrival.id] = nil
    summary.diagnostics.add(
      Diagnostic(
        "sync_id_shared", .warning,
        message: "Several records share one sync identifier; their times tell them apart."))
    if let stored = try storedVersion(of: arrival, context) {
      try rekey(stored, from: "record", context)
      try deleteRow(stored, context.use)
      context.use.family.table?.remove(
        key: stored.id.key & index.keyMask, sequence: stored.sequence)
      try bury(
        Tombstone(id: stored.id, modifiedAt: stored.key.version.modifiedAt, reason: .absorbed),
        type: context.typeID, start: stored.startMilliseconds)
    }
    for sequence in try contestedSequences(of: arrival.id) {
      try rekeyContested(sequence, context)
    }
    return try accept(arrival.row, id: arrival.row.sharedID, context, batch)
  }

  private mutating func contestedSequences(of id: RecordID) throws -> [Int64] {
    let statement = try connection.prepare(
      "SELECT change_seq FROM import_contested WHERE id = ?1 ORDER BY change_seq")
    statement.bind(1, blob: id.bytes)
    var sequences: [Int64] = []
    try statement.forEachRow { sequences.append($0.integer(0)) }
    return sequences
  }

  private mutating func rekeyContested(_ sequence: Int64, _ context: RowContext) throws {
    if let stored = try contestedVersions.version(at: sequence) {
      try rekey(stored, from: "import_contested", context)
    }
    try connection.execute("DELETE FROM import_contested WHERE change_seq = \(sequence)")
  }

  /// Copies a row under its id for shared sync identifiers, unless that id has a better version already.
  private mutating func rekey(
    _ stored: StoredVersion, from table: String, _ context: RowContext
  ) throws {
    guard let newID = try sharedID(at: stored.sequence, in: table) else { return }
    var moved = stored
    moved.id = newID
    moved.flags.rawValue &= ~(RowFlags.timelessBit | RowFlags.historyBits)
    if !newID.leads(withStart: stored.startMilliseconds) {
      moved.flags.rawValue |= RowFlags.timelessBit
    }
    if let rival = try locate(newID) {
      guard rival.version.key.loses(to: stored.key, input.provider.versionOrder) else { return }
      try deleteRow(rival.version, rival.use)
      rival.use.family.table?.remove(
        key: newID.key & index.keyMask, sequence: rival.version.sequence)
    }
    let sequence = progress.takeSequence()
    let copy = try connection.prepare(
      "INSERT INTO record(change_seq, id, flags, shared_id, \(RecordWriter.copyColumns))"
        + " SELECT ?1, ?2, ?3, shared_id, \(RecordWriter.copyColumns) FROM \(table)"
        + " WHERE change_seq = ?4")
    copy.bind(1, sequence)
    copy.bind(2, blob: newID.bytes)
    copy.bind(3, moved.flags.rawValue)
    copy.bind(4, stored.sequence)
    try copy.run()
    context.use.family.table?.insert(
      key: newID.key & index.keyMask, digest: stored.digest, sequence: sequence)
  }

  private mutating func sharedID(at sequence: Int64, in table: String) throws -> RecordID? {
    let statement = try connection.prepare("SELECT shared_id FROM \(table) WHERE change_seq = ?1")
    statement.bind(1, sequence)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return statement.withBytes(0) { RecordID(storedBytes: $0) }
  }
}
