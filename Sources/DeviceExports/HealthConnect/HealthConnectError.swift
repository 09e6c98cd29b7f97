package import HealthRecords

/// Why a member cannot be read as JSON of Health Connect.
///
/// Holds no value of the input; keys may be named.
package struct HealthConnectError: Error, Sendable, Hashable {
  /// What went wrong, stable across releases.
  package let code: Code

  /// What is wrong and what to do about it.
  package let message: String

  /// Where it was seen.
  package let position: InputPosition

  /// Creates an error.
  package init(_ code: Code, _ message: String, at position: InputPosition) {
    self.code = code
    self.message = message
    self.position = position
  }

  /// A stable word for one kind of failure; new ones may be added, so a `switch` needs a default.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The word, in snake case.
    package let rawValue: String

    /// Creates a code from its word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The JSON is of no known shape, or of more than one.
    package static let unknownShape = Code(rawValue: "unknown_shape")
    /// There is no JSON in the file.
    package static let notJSON = Code(rawValue: "not_json")
    /// The system gave no memory.
    package static let outOfMemory = Code(rawValue: "out_of_memory")
  }
}

extension HealthConnectError: CustomStringConvertible {
  /// One line: member, byte, message.
  package var description: String { "\(position.member) (byte \(position.byte)): \(message)" }
}

extension HealthConnectError {
  /// How many keys an error names.
  private static let keyLimit = 6

  /// JSON of no shape, whose first object has these keys.
  static func unknownShape(keys: [String], at position: InputPosition) -> HealthConnectError {
    let found =
      keys.isEmpty
      ? "an object without members"
      : "keys such as " + keys.prefix(keyLimit).joined(separator: ", ")
    return HealthConnectError(
      .unknownShape,
      "the JSON is not what any app known here writes: it has \(found). Looked for "
        + JSONShape.lookedFor
        + "; give the file as the app wrote it, or Health Connect's own backup (zip)",
      at: position)
  }

  /// Bytes in which no object was found.
  static func notJSON(_ fault: JSONFault.Code, at position: InputPosition) -> HealthConnectError {
    HealthConnectError(
      .notJSON, "the file holds no JSON object or array: \(fault.message)", at: position)
  }

  static func outOfMemory(member: String) -> HealthConnectError {
    HealthConnectError(
      .outOfMemory, JSONFault.Code.outOfMemory.message, at: InputPosition(member: member))
  }
}

extension JSONShape {
  /// What tells the shapes, in words: the keys of each one's first signals.
  static var lookedFor: String {
    all.map { shape in
      let signals = shape.record.first ?? shape.envelopes.first?.signals.first ?? []
      let keys = signals.filter(\.isWanted).map(\.path.description)
      return "\(keys.joined(separator: " + ")) (\(shape.id))"
    }
    .joined(separator: ", ")
  }
}
