import Foundation
import Testing

@testable import SampleExports

/// The files of `samples/samsung_health` and `samples/health_connect` against a new generation.
///
/// `SONAR_RECORD=1 swift test --filter SampleExportsTests` writes them anew after a deliberate
/// change; the difference belongs into the same commit.
@Suite struct `Committed exports` {
  private static let folders = [
    ("samsung_health", CommittedExport.samsungHealth),
    ("health_connect", CommittedExport.healthConnect),
  ]

  private static let all = folders.flatMap { folder, exports in
    exports.indices.map { (folder, exports[$0]) }
  }

  private static func path(_ folder: String, _ name: String) -> URL {
    packageRoot.appendingPathComponent("samples/\(folder)/\(name)")
  }

  @Test(arguments: all.indices)
  func `generating again gives the committed bytes`(index: Int) throws {
    let (folder, export) = Self.all[index]
    let output = MemoryOutput()
    let counts = try export.write(output)
    let file = Self.path(folder, export.name)
    let expected = Self.path(folder, export.expectedName)
    if ProcessInfo.processInfo.environment["SONAR_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(output.bytes).write(to: file)
      try Data(counts.json()).write(to: expected)
    }
    #expect(output.bytes.count < 60_000)
    #expect(try [UInt8](Data(contentsOf: expected)) == counts.json())
    // Other systems may carry another compressor; the counts above hold everywhere.
    #if os(Linux)
      let isEqual = try [UInt8](Data(contentsOf: file)) == output.bytes
      #expect(isEqual, "\(export.name) differs")
    #endif
  }

  @Test(arguments: folders.indices)
  func `the folders hold these files and nothing else`(index: Int) throws {
    let (folder, exports) = Self.folders[index]
    let names = Set(exports.flatMap { [$0.name, $0.expectedName] })
    #expect(names.count == exports.count * 2)
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.path(folder, "").path)
    #expect(Set(found) == names)
  }

  @Test func `the list of samples names each of them`() throws {
    let text = try String(
      contentsOf: packageRoot.appendingPathComponent("samples/README.md"), encoding: .utf8)
    for (folder, export) in Self.all {
      #expect(text.contains("| `\(folder)/\(export.name)` | \(export.purpose) |"))
    }
  }

  @Test func `the later export's zip continues the first one's`() throws {
    let exports = try CommittedExport.samsungHealth.prefix(2).map { export in
      let output = MemoryOutput()
      return (try export.write(output), try Unzip.members(of: output.bytes))
    }
    var counter = SamsungCounter()
    counter.count(exports[0].1.map { MemorySink.File(path: $0.name, bytes: $0.contents) })
    #expect(counter.types == exports[0].0.first.types)
    counter.count(exports[1].1.map { MemorySink.File(path: $0.name, bytes: $0.contents) })
    #expect(counter.types == exports[1].0.later?.types)
  }
}

@Suite struct `Expectations` {
  @Test func `the JSON is ordered and complete`() throws {
    var expectation = SampleExpectation()
    expectation.bytes = 12
    expectation.first.count(\.kept, of: "B")
    expectation.first.count(\.updated, of: "B")
    expectation.absent["C"] = 1
    #expect(
      String(decoding: expectation.json(), as: UTF8.self) == """
        {
          "bytes": 12,
          "first": {
            "total": {"read": 2, "kept": 1, "updated": 1, "duplicate": 0, "stale": 0, \
        "deleted": 0, "rejected": 0},
            "types": {
              "B": {"read": 2, "kept": 1, "updated": 1, "duplicate": 0, "stale": 0, \
        "deleted": 0, "rejected": 0}
            }
          },
          "again": {
            "total": {"read": 2, "kept": 0, "updated": 0, "duplicate": 1, "stale": 1, \
        "deleted": 0, "rejected": 0},
            "types": {
              "B": {"read": 2, "kept": 0, "updated": 0, "duplicate": 1, "stale": 1, \
        "deleted": 0, "rejected": 0}
            }
          },
          "absent": {"C": 1}
        }

        """)
  }

  @Test func `a sink of one file refuses a second`() throws {
    let sink = SingleFileSink(output: MemoryOutput())
    try sink.beginFile(named: "a", size: .unknown)
    try sink.endFile()
    let error = #expect(throws: SampleError.self) {
      try sink.beginFile(named: "b", size: .unknown)
    }
    #expect(error?.code == .misuse && error?.path == "b")
  }

  @Test func `a table without a column is a misuse, not a shifted cell`() {
    let error = #expect(throws: SampleError.self) { try SamsungTable.water.column("steps") }
    #expect(error?.code == .misuse && error?.path == "com.samsung.health.water_intake")
  }
}
