import Foundation
import SampleExports
import SonarCommands
import Testing

/// The committed samples, imported as a user would.
@Suite struct CommittedImports {
  private static let names = CommittedSamples.all.map(\.name)

  private static func sample(_ file: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../samples/apple_health/\(file)").standardized.path
  }

  /// What `expected.json` says.
  private struct Expected: Decodable {
    var total: Counts
    var types: [String: Counts]
  }

  /// The counts of a type, under the names that reports and expectations share.
  private struct Counts: Decodable, Equatable {
    var read: Int
    var inserted: Int
    var updated: Int
    var duplicate: Int
    var stale: Int
    var linked: Int
    var unsupported: Int
    var rejected: Int

    init(read: Int, _ outcomes: Report.Outcomes) {
      self.read = read
      inserted = outcomes.inserted
      updated = outcomes.updated
      duplicate = outcomes.duplicate
      stale = outcomes.stale
      linked = outcomes.linked
      unsupported = outcomes.unsupported
      rejected = outcomes.rejected
    }
  }

  private static func expected(_ name: String) throws -> Expected {
    let data = try Data(contentsOf: URL(fileURLWithPath: sample("\(name).expected.json")))
    return try JSONDecoder().decode(Expected.self, from: data)
  }

  private static func types(_ input: Report.Input) -> [String: Counts] {
    Dictionary(
      uniqueKeysWithValues: input.byType.map {
        ($0.nativeType, Counts(read: $0.read, $0.outcomes))
      })
  }

  @Test(arguments: names)
  func `inspect and import count exactly what is expected, by type`(name: String) throws {
    let place = try Workplace()
    let expected = try Self.expected(name)
    let path = Self.sample("\(name).zip")
    let inspected = try place.sonar("inspect", path, "--json")
    let imported = try place.sonar("import", path, "--into", place.path("a.db"), "--json")
    for run in [inspected, imported] {
      let input = try #require(try run.report().inputs.first)
      #expect(run.code == .success)
      #expect(run.errors.isEmpty)
      #expect(input.complete && input.balances)
      #expect(Self.types(input) == expected.types)
      #expect(Counts(read: input.recordsRead, input.outcomes) == expected.total)
    }
    #expect(try inspected.report().inputs == imported.report().inputs)
    #expect(try inspected.report().store == nil)
  }

  @Test(arguments: names)
  func `a second import changes nothing, not even the file`(name: String) throws {
    let place = try Workplace()
    let path = Self.sample("\(name).zip")
    let first = try place.imported(path)
    let (records, file) = (try place.records(), try place.bytes("store.db"))
    let second = try place.imported(path)
    let input = try #require(second.inputs.first)
    #expect(input.outcomes.changes == 0)
    #expect(input.balances)
    #expect(input.recordsRead == first.inputs.first?.recordsRead)
    #expect(input.outcomes.linked == first.inputs.first?.outcomes.linked)
    #expect(second.store == first.store)
    #expect(try difference(place.records(), records) == [])
    #expect(try place.bytes("store.db") == file)
    #expect(records.utf8.count { $0 == UInt8(ascii: "\n") } == first.store?.records)
  }

  @Test(arguments: names)
  func `the number of lanes changes neither the report nor the records`(name: String) throws {
    let place = try Workplace()
    let path = Self.sample("\(name).zip")
    let one = try place.imported(path, "--lanes", "1", into: "one.db")
    let four = try place.imported(path, "--lanes", "4", into: "four.db")
    #expect(one.inputs == four.inputs)
    #expect(one.store?.records == four.store?.records)
    #expect(try difference(place.records(of: "one.db"), place.records(of: "four.db")) == [])
    let inspected = ["1", "4"].map { ["inspect", path, "--json", "--lanes", $0] }
    #expect(try place.sonar(inspected[0]).report() == place.sonar(inspected[1]).report())
  }

  @Test func `all samples in one command are reported one by one, in order`() throws {
    let place = try Workplace()
    let paths = Self.names.map { Self.sample("\($0).zip") }
    let run = try place.sonar(["inspect", "--json"] + paths)
    let report = try run.report()
    #expect(run.code == .success)
    #expect(report.inputs.map(\.path) == paths)
    #expect(
      try report.inputs.map(\.recordsRead) == Self.names.map { try Self.expected($0).total.read })
  }
}
