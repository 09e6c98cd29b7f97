internal import HealthRecords

/// One run over one backup.
struct BackupSession<Output: Sendable> {
  private let backup: HealthConnectBackup
  private let options: HealthConnectBackupOptions
  private let transform: @Sendable (NativeBatch) -> Output
  private let database: BackupDatabase
  private let schema: BackupSchema
  private let context: BackupBatchBuilder.Context
  private var progress: BackupProgress
  private var summary = ExportSummary()

  /// Opens the database and reads its schema.
  init(
    _ backup: HealthConnectBackup, options: HealthConnectBackupOptions,
    transform: @escaping @Sendable (NativeBatch) -> Output
  ) throws {
    self.backup = backup
    self.options = options
    self.transform = transform
    let image = try backup.image()
    do throws(BackupFailure) {
      let bytes = Int64(clamping: backup.byteCount)
      let work = bytes.multipliedReportingOverflow(by: options.limits.stepsPerByte)
      let steps = work.overflow ? .max : work.partialValue
      database = try BackupDatabase(
        image, steps: steps > .max - options.limits.steps ? .max : steps + options.limits.steps)
      schema = try BackupSchema(database, member: backup.member)
      let sources = try BackupSources(database, schema: schema, member: backup.member)
      context = BackupBatchBuilder.Context(
        member: backup.member, version: schema.version, sources: sources, options: options)
      progress = BackupProgress(schema.recordTables, of: database, byteCount: backup.byteCount)
    } catch {
      if let failure = image.failure { throw failure }
      throw HealthConnectBackupError(error, member: backup.member)
    }
    guard !schema.recordTables.isEmpty else {
      throw HealthConnectBackupError(.notHealthConnect, member: backup.member)
    }
  }

  /// Runs to the end.
  mutating func run(_ consume: (PieceOutput<Output>) throws -> Void) throws -> ExportSummary {
    summary.formatVersion = "health_connect_backup_\(schema.version)"
    summary.bytes = backup.byteCount
    summary.complete = true
    for note in backup.notes { self.note(note) }
    if database.image.isTruncated { note(.truncatedDatabase) }
    keep(schema.diagnostics)
    keep(context.sources.diagnostics)
    for index in schema.recordTables.indices {
      progress.begin(index)
      let table = schema.recordTables[index]
      try notingDamage(of: table.name) { session in try session.read(table, consume) }
    }
    for child in schema.orphanedChildren {
      try notingDamage(of: child.name) { session in
        try session.finish(try BackupChildStream(child, of: session.database))
      }
    }
    if database.isExhausted { note(.workLimit) }
    summary.readFailure = database.image.failure
    if summary.readFailure != nil { summary.complete = false }
    return summary
  }

  /// Runs `body`; a table that cannot be read at all is told, a shortage is thrown.
  private mutating func notingDamage(
    of table: String, _ body: (inout BackupSession) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let failure as BackupFailure {
      if failure.isShortage { throw HealthConnectBackupError(failure, member: backup.member) }
      note(.damagedTable, table: table)
    }
  }

  // MARK: - A table

  private mutating func read(
    _ table: BackupTable, _ consume: (PieceOutput<Output>) throws -> Void
  ) throws {
    var scan = try BackupRowScan(
      table, of: database, recoveries: options.limits.recoveriesPerTable)
    var children = try openChildren(of: table)
    var piece: BackupBatchBuilder?
    while let item = try scan.read() {
      guard let key = key(of: item) else {
        note(.damagedTable, table: table.name)
        continue
      }
      var builder = piece ?? BackupBatchBuilder(table, at: key, context: context)
      piece = nil
      add(item, scan.statement, &children, to: &builder)
      progress.reach(key)
      if builder.isFull {
        try deliver(builder.batch, consume)
      } else {
        piece = builder
      }
    }
    if let piece { try deliver(piece.batch, consume) }
    for child in children { try finish(child.stream) }
  }

  private func key(of item: BackupRowScan.Item) -> Int64? {
    switch item {
    case .row(let key), .unreadable(let key, _): key
    case .damage: nil
    }
  }

  private func add(
    _ item: BackupRowScan.Item, _ statement: BackupStatement,
    _ children: inout [OpenChild], to builder: inout BackupBatchBuilder
  ) {
    switch item {
    case .damage: return
    case .unreadable(let key, let isTooLarge):
      builder.reject(key: key, as: isTooLarge ? .rowTooLarge : .rowUnreadable)
      for index in children.indices { children[index].stream.rows(of: key) { _ in } }
    case .row(let key):
      let isKept = builder.addRecord(statement, key: key)
      for index in children.indices {
        let place = children[index].place
        children[index].stream.rows(of: key) { row in
          if isKept { builder.addPart(row, child: place, key: key) }
        }
      }
    }
  }

  private mutating func deliver(
    _ batch: NativeBatch, _ consume: (PieceOutput<Output>) throws -> Void
  ) throws {
    let index = summary.pieces
    summary.pieces += 1
    guard index >= options.skipPieces else { return }
    keep(batch.diagnostics)
    summary.rejectedTypes.merge(batch.rejectedTypes, uniquingKeysWith: +)
    if let first = batch.samples.first, let type = batch.symbols.string(of: first.type) {
      summary.samplesByType[type, default: 0] += batch.samples.count
    }
    try consume(
      PieceOutput(
        index: index, resumePoint: index + 1, bytes: progress.bytes, output: transform(batch)))
  }

  // MARK: - Children

  /// A child table that is being read, and its place among its table's children.
  private struct OpenChild {
    let place: Int
    var stream: BackupChildStream
  }

  private mutating func openChildren(of table: BackupTable) throws(BackupFailure) -> [OpenChild] {
    var open: [OpenChild] = []
    for (place, child) in table.children.enumerated() {
      do throws(BackupFailure) {
        open.append(OpenChild(place: place, stream: try BackupChildStream(child, of: database)))
      } catch {
        if error.isShortage { throw error }
        note(.tableRefused, table: child.name)
      }
    }
    return open
  }

  private mutating func finish(_ stream: BackupChildStream) throws(BackupFailure) {
    var stream = stream
    stream.finish()
    if let failure = stream.failure {
      if failure.isShortage { throw failure }
      note(.damagedTable, table: stream.table.name)
    }
    guard stream.orphans > 0 else { return }
    let position = InputPosition(member: "\(backup.member)/\(stream.table.name)")
    summary.diagnostics.add(
      BackupDiagnostic.orphanedChild.diagnostic(at: position, count: stream.orphans))
  }

  // MARK: - What is told

  private mutating func note(_ diagnostic: BackupDiagnostic, table: String? = nil) {
    var notes = Diagnostics()
    let member = table.map { "\(backup.member)/\($0)" } ?? backup.member
    notes.add(diagnostic.diagnostic(at: InputPosition(member: member)))
    keep(notes)
  }

  private mutating func keep(_ diagnostics: Diagnostics) {
    summary.diagnostics.add(diagnostics)
    if diagnostics.all.contains(where: { $0.severity == .error }) { summary.complete = false }
  }
}

extension HealthConnectBackupError {
  /// The error of a failure that ends reading.
  fileprivate init(_ failure: BackupFailure, member: String) {
    let shortage: Code = failure.isOutOfMemory ? .outOfMemory : .temporarySpace
    self.init(failure.isShortage ? shortage : .damaged, member: member)
  }
}

/// How far reading has come, in bytes of the file, as far as the largest keys tell.
private struct BackupProgress {
  private let weights: [Double]
  private let total: Double
  private let byteCount: UInt64
  private var done = 0.0
  private var current = 0
  private var reached = 0.0
  private let largest: [Double]

  init(_ tables: [BackupTable], of database: BackupDatabase, byteCount: UInt64) {
    let count = { (table: String, key: String) in
      let name = BackupSchema.quoted(table)
      let column = BackupSchema.quoted(key)
      let sql = "SELECT \(column) FROM \(name) NOT INDEXED ORDER BY \(column) DESC LIMIT 1"
      return Double(max((try? database.integer(sql)) ?? 0, 0))
    }
    largest = tables.map { count($0.name, $0.key) }
    weights = tables.map { table in
      table.children.reduce(count(table.name, table.key) + 1) { $0 + count($1.name, "rowid") }
    }
    total = weights.reduce(1, +)
    self.byteCount = byteCount
  }

  /// The bytes that stand for what was read.
  var bytes: UInt64 {
    let share = (done + reached * (weights.isEmpty ? 0 : weights[current])) / total
    return UInt64(Double(byteCount) * min(max(share, 0), 1))
  }

  mutating func begin(_ table: Int) {
    if table > 0 { done += weights[table - 1] }
    current = table
    reached = 0
  }

  mutating func reach(_ key: Int64) {
    reached = largest[current] > 0 ? min(max(Double(key) / largest[current], 0), 1) : 1
  }
}
