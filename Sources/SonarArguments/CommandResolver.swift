/// Walks from the program to the command that the words name, and hands the rest to its scanner.
struct CommandResolver {
  let program: Program
  let words: [String]

  func resolve() throws(UsageError) -> Invocation {
    var node = program.rootNode
    var position = 0
    while !node.command.subcommands.isEmpty {
      guard position < words.count else { throw missingCommand(node) }
      let word = words[position]
      if let invocation = try builtIn(word, at: position, in: node) { return invocation }
      guard let child = node.child(word) else { throw unknownWord(word, at: position, in: node) }
      node = child
      position += 1
    }
    return try scan(node, from: position)
  }

  /// Handles the words that every group knows: `--help`, and at the top `--version` and `help`.
  private func builtIn(
    _ word: String, at position: Int, in node: CommandNode
  ) throws(UsageError) -> Invocation? {
    switch word {
    case "--help", "-h": return .help(node.path)
    case "--version" where node.path.isEmpty: return .version
    case CommandNode.helpCommand.name where node.path.isEmpty:
      return .help(try helpPath(from: position + 1))
    default: return nil
    }
  }

  /// The path after `help`; an option there is ignored no more than elsewhere, it is unknown.
  private func helpPath(from start: Int) throws(UsageError) -> [String] {
    var node = program.rootNode
    for position in start..<words.count where !["--help", "-h"].contains(words[position]) {
      guard let child = node.child(words[position]) else {
        throw unknownWord(words[position], at: position, in: node)
      }
      node = child
    }
    return node.path
  }

  private func scan(_ node: CommandNode, from start: Int) throws(UsageError) -> Invocation {
    let rest = words[start...]
    // Help is asked for most often with a line that is still wrong: it goes before every error.
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .help(node.path)
    }
    var scanner = ArgumentScanner(node: node, isRoot: node.path.isEmpty)
    do {
      return try scanner.scan(rest)
    } catch {
      throw located(error, in: node)
    }
  }

  private func missingCommand(_ node: CommandNode) -> UsageError {
    let names = node.subcommands.map(\.name).joined(separator: ", ")
    return located(
      UsageError(
        .missingCommand, "\(program.spokenName(node.path)) needs a command, one of: \(names)"),
      in: node)
  }

  private func unknownWord(_ word: String, at position: Int, in node: CommandNode) -> UsageError {
    let isOption = word.utf8.first == UInt8(ascii: "-")
    let candidates =
      isOption ? node.options.flatMap(\.longSpellings) : node.subcommands.map(\.name)
    let error = UsageError(
      isOption ? .unknownOption : .unknownCommand,
      "unknown \(isOption ? "option" : "command") \(quoted(word))",
      suggestion: suggestion(for: word, among: candidates), position: position + 1)
    return located(error, in: node)
  }

  /// Adds who is speaking and where help is.
  private func located(_ error: UsageError, in node: CommandNode) -> UsageError {
    var located = error
    located.helpCommand = program.spokenName(node.path) + " --help"
    return located
  }
}
