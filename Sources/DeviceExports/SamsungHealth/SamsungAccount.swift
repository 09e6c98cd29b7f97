internal import HealthRecords

/// Counts what an export was, on the caller's thread.
struct SamsungAccount {
  private var summary = ExportSummary()
  private var dialects: Set<SamsungDialect> = []
  private var emptyDialects: Set<SamsungDialect> = []
  private var unreadable = 0
  private var firstFailure: (any Error)?
  private var archive: [ArchiveDiagnostic] = []
  private let tableCount: Int

  /// Begins with what the search found.
  init(_ export: SamsungExport, _ source: ExportSource) {
    tableCount = export.tables.count + export.unreadable.count + export.emptyFiles.count
    let isSearched = source.diagnostics.count(of: .searchIncomplete) == 0
    summary.complete = !source.isTruncated && isSearched
    for file in export.emptyFiles { addEmpty(InputPosition(member: file.name)) }
    for (member, error) in export.unreadable {
      addUnreadable(error, at: InputPosition(member: member.name))
    }
  }

  /// Adds a piece's facts.
  mutating func add(_ facts: PieceFacts) {
    summary.add(facts)
  }

  /// Adds a table that has ended.
  mutating func add(_ report: SamsungTableReport) {
    summary.pieces = report.pieces
    summary.bytes = report.bytes
    summary.diagnostics.add(report.diagnostics)
    if report.isCutOff { summary.complete = false }
    if let unnamed = report.unnamedSideFiles { summary.diagnostics.add(unnamed) }
    if let diagnostic = report.archive {
      archive.append(diagnostic)
      if diagnostic.code != .sizeMismatch { summary.complete = false }
    }
    guard let dialect = report.dialect else {
      if let failure = report.failure { addUnreadable(failure, at: report.position) }
      return
    }
    if report.isEmpty {
      emptyDialects.insert(dialect)
      addEmpty(InputPosition(member: report.member, byte: 0, line: 1))
    } else {
      dialects.insert(dialect)
    }
    if let failure = report.failure { addError(failure, at: report.position) }
  }

  /// The summary; throws why the first table could not be read where none could.
  ///
  /// Hands what the archive says of the tables' bytes to the source.
  mutating func finish(_ source: ExportSource) throws -> ExportSummary {
    for diagnostic in archive { source.diagnostics.append(diagnostic) }
    if let firstFailure, unreadable == tableCount { throw firstFailure }
    let found = dialects.isEmpty ? emptyDialects : dialects
    let word = found.count > 1 ? "mixed" : found.first?.rawValue ?? "unknown"
    summary.formatVersion = "samsung_health_\(word)"
    return summary
  }

  private mutating func addEmpty(_ position: InputPosition) {
    summary.diagnostics.add(SamsungDiagnostic.emptyTable.diagnostic(at: position))
  }

  private mutating func addUnreadable(_ failure: any Error, at position: InputPosition) {
    unreadable += 1
    firstFailure = firstFailure ?? failure
    addError(failure, at: position)
  }

  private mutating func addError(_ failure: any Error, at position: InputPosition) {
    summary.complete = false
    // Damage that is told by its own name did not keep bytes from being read.
    if !(failure is SamsungHealthError) { summary.readFailure = summary.readFailure ?? failure }
    let (code, message, place) =
      switch failure {
      case let error as SamsungHealthError: (error.code.rawValue, error.message, error.position)
      case let error as ExportError: (error.code.rawValue, error.message, position)
      default: ("read_failed", "a table could not be read to its end", position)
      }
    summary.diagnostics.add(Diagnostic(code, .error, message: message, first: place))
  }
}
