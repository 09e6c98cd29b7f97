import Foundation
import Testing

/// Runs tools that a machine may lack.
enum ShellRun {
  /// Where a tool is, if anywhere in the usual places.
  static func path(of tool: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + tool }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a tool with a text on its standard input; gives its exit code and all it printed.
  static func run(
    _ tool: String, _ arguments: [String], input: String = ""
  ) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(of: tool)))
    process.arguments = arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stdout
    try process.run()
    // A script is smaller than a pipe's buffer on no promise: write it from another thread.
    let bytes = Data(input.utf8)
    let writer = Thread {
      try? stdin.fileHandleForWriting.write(contentsOf: bytes)
      try? stdin.fileHandleForWriting.close()
    }
    writer.start()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
