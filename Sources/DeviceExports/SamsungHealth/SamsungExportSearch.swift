/// The tables of a Samsung Health export and the files beside them.
package struct SamsungExport: Sendable {
  /// Every table file, by type, and the generations of one type with the oldest first.
  package let tables: [SamsungTableFile]

  /// The files that cells name.
  package let sideFiles: SamsungSideFiles

  /// Files without a byte that are named as tables are.
  let emptyFiles: [ExportMember]

  /// Files named `.csv` whose beginning cannot be read, and why.
  let unreadable: [(member: ExportMember, error: ExportError)]

  /// The bytes of all tables, as far as they are declared; for progress.
  package var byteCount: UInt64 {
    tables.reduce(0) { $0 &+ ($1.member.byteCount ?? 0) }
  }
}

extension ExportError.Code {
  /// The input is of a Samsung Health export, and none of its tables is left.
  package static let tablesMissing = ExportError.Code(rawValue: "tables_missing")
}

extension ArchiveDiagnostic.Code {
  /// Members that could be tables were not looked into, as there are more than the limit.
  package static let searchIncomplete = ArchiveDiagnostic.Code(rawValue: "search_incomplete")
}

extension ExportSource {
  /// Finds the tables of a Samsung Health export by content; file names may have been changed.
  ///
  /// Files named `.csv` are looked into first, then others that could be tables, a bounded number in all; what is
  /// left of them is noted as `searchIncomplete`. Side files, pictures and the system's own files are passed over. A
  /// damaged table is found too, and says why when it is read. Throws an error that says what the input holds
  /// instead.
  package func samsungTables() throws(ExportError) -> SamsungExport {
    let candidates = members.filter { $0.couldBeSamsungTable }
    let isNamedCSV = { (member: ExportMember) in member.lowercasedFileName.hasSuffix(".csv") }
    var search = SamsungExportSearch(remaining: limits.sniffedMemberCount)
    search.look(into: candidates.filter(isNamedCSV), of: self)
    search.look(into: candidates.filter { !isNamedCSV($0) }, of: self)
    guard !search.found.isEmpty || !search.emptyFiles.isEmpty else { throw missing(search) }
    if let passedOver = search.firstPassedOver {
      diagnostics.append(ArchiveDiagnostic(.searchIncomplete, member: passedOver))
    }
    let tables = search.found.sorted(by: SamsungTableFile.precedes)
    return SamsungExport(
      tables: tables, sideFiles: SamsungSideFiles(members, tables: tables),
      emptyFiles: search.emptyFiles, unreadable: search.unreadable)
  }

  private func missing(_ search: SamsungExportSearch) -> ExportError {
    if let error = search.firstFailure, members.count == 1 { return error }
    if isTruncated {
      return ExportError(
        .archiveTruncated,
        "The archive ends early and no table is left of it; copy it again, or export again.",
        path: path)
    }
    if let error = refusal { return error }
    let (code, holds) = contents(search)
    return ExportError(
      code,
      "This is no Samsung Health export: \(holds); give the folder samsunghealth_… that the app "
        + "wrote, a zip of it, or one of its CSV files.",
      path: path)
  }

  /// Why the first member that cannot be read cannot.
  private var refusal: ExportError? {
    guard let refused = members.first(where: { $0.refusal != nil && !$0.isSystemJunk }) else {
      return nil
    }
    do throws(ExportError) { _ = try reader(for: refused) } catch { return error }
    return nil
  }

  /// What the input holds instead of tables.
  private func contents(_ search: SamsungExportSearch) -> (ExportError.Code, String) {
    let names = members.map(\.lowercasedFileName)
    if kind == .archive,
      members.contains(where: { $0.path.first == "xl" })
        || names.contains(where: { $0.hasSuffix(".xlsx") || $0.hasSuffix(".xls") })
    {
      return (.tablesMissing, "it holds a spreadsheet, which has lost times and identifiers")
    }
    switch kind {
    case .file, .stream:
      let looks = search.kindName.map { "it looks like \($0)" }
      return (.unrecognizedFormat, looks ?? "its kind is unknown")
    case .archive where members.isEmpty: return (.archiveEmpty, "the archive holds no file")
    case .archive where names.contains(where: { $0.hasSuffix(".zip") }):
      return (.exportMissing, "it holds another zip, which must be given itself")
    case .archive, .folder:
      if members.contains(where: SamsungSideFiles.holds) {
        return (.tablesMissing, "it holds side files of one, but none of the tables")
      }
      let looks = search.kindName.map { "it holds \($0)" }
      return (.exportMissing, looks ?? "it holds no table")
    }
  }
}

extension ExportMember {
  private static let otherEndings = [
    ".json", ".blob", ".jpg", ".jpeg", ".png", ".gif", ".webp", ".mp4", ".zip", ".xlsx", ".xls",
    ":zone.identifier",
  ]

  /// Whether it is worth a look: neither a side file nor named as another thing, nor empty under any name.
  fileprivate var couldBeSamsungTable: Bool {
    !isSystemJunk && refusal == nil && (byteCount != 0 || isNamedAsSamsungTable)
      && !SamsungSideFiles.holds(self)
      && !Self.otherEndings.contains(where: lowercasedFileName.hasSuffix)
  }

  /// Whether its name is one that Samsung Health gives to tables.
  fileprivate var isNamedAsSamsungTable: Bool {
    lowercasedFileName.hasSuffix(".csv")
      && SamsungTitle.nameSpaces.contains(where: lowercasedFileName.hasPrefix)
  }
}

/// Looks at the beginnings of members until a number of them is used up.
struct SamsungExportSearch {
  /// How many members may still be looked into.
  private var remaining: Int

  /// The tables met, in the order of the input.
  private(set) var found: [SamsungTableFile] = []

  /// Empty files that are named as tables are.
  private(set) var emptyFiles: [ExportMember] = []

  /// Files named `.csv` that could not be looked into, and why.
  private(set) var unreadable: [(member: ExportMember, error: ExportError)] = []

  /// What the first member that is no table looks like; nil where nothing known fits.
  private(set) var kindName: String?

  /// Why the first member that could not be looked into could not.
  private(set) var firstFailure: ExportError?

  /// The name of the first member for which no look was left.
  private(set) var firstPassedOver: String?

  init(remaining: Int) {
    self.remaining = remaining
  }

  mutating func look(into members: [ExportMember], of source: ExportSource) {
    for member in members {
      guard remaining > 0 else {
        firstPassedOver = firstPassedOver ?? member.name
        return
      }
      remaining -= 1
      do throws(ExportError) {
        let head = try source.head(of: member, count: 1 << 10)
        if let type = Self.type(inFirstLineOf: head) {
          found.append(SamsungTableFile(member, type: type))
        } else if head.isEmpty, member.isNamedAsSamsungTable {
          emptyFiles.append(member)
        } else {
          kindName = kindName ?? ContentKind(head).name
        }
      } catch {
        firstFailure = firstFailure ?? error
        if member.lowercasedFileName.hasSuffix(".csv") { unreadable.append((member, error)) }
      }
    }
  }

  /// The type that a file's first line begins with, also in the text of spreadsheets: in UTF-16, behind a byte-order
  /// mark, with semicolons.
  static func type(inFirstLineOf head: [UInt8]) -> String? {
    // Zero bytes are half of every ASCII character in UTF-16.
    let text = head.contains(0) ? head.filter { $0 != 0 } : head
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    let start = marks.first { text.starts(with: $0) }?.count ?? 0
    let line = text[start...].drop { $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
    let ends = Set("\r\n,;\"".utf8)
    return SamsungTitle.type(line.prefix { !ends.contains($0) })
  }
}
