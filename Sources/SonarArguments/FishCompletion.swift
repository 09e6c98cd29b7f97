/// The fish script: one `complete` line per option, guarded by the command the line is in.
struct FishCompletion {
  let program: Program
  private var condition: String { "__\(program.functionName)_at" }

  var script: String {
    let lines = program.nodes.flatMap { node in
      commandLines(node) + node.options.flatMap { optionLines($0, node) }
        + node.positionals.compactMap { positionalLine($0, node) }
    }
    return ([function, "complete -c \(program.name) -f"] + lines + helpLine)
      .joined(separator: "\n") + "\n"
  }

  /// Tells whether the words before the cursor lead to the command whose path it is given.
  private var function: String {
    let paths = program.nodes.flatMap { node in
      node.subcommands.map { shellQuoted((node.path + [$0.name]).joined(separator: " ")) }
    }
    return """
      # fish completion of \(program.name)
      function \(condition)
          set -l words (commandline -opc)
          set -l path
          for word in $words[2..-1]
              switch (string join ' ' -- $path $word)
                  case \(paths.isEmpty ? "''" : paths.joined(separator: " "))
                      set path $path $word
              end
          end
          test "$path" = "$argv"
      end
      """
  }

  private func commandLines(_ node: CommandNode) -> [String] {
    node.subcommands.map { command in
      line(node, "-a \(command.name)", command.summary)
    }
  }

  private func optionLines(_ option: ArgumentDeclaration, _ node: CommandNode) -> [String] {
    let short = option.short.map { "-s \($0) " } ?? ""
    let value = option.takesValue ? " " + valueRule(option.completion) : ""
    var lines = [line(node, "\(short)-l \(option.name)\(value)", option.help)]
    if option.isNegatable { lines.append(line(node, "-l no-\(option.name)", option.help)) }
    return lines
  }

  private func positionalLine(
    _ positional: ArgumentDeclaration, _ node: CommandNode
  ) -> String? {
    switch positional.completion {
    case .nothing: nil
    case .files: line(node, "-F", "")
    case .directories, .words:
      line(node, "-a \(choices(positional.completion))", positional.help)
    }
  }

  private var helpLine: [String] {
    guard !program.root.subcommands.isEmpty else { return [] }
    let help = CommandNode(
      path: [CommandNode.helpCommand.name],
      command: Command(CommandNode.helpCommand.name, summary: ""))
    let names = program.root.subcommands.map(\.name).joined(separator: " ")
    return [line(help, "-a '\(names)'", "")]
  }

  private func valueRule(_ completion: Completion) -> String {
    switch completion {
    case .nothing: "-x"
    case .files: "-r -F"
    case .directories, .words: "-x -a \(choices(completion))"
    }
  }

  private func choices(_ completion: Completion) -> String {
    completion == .directories
      ? "'(__fish_complete_directories (commandline -ct))'"
      : "'\(completion.plainWords.joined(separator: " "))'"
  }

  private func line(_ node: CommandNode, _ rule: String, _ help: String) -> String {
    let test = ([condition] + node.path).joined(separator: " ")
    let text = help.isEmpty ? "" : " -d " + fishQuoted(firstSentence(help))
    return "complete -c \(program.name) -n '\(test)' \(rule)\(text)"
  }

  /// fish reads a backslash before a quote or a backslash inside single quotes.
  private func fishQuoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return "'\(escaped)'"
  }
}
