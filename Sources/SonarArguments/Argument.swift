/// Anything a command declares: a flag, an option or a positional.
///
/// The three keys below are the only conforming types; the protocol exists so that one list can
/// hold keys of different value types.
package protocol Argument: Sendable {
  /// What parsing, help, completions and the manual need to know, without the value's type.
  var declaration: ArgumentDeclaration { get }
}

/// A switch without a value, such as `--quiet`; the key of a `Bool` in ``Matches``.
///
/// Repeating a flag is harmless; of `--color` and `--no-color` the last one counts, so that an
/// alias of the shell can be overruled.
package struct Flag: Argument {
  package let declaration: ArgumentDeclaration

  /// The value when the flag is not given.
  package let isOnByDefault: Bool

  /// Declares a flag.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes: lower-case ASCII letters, digits and hyphens.
  ///   - short: one ASCII letter for the short form.
  ///   - isNegatable: whether `--no-NAME` exists too.
  ///   - isOnByDefault: the value when the flag is not given; give it with `isNegatable`.
  ///   - help: one sentence or two.
  package init(
    _ name: String, short: Character? = nil, isNegatable: Bool = false,
    isOnByDefault: Bool = false, help: String
  ) {
    self.isOnByDefault = isOnByDefault
    declaration = ArgumentDeclaration(
      form: .flag(isNegatable: isNegatable), name: name, short: short, help: help,
      defaultText: isOnByDefault ? "on" : nil)
  }
}

/// A named argument with a value, such as `--into FILE`; the key of a `Value` in ``Matches``.
///
/// The type tells how often it is given: `Option<String>` exactly once, `Option<String?>` at most
/// once, `Option<[String]>` any number of times; one with a default at most once.
package struct Option<Value: Sendable>: Argument {
  package let declaration: ArgumentDeclaration
  let decode: @Sendable ([String]) throws(InvalidValue) -> Value

  /// Declares an option that must be given, once.
  package init(
    _ name: String, short: Character? = nil, _ syntax: ValueSyntax<Value>, help: String
  ) {
    declaration = .option(name, short, help, syntax, .one)
    decode = { words throws(InvalidValue) in try syntax.one(words) }
  }

  /// Declares an option with a value for the case that it is not given.
  package init(
    _ name: String, short: Character? = nil, _ syntax: ValueSyntax<Value>, default: Value,
    help: String
  ) {
    declaration = .option(name, short, help, syntax, .optional, syntax.write(`default`))
    decode = { words throws(InvalidValue) in try syntax.optional(words) ?? `default` }
  }

  /// Declares an option that may be left out.
  package init<Wrapped>(
    _ name: String, short: Character? = nil, _ syntax: ValueSyntax<Wrapped>, help: String
  ) where Value == Wrapped? {
    declaration = .option(name, short, help, syntax, .optional)
    decode = { words throws(InvalidValue) in try syntax.optional(words) }
  }

  /// Declares an option that may be given any number of times; values keep their order.
  package init<Element>(
    _ name: String, short: Character? = nil, _ syntax: ValueSyntax<Element>, help: String
  ) where Value == [Element] {
    declaration = .option(name, short, help, syntax, .any)
    decode = { words throws(InvalidValue) in try syntax.all(words) }
  }
}

/// An argument known by its place, such as `INPUT...`; the key of a `Value` in ``Matches``.
///
/// The type tells how many words it takes: `Positional<String>` one, `Positional<String?>` one or
/// none, `Positional<[String]>` one or more. It is called by the placeholder of its syntax.
package struct Positional<Value: Sendable>: Argument {
  package let declaration: ArgumentDeclaration
  let decode: @Sendable ([String]) throws(InvalidValue) -> Value

  /// Declares a positional of exactly one word.
  package init(_ syntax: ValueSyntax<Value>, help: String) {
    declaration = .positional(help, syntax, .one)
    decode = { words throws(InvalidValue) in try syntax.one(words) }
  }

  /// Declares a positional that may be left out.
  package init<Wrapped>(_ syntax: ValueSyntax<Wrapped>, help: String) where Value == Wrapped? {
    declaration = .positional(help, syntax, .optional)
    decode = { words throws(InvalidValue) in try syntax.optional(words) }
  }

  /// Declares a positional of one word or more, or of any number.
  package init<Element>(
    _ syntax: ValueSyntax<Element>, mayBeEmpty: Bool = false, help: String
  ) where Value == [Element] {
    declaration = .positional(help, syntax, mayBeEmpty ? .any : .some)
    decode = { words throws(InvalidValue) in try syntax.all(words) }
  }
}

extension ValueSyntax {
  fileprivate func one(_ words: [String]) throws(InvalidValue) -> Value {
    guard let word = words.last else { throw InvalidValue(expected: "a value") }
    return try read(word)
  }

  fileprivate func optional(_ words: [String]) throws(InvalidValue) -> Value? {
    guard let word = words.last else { return nil }
    return try read(word)
  }

  fileprivate func all(_ words: [String]) throws(InvalidValue) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(words.count)
    for word in words { values.append(try read(word)) }
    return values
  }
}
