import HealthRecords
import Testing

@testable import DeviceExports

@Suite struct SamsungHealthReading {
  private typealias Member = ZipBuilder.Member

  private static let header = "v,datauuid"

  /// A table of some rows.
  private static func table(_ type: String, _ rows: String...) -> String {
    samsungText("com.samsung.\(type)", header, rows)
  }

  /// Two types, one of them in two generations, in an order that is not theirs.
  private static let files = [
    ("x/com.samsung.shealth.stress.20251215221761.csv", table("shealth.stress", "4,s1,")),
    ("x/com.samsung.health.weight.202012031516.csv", table("health.weight", "1,w1,", "2,w2,")),
    ("x/com.samsung.health.weight.20251215221761.csv", table("health.weight", "3,w1,")),
  ]

  private static let rows = [
    "@v=1 @datauuid=w1", "@v=2 @datauuid=w2", "@v=3 @datauuid=w1", "@v=4 @datauuid=s1",
  ]

  @Test func `all tables of all generations are read as one run of pieces`() throws {
    let reading = try SamsungExportReading(Self.files)
    #expect(reading.rows == Self.rows)
    #expect(reading.outputs.map(\.index) == [0, 1, 2])
    #expect(reading.outputs.map(\.resumePoint) == [1, 2, 3])
    #expect(
      reading.outputs.map(\.output.member) == [Self.files[1].0, Self.files[2].0, Self.files[0].0])
    #expect(reading.outputs.map(\.output.shape) == ["android", "android", "android"])
    let bytes = [1, 2, 0].map { UInt64(Self.files[$0].1.utf8.count) }
    #expect(reading.outputs.map(\.bytes) == [bytes[0], bytes[0] + bytes[1], bytes.reduce(0, +)])
    #expect(reading.summary.formatVersion == "samsung_health_android")
    #expect(reading.summary.complete)
    #expect(reading.summary.bytes == bytes.reduce(0, +))
    #expect(reading.summary.pieces == 3)
    #expect(
      reading.summary.samplesByType == [
        "com.samsung.health.weight": 3, "com.samsung.shealth.stress": 1,
      ])
    #expect(reading.notes == [])
    #expect(reading.archive == [])
  }

  @Test func `folder, zip, zip in a zip, renamed files and one file read the same`() throws {
    let zip = try SamsungExportReading(Self.files)
    let inner = ZipBuilder(Self.files.map { Member($0.0, $0.1) }).bytes
    let nested = try SamsungExportReading(
      open(ZipBuilder(Member(name: Array("samsunghealth.zip".utf8), content: inner))))
    #expect(nested == zip)
    #expect(nested.archive == [.nestedArchive])
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(name, Array(text.utf8)) }
    #expect(try SamsungExportReading(ExportSource.open(.path(folder.path))) == zip)
    let renamed = try SamsungExportReading(
      [
        ("weight (1).csv", Self.files[1].1), ("b", Self.files[0].1),
        ("weight (2).txt", Self.files[2].1),
      ])
    #expect(renamed.rows == Self.rows)
    let path = try folder.write("one", Array(Self.files[1].1.utf8))
    #expect(try SamsungExportReading(ExportSource.open(.path(path))).rows == Array(Self.rows[..<2]))
  }

  @Test(arguments: [1, 2, 7], [1, 3])
  func `how many lanes there are makes no difference`(_ lanes: Int, _ pieceRows: Int) throws {
    let type = "com.samsung.health.hrv"
    let files =
      [("a.csv", samsungText(type, "binning_data,datauuid", (0..<40).map { "\($0).json,u\($0)," }))]
      + (0..<40).map { ("jsons/\(type)/\($0).json", $0 % 5 == 0 ? "{" : "[{\"sdnn\":\($0)}]") }
    var options = SamsungReaderOptions()
    options.pieceRows = pieceRows
    options.lanes = 2
    let expected = try SamsungExportReading(files, options: options)
    #expect(expected.rows.count == 40)
    #expect(expected.parts.count { $0.isEmpty } == 8)
    options.lanes = lanes
    #expect(try SamsungExportReading(files, options: options) == expected)
  }

  @Test(arguments: 0...4)
  func `pieces that an earlier run has taken are neither given nor counted`(_ skip: Int) throws {
    let whole = try SamsungExportReading(Self.files)
    var options = SamsungReaderOptions()
    options.skipPieces = skip
    let rest = try SamsungExportReading(Self.files, options: options)
    #expect(rest.outputs == Array(whole.outputs.dropFirst(skip)))
    #expect(rest.summary.sampleCount == [4, 2, 1, 0, 0][skip])
    #expect(rest.summary.pieces == 3)
    #expect(rest.summary.bytes == whole.summary.bytes)
    #expect(rest.summary.formatVersion == whole.summary.formatVersion)
    #expect(rest.summary.complete)
  }

  @Test func `pieces are cut by the bytes of side files too`() throws {
    let type = "com.samsung.health.hrv"
    let json = "[" + String(repeating: "1,", count: 400) + "1]"
    let files =
      [("a.csv", samsungText(type, "binning_data,datauuid", (0..<6).map { "\($0).json,u\($0)," }))]
      + (0..<6).map { ("jsons/\(type)/\($0).json", json) }
    var options = SamsungReaderOptions()
    options.pieceBytes = 1500
    let reading = try SamsungExportReading(files, options: options)
    #expect(reading.outputs.map(\.output.rows.count) == [2, 2, 2])
    #expect(reading.summary.complete)
  }

  @Test func `what the consumer throws ends the run`() throws {
    struct Stop: Error {}
    let source = try open(ZipBuilder(Self.files.map { Member($0.0, $0.1) }))
    var count = 0
    #expect(throws: Stop.self) {
      try SamsungHealthReader().read(
        try source.samsungTables(), of: source, transform: { $0.samples.count },
        consume: { _ in
          count += 1
          if count == 2 { throw Stop() }
        })
    }
    #expect(count == 2)
  }

  @Test func `a stream of one table is read`() throws {
    let text = samsungText(SamsungDevices.table, "model,deviceuuid,datauuid", ["M,d,a,"])
    let folder = try TemporaryFolder()
    let path = try folder.write("t.csv", Array(text.utf8))
    #expect(
      try SamsungExportReading(ExportSource.open(.path(path))).rows == [
        "@model=M @deviceuuid=d @datauuid=a"
      ])
  }

  // MARK: - Dialects

  private static let ios =
    "com.samsung.health.weight,1144003,8\nv,start_time,datauuid\n1,\"18.12.2020, 19:48:00\",i1,\n\n"
  private static let viewer =
    "com.samsung.health.weight\nv,start_time,datauuid\n1,2017-05-10 10:04:04.000,d1\n"
  private static let android = table("health.weight", "1,w1,")

  @Test(arguments: [
    ([android], ["android"], "android"), ([ios], ["ios"], "ios"),
    ([viewer], ["data_viewer"], "data_viewer"),
    ([ios, viewer], ["ios", "data_viewer"], "mixed"),
    // A table without rows says least.
    ([android, "com.samsung.health.weight\n"], ["android"], "android"),
    (["com.samsung.health.weight\n"], [], "data_viewer"),
  ])
  func `the summary and every batch say who wrote the tables`(
    _ tables: [String], _ shapes: [String], _ word: String
  ) throws {
    let files = tables.enumerated().map { ("\($0.offset).csv", $0.element) }
    let reading = try SamsungExportReading(files)
    #expect(reading.outputs.map(\.output.shape) == shapes)
    #expect(reading.summary.formatVersion == "samsung_health_\(word)")
  }

  // MARK: - What tables know of each other

  @Test func `every batch says what is known of devices`() throws {
    let columns =
      "device_group,manufacturer,model,name,step_source_group,update_time,deviceuuid,datauuid"
    let old = samsungText(
      SamsungDevices.table, columns,
      [
        "360001,Samsung,SM-1,Phone,,2025-01-01 00:00:00.000,b/+1,u1,",
        "360003,Samsung,SM-2,,102,2025-01-03 00:00:00.000,a2,u2,",
        "0,,,,,,,u3,",
      ])
    let new = samsungText(
      SamsungDevices.table, columns,
      [
        "360001,Samsung,SM-9,,,2025-01-02 00:00:00.000,b/+1,u1,",
        "1,Other,SM-0,,,2025-01-02 00:00:00.000,a2,u2,",
      ])
    let reading = try SamsungExportReading(
      Self.files + [("d.202001010000.csv", old), ("d.202101010000.csv", new)])
    let expected = [
      "device.a2.group=360003", "device.a2.manufacturer=Samsung", "device.a2.model=SM-2",
      "device.a2.step_source_group=102", "device.b/+1.group=360001",
      "device.b/+1.manufacturer=Samsung", "device.b/+1.model=SM-9",
    ]
    #expect(reading.outputs.count == 5)
    for output in reading.outputs { #expect(output.output.envelope == expected) }
    #expect(reading.rows.count == 9)
  }

  @Test func `what is too long for a device's name is told to no other table`() throws {
    let long = String(repeating: "x", count: 257)
    let reading = try SamsungExportReading([
      (
        "d.csv",
        samsungText(
          SamsungDevices.table, "model,name,deviceuuid,datauuid",
          ["\(long),N,d1,u1,", "M,N,\(long),u2,"])
      )
    ])
    #expect(reading.outputs.map(\.output.envelope) == [["device.d1.name=N"]])
    #expect(reading.rows.count == 2)
  }

  @Test func `devices beyond a limit are told`() throws {
    let rows = (0..<1001).map { "M,d\($0),u\($0)," }
    let reading = try SamsungExportReading(
      [("d.csv", samsungText(SamsungDevices.table, "model,deviceuuid,datauuid", rows))])
    #expect(reading.outputs.map(\.output.envelope.count) == [1000])
    #expect(reading.notes == ["too_many_devices x1 d.csv line 0"])
  }

  @Test func `stages without an offset are told that of their night`() throws {
    let nights = samsungText(
      "com.samsung.shealth.sleep",
      "com.samsung.health.sleep.time_offset,com.samsung.health.sleep.datauuid",
      ["UTC+0530,n1,", "UTC-0300,n2,", ",n3,"])
    let stages = samsungText(
      SamsungNights.stages, "sleep_id,time_offset,datauuid",
      ["N1,,a,", "n2,UTC+0000,b,", "n3,,c,", "n4,,d,", ",,e,"])
    let reading = try SamsungExportReading([("s.csv", stages), ("n.csv", nights)])
    #expect(reading.outputs.map(\.output.envelope) == [["sleep.N1.time_offset=UTC+0530"], []])
  }

  // MARK: - Empty and damaged tables

  @Test func `tables without rows are counted and no error`() throws {
    let reading = try SamsungExportReading(
      Self.files + [
        ("com.samsung.health.height.202012031516.csv", ""), ("other.csv", ""),
        ("a.csv", "com.samsung.health.steps,6307003,8"),
        ("b.csv", "com.samsung.health.hrv,6307003,8\nv,datauuid\n"),
      ])
    #expect(reading.rows == Self.rows)
    #expect(
      reading.notes == ["empty_table x3 com.samsung.health.height.202012031516.csv line 0"])
    #expect(reading.summary.diagnostics.all.map(\.severity) == [.info])
    #expect(reading.summary.complete)
    #expect(reading.summary.pieces == 3)
  }

  @Test func `an export of empty tables is read and has no records`() throws {
    let reading = try SamsungExportReading(
      [
        ("com.samsung.health.height.202012031516.csv", ""),
        ("b.csv", "com.samsung.health.hrv,6307003,8\nv,datauuid\n"),
      ])
    #expect(reading.outputs == [])
    #expect(reading.summary.complete)
    #expect(reading.summary.sampleCount == 0)
    #expect(reading.notes == ["empty_table x2 com.samsung.health.height.202012031516.csv line 0"])
    let nothing = try SamsungExportReading(
      [
        ("com.samsung.health.height.202012031516.csv", ""),
        ("com.samsung.health.weight.202012031516.csv", ""),
      ])
    #expect(nothing.notes == ["empty_table x2 com.samsung.health.height.202012031516.csv line 0"])
    #expect(nothing.summary.formatVersion == "samsung_health_unknown")
  }

  @Test func `a damaged table is told with its place, and the others are read`() throws {
    let reading = try SamsungExportReading(
      Self.files + [
        ("a.csv", "com.samsung.health.height,1,2\nstart_time,datauuid\n44975.78,h1,\n"),
        ("b.csv", "com.samsung.health.hrv;1;2\n"),
        ("c.csv", Self.table("health.steps", "1,x,", "1")),
      ])
    #expect(reading.rows == ["@v=1 @datauuid=x"] + Self.rows)
    #expect(
      reading.notes == [
        "spreadsheet_times x1 a.csv line 3", "semicolon_separated x1 b.csv line 1",
        "wrong_field_count x1 c.csv line 4",
      ])
    #expect(reading.summary.diagnostics.all.map(\.severity) == [.error, .error, .error])
    #expect(reading.summary.complete == false)
    #expect(reading.summary.rejectedTypes == ["com.samsung.health.steps": 1])
  }

  @Test func `where no table can be read the first fault is the error`() throws {
    let files = [
      ("a.csv", "com.samsung.health.height,1,2\nstart_time,datauuid\n44975.78,h1,\n"),
      ("b.csv", "com.samsung.health.hrv;1;2\n"),
    ]
    let error = #expect(throws: SamsungHealthError.self) { try SamsungExportReading(files) }
    #expect(error?.code == .spreadsheetTimes)
    #expect(error?.position == InputPosition(member: "a.csv", byte: 50, line: 3))
  }

  @Test func `a table that is cut off is read as far as it goes`() throws {
    let rows = (0..<2000).map { "\($0 &* 7919 % 1009),u\($0)," }
    let text = samsungText("com.samsung.health.hrv", Self.header, rows)
    let member = Member("a.csv", text)
    let cut = member.with { $0.rawData = Array(member.data.prefix(member.data.count / 2)) }
    let source = try open(ZipBuilder(cut, Member("b.csv", Self.android)))
    let reading = try SamsungExportReading(source)
    #expect(reading.summary.complete == false)
    #expect(reading.rows.count > 500)
    #expect(reading.rows.last == "@v=1 @datauuid=w1")
    #expect(Set(reading.archive).isDisjoint(with: [.memberTruncated, .memberCorrupt]) == false)
  }

  @Test func `a table that inflates without end is refused, and the others are read`() throws {
    var limits = ArchiveLimits()
    limits.memberByteCount = 3000
    let long = samsungText("com.samsung.health.hrv", Self.header, (0..<2000).map { "1,u\($0)," })
    let source = try open(
      ZipBuilder(Member("a.csv", long), Member("b.csv", Self.android)), limits: limits)
    let reading = try SamsungExportReading(source)
    #expect(reading.summary.complete == false)
    #expect(reading.summary.readFailure is ExportError)
    #expect(reading.codes.contains("member_too_large"))
    #expect(reading.rows.last == "@v=1 @datauuid=w1")
  }

  @Test func `a file that no row names is told once all rows are read`() throws {
    let side = ("jsons/com.samsung.health.hrv/a/a.json", "[1]")
    let whole = try SamsungExportReading(
      Self.files + [side, ("jsons/com.samsung.health.hrv/b.json", "[")])
    #expect(whole.notes == ["side_file_without_row x2 \(side.0) line 0"])
    let damaged = try SamsungExportReading(
      Self.files + [side, ("b.csv", "com.samsung.health.hrv;1;2\n")])
    #expect(damaged.codes == ["semicolon_separated"])
  }

  @Test func `a file that no row names in the first generation may be named in the second`() throws
  {
    let type = "com.samsung.health.hrv"
    let text = samsungText(type, "binning_data,datauuid", ["b.json,a,"])
    let reading = try SamsungExportReading(
      [("x.202001010000.csv", text), ("x.202101010000.csv", text), ("jsons/\(type)/b.json", "[1]")])
    #expect(reading.parts == ["<binning_data @value=1>", "<binning_data @value=1>"])
    #expect(reading.notes == [])
  }
}
