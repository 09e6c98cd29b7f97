import Testing

@testable import SampleExports

@Suite struct `Configurations` {
  typealias Configuration = AppleHealthSample.Configuration

  @Test(arguments: [
    AppleHealthSample.Size.years(0), .years(41), .years(.min), .days(0), .days(14_601),
    .days(.max), .megabytes(0), .megabytes(-1), .megabytes(.max),
  ])
  func `a size out of range is refused`(size: AppleHealthSample.Size) {
    expectRefusal { $0.size = size }
  }

  @Test(arguments: [Int64.min, 0, 7_258_118_401, .max])
  func `an export date out of range is refused`(date: Int64) {
    expectRefusal { $0.exportDate = date }
  }

  @Test(arguments: [Int.min, -1_081, 1_081, .max])
  func `an offset out of range is refused`(minutes: Int) {
    expectRefusal { $0.exportOffsetMinutes = minutes }
    expectRefusal { $0.zone.standardMinutes = minutes }
  }

  @Test(arguments: [-1, 5_001, .max])
  func `a number of side files out of range is refused`(count: Int) {
    expectRefusal { $0.sideFiles.routes = count }
    expectRefusal { $0.sideFiles.electrocardiograms = count }
  }

  @Test(arguments: [0, 1, 3_601])
  func `a number of points or records out of range is refused`(count: Int) {
    expectRefusal { $0.sideFiles.pointsPerRoute = count }
    expectRefusal { $0.recordsPerDay = count == 1 ? -1 : count * 10_000 }
  }

  @Test(arguments: ["", " ", "\u{A0}", "a\u{0}b", "line\nbreak", "Health", "Plate & Spoon"])
  func `a name that is empty, unprintable or taken is refused`(name: String) {
    expectRefusal { $0.owner.phoneName = name }
    expectRefusal { $0.owner.watchName = name }
  }

  @Test func `two devices whose names differ only in their spaces are refused`() {
    expectRefusal {
      $0.owner.phoneName = "My  Device"
      $0.owner.watchName = "My\u{A0}Device"
    }
  }

  @Test func `nothing reaches the sink of a refused configuration`() {
    var configuration = Configuration(seed: 1, size: .days(0))
    configuration.features = []
    let sink = MemorySink()
    #expect(throws: SampleError.self) {
      try AppleHealthSample(configuration: configuration).write(into: sink)
    }
    #expect(sink.files == [])
  }

  @Test func `an export just after midnight on the day the clocks change keeps its dates`() throws {
    var configuration = Configuration.small(days: 2)
    // 2025-03-30 01:30 UTC: half an hour after Central Europe has gone to summer time.
    configuration.exportDate = 1_743_298_200
    configuration.features = [.activitySummaries]
    let root = try parseElements(GeneratedExport(configuration).lines())
    let late = root.all("Record").filter {
      (seconds($0["startDate"]) ?? .max) > configuration.exportDate
    }
    #expect(late.isEmpty)
    #expect(
      root.all("ActivitySummary").map { $0["dateComponents"] }
        == ["2025-03-28", "2025-03-29", "2025-03-30"])
  }

  @Test func `errors say code, place and remedy`() {
    let error = SampleError(.outputFailed, "Disk full. Free space.", path: "a.zip")
    #expect(error.description == "output_failed: a.zip: Disk full. Free space.")
    #expect(SampleError(.misuse, "Begin first.").description == "misuse: Begin first.")
  }

  private func expectRefusal(_ change: (inout Configuration) -> Void) {
    var configuration = Configuration.small(days: 1)
    change(&configuration)
    let error = #expect(throws: SampleError.self) {
      try AppleHealthSample(configuration: configuration).write(into: MemorySink())
    }
    #expect(error?.code == .invalidConfiguration)
  }
}
