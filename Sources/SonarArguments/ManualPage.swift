extension Program {
  /// The manual page `NAME(1)` in mdoc, with every command, option and exit code.
  package func manualPage() -> String {
    ManualPage(program: self).text
  }
}

/// Writes mdoc: macros at the start of a line, text everywhere else.
///
/// Two escapes keep text from being read as macros: a line that begins with a dot or a quote, and
/// a macro's argument that is itself a macro's name; both get a `\&` of no width in front.
private struct ManualPage {
  let program: Program
  private var executables: [CommandNode] {
    program.nodes.filter { $0.command.subcommands.isEmpty }
  }

  var text: String {
    let lines = head + synopsis + description + environment + exitStatus + examples
    return lines.joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    [
      ".Dd \(program.date)", ".Dt \(program.name.uppercased()) 1", ".Os", ".Sh NAME",
      ".Nm \(program.name)", ".Nd \(escaped(lowercasedStart(firstSentence(program.root.summary))))",
    ]
  }

  private var synopsis: [String] {
    var lines = [".Sh SYNOPSIS"]
    for node in executables {
      lines.append(".Nm")
      if !node.path.isEmpty { lines.append(".Cm " + arguments(node.path)) }
      lines += node.positionals.map(synopsis)
      lines += node.options.filter(\.arity.isRequired).map(synopsis)
      lines += node.options.filter { !$0.arity.isRequired && $0.name != "help" }.map(synopsis)
    }
    return lines + [".Nm", ".Fl -help | Fl -version"]
  }

  private func synopsis(_ argument: ArgumentDeclaration) -> String {
    let body = argument.isPositional ? "Ar \(word(argument.name))" : option(argument)
    let macro = argument.arity.isRequired ? ".\(body)" : ".Op \(body)"
    return argument.arity.isRepeated ? macro + " ..." : macro
  }

  private func option(_ argument: ArgumentDeclaration) -> String {
    let name = argument.isNegatable ? "-[no-]\(argument.name)" : "-\(argument.name)"
    return "Fl \(name)" + (argument.takesValue ? " Ar \(word(argument.placeholder))" : "")
  }

  private var description: [String] {
    [".Sh DESCRIPTION"] + prose(program.root.summary + "\n\n" + program.root.discussion)
      + program.nodes.flatMap {
        $0.path.isEmpty && !$0.command.subcommands.isEmpty ? [] : section($0)
      }
  }

  /// A command with its arguments; a group has its text only.
  private func section(_ node: CommandNode) -> [String] {
    let title = node.path.isEmpty ? program.name : node.path.joined(separator: " ")
    var lines = [".Ss \(escaped(title))"]
    lines += prose(node.command.summary + "\n\n" + node.command.discussion)
    let items = node.positionals + node.options.filter { $0.name != ArgumentDeclaration.help.name }
    guard !items.isEmpty else { return lines }
    lines.append(".Bl -tag -width Ds")
    for item in items {
      lines.append(".It " + term(item))
      lines += prose(([item.help] + item.notes).joined(separator: " "))
    }
    return lines + [".El"]
  }

  private func term(_ argument: ArgumentDeclaration) -> String {
    guard !argument.isPositional else {
      return "Ar \(word(argument.name))" + (argument.arity.isRepeated ? " ..." : "")
    }
    let short = argument.short.map { "Fl \($0) , " } ?? ""
    return short + option(argument)
  }

  private var environment: [String] {
    guard !program.environment.isEmpty else { return [] }
    let items = program.environment.flatMap { [".It Ev \(word($0.name))"] + prose($0.meaning) }
    return [".Sh ENVIRONMENT", ".Bl -tag -width Ds"] + items + [".El"]
  }

  /// The codes of the whole tree, each once, in order; the first meaning met is the one shown.
  private var exitStatus: [String] {
    var meanings: [UInt8: String] = [:]
    for note in program.nodes.flatMap(\.command.exitCodes) where meanings[note.code] == nil {
      meanings[note.code] = note.meaning
    }
    guard !meanings.isEmpty else { return [] }
    let items = meanings.sorted { $0.key < $1.key }.flatMap { [".It \($0.key)"] + prose($0.value) }
    return [".Sh EXIT STATUS", ".Bl -tag -width Ds"] + items + [".El"]
  }

  private var examples: [String] {
    let all = program.nodes.flatMap(\.command.examples)
    guard !all.isEmpty else { return [] }
    return [".Sh EXAMPLES"]
      + all.flatMap { prose($0.meaning) + [".Pp", ".Dl \(escaped($0.commandLine))", ".Pp"] }
      .dropLast()
  }

  /// Text in lines of at most 78 columns; paragraphs are parted by `.Pp`.
  private func prose(_ text: String) -> [String] {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: true)
    let sets = paragraphs.map { paragraph in
      sentences(String(paragraph)).flatMap { wrapped($0, width: 78) }.map(escaped)
    }
    return Array(sets.joined(separator: [".Pp"]))
  }

  /// mdoc wants every sentence on a line of its own.
  private func sentences(_ text: String) -> [String] {
    var list: [String] = []
    var current: [Substring] = []
    for word in text.split(separator: " ") {
      current.append(word)
      guard word.hasSuffix(".") else { continue }
      list.append(current.joined(separator: " "))
      current = []
    }
    if !current.isEmpty { list.append(current.joined(separator: " ")) }
    return list
  }

  /// Escapes backslashes, and a first character that would make the line a macro.
  private func escaped(_ line: String) -> String {
    let text = line.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: #"\e"#)
    return text.hasPrefix(".") || text.hasPrefix("'") ? #"\&"# + text : text
  }

  /// One argument of a macro; a short word might be a macro's name.
  private func word(_ text: String) -> String {
    text.utf8.count <= 3 ? #"\&"# + escaped(text) : escaped(text)
  }

  private func arguments(_ words: [String]) -> String {
    words.map(word).joined(separator: " ")
  }

  private func lowercasedStart(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}
