import Foundation
import SonarCommands
import Testing

/// `--snapshot` with exports that do not say when they were made: nothing may be taken for deleted.
@Suite struct DeviceSnapshots {
  private static let samples = DeviceSample.all.filter { $0.words.isEmpty }

  @Test(arguments: samples)
  func `an export of another provider is refused as a snapshot, and nothing is deleted`(
    _ sample: DeviceSample
  ) throws {
    let place = try Workplace()
    // The store holds more than the input, so that a snapshot would have something to delete.
    for other in Self.samples where other.provider == sample.provider {
      _ = try place.imported(other)
    }
    let (records, file) = (try place.records(), try place.bytes("store.db"))
    for force in [[], ["--force"]] {
      let run = try place.sonar(
        ["import", sample.path, "--into", place.path("store.db"), "--json", "--snapshot"] + force)
      let input = try place.onlyInput(run)
      #expect(run.code == .inputDamaged)
      #expect(input.codes == ["snapshot_without_date"])
      #expect(input.tombstoned == 0 && input.recordsRead == 0 && !input.complete)
      #expect(run.errors.contains("import it without --snapshot"))
    }
    #expect(try difference(place.records(), records) == [])
    #expect(try place.bytes("store.db") == file)
  }

  @Test func `a refused snapshot leaves no new store behind`() throws {
    let place = try Workplace()
    let run = try place.sonar(
      "import", DeviceSample.path("samsung_health/export.zip"), "--into", place.path("new.db"),
      "--snapshot")
    #expect(run.code == .inputDamaged)
    #expect(!FileManager.default.fileExists(atPath: place.path("new.db")))
  }

  @Test func `a snapshot of Apple Health deletes nothing of the others`() throws {
    let place = try Workplace()
    for sample in Self.samples { _ = try place.imported(sample) }
    let before = Set(try place.records().split(separator: "\n"))
    let export = try place.file(
      "a.xml",
      HandmadeExport(elements: HandmadeExport.heartRates(0..<60)).xml)
    let report = try place.imported(export, "--snapshot", "--force")
    #expect(report.inputs.map(\.tombstoned) == [0])
    #expect(report.inputs.map(\.outcomes.inserted) == [61])
    #expect(try before.isSubset(of: place.records().split(separator: "\n")))
  }

  @Test func `a later Samsung export reports nothing as lacking, having no date to be later by`()
    throws
  {
    let place = try Workplace()
    _ = try place.imported(DeviceSample.path("samsung_health/export.zip"))
    let stored = try place.imported(DeviceSample.path("samsung_health/later.zip"))
    let gone = try place.imported(DeviceSample.path("samsung_health/later.zip"))
    #expect(stored.inputs.map(\.lacking) == [0] && gone.inputs.map(\.lacking) == [0])
    // The row that the later export lacks stays.
    let absent = try DeviceSample.all[1].expected().absent?.values.reduce(0, +)
    let alone = try place.imported(
      DeviceSample.path("samsung_health/later.zip"), into: "alone.db")
    #expect(
      try Self.weights(place, "store.db") == Self.weights(place, "alone.db") + (absent ?? 0))
    #expect(alone.store.map(\.tombstones) == 0)
  }

  private static func weights(_ place: Workplace, _ store: String) throws -> Int {
    try place.records(of: store).split(separator: "\n")
      .count { $0.contains("com.samsung.health.weight\"") }
  }
}
