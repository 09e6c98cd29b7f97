import HealthRecords
import SonarArguments
import SupportedData

/// What a command works with: its arguments, the streams, and the clocks.
struct CommandContext {
  /// The parsed command line.
  let matches: Matches
  /// Standard output and standard error.
  let streams: StandardStreams
  /// Milliseconds since 1970, now.
  let now: () -> Int64

  /// Prints a line of trouble on standard error.
  func complain(_ text: String) {
    try? streams.errors.write("sonar: \(text)\n")
  }

  /// The mapping tables: embedded, or from `--mappings`.
  func tables() throws -> MappingTables {
    guard let directory = try matches[SonarProgram.mappings] else { return try .embedded() }
    return try .load(directory: directory)
  }
}

/// An error that ends a command, with the code to exit with.
struct CommandFailure: Error {
  /// The exit code.
  let code: ExitCode
  /// What, where, and what to do.
  let message: String
}
