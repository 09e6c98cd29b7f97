import Testing

@testable import SonarArguments

@Suite struct ManualPages {
  private static let page = SampleProgram.program.manualPage()

  @Test func `the page starts as mdoc asks`() {
    #expect(
      Self.page.hasPrefix(
        """
        .Dd November 30, 2026
        .Dt SONAR 1
        .Os
        .Sh NAME
        .Nm sonar
        .Nd reads health exports
        .Sh SYNOPSIS
        .Nm
        .Cm import
        .Ar INPUT ...
        .Fl -into Ar FILE
        .Op Fl -timezone Ar ZONE

        """))
  }

  @Test func `every command and argument is described`() {
    for node in SampleProgram.program.nodes where node.command.subcommands.isEmpty {
      #expect(Self.page.contains(".Ss " + node.path.joined(separator: " ") + "\n"))
      for option in node.command.arguments where !option.isPositional {
        #expect(Self.page.contains(option.name))
        #expect(Self.page.contains(option.help.split(separator: ".")[0]))
      }
    }
  }

  @Test func `exit codes stand in order, each once`() {
    let lines = Self.page.split(separator: "\n")
    let codes = lines.compactMap { $0.hasPrefix(".It ") ? Int($0.dropFirst(4)) : nil }
    #expect(codes == [0, 2, 65])
  }

  @Test func `text that looks like a macro is escaped`() {
    let program = Program(
      Command(
        "tool", summary: "Works.", notes: CommandNotes(discussion: ".Sh evil\n\n'br a\\b"),
        arguments: [Positional<String>(.file("No"), help: ".dot")]), version: "1", date: "")
    let page = program.manualPage()
    #expect(page.contains("\n\\&.Sh evil\n"))
    #expect(page.contains("\n\\&'br a\\eb\n"))
    #expect(page.contains(".Ar \\&No\n"))
    #expect(page.contains("\n\\&.dot\n"))
  }

  @Test(.enabled(if: ShellRun.path(of: "mandoc") != nil, "mandoc is not installed"))
  func `mandoc finds no fault with the page`() throws {
    let result = try ShellRun.run("mandoc", ["-T", "lint", "-W", "style"], input: Self.page)
    #expect(result.output == "")
    #expect(result.code == 0)
  }
}
