import SonarArguments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the command line of the process and exits.
package func run() {
  let streams = StandardStreams.ofProcess()
  let code = CommandLineRun(streams: streams, now: wallClock).run(
    Array(CommandLine.arguments.dropFirst()))
  do throws(OutputError) {
    try streams.output.flush()
  } catch {
    try? streams.errors.write("sonar: \(error)\n")
    exit(Int32(ExitCode.inputOutput.rawValue))
  }
  exit(Int32(code.rawValue))
}

/// Milliseconds since 1970 by the system's clock.
private func wallClock() -> Int64 {
  var time = timespec()
  guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// One run of the command line over given streams and clock.
package struct CommandLineRun {
  private let streams: StandardStreams
  private let now: () -> Int64

  /// Creates a run.
  package init(streams: StandardStreams, now: @escaping () -> Int64) {
    self.streams = streams
    self.now = now
  }

  /// Parses the words and does what they ask for; returns the exit code.
  package func run(_ words: [String]) -> ExitCode {
    do {
      return try dispatch(SonarProgram.program.parse(words))
    } catch let error as UsageError {
      return fail(.usage, error.description)
    } catch is ReaderGone {
      return .success
    } catch {
      let failure = FailureWording.failure(of: error)
      return fail(failure.code, "sonar: " + failure.message)
    }
  }

  private func fail(_ code: ExitCode, _ message: String) -> ExitCode {
    try? streams.errors.write(message + "\n")
    return code
  }

  private func dispatch(_ invocation: Invocation) throws -> ExitCode {
    let program = SonarProgram.program
    switch invocation {
    case .help(let path):
      try streams.output.write(program.help(for: path, width: streams.outputTerminal.columns ?? 80))
      return .success
    case .version:
      try streams.output.write(program.versionText)
      return .success
    case .run(let matches):
      return try command(CommandContext(matches: matches, streams: streams, now: now))
    }
  }

  private func command(_ context: CommandContext) throws -> ExitCode {
    switch context.matches.path {
    case ["import"]: return try ImportCommand(context).run()
    case ["inspect"]: return try InspectCommand(context).run()
    case ["daily"]: return try DailyCommand(context).run()
    case ["check"]: return try CheckCommand(context).run()
    case ["export"]: return try ExportCommand(context).run()
    case ["mappings", "check"]: return try MappingsCommand(context).check()
    case ["mappings", "list"]: return try MappingsCommand(context).list()
    case ["sample"]: return try SampleCommand(context).run()
    case ["completions"]:
      let shell = try context.matches[SonarProgram.shell]
      try streams.output.write(SonarProgram.program.completions(for: shell))
      return .success
    default:
      try streams.output.write(SonarProgram.program.manualPage())
      return .success
    }
  }
}
