import HealthRecords

extension SupportList {
  /// The support page of the documentation, complete: counts, one table per kind, what is not
  /// mapped and why.
  ///
  /// The text depends on the tables alone; a test compares the checked-in page with it.
  package func markdown(_ tables: MappingTables) -> String {
    var page = MarkdownPage()
    page.heading(1, "Supported data")
    page.paragraph(
      "This page is made from the tables in `mappings/`, which are part of the program. "
        + "Change a table and make the page again; do not edit it by hand.")
    page.paragraph(
      "A *mapped* type becomes a normalized record of the record type beside it, in the unit shown. "
        + "Records of any other type that an export holds are kept as native records of type "
        + "`unknown` and counted as `unsupported`: nothing is dropped.")
    writeCounts(&page)
    writeRecordTypes(&page)
    for table in tables.providers { writeProvider(table, &page) }
    return page.text
  }

  private func writeCounts(_ page: inout MarkdownPage) {
    let providers = Provider.allCases.filter { provider in rows.contains { $0.provider == provider }
    }
    var cells = [["Provider", "Kind", "Mapped", "Unsupported"]]
    for provider in providers {
      let rows = rows(of: provider)
      for kind in NativeTypeKind.allCases where rows.contains(where: { $0.kind == kind }) {
        cells.append([provider.title, kind.title] + Self.counts(rows.filter { $0.kind == kind }))
      }
      cells.append(["**\(provider.title)**", "**All**"] + Self.counts(rows))
    }
    page.table(cells)
  }

  /// The providers side by side: from which native types each record type comes, and which provider cannot give it.
  private func writeRecordTypes(_ page: inout MarkdownPage) {
    let mapped = rows.filter { $0.status == .mapped }
    let types = Set(mapped.map { Self.recordType(of: $0) }).sorted()
    page.heading(2, "By record type")
    page.paragraph("A dash means that the provider has no type that becomes the record type.")
    var cells = [["Record type"] + Provider.allCases.map(\.title)]
    for type in types {
      let columns = Provider.allCases.map { provider in
        let names = mapped.filter { $0.provider == provider && Self.recordType(of: $0) == type }
          .map { String.code($0.nativeType) }
        return names.isEmpty ? "-" : names.joined(separator: ", ")
      }
      cells.append([.code(type)] + columns)
    }
    page.table(cells)
  }

  /// The record type of a row without its component.
  private static func recordType(of row: SupportRow) -> String {
    String(row.recordType.prefix { $0 != "." })
  }

  private static func counts(_ rows: [SupportRow]) -> [String] {
    SupportStatus.allCases.map { status in String(rows.count { $0.status == status }) }
  }

  private func writeProvider(_ table: ProviderTable, _ page: inout MarkdownPage) {
    let rows = rows(of: table.provider)
    guard !rows.isEmpty else { return }
    page.heading(2, table.provider.title)
    for kind in NativeTypeKind.allCases {
      let mapped = rows.filter { $0.kind == kind && $0.status == .mapped }
      guard !mapped.isEmpty else { continue }
      page.heading(3, kind.title)
      page.table(
        [["Native type", "Record type", "Unit"]]
          + mapped.map { [.code($0.nativeType), .code($0.recordType), .code($0.unit)] })
    }
    writeUnsupported(rows.filter { $0.status == .unsupported }, &page)
    writeShapes(table, &page)
    writeActivities(table, &page)
  }

  private func writeUnsupported(_ rows: [SupportRow], _ page: inout MarkdownPage) {
    guard !rows.isEmpty else { return }
    page.heading(3, "Not mapped")
    page.table(
      [["Native type", "Kind", "Reason"]]
        + rows.map { [.code($0.nativeType), $0.kind.title, $0.reason] })
  }

  private func writeShapes(_ table: ProviderTable, _ page: inout MarkdownPage) {
    guard !table.shapes.isEmpty else { return }
    page.heading(3, "Shapes")
    page.paragraph(
      "Ways in which records are written, told apart by their content. An *unverified* one was built from public "
        + "descriptions, and no real file of it was at hand.")
    page.table(
      [["Shape", "Evidence"]]
        + table.shapes.map { shape in
          let evidence = "real data, or the source code of the app that writes it"
          return [.code(shape.id), shape.unverified.map { "unverified: \($0)" } ?? evidence]
        })
  }

  private func writeActivities(_ table: ProviderTable, _ page: inout MarkdownPage) {
    guard let set = table.workoutActivitySet.flatMap(table.codeSet(named:)) else { return }
    page.heading(3, "Workout activity types")
    page.paragraph("\(set.codes.count) activity types, each with a code of its own.")
    page.table(
      [["Native value", "Number", "Code"]]
        + set.codes.map { [.code($0.native), String($0.number), .code($0.code)] })
  }
}

extension Provider {
  /// The name for people.
  fileprivate var title: String {
    switch self {
    case .appleHealth: "Apple Health"
    case .healthConnect: "Health Connect"
    case .samsungHealth: "Samsung Health"
    }
  }
}

extension String {
  /// Text between backticks; nothing for an empty one.
  fileprivate static func code(_ text: String) -> String {
    text.isEmpty ? "" : "`\(text)`"
  }
}

/// Markdown text that grows block by block.
private struct MarkdownPage {
  private(set) var text = ""

  mutating func heading(_ level: Int, _ title: String) {
    block(String(repeating: "#", count: level) + " " + title)
  }

  mutating func paragraph(_ sentences: String) {
    block(sentences)
  }

  /// A table whose first row holds the headings.
  mutating func table(_ rows: [[String]]) {
    guard let headings = rows.first else { return }
    let lines =
      [line(headings), line(headings.map { _ in "---" })] + rows.dropFirst().map(line)
    block(lines.joined(separator: "\n"))
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.map(Self.escaped).joined(separator: " | ") + " |"
  }

  /// A cell's text with the one character that would end the cell escaped.
  private static func escaped(_ cell: String) -> String {
    cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private mutating func block(_ block: String) {
    if !text.isEmpty { text += "\n" }
    text += block + "\n"
  }
}
