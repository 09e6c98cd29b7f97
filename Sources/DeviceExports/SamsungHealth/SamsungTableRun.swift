internal import HealthRecords

/// A step of reading an export, in order.
enum SamsungStep: Sendable {
  /// A piece, its number, and the bytes of all tables up to its end; and what other tables know.
  case piece(SamsungRows, index: Int, bytes: UInt64, SamsungKnowledge)
  /// A table has ended, or could not be read at all.
  case table(SamsungTableReport)
}

/// What rows of all tables may ask of other tables.
struct SamsungKnowledge: Sendable {
  /// The devices that rows name.
  var devices = SamsungDevices()
  /// The nights that stages belong to.
  var nights = SamsungNights()

  /// Says in a batch's envelope what its rows may ask for.
  func describe(in batch: inout NativeBatch, ofType type: String) {
    devices.describe(in: &batch)
    if type == SamsungNights.stages { nights.describe(in: &batch) }
  }
}

/// What one table was, apart from its rows.
struct SamsungTableReport: Sendable {
  /// The member that holds it.
  var member: String
  /// Who wrote it; nil where it could not be read at all.
  var dialect: SamsungDialect?
  /// Whether it has no rows.
  var isEmpty = false
  /// Whether it ends inside a row.
  var isCutOff = false
  /// Why it could not be read, or not to its end.
  var failure: (any Error)?
  /// Where that was.
  var position = InputPosition(member: "")
  /// What the archive says of its bytes.
  var archive: ArchiveDiagnostic?
  /// What was noticed about a table without rows.
  var diagnostics = Diagnostics()
  /// Pieces of this table and of those before it.
  var pieces = 0
  /// Bytes of this table and of those before it.
  var bytes: UInt64 = 0
  /// Side files that no row names, in the last table's report.
  var unnamedSideFiles: Diagnostics?
}

/// Reads the tables of an export one after the other, on one thread.
struct SamsungTableRun: Sendable {
  /// Takes a step and what it costs; false when nobody wants more.
  typealias Put = (SamsungStep, Int) -> Bool

  private let export: SamsungExport
  private let members: SamsungMembers
  private let options: SamsungReaderOptions
  private let isReadableOnce: Bool

  init(
    _ export: SamsungExport, _ members: SamsungMembers, _ options: SamsungReaderOptions,
    isReadableOnce: Bool
  ) {
    self.export = export
    self.members = members
    self.options = options
    self.isReadableOnce = isReadableOnce
  }

  /// What is known and counted while tables are read.
  private struct Progress {
    var knowledge = SamsungKnowledge()
    var pieces = 0
    var bytes: UInt64 = 0
    var named: Set<Int> = []
    var isWhole = true
  }

  /// Reads all tables, or until nobody wants more.
  func run(_ put: Put) {
    var progress = Progress()
    scan([SamsungDevices.table]) { progress.knowledge.devices.add($0) }
    if export.tables.contains(where: { $0.type == SamsungNights.stages }) {
      scan(SamsungNights.tables) { progress.knowledge.nights.add($0) }
    }
    for (index, file) in export.tables.enumerated() {
      guard var report = read(file, &progress, put) else { return }
      let isWhole = report.failure == nil && report.archive == nil && !report.isCutOff
      progress.isWhole = progress.isWhole && isWhole
      if index == export.tables.count - 1 {
        report.unnamedSideFiles = unnamedSideFiles(progress)
        if progress.knowledge.devices.isOverLimit {
          report.diagnostics.add(
            SamsungDiagnostic.tooManyDevices.diagnostic(at: InputPosition(member: file.member.name))
          )
        }
      }
      guard put(.table(report), 1) else { return }
    }
  }

  /// Reads one table; nil when nobody wants more.
  private func read(
    _ file: SamsungTableFile, _ progress: inout Progress, _ put: Put
  ) -> SamsungTableReport? {
    var report = SamsungTableReport(member: file.member.name)
    report.position = InputPosition(member: file.member.name)
    var source: SamsungTableSource?
    do {
      let bytes = try members.table(file.member)
      source = bytes
      let reader = try SamsungTableReader(
        bytes, member: file.member.name, options: options,
        sideFiles: export.sideFiles.beside(file))
      report.dialect = reader.table.dialect
      guard readPieces(of: reader, &progress, put) else { return nil }
      report.isEmpty = reader.rowCount == 0 && reader.failure == nil
      if reader.rowCount == 0 { report.diagnostics = reader.table.diagnostics }
      report.failure = reader.failure
      report.isCutOff = reader.isCutOff
      report.position.byte = reader.byteCount
      progress.bytes &+= reader.byteCount
    } catch {
      report.failure = source?.failure ?? error
    }
    report.archive = source?.diagnostic
    report.pieces = progress.pieces
    report.bytes = progress.bytes
    return report
  }

  /// Hands over the pieces of a table, but for those that an earlier run has taken; false when nobody wants more.
  private func readPieces(
    of reader: SamsungTableReader<SamsungTableSource>, _ progress: inout Progress, _ put: Put
  ) -> Bool {
    var isFirst = true
    var start: UInt64 = 0
    while var piece = reader.nextRows() {
      for file in piece.sideFiles { progress.named.insert(file.member) }
      if isFirst { piece.diagnostics.add(reader.table.diagnostics) }
      isFirst = false
      let rowBytes = reader.byteCount &- start
      start = reader.byteCount
      let index = progress.pieces
      progress.pieces += 1
      guard index >= options.skipPieces else { continue }
      let cost = Int(clamping: rowBytes &+ piece.sideBytes)
      let bytes = progress.bytes &+ reader.byteCount
      let step = SamsungStep.piece(piece, index: index, bytes: bytes, progress.knowledge)
      guard put(step, cost) else { return false }
    }
    return true
  }

  /// Reads the tables of some types once more; what cannot be read is told where it is read in its turn.
  private func scan(_ types: Set<String>, _ body: (NativeBatch) -> Void) {
    guard !isReadableOnce else { return }
    for file in export.tables where types.contains(file.type) {
      guard let bytes = try? members.table(file.member),
        let reader = try? SamsungTableReader(bytes, member: file.member.name, options: options)
      else { continue }
      while let batch = reader.next() { body(batch) }
    }
  }

  /// What no row names, which can be told only when all rows were read.
  private func unnamedSideFiles(_ progress: Progress) -> Diagnostics? {
    guard progress.isWhole, let (first, count) = export.sideFiles.others(than: progress.named)
    else { return nil }
    var diagnostic = SamsungDiagnostic.sideFileWithoutRow.diagnostic(
      at: InputPosition(member: first.name))
    diagnostic.count = count
    var diagnostics = Diagnostics()
    diagnostics.add(diagnostic)
    return diagnostics
  }
}
