/// A whole command line: the tree of commands and what belongs to the program itself.
///
/// Everything a user meets is derived from this one value: ``parse(_:)``, ``help(for:width:)``,
/// ``completions(for:)`` and ``manualPage()`` cannot disagree. `--help` (`-h`) exists on every
/// level, `help COMMAND` and `--version` at the top.
package struct Program: Sendable {
  /// The top of the tree; its name is the program's.
  package let root: Command

  /// What `--version` prints.
  package let version: String

  /// The date on the manual page, in the form mdoc asks for: `November 30, 2026`.
  package let date: String

  /// The environment variables the program looks at, for the manual.
  package let environment: [EnvironmentNote]

  /// Creates a program.
  package init(
    _ root: Command, version: String, date: String, environment: [EnvironmentNote] = []
  ) {
    self.root = root
    self.version = version
    self.date = date
    self.environment = environment
  }

  /// The program's name.
  package var name: String { root.name }

  /// Reads the words after the program's name.
  ///
  /// Cost is linear in the words. Any list of words either gives an invocation or throws; nothing
  /// is printed and no file is touched.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation {
    try CommandResolver(program: self, words: words).resolve()
  }
}

/// What a command line asks for.
package enum Invocation: Sendable {
  /// Run the command of ``Matches/path`` with its arguments.
  case run(Matches)
  /// Print the help of the command at this path below the program.
  case help([String])
  /// Print the version.
  case version
}

/// A command with its place in the tree, and the flags the program adds to it.
struct CommandNode {
  /// The words below the program's name; empty for the program itself.
  let path: [String]
  let command: Command

  static let helpCommand = (name: "help", summary: "Show the help of a command.")

  /// Its declared options and flags, then those that every command has.
  var options: [ArgumentDeclaration] {
    var list = command.arguments.filter { !$0.isPositional }
    list.append(.help)
    if path.isEmpty { list.append(.version) }
    return list
  }

  var positionals: [ArgumentDeclaration] { command.arguments.filter(\.isPositional) }

  /// Its commands with their summaries, `help` included where it exists.
  var subcommands: [(name: String, summary: String)] {
    var list = command.subcommands.map { (name: $0.name, summary: $0.summary) }
    if path.isEmpty && !list.isEmpty { list.append(Self.helpCommand) }
    return list
  }

  func child(_ name: String) -> CommandNode? {
    guard let child = command.subcommands.first(where: { $0.name == name }) else { return nil }
    return CommandNode(path: path + [name], command: child)
  }
}

extension Program {
  var rootNode: CommandNode { CommandNode(path: [], command: root) }

  /// Every command of the tree, parents before their children.
  var nodes: [CommandNode] {
    var list: [CommandNode] = []
    var waiting = [rootNode]
    while let node = waiting.popLast() {
      list.append(node)
      let children = node.command.subcommands.map { node.child($0.name) }
      waiting.append(contentsOf: children.reversed().compactMap(\.self))
    }
    return list
  }

  /// A command as a user calls it: `sonar mappings check`.
  func spokenName(_ path: [String]) -> String { ([name] + path).joined(separator: " ") }
}
