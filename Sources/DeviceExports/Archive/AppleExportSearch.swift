/// The main file of an Apple Health export, and others like it in the same input.
package struct AppleExport: Sendable {
  /// The largest member that is an export.
  package let main: ExportMember

  /// Further members that are exports, in the order of the input.
  package let additional: [ExportMember]
}

extension ExportSource {
  /// Finds the main file by content; its name is localized, and mojibake in some archives.
  ///
  /// Members named `.xml` are looked into first, then the largest others, a bounded number in
  /// all. Further exports are noted as `additionalExport`. Throws an error that says what the
  /// input holds instead.
  package func appleExport() throws(ExportError) -> AppleExport {
    let candidates = members.filter { !$0.isSystemJunk && $0.refusal == nil }
    let isNamedXML = { (member: ExportMember) in member.lowercasedFileName.hasSuffix(".xml") }
    let others = candidates.filter { !isNamedXML($0) }.sorted { $0.weight > $1.weight }
    var search = AppleExportSearch(remaining: limits.sniffedMemberCount)
    search.look(into: candidates.filter(isNamedXML), of: self)
    if search.found.isEmpty { search.look(into: others, of: self) }
    guard let main = search.largest else { throw missing(search) }
    let additional = search.found.indices.filter { $0 != main }.map { search.found[$0] }
    for member in additional {
      diagnostics.append(ArchiveDiagnostic(.additionalExport, member: member.name))
    }
    return AppleExport(main: search.found[main], additional: additional)
  }

  private func missing(_ search: AppleExportSearch) -> ExportError {
    let wanted = "give the whole export.zip or its export.xml"
    let all = "export of Apple Health, Health Connect or Samsung Health"
    if search.holdsClinicalDocument {
      return ExportError(
        .clinicalDocumentOnly,
        "This is export_cda.xml, a subset of the export; \(wanted).", path: path)
    }
    if let error = search.firstFailure, members.count == 1 { return error }
    switch kind {
    case .file, .stream:
      let looks = search.kindName.map { "it looks like \($0)" } ?? "its kind is unknown"
      return ExportError(
        .unrecognizedFormat,
        "This is no \(all): \(looks). Give the file that the app or the phone wrote, as it is.",
        path: path)
    case .folder:
      return ExportError(
        .exportMissing,
        "The folder holds no \(all); give the folder made by unpacking an export's zip.",
        path: path)
    case .archive: return missingInArchive(all)
    }
  }

  private func missingInArchive(_ all: String) -> ExportError {
    if isTruncated {
      return ExportError(
        .archiveTruncated,
        "The archive ends early and its main file is lost; copy it again, or export again.",
        path: path)
    }
    if let refused = members.first(where: { $0.refusal != nil && !$0.isSystemJunk }),
      let code = refused.refusal
    {
      do throws(ExportError) { _ = try reader(for: refused) } catch { return error }
      return ExportError(code, "The member cannot be read.", path: path, member: refused.name)
    }
    guard !members.isEmpty else {
      return ExportError(
        .archiveEmpty, "The archive holds no file; export again.", path: path)
    }
    let holdsArchive = members.contains { $0.lowercasedFileName.hasSuffix(".zip") }
    let hint =
      holdsArchive
      ? "it holds another zip: unpack it and give that one" : "give the zip that the app wrote"
    return ExportError(.exportMissing, "The archive holds no \(all); \(hint).", path: path)
  }
}

/// Looks at the beginnings of members until a number of them is used up.
private struct AppleExportSearch {
  /// How many members may still be looked into.
  var remaining: Int

  /// The exports met, in order.
  private(set) var found: [ExportMember] = []

  /// Whether a clinical document was met.
  private(set) var holdsClinicalDocument = false

  /// What the last member that is no export looks like.
  private(set) var kindName: String?

  /// Why the first member that could not be looked into could not.
  private(set) var firstFailure: ExportError?

  init(remaining: Int) {
    self.remaining = remaining
  }

  /// The index of the largest export; the first of equal ones.
  var largest: Int? {
    found.indices.max { (found[$0].weight, -$0) < (found[$1].weight, -$1) }
  }

  mutating func look(into members: [ExportMember], of source: ExportSource) {
    for member in members {
      guard remaining > 0 else { return }
      remaining -= 1
      do throws(ExportError) {
        try look(into: member, of: source)
      } catch {
        firstFailure = firstFailure ?? error
      }
    }
  }

  private mutating func look(
    into member: ExportMember, of source: ExportSource
  ) throws(ExportError) {
    var head = ExportHead(try source.head(of: member, count: 1 << 10))
    if head.root == .later { head = ExportHead(try source.head(of: member, count: 1 << 16)) }
    switch head.root {
    case .export: found.append(member)
    case .clinicalDocument: holdsClinicalDocument = true
    case .later, .other: kindName = ContentKind(head.bytes).name
    }
  }
}

/// The beginning of a file that may be an export.
struct ExportHead {
  /// What the bytes say about the file's root element.
  enum Root {
    case export
    case clinicalDocument
    case other
    /// Only comments, instructions and blanks so far.
    case later
  }

  let bytes: [UInt8]
  let root: Root

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Zero bytes are half of every ASCII character in UTF-16.
    let text = bytes.contains(0) ? bytes.filter { $0 != 0 } : bytes
    let marks: [(String, Root)] = [
      ("<!DOCTYPE HealthData", .export), ("<HealthData", .export),
      ("<ClinicalDocument", .clinicalDocument),
    ]
    let hits = marks.compactMap { mark, root in
      text.firstOffset(of: Array(mark.utf8)).map { (offset: $0, root: root) }
    }
    let first = hits.min { $0.offset < $1.offset }
    root = first?.root ?? (Self.isProlog(text) ? .later : .other)
  }

  /// Whether nothing but blanks, comments and instructions is there, the last one perhaps cut.
  private static func isProlog(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop { $0 <= 0x20 }
      let end: String
      if rest.starts(with: "<!--".utf8) {
        end = "-->"
      } else if rest.starts(with: "<?".utf8) {
        end = "?>"
      } else {
        return rest.isEmpty
      }
      guard let offset = Array(rest).firstOffset(of: Array(end.utf8)) else { return true }
      rest = rest.dropFirst(offset + end.utf8.count)
    }
  }
}

extension ExportMember {
  /// What members are compared by: the larger of both sizes, as one may be modulo 2^32.
  fileprivate var weight: UInt64 { max(byteCount ?? 0, compressedByteCount ?? 0) }
}

extension [UInt8] {
  /// Where a pattern begins for the first time; for a few KiB only.
  fileprivate func firstOffset(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first, count >= pattern.count else { return nil }
    return (0...(count - pattern.count)).first {
      self[$0] == first && self[$0..<($0 + pattern.count)].elementsEqual(pattern)
    }
  }
}
