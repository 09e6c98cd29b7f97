import DeviceExports
import HealthRecords
import RecordStore
import SonarArguments
import SupportedData

/// The run of a command over all its inputs: reports, progress, and the exit code in the end.
struct InputRun {
  private let context: CommandContext
  private let normalizer: Normalizer
  private var reports: [InputReport] = []
  private var worst = ExitCode.success
  /// The index of the input whose error was already said on standard error.
  private var complained = -1

  /// Creates a run.
  init(_ context: CommandContext, normalizer: Normalizer) {
    self.context = context
    self.normalizer = normalizer
  }

  /// Runs `body` over every input, in order.
  ///
  /// An input that cannot be read, or that the store refuses, gets a report with the error. What concerns the store
  /// itself ends the run.
  mutating func run(
    _ paths: [String],
    _ body: (ExportPass, inout InputReport, ByteMeter, (Int) -> Void) throws -> Void
  ) throws {
    for path in paths {
      var report = InputReport(path: path)
      let clock = ContinuousClock()
      let start = clock.now
      do {
        try read(path, &report, body)
      } catch let error as ExportError {
        refuse(error, code: error.code.rawValue, &report)
      } catch let error as any ReaderError {
        refuse(
          error, code: error.word, &report, at: error.place?.member == path ? nil : path,
          place: error.place)
      } catch let error as StoreError where error.concernsInput {
        let provider = report.provider
        report = InputReport(path: path)
        report.provider = provider
        refuse(error, code: error.code.rawValue, &report, at: path)
      }
      let elapsed = start.duration(to: clock.now).components
      report.seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
      report.checkBalance()
      note(report)
      reports.append(report)
    }
  }

  private func read(
    _ path: String, _ report: inout InputReport,
    _ body: (ExportPass, inout InputReport, ByteMeter, (Int) -> Void) throws -> Void
  ) throws {
    let input = path == "-" ? ExportInput.standardInput : .path(path)
    let pass = try ExportPass(
      input, normalizer: normalizer, lanes: try context.matches[SonarProgram.lanes])
    report.provider = pass.provider.rawValue
    report.bytes = pass.byteCount
    let meter = ByteMeter()
    var line = ProgressLine(
      output: context.streams.errors, terminal: context.streams.errorTerminal,
      isQuiet: context.matches[SonarProgram.quiet], clock: ContinuousClock())
    defer { line.clear() }
    let total = pass.byteCount > 0 ? Int(clamping: pass.byteCount) : nil
    try body(pass, &report, meter) { records in
      line.update(
        InputProgress(
          bytesRead: Int(clamping: meter.value), bytesInAll: total, records: records))
    }
    if report.bytes == 0 { report.bytes = meter.value }
  }

  private mutating func refuse(
    _ error: any Error, code: String, _ report: inout InputReport, at path: String? = nil,
    place: InputPosition? = nil
  ) {
    let failure = FailureWording.failure(of: error)
    report.isComplete = false
    report.diagnostics.add(Diagnostic(code, .error, message: failure.message, first: place))
    context.complain((path.map { $0 + ": " } ?? "") + failure.message)
    worsen(failure.code)
    complained = reports.count
  }

  private mutating func note(_ report: InputReport) {
    let hasErrors = report.diagnostics.all.contains { $0.severity == .error }
    if context.matches[SonarProgram.quiet], complained != reports.count { complain(report) }
    if !report.isComplete || hasErrors || report.recordsRead == 0 { worsen(.inputDamaged) }
    if context.matches[SonarProgram.strict], report.outcomes[.rejected] > 0 {
      worsen(.rejectedRecords)
    }
  }

  /// Says the errors of an input on standard error, where no table says them.
  private func complain(_ report: InputReport) {
    for diagnostic in report.diagnostics.all where diagnostic.severity == .error {
      let place = diagnostic.first.map { " (\($0.member), line \($0.line), byte \($0.byte))" } ?? ""
      context.complain("\(report.path): \(diagnostic.code): \(diagnostic.message)\(place)")
    }
  }

  /// Keeps the first failure that is not overruled by a graver one: any failure outranks `--strict`.
  private mutating func worsen(_ code: ExitCode) {
    if worst == .success || worst == .rejectedRecords { worst = code }
  }

  /// Prints the report and returns the exit code.
  func finish(store: StoreReport?) throws -> ExitCode {
    let report = RunReport(inputs: reports, store: store)
    if context.matches[SonarProgram.json] {
      try context.streams.output.write(String(decoding: report.json(), as: UTF8.self) + "\n")
    } else if !context.matches[SonarProgram.quiet] {
      try context.streams.output.write(report.text(for: context.streams.outputTerminal))
    }
    return worst
  }
}

extension StoreError {
  /// Whether the store refuses one input for what it is, and would take another one.
  fileprivate var concernsInput: Bool {
    [
      .snapshotRefused, .snapshotWithoutDate, .snapshotIncomplete, .sourceRenamed, .differentPerson,
    ].contains(code)
  }
}
