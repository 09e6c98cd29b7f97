import Testing

@testable import SampleExports

@Suite struct `Generated exports` {
  @Test func `the same configuration gives the same files and counts`() throws {
    let first = try GeneratedExport(.small())
    let second = try GeneratedExport(.small())
    #expect(first.files == second.files)
    #expect(first.counts == second.counts)
  }

  @Test func `another seed gives another main file`() throws {
    let first = try GeneratedExport(.small(seed: 1)).bytes(at: "export.xml")
    let second = try GeneratedExport(.small(seed: 2)).bytes(at: "export.xml")
    #expect(first != second)
  }

  @Test func `the bytes of a seed are pinned`() throws {
    let export = try GeneratedExport(.small())
    #expect(fingerprint(export.files.flatMap(\.bytes)) == 0x9EFB_2CC8_BA8A_6154)
  }

  @Test(arguments: AppleHealthSample.ExportVersion.allCases)
  func `an independent count of each version finds what is expected`(
    version: AppleHealthSample.ExportVersion
  ) throws {
    let export = try GeneratedExport(.small(days: 3, version: version).restless)
    let root = try parseElements(export.lines())
    #expect(NaiveCounter(root, paths: export.paths).types == export.counts.types)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `an independent count of each seed finds what is expected`(seed: UInt64) throws {
    var configuration = AppleHealthSample.Configuration.small(seed: seed, days: 3).restless
    configuration.displayUnits = seed % 2 == 0 ? .imperial : .metric
    configuration.zone = .newYork
    let export = try GeneratedExport(configuration)
    let root = try parseElements(export.lines())
    #expect(NaiveCounter(root, paths: export.paths).types == export.counts.types)
  }

  @Test func `every outcome but rejection occurs`() throws {
    let total = try GeneratedExport(.small().restless).counts.total
    let outcomes = [
      total.inserted, total.updated, total.duplicate, total.stale, total.linked,
      total.unsupported,
    ]
    #expect(outcomes.allSatisfy { $0 > 0 })
    #expect(total.rejected == 0)
    #expect(total.read == outcomes.reduce(0, +))
  }

  @Test func `the size of the main file is counted`() throws {
    let export = try GeneratedExport(.small())
    #expect(try export.counts.mainFileBytes == export.bytes(at: "export.xml").count)
  }

  @Test(arguments: [1, 2])
  func `a size in megabytes is met within three percent`(megabytes: Int) throws {
    let configuration = AppleHealthSample.Configuration(seed: 5, size: .megabytes(megabytes))
    let sink = MeasuringSink()
    let counts = try AppleHealthSample(configuration: configuration).write(into: sink)
    let target = megabytes * 1_000_000
    #expect(abs(counts.mainFileBytes - target) < target * 3 / 100)
    #expect(sink.sizes["apple_health_export/export.xml"] == counts.mainFileBytes)
  }

  @Test func `the files come in the phone's order`() throws {
    let paths = try GeneratedExport(.small()).paths
    #expect(paths.first == "export.xml")
    #expect(paths.last == "export_cda.xml")
    let folders = paths.dropFirst().dropLast().compactMap { $0.split(separator: "/").first }
    #expect(
      folders == ["workout-routes"] + ["electrocardiograms"]
        + Array(
          repeating: "clinical-records", count: 3))
  }

  @Test func `an export without features is records alone`() throws {
    var configuration = AppleHealthSample.Configuration.small()
    configuration.features = []
    let export = try GeneratedExport(configuration)
    let root = try parseElements(export.lines())
    #expect(export.paths == ["export.xml"])
    #expect(Set(root.children.map(\.name)) == ["ExportDate", "Me", "Record"])
    #expect(export.counts.total.inserted == export.counts.total.read)
  }

  @Test func `switching a feature off leaves the rest as it was`() throws {
    var configuration = AppleHealthSample.Configuration.small()
    let all = try GeneratedExport(configuration)
    configuration.features.remove(.workouts)
    let fewer = try GeneratedExport(configuration)
    var types = all.counts.types
    for name in [
      "HKWorkoutTypeIdentifier", "WorkoutActivity", "WorkoutStatistics",
      "HKWorkoutRouteTypeIdentifier",
    ] { types[name] = nil }
    #expect(fewer.counts.types == types)
  }
}
