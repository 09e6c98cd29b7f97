import SonarArguments
import Testing

@Suite struct Completions {
  private static let program = SampleProgram.program

  /// The words of a line up to the cursor, the last one being typed, and what is offered for it.
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let offered: [String]
    var testDescription: String { words.joined(separator: " ") }
  }

  static let cases: [Case] = [
    Case(words: ["sonar", ""], offered: ["completions", "help", "import", "mappings", "sample"]),
    Case(words: ["sonar", "ma"], offered: ["mappings"]),
    Case(words: ["sonar", "help", "imp"], offered: ["import"]),
    Case(words: ["sonar", "mappings", ""], offered: ["check", "list"]),
    Case(words: ["sonar", "import", "--in"], offered: ["--into"]),
    Case(words: ["sonar", "import", "x", "--no"], offered: ["--no-color"]),
    Case(
      words: ["sonar", "mappings", "list", "--format", ""], offered: ["json", "markdown", "table"]),
    Case(words: ["sonar", "mappings", "list", "-f", "j"], offered: ["json"]),
    Case(words: ["sonar", "completions", "z"], offered: ["zsh"]),
    Case(words: ["sonar", "import", "--into", "import", "--snap"], offered: ["--snapshot"]),
  ]

  private static func sorted(_ output: String) -> [String] {
    output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }.sorted()
  }

  @Test(
    arguments: [("bash", Shell.bash), ("zsh", .zsh), ("fish", .fish)]
      .filter { ShellRun.path(of: $0.0) != nil })
  func `the shell finds no fault with its script`(tool: String, shell: Shell) throws {
    let script = Self.program.completions(for: shell)
    let result = try ShellRun.run(tool, ["-n", "/dev/stdin"], input: script)
    #expect(result.code == 0)
    #expect(result.output == "")
  }

  @Test(
    .enabled(if: ShellRun.path(of: "bash") != nil, "bash is not installed"),
    arguments: cases + [
      // bash hands over the sign as a word of its own.
      Case(words: ["sonar", "mappings", "list", "--format", "=", "ma"], offered: ["markdown"]),
      Case(
        words: ["sonar", "mappings", "list", "--format", "="],
        offered: ["json", "markdown", "table"]),
      Case(words: ["sonar", "import", "--", "--in"], offered: []),
    ])
  func `bash offers what fits`(example: Case) throws {
    let words = example.words.map { "'\($0)'" }.joined(separator: " ")
    let script =
      Self.program.completions(for: .bash) + """
        COMP_WORDS=(\(words)); COMP_CWORD=\(example.words.count - 1)
        _sonar; printf '%s\\n' "${COMPREPLY[@]}"
        """
    let result = try ShellRun.run(
      "bash", ["--norc", "-c", "cd /var/empty 2>/dev/null || cd /; \(script)"])
    #expect(Self.sorted(result.output) == example.offered)
  }

  @Test(
    .enabled(if: ShellRun.path(of: "fish") != nil, "fish is not installed"), arguments: cases)
  func `fish offers what fits`(example: Case) throws {
    let line = example.words.joined(separator: " ")
    let script = Self.program.completions(for: .fish) + "complete -C '\(line)'\n"
    let result = try ShellRun.run("fish", ["--no-config"], input: script)
    #expect(Self.sorted(result.output) == example.offered)
  }

  @Test func `bash completes files and directories by itself`() {
    let script = Self.program.completions(for: .bash)
    #expect(script.contains("'sonar import --into') _sonar_files ;;"))
    #expect(script.contains("'sonar import '*) _sonar_files ;;"))
    #expect(script.contains("'sonar mappings check 0') _sonar_directories ;;"))
    #expect(script.hasSuffix("complete -F _sonar sonar\n"))
  }

  @Test func `zsh gets a spec per argument, escaped`() {
    let script = Self.program.completions(for: .zsh)
    #expect(script.hasPrefix("#compdef sonar\n"))
    for spec in [
      #"'(--into)--into=[The store to write]:FILE:_files'"#,
      #"'*--alias=[Read a source'\''s new name as its old one]:OLD=NEW: '"#,
      #"'(--color --no-color)--no-color[Use color\: it'\''s \[nice\]]'"#,
      #"'(-f --format)-f+[How to print]:FORMAT:(table markdown json)'"#, "'*:INPUT:_files'",
      "'::DIR:_files -/'", "'import:Import exports into a store'",
      "check) _sonar_mappings_check ;;",
    ] {
      #expect(script.contains(spec))
    }
  }

  @Test func `fish guards every line with its command`() {
    let script = Self.program.completions(for: .fish)
    for line in [
      "complete -c sonar -f\n",
      "complete -c sonar -n '__sonar_at import' -l into -r -F -d 'The store to write'\n",
      "complete -c sonar -n '__sonar_at import' -s l -l lanes -x -d 'Threads to use'\n",
      #"complete -c sonar -n '__sonar_at import' -l no-color -d 'Use color: it\'s [nice]'"# + "\n",
      "complete -c sonar -n '__sonar_at import' -F\n",
    ] {
      #expect(script.contains(line))
    }
  }

  @Test func `a value that a shell could run is not offered`() {
    let evil = Positional<String>(.word("X", of: ["ok", "$(reboot)", "a b", "';'"]), help: "One.")
    let program = Program(
      Command("tool", summary: "Works.", arguments: [evil]), version: "1", date: "")
    for shell in Shell.allCases {
      let script = program.completions(for: shell)
      #expect(script.contains("ok"))
      #expect(!script.contains("reboot"))
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"].filter { ShellRun.path(of: $0) != nil })
  func `a program without subcommands has a sound script`(tool: String) throws {
    let program = Program(
      Command("my-tool", summary: "Works.", arguments: [Flag("loud", help: "Shout.")]),
      version: "1", date: "")
    let shell = try #require(Shell(rawValue: tool))
    let script = program.completions(for: shell)
    #expect(try ShellRun.run(tool, ["-n", "/dev/stdin"], input: script).code == 0)
    #expect(script.contains("loud"))
  }
}
