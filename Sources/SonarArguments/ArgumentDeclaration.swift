/// An argument without the type of its value: what parsing, help and completions work on.
package struct ArgumentDeclaration: Sendable {
  /// The three ways an argument is written.
  package enum Form: Sendable, Hashable {
    /// `--name`, and `--no-name` when negatable.
    case flag(isNegatable: Bool)
    /// `--name VALUE` or `--name=VALUE`.
    case option
    /// A word known by its place.
    case positional
  }

  /// How many values an argument takes.
  package enum Arity: Sendable, Hashable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// One or more.
    case some
    /// Any number, none included.
    case any

    /// Whether the argument must be given.
    package var isRequired: Bool { self == .one || self == .some }

    /// Whether it takes more than one value.
    package var isRepeated: Bool { self == .some || self == .any }
  }

  /// How the argument is written.
  package let form: Form

  /// The long name without dashes, or a positional's placeholder.
  package let name: String

  /// The letter of the short form.
  package let short: Character?

  /// What it does, in a sentence or two.
  package let help: String

  /// The word that stands for the value; empty for a flag.
  package let placeholder: String

  /// What a shell offers for the value.
  package let completion: Completion

  /// How many values it takes.
  package let arity: Arity

  /// The default in words, for help.
  package let defaultText: String?

  /// Refuses a word that its syntax cannot read.
  let check: @Sendable (String) throws(InvalidValue) -> Void

  /// A flag's declaration.
  init(
    form: Form, name: String, short: Character? = nil, help: String, defaultText: String? = nil
  ) {
    self.form = form
    self.name = name
    self.short = short
    self.help = help
    self.placeholder = ""
    self.completion = .nothing
    self.arity = .optional
    self.defaultText = defaultText
    check = { _ in }
  }

  private init<Value>(
    _ form: Form, name: (long: String, short: Character?), help: String,
    syntax: ValueSyntax<Value>, occurrence: (arity: Arity, defaultText: String?)
  ) {
    self.form = form
    self.name = name.long
    self.short = name.short
    self.help = help
    placeholder = syntax.placeholder
    completion = syntax.completion
    arity = occurrence.arity
    defaultText = occurrence.defaultText
    check = { word throws(InvalidValue) in _ = try syntax.read(word) }
  }

  static func option<Value>(
    _ name: String, _ short: Character?, _ help: String, _ syntax: ValueSyntax<Value>,
    _ arity: Arity, _ defaultText: String? = nil
  ) -> Self {
    Self(
      .option, name: (name, short), help: help, syntax: syntax, occurrence: (arity, defaultText))
  }

  static func positional<Value>(
    _ help: String, _ syntax: ValueSyntax<Value>, _ arity: Arity
  ) -> Self {
    Self(
      .positional, name: (syntax.placeholder, nil), help: help, syntax: syntax,
      occurrence: (arity, nil))
  }

  /// The flag that every command has.
  static let help = Self(
    form: .flag(isNegatable: false), name: "help", short: "h",
    help: "Show this help.")

  /// The flag that the program itself has.
  static let version = Self(
    form: .flag(isNegatable: false), name: "version",
    help: "Show the version.")
}

extension ArgumentDeclaration {
  /// The name by which messages and ``Matches`` know it: `--into`, `INPUT`.
  package var label: String { form == .positional ? name : "--\(name)" }

  var isPositional: Bool { form == .positional }
  var takesValue: Bool { form != .flag(isNegatable: true) && form != .flag(isNegatable: false) }
  var isNegatable: Bool { form == .flag(isNegatable: true) }

  /// Every way to write the name, short form first: `-q`, `--quiet`, `--no-quiet`.
  var spellings: [String] {
    guard !isPositional else { return [] }
    var words = ["--\(name)"]
    if let short { words.insert("-\(short)", at: 0) }
    if isNegatable { words.append("--no-\(name)") }
    return words
  }

  /// The spellings worth suggesting: a short one is near to every other.
  var longSpellings: [String] { spellings.filter { $0.utf8.starts(with: "--".utf8) } }

  /// How usage lines show it: `--into FILE`, `[--strict]`, `[--alias OLD=NEW]...`, `INPUT...`.
  var usage: String {
    var text = isPositional ? name : "--\(name)"
    if isNegatable { text = "--[no-]\(name)" }
    if takesValue && !isPositional { text += " \(placeholder)" }
    if !arity.isRequired { text = "[\(text)]" }
    return arity.isRepeated ? text + "..." : text
  }

  /// What its values are, beyond the help text: the enumerated words, the default, the duties.
  var notes: [String] {
    var notes: [String] = []
    if case .words(let words) = completion {
      notes.append("One of: " + words.joined(separator: ", "))
    }
    if let defaultText { notes.append("Default: \(defaultText)") }
    if !isPositional && arity.isRequired { notes.append("Required") }
    if !isPositional && arity.isRepeated { notes.append("May be repeated") }
    return notes.map { $0 + "." }
  }
}
