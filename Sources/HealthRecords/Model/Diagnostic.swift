/// A place in the input: enough to find the bytes with any editor.
public struct InputPosition: Sendable, Hashable {
  /// The file or archive member.
  public var member: String
  /// Bytes from the member's start, of the line in which the element starts.
  public var byte: UInt64
  /// Line number from 1; 0 where the member has no lines.
  public var line: UInt64

  /// Creates a position.
  public init(member: String, byte: UInt64 = 0, line: UInt64 = 0) {
    self.member = member
    self.byte = byte
    self.line = line
  }
}

/// Something that a reader of the report must know; carries no health value and no secret.
public struct Diagnostic: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: String, Sendable, Hashable {
    /// Worth knowing; nothing is lost.
    case info
    /// Something was repaired, assumed or left out.
    case warning
    /// The input is damaged: what could be read was read.
    case error
  }

  /// A stable snake_case word to switch on, such as `invalid_utf8`.
  public var code: String
  /// How much it matters.
  public var severity: Severity
  /// How many times it was met.
  public var count: Int
  /// What it means and what to do.
  public var message: String
  /// The first place where it was met.
  public var first: InputPosition?

  /// Creates a diagnostic that was met `count` times.
  public init(
    _ code: String, _ severity: Severity, count: Int = 1, message: String,
    first: InputPosition? = nil
  ) {
    self.code = code
    self.severity = severity
    self.count = count
    self.message = message
    self.first = first
  }
}

/// Diagnostics by code, in the order in which each code was first met.
public struct Diagnostics: Sendable, Hashable {
  /// The diagnostics, one per code.
  public private(set) var all: [Diagnostic] = []

  /// Creates an empty list.
  public init() {}

  /// Whether a diagnostic of that code was added.
  public func contains(_ code: String) -> Bool {
    all.contains { $0.code == code }
  }

  /// Adds a diagnostic; the first one of a code keeps its message and position.
  ///
  /// Linear in the number of distinct codes.
  public mutating func add(_ diagnostic: Diagnostic) {
    if let index = all.firstIndex(where: { $0.code == diagnostic.code }) {
      all[index].count += diagnostic.count
    } else {
      all.append(diagnostic)
    }
  }

  /// Adds all diagnostics of `other`.
  public mutating func add(_ other: Diagnostics) {
    for diagnostic in other.all { add(diagnostic) }
  }

  /// Counts one more of a known code without building its message again.
  ///
  /// Returns false when the code is new and a full diagnostic must be added.
  public mutating func countAgain(_ code: String) -> Bool {
    guard let index = all.firstIndex(where: { $0.code == code }) else { return false }
    all[index].count += 1
    return true
  }
}
