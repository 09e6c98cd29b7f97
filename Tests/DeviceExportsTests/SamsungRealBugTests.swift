import HealthRecords
import Testing

@testable import DeviceExports

private let uuid = "aaaaaaaa-0000-4000-8000-000000000001"
private let exerciseType = "com.samsung.shealth.exercise"

/// What other readers of these exports got wrong, each with a small input of its own.
@Suite struct SamsungKnownBugs {
  /// The rows of one table.
  private func rows(_ text: String) throws -> [String] {
    try SamsungExportReading([("t.csv", text)]).rows
  }

  // MARK: - The shape of tables

  @Test func `the comma that ends each row shifts no column`() throws {
    let title = "com.samsung.health.height,6307003,5\nheight,datauuid\n"
    #expect(try rows("\(title)166.0,\(uuid),\n") == ["@height=166.0 @datauuid=\(uuid)"])
    let spoilt = try SamsungExportReading(
      [("t.csv", "\(title)1,a,x\n2,b,\n3\n4,d,,\n5,e\n")])
    #expect(spoilt.rows == ["@height=2 @datauuid=b", "@height=5 @datauuid=e"])
    #expect(spoilt.notes == ["wrong_field_count x3 t.csv line 3"])
    #expect(spoilt.summary.rejectedTypes == ["com.samsung.health.height": 3])
  }

  @Test func `the first line is the table's type and versions, and no header`() throws {
    let reading = try SamsungExportReading(
      [
        (
          "t.csv",
          "com.samsung.shealth.stress,6307003,8\nscore,start_time,datauuid\n34.0,2026-01-02 10:00:00.000,u,\n"
        )
      ])
    #expect(reading.rows == ["@score=34.0 @start_time=2026-01-02 10:00:00.000 @datauuid=u"])
    #expect(reading.summary.samplesByType == ["com.samsung.shealth.stress": 1])
    #expect(throws: ExportError.self) { try rows("score,start_time,datauuid\n34.0,x,u,\n") }
  }

  @Test func `a byte-order mark belongs to no name`() throws {
    let text = "com.samsung.health.height,6307003,5\nheight,datauuid\n166.0,u,\n"
    #expect(try rows("\u{FEFF}" + text) == ["@height=166.0 @datauuid=u"])
    #expect(try rows("\u{FEFF}" + text) == rows(text))
    let viewer = "com.samsung.health.height\nheight,datauuid\n166.0,u\n"
    #expect(try rows("\u{FEFF}" + viewer) == rows(viewer))
  }

  @Test func `a column's prefix may be that of another table`() throws {
    let prefix = "com.samsung.shealth.calories_burned"
    #expect(
      try rows(
        "\(prefix).details,6307003,4\nversion,\(prefix).rest_calorie,\(prefix).day_time\n,1381.2,1765324800000,\n"
      )
        == ["@rest_calorie=1381.2 @day_time=1765324800000"])
  }

  @Test func `quoted cells hold commas, quotes and line ends`() throws {
    #expect(
      try rows(
        "com.samsung.shealth.rewards,6307003,5\nextra_data,datauuid\n"
          + "\"{\"\"mTarget\"\":6000,\"\"mValue\"\":7001}\",u,\n"
      )
        == [#"@extra_data={"mTarget":6000,"mValue":7001} @datauuid=u"#])
    #expect(
      try rows(
        "com.samsung.health.food_info,6307003,5\ndescription,datauuid\n\"61 kcal, por 100g\",u,\n"
          + "\"two\r\nlines\",v,\n"
      )
        == ["@description=61 kcal, por 100g @datauuid=u", "@description=two\r\nlines @datauuid=v"])
  }

  @Test(arguments: ["\n\n", "\n\n\n\n", "\r\n\r\n", ""])
  func `blank lines neither end nor stop reading`(_ end: String) throws {
    let text = "com.samsung.health.height,1144003,5\n\nheight,datauuid\n\n1,a,\n\n2,b,\(end)"
    #expect(try rows(text) == ["@height=1 @datauuid=a", "@height=2 @datauuid=b"])
  }

  @Test func `unknown columns are kept and missing ones are no error`() throws {
    #expect(
      try rows(
        "com.samsung.shealth.sleep,9999999,99\nnew_in_v99,com.samsung.health.sleep.datauuid\n7,u,\n"
      )
        == ["@new_in_v99=7 @datauuid=u"])
  }

  @Test(arguments: [
    "00000193-87ef-a83e-4604-bca080861961", "00000000-0000-0000-0000-000000000007",
    "oobe.sensitive_data_available", "16083172-0000-0000-0000-083172800000",
  ])
  func `an identifier is any text`(_ identifier: String) throws {
    #expect(
      try rows(samsungText("com.samsung.shealth.preferences", "v,datauuid", ["1,\(identifier),"]))
        == ["@v=1 @datauuid=\(identifier)"])
  }

  @Test(arguments: ["58.5", "0.35999998", "6350", "0.0", "-1", "1e3", "58,5"])
  func `numbers stay as they are written, whatever the locale`(_ number: String) throws {
    let cell = number.contains(",") ? "\"\(number)\"" : number
    #expect(
      try rows(samsungText("com.samsung.health.weight", "weight,datauuid", ["\(cell),u,"]))
        == ["@weight=\(number) @datauuid=u"])
  }

  @Test func `a table that a spreadsheet saved is refused with the reason`() throws {
    let text = "com.samsung.shealth.sleep,6307003,11\nstart_time,sleep_score\n44975.78,81\n"
    let error = #expect(throws: SamsungHealthError.self) { try rows(text) }
    #expect(error?.code == .spreadsheetTimes)
    #expect(
      error?.description
        == "t.csv (line 3): a spreadsheet has changed the times, and what they were is lost; "
        + "give the files as Samsung Health wrote them, or export again"
    )
  }

  // MARK: - The names of files

  @Test func `a file's name is cut at its stamp, however long that is`() throws {
    let text = { (value: Int) in
      samsungText("com.samsung.shealth.sleep", "v,datauuid", ["\(value),u,"])
    }
    let name = "com.samsung.shealth.sleep"
    let reading = try SamsungExportReading([
      ("\(name).20251215221761.csv", text(3)), ("\(name).csv", text(4)),
      ("\(name).202012031516.csv", text(1)), ("\(name).20230722102693.csv", text(2)),
    ])
    #expect(reading.rows.map { $0.prefix(4) } == ["@v=1", "@v=2", "@v=3", "@v=4"])
    #expect(reading.summary.samplesByType == ["com.samsung.shealth.sleep": 4])
  }

  @Test func `tables whose names begin alike are not mixed`() throws {
    let types = [
      "exercise", "exercise.weather", "stress", "stress.histogram", "sleep", "sleep_combined",
    ]
    .map { "com.samsung.shealth.\($0)" }
    let files = types.map { ("\($0).20260101000000.csv", samsungText($0, "v,datauuid", ["1,u,"])) }
    let reading = try SamsungExportReading(files)
    #expect(
      reading.summary.samplesByType == Dictionary(uniqueKeysWithValues: types.map { ($0, 1) }))
  }

  // MARK: - Side files

  private func readExercise(_ files: [(String, String)], cell: String = "") throws
    -> SamsungExportReading
  {
    let row = "\(cell),\(uuid).location_data_internal.json,\(uuid),"
    let prefix = "com.samsung.health.exercise"
    let columns = "\(prefix).location_data,location_data_internal,\(prefix).datauuid"
    return try SamsungExportReading(
      [("t.csv", samsungText(exerciseType, columns, [row]))]
        + files.map { ("jsons/\(exerciseType)/\($0.0)", $0.1) })
  }

  @Test func `a workout without positions has none, whatever its pauses say`() throws {
    let name = "\(uuid).com.samsung.health.exercise.location_data.json"
    let reading = try readExercise(
      [
        ("a/\(name)", "[]"),
        (
          "a/\(uuid).location_data_internal.json",
          #"[{"elapsed_time":1,"interval":0,"segment":1}]"#
        ),
      ], cell: name)
    #expect(reading.parts == ["<location_data_internal @elapsed_time=1 @interval=0 @segment=1>"])
    #expect(reading.notes == ["side_file_empty x1 t.csv line 3"])
    #expect(reading.summary.complete)
  }

  struct Naming: Sendable {
    var cell: String
    var file: String
    var isFound = true
  }

  @Test(arguments: [
    Naming(
      cell: "\(uuid).com.samsung.health.exercise.location_data.json",
      file: "a/\(uuid).com.samsung.health.exercise.location_data.json"),
    Naming(
      cell: "\(uuid).com.samsung.health.exercise.location_data",
      file: "\(uuid).com.samsung.health.exercise.location_data.json"),
    Naming(cell: "\(uuid.uppercased()).location_data.json", file: "a/\(uuid).location_data.json"),
    // The cell has the long name and the file the short one, or only a flag.
    Naming(
      cell: "\(uuid).com.samsung.health.exercise.location_data.json",
      file: "\(uuid).location_data.json"),
    Naming(cell: "1", file: "\(uuid).location_data.json"),
    Naming(cell: "1", file: "a/\(uuid).com.samsung.health.exercise.location_data.json"),
    Naming(cell: "location_data.1.blob", file: "location_data.1.blob"),
    Naming(cell: "1", file: "\(uuid).live_data.json", isFound: false),
    Naming(cell: "x.json", file: "y.json", isFound: false),
    Naming(cell: "../\(exerciseType)/y.json", file: "y.json", isFound: false),
  ])
  func `a cell is a name, a name without its ending, or a flag`(_ naming: Naming) throws {
    let reading = try readExercise([(naming.file, #"[{"latitude":1}]"#)], cell: naming.cell)
    #expect(reading.parts == [naming.isFound ? "<location_data @latitude=1>" : ""])
    #expect(reading.codes.filter { $0 == "side_file_missing" }.count == 1)
    let missing = reading.summary.diagnostics.all.first { $0.code == "side_file_missing" }
    #expect(missing?.count == (naming.isFound ? 1 : 2))
  }

  @Test(arguments: ["0", "00", "-1", "null", "{\"a\":1}", "[1]", ""])
  func `a cell that is a value names no file`(_ cell: String) throws {
    let quoted = cell.isEmpty ? "" : "\"\(cell.replacing("\"", with: "\"\""))\""
    let reading = try readExercise(
      [
        ("a/\(uuid).location_data.json", "[1]"),
        ("\(uuid).location_data_internal.json", "[2]"),
      ],
      cell: quoted)
    #expect(reading.parts == ["<location_data_internal @value=2>"])
    #expect(reading.codes == ["side_file_without_row"])
  }

  @Test(arguments: [
    "jsons/T/a/F", "jsons/T/F", "top/JSONS/T/0/F", "x/blobs/T/F", "blobs/F", "blobs/x/F",
  ])
  func `the folder of a name's first letter may be there or not`(_ layout: String) throws {
    let type = "com.samsung.health.hrv"
    let path = layout.replacing("T", with: type).replacing("JSONS", with: "jsons").replacing(
      "F", with: "a1.binning_data.json")
    let reading = try SamsungExportReading([
      ("t.csv", samsungText(type, "binning_data,datauuid", ["a1.binning_data.json,a1,"])),
      (path, #"[{"sdnn":40.5}]"#),
    ])
    #expect(reading.parts == ["<binning_data @sdnn=40.5>"])
    #expect(reading.notes == [])
  }

  struct Column: Sendable {
    var table: String
    var name: String
    var isFile: Bool
  }

  @Test(arguments: [
    Column(table: "shealth.exercise.recovery_heart_rate", name: "heart_rate", isFile: true),
    Column(
      table: "shealth.tracker.heart_rate", name: "com.samsung.health.heart_rate.heart_rate",
      isFile: false),
    Column(
      table: "shealth.tracker.heart_rate", name: "com.samsung.health.heart_rate.binning_data",
      isFile: true),
    Column(table: "shealth.cycle.daily_temperature.raw", name: "temperature", isFile: true),
    Column(table: "health.body_temperature", name: "temperature", isFile: false),
    Column(table: "shealth.sleep_raw_data", name: "data", isFile: true),
    Column(table: "shealth.other", name: "data", isFile: false),
    Column(table: "shealth.badge", name: "extra_data", isFile: false),
    Column(table: "shealth.sleep", name: "extra_data", isFile: true),
    Column(table: "shealth.best_records", name: "extra_data", isFile: true),
  ])
  func `the table decides whether a column names files`(_ column: Column) throws {
    let type = "com.samsung.\(column.table)"
    let reading = try SamsungExportReading([
      ("t.csv", samsungText(type, "\(column.name),datauuid", ["f.json,a1,"])),
      ("jsons/\(type)/f/f.json", #"[{"v":1}]"#),
    ])
    #expect((reading.parts != [""]) == column.isFile)
  }

  @Test func `files are thousands and each is opened once, in its turn`() throws {
    let type = "com.samsung.health.hrv"
    let count = 3000
    let reading = try SamsungExportReading(
      [
        (
          "t.csv",
          samsungText(type, "binning_data,datauuid", (0..<count).map { "\($0).json,u\($0)," })
        )
      ]
        + (0..<count).map { ("jsons/\(type)/\($0 % 10)/\($0).json", "[{\"sdnn\":\($0)}]") })
    #expect(reading.parts == (0..<count).map { "<binning_data @sdnn=\($0)>" })
    #expect(reading.notes == [])
  }
}
