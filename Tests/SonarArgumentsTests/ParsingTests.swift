import SonarArguments
import Testing

@Suite struct Parsing {
  private typealias Sample = SampleProgram

  @Test func `every argument of a command is read through its key`() throws {
    let words = [
      "import", "a.zip", "--into", "s.sqlite", "b.zip", "--timezone=Europe/Berlin", "--snapshot",
      "--alias", "Old Phone=New=Phone", "--alias=A=B", "--lanes=8", "--no-color", "-q",
    ]
    let matches = try #require(try Sample.matches(words))
    #expect(matches.path == ["import"])
    #expect(try matches[Sample.inputs] == ["a.zip", "b.zip"])
    #expect(try matches[Sample.into] == "s.sqlite")
    #expect(try matches[Sample.timezone] == "Europe/Berlin")
    #expect(
      try matches[Sample.alias] == [
        Assignment(name: "Old Phone", value: "New=Phone"), Assignment(name: "A", value: "B"),
      ])
    #expect(try matches[Sample.lanes] == 8)
    let flags = [Sample.snapshot, Sample.color, Sample.quiet, Sample.verbose]
    #expect(flags.map { matches[$0] } == [true, false, true, false])
  }

  @Test func `what is not given has its default`() throws {
    let matches = try #require(try Sample.matches(["import", "-", "--into=x"]))
    #expect(try matches[Sample.inputs] == ["-"])
    #expect(try matches[Sample.timezone] == nil)
    #expect(try matches[Sample.alias] == [])
    #expect(try matches[Sample.lanes] == 2)
    #expect(matches[Sample.color])
    #expect(!matches[Sample.snapshot])
  }

  @Test(arguments: [
    (["mappings", "list"], Sample.Format.table),
    (["mappings", "list", "--format", "json"], .json),
    (["mappings", "list", "-f", "markdown"], .markdown),
    (["mappings", "list", "-fjson"], .json),
    (["mappings", "list", "-f=json"], .json),
  ])
  private func `an enumerated value is read in every spelling`(
    words: [String], expected: Sample.Format
  ) throws {
    let matches = try #require(try Sample.matches(words))
    #expect(matches.path == ["mappings", "list"])
    #expect(try matches[Sample.format] == expected)
  }

  @Test func `short flags cluster and end in a value`() throws {
    let matches = try #require(try Sample.matches(["import", "x", "--into=y", "-qvl3"]))
    #expect(matches[Sample.quiet] && matches[Sample.verbose])
    #expect(try matches[Sample.lanes] == 3)
  }

  @Test func `after two dashes every word is a positional`() throws {
    let words = ["import", "--into", "s", "--", "--help", "-q", "--", "-"]
    let matches = try #require(try Sample.matches(words))
    #expect(try matches[Sample.inputs] == ["--help", "-q", "--", "-"])
    #expect(!matches[Sample.quiet])
  }

  @Test func `of a flag and its negation the last one counts`() throws {
    let words = ["import", "x", "--into=y", "--no-color", "--color", "--quiet", "--quiet"]
    let matches = try #require(try Sample.matches(words))
    #expect(matches[Sample.color] && matches[Sample.quiet])
  }

  @Test func `a negative number is a value and not an option`() throws {
    let matches = try #require(try Sample.matches(["sample", "--seed", "-3"]))
    #expect(try matches[Sample.seed] == -3)
  }

  @Test func `a combining mark after the equals sign stays in the value`() throws {
    let matches = try #require(try Sample.matches(["import", "x", "--into=\u{301}e"]))
    #expect(try Array(matches[Sample.into].unicodeScalars) == ["\u{301}", "e"])
  }

  @Test func `an optional positional may be absent`() throws {
    let absent = try #require(try Sample.matches(["mappings", "check"]))
    let given = try #require(try Sample.matches(["mappings", "check", "dir"]))
    #expect(try [absent[Sample.directory], given[Sample.directory]] == [nil, "dir"])
  }

  @Test func `a key of another command is an error where it was required`() throws {
    let matches = try #require(try Sample.matches(["mappings", "check"]))
    #expect(throws: UsageError(.missingArgument, "--into was not given: expected a value")) {
      try matches[Sample.into]
    }
  }

  @Test func `a positional after a repeated one keeps its word`() throws {
    let sources = Positional<[String]>(.file("FROM"), help: "Sources.")
    let target = Positional<String>(.file("TO"), help: "Target.")
    let program = Program(
      Command("copy", summary: "Copies.", arguments: [sources, target]), version: "1", date: "")
    guard case .run(let matches) = try program.parse(["a", "b", "c"]) else {
      Issue.record("the command must run")
      return
    }
    #expect(try matches[sources] == ["a", "b"])
    #expect(try matches[target] == "c")
  }

  @Test(arguments: [
    (["--help"], []), (["-h"], []), (["help"], []), (["help", "import"], ["import"]),
    (["help", "mappings", "check"], ["mappings", "check"]),
    (["mappings", "--help"], ["mappings"]),
    (["mappings", "check", "-h"], ["mappings", "check"]),
    (["import", "--nonsense", "--lanes", "x", "--help"], ["import"]),
    (["import", "-qh"], ["import"]),
    (["help", "import", "--help"], ["import"]),
  ])
  func `help is found on every level, whatever else is wrong`(words: [String], path: [String]) {
    var found: [String]?
    if case .help(let path)? = try? SampleProgram.program.parse(words) { found = path }
    #expect(found == path)
  }

  @Test func `the version is a flag of the program alone`() {
    var isVersion = false
    if case .version? = try? Sample.program.parse(["--version"]) { isVersion = true }
    #expect(isVersion)
    #expect(Sample.program.versionText == "sonar 1.2.3\n")
    #expect(Sample.error("mappings check --version")?.code == .unknownOption)
  }

  @Test func `the declarations of the sample are sound`() {
    #expect(Sample.program.problems == [])
  }

  @Test func `unsound declarations are listed`() {
    let program = Program(
      Command(
        "tool", summary: "Works.",
        arguments: [
          Flag("help", help: "Again."), Flag("Big", help: "Upper case."),
          Option<Int?>("n", short: "é", .integer(in: 0...1), help: ""),
          Positional<[String]>(.file("A"), help: "Many."),
          Positional<String?>(.file("B"), help: "One."), Flag("no-way", help: "Negated."),
        ]), version: "1", date: "")
    #expect(
      program.problems == [
        "tool: unusable name --Big", "tool: unusable name --n", "tool: unusable name --no-way",
        "tool: something has no help text", "tool: --help is declared twice",
        "tool: more than one positional may be left out or repeated",
      ])
  }
}
