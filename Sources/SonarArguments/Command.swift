/// One command of the tree: either a group of commands or one that does something.
package struct Command: Sendable {
  /// The word that calls it.
  package let name: String

  /// What it does, in one sentence, for lists.
  package let summary: String

  /// What a reader of its help should know beyond the summary; paragraphs are parted by an empty
  /// line.
  package let discussion: String

  /// Its flags, options and positionals, in the order help shows them; empty for a group.
  package let arguments: [ArgumentDeclaration]

  /// The commands of a group; empty for a command that does something.
  package let subcommands: [Command]

  /// Whole command lines worth copying.
  package let examples: [Example]

  /// The exit codes worth knowing here.
  package let exitCodes: [ExitCodeNote]

  /// Declares a command that does something.
  package init(
    _ name: String, summary: String, notes: CommandNotes = CommandNotes(),
    arguments: [any Argument] = []
  ) {
    self.init(
      name, summary: summary, notes: notes, content: (arguments.map(\.declaration), []))
  }

  /// Declares a group of commands.
  package init(
    _ name: String, summary: String, notes: CommandNotes = CommandNotes(), subcommands: [Command]
  ) {
    self.init(name, summary: summary, notes: notes, content: ([], subcommands))
  }

  private init(
    _ name: String, summary: String, notes: CommandNotes,
    content: (arguments: [ArgumentDeclaration], subcommands: [Command])
  ) {
    self.name = name
    self.summary = summary
    discussion = notes.discussion
    arguments = content.arguments
    subcommands = content.subcommands
    examples = notes.examples
    exitCodes = notes.exitCodes
  }
}

/// What help and manual tell about a command beyond its arguments.
package struct CommandNotes: Sendable {
  /// Paragraphs, parted by an empty line.
  package let discussion: String

  /// Whole command lines worth copying.
  package let examples: [Example]

  /// The exit codes worth knowing.
  package let exitCodes: [ExitCodeNote]

  /// Creates notes; what is left out is not shown.
  package init(
    discussion: String = "", examples: [Example] = [], exitCodes: [ExitCodeNote] = []
  ) {
    self.discussion = discussion
    self.examples = examples
    self.exitCodes = exitCodes
  }
}

/// A command line worth copying, and what it does.
package struct Example: Sendable, Hashable {
  /// The command line, program name included.
  package let commandLine: String

  /// What it does, in one sentence.
  package let meaning: String

  /// Creates an example.
  package init(_ commandLine: String, meaning: String) {
    self.commandLine = commandLine
    self.meaning = meaning
  }
}

/// An exit code and what it tells the caller.
package struct ExitCodeNote: Sendable, Hashable {
  /// The number a shell sees.
  package let code: UInt8

  /// When the program ends with it, in one sentence.
  package let meaning: String

  /// Creates a note.
  package init(_ code: UInt8, meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}

/// An environment variable and what it changes.
package struct EnvironmentNote: Sendable, Hashable {
  /// The variable's name.
  package let name: String

  /// What it changes, in one sentence.
  package let meaning: String

  /// Creates a note.
  package init(_ name: String, meaning: String) {
    self.name = name
    self.meaning = meaning
  }
}
