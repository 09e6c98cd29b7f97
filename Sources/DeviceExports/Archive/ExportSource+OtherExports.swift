/// What an input is read as.
package enum ExportKind: Sendable, Hashable {
  case appleHealth
  case samsungHealth
  case healthConnectRecords
  case healthConnectBackup
}

extension ArchiveDiagnostic.Code {
  /// A member is of another kind of export than the one that is read.
  package static let otherExport = ArchiveDiagnostic.Code(rawValue: "other_export")
}

extension ExportSource {
  /// How many members are looked into: it is for a warning only.
  private static let lookedInto = 256
  /// Folders of an Apple Health export with files of its own.
  private static let appleFolders: Set<String> = [
    "clinical-records", "electrocardiograms", "workout-routes",
  ]

  /// Notes members of other kinds of exports than the one that is read: one input is read as one kind.
  ///
  /// Looks at the beginnings of a bounded number of members; `members` are those that are read.
  package func noteOtherExports(than read: ExportKind, reading members: [ExportMember]) {
    guard kind == .folder || kind == .archive, self.members.count > members.count else { return }
    let names = Set(members.map(\.name))
    let others = self.members.lazy.filter {
      !$0.isSystemJunk && $0.refusal == nil && $0.byteCount != 0 && !names.contains($0.name)
        && !SamsungSideFiles.holds($0) && Self.appleFolders.isDisjoint(with: $0.path)
    }
    for member in others.prefix(Self.lookedInto) {
      guard let head = try? head(of: member, count: 1 << 10),
        let found = Self.kind(ofHead: head), found != read
      else { continue }
      diagnostics.append(ArchiveDiagnostic(.otherExport, member: member.name))
    }
  }

  /// What a file of this beginning is; nil for one of no export.
  private static func kind(ofHead head: [UInt8]) -> ExportKind? {
    if ExportHead(head).root == .export { return .appleHealth }
    if SamsungExportSearch.type(inFirstLineOf: head) != nil { return .samsungHealth }
    if head.starts(with: BackupHeader.magic) { return .healthConnectBackup }
    return HealthConnectReader.shape(ofHead: head) == nil ? nil : .healthConnectRecords
  }
}
