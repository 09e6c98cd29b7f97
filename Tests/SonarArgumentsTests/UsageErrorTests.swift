import Testing

@testable import SonarArguments

@Suite struct UsageErrors {
  /// A wrong command line and what the user is told.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let code: UsageError.Code
    let text: String
    var position: Int?
    var testDescription: String { line }
  }

  static let cases: [Case] = [
    Case(
      line: "", code: .missingCommand,
      text: """
        sonar needs a command, one of: import, mappings, completions, sample, help.
        See 'sonar --help'.
        """),
    Case(
      line: "mappings", code: .missingCommand,
      text: "sonar mappings needs a command, one of: check, list.\nSee 'sonar mappings --help'."),
    Case(
      line: "imprt x", code: .unknownCommand,
      text: "unknown command 'imprt'.\nDid you mean 'import'?\nSee 'sonar --help'.", position: 1),
    Case(
      line: "help mappings chekc", code: .unknownCommand,
      text: "unknown command 'chekc'.\nDid you mean 'check'?\nSee 'sonar mappings --help'.",
      position: 3),
    Case(
      line: "--verison", code: .unknownOption,
      text: "unknown option '--verison'.\nDid you mean '--version'?\nSee 'sonar --help'.",
      position: 1),
    Case(
      line: "import x --int y", code: .unknownOption,
      text: "unknown option '--int'.\nDid you mean '--into'?\nSee 'sonar import --help'.",
      position: 3),
    Case(
      line: "import -qx", code: .unknownOption,
      text: "unknown option '-x' in '-qx'.\nSee 'sonar import --help'.", position: 2),
    Case(
      line: "import x --into a --into=b", code: .repeatedOption,
      text: "--into was given twice: it takes one value.\nSee 'sonar import --help'.", position: 5),
    Case(
      line: "import x --into", code: .missingValue,
      text: "--into needs a value: --into FILE.\nSee 'sonar import --help'.", position: 3),
    Case(
      line: "import x --into --quiet", code: .missingValue,
      text: "--into needs a value: --into FILE.\nSee 'sonar import --help'.", position: 3),
    Case(
      line: "import x --into=", code: .invalidValue,
      text: "'' is no value for --into: expected the name of a file.\nSee 'sonar import --help'.",
      position: 3),
    Case(
      line: "import x --quiet=yes", code: .unexpectedValue,
      text: "--quiet takes no value.\nSee 'sonar import --help'.", position: 3),
    Case(
      line: "import --lanes 65", code: .invalidValue,
      text: """
        '65' is no value for --lanes: expected a whole number from 1 to 64.
        See 'sonar import --help'.
        """, position: 3),
    Case(
      line: "import --alias =x", code: .invalidValue,
      text: """
        '=x' is no value for --alias: expected two texts joined by '=', as in OLD=NEW.
        See 'sonar import --help'.
        """, position: 3),
    Case(
      line: "mappings list --format jsno", code: .invalidValue,
      text: """
        'jsno' is no value for --format: expected table, markdown or json.
        Did you mean 'json'?
        See 'sonar mappings list --help'.
        """, position: 4),
    Case(
      line: "import", code: .missingArgument,
      text: "missing INPUT... and --into FILE.\nSee 'sonar import --help'."),
    Case(
      line: "mappings check a b", code: .unexpectedArgument,
      text: "unexpected argument 'b'.\nSee 'sonar mappings check --help'.", position: 4),
    Case(
      line: "sample -5", code: .unknownOption,
      text: "unknown option '-5'.\nSee 'sonar sample --help'.", position: 2),
    Case(
      line: "completions powershell", code: .invalidValue,
      text: """
        'powershell' is no value for SHELL: expected bash, zsh or fish.
        See 'sonar completions --help'.
        """, position: 2),
  ]

  @Test(arguments: cases)
  func `a wrong line names the word at fault and the way to help`(wrong: Case) throws {
    let error = try #require(SampleProgram.error(wrong.line))
    #expect(error.code == wrong.code)
    #expect(error.description == wrong.text)
    #expect(error.position == wrong.position)
  }

  @Test func `a usage error ends the program with code 2`() {
    #expect(UsageError.exitCode == 2)
  }

  @Test(arguments: [
    ("plain", "'plain'"), ("caf\u{E9} \u{1F600}", "'caf\u{E9} \u{1F600}'"),
    ("\u{1B}[31m", #"'\u{1b}[31m'"#), ("a\nb", #"'a\u{a}b'"#),
    ("\u{202E}exe", #"'\u{202e}exe'"#),
    (String(repeating: "x", count: 81), "'" + String(repeating: "x", count: 80) + "...'"),
  ])
  func `a word is shown without power over the terminal`(word: String, shown: String) {
    #expect(quoted(word) == shown)
  }

  @Test(arguments: [
    ("import", "import", 0), ("", "abc", 3), ("abc", "", 3), ("imprt", "import", 1),
    ("improt", "import", 1), ("kitten", "sitting", 3), ("ab", "ba", 1),
  ])
  func `the distance counts edits and swaps`(first: String, second: String, distance: Int) {
    #expect(editDistance(Array(first.utf8), Array(second.utf8)) == distance)
  }

  @Test(arguments: [
    ("expotr", "export"), ("exp", "export"), ("insp", "inspect"), ("zzz", nil), ("", nil),
    ("x", nil), (String(repeating: "a", count: 65), nil),
  ])
  func `only a near candidate is suggested`(word: String, expected: String?) {
    #expect(suggestion(for: word, among: ["import", "inspect", "export"]) == expected)
  }
}
