import HealthRecords
import SonarSQLite

/// Merging a row into the stored version of its id.
extension ImportRun {
  /// Applies the merge rule; the outcome of a nested member is always `linked`.
  mutating func merge(
    _ arrival: Arrival, into stored: StoredVersion, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    try noteSharedID(stored, context)
    if stored.key.standing == .member, try isDeletedBefore(arrival.id, arrival.row.version) {
      return .stale
    }
    let outcome = try applyRule(arrival, to: stored, context, batch)
    try registerParts(of: arrival, batch)
    try absorbParts(of: arrival.id)
    if arrival.row.standing == .member { return .linked }
    return try settleMember(stored, context) ?? outcome
  }

  /// Says that an id, which Health Connect gives to one record, came with two known types.
  mutating func noteSharedID(_ stored: StoredVersion, _ context: RowContext) throws {
    guard input.provider.identifiesAcrossTypes, stored.typeID != context.typeID,
      !context.isUnknown
    else { return }
    let sql =
      "SELECT 1 FROM type WHERE id = \(stored.typeID) AND native_type <> ?1"
      + " AND record_type <> 'unknown'"
    var isAnother = false
    try connection.forEachRow(sql, context.nativeType) { _ in isAnother = true }
    guard isAnother, !summary.diagnostics.countAgain("id_of_several_types") else { return }
    summary.diagnostics.add(
      Diagnostic(
        "id_of_several_types", .warning,
        message: "One id came with records of several types, of which one was kept: ids of Health "
          + "Connect are unique. Look at the app that wrote the file."))
  }

  private mutating func applyRule(
    _ arrival: Arrival, to stored: StoredVersion, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    let key = MergeKey(
      standing: arrival.row.standing, version: arrival.row.version,
      mappingVersion: batch.mappingVersion, completeness: arrival.row.completeness,
      contentHash: arrival.row.contentHash)
    switch MergeRule.decide(stored: stored.key, arriving: key, input.provider.versionOrder) {
    case .updated:
      try replace(stored, by: arrival, context, batch)
      return .updated
    case .stale:
      try keepContested(arrival, stored: stored, context, batch)
      notePresence(of: stored.sequence, context.use)
      return .stale
    case .duplicate:
      notePresence(of: stored.sequence, context.use)
    case .duplicateRaisingVersion:
      try rewrite(stored, by: arrival, context, batch)
    case .duplicateComparingNative:
      if try precedes(arrival, stored: stored, context, batch) {
        try rewrite(stored, by: arrival, context, batch)
      } else {
        notePresence(of: stored.sequence, context.use)
      }
    }
    return .duplicate
  }

  /// A whole record that takes the place of a member of the same input was there all along: the member is its link.
  private mutating func settleMember(_ stored: StoredVersion, _ context: RowContext) throws
    -> Outcome?
  {
    guard stored.key.standing == .member, isOfThisImport(stored) else { return nil }
    move(stored, isUnknown: context.isUnknown, context.nativeType)
    return context.isUnknown ? .unsupported : .inserted
  }

  /// Counts a record of this import as linked, whatever it was counted as before.
  mutating func move(_ stored: StoredVersion, isUnknown: Bool, _ nativeType: String) {
    guard !stored.flags.isReplacement else { return }
    let insertion: Outcome = isUnknown ? .unsupported : .inserted
    if stored.flags.isUpdated { move(from: .updated, nativeType) }
    if !stored.flags.isUpdated || stored.flags.isInsertedByUpdater {
      move(from: insertion, nativeType)
    }
  }

  private mutating func move(from outcome: Outcome, _ nativeType: String) {
    summary.outcomes[nativeType, default: OutcomeCounts()][outcome] -= 1
    summary.outcomes[nativeType, default: OutcomeCounts()][.linked] += 1
  }

  /// Whether a row was counted by this import with another outcome than linked.
  func isOfThisImport(_ stored: StoredVersion) -> Bool {
    stored.sequence > progress.firstSequence && !stored.flags.isReplacement
  }

  /// How a row came to be once `arrival` has replaced it; a member counts as linked, not as an update.
  private func history(of stored: StoredVersion, replacedBy arrival: Arrival) -> Int64 {
    guard arrival.row.standing == .whole, stored.key.standing == .whole else {
      let kept = stored.flags.rawValue & RowFlags.historyBits & ~RowFlags.replacementBit
      let isReplacement = arrival.row.standing == .member && !isOfThisImport(stored)
      return isReplacement ? kept | RowFlags.replacementBit : kept
    }
    let isFresh =
      isOfThisImport(stored) && (!stored.flags.isUpdated || stored.flags.isInsertedByUpdater)
    return RowFlags.updatedBit | (isFresh ? RowFlags.insertedByUpdaterBit : 0)
  }

  /// Replaces a record by another version, which the change feed sees.
  private mutating func replace(
    _ stored: StoredVersion, by arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws {
    try deleteRow(stored, context.use)
    let sequence = progress.takeSequence()
    var updated = arrival
    updated.flags.rawValue |= history(of: stored, replacedBy: arrival)
    try write(updated, sequence: sequence, context, batch)
    context.use.family.table?.replace(
      key: arrival.id.key & index.keyMask, sequence: stored.sequence, by: sequence,
      digest: arrival.digest)
  }

  /// Deletes a row and keeps count of the records of before the import.
  mutating func deleteRow(_ stored: StoredVersion, _ use: FamilyUse) throws {
    statements.delete.bind(1, stored.sequence)
    try statements.delete.run()
    guard stored.sequence <= progress.firstSequence else { return }
    use.stored -= 1
    if presence.contains(stored.sequence) { use.present -= 1 }
  }

  /// Replaces what equal contents differ in, in place: the change feed does not see it.
  private mutating func rewrite(
    _ stored: StoredVersion, by arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws {
    var raised = arrival
    raised.flags.rawValue |= stored.flags.rawValue & RowFlags.historyBits
    try statements.rewrite.write(
      resolve(raised, context, batch), sequence: stored.sequence)
    context.use.family.table?.replace(
      key: arrival.id.key & index.keyMask, sequence: stored.sequence, by: stored.sequence,
      digest: arrival.digest)
    notePresence(of: stored.sequence, context.use)
  }

  /// Whether the arriving row stays of two with equal keys.
  ///
  /// The lexicographically smaller text wins: an order over everything that is stored, so
  /// that the last one standing does not depend on the order of arrival.
  private mutating func precedes(
    _ arrival: Arrival, stored: StoredVersion, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Bool {
    guard let texts = try storedTexts(at: stored.sequence) else { return true }
    return rowTexts(arrival, context, batch).lexicographicallyPrecedes(texts) {
      $0.lexicographicallyPrecedes($1)
    }
  }

  /// All that a row says, native data first.
  private mutating func rowTexts(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) -> [[UInt8]] {
    let row = arrival.row
    let hasNumber = row.kind == .quantity || row.kind == .code
    return [
      batch.symbols.bytes(of: row.native), batch.symbols.bytes(of: row.source),
      Array(batch.payloads[row.payload.indices]),
      row.links.isEmpty ? [] : linksJSON(batch.links[row.links.indices]),
      batch.symbols.bytes(of: row.zone), batch.symbols.bytes(of: row.code),
      comparable(hasNumber ? row.number : .nan), comparable(row.declared),
      comparable(Double(row.end &- row.start)), comparable(Double(row.start)),
      comparable(Double(arrival.flags.rawValue & ~RowFlags.historyBits)),
    ]
  }

  /// The same of the stored row; nil when it is gone.
  private mutating func storedTexts(at sequence: Int64) throws -> [[UInt8]]? {
    let statement = statements.texts
    statement.bind(1, sequence)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let texts = (Int32(0)...5).map { statement.bytes($0) }
    let flags = statement.integer(10) & ~RowFlags.historyBits
    return texts + (Int32(6)...9).map { comparable(statement.number($0)) }
      + [comparable(Double(flags))]
  }

  /// Bytes of which equal numbers have equal ones; NaN stands for no number and has none.
  private mutating func comparable(_ number: Double) -> [UInt8] {
    // Adding zero makes of a negative zero a positive one, as SQLite does.
    number.isNaN ? [] : withUnsafeBytes(of: (number + 0).bitPattern.bigEndian) { Array($0) }
  }
}
