import Testing

@testable import DeviceExports

@Suite struct ArchiveSearch {
  private typealias Member = ZipBuilder.Member

  private static func spaced(_ count: Int) -> String {
    "<!-- \(String(repeating: "-x", count: count / 2)) -->" + exportText
  }

  @Test(arguments: [
    "export.xml", "Export.XML", "exportar.xml", "\u{5BFC}\u{51FA}.xml", "no extension", "a.bin",
  ])
  func `the main file is found by content under any name`(_ name: String) throws {
    let zip = ZipBuilder(
      Member("apple_health_export/export_cda.xml", clinicalText),
      Member("__MACOSX/._export.xml", exportText), Member("._export.xml", exportText),
      Member("workout-routes/r.gpx", "<gpx/>"), Member(name, exportText))
    let found = try open(zip).appleExport()
    #expect(found.main.name == name)
    #expect(found.additional.map(\.name) == [])
  }

  @Test(arguments: [
    "\u{FEFF}\(exportText)", "<HealthData>", "\n\n<HealthData>", "edited by hand\n\(exportText)",
    spaced(3000), spaced(60_000),
  ])
  func `the mark is found behind other things`(_ text: String) throws {
    #expect(try open(ZipBuilder(Member("e.xml", text))).appleExport().main.name == "e.xml")
  }

  @Test func `UTF-16 is looked through`() throws {
    let bytes = [0xFF, 0xFE] + exportText.utf16.flatMap(le16)
    let zip = ZipBuilder(Member(name: Array("e.xml".utf8), content: bytes))
    #expect(try open(zip).appleExport().main.name == "e.xml")
  }

  @Test func `of several exports the largest wins and the others are told`() throws {
    let zip = ZipBuilder(
      Member("old/export.xml", exportText), Member("new/export.xml", exportText + "          "),
      Member("copy/export.xml", exportText))
    let source = try open(zip)
    let found = try source.appleExport()
    #expect(found.main.name == "new/export.xml")
    #expect(found.additional.map(\.name) == ["old/export.xml", "copy/export.xml"])
    #expect(source.diagnostics.count(of: .additionalExport) == 2)
  }

  /// An archive whose second member is not where the directory says.
  private static func withoutSecondHeader(_ members: Member...) -> [UInt8] {
    var bytes = ZipBuilder(members).bytes
    let headers = bytes.indices.dropLast(3).filter {
      bytes[$0..<$0 + 4].elementsEqual([0x50, 0x4B, 3, 4])
    }
    bytes[headers[1]] = 0
    return bytes
  }

  @Test func `a member that cannot be read does not hide records beside it`() throws {
    let source = try open(
      Self.withoutSecondHeader(
        Member("c.json", "{}"), Member("a.json", "{}"), Member("b.json", #"{"recordType":"X"}"#)))
    #expect(try source.healthConnectFiles().map(\.name) == ["b.json"])
    #expect(
      source.diagnostics.entries == [
        ArchiveDiagnostic(.otherContent, member: "c.json"),
        ArchiveDiagnostic(.memberRefused, member: "a.json"),
      ])
  }

  @Test func `where no records are found, what could not be read is the reason`() throws {
    let source = try open(
      Self.withoutSecondHeader(Member("b.json", "{}"), Member("a.json", #"{"recordType":"X"}"#)))
    let error = #expect(throws: ExportError.self) { try source.healthConnectFiles() }
    #expect(error?.code == .memberDamaged)
    #expect(error?.member == "a.json")
  }

  @Test func `only a bounded number of members is looked into`() throws {
    var limits = ArchiveLimits()
    limits.sniffedMemberCount = 1
    let zip = ZipBuilder(Member("a.xml", "<a/>"), Member("b.xml", exportText))
    let source = try open(zip, limits: limits)
    let error = #expect(throws: ExportError.self) { try source.appleExport() }
    #expect(error?.code == .exportMissing)
  }

  struct Missing: Sendable {
    var bytes: [UInt8]
    var code: ExportError.Code
    var words: String
  }

  @Test(arguments: [
    Missing(bytes: ZipBuilder().bytes, code: .archiveEmpty, words: "holds no file"),
    Missing(
      bytes: ZipBuilder(Member("x/export_cda.xml", clinicalText)).bytes,
      code: .clinicalDocumentOnly, words: "export_cda.xml"),
    Missing(
      bytes: Array(clinicalText.utf8), code: .clinicalDocumentOnly, words: "whole export.zip"),
    Missing(
      bytes: ZipBuilder(Member("a.txt", "x")).bytes, code: .exportMissing, words: "no export of"),
    Missing(
      bytes: ZipBuilder(Member("export.xml", exportText).with { $0.flags = 1 }).bytes,
      code: .memberEncrypted, words: "password"),
    Missing(
      bytes: Array(ZipBuilder(Member("a.txt", "abcdefgh")).bytes.prefix(38)),
      code: .archiveTruncated, words: "ends early"),
    Missing(bytes: [0x50, 0x4B, 3, 4], code: .archiveTruncated, words: "ends early"),
  ])
  func `an archive without an export says what it holds`(_ missing: Missing) throws {
    let error = try #require(searchError(missing.bytes))
    #expect(error.code == missing.code)
    #expect(error.message.contains(missing.words))
  }

  private static let foreign: [(bytes: [UInt8], name: String)] = {
    var files: [(bytes: [UInt8], name: String)] = [
      ([0x1F, 0x8B, 8], "a gzip file"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
      ([UInt8](repeating: 0x41, count: 257) + [0x75, 0x73, 0x74, 0x61, 0x72], "a tar archive"),
    ]
    let texts = [
      ("Rar!\u{1A}", "a RAR archive"), ("%PDF-1.7", "a PDF document"),
      ("<!DOCTYPE HTML><html>", "an HTML page"), (" <html>", "an HTML page"),
      ("bplist00", "a property list"), ("SQLite format 3\0", "an SQLite database"),
      ("{\"a\":1}", "JSON"), ("<?xml version=\"1.0\"?><gpx/>", "XML of another kind"),
      ("Date,Steps", "its kind is unknown"),
    ]
    for (text, name) in texts { files.append((Array(text.utf8), name)) }
    return files
  }()

  @Test(arguments: foreign)
  func `a file that is no export is named for what it is`(_ bytes: [UInt8], _ name: String) throws {
    let error = try #require(searchError(bytes))
    #expect(error.code == .unrecognizedFormat)
    #expect(error.message.contains(name))
  }

  @Test func `a folder without an export says so`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", [1])
    let source = try ExportSource.open(.path(folder.path))
    let error = #expect(throws: ExportError.self) { try source.appleExport() }
    #expect(error?.code == .exportMissing)
    #expect(error?.path == folder.path)
  }

  @Test func `an error names its place and its remedy`() throws {
    let error = ExportError(.memberDamaged, "Export again.", path: "e.zip", member: "a", at: 7)
    #expect("\(error)" == "e.zip: a (byte 7): Export again.")
  }

  // MARK: - Side files

  @Test(arguments: [
    ("/workout-routes/r1.gpx", "x/workout-routes/r1.gpx"),
    ("workout-routes/./r1.gpx", "x/workout-routes/r1.gpx"),
    ("/Workout-Routes/R1.GPX", "x/workout-routes/r1.gpx"),
    ("/workout-routes/elsewhere.gpx", "y/workout-routes/elsewhere.gpx"),
    ("/deeper/workout-routes/elsewhere.gpx", "y/workout-routes/elsewhere.gpx"),
    ("/workout-routes/none.gpx", nil),
    ("/other/r1.gpx", nil),
    ("/../y/workout-routes/elsewhere.gpx", nil),
    ("/", nil),
  ])
  func `a side file is found by path, then by any case, then by name and folder`(
    _ path: String, _ name: String?
  ) throws {
    let zip = ZipBuilder(
      Member("workout-routes/r1.gpx", "other"), Member("x/export.xml", exportText),
      Member("x/workout-routes/r1.gpx", "1"), Member("y/workout-routes/elsewhere.gpx", "2"))
    let source = try open(zip)
    let main = try source.appleExport().main
    #expect(source.member(atPath: path, relativeTo: main)?.name == name)
  }

  @Test func `diagnostics are all counted and some are kept`() {
    var diagnostics = ArchiveDiagnostics()
    for _ in 0..<250 { diagnostics.append(ArchiveDiagnostic(.duplicateName)) }
    var sum = ArchiveDiagnostics()
    sum.append(ArchiveDiagnostic(.duplicateName))
    sum.append(contentsOf: diagnostics)
    #expect(diagnostics.entries.count == 100)
    #expect(diagnostics.count(of: .duplicateName) == 250)
    #expect(sum.count(of: .duplicateName) == 251)
    #expect(sum.count(of: .nameTooLong) == 0)
  }
}
