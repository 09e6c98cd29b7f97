import SonarArguments

/// A program with everything the library can declare; the shape of the real one.
enum SampleProgram {
  enum Format: String, CaseIterable, Sendable {
    case table
    case markdown
    case json
  }

  static let inputs = Positional<[String]>(
    .file("INPUT"), help: "Exports to read; - is standard input.")
  static let into = Option<String>("into", .file(), help: "The store to write.")
  static let timezone = Option<String?>("timezone", .text("ZONE"), help: "The zone of local days.")
  static let snapshot = Flag("snapshot", help: "Treat the export as complete.")
  static let alias = Option<[Assignment]>(
    "alias", .assignment("OLD=NEW"), help: "Read a source's new name as its old one.")
  static let lanes = Option<Int>(
    "lanes", short: "l", .integer(in: 1...64), default: 2, help: "Threads to use.")
  static let color = Flag(
    "color", isNegatable: true, isOnByDefault: true, help: "Use color: it's [nice].")
  static let quiet = Flag("quiet", short: "q", help: "Show no progress.")
  static let verbose = Flag("verbose", short: "v", help: "Tell more.")

  static let directory = Positional<String?>(.directory(), help: "The tables to check.")
  static let format = Option<Format>(
    "format", short: "f", .choice("FORMAT"), default: .table, help: "How to print.")
  static let shell = Positional<String>(
    .word("SHELL", of: Shell.allCases.map(\.rawValue)), help: "The shell.")
  static let seed = Option<Int?>("seed", .integer(in: -5...5), help: "Start of the random numbers.")

  static let importCommand = Command(
    "import", summary: "Import exports into a store.",
    notes: CommandNotes(
      discussion: "Every record ends in a counted outcome.\n\nA second run changes nothing.",
      examples: [
        Example("sonar import export.zip --into health.sqlite", meaning: "Import one export.")
      ],
      exitCodes: [ExitCodeNote(65, meaning: "An input is damaged.")]),
    arguments: [inputs, into, timezone, snapshot, alias, lanes, color, quiet, verbose])

  static let program = Program(
    Command(
      "sonar", summary: "Reads health exports.",
      notes: CommandNotes(exitCodes: [
        ExitCodeNote(2, meaning: "The command line is wrong."),
        ExitCodeNote(0, meaning: "All is done."),
      ]),
      subcommands: [
        importCommand,
        Command(
          "mappings", summary: "Work with mapping tables.",
          subcommands: [
            Command("check", summary: "Check tables.", arguments: [directory]),
            Command("list", summary: "List tables.", arguments: [format]),
          ]),
        Command("completions", summary: "Print a completion script.", arguments: [shell]),
        Command("sample", summary: "Write a made-up export.", arguments: [seed]),
      ]),
    version: "1.2.3", date: "November 30, 2026",
    environment: [EnvironmentNote("NO_COLOR", meaning: "No color if set.")])

  /// The matches of a command line that must name a command.
  static func matches(_ words: [String]) throws -> Matches? {
    guard case .run(let matches) = try program.parse(words) else { return nil }
    return matches
  }

  /// The error of a command line that must be wrong.
  static func error(_ line: String) -> UsageError? {
    do throws(UsageError) {
      _ = try program.parse(line.split(separator: " ").map(String.init))
      return nil
    } catch {
      return error
    }
  }
}
