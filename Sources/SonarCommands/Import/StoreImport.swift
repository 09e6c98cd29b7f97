import DeviceExports
import HealthRecords
import RecordStore
import SupportedData

/// The import of one export into a store, from its first byte or from where a killed one stopped.
struct StoreImport {
  /// The store.
  let store: RecordStore
  /// What the command line asks for.
  let options: ImportOptions
  /// The mapping tables.
  let tables: MappingTables
  /// Text of all settings that change what records look like.
  let settingsFingerprint: String
  /// The same of those that change records of other providers than Apple, whose times need no zone.
  let clockFingerprint: String
  /// The wall clock.
  let now: () -> Int64

  /// Imports; `progress` is called after every piece with the records read so far.
  ///
  /// Throws when the input is no export or the store refuses; damage is told in the report.
  func run(
    _ pass: ExportPass, into report: inout InputReport, meter: ByteMeter,
    progress: (Int) -> Void
  ) throws {
    let fingerprint = pass.fingerprint()
    let identity = InputIdentity(
      provider: pass.provider, name: report.path,
      fingerprint: (fingerprint ?? "once-\(now())") + settingsFingerprint
        + (pass.provider == .appleHealth ? "" : clockFingerprint),
      mappingVersion: tables.table(of: pass.provider)?.version ?? 0, canRecur: fingerprint != nil)
    let resume = options.isSnapshot ? nil : try store.resumePoint(for: identity)
    let saved = resume.flatMap { ReportCheckpoint.decode($0.report) }
    let point = saved == nil ? nil : resume
    saved?.restore(into: &report)
    let base = report
    let history = try UnitHistory(store, before: identity, tables: tables)
    let session = try store.beginImport(
      identity, options: options, startedAt: now(), resuming: point)
    do {
      let counted = try read(
        pass, session, base: base, skip: point?.pieces ?? 0, meter, progress)
      report = try finish(session, counted.report, counted.end, history)
    } catch {
      session.cancel()
      throw error
    }
  }

  /// Hands the whole input to the session; returns what was counted without the store's outcomes, and how it ended.
  private func read(
    _ pass: ExportPass, _ session: ImportSession, base: InputReport, skip: Int,
    _ meter: ByteMeter, _ progress: (Int) -> Void
  ) throws -> (report: InputReport, end: ImportEnd) {
    var counted = base
    let summary = try pass.run(skipping: skip, meter: meter) { piece, index, resumePoint in
      if let exportedAt = piece.exportedAt { session.details.exportedAt = exportedAt }
      for (trait, value) in piece.batch.identifyingTraits.sorted(by: { $0.key < $1.key }) {
        try session.identify(trait, value: value)
      }
      counted.add(piece.batch)
      counted.diagnostics.add(piece.batch.diagnostics)
      try session.append(piece.batch, piece: index)
      // A piece that ends inside an element is no place to go on from.
      if resumePoint == index + 1 {
        _ = try session.commitIfDue { try Self.settled(counted, $0).encodedCheckpoint() }
      }
      progress(counted.recordsRead)
    }
    session.details = InputDetails(
      format: summary.formatVersion, exportedAt: summary.exportedAt, locale: summary.locale,
      writtenOffset: summary.offset.map(Int.init))
    counted.adopt(summary)
    return (counted, counted.isWhole ? .complete : .damaged)
  }

  private func finish(
    _ session: ImportSession, _ report: InputReport, _ end: ImportEnd, _ history: UnitHistory
  ) throws -> InputReport {
    var counted = report
    counted.adopt(
      earlierUnits: try history.earlierUnits(than: counted), isSnapshot: options.isSnapshot)
    let outcome = try session.finish(end, finishedAt: now()) {
      try Self.settled(counted, $0).encodedCheckpoint()
    }
    var settled = Self.settled(counted, outcome)
    settled.diagnostics.add(outcome.diagnostics)
    return settled
  }

  /// The counts with the outcomes that the store decided.
  private static func settled(_ report: InputReport, _ summary: ImportSummary) -> InputReport {
    var settled = report
    settled.add(outcomes: summary.outcomes)
    settled.tombstoned = summary.tombstoned
    settled.lacking = summary.lacking ?? [:]
    return settled
  }
}

extension ExportSummary {
  /// The offset in which the export is written: that of its date, or the only one of its records.
  fileprivate var offset: Int16? {
    exportOffset ?? (writtenOffsets.count == 1 ? writtenOffsets.first : nil)
  }
}

extension InputReport {
  /// Takes over what the reader found out about the whole export.
  mutating func adopt(_ summary: ExportSummary) {
    format = summary.formatVersion
    exportedAt = summary.exportedAt
    locale = summary.locale
    isComplete = summary.complete
    for diagnostic in summary.diagnostics.all where !diagnostics.contains(diagnostic.code) {
      diagnostics.add(diagnostic)
    }
    if recordsRead == 0 {
      diagnostics.add(
        Diagnostic(
          "no_records", .error,
          message: "The input holds no record at all. Export again, and give the whole export.zip.")
      )
    }
  }

  /// Whether all of the input could be read, so that what it lacks is really gone: no end that is cut off, no element
  /// or member that was left out as unreadable.
  fileprivate var isWhole: Bool {
    let damage: Set = ["side_file_unreadable", "side_files_over_limit", "member_refused"]
    return isComplete
      && !diagnostics.all.contains { $0.severity == .error || damage.contains($0.code) }
  }

  /// Says so where accounts do not balance: nothing is hidden, this program's own faults least of all.
  mutating func checkBalance() {
    let unbalanced = unbalancedTypes
    guard !unbalanced.isEmpty else { return }
    diagnostics.add(
      Diagnostic(
        "unbalanced_account", .error, count: unbalanced.count,
        message: "Outcomes do not add up to the records read; please report this fault of Sonar."))
  }

  /// The report as a checkpoint's bytes.
  fileprivate func encodedCheckpoint() throws -> [UInt8] {
    try ReportCheckpoint(self).encoded()
  }
}
