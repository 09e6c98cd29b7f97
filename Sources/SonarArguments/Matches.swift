/// The arguments of one command line, read through the keys that declared them.
///
/// Every word has been checked while parsing, so that reading a key of the command that was called
/// succeeds; reading another command's required argument throws.
package struct Matches: Sendable {
  /// The words that name the command, below the program: `["mappings", "check"]`.
  package let path: [String]

  let values: [String: [String]]
  let flags: [String: Bool]

  /// Whether a flag is on.
  package subscript(flag: Flag) -> Bool {
    flags[flag.declaration.label] ?? flag.isOnByDefault
  }

  /// The value of an option.
  package subscript<Value>(option: Option<Value>) -> Value {
    get throws(UsageError) { try value(of: option.declaration, option.decode) }
  }

  /// The value of a positional.
  package subscript<Value>(positional: Positional<Value>) -> Value {
    get throws(UsageError) { try value(of: positional.declaration, positional.decode) }
  }

  private func value<Value>(
    of declaration: ArgumentDeclaration,
    _ decode: ([String]) throws(InvalidValue) -> Value
  ) throws(UsageError) -> Value {
    do {
      return try decode(values[declaration.label] ?? [])
    } catch {
      throw UsageError(
        .missingArgument, "\(declaration.label) was not given: expected \(error.expected)")
    }
  }
}
