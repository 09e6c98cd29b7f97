import Foundation
import Testing

@testable import SampleExports

/// The files of `samples/apple_health` against a new generation.
///
/// `SONAR_RECORD=1 swift test --filter SampleExportsTests` writes them anew after a deliberate
/// change; the difference belongs into the same commit.
@Suite struct `Committed samples` {
  private let folder = packageRoot.appendingPathComponent("samples/apple_health")
  private let isRecording = ProcessInfo.processInfo.environment["SONAR_RECORD"] == "1"

  @Test(arguments: CommittedSamples.all.indices)
  func `generating again gives the committed bytes`(index: Int) throws {
    let sample = CommittedSamples.all[index]
    let output = MemoryOutput()
    let counts = try AppleHealthSample(configuration: sample.configuration).writeZip(to: output)
    let zip = folder.appendingPathComponent("\(sample.name).zip")
    let expected = folder.appendingPathComponent("\(sample.name).expected.json")
    if isRecording {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(output.bytes).write(to: zip)
      try Data(counts.json()).write(to: expected)
    }
    #expect(output.bytes.count < 300_000)
    #expect(try [UInt8](Data(contentsOf: expected)) == counts.json())
    // Other systems may carry another compressor; the counts above hold everywhere.
    #if os(Linux)
      let isEqual = try [UInt8](Data(contentsOf: zip)) == output.bytes
      #expect(isEqual, "\(sample.name).zip differs")
    #endif
  }

  @Test(arguments: CommittedSamples.all.indices)
  func `the expected counts are those of an independent count`(index: Int) throws {
    let export = try GeneratedExport(CommittedSamples.all[index].configuration)
    let root = try parseElements(export.lines())
    #expect(NaiveCounter(root, paths: export.paths).types == export.counts.types)
  }

  @Test func `the folder holds these samples and nothing else`() throws {
    let names = CommittedSamples.all.flatMap { ["\($0.name).expected.json", "\($0.name).zip"] }
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(found.sorted() == names.sorted())
  }

  @Test func `the list of samples names each of them`() throws {
    let readme = packageRoot.appendingPathComponent("samples/README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    for sample in CommittedSamples.all {
      #expect(text.contains("`apple_health/\(sample.name).zip`"))
      #expect(text.contains(sample.purpose))
    }
  }
}

@Suite struct `Expected counts` {
  @Test func `the JSON is ordered and complete`() {
    var counts = ExpectedCounts()
    counts.mainFileBytes = 12
    counts.count(\.inserted, of: "B")
    counts.count(\.stale, of: "A")
    counts.count(\.stale, of: "A")
    let text = String(decoding: counts.json(), as: UTF8.self)
    #expect(
      text == """
        {
          "main_file_bytes": 12,
          "total": {"read": 3, "inserted": 1, "updated": 0, "duplicate": 0, "stale": 2, \
        "linked": 0, "unsupported": 0, "rejected": 0},
          "types": {
            "A": {"read": 2, "inserted": 0, "updated": 0, "duplicate": 0, "stale": 2, \
        "linked": 0, "unsupported": 0, "rejected": 0},
            "B": {"read": 1, "inserted": 1, "updated": 0, "duplicate": 0, "stale": 0, \
        "linked": 0, "unsupported": 0, "rejected": 0}
          }
        }

        """)
  }

  @Test func `counts without types are valid JSON`() throws {
    let json = ExpectedCounts().json()
    let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    #expect(object?.keys.sorted() == ["main_file_bytes", "total", "types"])
  }

  @Test func `a type without records is left out`() {
    var counts = ExpectedCounts()
    counts.add(ExpectedCounts.Outcomes(), to: "A")
    #expect(counts == ExpectedCounts())
  }
}
