import Foundation
import Testing

@testable import SampleExports

/// A generated export, held in memory.
struct GeneratedExport {
  let files: [MemorySink.File]
  let counts: ExpectedCounts

  init(_ configuration: AppleHealthSample.Configuration) throws {
    let sink = MemorySink()
    counts = try AppleHealthSample(configuration: configuration).write(into: sink)
    files = sink.files
  }

  /// The bytes of the file at a path below the export's folder.
  func bytes(at path: String) throws -> [UInt8] {
    try #require(files.first { $0.path == "apple_health_export/\(path)" }).bytes
  }

  /// The lines of the main file without their indentation.
  func lines() throws -> [String] {
    try String(decoding: bytes(at: "export.xml"), as: UTF8.self)
      .split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  /// Paths below the export's folder, in the order written.
  var paths: [String] {
    files.map { String($0.path.dropFirst("apple_health_export/".count)) }
  }
}

extension AppleHealthSample.Configuration {
  /// A few days of everything, small enough for a debug build.
  static func small(
    seed: UInt64 = 7, days: Int = 4, version: AppleHealthSample.ExportVersion = .v14
  ) -> AppleHealthSample.Configuration {
    var configuration = AppleHealthSample.Configuration(seed: seed, size: .days(days))
    configuration.version = version
    configuration.recordsPerDay = 100
    configuration.sideFiles.pointsPerRoute = 20
    configuration.sideFiles.electrocardiograms = 1
    return configuration
  }

  /// Every fate of a record happens often.
  var restless: AppleHealthSample.Configuration {
    var copy = self
    copy.rates.exactDuplicates = 60_000
    copy.rates.pointerDuplicates = 60_000
    copy.rates.resyncedCopies = 60_000
    copy.rates.edits = 60_000
    copy.rates.staleVersions = 60_000
    copy.rates.syncIdentifiers = 100_000
    return copy
  }
}

/// A sink that keeps nothing but the size of the largest piece it was handed.
final class PieceSink: SampleSink {
  private(set) var largest = 0
  private(set) var total = 0

  func beginFile(named path: String, size: MemberSize) throws(SampleError) {}

  func write(_ bytes: [UInt8]) throws(SampleError) {
    largest = max(largest, bytes.count)
    total += bytes.count
  }

  func endFile() throws(SampleError) {}

  func finish() throws(SampleError) {}
}

/// The 64-bit FNV-1a hash, to pin bytes without storing them.
func fingerprint(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// The package's root folder.
let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
