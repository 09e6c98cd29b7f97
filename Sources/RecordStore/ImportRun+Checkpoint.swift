import HealthRecords
import SonarSQLite

/// The beginning, the checkpoints and the end of an import.
extension ImportRun {
  // MARK: - Beginning

  /// Reads what the decisions need to know of the store; the transaction is open.
  mutating func loadState(isResuming: Bool) throws {
    if progress.lastSequence == 0, TimelessIndex.isPostponed(for: input.provider) {
      try timelessIndex.postpone()
    }
    let known = "SELECT DISTINCT native_type FROM type WHERE provider = ?1"
    try connection.forEachRow(known, input.provider.rawValue) {
      storedNativeTypes.append($0.text(0))
    }
    try connection.forEachID("SELECT id FROM tombstone") { ids.tombstones.insert($0) }
    try connection.forEachID("SELECT part_id FROM absorbed") { ids.absorbed.insert($0) }
    try connection.forEachID("SELECT DISTINCT whole_id FROM part") { ids.divided.insert($0) }
    try connection.forEachID("SELECT DISTINCT id FROM half") { ids.halved.insert($0) }
    try connection.forEachID("SELECT id FROM shared_sync_id") { ids.shared.insert($0) }
    if progress.firstSequence > 0 {
      let sources = "SELECT DISTINCT name FROM source WHERE provider = ?1 AND name IS NOT NULL"
      try connection.forEachRow(sources, input.provider.rawValue) {
        names.stored.insert($0.text(0))
      }
    }
    if isResuming {
      try restoreScratch()
    } else {
      // What another import put aside is none of this one's; that import goes on only if this one commits nothing.
      try connection.execute("DELETE FROM import_contested")
    }
    let ended = "SELECT 1 FROM import WHERE fingerprint = ?1 AND state <> 'running' LIMIT 1"
    try connection.forEachRow(ended, input.fingerprint) { _ in progress.isRepetition = true }
    progress.changesAtBegin = connection.totalChanges
    progress.dataVersion = try connection.integer("PRAGMA data_version") ?? 0
  }

  /// Takes back what the killed process knew of the input.
  private mutating func restoreScratch() throws {
    try connection.forEachRow("SELECT page, bits FROM import_presence") {
      presence.restore(page: $0.integer(0), bytes: $0.bytes(1))
    }
    try connection.forEachRow("SELECT id, start FROM import_sync_start") { row in
      guard let id = row.withBytes(0, { RecordID(storedBytes: $0) }) else { return }
      ids.contestedStarts[id, default: []].insert(row.integer(1))
    }
    try connection.forEachRow("SELECT name FROM import_source") { names.seen.insert($0.text(0)) }
    var types: [String] = []
    try connection.forEachRow("SELECT native_type FROM import_type") { types.append($0.text(0)) }
    for type in types { try noteInput(use(ofType: type)) }
  }

  /// What is the same for all rows of a type; adds the type to the store when it is new, and notes that the input holds it.
  ///
  /// Only for a type that has a row: a snapshot decides about the types of which it holds a record.
  mutating func context(for type: BatchType, _ batch: RecordBatch) throws -> RowContext {
    let use = try use(ofType: type.nativeType)
    let row = try typeRow(type, batch, use.family)
    try noteInput(use)
    let date = details.exportedAt ?? .min
    return RowContext(
      use: use, nativeType: type.nativeType, typeID: row.id,
      typeIDs: input.provider.identifiesAcrossTypes
        ? try typeIDs(of: type.nativeType) : use.family.typeIDs,
      mappingVersion: row.mappingVersion == batch.mappingVersion
        ? nil : Int64(batch.mappingVersion),
      isUnknown: type.recordType == .unknown,
      isSnapshotted: options.isSnapshot && !options.outsideSnapshot.contains(type.nativeType)
        && date > use.family.snapshotDate)
  }

  /// What the session knows of a native type.
  mutating func use(ofType nativeType: String) throws -> FamilyUse {
    let name = input.provider.identifiesAcrossTypes ? TypeFamily.allTypes : nativeType
    if let known = uses[name] { return known }
    let family = try index.family(provider: input.provider.rawValue, nativeType: name)
    let use = FamilyUse(family)
    uses[name] = use
    return use
  }

  private func typeIDs(of nativeType: String) throws -> [Int64] {
    var found: [Int64] = []
    let select = "SELECT id FROM type WHERE provider = ?1 AND native_type = ?2"
    let statement = try connection.prepare(select)
    statement.bind(1, input.provider.rawValue)
    statement.bind(2, nativeType)
    try statement.forEachRow { found.append($0.integer(0)) }
    return found
  }

  /// Notes that the input holds a native type, and how many records the store held of it before.
  private mutating func noteInput(_ use: FamilyUse) throws {
    guard !use.isInInput else { return }
    use.isInInput = true
    progress.newTypes.append(use.family.nativeType)
    if progress.isResumed {
      // Which of the records were seen is in the presence set alone.
      use.isCounted = false
    } else if progress.firstSequence > 0, !use.family.typeIDs.isEmpty {
      try index.use(use.family)
      use.stored = try index.count(use.family)
    }
  }

  private mutating func typeRow(
    _ type: BatchType, _ batch: RecordBatch, _ family: TypeFamily
  ) throws -> TypeRow {
    if let known = typeRows[type] { return known }
    let texts = [input.provider.rawValue, type.nativeType, type.recordType.rawValue, type.unit]
    for (position, text) in texts.enumerated() {
      statements.type.bind(Int32(position + 1), text)
      statements.addType.bind(Int32(position + 1), text)
    }
    defer { statements.type.reset() }
    if try statements.type.step() {
      let row = TypeRow(
        id: statements.type.integer(0), mappingVersion: statements.type.integer(1))
      typeRows[type] = row
      return row
    }
    statements.addType.bind(5, Int64(batch.mappingVersion))
    try statements.addType.run()
    let row = TypeRow(id: connection.lastInsertedRow, mappingVersion: Int64(batch.mappingVersion))
    // A family without rows in the file has nothing to load.
    if family.typeIDs.isEmpty, family.table == nil { try index.use(family) }
    family.typeIDs.append(row.id)
    typeRows[type] = row
    return row
  }

  mutating func checkSnapshotDate() throws {
    guard options.isSnapshot, details.exportedAt == nil else { return }
    throw StoreError(
      .snapshotWithoutDate,
      "The export does not say when it was made, so it cannot be a snapshot:"
        + " import it without --snapshot.")
  }

  // MARK: - Checkpoints

  /// Whether nothing may be committed before the end.
  private var isHeld: Bool {
    options.isSnapshot || !names.unknown.isEmpty && !options.keepsRenamed
  }

  private var hasUncommittedChanges: Bool {
    connection.totalChanges - progress.scratchChanges != progress.changesAtBegin
  }

  /// Commits when a chunk is full; true when it did.
  mutating func commitIfDue(report: (ImportSummary) throws -> [UInt8]) throws -> Bool {
    let isFull =
      progress.rowsSinceCommit >= configuration.chunkRows
      || progress.bytesSinceCommit >= configuration.chunkBytes
    guard isFull, !isHeld else { return false }
    progress.rowsSinceCommit = 0
    progress.bytesSinceCommit = 0
    guard hasUncommittedChanges else { return false }
    try saveCheckpoint(report: try report(summary))
    try connection.commit()
    progress.hasCommitted = true
    try beginAgain()
    return true
  }

  private mutating func beginAgain() throws {
    try connection.begin()
    progress.changesAtBegin = connection.totalChanges
    progress.scratchChanges = 0
    guard try connection.integer("PRAGMA data_version") == progress.dataVersion else {
      throw StoreError(
        .busy, "Another program wrote to the store during this import: run the import again.")
    }
  }

  private mutating func saveCheckpoint(report: [UInt8]) throws {
    try saveImport(state: "running", finishedAt: nil, report: report)
    let page = try connection.prepare("REPLACE INTO import_presence(page, bits) VALUES(?1, ?2)")
    for dirty in presence.takeDirtyPages() {
      page.bind(1, dirty.page)
      page.bind(2, blob: dirty.bytes)
      try page.run()
    }
    let start = try connection.prepare(
      "INSERT OR IGNORE INTO import_sync_start(id, start) VALUES(?1, ?2)")
    for (id, starts) in ids.contestedStarts {
      for value in starts {
        start.bind(1, blob: id.bytes)
        start.bind(2, value)
        try start.run()
      }
    }
    try saveNames(progress.newTypes, "INSERT OR IGNORE INTO import_type VALUES(?1)")
    try saveNames(progress.newSources, "INSERT OR IGNORE INTO import_source VALUES(?1)")
    progress.newTypes = []
    progress.newSources = []
  }

  private mutating func saveNames(_ names: [String], _ sql: String) throws {
    let statement = try connection.prepare(sql)
    for name in names {
      statement.bind(1, name)
      try statement.run()
    }
  }

  /// Writes the row of the `import` table; the first time it ends every other running import.
  private mutating func saveImport(state: String, finishedAt: Int64?, report: [UInt8]) throws {
    if progress.importID == nil { try addImport() }
    let statement = try connection.prepare(
      "UPDATE import SET format = ?2, exported_at = ?3, locale = ?4, written_offset = ?5,"
        + " finished_at = ?6, state = ?7, pieces = ?8, report = ?9 WHERE id = ?1")
    statement.bind(1, progress.importID)
    bind(statement, 2, details.format)
    statement.bind(3, details.exportedAt)
    bind(statement, 4, details.locale)
    statement.bind(5, details.writtenOffset.map(Int64.init))
    statement.bind(6, finishedAt)
    statement.bind(7, state)
    statement.bind(8, Int64(progress.pieces))
    statement.bind(9, blob: report)
    try statement.run()
  }

  private mutating func addImport() throws {
    try connection.execute("UPDATE import SET state = 'interrupted' WHERE state = 'running'")
    try clearSeen()
    let statement = try connection.prepare(
      "INSERT INTO import(provider, input, fingerprint, started_at, mapping_version, state,"
        + " first_seq, pieces) VALUES(?1, ?2, ?3, ?4, ?5, 'running', ?6, 0)")
    statement.bind(1, input.provider.rawValue)
    statement.bind(2, input.name)
    statement.bind(3, input.fingerprint)
    statement.bind(4, startedAt)
    statement.bind(5, Int64(input.mappingVersion))
    statement.bind(6, progress.firstSequence)
    try statement.run()
    progress.importID = connection.lastInsertedRow
  }

  private mutating func bind(_ statement: Statement, _ index: Int32, _ text: String?) {
    if let text { statement.bind(index, text) } else { statement.bindNull(index) }
  }

  /// Clears what checkpoints hold of an import; the rows that this one has put aside stay.
  private mutating func clearSeen() throws {
    try connection.execute(
      "DELETE FROM import_presence; DELETE FROM import_sync_start; DELETE FROM import_type;"
        + " DELETE FROM import_source")
  }

  // MARK: - End

  /// Ends the import: checks for renamed sources, applies the snapshot, and commits.
  mutating func finish(
    _ end: ImportEnd, finishedAt: Int64, report: (ImportSummary) throws -> [UInt8]
  ) throws {
    let changesBefore = connection.totalChanges
    try checkRenamedSources()
    progress.scratchChanges += connection.totalChanges - changesBefore
    try settleAbsences(end)
    let hasChanges = hasUncommittedChanges || progress.hasCommitted
    summary.hasChanges = hasChanges
    if try hasChanges || input.canRecur && !isRecorded(end) {
      if hasChanges { try Schema.refreshTypeViews(connection) }
      try saveImport(
        state: end.rawValue, finishedAt: finishedAt, report: try report(summary))
      try clearSeen()
      try connection.execute("DELETE FROM import_contested")
      try connection.commit()
      useWriteAheadLog()
    } else {
      connection.rollback()
    }
  }

  /// From the end of the first import on, others may read while one writes; while somebody uses the file the next import
  /// tries again.
  ///
  /// The first import writes each page once for that, and is a sixth faster.
  private func useWriteAheadLog() {
    try? connection.useWriteAheadLog()
  }

  /// Whether an earlier import of the same input ended the same way.
  private mutating func isRecorded(_ end: ImportEnd) throws -> Bool {
    let statement = try connection.prepare(
      "SELECT 1 FROM import WHERE provider = ?1 AND fingerprint = ?2 AND mapping_version = ?3"
        + " AND state = ?4 LIMIT 1")
    statement.bind(1, input.provider.rawValue)
    statement.bind(2, input.fingerprint)
    statement.bind(3, Int64(input.mappingVersion))
    statement.bind(4, end.rawValue)
    defer { statement.reset() }
    return try statement.step()
  }
}
