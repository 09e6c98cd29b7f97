internal import HealthRecords

/// The members of an export, which several threads open.
final class SamsungMembers: @unchecked Sendable {
  // Unchecked because `source` is not Sendable: it is used only inside `turn`. The readers that it makes stay on the
  // thread that asked for them.
  private let turn = Guarded(())
  private let source: ExportSource

  /// Takes over a source.
  init(_ source: ExportSource) {
    self.source = source
  }

  /// A table's bytes from its first one.
  func table(_ member: ExportMember) throws -> SamsungTableSource {
    try turn.update { _ in SamsungTableSource(try source.reader(for: member)) }
  }

  /// A side file's bytes from its first one; its window is small, as most of these files are.
  func sideFile(_ member: ExportMember) throws -> MemberReader {
    try turn.update { _ in try source.reader(for: member, windowByteCount: 1 << 14) }
  }
}

/// A table's bytes.
final class SamsungTableSource: ByteSource {
  /// Why the bytes ended early; nil while they did not.
  private(set) var failure: (any Error)?

  private let reader: MemberReader

  init(_ reader: MemberReader) {
    self.reader = reader
  }

  /// What the archive says of the bytes once they have ended.
  var diagnostic: ArchiveDiagnostic? { reader.diagnostic }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      return try reader.read(into: buffer)
    } catch {
      failure = error
      throw error
    }
  }
}
