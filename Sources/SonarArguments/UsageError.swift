/// A command line that cannot be understood.
///
/// ``description`` is what the user sees: what is wrong, the word at fault, a near miss if there
/// is one, and where help is. Words are shown with control characters escaped and cut after 80
/// characters, so that a pasted word cannot command the terminal.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  /// A stable name for the kind of mistake.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The name as it may appear in machine-readable output.
    package let rawValue: String

    /// Creates a code from its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A word in a command's place that names none.
    package static let unknownCommand = Self(rawValue: "unknown_command")
    /// A group was called without one of its commands.
    package static let missingCommand = Self(rawValue: "missing_command")
    /// A word with a dash that names no option or flag of the command.
    package static let unknownOption = Self(rawValue: "unknown_option")
    /// A single-valued option given again.
    package static let repeatedOption = Self(rawValue: "repeated_option")
    /// An option at the end, or before another option, without its value.
    package static let missingValue = Self(rawValue: "missing_value")
    /// A flag with `=VALUE`.
    package static let unexpectedValue = Self(rawValue: "unexpected_value")
    /// A value its argument cannot read.
    package static let invalidValue = Self(rawValue: "invalid_value")
    /// A required option or positional that is absent.
    package static let missingArgument = Self(rawValue: "missing_argument")
    /// A positional too many.
    package static let unexpectedArgument = Self(rawValue: "unexpected_argument")
  }

  /// The exit code of a usage error.
  package static let exitCode: UInt8 = 2

  /// The kind of mistake.
  package let code: Code

  /// What is wrong, in one line without a full stop.
  package let message: String

  /// What the user may have meant, ready to be typed.
  package var suggestion: String?

  /// The place of the word at fault, counted from 1 after the program's name.
  package var position: Int?

  /// The command line that shows help, such as `sonar import --help`; empty if unknown.
  package var helpCommand = ""

  /// Creates an error; the parser adds the place and the way to help.
  package init(
    _ code: Code, _ message: String, suggestion: String? = nil, position: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.suggestion = suggestion
    self.position = position
  }

  /// The message, the suggestion and the way to help, one line each.
  package var description: String {
    var lines = [message + "."]
    if let suggestion { lines.append("Did you mean '\(suggestion)'?") }
    if !helpCommand.isEmpty { lines.append("See '\(helpCommand)'.") }
    return lines.joined(separator: "\n")
  }
}

/// A word between quotes, safe for a terminal and short enough for a line.
func quoted(_ word: String) -> String {
  let limit = 80
  var text = "'"
  for (count, scalar) in word.unicodeScalars.enumerated() {
    guard count < limit else { return text + "...'" }
    text += isVisible(scalar) ? String(scalar) : escaped(scalar)
  }
  return text + "'"
}

/// Whether a scalar may reach a terminal as it is; format characters could reorder the line.
private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
  default: true
  }
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  "\\u{" + String(scalar.value, radix: 16) + "}"
}
