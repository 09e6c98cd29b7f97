/// The zsh script: one function per command, each a call of `_arguments`.
struct ZshCompletion {
  let program: Program
  private var function: String { "_" + program.functionName }

  var script: String {
    let functions = program.nodes.map { node in
      node.subcommands.isEmpty ? leaf(node) : group(node)
    }
    return (["#compdef \(program.name)"] + functions + [footer]).joined(separator: "\n\n") + "\n"
  }

  /// Works both when autoloaded from `fpath`, where the file is the function, and when sourced.
  private var footer: String {
    """
    if [[ $funcstack[1] == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(program.name)
    fi
    """
  }

  private func leaf(_ node: CommandNode) -> String {
    let specs = node.options.flatMap(optionSpecs) + node.positionals.map(positionalSpec)
    let body = specs.map { "    " + $0 }.joined(separator: " \\\n")
    return "\(name(node)) () {\n  _arguments -s -S \\\n\(body)\n}"
  }

  private func group(_ node: CommandNode) -> String {
    let specs = node.options.flatMap(optionSpecs).map { "    \($0) \\\n" }.joined()
    let commands = node.subcommands.map { command in
      "        " + shellQuoted("\(command.name):\(escaped(firstSentence(command.summary)))")
    }
    return """
      \(name(node)) () {
        local curcontext="$curcontext" state line
        local -a commands
        _arguments -C \\
      \(specs)    '1:command:->command' \\
          '*::argument:->argument'
        case $state in
          command)
            commands=(
      \(commands.joined(separator: "\n"))
            )
            _describe -t commands command commands ;;
          argument)
            case $line[1] in
      \(calls(node))
            esac ;;
        esac
      }
      """
  }

  /// What follows each command's name; `help` is followed by the names themselves.
  private func calls(_ node: CommandNode) -> String {
    var lines = node.command.subcommands.map { command in
      "        \(command.name)) \(name(node))_\(underscored(command.name)) ;;"
    }
    if node.path.isEmpty {
      let names = node.command.subcommands.map(\.name).joined(separator: " ")
      lines.append("        \(CommandNode.helpCommand.name)) compadd -- \(names) ;;")
    }
    return lines.joined(separator: "\n")
  }

  /// One spec per spelling; the spellings of one option exclude each other unless it repeats.
  private func optionSpecs(_ option: ArgumentDeclaration) -> [String] {
    let text = "[\(escaped(firstSentence(option.help)))]"
    let value = option.takesValue ? ":\(escaped(option.placeholder)):\(action(option))" : ""
    let others = "(" + option.spellings.joined(separator: " ") + ")"
    let start = option.arity.isRepeated ? "*" : others
    return option.spellings.map { spelling in
      let isLong = spelling.utf8.starts(with: "--".utf8)
      let mark = option.takesValue ? (isLong ? "=" : "+") : ""
      return shellQuoted(start + spelling + mark + text + value)
    }
  }

  private func positionalSpec(_ positional: ArgumentDeclaration) -> String {
    let start = positional.arity.isRepeated ? "*" : ""
    let colon = positional.arity == .optional ? "::" : ":"
    return shellQuoted("\(start)\(colon)\(escaped(positional.name)):\(action(positional))")
  }

  private func action(_ argument: ArgumentDeclaration) -> String {
    switch argument.completion {
    case .nothing: " "
    case .files: "_files"
    case .directories: "_files -/"
    case .words: "(\(argument.completion.plainWords.joined(separator: " ")))"
    }
  }

  private func name(_ node: CommandNode) -> String {
    ([function] + node.path.map(underscored)).joined(separator: "_")
  }

  private func underscored(_ name: String) -> String {
    String(name.map { $0 == "-" ? "_" : $0 })
  }

  /// Escapes what `_arguments` would take for the end of a part.
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if ":[]\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
