package import HealthRecords

/// Why a member cannot be read as an Apple Health export.
///
/// Holds no byte of the input's content.
package struct AppleHealthError: Error, Sendable, Hashable {
  /// What went wrong, stable across releases.
  package let code: Code

  /// What is wrong and what to do about it.
  package let message: String

  /// Where it was seen; nil when no one place can be named.
  package let position: InputPosition?

  /// Creates an error.
  package init(_ code: Code, _ message: String, at position: InputPosition? = nil) {
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

    /// The member has no `<HealthData` element within its first bytes.
    package static let notAppleHealth = Code(rawValue: "not_apple_health")
    /// A side file is longer than the limit.
    package static let sideFileTooLong = Code(rawValue: "side_file_too_long")
    /// The XML parser or a thread could not be created.
    package static let outOfMemory = Code(rawValue: "out_of_memory")
  }
}

extension AppleHealthError: CustomStringConvertible {
  /// One line: member, byte, message.
  package var description: String {
    guard let position else { return message }
    return "\(position.member) (byte \(position.byte)): \(message)"
  }
}

extension AppleHealthError {
  static func notAppleHealth(member: String, limit: Int) -> AppleHealthError {
    AppleHealthError(
      .notAppleHealth,
      "no <HealthData> element in the first \(limit) bytes; give the export.zip that Apple Health made, or "
        + "the main XML file in it as UTF-8",
      at: InputPosition(member: member, byte: 0, line: 1))
  }

  static func sideFileTooLong(path: String) -> AppleHealthError {
    AppleHealthError(
      .sideFileTooLong, "the file is longer than the limit for side files",
      at: InputPosition(member: path))
  }

  static let outOfMemory = AppleHealthError(
    .outOfMemory,
    "the system gave no memory or thread for the parser; close other programs and try again")
}
