import Foundation
import SonarCommands
import Testing

/// `--snapshot`, renamed phones and other people, as the command line meets them.
@Suite struct SnapshotCommands {
  private static let heartRate = "HKQuantityTypeIdentifierHeartRate"

  private static func type(_ report: Report, _ name: String = heartRate) -> Report.TypeReport? {
    report.inputs.first?.byType.first { $0.nativeType == name }
  }

  private static func export(
    _ place: Workplace, _ name: String, on date: String, _ elements: [String]
  ) throws -> String {
    try place.file(name, HandmadeExport(exportDate: date, elements: elements).xml)
  }

  /// A hundred heart rates in the older export, of which the newer one lacks two.
  private static func pair(_ place: Workplace) throws -> (older: String, newer: String) {
    let all = HandmadeExport.heartRates(0..<100)
    return (
      try export(place, "older.xml", on: "2024-03-01 08:00:00", all),
      try export(place, "newer.xml", on: "2024-04-01 08:00:00", Array(all.dropFirst(2)))
    )
  }

  @Test func `a snapshot deletes what it lacks and says so`() throws {
    let place = try Workplace()
    let (older, newer) = try Self.pair(place)
    _ = try place.imported(older)
    let report = try place.imported(newer, "--snapshot")
    #expect(report.inputs.first?.tombstoned == 2)
    #expect(Self.type(report)?.tombstoned == 2)
    #expect(Self.type(report)?.read == 98)
    #expect(Self.type(report)?.outcomes == Report.Outcomes(duplicate: 98))
    #expect(report.store?.tombstones == 2)
    let again = try place.imported(newer, "--snapshot")
    #expect(again.inputs.first?.tombstoned == 0)
    #expect(again.inputs.first?.outcomes.changes == 0)
    #expect(again.store == report.store)
  }

  @Test func `without the flag the report counts what a newer export lacks`() throws {
    let place = try Workplace()
    let (older, newer) = try Self.pair(place)
    let stored = try place.imported(older).store?.records
    let report = try place.imported(newer)
    #expect(report.inputs.first?.lacking == 2)
    #expect(Self.type(report)?.lacking == 2)
    #expect(report.inputs.first?.tombstoned == 0)
    #expect(report.store?.records == stored)
  }

  @Test func `an older snapshot that comes later ends in the same store`() throws {
    let place = try Workplace()
    let (older, newer) = try Self.pair(place)
    _ = try place.imported(older, "--snapshot", into: "forth.db")
    _ = try place.imported(newer, "--snapshot", into: "forth.db")
    _ = try place.imported(newer, "--snapshot", into: "back.db")
    let late = try place.imported(older, "--snapshot", into: "back.db")
    #expect(Self.type(late)?.outcomes == Report.Outcomes(duplicate: 98, stale: 2))
    #expect(try difference(place.records(of: "back.db"), place.records(of: "forth.db")) == [])
  }

  @Test func `a snapshot that lacks more than 5 % of a type needs --force`() throws {
    let place = try Workplace()
    let all = HandmadeExport.heartRates(0..<100)
    let older = try Self.export(place, "a.xml", on: "2024-03-01 08:00:00", all)
    let newer = try Self.export(
      place, "b.xml", on: "2024-04-01 08:00:00", Array(all.dropFirst(6)))
    _ = try place.imported(older)
    let records = try place.records()
    let words = ["import", newer, "--into", place.path("store.db"), "--json", "--snapshot"]
    let refused = try place.sonar(words)
    #expect(refused.code == .inputDamaged)
    #expect(refused.errors.contains("HKQuantityTypeIdentifierHeartRate: 6 of 100"))
    #expect(refused.errors.contains("--force"))
    #expect(try difference(place.records(), records) == [])
    let forced = try place.sonar(words + ["--force"])
    #expect(forced.code == .success)
    #expect(try forced.report().inputs.first?.tombstoned == 6)
  }

  @Test func `an export with an element that cannot be read is no snapshot`() throws {
    let place = try Workplace()
    let all = HandmadeExport.heartRates(0..<100)
    let older = try Self.export(place, "a.xml", on: "2024-03-01 08:00:00", all)
    _ = try place.imported(older)
    let records = try place.records()
    let newer = try Self.export(
      place, "b.xml", on: "2024-04-01 08:00:00", Array(all.dropLast()) + [" <Record type=\"a>"])
    let run = try place.sonar(
      "import", newer, "--into", place.path("store.db"), "--snapshot", "--json")
    #expect(run.code == .inputDamaged)
    #expect(run.errors.contains("\(newer): "))
    #expect(try run.report().inputs.map(\.complete) == [false])
    #expect(try difference(place.records(), records) == [])
  }

  @Test func `a refused input has a report, and the others are imported`() throws {
    let place = try Workplace()
    let undated = try place.file(
      "v12.xml",
      "<HealthData locale=\"x\">\n"
        + HandmadeExport.heartRates(0..<3).joined(separator: "\n") + "\n</HealthData>\n")
    let dated = try Self.export(
      place, "a.xml", on: "2024-03-01 08:00:00", HandmadeExport.heartRates(0..<100))
    let run = try place.sonar(
      "import", undated, dated, "--into", place.path("store.db"), "--snapshot", "--json")
    #expect(run.code == .inputDamaged)
    #expect(run.errors.contains("\(undated): The export does not say when it was made"))
    let report = try run.report()
    #expect(report.inputs.map(\.complete) == [false, true])
    #expect(report.inputs.map(\.recordsRead) == [0, 101])
    #expect(report.store?.records == 101)
  }

  @Test func `quiet runs say their errors, and an empty new store is not left behind`() throws {
    let place = try Workplace()
    let whole = try Self.export(
      place, "a.xml", on: "2024-03-01 08:00:00", HandmadeExport.heartRates(0..<100))
    #expect(try place.sonar("inspect", whole, "-q").errors == "")
    let cut = try place.file("cut.xml", Array(try place.bytes("a.xml").dropLast(2_000)))
    let run = try place.sonar("inspect", cut, "-q")
    #expect(run.code == .inputDamaged)
    #expect(run.output == "")
    #expect(run.errors.contains("\(cut): truncated_export: "))
    let missing = try place.sonar("import", place.path("no.zip"), "--into", place.path("new.db"))
    #expect(missing.code == .inputDamaged)
    #expect(!FileManager.default.fileExists(atPath: place.path("new.db")))
  }

  @Test func `a damaged export is no snapshot`() throws {
    let place = try Workplace()
    let (older, newer) = try Self.pair(place)
    _ = try place.imported(older)
    let records = try place.records()
    let cut = try place.file("cut.xml", Array(try place.bytes("newer.xml").dropLast(2_000)))
    #expect(cut != newer)
    let run = try place.sonar("import", cut, "--into", place.path("store.db"), "--snapshot")
    #expect(run.code == .inputDamaged)
    #expect(run.errors.contains("without --snapshot"))
    #expect(try difference(place.records(), records) == [])
  }
}

/// A source that came back under another name, and records of somebody else.
@Suite struct RenamedSources {
  private static func export(
    _ place: Workplace, _ name: String, source: String, born: String = "1980-02-29"
  ) throws -> String {
    let export = HandmadeExport(
      dateOfBirth: born, elements: HandmadeExport.heartRates(0..<60, source: source))
    return try place.file(name, export.xml)
  }

  @Test func `a renamed phone is refused with the alias that helps, and then all are duplicates`()
    throws
  {
    let place = try Workplace()
    _ = try place.imported(try Self.export(place, "a.xml", source: "Old Phone"))
    let records = try place.records()
    let words = [
      "import", try Self.export(place, "b.xml", source: "New Phone"), "--into",
      place.path("store.db"), "--json",
    ]
    let refused = try place.sonar(words)
    #expect(refused.code == .inputDamaged)
    #expect(refused.errors.contains("--alias 'Old Phone=New Phone'"))
    #expect(try difference(place.records(), records) == [])
    let helped = try place.sonar(words + ["--alias", "Old Phone=New Phone"])
    #expect(helped.code == .success)
    let input = try #require(try helped.report().inputs.first)
    #expect(input.outcomes.changes == 0)
    #expect(input.outcomes.duplicate == input.recordsRead)
    #expect(try place.sonar(words).code == .success, "the alias is kept in the store")
    // Of equal contents the smaller native bytes stay, so the new name may be shown; the records are the same ones.
    #expect(Self.ids(try place.records()) == Self.ids(records))
  }

  private static func ids(_ records: String) -> [Substring] {
    records.split(separator: "\n").map { $0.prefix { $0 != "," } }
  }

  @Test func `--force keeps the records of both names`() throws {
    let place = try Workplace()
    _ = try place.imported(try Self.export(place, "a.xml", source: "Old Phone"))
    let forced = try place.imported(
      try Self.export(place, "b.xml", source: "New Phone"), "--force")
    #expect(forced.inputs.first?.outcomes.inserted == 60)
  }

  @Test func `another date of birth is refused unless it is the same person`() throws {
    let place = try Workplace()
    _ = try place.imported(try Self.export(place, "a.xml", source: "Phone"))
    let records = try place.records()
    let other = try Self.export(place, "b.xml", source: "Phone", born: "1981-03-01")
    let words = ["import", other, "--into", place.path("store.db"), "--json"]
    let refused = try place.sonar(words)
    #expect(refused.code == .inputDamaged)
    #expect(refused.errors.contains("--same-person"))
    #expect(!refused.errors.contains("1981"), "a date of birth is no matter for messages")
    #expect(try difference(place.records(), records) == [])
    let accepted = try place.sonar(words + ["--same-person"])
    #expect(accepted.code == .success)
    #expect(try accepted.report().inputs.first?.balances == true)
  }
}
