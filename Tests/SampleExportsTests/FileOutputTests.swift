import Foundation
import Testing

@testable import SampleExports

@Suite struct `Files on disk` {
  @Test func `a folder holds what the memory sink holds`() throws {
    try withTemporaryFolder { folder in
      var configuration = AppleHealthSample.Configuration.small(days: 1)
      configuration.recordsPerDay = 60
      let expected = try GeneratedExport(configuration)
      let counts = try AppleHealthSample(configuration: configuration)
        .write(into: FolderSink(directory: folder.path))
      #expect(counts == expected.counts)
      for file in expected.files {
        let data = try Data(contentsOf: folder.appendingPathComponent(file.path))
        #expect([UInt8](data) == file.bytes, "\(file.path)")
      }
    }
  }

  @Test func `an existing file is replaced`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a").path
      for text in ["longer text", "short"] {
        let output = try FileOutput(path: path)
        try output.write(Array(text.utf8))
        try output.close()
        try output.close()
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "short")
    }
  }

  @Test func `a folder that does not exist is named in the error`() {
    let error = #expect(throws: SampleError.self) {
      try FileOutput(path: "/nonexistent-folder/a.zip")
    }
    #expect(error?.code == .outputFailed)
    #expect(error?.path == "/nonexistent-folder/a.zip")
    #expect(throws: SampleError.self) {
      try FolderSink(directory: "/nonexistent-folder").beginFile(named: "a/b", size: .unknown)
    }
  }

  @Test func `bytes without a file are an error`() {
    #expect(throws: SampleError.self) { try FolderSink(directory: "/tmp").write([1]) }
    #expect(throws: SampleError.self) { try MemorySink().endFile() }
  }

  private func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sample-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
