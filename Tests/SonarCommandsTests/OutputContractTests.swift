import Foundation
import SonarCommands
import Testing

/// What the commands print, byte for byte.
@Suite struct OutputContracts {
  private static func kinds(_ place: Workplace) throws -> String {
    try place.file("kinds.xml", HandmadeExport.everyKind.xml)
  }

  /// The output with the test's paths and the time it took replaced.
  private static func comparable(_ text: String, _ place: Workplace) -> String {
    text.replacingOccurrences(of: place.path("kinds.xml"), with: "INPUT")
      .replacingOccurrences(of: place.path("store.db"), with: "STORE")
      .replacing(/"seconds":[0-9.e-]+/, with: "\"seconds\":SECONDS")
      .replacing(/in [0-9]+\.[0-9]{2} s/, with: "in SECONDS s")
  }

  @Test func `the JSON report keeps its contract`() throws {
    let place = try Workplace()
    let run = try place.sonar(
      "import", try Self.kinds(place), "--into", place.path("store.db"), "--json")
    #expect(run.code == .success && run.errors.isEmpty)
    #expect(Self.comparable(run.output, place) == GoldenOutputs.report)
    #expect(try run.report().inputs.first?.balances == true)
  }

  @Test func `people get a table with the same figures`() throws {
    let place = try Workplace()
    let run = try place.sonar("import", try Self.kinds(place), "--into", place.path("store.db"))
    #expect(run.code == .success && run.errors.isEmpty)
    #expect(Self.comparable(run.output, place) == GoldenOutputs.table)
  }

  @Test func `records are written as canonical NDJSON or as CSV`() throws {
    let place = try Workplace()
    _ = try place.imported(try Self.kinds(place))
    #expect(try place.records() == GoldenOutputs.records)
    let rows = try place.sonar("export", place.path("store.db"), "--format", "csv")
    #expect(rows.code == .success && rows.errors.isEmpty)
    #expect(rows.output == GoldenOutputs.rows)
  }

  @Test func `a store that may not be written is exported all the same`() async {
    // In a process of its own, which gives up the right to write everything.
    await #expect(processExitsWith: .success) {
      let place = try Workplace()
      let kinds = try OutputContracts.kinds(place)
      try place.file("locked/beside.txt", "")
      let (folder, store) = (place.path("locked"), place.path("locked/store.db"))
      // The second time the store gets its write-ahead log.
      for _ in 0..<2 { _ = try place.imported(kinds, into: "locked/store.db") }
      try #require(chmod(store, 0o444) == 0 && chmod(folder, 0o555) == 0)
      try #require(chmod(place.path("."), 0o777) == 0)
      if geteuid() == 0 { try #require(setegid(65_534) == 0 && seteuid(65_534) == 0) }
      let lines = try place.sonar("export", store)
      let rows = try place.sonar("export", store, "--format", "csv")
      if getuid() == 0 { try #require(seteuid(0) == 0) }
      try #require(chmod(folder, 0o755) == 0)
      try #require(lines.output == GoldenOutputs.records && lines.errors.isEmpty)
      try #require(rows.output == GoldenOutputs.rows && rows.errors.isEmpty)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      try #require(names.sorted() == ["beside.txt", "store.db"])
    }
  }

  @Test func `a journal that may not be settled is said with what to do`() async {
    await #expect(processExitsWith: .success) {
      let place = try Workplace()
      _ = try place.imported(try OutputContracts.kinds(place))
      try place.file("store.db-journal", "what a killed import left")
      try #require(chmod(place.path("store.db"), 0o444) == 0 && chmod(place.path("."), 0o777) == 0)
      if geteuid() == 0 { try #require(setegid(65_534) == 0 && seteuid(65_534) == 0) }
      let run = try place.sonar("export", place.path("store.db"))
      if getuid() == 0 { try #require(seteuid(0) == 0) }
      try #require(run.code == .noPermission && run.output.isEmpty)
      try #require(run.errors.contains("copy the file with those beside it"))
    }
  }

  @Test(arguments: ["no_such_type", "heart_rat", "heart_rate,workout"])
  func `a type that neither the tables nor the store know is a usage error`(
    _ type: String
  ) throws {
    let place = try Workplace()
    _ = try place.imported(try Self.kinds(place))
    let run = try place.sonar(["export", place.path("store.db"), "--type", type])
    #expect(run.code == .usage)
    #expect(run.output == "")
    #expect(run.errors.contains("is no record type"))
  }

  @Test(
    arguments: [
      (["--type", "heart_rate"], ["heart_rate"]),
      (["--type", "heart_rate", "--type", "workout"], ["heart_rate", "workout"]),
      (["--from", "2024-02-05"], ["activity_summary", "blood_pressure", "workout"]),
      (["--from", "2024-02-06"], ["activity_summary", "workout"]),
      (["--from", "2024-02-07"], []),
      (["--to", "2024-02-01"], ["characteristics", "heart_rate"]),
      (["--from", "2024-02-02", "--to", "2024-02-04"], ["body_mass", "sleep_stage", "unknown"]),
      (["--type", "workout", "--to", "2024-02-05"], []),
    ] as [([String], [String])])
  func `filters leave out what they say`(words: [String], types: [String]) throws {
    let place = try Workplace()
    _ = try place.imported(try Self.kinds(place))
    let lines = try place.sonar(["export", place.path("store.db")] + words)
    let rows = try place.sonar(["export", place.path("store.db"), "--format", "csv"] + words)
    #expect(lines.code == .success && rows.code == .success)
    let found = try lines.output.split(separator: "\n").map {
      try JSONDecoder().decode(Typed.self, from: Data($0.utf8)).type
    }
    #expect(found.sorted() == types)
    let cells = rows.output.split(separator: "\n").dropFirst().map {
      String($0.split(separator: ",")[1])
    }
    #expect(cells.sorted() == types)
  }

  private struct Typed: Decodable {
    var type: String
  }

  @Test func `--strict fails for a rejected record and for nothing else`() throws {
    let place = try Workplace()
    let good = try place.file(
      "good.xml", HandmadeExport(elements: HandmadeExport.heartRates(0..<2)).xml)
    let kinds = try Self.kinds(place)
    #expect(try place.sonar("inspect", kinds, "--strict").code == .rejectedRecords)
    #expect(try place.sonar("inspect", good, "--strict").code == .success)
    #expect(
      try place.sonar("inspect", kinds, place.path("missing"), "--strict").code == .inputDamaged)
    let words = ["import", kinds, "--into", place.path("store.db"), "--strict"]
    #expect(try place.sonar(words).code == .rejectedRecords)
    #expect(try place.records() == GoldenOutputs.records, "what is good is imported all the same")
  }

  @Test func `--quiet prints nothing, and with --json only the report`() throws {
    let place = try Workplace()
    let kinds = try Self.kinds(place)
    for words in [["inspect", kinds], ["import", kinds, "--into", place.path("store.db")]] {
      let quiet = try place.sonar(words + ["--quiet"])
      #expect(quiet.code == .success && quiet.output.isEmpty && quiet.errors.isEmpty)
    }
    let report = try place.sonar("inspect", kinds, "--quiet", "--json")
    #expect(try report.report().inputs.first?.recordsRead == 15)
    #expect(report.errors.isEmpty)
  }

  @Test func `an export is read from a pipe too`() throws {
    let place = try Workplace()
    let whole = try place.sonar("inspect", try Self.kinds(place), "--json").report()
    let pipe = place.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let bytes = Data(HandmadeExport.everyKind.xml.utf8)
    let writer = Thread {
      // Waits in open(2) for the reader.
      let handle = FileHandle(forWritingAtPath: pipe)
      try? handle?.write(contentsOf: bytes)
      try? handle?.close()
    }
    writer.start()
    let run = try place.sonar("inspect", pipe, "--json")
    #expect(run.code == .success)
    let input = try #require(try run.report().inputs.first)
    #expect(input.bytes == bytes.count)
    #expect(input.recordsRead == 15 && input.balances)
    #expect(input.byType == whole.inputs.first?.byType)
  }
}
