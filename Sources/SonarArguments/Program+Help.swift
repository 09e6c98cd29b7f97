extension Program {
  /// The help of the command at a path, ready to print, with a line break at its end.
  ///
  /// A path that names no command gives the help of the deepest one it does name. Lines are
  /// wrapped at `width` columns, at least 40; only a word that is longer by itself goes beyond.
  package func help(for path: [String], width: Int = 80) -> String {
    var node = rootNode
    for word in path {
      guard let child = node.child(word) else { break }
      node = child
    }
    let page = HelpPage(node: node, spokenName: spokenName(node.path), width: max(40, width))
    return page.text
  }

  /// What `--version` prints, with a line break at its end.
  package var versionText: String { "\(name) \(version)\n" }
}

/// The help of one command as text.
private struct HelpPage {
  let node: CommandNode
  let spokenName: String
  let width: Int

  /// Where the second column starts when the terms leave room for it.
  private static let column = 26

  var text: String {
    var sections = [wrapped(node.command.summary, width: width), usage]
    if !node.command.discussion.isEmpty {
      sections.append(wrapped(node.command.discussion, width: width))
    }
    sections.append(list("Commands", node.subcommands.map { ($0.name, $0.summary) }))
    sections.append(list("Arguments", node.positionals.map { ($0.usage, fullHelp($0)) }))
    sections.append(list("Options", node.options.map { (term($0), fullHelp($0)) }))
    sections.append(examples)
    sections.append(
      list("Exit codes", node.command.exitCodes.map { (String($0.code), $0.meaning) }, column: 8))
    if !node.command.subcommands.isEmpty { sections.append(pointer) }
    let filled = sections.filter { !$0.isEmpty }
    return filled.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// The synopsis, continued under its first argument, or indented where the name is too long.
  private var usage: [String] {
    let start = "Usage: \(spokenName) "
    let longest = node.synopsis.map(\.count).max() ?? 0
    guard start.count + longest <= width else {
      return ["Usage: \(spokenName)"] + filled(node.synopsis, width: width - 4).map { "    " + $0 }
    }
    let lines = filled(node.synopsis, width: width - start.count)
    let indent = String(repeating: " ", count: start.count)
    return lines.enumerated().map { index, line in (index == 0 ? start : indent) + line }
  }

  private var pointer: [String] {
    wrapped("See '\(spokenName) COMMAND --help' for more about a command.", width: width)
  }

  /// Command lines are not wrapped: they are there to be copied.
  private var examples: [String] {
    guard !node.command.examples.isEmpty else { return [] }
    var lines = ["Examples:"]
    for example in node.command.examples {
      lines += wrapped(example.meaning, width: width - 4).map { "  # " + $0 }
      lines.append("  " + example.commandLine)
    }
    return lines
  }

  private func term(_ option: ArgumentDeclaration) -> String {
    let long = option.isNegatable ? "--[no-]\(option.name)" : "--\(option.name)"
    let start = option.short.map { "-\($0), " } ?? "    "
    return start + long + (option.takesValue ? " \(option.placeholder)" : "")
  }

  private func fullHelp(_ argument: ArgumentDeclaration) -> String {
    ([argument.help] + argument.notes).joined(separator: " ")
  }

  /// Two columns; a term too long for the first stands on a line of its own.
  private func list(
    _ title: String, _ rows: [(term: String, text: String)], column: Int = Self.column
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    let column = min(column, width / 3)
    let indent = String(repeating: " ", count: column)
    var lines = [title + ":"]
    for row in rows {
      var texts = wrapped(row.text, width: width - column)[...]
      let start = "  " + row.term
      if start.count + 2 <= column, let first = texts.popFirst() {
        lines.append(start + indent.dropFirst(start.count) + first)
      } else {
        lines.append(start)
      }
      lines += texts.map { indent + $0 }
    }
    return lines
  }
}

extension CommandNode {
  /// The parts of the usage line after the name, none of which may be broken.
  var synopsis: [String] {
    if !command.subcommands.isEmpty { return ["COMMAND", "[ARGUMENTS]"] }
    let required = options.filter(\.arity.isRequired)
    let other = options.filter { !$0.arity.isRequired && $0.name != "help" }
    return positionals.map(\.usage) + required.map(\.usage) + other.map(\.usage)
  }
}
