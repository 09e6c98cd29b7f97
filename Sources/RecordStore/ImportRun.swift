import HealthRecords
import SonarSQLite

/// The state and the decisions of one import; `ImportSession` owns it and ends it at the first error.
///
/// A struct, so that one exclusive access covers a whole batch: the checks of a class would cost a third of the time of a
/// row that is stored already.
struct ImportRun {
  let input: InputIdentity
  let options: ImportOptions
  let startedAt: Int64
  let configuration: RecordStore.Configuration
  let connection: Connection
  let index: IdentityIndex
  let versions: VersionReader
  let contestedVersions: VersionReader
  let statements: ImportStatements
  let timelessIndex: TimelessIndex

  var details = InputDetails()
  var summary = ImportSummary()
  var binding: BatchBinding
  var insertion: RecordWriter
  var uses: [String: FamilyUse] = [:]
  var storedNativeTypes: [String] = []
  var typeRows: [BatchType: TypeRow] = [:]
  var ids = SpecialIDs()
  var presence = PresenceSet()
  var names = SourceNames()
  var progress: ImportProgress
  /// Kept so that the compiler keeps the reads of `IdentityTable.touch`.
  private var touched: UInt64 = 0

  init(
    _ store: RecordStore, _ input: InputIdentity, _ options: ImportOptions, startedAt: Int64,
    resuming: ResumePoint?
  ) throws {
    self.input = input
    self.options = options
    self.startedAt = startedAt
    configuration = store.configuration
    connection = store.connection
    index = store.index
    timelessIndex = try TimelessIndex(connection, cacheKiB: configuration.cacheKiB)
    versions = try VersionReader(connection, timelessIndex)
    contestedVersions = try VersionReader(
      connection, table: "import_contested", timelessIndex)
    statements = try ImportStatements(connection)
    insertion = try RecordWriter(connection, verb: "INSERT OR ROLLBACK", rowsAtOnce: 16)
    let dictionaries = try Dictionaries(
      connection, provider: input.provider, limit: configuration.dictionaryLimit)
    binding = BatchBinding(dictionaries)
    progress = try ImportProgress(connection, resuming: resuming)
    try loadState(isResuming: resuming != nil)
  }

  /// Merges the rows of a batch.
  mutating func append(_ batch: RecordBatch, piece: Int) throws {
    try checkSnapshotDate()
    binding.turn(to: batch)
    insertion.turn(to: batch)
    statements.turn(to: batch)
    // Made when the first row of an entry comes: the entries also name types of statistics, links and rejects.
    var contexts = [RowContext?](repeating: nil, count: batch.types.count)
    var counts = [OutcomeCounts](repeating: OutcomeCounts(), count: batch.types.count)
    try applyDeletions(of: batch)
    var current: TypeFamily?
    var start = 0
    while start < batch.rows.count {
      let entry = batch.rows[start].type
      let end = batch.rows[start...].firstIndex { $0.type != entry } ?? batch.rows.count
      let type = Int(entry)
      let context = try contexts[type] ?? context(for: batch.types[type], batch)
      contexts[type] = context
      if context.use.family !== current { try use(context.use.family) }
      current = context.use.family
      try append(start..<end, context, batch, &counts[type])
      start = end
    }
    try insertion.flush()
    add(counts, of: batch)
    if let current { index.enforceBudget(sparing: current) }
    progress.pieces = piece + 1
    progress.rowsSinceCommit += batch.rows.count
    progress.bytesSinceCommit += batch.payloads.count
  }

  /// Makes a native type ready for lookups.
  private mutating func use(_ family: TypeFamily) throws {
    if family.table == nil { try insertion.flush() }
    try index.use(family)
  }

  /// Merges rows of one type that follow each other.
  private mutating func append(
    _ rows: Range<Int>, _ context: RowContext, _ batch: RecordBatch, _ counts: inout OutcomeCounts
  ) throws {
    for block in stride(from: rows.lowerBound, to: rows.upperBound, by: 64) {
      let rows = batch.rows[block..<min(block + 64, rows.upperBound)]
      touched &+= context.use.family.table?.touch(rows, mask: index.keyMask) ?? 0
      for row in rows {
        counts[try accept(row, id: row.id, context, batch)] += 1
      }
    }
  }

  private mutating func add(_ counts: [OutcomeCounts], of batch: RecordBatch) {
    for (entry, count) in zip(batch.types, counts) where count.total > 0 {
      summary.outcomes[entry.nativeType, default: OutcomeCounts()].add(count)
    }
  }

  /// Decides about one row that is kept under `id`.
  mutating func accept(
    _ row: RecordRow, id: RecordID, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    let source = try binding.source(row.source, batch)
    if source.isFirst { try noteSource(source.number) }
    if row.hasSyncIdentifier, id == row.id, try isSharedSyncID(id) {
      return try accept(row, id: row.sharedID, context, batch)
    }
    if try isAbsorbed(id) { return .linked }
    if let outcome = try partOutcome(of: row, batch) { return outcome }
    let flags = RowFlags(row, id: id)
    let arrival = Arrival(
      row: row, id: id, flags: flags, digest: digest(of: row, flags, batch), source: source.number)
    if row.isHalf { return try acceptHalf(arrival, context, batch) }
    switch try find(arrival, context) {
    case .equal(let sequence):
      if row.hasSyncIdentifier, try revealsSharedID(arrival) {
        return try share(arrival, context, batch)
      }
      notePresence(of: sequence, context.use)
      return row.standing == .member ? .linked : .duplicate
    case .absent:
      return try insertNew(arrival, context, batch)
    case .candidates:
      return try acceptCandidate(arrival, context, batch)
    }
  }

  private mutating func find(
    _ arrival: Arrival, _ context: RowContext
  ) throws -> IdentityTable.Finding {
    let key = arrival.id.key & index.keyMask
    if let table = context.use.family.table {
      return table.find(key: key, digest: arrival.digest)
    }
    guard let stored = try storedVersion(of: arrival, context) else { return .absent }
    return stored.digest == arrival.digest ? .equal(sequence: stored.sequence) : .candidates
  }

  /// The stored version of a row's id; nil when only the key is the same.
  mutating func storedVersion(of arrival: Arrival, _ context: RowContext) throws -> StoredVersion? {
    try insertion.flush()
    let family = context.use.family
    if let table = family.table {
      for sequence in table.sequences(of: arrival.id.key & index.keyMask) {
        if let stored = try versions.version(at: sequence), stored.id == arrival.id {
          return stored
        }
      }
      return nil
    }
    return arrival.flags.isTimeless
      ? try versions.version(ofTimeless: arrival.id)
      : try versions.version(
        of: arrival.id, start: arrival.row.start,
        types: input.provider.identifiesAcrossTypes ? context.typeIDs : family.typeIDs)
  }

  private mutating func acceptCandidate(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    guard let stored = try storedVersion(of: arrival, context) else {
      return try insertNew(arrival, context, batch)
    }
    if arrival.row.hasSyncIdentifier, try revealsSharedID(arrival, stored: stored) {
      return try share(arrival, context, batch)
    }
    return try merge(arrival, into: stored, context, batch)
  }

  /// The hash that tells an exact repeat: all that is stored of a row.
  ///
  /// The row's own digest leaves out links and what the mapping tables decide.
  @inline(__always)
  private mutating func digest(of row: RecordRow, _ flags: RowFlags, _ batch: RecordBatch) -> UInt64
  {
    let mapping = UInt64(truncatingIfNeeded: batch.mappingVersion) << 32
    let small = (flags.rawValue & ~RowFlags.timelessBit) << 1
    var digest = row.digest ^ Hash128.finalized(mapping ^ UInt64(row.completeness))
    digest = Hash128.finalized(digest &+ UInt64(truncatingIfNeeded: small))
    guard !row.links.isEmpty else { return digest }
    for link in batch.links[row.links.indices] {
      digest = Hash128.finalized(digest &+ link.id.key &+ UInt64(link.role.rawValue))
    }
    return digest
  }

  // MARK: - Writing

  /// Inserts a row whose id is not in the store, unless a deletion or a snapshot forbids it.
  mutating func insertNew(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> Outcome {
    guard try isAlive(arrival, context) else {
      try registerParts(of: arrival, batch)
      return .stale
    }
    let sequence = progress.takeSequence()
    try write(arrival, sequence: sequence, context, batch)
    context.use.family.table?.insert(
      key: arrival.id.key & index.keyMask, digest: arrival.digest, sequence: sequence)
    try registerParts(of: arrival, batch)
    try absorbParts(of: arrival.id)
    ids.lastWhole = nil
    return context.isUnknown ? .unsupported : .inserted
  }

  /// Appends a row to the `record` table.
  mutating func write(
    _ arrival: Arrival, sequence: Int64, _ context: RowContext, _ batch: RecordBatch
  ) throws {
    try insertion.write(resolve(arrival, context, batch), sequence: sequence)
  }

  /// Looks up the numbers of all text of a row.
  mutating func resolve(
    _ arrival: Arrival, _ context: RowContext, _ batch: RecordBatch
  ) throws -> ResolvedRow {
    ResolvedRow(
      row: arrival.row, id: arrival.id, flags: arrival.flags, digest: arrival.digest,
      typeID: context.typeID, mappingVersion: context.mappingVersion, source: arrival.source,
      code: try binding.code(arrival.row.code, batch),
      zone: try binding.zone(arrival.row.zone, batch),
      native: try binding.native(arrival.row.native, batch))
  }

  /// Notes that the input holds a stored record.
  @inline(__always)
  mutating func notePresence(of sequence: Int64, _ use: FamilyUse) {
    if sequence <= progress.firstSequence, presence.insert(sequence) { use.present += 1 }
  }
}
