extension Program {
  /// What is wrong with the declarations themselves; empty for a sound tree.
  ///
  /// A mistake here is the program's, not the user's: call it from a test. Parsing a tree that has
  /// problems still ends in an invocation or an error, though perhaps not the intended one.
  package var problems: [String] {
    nodes.flatMap { node in
      node.problems.map { "\(spokenName(node.path)): \($0)" }
    }
  }
}

extension CommandNode {
  fileprivate var problems: [String] {
    nameProblems + repeatedNames + orderProblems
  }

  private var nameProblems: [String] {
    var list = command.arguments.filter { !isSound($0) }.map { "unusable name \($0.label)" }
    if !isWord(command.name) { list.append("unusable command name") }
    if command.arguments.contains(where: { $0.help.isEmpty }) || command.summary.isEmpty {
      list.append("something has no help text")
    }
    return list
  }

  private var repeatedNames: [String] {
    let all =
      options.flatMap(\.spellings) + positionals.map(\.name) + subcommands.map(\.name)
    var seen: Set<String> = []
    return all.filter { !seen.insert($0).inserted }.map { "\($0) is declared twice" }
  }

  /// Words are given out from the left, so that only one positional may have an open end.
  private var orderProblems: [String] {
    let open = positionals.filter { $0.arity.isRepeated || $0.arity == .optional }
    return open.count > 1 ? ["more than one positional may be left out or repeated"] : []
  }

  private func isSound(_ argument: ArgumentDeclaration) -> Bool {
    if argument.isPositional { return !argument.name.isEmpty }
    guard isWord(argument.name), !argument.name.utf8.starts(with: "no-".utf8) else { return false }
    guard let short = argument.short else { return true }
    return short.isASCII && short.isLetter
  }

  private func isWord(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "-") else { return false }
    return name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}
