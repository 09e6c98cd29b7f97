import HealthRecords
import Testing

@testable import DeviceExports

private let route = """
  <?xml version="1.0" encoding="UTF-8"?>
  <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="u" x:schemaLocation="a b">
    <metadata><time>2026-01-01T00:00:00Z</time></metadata>
    <trk><name>Route</name><trkseg>
      <trkpt lon="-0.5" lat="1.25"><ele>246.02</ele><time> 2024-01-18T13:54:28Z </time>
        <extensions><speed>3.5</speed><hAcc>1.6&amp;</hAcc></extensions></trkpt>
      <trkpt lon="0.5" lat="1.5"><time>2024-01-18T13:54:30Z</time></trkpt>
    </trkseg></trk>
  </gpx>
  """

private let points =
  " <trkpt @lon=-0.5 @lat=1.25 @ele=246.02 @time=2024-01-18T13:54:28Z @speed=3.5 @hAcc=1.6&>"
  + " <trkpt @lon=0.5 @lat=1.5 @time=2024-01-18T13:54:30Z>"

@Suite struct `Routes beside an export` {
  private let workout = #"""
     <Workout>
      <WorkoutRoute>
       <MetadataEntry key="k" value="v"/>
       <FileReference path="/workout-routes/a &amp; b.gpx"/>
      </WorkoutRoute>
     </Workout>
    """#

  private func readRoute(
    _ files: [String: String], _ elements: String? = nil
  ) throws -> Run {
    let careful = try read(
      export(elements ?? workout), sideFiles: files.mapValues { Array($0.utf8) },
      options: .small(lanes: 1))
    let fast = try read(
      export(elements ?? workout), sideFiles: files.mapValues { Array($0.utf8) },
      options: .small(lanes: 2))
    #expect(fast.outputs == careful.outputs)
    #expect(fast.facts == careful.facts)
    return careful
  }

  @Test func `give their points to the workout's route`() throws {
    let run = try readRoute(["workout-routes/a & b.gpx": route])
    #expect(
      run.samples == [
        "0 workout HKWorkoutTypeIdentifier line=2",
        "1 workoutRoute HKWorkoutRouteTypeIdentifier line=3 parent=0 #k=v"
          + " <FileReference @path=/workout-routes/a & b.gpx>" + points,
      ])
    #expect(run.codes == [:])
  }

  @Test func `that are missing leave the route without points`() throws {
    let run = try readRoute([:])
    #expect(run.samples.count == 2)
    #expect(run.codes == ["side_file_missing": 1])
  }

  @Test func `that no workout names are samples of their own`() throws {
    let run = try readRoute(["workout-routes/x.gpx": route], "")
    #expect(
      run.samples == [
        "0 workoutRoute HKWorkoutRouteTypeIdentifier line=0 start=1705586068000 end=1705586070000"
          + " @path=/workout-routes/x.gpx" + points
      ])
    #expect(run.codes == ["route_without_workout": 1])
    #expect(run.summary.pieces == 2)
    #expect(run.outputs.map(\.resumePoint) == [1, 2])
  }

  @Test func `are left alone when the export is cut short`() throws {
    let cut = String(export("").dropLast(15))
    let run = try read(cut, sideFiles: ["workout-routes/x.gpx": Array(route.utf8)])
    #expect(run.samples == [])
    #expect(run.codes == ["truncated_export": 1])
  }

  @Test(arguments: [
    "../x", "/../x", "a/../../x", "a//b", "./a", "", "/", "a\\b", "a/..",
    String(repeating: "a", count: 2000),
  ])
  func `are never looked for outside the export`(_ path: String) throws {
    let run = try read(
      export(#" <Workout><WorkoutRoute><FileReference path="\#(path)"/></WorkoutRoute></Workout>"#),
      sideFiles: ["x": Array(route.utf8), "": Array(route.utf8)])
    #expect(run.codes == ["side_file_missing": 1])
  }

  @Test func `that end early keep the points before`() throws {
    let whole = Array(route.utf8)
    for length in stride(from: 0, to: whole.count, by: 7) {
      let reader = RouteReader(partLimit: 100, byteLimit: 1 << 20)
      #expect(!reader.read(Array(whole[..<length])))
      #expect(reader.collector.parts.count <= 2)
    }
    let cut = String(route.prefix(route.utf8.count - 10))
    let run = try readRoute(["workout-routes/a & b.gpx": cut])
    #expect(run.samples.last?.hasSuffix(points) == true)
    #expect(run.codes == ["side_file_damaged": 1])
  }

  @Test func `expand no entity and fetch nothing`() throws {
    let bomb =
      "<!DOCTYPE gpx [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>"
      + "<gpx><trkpt lat=\"1\"><ele>2</ele></trkpt><trkpt lat=\"&b;\"><ele>&f;</ele></trkpt></gpx>"
    let run = try readRoute(["workout-routes/a & b.gpx": bomb])
    #expect(run.samples.last?.hasSuffix(" <trkpt @lat=1 @ele=2>") == true)
    #expect(run.codes == ["side_file_damaged": 1])
  }

  @Test func `over the limits keep what fits`() {
    let many = "<gpx>" + String(repeating: "<trkpt lat=\"1\"/>", count: 10) + "</gpx>"
    let few = RouteReader(partLimit: 3, byteLimit: 1 << 20)
    #expect(few.read(Array(many.utf8)))
    #expect([few.collector.parts.count, few.collector.omitted] == [3, 7])
    let small = RouteReader(partLimit: 100, byteLimit: 100)
    #expect(small.read(Array(many.utf8)))
    #expect(small.collector.parts.count + small.collector.omitted == 10)
    #expect(small.collector.omitted > 0)
  }

  @Test func `fields over the limits are counted, and the others of their point kept`() throws {
    let long = String(repeating: "x", count: 1 << 16)
    let point =
      "<gpx><trkpt lat=\"1\"><cmt>\(long)</cmt><desc>\(long)y</desc><sym>z</sym></trkpt></gpx>"
    let run = try readRoute(["workout-routes/a & b.gpx": point])
    #expect(run.samples.last?.hasSuffix(" <trkpt @lat=1 @cmt=\(long) @sym=z>") == true)
    #expect(run.codes == ["point_fields_omitted": 1])

    let names = (0..<70).map { "<e\($0)>\($0)</e\($0)>" }.joined()
    let reader = RouteReader(partLimit: 10, byteLimit: 1 << 20)
    #expect(reader.read(Array("<gpx><trkpt>\(names)</trkpt></gpx>".utf8)))
    #expect(reader.collector.lastFields.count == 64)
    #expect(reader.collector.omittedFields == 6)
  }

  @Test func `longer than the limit are told of`() throws {
    var options = ReaderOptions.small(lanes: 2)
    options.limits.sideFileBytes = 10
    let run = try read(
      export(workout), sideFiles: ["workout-routes/a & b.gpx": Array(route.utf8)],
      options: options)
    #expect(run.codes == ["side_file_unreadable": 1])
  }
}

@Suite struct `Electrocardiograms beside an export` {
  private let table = #"""
    Name
    Date of Birth,"Jan 1, 1980"
    Recorded Date,2022-02-05 20:55:07 -0500
    Classification,Sinus "Rhythm"
    Symptoms,
    Software Version,1.90
    Device,"Watch6,7 ""x"""
    Sample Rate,512 hertz


    Lead,Lead I
    Unit,µV

    -107.825
    3
    +0.5

    """#

  private func readTable(_ text: String) -> ElectrocardiogramTable {
    ElectrocardiogramTable(Array(text.utf8))
  }

  @Test func `are samples with their header and voltages`() throws {
    let run = try read(
      export(""), sideFiles: ["electrocardiograms/a.csv": Array(table.utf8)])
    #expect(
      run.samples == [
        "0 electrocardiogram HKDataTypeIdentifierElectrocardiogram line=0"
          + " device=Watch6,7 \"x\" start=1644112507000"
          + " end=1644112507006 offset=-300 @sampleRate=512 @Name= @Date of Birth=Jan 1, 1980"
          + " @Recorded Date=2022-02-05 20:55:07 -0500 @Classification=Sinus \"Rhythm\" @Symptoms="
          + " @Software Version=1.90 @Device=Watch6,7 \"x\" @Sample Rate=512 hertz @Lead=Lead I"
          + " @Unit=µV document=-107.825\n3\n0.5\n"
      ])
    #expect(run.summary.writtenOffsets == [])
    #expect(run.codes == [:])
  }

  @Test func `are read in any language and line ending`() {
    let text = "名前\r\n記録日,2022-02-05 20:55:07 -0500\r\nサンプルレート,512.844ヘルツ\r\n\r\n-265,868\r\n12\r\n"
    let read = readTable("\u{FEFF}" + text)
    #expect(
      read.header.map { String(decoding: $0.label, as: UTF8.self) } == ["名前", "記録日", "サンプルレート"])
    #expect(String(decoding: read.voltages, as: UTF8.self) == "-265.868\n12\n")
    #expect(read.rate == 512.844)
    #expect(read.recorded?.milliseconds == 1_644_112_507_000)
    #expect(read.strangeLines == 0)
  }

  @Test(arguments: [
    "1.2.3", "1,2,3", "1.000,5", "-", "", "1e5", "0x1", "--1", "1-", "NaN", "1 2", ".",
  ])
  func `leave out lines that are no number`(_ line: String) {
    let read = readTable("a,b\n1\n\(line)\n2\n")
    #expect(String(decoding: read.voltages, as: UTF8.self) == "1\n2\n")
    #expect(read.sampleCount == 2)
    #expect(read.strangeLines == (line.isEmpty ? 0 : 1))
  }

  @Test(
    arguments: [
      ("512 hertz", 512.0), ("513.992 hertz", 513.992), ("512,5\u{A0}Hz", 512.5), ("512", nil),
      ("512. hertz", nil), ("hertz", nil), ("1 hertz", nil), ("99999 hertz", nil),
      ("1..2 hertz", nil), ("", nil),
    ] as [(String, Double?)])
  func `have a rate where a value looks like one`(_ value: String, _ rate: Double?) {
    let read = readTable("a,2022-02-05 20:55:07 -0500\nb,\"\(value)\"\n1\n")
    #expect(read.rate == rate)
  }

  @Test(
    arguments: [
      (["a", "b", "c", "\"Watch6,7\"", "512 Hertz"], "Watch6,7"),
      (["a", "b", "c", "", "512 Hertz"], nil), (["a", "b", "\"Watch6,7\"", "512 Hertz"], nil),
      (["a", "b", "c", "\"Watch6,7\"", "d", "512 Hertz"], nil), (["512 Hertz"], nil),
      (["a", "b", "c", "\"Watch6,7\"", "d"], nil), ([], nil),
    ] as [([String], String?)])
  func `name their device by its place between date and rate`(
    _ values: [String], _ device: String?
  ) {
    let lines = ["2022-02-05 20:55:07 -0500"] + values
    let read = readTable("x\n" + lines.map { "x,\($0)\n" }.joined() + "1\n")
    #expect(read.device.map { String(decoding: $0, as: UTF8.self) } == device)
  }

  @Test func `without voltages are counted as rejected`() throws {
    let run = try read(
      export(""),
      sideFiles: ["electrocardiograms/a.csv": [], "electrocardiograms/b.csv": Array("x,y".utf8)])
    #expect(run.samples == [])
    #expect(run.summary.rejectedTypes == ["HKDataTypeIdentifierElectrocardiogram": 2])
    #expect(run.codes == ["side_file_damaged": 2])
  }

  @Test func `cut anywhere give a prefix`() {
    let bytes = Array(table.utf8)
    let whole = ElectrocardiogramTable(bytes)
    for length in 0..<bytes.count {
      let part = ElectrocardiogramTable(Array(bytes[..<length]))
      #expect(part.sampleCount <= whole.sampleCount)
      #expect(whole.header.starts(with: part.header.dropLast()))
    }
  }
}

@Suite struct `Clinical documents beside an export` {
  @Test func `that no record names are only told of`() throws {
    let record =
      #" <ClinicalRecord type="T" resourceFilePath="/clinical-records/a.json"/>"#
    let files = ["clinical-records/a.json", "clinical-records/b.json"]
    let run = try read(
      export(record),
      sideFiles: Dictionary(uniqueKeysWithValues: files.map { ($0, Array("[]".utf8)) }))
    #expect(
      run.samples == [
        "0 clinicalRecord T line=2 @resourceFilePath=/clinical-records/a.json document=[]"
      ])
    #expect(
      run.summary.diagnostics.all.map(\.first)
        == [InputPosition(member: "clinical-records/b.json")])
  }

  @Test(arguments: [1, 2]) func `stay known to a run that goes on`(_ lanes: Int) throws {
    let padding = String(repeating: " <Record type=\"T\"/>\n", count: 20)
    let text = export(
      #" <ClinicalRecord type="T" resourceFilePath='/clinical-records/a.json'/>"# + "\n"
        + " <Workout><WorkoutRoute><FileReference\n path = \"/workout-routes/r.gpx\"/></WorkoutRoute></Workout>\n"
        + padding)
    let files = ["clinical-records/a.json": [], "workout-routes/r.gpx": Array(route.utf8)]
    var options = ReaderOptions.small(lanes: lanes, pieceBytes: 300)
    let whole = try read(text, sideFiles: files, options: options)
    #expect(whole.codes == [:])
    options.skipPieces = 1
    let rest = try read(text, sideFiles: files, options: options)
    #expect(rest.codes == [:])
    #expect(rest.outputs == Array(whole.outputs.dropFirst()))
  }
}

@Suite struct `Electrocardiograms that cannot be read` {
  @Test(arguments: [1, 2]) func `are rejected records`(lanes: Int) throws {
    var options = ReaderOptions.small(lanes: lanes)
    options.limits.electrocardiogramBytes = 10
    let run = try read(
      export(""), sideFiles: ["electrocardiograms/e.csv": Array(repeating: 0x31, count: 11)],
      options: options)
    #expect(run.codes == ["side_file_unreadable": 1])
    #expect(run.summary.rejectedTypes == ["HKDataTypeIdentifierElectrocardiogram": 1])
  }

  @Test func `are not waited for when no lane has begun with them`() {
    let ring = PieceRing<Int>(byteLimit: 1, hasLanes: true, sidePaths: ["a", "b"])
    #expect(ring.sideFile(ofPath: "c") == nil)
    #expect(ring.sideFile(ofPath: "a") == nil)
    #expect(ring.sideFile(ofPath: "a") == nil)
    ring.end(nil)
    #expect(ring.takeSidePath() == "b")
    ring.put(PieceRing.SideFile(output: 7, facts: PieceFacts()), ofPath: "b")
    #expect(ring.sideFile(ofPath: "b")?.output == 7)
    #expect(ring.sideFile(ofPath: "b") == nil)
    #expect(ring.takeSidePath() == nil)
  }
}

@Suite struct `Going on behind pieces that hold markup` {
  @Test(arguments: [1, 2]) func `an end tag that is no tag ends nothing`(lanes: Int) throws {
    let lines = (0..<40).map { " <Record type=\"T\" value=\"\($0)\"/>" }
    let text = export(
      ([
        "<!-- </HealthData> <FileReference path=\"/workout-routes/r.gpx\"/> -->",
        " <![CDATA[</HealthData>]]>",
      ] + lines).joined(separator: "\n"))
    let files = ["workout-routes/r.gpx": Array(route.utf8)]
    var options = ReaderOptions.small(lanes: lanes, pieceBytes: 200)
    let whole = try read(text, sideFiles: files, options: options)
    for skip in 1..<whole.outputs.count {
      options.skipPieces = skip
      let rest = try read(text, sideFiles: files, options: options)
      #expect(rest.outputs == whole.outputs.filter { $0.index >= skip })
    }
  }
}

@Suite struct `Entry points for fuzzing` {
  @Test(arguments: [
    "", "<HealthData>", smallExport, "<HealthData>\n <Record type=\"T\"/>\n</HealthData>", "\u{0}",
    "2024-01-01 00:00:00 +0000", route,
  ])
  func `take any bytes`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(AppleHealthProbe.exportXML(bytes) != nil)
    #expect(AppleHealthProbe.piece(bytes) != nil)
    #expect(AppleHealthProbe.electrocardiogram(bytes) >= 0)
    #expect(AppleHealthProbe.route(bytes) != nil)
    #expect((AppleHealthProbe.date(bytes) != 0) == (text.utf8.count == 25))
  }

  @Test func `tell one piece from another by every field`() {
    let fields = [
      "", "unit=\"u\"", "sourceName=\"s\"", "sourceVersion=\"v\"", "device=\"d\"", "value=\"\"",
      "value=\"1\"", "value=\"2\"", "startDate=\"2024-01-01 00:00:00 +0000\"",
      "startDate=\"2024-01-01 01:00:00 +0100\"", "endDate=\"2024-01-01 00:00:00 +0000\"",
      "creationDate=\"2024-01-01 00:00:00 +0000\"", "other=\"1\"", "another=\"1\"",
    ]
    let pieces =
      fields.map { " <Record type=\"T\" \($0)/>" } + [
        "\n <Record type=\"T\"/>",
        " <Record type=\"T\"><MetadataEntry key=\"k\" value=\"1\"/></Record>",
        " <Record type=\"T\"><MetadataEntry key=\"k\" value=\"2\"/></Record>",
        " <Record type=\"T\"><Part/></Record>", " <Record type=\"T\"><Part a=\"1\"/></Record>",
        " <Record type=\"T\"><Part><MetadataEntry key=\"k\" value=\"1\"/></Part></Record>",
      ]
    let digests = pieces.map { AppleHealthProbe.piece(Array($0.utf8)) }
    #expect(!digests.contains(nil))
    #expect(Set(digests).count == pieces.count)
  }
}
