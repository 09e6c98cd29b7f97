extension ExportSource {
  /// Bytes of a member that are looked at to recognise a shape.
  private static let headByteCount = 1 << 16

  /// Finds the files that hold Health Connect records as JSON, by content, in the order of the input.
  ///
  /// Empty where there is none. Members named as another thing are passed over; of the others a bounded number is looked
  /// into, and those beyond it are noted as `searchIncomplete`. Where some are found, other JSON is noted as `otherContent`,
  /// and what cannot be read as `memberRefused`. Throws why the first of these cannot be read where none is found.
  package func healthConnectFiles() throws(ExportError) -> [ExportMember] {
    let isAlone = kind == .file || kind == .stream
    let candidates = members.filter {
      !$0.isSystemJunk && $0.refusal == nil && (isAlone || $0.couldHoldRecords)
    }
    var found: [ExportMember] = []
    var others: [ExportMember] = []
    var unreadable: [ExportMember] = []
    var failure: ExportError?
    for member in candidates.prefix(limits.sniffedMemberCount) {
      do throws(ExportError) {
        let head = try head(of: member, count: Self.headByteCount)
        // Of JSON that stands alone the reader says why it is none of the known shapes.
        if HealthConnectReader.shape(ofHead: head) != nil
          || isAlone && ContentKind(head).name == "JSON"
        {
          found.append(member)
        } else {
          others.append(member)
        }
      } catch {
        if failure == nil { failure = error }
        unreadable.append(member)
      }
    }
    guard !found.isEmpty else {
      if let failure { throw failure }
      return []
    }
    for member in others {
      diagnostics.append(ArchiveDiagnostic(.otherContent, member: member.name))
    }
    for member in unreadable {
      diagnostics.append(ArchiveDiagnostic(.memberRefused, member: member.name))
    }
    if candidates.count > limits.sniffedMemberCount {
      let name = candidates[limits.sniffedMemberCount].name
      diagnostics.append(ArchiveDiagnostic(.searchIncomplete, member: name))
    }
    return found
  }
}

extension ArchiveDiagnostic.Code {
  /// A member that looks as if it could hold records holds something else.
  package static let otherContent = ArchiveDiagnostic.Code(rawValue: "other_content")
}

extension ExportMember {
  private static let endings = [".json", ".ndjson", ".jsonl", ".txt", ".log"]

  /// Whether it is worth a look: named as JSON or text, or without an ending.
  fileprivate var couldHoldRecords: Bool {
    byteCount != 0
      && (Self.endings.contains(where: lowercasedFileName.hasSuffix)
        || !lowercasedFileName.contains("."))
  }
}
