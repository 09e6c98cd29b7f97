/// The bash script: one function that walks the words before the cursor once.
///
/// bash splits `--into=x` into three words at `=`; the walk skips the sign, so that both spellings
/// end in the same state. The state is the command's path, the option that waits for a value, the
/// number of positionals so far, and whether `--` was met.
struct BashCompletion {
  let program: Program
  private var function: String { "_" + program.functionName }

  var script: String {
    [header, walk, pendingValue, optionNames, positionals, footer].joined(separator: "\n") + "\n"
  }

  /// `compopt` is missing from bash 3.2, where names are offered without their trailing slash.
  private var header: String {
    """
    # bash completion of \(program.name)
    \(function)_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
    \(function)_files() {
      compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$cur"))
    }
    \(function)_directories() {
      compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$cur"))
    }
    \(function)() {
      local cur=${COMP_WORDS[COMP_CWORD]} path=\(program.name) pending='' ended='' count=0 word i
      COMPREPLY=()
    """
  }

  private var walk: String {
    let commands = program.nodes.flatMap { node in
      node.subcommands.map { program.spokenName(node.path + [$0.name]) }
    }
    let valued = program.nodes.flatMap { node in
      node.options.filter(\.takesValue).flatMap(\.spellings).map { pattern(node, $0) }
    }
    return """
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ $word == '=' ]]; then continue; fi
          if [[ -n $pending ]]; then pending=''; continue; fi
          if [[ -z $ended && $word == -- ]]; then ended=1; continue; fi
          case "$ended$path $word" in
            \(alternation(commands))) path="$path $word"; continue ;;
            \(alternation(valued))) pending=$word; continue ;;
          esac
          if [[ -n $ended || $word != -?* ]]; then count=$((count + 1)); fi
        done
        if [[ $cur == '=' ]]; then cur=''; fi
      """
  }

  private var pendingValue: String {
    let cases = program.nodes.flatMap { node in
      node.options.filter(\.takesValue).compactMap { option in
        action(option.completion).map { action in
          let patterns = option.spellings.map { pattern(node, $0) }
          return "      \(alternation(patterns))) \(action) ;;"
        }
      }
    }
    return conditional("-n $pending", on: #""$path $pending""#, cases)
  }

  private var optionNames: String {
    let cases = program.nodes.map { node in
      let words = node.options.flatMap(\.spellings).joined(separator: " ")
      return "      \(shellQuoted(program.spokenName(node.path)))) \(function)_words '\(words)' ;;"
    }
    return conditional("-z $ended && $cur == -*", on: "$path", cases)
  }

  private var positionals: String {
    var cases: [String] = []
    for node in program.nodes {
      let name = program.spokenName(node.path)
      if !node.subcommands.isEmpty {
        let words = node.subcommands.map(\.name).joined(separator: " ")
        cases.append("    \(shellQuoted(name + " 0"))) \(function)_words '\(words)' ;;")
      }
      for (index, positional) in node.positionals.enumerated() {
        guard let action = action(positional.completion) else { continue }
        let place = positional.arity.isRepeated ? "\(shellQuoted(name + " "))*" : nil
        cases.append("    \(place ?? shellQuoted("\(name) \(index)"))) \(action) ;;")
      }
    }
    let commands = program.root.subcommands.map(\.name).joined(separator: " ")
    let help = program.spokenName([CommandNode.helpCommand.name])
    cases.append("    \(shellQuoted(help + " 0"))) \(function)_words '\(commands)' ;;")
    return "  case \"$path $count\" in\n" + cases.joined(separator: "\n") + "\n  esac"
  }

  private var footer: String {
    """
    }
    complete -F \(function) \(program.name)
    """
  }

  private func conditional(_ test: String, on subject: String, _ cases: [String]) -> String {
    let body = (cases + ["      *) ;;"]).joined(separator: "\n")
    return "  if [[ \(test) ]]; then\n    case \(subject) in\n\(body)\n    esac\n    return\n  fi"
  }

  private func pattern(_ node: CommandNode, _ word: String) -> String {
    program.spokenName(node.path + [word])
  }

  /// A list of patterns; bash refuses an empty one, so that it becomes one that never matches.
  private func alternation(_ patterns: [String]) -> String {
    patterns.isEmpty ? "''" : patterns.map(shellQuoted).joined(separator: "|")
  }

  private func action(_ completion: Completion) -> String? {
    switch completion {
    case .nothing: nil
    case .files: "\(function)_files"
    case .directories: "\(function)_directories"
    case .words: "\(function)_words '\(completion.plainWords.joined(separator: " "))'"
    }
  }
}
