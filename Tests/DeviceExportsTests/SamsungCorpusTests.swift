import Foundation
import Testing

@testable import DeviceExports

/// The inputs that the fuzzer keeps.
@Suite struct SamsungCorpusTests {
  private static func files(_ target: String) -> [URL] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fuzzing/Corpus/\(target)")
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path < $1.path }
  }

  @Test func `the corpus is there`() {
    #expect(Self.files("csv").map(\.lastPathComponent).contains("chunks"))
    #expect(Self.files("side").map(\.lastPathComponent).contains("wrapped"))
  }

  @Test(arguments: files("side"))
  func `the parts of a side file lie in their batch one behind the other`(_ file: URL) throws {
    #expect(try #require(SamsungProbe.sideFile(Array(try Data(contentsOf: file)))) > 0)
  }

  @Test(arguments: files("csv"))
  func `an input reads the same however its bytes arrive`(_ file: URL) throws {
    #expect(SamsungProbe.table(Array(try Data(contentsOf: file))) != nil)
  }
}
