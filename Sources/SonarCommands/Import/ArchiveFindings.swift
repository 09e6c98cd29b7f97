import DeviceExports
import HealthRecords

/// Turns what the archive noticed into the report's diagnostics.
enum ArchiveFindings {
  /// Adds what went wrong with a member that was read; anything but a wrong size makes the export incomplete.
  static func add(_ finding: ArchiveDiagnostic?, to summary: inout ExportSummary) {
    guard let finding else { return }
    summary.diagnostics.add(diagnostic(finding))
    if finding.code != .sizeMismatch { summary.complete = false }
  }

  /// A finding as the report says it.
  static func diagnostic(_ entry: ArchiveDiagnostic) -> Diagnostic {
    let isDamage = [
      ArchiveDiagnostic.Code.archiveTruncated, .crcMismatch, .memberTruncated, .memberCorrupt,
      .archiveRecovered,
    ].contains(entry.code)
    let isHarmless = entry.code == .nestedArchive || entry.code == .otherContent
    return Diagnostic(
      entry.code.rawValue, isDamage ? .error : isHarmless ? .info : .warning,
      message: message(entry.code),
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
    case .otherContent: "A file of the input holds something else than records and was left out."
    case .otherExport:
      "The input also holds files of another kind of export, which were not read with this one. "
        + "Give them as an input of their own."
    case .searchIncomplete:
      "The input has more files than are looked into; some were left out. Give it in parts."
    case .nestedArchive: "The archive holds another one, which was read."
    case .duplicateName: "Two members have one name; the first was used."
    case .memberRefused:
      "A member cannot be read (encrypted, damaged, or an unknown method) and was left out."
    default: "The archive holds something that was left out: \(code.rawValue)."
    }
  }
}
