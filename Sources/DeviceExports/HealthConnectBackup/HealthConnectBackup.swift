#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The database of a Health Connect backup, found in an input: bytes that can be read at any place.
package struct HealthConnectBackup: Sendable {
  /// The display name of the file or archive member.
  package let member: String

  /// The database's bytes.
  package var byteCount: UInt64 { bytes.byteCount }

  /// What was noticed while it was made ready.
  let notes: [BackupDiagnostic]

  private let bytes: ByteSlice

  init(_ bytes: ByteSlice, member: String, notes: [BackupDiagnostic] = []) {
    self.bytes = bytes
    self.member = member
    self.notes = notes
  }

  /// The bytes for SQLite.
  func image() throws -> BackupImage {
    guard bytes.byteCount > 0 else { throw HealthConnectBackupError(.emptyFile, member: member) }
    let head = try bytes.bytes(at: 0, count: BackupHeader.length)
    guard let header = BackupHeader(head) else {
      throw HealthConnectBackupError(.notDatabase, member: member)
    }
    guard let image = BackupImage(bytes, header: header) else {
      throw HealthConnectBackupError(.outOfMemory, member: member)
    }
    return image
  }
}

extension ExportSource {
  /// The name that Health Connect gives the database inside its zip.
  private static let databaseName = "health_connect_export.db"

  /// Finds the database of a Health Connect backup; nil where the input holds none.
  ///
  /// A member named as Health Connect names it is taken whatever it holds, so that reading it can say what is wrong with
  /// it; otherwise the first SQLite file is. A database that is not compressed is read where it lies; any other is
  /// inflated to a temporary file without a name. Throws what reading the member throws.
  package func healthConnectBackup() throws(ExportError) -> HealthConnectBackup? {
    guard let member = try backupMember() else { return nil }
    let reader = try reader(for: member)
    let bytes: ByteSlice
    if let stored = reader.storedSlice {
      // Its checksum is found out on the way.
      if kind == .archive { try reader.drain() }
      bytes = stored
    } else {
      let store = try Spool.copy(limits: limits, label: path) { buffer throws(ExportError) in
        try reader.read(into: buffer)
      }
      bytes = ByteSlice(store)
    }
    var notes: [BackupDiagnostic] = []
    if reader.diagnostic != nil { notes.append(.memberDamaged) }
    if hasLog(beside: member) { notes.append(.databaseLogIgnored) }
    return HealthConnectBackup(bytes, member: member.name, notes: notes)
  }

  private func backupMember() throws(ExportError) -> ExportMember? {
    if let member = members.first(where: { $0.lowercasedFileName == Self.databaseName }) {
      return member
    }
    for member in members.prefix(limits.sniffedMemberCount)
    where !member.isSystemJunk && member.refusal == nil && member.couldBeDatabase(in: kind) {
      let head = try head(of: member, count: BackupHeader.magic.count)
      if head == BackupHeader.magic { return member }
    }
    return nil
  }

  /// Whether a log or journal with bytes in it has the member's name and an ending.
  private func hasLog(beside member: ExportMember) -> Bool {
    let endings = ["-wal", "-journal"]
    guard kind == .archive || kind == .folder else {
      return kind == .file
        && endings.contains { ending in
          ((try? FileDescriptor.status(ofPath: path + ending))?.byteCount ?? 0) > 0
        }
    }
    return members.contains { other in
      other.byteCount != 0 && endings.contains { other.name == member.name + $0 }
    }
  }
}

extension ExportMember {
  /// Whether it is worth a look: named as a database, or all there is.
  fileprivate func couldBeDatabase(in kind: ExportSource.Kind) -> Bool {
    let name = lowercasedFileName
    return kind == .file || kind == .stream
      || [".db", ".sqlite", ".sqlite3"].contains(where: name.hasSuffix)
  }
}
