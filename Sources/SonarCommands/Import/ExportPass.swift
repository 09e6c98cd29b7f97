import DeviceExports
import HealthRecords
import SupportedData

/// One pass over an export: opened, recognised, read, normalized, handed on in order.
struct ExportPass {
  /// What one piece of the input became.
  struct Piece: Sendable {
    /// The records.
    var batch: RecordBatch
    /// When the export was written, once known.
    var exportedAt: Int64?
  }

  /// Takes the pieces in order: what became of one, its number, and where to go on behind it.
  typealias Consumer = (_ piece: Piece, _ index: Int, _ resumePoint: Int?) throws -> Void

  private let source: ExportSource
  private let export: RecognizedExport
  private let normalizer: Normalizer
  private let lanes: Int
  private let path: String

  /// Opens an input and finds out what it is.
  init(_ input: ExportInput, normalizer: Normalizer, lanes: Int) throws(ExportError) {
    source = try ExportSource.open(input)
    export = try RecognizedExport(source)
    self.normalizer = normalizer
    self.lanes = lanes
    path = source.path
  }

  /// Whose export it is.
  var provider: Provider { export.provider }

  /// The size of the input in bytes; 0 for a stream.
  var byteCount: UInt64 { source.byteCount ?? 0 }

  /// Text that is equal for equal bytes, to go on after a kill; nil where the input can be read only once.
  func fingerprint() -> String? {
    if case .healthConnect(let files) = export { return fingerprint(of: files) }
    guard source.kind == .archive || source.kind == .file,
      let member = export.firstMember(of: source),
      let head = try? source.head(of: member, count: 1 << 16)
    else { return nil }
    let hash = Hash128(head)
    let id = RecordID(high: hash.high, low: hash.low).hexadecimal
    return "\(byteCount)-\(member.compressedByteCount ?? 0)-\(FileTimes.modified(path) ?? 0)-\(id)"
  }

  /// The same of files of records, which are told from others by their content where it is small: a page of changes that
  /// was copied is the same page.
  private func fingerprint(of files: [ExportMember]) -> String? {
    guard source.kind != .stream else { return nil }
    let count = 1 << 16
    var bytes = CanonicalBytes()
    for file in files {
      guard let head = try? source.head(of: file, count: count) else { return nil }
      bytes.append(text: file.name == source.path ? "" : file.name)
      let hash = Hash128(head)
      bytes.append(Int64(bitPattern: hash.high))
      bytes.append(Int64(bitPattern: hash.low))
      guard head.count == count else { continue }
      let path = source.kind == .folder ? "\(path)/\(file.name)" : path
      bytes.append(Int64(clamping: file.byteCount ?? byteCount))
      bytes.append(Int64(FileTimes.modified(path) ?? 0))
    }
    return RecordID(bytes.hash).hexadecimal
  }

  /// Reads from piece `skip` on; `consume` gets the pieces in order on this thread.
  ///
  /// Returns what the reader found out, with the archive's own findings among the diagnostics.
  func run(
    skipping skip: Int, meter: ByteMeter, consume: Consumer
  ) throws -> ExportSummary {
    var summary: ExportSummary
    switch export {
    case .appleHealth(let main):
      summary = try readAppleHealth(main, skip, meter, consume)
    case .samsungHealth(let tables):
      summary = try readSamsungHealth(tables, skip, meter, consume)
    case .healthConnect(let files):
      summary = try readHealthConnect(files, skip, meter, consume)
    case .healthConnectBackup(let backup):
      summary = try readBackup(backup, skip, meter, consume)
    }
    for entry in source.diagnostics.entries {
      summary.diagnostics.add(ArchiveFindings.diagnostic(entry))
    }
    return summary
  }

  // MARK: - Providers

  private func readAppleHealth(
    _ main: ExportMember, _ skip: Int, _ meter: ByteMeter, _ consume: Consumer
  ) throws -> ExportSummary {
    let sideFiles = SourceSideFiles(source, main: main)
    var options = ReaderOptions()
    options.lanes = lanes
    options.skipPieces = skip
    let reader = AppleHealthReader(member: main.name, sideFiles: sideFiles, options: options)
    let (normalizer, file) = (normalizer, MemberFile(try source.reader(for: main)))
    var summary = try reader.read(
      from: { MemberSource(file.reader, meter: meter) },
      transform: { Self.piece($0, normalizer) },
      consume: { try consume($0.output, $0.index, $0.resumePoint) })
    ArchiveFindings.add(file.reader.diagnostic, to: &summary)
    return summary
  }

  private func readSamsungHealth(
    _ export: SamsungExport, _ skip: Int, _ meter: ByteMeter, _ consume: Consumer
  ) throws -> ExportSummary {
    var options = SamsungReaderOptions()
    options.lanes = lanes
    options.skipPieces = skip
    let normalizer = normalizer
    return try SamsungHealthReader(options: options).read(
      export, of: source, transform: { Self.piece($0, normalizer) },
      consume: { piece in
        meter.set(piece.bytes)
        try consume(piece.output, piece.index, piece.resumePoint)
      })
  }

  private func readBackup(
    _ backup: HealthConnectBackup, _ skip: Int, _ meter: ByteMeter, _ consume: Consumer
  ) throws -> ExportSummary {
    var options = HealthConnectBackupOptions()
    options.skipPieces = skip
    let normalizer = normalizer
    return try HealthConnectBackupReader(options: options).read(
      from: backup, transform: { Self.piece($0, normalizer) },
      consume: { piece in
        meter.set(piece.bytes)
        try consume(piece.output, piece.index, piece.resumePoint)
      })
  }

  /// Reads files one after the other; their pieces are numbered through.
  ///
  /// A file that is damaged or of no known shape does not keep the others out.
  private func readHealthConnect(
    _ files: [ExportMember], _ skip: Int, _ meter: ByteMeter, _ consume: Consumer
  ) throws -> ExportSummary {
    var total = FileSummaries()
    for file in files {
      let base = total.summary.pieces
      do {
        total.add(
          try readHealthConnect(file, max(0, skip - base), meter) { piece, index, resumePoint in
            try consume(piece, base + index, resumePoint.map { base + $0 })
          })
      } catch let error as HealthConnectError where files.count > 1 {
        total.fail(error)
      }
    }
    return total.summary
  }

  private func readHealthConnect(
    _ file: ExportMember, _ skip: Int, _ meter: ByteMeter, _ consume: Consumer
  ) throws -> ExportSummary {
    var options = HealthConnectOptions()
    options.lanes = lanes
    options.skipPieces = skip
    let reader = HealthConnectReader(member: file.name, options: options)
    let (normalizer, opened) = (normalizer, MemberFile(try source.reader(for: file)))
    let base = meter.value
    var summary = try reader.read(
      from: { MemberSource(opened.reader, meter: meter, behind: base) },
      transform: { Self.piece($0, normalizer) },
      consume: { try consume($0.output, $0.index, $0.resumePoint) })
    ArchiveFindings.add(opened.reader.diagnostic, to: &summary)
    return summary
  }

  private static func piece(_ native: NativeBatch, _ normalizer: Normalizer) -> Piece {
    Piece(
      batch: normalizer.normalize(native),
      exportedAt: native.exportedAt.isPresent ? native.exportedAt.milliseconds : nil)
  }
}

/// The account of an input of several files.
private struct FileSummaries {
  private(set) var summary = ExportSummary()
  private var isFirst = true

  /// Adds what one file was.
  mutating func add(_ file: ExportSummary) {
    if isFirst {
      summary.formatVersion = file.formatVersion
      summary.complete = file.complete
    } else {
      if summary.formatVersion != file.formatVersion {
        summary.formatVersion = "health_connect_mixed"
      }
      summary.complete = summary.complete && file.complete
    }
    isFirst = false
    summary.bytes += file.bytes
    summary.pieces += file.pieces
    summary.diagnostics.add(file.diagnostics)
    summary.samplesByType.merge(file.samplesByType, uniquingKeysWith: +)
    summary.rejectedTypes.merge(file.rejectedTypes, uniquingKeysWith: +)
    summary.readFailure = summary.readFailure ?? file.readFailure
  }

  /// Notes a file that could not be read.
  mutating func fail(_ error: HealthConnectError) {
    isFirst = false
    summary.complete = false
    summary.diagnostics.add(
      Diagnostic(error.code.rawValue, .error, message: error.message, first: error.position))
  }
}

/// The reader of a member on its way to the thread that reads.
private final class MemberFile: @unchecked Sendable {
  // Unchecked because a MemberReader is not Sendable: it is made here, used by the reading thread alone, and looked at
  // again only after that thread has ended.
  let reader: MemberReader

  init(_ reader: MemberReader) {
    self.reader = reader
  }
}
