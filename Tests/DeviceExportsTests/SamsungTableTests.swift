import HealthRecords
import Testing

@testable import DeviceExports

@Suite struct SamsungTableReading {
  @Test func `a table is read whole`() throws {
    let text =
      "\u{FEFF}com.samsung.shealth.sleep,6307003,11\n"
      + "sleep_score,com.samsung.health.sleep.start_time,extra,com.samsung.health.sleep.datauuid\n"
      + "81,2026-01-02 23:10:00.000,,a1,\n"
      + "\"7,7\",2026-01-03 23:40:00.000,\"{\"\"a\"\":\n1}\",a2,\n"
      + ",2026-01-04 22:40:00.000,\"\",a3\n"
    let reading = try TableReading(text)
    #expect(
      reading.table
        == SamsungTable(
          type: "com.samsung.shealth.sleep", appVersion: 6_307_003, dataVersion: 11,
          dialect: .android, columns: ["sleep_score", "start_time", "extra", "datauuid"],
          diagnostics: Diagnostics()))
    #expect(
      reading.rows == [
        TableRow(3, 128, "sleep_score=81", "start_time=2026-01-02 23:10:00.000", "datauuid=a1"),
        TableRow(
          4, 160, "sleep_score=7,7", "start_time=2026-01-03 23:40:00.000", "extra={\"a\":\n1}",
          "datauuid=a2"),
        TableRow(6, 207, "start_time=2026-01-04 22:40:00.000", "datauuid=a3"),
      ])
    #expect(reading.notes == [])
    #expect(reading.rejected == [:])
  }

  @Test func `a row is a sample without times`() throws {
    let source = MemorySource(Array(samsungText().utf8))
    let reader = try SamsungTableReader(source, member: "t.csv")
    let batch = try #require(reader.next())
    #expect(batch.provider == .samsungHealth)
    let sample = try #require(batch.samples.first)
    var expected = NativeSample(kind: .row)
    expected.type = sample.type
    expected.attributes = BatchRange(start: 0, count: 3)
    #expect(sample == expected)
    #expect(batch.symbols.string(of: sample.type) == "com.samsung.shealth.stress")
    #expect(reader.next() == nil)
    #expect(reader.rowCount == 1)
    #expect(reader.byteCount == UInt64(samsungText().utf8.count))
    #expect(reader.failure == nil)
  }

  struct Tail: Sendable {
    var row: String
    var isAccepted: Bool
  }

  @Test(arguments: [
    Tail(row: "1,2026-01-02 10:00:00.000,a", isAccepted: true),
    Tail(row: "1,2026-01-02 10:00:00.000,a,", isAccepted: true),
    Tail(row: "1,2026-01-02 10:00:00.000,a,\"\"", isAccepted: true),
    Tail(row: "1,2026-01-02 10:00:00.000,,", isAccepted: true),
    Tail(row: "1,2026-01-02 10:00:00.000,", isAccepted: true),
    Tail(row: "1,2026-01-02 10:00:00.000", isAccepted: false),
    Tail(row: "1", isAccepted: false),
    Tail(row: " ", isAccepted: false),
    Tail(row: "1,2026-01-02 10:00:00.000,a,x", isAccepted: false),
    Tail(row: "1,2026-01-02 10:00:00.000,a, ", isAccepted: false),
    Tail(row: "1,2026-01-02 10:00:00.000,a,,", isAccepted: false),
  ])
  func `a row has a field for each column or one more that is empty`(_ tail: Tail) throws {
    let last = "2,2026-01-03 10:00:00.000,z,"
    let reading = try TableReading(
      samsungText("com.samsung.health.x", "v,start_time,datauuid", [tail.row, last]))
    #expect(reading.rows.count == (tail.isAccepted ? 2 : 1))
    #expect(reading.rows.last?.cells.last == "datauuid=z")
    #expect(reading.rejected == (tail.isAccepted ? [:] : ["com.samsung.health.x": 1]))
    #expect(reading.notes == (tail.isAccepted ? [] : ["wrong_field_count x1 line 3 byte 56"]))
  }

  @Test func `damaged rows are counted with the place of the first, and the rest is read`() throws {
    var options = SamsungReaderOptions()
    options.limits = smallLimits(bytes: 60, fields: 6)
    let rows = [
      "1,2026-01-02 10:00:00.000,a1,", "1", "1,2026-01-02 10:00:00.000,a\"2,", "2,3",
      "1,2026-01-02 10:00:00.000,\"a\"4,", "1,2,3,4,5,6,7",
      String(repeating: "x", count: 61), "", "1,2026-01-02 10:00:00.000,a5,",
      "1,\"open,a6,", "1,2026-01-02 10:00:00.000,a7,", "2,2026-01-02 10:00:00.000,a8,",
    ]
    let reading = try TableReading(
      samsungText("com.samsung.health.x", "v,start_time,datauuid", rows), options: options)
    #expect(
      reading.rows.map { $0.cells.last } == [
        "datauuid=a1", "datauuid=a\"2", "datauuid=\"a\"4", "datauuid=a5", "datauuid=a7",
        "datauuid=a8",
      ])
    #expect(reading.rejected == ["com.samsung.health.x": 5])
    #expect(
      reading.notes == [
        "wrong_field_count x2 line 4 byte 86", "quote_inside_field x1 line 5 byte 115",
        "text_after_quote x1 line 7 byte 152", "too_many_fields x1 line 8 byte 155",
        "row_too_long x1 line 9 byte 169", "unclosed_quote x1 line 12 byte 262",
      ])
    for diagnostic in reading.diagnostics.all { #expect(diagnostic.first?.member == "t.csv") }
  }

  @Test(arguments: [(4096, 1 << 20, [10]), (4, 1 << 20, [4, 4, 2]), (4096, 60, [2, 2, 2, 2, 2])])
  func `pieces are cut by rows and by bytes, and positions hold in each`(
    _ pieceRows: Int, _ pieceBytes: Int, _ counts: [Int]
  ) throws {
    var options = SamsungReaderOptions()
    options.pieceRows = pieceRows
    options.pieceBytes = pieceBytes
    let rows = (0..<10).map { "\($0),2026-01-02 10:00:00.000,a\($0)," }
    let text = samsungText("com.samsung.health.x", "v,start_time,datauuid", rows)
    let reading = try TableReading(text, options: options)
    #expect(reading.rowsPerPiece == counts)
    #expect(reading.rows.map(\.line) == (3..<13).map { $0 })
    #expect(reading.rows.map(\.byte) == (0..<10).map { 56 + UInt64($0) * 30 })
    #expect(reading.rows == (try TableReading(text)).rows)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `line ends and blank lines shift no position`(_ lineEnd: String) throws {
    let lines = [
      "com.samsung.health.x,6307003,1", "", "v,datauuid", "", "1,a,", "", "2", "", "3,c,", "", "",
    ]
    let text = lines.joined(separator: lineEnd)
    let reading = try TableReading(text)
    let step = UInt64(lineEnd.utf8.count)
    #expect(
      reading.rows == [
        TableRow(5, 40 + 4 * step, "v=1", "datauuid=a"),
        TableRow(9, 45 + 8 * step, "v=3", "datauuid=c"),
      ])
    #expect(reading.notes == ["wrong_field_count x1 line 7 byte \(44 + 6 * step)"])
  }

  @Test(arguments: [
    "com.samsung.shealth.stress,6307003,8", "com.samsung.shealth.stress,6307003,8\n",
    "com.samsung.shealth.stress,6307003,8\nscore,datauuid",
    "com.samsung.shealth.stress,6307003,8\nscore,datauuid\n\n\n",
    "\u{FEFF}com.samsung.shealth.stress,6307003,8\r\n\r\nscore,datauuid\r\n",
  ])
  func `a table without rows is empty and no error`(_ text: String) throws {
    let reading = try TableReading(text)
    #expect(reading.table.type == "com.samsung.shealth.stress")
    #expect(reading.table.dialect == .android)
    #expect(reading.rowsPerPiece == [])
    #expect(reading.notes == [])
  }

  struct Names: Sendable {
    var header: String
    var columns: [String]
    var codes: [String]
  }

  @Test(arguments: [
    Names(header: "a,x.datauuid", columns: ["a", "datauuid"], codes: []),
    Names(header: "com.samsung.health.sleep.a,datauuid,", columns: ["a", "datauuid"], codes: []),
    Names(
      header: "x.a,a,datauuid", columns: ["x.a", "a", "datauuid"], codes: ["shared_column_name"]),
    Names(
      header: "x.a,y.a,datauuid", columns: ["x.a", "y.a", "datauuid"],
      codes: ["shared_column_name"]),
    Names(header: "x.,.b,datauuid", columns: ["x.", "b", "datauuid"], codes: []),
    Names(header: "\"a,b\",datauuid", columns: ["a,b", "datauuid"], codes: []),
    Names(header: "a,b", columns: ["a", "b"], codes: ["identifier_column_missing"]),
  ])
  func `columns lose their prefix unless two would share a name`(_ names: Names) throws {
    let reading = try TableReading("com.samsung.health.x,6307003,1\n\(names.header)\n")
    #expect(reading.table.columns == names.columns)
    #expect(reading.table.diagnostics.all.map(\.code) == names.codes)
  }
}

@Suite struct SamsungDialectTests {
  struct Case: Sendable {
    var title: String
    var row: String
    var dialect: SamsungDialect
  }

  @Test(arguments: [
    Case(title: ",6307003,8", row: "1,2026-01-02 10:00:00.000,a,", dialect: .android),
    Case(title: ",6307003,8,,,", row: "1,2026-01-02 10:00:00.000,a,", dialect: .android),
    Case(title: ",6307003,8", row: "1,\"18.12.2020, 19:48:00\",a,", dialect: .ios),
    Case(title: ",1144003,8", row: "1,2026-01-02 10:00:00.000,a,", dialect: .android),
    Case(title: ",1144003,8", row: "1,,a,", dialect: .ios),
    Case(title: ",6307003,8", row: "1,,a,", dialect: .android),
    Case(title: ",x,y", row: "1,,a,", dialect: .android),
    Case(title: ",99999999999999999999,8", row: "1,,a,", dialect: .android),
    Case(title: "", row: "1,2017-05-10 10:04:04.000,a", dialect: .dataViewer),
    Case(title: ",,,", row: "1,2017-05-10 10:04:04.000,a", dialect: .dataViewer),
    Case(title: "", row: "1,,a", dialect: .dataViewer),
  ])
  func `the content tells who wrote a table`(_ example: Case) throws {
    let reading = try TableReading(
      "com.samsung.health.x\(example.title)\nv,start_time,datauuid\n\(example.row)\n")
    #expect(reading.table.dialect == example.dialect)
    #expect(reading.rows.count == 1)
  }

  struct Refusal: Sendable {
    var bytes: [UInt8]
    var code: SamsungHealthError.Code
    var line: UInt64
    var words: String

    init(_ text: String, _ code: SamsungHealthError.Code, line: UInt64 = 1, _ words: String) {
      self.init(Array(text.utf8), code, line: line, words)
    }

    init(_ bytes: [UInt8], _ code: SamsungHealthError.Code, line: UInt64 = 1, _ words: String) {
      self.bytes = bytes
      self.code = code
      self.line = line
      self.words = words
    }

    /// A table whose second column says a time in some way.
    static func time(_ text: String, column: String = "x.start_time") -> Refusal {
      Refusal(
        "com.samsung.health.x,6307003,1\nv,\(column)\n1,\(text)\n", .spreadsheetTimes, line: 3,
        "spreadsheet")
    }
  }

  private static let uuid = "aaaaaaaa-0000-4000-8000-000000000001"

  @Test func `a comma before the column names shifts nothing`() throws {
    let reading = try TableReading(
      "com.samsung.health.x,1,2\n,v,x.datauuid\n1,\(Self.uuid),\n,\(Self.uuid),\n2\n")
    #expect(reading.table.columns == ["v", "datauuid"])
    #expect(reading.table.diagnostics.all.map(\.code) == ["header_shifted"])
    #expect(
      reading.rows.map(\.cells) == [["v=1", "datauuid=\(Self.uuid)"], ["datauuid=\(Self.uuid)"]])
    #expect(reading.rejected == ["com.samsung.health.x": 1])
  }

  @Test(arguments: [
    Refusal("", .notSamsungTable, "first line"),
    Refusal("\n\n", .notSamsungTable, "first line"),
    Refusal("a,b\n1,2\n", .notSamsungTable, "first line"),
    Refusal("com.samsung.health.\n", .notSamsungTable, "first line"),
    Refusal("com.samsung.health.x y\n", .notSamsungTable, "first line"),
    Refusal("\"com.samsung.health.x\n", .notSamsungTable, "first line"),
    Refusal("com.samsung.health.x;6307003;1\nv;datauuid\n", .semicolons, "semicolons"),
    Refusal("com.samsung.health.x\nv;datauuid\n1;a\n", .semicolons, line: 2, "semicolons"),
    Refusal(
      [0xFF, 0xFE] + "com.samsung.health.x,1,2\n".utf16.flatMap(le16), .utf16, "UTF-16"),
    Refusal("com.samsung.health.x,1,2\n".utf16.flatMap(le16), .utf16, "UTF-16"),
    Refusal([0xFE, 0xFF, 0, 0x63], .utf16, "UTF-16"),
    Refusal(
      "com.samsung.health.x,1,2\n,v,datauuid\n0,1,\(uuid)\n", .headerDamaged, line: 3,
      "column names"),
    Refusal("com.samsung.health.x,1,2\n,v,w\n1,2,\n", .headerDamaged, line: 3, "column names"),
    Refusal("com.samsung.health.x,1,2\nv,,datauuid\n", .headerDamaged, line: 2, "column names"),
    Refusal("com.samsung.health.x,1,2\nv,\"datauuid\n", .headerDamaged, line: 2, "column names"),
    .time("44975.78"), .time("44975"), .time("\"44975,78\"", column: "end_time"),
    .time("29:02.1", column: "a.b.create_time"), .time("12/10/2025 17:29", column: "update_time"),
  ])
  func `what was done to a file is told`(_ refusal: Refusal) {
    let error = #expect(throws: SamsungHealthError.self) { try TableReading(refusal.bytes) }
    #expect(error?.code == refusal.code)
    #expect(error?.position.line == refusal.line)
    #expect(error?.position.member == "t.csv")
    #expect(error?.message.contains(refusal.words) == true)
    #expect(error?.message.contains("export again") == true)
  }

  @Test(arguments: [
    "day_time,1765324800000", "goal_bed_time,82800000", "set_time,1697057036118",
    "sleep_time,-57600000", "start_time,0", "start_time,1970-01-01 00:00:00.001",
    "decay_time,1699125258", "total,44975.78",
  ])
  func `numbers in other columns are no damage`(_ pair: String) throws {
    let parts = pair.split(separator: ",")
    let reading = try TableReading(
      "com.samsung.health.x,6307003,1\n\(parts[0]),datauuid\n\(parts[1]),a,\n")
    #expect(reading.rows.map(\.cells) == [["\(parts[0])=\(parts[1])", "datauuid=a"]])
  }
}
