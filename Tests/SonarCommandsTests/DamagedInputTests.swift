import Foundation
import SampleExports
import SonarCommands
import Testing

/// Whatever is wrong with an input: what could be read is counted, and the end says so.
@Suite struct DamagedInputs {
  /// A plain export and its zip, with the records that the whole holds.
  private struct Whole {
    let xml: [UInt8]
    let zip: [UInt8]
    let report: Report.Input

    init(_ place: Workplace) throws {
      var configuration = AppleHealthSample.Configuration(seed: 5, size: .days(1))
      configuration.recordsPerDay = 25
      configuration.features = [.correlations, .activitySummaries, .duplicates, .syncVersions]
      let output = MemoryOutput()
      let sink = MemorySink()
      _ = try AppleHealthSample(configuration: configuration).writeZip(to: output)
      _ = try AppleHealthSample(configuration: configuration).write(into: sink)
      zip = output.bytes
      xml = try #require(sink.files.first).bytes
      report = try #require(
        try place.sonar("inspect", try place.file("whole.xml", xml), "--json").report().inputs.first
      )
    }
  }

  private static func check(
    _ run: Ended, against whole: Report.Input, _ place: String
  ) throws {
    #expect(run.code == .inputDamaged, "\(place)")
    let input = try #require(try run.report().inputs.first)
    #expect(input.balances, "\(place)")
    #expect(!input.complete && input.diagnostics.contains { $0.severity == "error" }, "\(place)")
    #expect(input.recordsRead <= whole.recordsRead, "\(place)")
    let read = Dictionary(uniqueKeysWithValues: whole.byType.map { ($0.nativeType, $0.read) })
    for type in input.byType {
      #expect(type.read <= read[type.nativeType] ?? 0, "\(place): \(type.nativeType)")
    }
  }

  /// Two hundred places spread evenly, the ends among them.
  private static func places(_ count: Int) -> [Int] {
    Set((0..<200).map { $0 * (count - 1) / 199 }).sorted()
  }

  @Test func `a plain export cut off anywhere is read as far as it goes`() throws {
    let place = try Workplace()
    let whole = try Whole(place)
    var most = 0
    // The last line break is no loss, so the last cut is inside the closing tag.
    for end in Self.places(whole.xml.count - 2) {
      let path = try place.file("cut.xml", Array(whole.xml.prefix(end)))
      let run = try place.sonar("inspect", path, "--json")
      try Self.check(run, against: whole.report, "plain export cut at \(end)")
      most = max(most, try run.report().inputs[0].recordsRead)
    }
    #expect(most == whole.report.recordsRead)
  }

  @Test func `a zip cut off anywhere is read as far as it goes`() throws {
    let place = try Workplace()
    let whole = try Whole(place)
    var most = 0
    for end in Self.places(whole.zip.count) {
      let path = try place.file("cut.zip", Array(whole.zip.prefix(end)))
      let run = try place.sonar("inspect", path, "--json")
      try Self.check(run, against: whole.report, "zip cut at \(end)", isWhole: true)
      most = max(most, try run.report().inputs[0].recordsRead)
    }
    #expect(most == whole.report.recordsRead)
  }

  private static func check(
    _ run: Ended, against whole: Report.Input, _ place: String, isWhole: Bool
  ) throws {
    let input = try #require(try run.report().inputs.first)
    // Behind its main file a zip may lose nothing but its directory, which is damage all the same.
    guard isWhole, input.complete else { return try check(run, against: whole, place) }
    #expect(run.code == .inputDamaged, "\(place)")
    #expect(input.recordsRead == whole.recordsRead && input.balances, "\(place)")
  }

  @Test(arguments: [0.3, 0.6, 0.95])
  func `what a cut export holds is imported, and the whole one adds the rest`(part: Double) throws {
    let place = try Workplace()
    let whole = try Whole(place)
    let end = Int(Double(whole.xml.count) * part)
    let cut = try place.file("cut.xml", Array(whole.xml.prefix(end)))
    let run = try place.sonar("import", cut, "--into", place.path("store.db"), "--json")
    try Self.check(run, against: whole.report, "cut at \(end)")
    #expect(try run.report().store?.records ?? 0 > 0)
    _ = try place.imported(place.path("whole.xml"))
    _ = try place.imported(place.path("whole.xml"), into: "straight.db")
    #expect(try difference(place.records(), place.records(of: "straight.db")) == [])
  }

  @Test func `statistics of a workout that is cut off are counted under their own name`() throws {
    let place = try Workplace()
    let times = "startDate=\"2024-02-01 07:00:00 +0100\" endDate=\"2024-02-01 07:30:00 +0100\""
    let whole = HandmadeExport(elements: [
      "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"W\" \(times)>",
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" \(times) average=\"120\"/>",
      "CUT",
    ])
    let path = try place.file("a.xml", whole.xml.components(separatedBy: "CUT")[0])
    let run = try place.sonar("inspect", path, "--json")
    #expect(run.code == .inputDamaged)
    let input = try #require(try run.report().inputs.first)
    #expect(input.balances && input.recordsRead == 3 && input.outcomes.rejected == 2)
    #expect(
      input.byType.map(\.nativeType) == ["HKWorkoutTypeIdentifier", "Me", "WorkoutStatistics"])
  }

  @Test func `a wrong checksum is told, and its data are imported`() throws {
    let place = try Workplace()
    var bytes = try Whole(place).zip
    // The checksum of the main file stands in the directory, 16 bytes into its entry, and behind the data.
    let entry = try #require(
      bytes.indices.dropLast(20).first { Array(bytes[$0..<($0 + 4)]) == [0x50, 0x4B, 1, 2] })
    let checksum = Array(bytes[(entry + 16)..<(entry + 20)])
    let places = bytes.indices.dropLast(4).filter { Array(bytes[$0..<($0 + 4)]) == checksum }
    #expect(places.count >= 2)
    for place in places { bytes[place] ^= 0xFF }
    let run = try place.sonar("inspect", try place.file("a.zip", bytes), "--json")
    #expect(run.code == .inputDamaged)
    #expect(try run.report().inputs.first?.codes.contains("crc_mismatch") == true)
  }
}

/// Inputs that hold no export at all.
@Suite struct ForeignInputs {
  private static let clinicalDocument =
    "<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\"></ClinicalDocument>\n"

  private static func lone(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    arguments: [
      ("empty.xml", [], "input_empty"),
      ("empty.zip", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), "archive_empty"),
      ("export_cda.xml", lone(clinicalDocument), "clinical_document_only"),
      ("paper.pdf", lone("%PDF-1.7\n%abc\n1 0 obj\n"), "unrecognized_format"),
      ("export.xml.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0], "unrecognized_format"),
      ("other.db", lone("SQLite format 3\u{0}") + [16, 0, 1, 1], "not_a_database"),
      ("note.txt", lone("heart rate 60"), "unrecognized_format"),
    ] as [(String, [UInt8], String)])
  func `a file that is no export is refused by name`(
    name: String, bytes: [UInt8], code: String
  ) throws {
    let place = try Workplace()
    let path = try place.file(name, bytes)
    let runs = [
      try place.sonar("inspect", path, "--json"),
      try place.sonar("import", path, "--into", place.path("a.db"), "--json"),
    ]
    for run in runs {
      #expect(run.code == .inputDamaged)
      let input = try #require(try run.report().inputs.first)
      #expect(input.codes == [code])
      #expect(!input.complete && input.recordsRead == 0 && input.byType.isEmpty)
      #expect(run.errors.hasPrefix("sonar: ") && run.errors.contains(path))
    }
  }

  @Test func `a folder without an export and a missing file are refused`() throws {
    let place = try Workplace()
    try place.file("folder/readme.txt", "nothing here")
    for (name, code) in [("folder", "export_missing"), ("missing.zip", "not_found")] {
      let run = try place.sonar("inspect", place.path(name), "--json")
      #expect(run.code == .inputDamaged)
      #expect(try run.report().inputs.first?.codes == [code])
    }
  }

  @Test func `an export without any record is an error`() throws {
    let place = try Workplace()
    let path = try place.file(
      "none.xml",
      "<HealthData locale=\"en_FR\">\n <ExportDate value=\"2024-03-01 08:00:00 +0100\"/>\n</HealthData>\n"
    )
    let run = try place.sonar("inspect", path, "--json")
    #expect(run.code == .inputDamaged)
    #expect(try run.report().inputs.first?.codes.contains("no_records") == true)
  }

  @Test func `a bad input does not keep the others out`() throws {
    let place = try Workplace()
    let good = try place.file(
      "good.xml", HandmadeExport(elements: HandmadeExport.heartRates(0..<3)).xml)
    let run = try place.sonar(
      "import", place.path("missing.zip"), good, "--into", place.path("a.db"), "--json")
    #expect(run.code == .inputDamaged)
    let report = try run.report()
    #expect(report.inputs.map(\.codes) == [["not_found"], []])
    #expect(report.inputs.map(\.recordsRead) == [0, 4])
    #expect(report.store?.records == 4)
  }
}
