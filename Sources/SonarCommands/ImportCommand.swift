import Consolidation
import DeviceExports
import Foundation
import HealthRecords
import RecordStore
import SonarArguments
import SupportedData

/// `sonar import INPUT… --into FILE`.
struct ImportCommand {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Imports every input; an input that cannot be read does not keep the others out.
  ///
  /// A store that the run made and that stayed empty is removed again: a mistyped input leaves nothing behind.
  func run() throws -> ExitCode {
    let tables = try context.tables()
    // Before a store is made, which a mistyped zone must not leave behind.
    let timeline = try ZoneTimeline.ofOption(context.matches[SonarProgram.timezone])
    let path = try context.matches[SonarProgram.into]
    let isNew = !FileManager.default.fileExists(atPath: path)
    let (code, isEmpty) = try run(into: path, tables, timeline)
    if isNew, isEmpty {
      for suffix in ["", "-journal", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    return code
  }

  private func run(
    into path: String, _ tables: MappingTables, _ timeline: ZoneTimeline?
  ) throws -> (code: ExitCode, isEmpty: Bool) {
    let matches = context.matches
    let store = try RecordStore.open(path: path, create: true)
    try keepSettings(timeline, in: store)
    let aliases = try store.aliases()
    let clock = try timeline ?? ZoneTimeline.ofStore(store)
    let assumedType = try matches[SonarProgram.assumedType]
    var inputs = InputRun(
      context,
      normalizer: Normalizer(
        tables: tables,
        settings: NormalizerSettings(
          aliases: Self.identities(aliases), wallClock: clock?.wallClock, assumedType: assumedType))
    )
    let work = StoreImport(
      store: store, options: options, tables: tables,
      settingsFingerprint: "-\(tables.fingerprint)-"
        + aliases.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value)" }.joined(separator: ";"),
      clockFingerprint: "-\(clock?.text ?? "")-\(assumedType ?? "")",
      now: context.now)
    try inputs.run(try matches[SonarProgram.inputs]) { pass, report, meter, progress in
      try work.run(pass, into: &report, meter: meter, progress: progress)
    }
    let state = try store.state()
    let code = try inputs.finish(
      store: StoreReport(
        path: path, records: state.records, tombstones: state.tombstones,
        changeSequence: state.changeSequence))
    return (code, state.changeSequence == 0)
  }

  /// The name that ids are derived from, by the name in an input: a renamed source keeps its old one, as the store's ids
  /// were derived from that; where two sources became one, the first by name.
  private static func identities(_ aliases: [String: String]) -> [String: String] {
    Dictionary(aliases.map { ($0.value, $0.key) }, uniquingKeysWith: min)
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.isSnapshot = context.matches[SonarProgram.snapshot]
    options.force = context.matches[SonarProgram.force]
    options.keepsRenamed = context.matches[SonarProgram.force]
    options.acceptsOtherPerson = context.matches[SonarProgram.samePerson]
    return options
  }

  private func keepSettings(_ timeline: ZoneTimeline?, in store: RecordStore) throws {
    for alias in try context.matches[SonarProgram.aliases] {
      try store.addAlias(old: alias.name, new: alias.value)
    }
    if let timeline { try store.setSetting(ZoneTimeline.settingKey, to: timeline.text) }
  }
}

/// `sonar inspect INPUT…`.
struct InspectCommand {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Accounts for every record of every input as if into one empty store.
  func run() throws -> ExitCode {
    var settings = NormalizerSettings(
      wallClock: try ZoneTimeline.ofOption(context.matches[SonarProgram.localTimezone])?.wallClock,
      assumedType: try context.matches[SonarProgram.assumedType])
    settings.isForCounting = true
    var inputs = InputRun(
      context, normalizer: Normalizer(tables: try context.tables(), settings: settings))
    var ledger = InspectionLedger()
    let paths = try context.matches[SonarProgram.inputs]
    var seen: Set<String> = []
    try inputs.run(paths) { pass, report, meter, progress in
      let fingerprint = paths.count > 1 ? pass.fingerprint() : nil
      ledger.beginInput(isRepetition: fingerprint.map { !seen.insert($0).inserted } ?? false)
      let summary = try pass.run(skipping: 0, meter: meter) { piece, _, _ in
        report.add(piece.batch)
        report.diagnostics.add(piece.batch.diagnostics)
        report.add(outcomes: ledger.take(piece.batch))
        progress(report.recordsRead)
      }
      report.adopt(summary)
    }
    return try inputs.finish(store: nil)
  }
}
