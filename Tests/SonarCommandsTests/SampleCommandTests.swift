import Foundation
import SampleExports
import SonarCommands
import Testing

@Suite struct `sonar sample` {
  private static func committed(_ file: String) throws -> [UInt8] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../samples/\(file)").standardized
    return try Array(Data(contentsOf: url))
  }

  @Test(arguments: [
    ("samsung_health", "later.expected.json"), ("health_connect", "changes.json"),
    ("apple_health", "export.expected.json"),
  ])
  func `the samples of a provider are those that the repository keeps`(
    provider: String, file: String
  ) throws {
    let place = try Workplace()
    let run = try place.sonar(
      "sample", "--provider", provider, "--committed", "--into", place.path("s"))
    #expect(run.code == .success && run.errors.isEmpty)
    #expect(try place.bytes("s/\(file)") == Self.committed("\(provider)/\(file)"))
  }

  @Test(arguments: [
    (["samsung_health"], ["export.zip", "export.expected.json"]),
    (["samsung_health", "--heart-rate-alone"], ["heart_rate.csv", "heart_rate.expected.json"]),
    (["health_connect"], ["export.zip", "export.expected.json"]),
    (["health_connect", "--plain"], ["records.ndjson", "expected.json"]),
    (["health_connect", "--plain", "--form", "array"], ["records.json", "expected.json"]),
    (["apple_health"], ["export.zip", "export.expected.json"]),
  ])
  func `a sample of a day is written with its counts`(words: [String], files: [String]) throws {
    let place = try Workplace()
    let run = try place.sonar(
      ["sample", "--days", "1", "--into", place.path("s"), "--provider"] + words)
    #expect(run.code == .success && run.errors.isEmpty)
    for file in files { #expect(try !place.bytes("s/\(file)").isEmpty) }
    let found = try FileManager.default.contentsOfDirectory(atPath: place.path("s"))
    #expect(Set(found) == Set(files))
  }

  @Test(arguments: [
    ["--provider", "apple_health", "--heart-rate-alone"],
    ["--provider", "health_connect", "--heart-rate-alone"],
    ["--provider", "samsung_health", "--form", "array"], ["--provider", "garmin"],
  ])
  func `an option that says nothing about the provider is refused`(words: [String]) throws {
    let place = try Workplace()
    let run = try place.sonar(["sample", "--into", place.path("s")] + words)
    #expect(run.code == .usage && !run.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place.path("s")))
  }
}
