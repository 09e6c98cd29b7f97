package import HealthRecords

/// Reads a Samsung Health export: all tables of all generations with their side files, in bounded memory.
///
/// One thread reads the tables and cuts them into pieces of whole rows, `options.lanes` threads make samples of them,
/// read the side files and transform, and the caller's thread takes the results: table by table in the order of
/// `SamsungExport.tables`.
package struct SamsungHealthReader: Sendable {
  /// How to read.
  package let options: SamsungReaderOptions

  /// Creates a reader.
  package init(options: SamsungReaderOptions = SamsungReaderOptions()) {
    self.options = options
  }

  /// Reads an export to its end, or until `consume` throws.
  ///
  /// Every batch has the dialect of its table as `shape`, and what is known of devices as `envelope`:
  /// `device.<deviceuuid>.` with `group`, `manufacturer`, `model`, `name` or `step_source_group` behind it. A batch of
  /// sleep stages also has `sleep.<datauuid>.time_offset` of the nights of those rows that have no offset themselves.
  ///
  /// - Parameters:
  ///   - export: What `source.samsungTables()` found.
  ///   - source: The input; nobody else may use it meanwhile. What its archive tells of the tables' bytes is in its
  ///     diagnostics afterwards.
  ///   - transform: Turns a piece's rows into what is wanted of them; called on several threads at once.
  ///   - consume: Takes the results, one for every piece not skipped, in order, on the caller's thread.
  /// - Returns: What the export was. Tables that could not be read are errors among its diagnostics, and then it is not
  ///   complete; tables without rows are counted as `empty_table`.
  /// - Throws: What `consume` throws; and where no table at all can be read, why the first one cannot, as a
  ///   `SamsungHealthError` or an `ExportError`. All threads have ended.
  package func read<Output: Sendable>(
    _ export: SamsungExport, of source: ExportSource,
    transform: @escaping @Sendable (NativeBatch) -> Output,
    consume: (PieceOutput<Output>) throws -> Void
  ) throws -> ExportSummary {
    var account = SamsungAccount(export, source)
    let members = SamsungMembers(source)
    let tables = SamsungTableRun(export, members, options, isReadableOnce: source.kind == .stream)
    let limits = options.sideLimits
    // Room for each lane's piece and one that waits for it.
    let lanes = min(max(1, options.lanes), 64)
    let pieceBytes = min(max(1, options.pieceBytes), 1 << 30)
    try OrderedLanes(lanes: lanes, costLimit: pieceBytes * lanes * 2).run(
      makeJobs: { put in tables.run(put) },
      makeLane: { try SamsungSideFileReader(members, export.sideFiles, limits: limits) },
      work: { lane, step in SamsungResult(step, lane, transform) },
      consume: { result in
        account.add(result.facts)
        if let table = result.table { account.add(table) }
        if let output = result.output { try consume(output) }
      })
    return try account.finish(source)
  }
}

/// What became of a step of reading an export.
private struct SamsungResult<Output: Sendable>: Sendable {
  var facts = PieceFacts()
  var output: PieceOutput<Output>?
  var table: SamsungTableReport?

  init(
    _ step: SamsungStep, _ lane: SamsungSideFileReader, _ transform: (NativeBatch) -> Output
  ) {
    switch step {
    case .table(let report): table = report
    case .piece(let rows, let index, let bytes, let knowledge):
      var batch = rows.batch()
      knowledge.describe(in: &batch, ofType: rows.table.type)
      lane.attach(rows, to: &batch)
      facts.add(batch)
      output = PieceOutput(
        index: index, resumePoint: index + 1, bytes: bytes, output: transform(batch))
    }
  }
}
