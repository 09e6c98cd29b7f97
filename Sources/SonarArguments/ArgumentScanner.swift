/// Sorts the words of one command into flags, option values and positionals, checking each.
///
/// The rules are those of getopt_long without abbreviations: options and positionals mix freely,
/// `--` ends the options, `-` alone is a positional, short flags cluster (`-qv`), a short option
/// takes the rest of its word or the next one. A following word that begins with a dash is not
/// taken for a value unless it is `-` or a negative number: `--into --json` is a forgotten value.
struct ArgumentScanner {
  private let isRoot: Bool
  private let positionals: [ArgumentDeclaration]
  private var named: [String: ArgumentDeclaration] = [:]
  private let options: [ArgumentDeclaration]

  private var values: [String: [String]] = [:]
  private var flags: [String: Bool] = [:]
  private var places: [(word: String, position: Int)] = []
  private var invocation: Invocation?
  private let path: [String]

  init(node: CommandNode, isRoot: Bool) {
    self.isRoot = isRoot
    path = node.path
    positionals = node.positionals
    options = node.options
    for option in options {
      for spelling in option.spellings { named[spelling] = option }
    }
  }

  /// Reads the words of the command; a word's index is its place on the command line.
  mutating func scan(_ words: ArraySlice<String>) throws(UsageError) -> Invocation {
    var cursor = WordCursor(words: words)
    var optionsEnded = false
    while let word = cursor.next() {
      if optionsEnded || word == "-" || word.utf8.first != UInt8(ascii: "-") {
        places.append((word, cursor.position))
      } else if word == "--" {
        optionsEnded = true
      } else if word.utf8.starts(with: "--".utf8) {
        try scanLong(word, &cursor)
      } else {
        try scanCluster(word, &cursor)
      }
      if let invocation { return invocation }
    }
    try distributePositionals()
    try requireAll()
    return .run(Matches(path: path, values: values, flags: flags))
  }

  /// `--name`, `--no-name`, `--name=VALUE`, `--name VALUE`.
  private mutating func scanLong(_ word: String, _ cursor: inout WordCursor) throws(UsageError) {
    let parts = splitAtEqualsSign(word)
    let spelling = parts?.before ?? word
    let option = try declaration(spelling, shownAs: spelling, at: cursor.position)
    try accept(option, spelling: spelling, attached: parts?.after, &cursor)
  }

  /// `-q`, `-qv`, `-oFILE`, `-o=FILE`, `-o FILE`.
  private mutating func scanCluster(
    _ word: String, _ cursor: inout WordCursor
  ) throws(UsageError) {
    var rest = word.unicodeScalars.dropFirst()
    while let letter = rest.popFirst(), invocation == nil {
      let spelling = "-\(letter)"
      let option = try declaration(spelling, shownAs: word, at: cursor.position)
      guard option.takesValue else {
        try accept(option, spelling: spelling, attached: nil, &cursor)
        continue
      }
      if rest.first == "=" { rest.removeFirst() }
      let attached = rest.isEmpty ? nil : String(rest)
      return try accept(option, spelling: spelling, attached: attached, &cursor)
    }
  }

  private func declaration(
    _ spelling: String, shownAs word: String, at position: Int
  ) throws(UsageError) -> ArgumentDeclaration {
    if let option = named[spelling] { return option }
    let part = word == spelling ? "" : " in \(quoted(word))"
    throw UsageError(
      .unknownOption, "unknown option \(quoted(spelling))\(part)",
      suggestion: suggestion(for: word, among: options.flatMap(\.longSpellings)), position: position
    )
  }

  private mutating func accept(
    _ option: ArgumentDeclaration, spelling: String, attached: String?,
    _ cursor: inout WordCursor
  ) throws(UsageError) {
    guard option.takesValue else {
      return try acceptFlag(option, spelling: spelling, attached: attached, at: cursor.position)
    }
    let position = cursor.position
    guard option.arity.isRepeated || values[option.label] == nil else {
      throw UsageError(
        .repeatedOption, "\(option.label) was given twice: it takes one value", position: position)
    }
    guard let word = attached ?? cursor.nextValue() else {
      throw UsageError(
        .missingValue, "\(spelling) needs a value: \(option.label) \(option.placeholder)",
        position: position)
    }
    try check(word, option, at: cursor.position)
    values[option.label, default: []].append(word)
  }

  private mutating func acceptFlag(
    _ option: ArgumentDeclaration, spelling: String, attached: String?, at position: Int
  ) throws(UsageError) {
    guard attached == nil else {
      throw UsageError(.unexpectedValue, "\(spelling) takes no value", position: position)
    }
    switch option.label {
    case ArgumentDeclaration.help.label: invocation = .help(path)
    case ArgumentDeclaration.version.label where isRoot: invocation = .version
    default: flags[option.label] = spelling != "--no-\(option.name)"
    }
  }

  private func check(
    _ word: String, _ option: ArgumentDeclaration, at position: Int
  ) throws(UsageError) {
    do {
      try option.check(word)
    } catch {
      throw UsageError(
        .invalidValue,
        "\(quoted(word)) is no value for \(option.label): expected \(error.expected)",
        suggestion: suggestion(for: word, among: error.candidates), position: position)
    }
  }

  /// Gives every positional its words in order; what later ones must have is kept for them.
  private mutating func distributePositionals() throws(UsageError) {
    var rest = places[...]
    for (index, positional) in positionals.enumerated() {
      let reserved = positionals[(index + 1)...].count(where: \.arity.isRequired)
      let available = max(0, rest.count - reserved)
      let count = positional.arity.isRepeated ? available : min(1, available)
      for (word, position) in rest.prefix(count) {
        try check(word, positional, at: position)
        values[positional.label, default: []].append(word)
      }
      rest = rest.dropFirst(count)
    }
    if let extra = rest.first {
      throw UsageError(
        .unexpectedArgument, "unexpected argument \(quoted(extra.word))",
        position: extra.position)
    }
  }

  /// Names everything that is missing at once, so that one correction is enough.
  private func requireAll() throws(UsageError) {
    let missing = (positionals + options).filter {
      $0.arity.isRequired && values[$0.label] == nil
    }
    guard missing.isEmpty else {
      let names = missing.map(\.usage).joined(separator: " and ")
      throw UsageError(.missingArgument, "missing \(names)")
    }
  }
}

/// The words not read yet, and the place of the last one read.
private struct WordCursor {
  private var words: ArraySlice<String>

  /// The place of the word read last, counted from 1 after the program's name.
  private(set) var position: Int

  init(words: ArraySlice<String>) {
    self.words = words
    position = words.startIndex
  }

  mutating func next() -> String? {
    guard let word = words.popFirst() else { return nil }
    position += 1
    return word
  }

  /// The next word if it can be a value.
  mutating func nextValue() -> String? {
    guard let word = words.first, !looksLikeOption(word) else { return nil }
    return next()
  }

  private func looksLikeOption(_ word: String) -> Bool {
    var bytes = word.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }
}
