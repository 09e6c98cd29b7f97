import SonarArguments
import Testing

@testable import SonarCommands

@Suite struct TerminalSettings {
  private static func terminal(
    _ variables: [String: String], isTerminal: Bool = true, columns: Int? = 100
  ) -> Terminal {
    Terminal(isTerminal: isTerminal, columns: columns) { variables[$0] }
  }

  @Test(arguments: [
    ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["CLICOLOR": "0"], false),
    (["CLICOLOR": "1"], true), (["TERM": "dumb"], false), (["TERM": "xterm"], true),
  ])
  func `style follows the environment`(variables: [String: String], allowsStyle: Bool) {
    #expect(Self.terminal(variables).allowsStyle == allowsStyle)
    #expect(!Self.terminal(variables, isTerminal: false).allowsStyle)
  }

  @Test(
    arguments: [
      (100, [:], 100), (nil, ["COLUMNS": "66"], 66), (nil, ["COLUMNS": "wide"], 80), (nil, [:], 80),
      (3, [:], 20), (nil, ["COLUMNS": "999999999999"], 1000), (nil, ["COLUMNS": "-1"], 20),
    ] as [(Int?, [String: String], Int)])
  func `the width is the system's, else the variable's, else 80`(
    system: Int?, variables: [String: String], columns: Int
  ) {
    #expect(Self.terminal(variables, columns: system).columns == columns)
  }

  @Test func `a file has no width and is never drawn over`() {
    let none = Terminal.none
    #expect(none.columns == nil)
    #expect([none.isTerminal, none.allowsStyle, none.allowsRedrawing] == [false, false, false])
  }

  @Test func `a dumb terminal is not drawn over`() {
    #expect(!Self.terminal(["TERM": "dumb"]).allowsRedrawing)
    #expect(Self.terminal([:]).allowsRedrawing)
  }

  @Test func `a descriptor that is not open is no terminal`() {
    #expect(Terminal(descriptor: -1) == .none)
  }
}

@Suite struct ExitCodes {
  @Test func `every code of the design has a number and a meaning`() {
    #expect(ExitCode.all.map(\.code) == [0, 1, 2, 65, 69, 73, 74, 75, 77, 78, 130, 143])
    #expect(ExitCode.all.allSatisfy { $0.meaning.hasSuffix(".") })
    #expect(ExitCode.usage.meaning == "The command line could not be understood.")
    #expect(ExitCode(rawValue: 99).meaning == nil)
  }

  @Test func `usage errors end with the code that help names`() {
    #expect(UsageError.exitCode == ExitCode.usage.rawValue)
  }

  @Test func `the notes of some codes keep the order of all`() {
    #expect(ExitCode.notes(.inputDamaged, .success).map(\.code) == [0, 65])
  }
}
