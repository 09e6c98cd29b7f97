import HealthRecords
import SonarSQLite

/// Records that a complete input lacks.
extension ImportRun {
  /// A stored record that the input should hold and does not.
  private struct Absence {
    var sequence: Int64
    var use: FamilyUse
  }

  /// Applies the snapshot, or counts what a complete input lacks.
  mutating func settleAbsences(_ end: ImportEnd) throws {
    guard options.isSnapshot else {
      if end == .complete, let date = details.exportedAt { try countLacking(at: date) }
      return
    }
    guard end == .complete else {
      throw StoreError(
        .snapshotIncomplete,
        "The export is damaged, so what it lacks was not necessarily deleted:"
          + " import it without --snapshot, or export again.")
    }
    if let date = details.exportedAt { try applySnapshot(at: date) }
  }

  private mutating func countLacking(at date: Int64) throws {
    var lacking: [String: Int] = [:]
    for use in inputUses {
      var count = 0
      try forEachAbsence(of: use, at: date) { _ in count += 1 }
      if count > 0 { lacking[use.family.nativeType] = count }
    }
    summary.lacking = lacking
  }

  private mutating func applySnapshot(at date: Int64) throws {
    let covered = inputUses.filter {
      !options.outsideSnapshot.contains($0.family.nativeType) && date > $0.family.snapshotDate
    }
    var absences: [Absence] = []
    for use in covered {
      try forEachAbsence(of: use, at: date) { absences.append(Absence(sequence: $0, use: use)) }
    }
    try guardAgainstLoss(absences, covered)
    for absence in absences {
      guard let stored = try versions.version(at: absence.sequence) else { continue }
      try removeRecord(
        stored, absence.use,
        Tombstone(id: stored.id, modifiedAt: date, reason: .absentFromSnapshot))
      summary.tombstoned[absence.use.family.nativeType, default: 0] += 1
    }
    for use in covered { try keepSnapshot(of: use.family, at: date) }
  }

  private var inputUses: [FamilyUse] {
    uses.values.filter(\.isInInput).sorted { $0.family.nativeType < $1.family.nativeType }
  }

  /// Calls `body` with the change sequence of each record of a type that a complete input of that date lacks.
  ///
  /// Free where the counts show that nothing is missing; else one scan of the type's part of the key index.
  private func forEachAbsence(
    of use: FamilyUse, at date: Int64, _ body: (Int64) -> Void
  ) throws {
    guard progress.firstSequence > 0, !use.isCounted || use.present < use.stored else { return }
    let scan = try connection.prepare(
      "SELECT change_seq FROM record WHERE type = ?1 AND change_seq <= ?2")
    for type in use.family.typeIDs {
      scan.bind(1, type)
      scan.bind(2, progress.firstSequence)
      try scan.forEachRow { row in
        let sequence = row.integer(0)
        guard !presence.contains(sequence), let stored = try versions.version(at: sequence)
        else { return }
        if stored.key.version.modifiedAt <= date, stored.startMilliseconds <= date {
          body(sequence)
        }
      }
    }
  }

  /// Refuses a snapshot that lacks more than 5 % of a type's records.
  private mutating func guardAgainstLoss(_ absences: [Absence], _ covered: [FamilyUse]) throws {
    guard !options.force else { return }
    let missing = Dictionary(grouping: absences) { $0.use.family.nativeType }
    var refused: [StoreError.MissingRecords] = []
    for use in covered {
      let count = missing[use.family.nativeType]?.count ?? 0
      guard count > 0 else { continue }
      let expected = try countRecords(of: use.family)
      guard count * 20 > expected else { continue }
      refused.append(
        StoreError.MissingRecords(
          nativeType: use.family.nativeType, missing: count, expected: expected))
    }
    guard !refused.isEmpty else { return }
    let types = refused.map { "\($0.nativeType) (\($0.missing) of \($0.expected))" }
    var error = StoreError(
      .snapshotRefused,
      "The export lacks more than 5 % of the stored records of: \(types.joined(separator: ", "))."
        + " Check that it is complete.")
    error.missingRecords = refused
    throw error
  }

  private mutating func countRecords(of family: TypeFamily) throws -> Int {
    let statement = try connection.prepare("SELECT count(*) FROM record WHERE type = ?1")
    var count = 0
    for type in family.typeIDs {
      statement.bind(1, type)
      try statement.forEachRow { count += Int($0.integer(0)) }
    }
    return count
  }

  /// Keeps the date of the latest snapshot and raises the type's older tombstones to it.
  private mutating func keepSnapshot(of family: TypeFamily, at date: Int64) throws {
    let snapshot = try connection.prepare(
      "INSERT INTO snapshot(provider, native_type, taken_at) VALUES(?1, ?2, ?3)"
        + " ON CONFLICT(provider, native_type) DO UPDATE SET taken_at = excluded.taken_at")
    snapshot.bind(1, family.provider)
    snapshot.bind(2, family.nativeType)
    snapshot.bind(3, date)
    try snapshot.run()
    let raise = try connection.prepare(
      "UPDATE tombstone SET modified_at = ?2, reason = 'absent_from_snapshot' WHERE type = ?1"
        + " AND start <= ?2 AND modified_at < ?2 AND reason <> 'absorbed'")
    for type in family.typeIDs {
      raise.bind(1, type)
      raise.bind(2, date)
      try raise.run()
    }
    family.snapshotDate = date
  }
}
