import Foundation
import Testing

@testable import DeviceExports

/// The inputs that the fuzzer keeps.
@Suite struct SamsungCorpusTests {
  private static let files: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fuzzing/Corpus/csv")
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path < $1.path }
  }()

  @Test func `the corpus is there`() {
    #expect(Self.files.map(\.lastPathComponent).contains("chunks"))
  }

  @Test(arguments: files)
  func `an input reads the same however its bytes arrive`(_ file: URL) throws {
    #expect(SamsungProbe.table(Array(try Data(contentsOf: file))) != nil)
  }
}
