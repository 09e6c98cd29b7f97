/// How one word of the command line becomes a value, is shown in help and is completed by a shell.
///
/// A syntax is pure: it looks at the word only, never at the file system or the environment.
package struct ValueSyntax<Value: Sendable>: Sendable {
  /// The word that stands for the value in help, such as `FILE`.
  package let placeholder: String

  /// What a shell offers in the value's place.
  package let completion: Completion

  /// Reads a word, or says what was expected of it.
  let read: @Sendable (String) throws(InvalidValue) -> Value

  /// Writes a value as a person would type it; used to show defaults.
  let write: @Sendable (Value) -> String

  /// Creates a syntax of the caller's own.
  ///
  /// `read` throws ``InvalidValue`` for a word it refuses. `write` is called for declared defaults
  /// only; it prints the value's description when it is left out.
  package init(
    _ placeholder: String,
    completion: Completion = .nothing,
    read: @escaping @Sendable (String) throws(InvalidValue) -> Value,
    write: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.read = read
    self.write = write
  }
}

/// What a shell offers where a value is expected.
package enum Completion: Sendable, Hashable {
  /// Nothing: the value is free text.
  case nothing
  /// One of these words.
  case words([String])
  /// Names of files, and of the directories on the way to them.
  case files
  /// Names of directories.
  case directories
}

/// A word that does not have the form its argument asks for.
package struct InvalidValue: Error, Hashable {
  /// The form asked for, as a noun phrase: "a whole number from 1 to 64".
  package let expected: String

  /// The words that would have been right, when they can be listed; one near the bad word is
  /// suggested.
  package let candidates: [String]

  /// Creates the refusal of a word.
  package init(expected: String, candidates: [String] = []) {
    self.expected = expected
    self.candidates = candidates
  }
}

extension ValueSyntax where Value == String {
  /// Any text but the empty one.
  package static func text(_ placeholder: String) -> Self {
    nonEmpty(placeholder, completion: .nothing, expected: "some text")
  }

  /// The name of a file; `-` is passed on as it is, for standard input or output.
  package static func file(_ placeholder: String = "FILE") -> Self {
    nonEmpty(placeholder, completion: .files, expected: "the name of a file")
  }

  /// The name of a directory.
  package static func directory(_ placeholder: String = "DIR") -> Self {
    nonEmpty(placeholder, completion: .directories, expected: "the name of a directory")
  }

  /// One word of a list known only at run time, compared exactly.
  package static func word(_ placeholder: String, of words: [String]) -> Self {
    Self(placeholder, completion: .words(words)) { word throws(InvalidValue) in
      guard words.contains(word) else {
        throw InvalidValue(expected: alternatives(words), candidates: words)
      }
      return word
    }
  }

  private static func nonEmpty(
    _ placeholder: String, completion: Completion, expected: String
  ) -> Self {
    Self(placeholder, completion: completion) { word throws(InvalidValue) in
      guard !word.isEmpty else { throw InvalidValue(expected: expected) }
      return word
    }
  }
}

extension ValueSyntax where Value: FixedWidthInteger {
  /// A whole decimal number inside `range`; a sign is accepted, anything around the digits is not.
  package static func integer(_ placeholder: String = "N", in range: ClosedRange<Value>) -> Self {
    Self(placeholder) { word throws(InvalidValue) in
      guard let number = Value(word), range.contains(number) else {
        throw InvalidValue(
          expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension ValueSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One case of an enumeration, written as its raw value.
  package static func choice(_ placeholder: String) -> Self {
    let words = Value.allCases.map(\.rawValue)
    return Self(placeholder, completion: .words(words)) { word throws(InvalidValue) in
      guard let value = Value(rawValue: word) else {
        throw InvalidValue(expected: alternatives(words), candidates: words)
      }
      return value
    } write: {
      $0.rawValue
    }
  }
}

/// A name and a value joined by `=` in one word.
package struct Assignment: Sendable, Hashable {
  /// What stands before the first `=`; never empty.
  package let name: String

  /// What stands after the first `=`; never empty, may hold more of them.
  package let value: String

  /// Creates an assignment.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension ValueSyntax where Value == Assignment {
  /// Two texts joined by `=`, split at the first one.
  package static func assignment(_ placeholder: String) -> Self {
    Self(placeholder) { word throws(InvalidValue) in
      guard let (name, value) = splitAtEqualsSign(word), !name.isEmpty, !value.isEmpty else {
        throw InvalidValue(expected: "two texts joined by '=', as in \(placeholder)")
      }
      return Assignment(name: name, value: value)
    } write: {
      "\($0.name)=\($0.value)"
    }
  }
}

/// Splits a word at its first `=` byte; nil if it has none.
///
/// Works on bytes: a combining mark after `=` makes one `Character` of the two, and a search by
/// character would miss the sign.
func splitAtEqualsSign(_ word: String) -> (before: String, after: String)? {
  guard let index = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
  let after = word.utf8.index(after: index)
  return (String(word.unicodeScalars[..<index]), String(word.unicodeScalars[after...]))
}

/// A list in words: "a", "a or b", "a, b or c".
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
