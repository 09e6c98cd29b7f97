import Testing

@testable import DeviceExports

@Suite struct SamsungSideFileContents {
  struct Case: Sendable {
    var json: String
    var parts: String
    var note: String?

    init(_ json: String, _ parts: String, note: String? = nil) {
      self.json = json
      self.parts = parts
      self.note = note
    }
  }

  @Test(arguments: [
    Case(
      #"[{"heart_rate":60.0,"heart_rate_max":61,"start_time":1767261600000},{"heart_rate":"x"}]"#,
      "<binning_data @heart_rate=60.0 @heart_rate_max=61 @start_time=1767261600000>"
        + " <binning_data @heart_rate=x>"),
    // What is written is kept: the form of numbers, escapes resolved, words, nothing at all.
    Case(
      #"[{"a":1e3,"b":-0.0,"c":"\u00e9\n","d":true,"e":null,"f":{},"g":[]}]"#,
      "<binning_data @a=1e3 @b=-0.0 @c=é\n @d=true @e=- @f={} @g=[]>"),
    Case(
      #"[{"a":{"b":{"c":1}},"d":[1,[2,3]],"e":[{"f":4},{"f":5}]}]"#,
      "<binning_data @a.b.c=1 @d.0=1 @d.1.0=2 @d.1.1=3 @e.0.f=4 @e.1.f=5>"),
    // The same time may stand twice, and the same key: both are kept.
    Case(
      #"[{"start_time":1,"heart_rate":90},{"start_time":1,"distance":2.0,"distance":3}]"#,
      "<binning_data @start_time=1 @heart_rate=90>"
        + " <binning_data @start_time=1 @distance=2.0 @distance=3>"),
    Case(
      "[1,\"x\",null]", "<binning_data @value=1> <binning_data @value=x> <binning_data @value=->"),
    Case("[[1,2],{}]", "<binning_data @0=1 @1=2> <binning_data>"),
    Case("17", "<binning_data @value=17>"),
    // An object is one part, and its arrays of objects are parts of their own.
    Case(
      #"{"pool_length":25,"lengths":[{"duration":1,"x":[2]},{"duration":3}],"unit":"m"}"#,
      "<binning_data @pool_length=25 @unit=m> <binning_data.lengths @duration=1 @x.0=2>"
        + " <binning_data.lengths @duration=3>"),
    Case(
      #"{"max_hr":180,"heart_rate":{"at":1,"zones":[{"min":2}]},"values":[1,2],"mixed":[1,{}]}"#,
      "<binning_data @max_hr=180 @heart_rate.at=1 @values.0=1 @values.1=2 @mixed.0=1 @mixed.1={}>"
        + " <binning_data.heart_rate.zones @min=2>"),
    Case(
      #"{"data":[{"acc":[1,2],"rri_info":[[3,4],[5]]}]}"#,
      "<binning_data.data @acc.0=1 @acc.1=2 @rri_info.0.0=3 @rri_info.0.1=4 @rri_info.1.0=5>"),
    Case("[]", "", note: "side_file_empty"), Case("{}", "", note: "side_file_empty"),
    Case("null", "", note: "side_file_empty"), Case("", "", note: "side_file_empty"),
    Case(" \n", "", note: "side_file_empty"),
    Case("{", "", note: "side_file_damaged"), Case("[{}", "", note: "side_file_damaged"),
    Case("[{\"a\":1}] x", "", note: "side_file_damaged"),
    Case("<xml/>", "", note: "side_file_damaged"),
  ])
  func `a side file's elements are parts of its row`(_ example: Case) throws {
    let reading = try SamsungExportReading(json: Array(example.json.utf8))
    #expect(reading.parts == [example.parts])
    #expect(
      reading.rows.first?.hasPrefix("@binning_data=a1.binning_data.json @datauuid=a1") == true)
    #expect(
      reading.notes
        == (example.note.map { ["\($0) x1 com.samsung.shealth.stress.1234567890.csv line 3"] } ?? [])
    )
    #expect(reading.summary.complete)
  }

  @Test(arguments: [true, false])
  func `gzip is seen by its first bytes`(_ isWhole: Bool) throws {
    let json = Array(#"[{"a":1}]"#.utf8)
    let bytes = isWhole ? gzip(json) : Array(gzip(json).dropLast(12))
    let reading = try SamsungExportReading(json: bytes)
    #expect(reading.parts == [isWhole ? "<binning_data @a=1>" : ""])
    #expect(reading.codes == (isWhole ? [] : ["side_file_damaged"]))
  }

  @Test(arguments: [true, false])
  func `a mark of the byte order is no part of the JSON`(_ isGzip: Bool) throws {
    let json = [0xEF, 0xBB, 0xBF] + Array(#"[{"a":1}]"#.utf8)
    let reading = try SamsungExportReading(json: isGzip ? gzip(json) : json)
    #expect(reading.parts == ["<binning_data @a=1>"] && reading.codes == [])
  }

  struct Limit: Sendable, CustomTestStringConvertible {
    var json: String
    var isGzip = false
    var change: @Sendable (inout SamsungSideFileLimits) -> Void = { _ in }
    var fits: Bool

    var testDescription: String { "\(json.prefix(20))… of \(json.utf8.count) bytes, fits: \(fits)" }
  }

  private static let hundred = "[" + (0..<100).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]"

  @Test(arguments: [
    Limit(json: hundred, change: { $0.partsPerRow = 100 }, fits: true),
    Limit(json: hundred, change: { $0.partsPerRow = 99 }, fits: false),
    Limit(json: "{\"a\":1,\"b\":[{\"c\":2}]}", change: { $0.partsPerRow = 1 }, fits: false),
    Limit(json: hundred, change: { $0.bytesPerFile = hundred.utf8.count }, fits: true),
    Limit(json: hundred, change: { $0.bytesPerFile = hundred.utf8.count - 1 }, fits: false),
    Limit(json: hundred, change: { $0.bytesPerPiece = 100 }, fits: false),
    Limit(json: hundred, change: { $0.bytesPerPiece = 0 }, fits: false),
    Limit(
      json: hundred, isGzip: true, change: { $0.bytesPerFile = hundred.utf8.count }, fits: true),
    Limit(
      json: hundred, isGzip: true, change: { $0.bytesPerFile = hundred.utf8.count - 1 }, fits: false
    ),
    Limit(
      json: String(repeating: " ", count: 3 << 20), isGzip: true,
      change: { $0.bytesPerFile = 1 << 16 }, fits: false),
    Limit(json: "[[[[1]]]]", change: { $0.depth = 4 }, fits: true),
    Limit(json: "[[[[1]]]]", change: { $0.depth = 3 }, fits: false),
    Limit(json: "[{\"\(String(repeating: "k", count: 1024))\":1}]", fits: true),
    Limit(json: "[{\"\(String(repeating: "k", count: 1025))\":1}]", fits: false),
  ])
  func `a side file over a limit is told, and its row is kept without it`(_ limit: Limit) throws {
    var options = SamsungReaderOptions()
    limit.change(&options.sideLimits)
    let json = Array(limit.json.utf8)
    let reading = try SamsungExportReading(json: limit.isGzip ? gzip(json) : json, options: options)
    #expect(reading.rows.count == 1)
    #expect((reading.parts != [""]) == limit.fits)
    #expect(reading.codes == (limit.fits ? [] : ["side_files_over_limit"]))
  }

  @Test func `long keys around many leaves do not grow without bound`() throws {
    let leaves = (0..<5000).map { "\"\($0)\":1" }.joined(separator: ",")
    let json = "[{\"\(String(repeating: "k", count: 1000))\":{\(leaves)}}]"
    let reading = try SamsungExportReading(json: Array(json.utf8))
    #expect(reading.parts == [""])
    #expect(reading.codes == ["side_files_over_limit"])
  }

  @Test func `a file over a limit costs its row no other file`() throws {
    let type = "com.samsung.shealth.exercise"
    var options = SamsungReaderOptions()
    options.sideLimits.partsPerRow = 2
    let reading = try SamsungExportReading(
      [
        (
          "\(type).csv",
          samsungText(
            type, "live_data,location_data,sensing_status,datauuid", ["l.json,p.json,s.json,a1,"])
        ),
        ("jsons/\(type)/l.json", "[1]"), ("jsons/\(type)/p.json", "[1,2]"),
        ("jsons/\(type)/s.json", "[3]"),
      ], options: options)
    #expect(reading.parts == ["<live_data @value=1> <sensing_status @value=3>"])
    #expect(reading.codes == ["side_files_over_limit"])
  }

  @Test func `a file with a wrong checksum is read as it is and told`() throws {
    let type = "com.samsung.shealth.stress"
    let table = ZipBuilder.Member(
      "t.csv", samsungText(type, "binning_data,datauuid", ["b.json,a1,"]))
    let file = ZipBuilder.Member("jsons/\(type)/b.json", "[1]").with { $0.checksum = 1 }
    let reading = try SamsungExportReading(open(ZipBuilder(table, file)))
    #expect(reading.parts == ["<binning_data @value=1>"])
    #expect(reading.notes == ["side_file_damaged x1 t.csv line 3"])
  }

  @Test func `a file that cannot be unpacked is told, and its row is kept`() throws {
    let type = "com.samsung.shealth.stress"
    let table = ZipBuilder.Member(
      "t.csv", samsungText(type, "binning_data,datauuid", ["b.json,a1,"]))
    let file = ZipBuilder.Member("jsons/\(type)/b.json", "[1]").with { $0.flags = 1 }
    let reading = try SamsungExportReading(open(ZipBuilder(table, file)))
    #expect(reading.rows == ["@binning_data=b.json @datauuid=a1"])
    #expect(reading.notes == ["side_file_unreadable x1 t.csv line 3"])
    #expect(reading.summary.complete)
  }
}
