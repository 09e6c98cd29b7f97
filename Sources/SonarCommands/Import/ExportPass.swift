import DeviceExports
import HealthRecords
import SupportedData

/// One pass over an export: opened, found, read, normalized, handed on in order.
struct ExportPass {
  /// What one piece of the input became.
  struct Piece: Sendable {
    /// The records.
    var batch: RecordBatch
    /// When the export was written, once known.
    var exportedAt: Int64?
  }

  private let source: ExportSource
  /// The main file.
  let main: ExportMember
  private let normalizer: Normalizer
  private let lanes: Int
  private let path: String

  /// Opens an input and finds its main file.
  init(_ input: ExportInput, normalizer: Normalizer, lanes: Int) throws(ExportError) {
    source = try ExportSource.open(input)
    main = try source.appleExport().main
    self.normalizer = normalizer
    self.lanes = lanes
    path = source.path
  }

  /// The size of the input in bytes; 0 for a stream.
  var byteCount: UInt64 { source.byteCount ?? 0 }

  /// Text that is equal for equal bytes, to go on after a kill; nil where the input can be read only once.
  func fingerprint() -> String? {
    guard source.kind == .archive || source.kind == .file,
      let head = try? source.head(of: main, count: 1 << 16)
    else { return nil }
    let hash = Hash128(head)
    let id = RecordID(high: hash.high, low: hash.low).hexadecimal
    return "\(byteCount)-\(main.compressedByteCount ?? 0)-\(FileTimes.modified(path) ?? 0)-\(id)"
  }

  /// Reads from piece `skip` on; `consume` gets the pieces in order on this thread.
  ///
  /// Returns what the reader found out, with the archive's own findings among the diagnostics.
  func run(
    skipping skip: Int, meter: ByteMeter,
    consume: (Piece, _ index: Int, _ resumePoint: Int?) throws -> Void
  ) throws -> ExportSummary {
    let sideFiles = SourceSideFiles(source, main: main)
    var options = ReaderOptions()
    options.lanes = lanes
    options.skipPieces = skip
    let reader = AppleHealthReader(member: main.name, sideFiles: sideFiles, options: options)
    let (normalizer, mainFile) = (normalizer, MainFile(try source.reader(for: main)))
    var summary = try reader.read(
      from: { MainFileSource(mainFile.reader, meter: meter) },
      transform: { Self.piece($0, normalizer) },
      consume: { try consume($0.output, $0.index, $0.resumePoint) })
    ArchiveFindings.add(source.diagnostics, mainFile.reader.diagnostic, to: &summary)
    return summary
  }

  private static func piece(_ native: NativeBatch, _ normalizer: Normalizer) -> Piece {
    Piece(
      batch: normalizer.normalize(native),
      exportedAt: native.exportedAt.isPresent ? native.exportedAt.milliseconds : nil)
  }
}

/// The reader of the main file on its way to the thread that reads.
private final class MainFile: @unchecked Sendable {
  // Unchecked because a MemberReader is not Sendable: it is made here, used by the reading thread alone, and looked at
  // again only after that thread has ended.
  let reader: MemberReader

  init(_ reader: MemberReader) {
    self.reader = reader
  }
}

/// Turns what the archive noticed into the report's diagnostics.
private enum ArchiveFindings {
  static func add(
    _ archive: ArchiveDiagnostics, _ main: ArchiveDiagnostic?, to summary: inout ExportSummary
  ) {
    for entry in archive.entries { summary.diagnostics.add(diagnostic(entry)) }
    guard let main else { return }
    summary.diagnostics.add(diagnostic(main))
    if main.code != .sizeMismatch { summary.complete = false }
  }

  private static func diagnostic(_ entry: ArchiveDiagnostic) -> Diagnostic {
    let isDamage = [
      ArchiveDiagnostic.Code.archiveTruncated, .crcMismatch, .memberTruncated, .memberCorrupt,
      .archiveRecovered,
    ].contains(entry.code)
    let other: Diagnostic.Severity = entry.code == .nestedArchive ? .info : .warning
    return Diagnostic(
      entry.code.rawValue, isDamage ? .error : other, message: message(entry.code),
      first: entry.member.map { InputPosition(member: $0, byte: entry.byteOffset ?? 0) })
  }

  private static func message(_ code: ArchiveDiagnostic.Code) -> String {
    switch code {
    case .archiveRecovered:
      "The archive's directory is missing or broken; its members were found by their own headers. Export again."
    case .archiveTruncated: "The archive ends early; copy it again or export again."
    case .memberTruncated: "A file in the archive ends early; what it holds was read. Export again."
    case .memberCorrupt:
      "A file's compressed data are broken; what came before was read. Export again."
    case .crcMismatch: "A file's checksum is wrong; its data were read as they are. Export again."
    case .sizeMismatch: "A file's size is not the one its archive states; its data were read whole."
    case .additionalExport: "The input holds a further export; only the largest was read."
    case .nestedArchive: "The archive holds another one, which was read."
    case .duplicateName: "Two members have one name; the first was used."
    case .memberRefused:
      "A member cannot be read (encrypted or an unknown method) and was left out."
    default: "The archive holds something that was left out: \(code.rawValue)."
    }
  }
}
