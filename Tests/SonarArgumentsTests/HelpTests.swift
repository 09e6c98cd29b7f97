import Testing

@testable import SonarArguments

@Suite struct Help {
  @Test func `the help of a command tells everything about it`() {
    let expected = """
      Import exports into a store.

      Usage: sonar import INPUT... --into FILE [--timezone ZONE] [--snapshot]
                          [--alias OLD=NEW]... [--lanes N] [--[no-]color] [--quiet]
                          [--verbose]

      Every record ends in a counted outcome.

      A second run changes nothing.

      Arguments:
        INPUT...                Exports to read; - is standard input.

      Options:
            --into FILE         The store to write. Required.
            --timezone ZONE     The zone of local days.
            --snapshot          Treat the export as complete.
            --alias OLD=NEW     Read a source's new name as its old one. May be
                                repeated.
        -l, --lanes N           Threads to use. Default: 2.
            --[no-]color        Use color: it's [nice]. Default: on.
        -q, --quiet             Show no progress.
        -v, --verbose           Tell more.
        -h, --help              Show this help.

      Examples:
        # Import one export.
        sonar import export.zip --into health.sqlite

      Exit codes:
        65    An input is damaged.

      """
    #expect(SampleProgram.program.help(for: ["import"]) == expected)
  }

  @Test func `the help of the program lists its commands and exit codes`() {
    let expected = """
      Reads health exports.

      Usage: sonar COMMAND [ARGUMENTS]

      Commands:
        import                  Import exports into a store.
        mappings                Work with mapping tables.
        completions             Print a completion script.
        sample                  Write a made-up export.
        help                    Show the help of a command.

      Options:
        -h, --help              Show this help.
            --version           Show the version.

      Exit codes:
        2     The command line is wrong.
        0     All is done.

      See 'sonar COMMAND --help' for more about a command.

      """
    #expect(SampleProgram.program.help(for: []) == expected)
  }

  @Test func `enumerated values and defaults are told`() {
    let help = SampleProgram.program.help(for: ["mappings", "list"])
    #expect(help.contains("One of: table, markdown, json. Default:"))
  }

  @Test func `every command's help mentions each of its arguments`() {
    for node in SampleProgram.program.nodes {
      let help = SampleProgram.program.help(for: node.path)
      for argument in node.options { #expect(help.contains(argument.name)) }
      for argument in node.positionals { #expect(help.contains(argument.usage)) }
      for command in node.subcommands { #expect(help.contains("  \(command.name) ")) }
    }
  }

  @Test(arguments: [-1, 0, 40, 60, 80, 120, 400])
  func `no line of text goes beyond the width`(width: Int) {
    for node in SampleProgram.program.nodes {
      let lines = SampleProgram.program.help(for: node.path, width: width).split(separator: "\n")
      let long = lines.filter { $0.count > max(width, 40) && !$0.contains("health.sqlite") }
      #expect(long == [])
    }
  }

  @Test func `an unknown path gives the help of the deepest command it names`() {
    let program = SampleProgram.program
    #expect(program.help(for: ["mappings", "nonsense"]) == program.help(for: ["mappings"]))
  }

  @Test(arguments: [
    ("", [""]), ("a b", ["a b"]), ("aaaaaaaaaa bbbbbbbbb c", ["aaaaaaaaaa bbbbbbbbb", "c"]),
    ("a\n\nb", ["a", "", "b"]),
    ("aaaaaaaaaaaaaaaaaaaaaaaaa b", ["aaaaaaaaaaaaaaaaaaaaaaaaa", "b"]),
  ])
  func `text breaks at spaces`(text: String, lines: [String]) {
    #expect(wrapped(text, width: 20) == lines)
  }
}
