/// Why JSON was refused.
///
/// Holds no byte of the input's content.
package struct JSONFault: Error, Sendable, Hashable {
  /// What went wrong, stable across releases.
  package let code: Code

  /// The byte at which it was seen, from the start of the value or stream; nil where no one byte can be named.
  package let byte: Int?

  /// Creates a fault.
  package init(_ code: Code, byte: Int? = nil) {
    self.code = code
    self.byte = byte
  }

  /// A stable word for one kind of fault; new ones may be added, so a `switch` needs a default.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The word, in snake case.
    package let rawValue: String

    /// Creates a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The system gave no memory.
    package static let outOfMemory = Code(rawValue: "out_of_memory")
    /// A value is longer than the limit.
    package static let tooLong = Code(rawValue: "json_too_long")
    /// Arrays and objects are nested deeper than the limit.
    package static let tooDeep = Code(rawValue: "json_too_deep")
    /// A value has more parts than the limit.
    package static let tooManyNodes = Code(rawValue: "json_too_many_nodes")
    /// There is no value.
    package static let empty = Code(rawValue: "json_empty")
    /// Bytes are not UTF-8.
    package static let invalidUTF8 = Code(rawValue: "json_invalid_utf8")
    /// A string holds a control character that must be escaped, such as a line break.
    package static let controlCharacter = Code(rawValue: "json_control_character")
    /// A string has no end.
    package static let unclosedString = Code(rawValue: "json_unclosed_string")
    /// A string holds an escape that JSON does not know, or half of a surrogate pair.
    package static let invalidString = Code(rawValue: "json_invalid_string")
    /// A number is not written as JSON demands.
    package static let invalidNumber = Code(rawValue: "json_invalid_number")
    /// A word is none of `true`, `false` and `null`; also where single quotes or comments stand.
    package static let invalidWord = Code(rawValue: "json_invalid_word")
    /// Brackets, commas and colons do not stand where they must.
    package static let invalidStructure = Code(rawValue: "json_invalid_structure")
    /// Something stands behind the value.
    package static let trailingContent = Code(rawValue: "json_trailing_content")
    /// A number, string or word stands where a record was expected.
    package static let notARecord = Code(rawValue: "json_not_a_record")
    /// The input is UTF-16 or UTF-32.
    package static let notUTF8 = Code(rawValue: "json_not_utf8")
    /// The input ends inside a value.
    package static let truncated = Code(rawValue: "json_truncated")
  }
}

extension JSONFault.Code {
  /// What it means and what to do, for people.
  package var message: String {
    switch self {
    case .outOfMemory: "the system gave no memory; close other programs and try again"
    case .tooLong:
      "a value is longer than the limit and was left out; look at the line and repair it"
    case .tooDeep:
      "a value is nested deeper than the limit and was left out; look at the line and repair it"
    case .tooManyNodes:
      "a value has more parts than the limit and was left out; look at the line and repair it"
    case .notUTF8: "the file is UTF-16 or UTF-32; save it as UTF-8 and try again"
    case .truncated: "the file ends inside a value; export it again for the rest"
    case .notARecord: "a number or a text stands where a record was expected; it was left out"
    default: "a value is not valid JSON and was left out; look at the line and repair it"
    }
  }
}

extension JSONFault: CustomStringConvertible {
  /// One line: byte and message.
  package var description: String {
    guard let byte else { return code.message }
    return "byte \(byte): \(code.message)"
  }
}
