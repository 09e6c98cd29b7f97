import Foundation
import HealthRecords
import Testing

@testable import DeviceExports

@Suite struct SamsungExportSearching {
  private typealias Member = ZipBuilder.Member

  private static let sleep = samsungText("com.samsung.shealth.sleep", "a,datauuid", ["1,x,"])
  private static let stress = samsungText("com.samsung.shealth.stress", "a,datauuid", ["1,x,"])

  /// What was found, as `type stamp member`.
  private func found(_ source: ExportSource) throws -> [String] {
    try source.samsungTables().tables.map {
      "\($0.type.split(separator: ".").last ?? "") \($0.stamp ?? "-") \($0.member.name)"
    }
  }

  /// A folder's name and files, with all that lies beside tables in real exports.
  private static let files: [(String, String)] = [
    ("com.samsung.shealth.stress.20251215221761.csv", stress),
    ("com.samsung.shealth.sleep.20251215221761.csv", sleep),
    ("com.samsung.shealth.sleep.20251215221761.csv:Zone.Identifier", sleep),
    (".DS_Store", sleep), ("desktop.ini", sleep), ("empty.csv", ""), ("notes.txt", "hello"),
    ("jsons/com.samsung.shealth.stress/a/a1.binning_data.json", "[]"),
    ("jsons/com.samsung.shealth.stress/odd.csv", stress), ("files/x/photo.jpg", "\u{FFFD}"),
  ]

  private static let expected = [
    "sleep 20251215221761 com.samsung.shealth.sleep.20251215221761.csv",
    "stress 20251215221761 com.samsung.shealth.stress.20251215221761.csv",
  ]

  private static func zip(_ prefix: String) -> ZipBuilder {
    ZipBuilder(files.map { Member(prefix + $0.0, $0.1) })
  }

  @Test func `an export is found in a folder`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(name, Array(text.utf8)) }
    #expect(try found(ExportSource.open(.path(folder.path))) == Self.expected)
  }

  @Test func `an export is found in a folder's folder`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files {
      try folder.write("samsunghealth_r_1/\(name)", Array(text.utf8))
    }
    let names = try found(ExportSource.open(.path(folder.path)))
    #expect(names.map { $0.replacing("samsunghealth_r_1/", with: "") } == Self.expected)
  }

  @Test func `an export is found in a zip without a top folder`() throws {
    #expect(try found(open(Self.zip(""))) == Self.expected)
  }

  @Test func `an export is found in a zip inside a zip`() throws {
    let inner = Member(name: Array("samsunghealth.zip".utf8), content: Self.zip("").bytes)
    let source = try open(ZipBuilder(inner))
    #expect(try found(source) == Self.expected)
    #expect(source.codes == [.nestedArchive])
  }

  @Test func `a single file is an export whatever its name`() throws {
    #expect(try found(open(Array(Self.sleep.utf8))) == ["sleep - memory"])
    let folder = try TemporaryFolder()
    let path = try folder.write("night.txt", Array(Self.sleep.utf8))
    #expect(try found(ExportSource.open(.path(path))) == ["sleep - night.txt"])
  }

  @Test func `the first line tells the type, not the file's name`() throws {
    let zip = ZipBuilder(
      Member("com.samsung.shealth.sleep.20251215221761.csv", Self.stress),
      Member("a", Self.sleep), Member("b.bak", "com.samsung.health.weight\nw\n"),
      Member("c.csv", "com.samsung.other.weight,1,2\n"))
    #expect(
      try found(open(zip)) == [
        "weight - b.bak", "sleep - a",
        "stress 20251215221761 com.samsung.shealth.sleep.20251215221761.csv",
      ])
  }

  @Test func `a table that was damaged is found, so that reading it tells why`() throws {
    let utf16 = [0xFF, 0xFE] + Self.sleep.dropFirst().utf16.flatMap(le16)
    let zip = ZipBuilder(
      Member("a.csv", "com.samsung.shealth.sleep;1;2\n"),
      Member(name: Array("b.csv".utf8), content: utf16),
      Member("c.csv", "\"com.samsung.shealth.sleep\",1,2\n"))
    #expect(try found(open(zip)) == ["sleep - a.csv", "sleep - b.csv", "sleep - c.csv"])
  }

  @Test func `generations lie side by side with the oldest first`() throws {
    let stamps = [
      ".20230722102693", "", ".202202201504", ".20220220150400", ".201903041229", ".2022022015",
      ".202202201505", " copy.20220220150", ".123456789",
    ]
    let zip = ZipBuilder(stamps.map { Member("com.samsung.shealth.sleep\($0).csv", Self.sleep) })
    let stamped = try open(zip).samsungTables().tables.map { $0.stamp ?? $0.member.name }
    #expect(
      stamped == [
        "201903041229", "20220220150", "2022022015", "202202201504", "20220220150400",
        "202202201505", "20230722102693", "com.samsung.shealth.sleep.123456789.csv",
        "com.samsung.shealth.sleep.csv",
      ])
  }

  @Test(arguments: [
    ("x.202012031516.csv", "202012031516"), ("x.CSV", nil), ("x.20251215221761.csv.bak", nil),
    ("x.20251215221761.CSV", "20251215221761"), ("20251215221761.csv", nil), (".csv", nil),
    (".1234567890.csv", "1234567890"), ("x.123456789.csv", nil), ("x-1234567890.csv", nil),
    ("x.1234567890 (1).csv", nil), ("", nil),
  ])
  func `a stamp is ten digits or more before the ending`(_ name: String, _ stamp: String?) {
    #expect(SamsungTableFile.stamp(of: name.lowercased()) == stamp)
  }

  @Test func `only a bounded number of members is looked into, which is told`() throws {
    var limits = ArchiveLimits()
    limits.sniffedMemberCount = 2
    let zip = ZipBuilder(
      Member("x", Self.sleep), Member("a.csv", Self.sleep), Member("b.csv", Self.stress))
    let source = try open(zip, limits: limits)
    #expect(try source.samsungTables().tables.map(\.member.name) == ["a.csv", "b.csv"])
    #expect(
      source.diagnostics.entries == [ArchiveDiagnostic(.searchIncomplete, member: "x")])
  }

  @Test func `a member is read as a table`() throws {
    let source = try open(Self.zip("samsunghealth_r_1/"))
    let file = try #require(try source.samsungTables().tables.first)
    let reader = try source.reader(for: file.member)
    let table = try SamsungTableReader(MemberSource(reader: reader), member: file.member.name)
    #expect(table.table.type == "com.samsung.shealth.sleep")
    #expect(table.next()?.samples.count == 1)
  }
}

@Suite struct SamsungExportMissing {
  private typealias Member = ZipBuilder.Member

  struct Missing: Sendable {
    var bytes: [UInt8]
    var code: ExportError.Code
    var words: String
  }

  @Test(arguments: [
    Missing(bytes: ZipBuilder().bytes, code: .archiveEmpty, words: "holds no file"),
    Missing(bytes: ZipBuilder(Member("a.txt", "x")).bytes, code: .exportMissing, words: "no table"),
    Missing(
      bytes: ZipBuilder(Member("export.xml", exportText), Member("b", "")).bytes,
      code: .exportMissing, words: "XML of another kind"),
    Missing(
      bytes: ZipBuilder(Member("[Content_Types].xml", "<a/>"), Member("xl/workbook.xml", "<a/>"))
        .bytes, code: .tablesMissing, words: "spreadsheet"),
    Missing(
      bytes: ZipBuilder(Member("Sleep.XLSX", "PK"), Member("b.txt", "x")).bytes,
      code: .tablesMissing, words: "spreadsheet"),
    Missing(
      bytes: ZipBuilder(Member("a.zip", "PK"), Member("b.txt", "x")).bytes, code: .exportMissing,
      words: "another zip"),
    Missing(
      bytes: ZipBuilder(Member("jsons/t/a/b.json", "[]"), Member("b.txt", "x")).bytes,
      code: .tablesMissing, words: "side files"),
    Missing(
      bytes: ZipBuilder(Member("a.csv", samsungText()).with { $0.flags = 1 }).bytes,
      code: .memberEncrypted, words: "password"),
    Missing(
      bytes: Array(ZipBuilder(Member("a.txt", "abcdefgh")).bytes.prefix(38)),
      code: .archiveTruncated, words: "ends early"),
    Missing(bytes: Array("%PDF-1.4".utf8), code: .unrecognizedFormat, words: "a PDF document"),
    Missing(bytes: Array("a,b\n1,2\n".utf8), code: .unrecognizedFormat, words: "is unknown"),
  ])
  func `an input without tables is told with what it holds`(_ missing: Missing) throws {
    let source = try open(missing.bytes)
    let error = #expect(throws: ExportError.self) { try source.samsungTables() }
    #expect(error?.code == missing.code)
    #expect(error?.message.contains(missing.words) == true)
    #expect(error?.path == "memory")
  }

  @Test func `a folder without tables is told`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/readme.md", Array("hello".utf8))
    let source = try ExportSource.open(.path(folder.path))
    let error = #expect(throws: ExportError.self) { try source.samsungTables() }
    #expect(error?.code == .exportMissing)
    #expect(error?.message.contains("samsunghealth_") == true)
  }
}

@Suite struct SamsungSideFileTests {
  private static let names = [
    "jsons/com.samsung.shealth.stress/a/a1.binning_data.json",
    "top/x/JSONS/com.samsung.shealth.exercise/b2.live_data.json",
    "jsons/com.samsung.shealth.sleep/3/deep/c3.raw",
    "jsons/com.samsung.shealth.sleep/4/c3.raw", "jsons/loose.json",
    "jsons/com.samsung.shealth.sleep/.DS_Store", "com.samsung.shealth.stress.1234567890.csv",
  ]

  @Test(arguments: [
    ("com.samsung.shealth.stress", "a1.binning_data.json", names[0]),
    ("com.samsung.shealth.stress", "a1.binning_data", names[0]),
    ("com.samsung.shealth.STRESS", "A1.binning_data.json", names[0]),
    ("com.samsung.shealth.exercise", "b2.live_data.json", names[1]),
    ("com.samsung.shealth.sleep", "c3.raw", names[2]),
    ("com.samsung.shealth.sleep", "a1.binning_data.json", nil),
    ("com.samsung.shealth.stress", "../stress/a1.binning_data.json", nil),
    ("com.samsung.shealth.stress", "", nil), ("", "loose.json", nil),
    ("com.samsung.shealth.sleep", ".DS_Store", nil),
  ])
  func `a side file is found by table and cell`(
    _ type: String, _ cell: String, _ name: String?
  ) throws {
    let zip = ZipBuilder(Self.names.map { ZipBuilder.Member($0, samsungText()) })
    let files = try open(zip).samsungTables().sideFiles
    #expect(files.count == 3)
    #expect(files.member(ofTable: type, cell: cell)?.name == name)
  }
}

/// A member as a source of bytes.
private struct MemberSource: ByteSource {
  let reader: MemberReader

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try reader.read(into: buffer)
  }
}

/// Real tables, where a folder of them lies beside the checkout; they are no part of the repository.
@Suite struct SamsungRealTables {
  private static let folder: String? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let places = ["../shared/real", "../../shared/real"].map {
      package.appendingPathComponent("\($0)/samsung_health").standardizedFileURL.path
    }
    return places.first { FileManager.default.fileExists(atPath: $0) }
  }()

  @Test(.enabled(if: folder != nil))
  func `every row of real tables is read, and only headers edited by hand are remarked`() throws {
    let source = try ExportSource.open(.path(try #require(Self.folder)))
    let export = try source.samsungTables()
    #expect(export.tables.count == source.members.count { $0.lowercasedFileName.hasSuffix(".csv") })
    for file in export.tables {
      let name = file.member.name
      let source = MemberSource(reader: try source.reader(for: file.member))
      let reader = try SamsungTableReader(source, member: name)
      #expect(name.contains(reader.table.type), "\(name)")
      #expect(reader.table.dialect == .android, "\(name)")
      #expect(
        reader.table.diagnostics.all.allSatisfy { $0.code == "header_shifted" }, "\(name)")
      while let batch = reader.next() {
        #expect(batch.diagnostics == .init(), "\(name)")
        #expect(batch.rejectedTypes == [:], "\(name)")
        let uuids = batch.samples.filter { sample in
          batch.attributes[sample.attributes.indices].contains {
            batch.symbols.string(of: $0.name) == "datauuid"
          }
        }
        #expect(uuids.count == batch.samples.count, "\(name)")
      }
    }
  }

  @Test(.enabled(if: folder != nil))
  func `real tables are read as one export that lacks its side files`() throws {
    let reading = try SamsungExportReading(ExportSource.open(.path(try #require(Self.folder))))
    #expect(reading.summary.formatVersion == "samsung_health_android")
    #expect(reading.summary.complete)
    #expect(reading.summary.sampleCount == reading.rows.count)
    #expect(reading.summary.rejectedTypes == [:])
    #expect(
      Set(reading.codes).isSubset(of: ["header_shifted", "side_file_missing", "empty_table"]))
    #expect(reading.outputs.allSatisfy { !$0.output.envelope.isEmpty })
  }
}
