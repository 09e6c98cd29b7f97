/// Why a sample could not be written.
package struct SampleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may appear, so compare and keep a default.
  package struct Code: Sendable, Hashable {
    /// The stable word of the kind.
    package let rawValue: String

    private init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// The configuration asks for something that cannot be generated.
    package static let invalidConfiguration = Code("invalid_configuration")
    /// The system refused to create or write a file.
    package static let outputFailed = Code("output_failed")
    /// The compressor reported an error.
    package static let compressionFailed = Code("compression_failed")
    /// A zip member outgrew the header that was already written for it.
    package static let memberTooLarge = Code("member_too_large")
    /// A sink was called out of order.
    package static let misuse = Code("misuse")
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong and what to do about it.
  package let message: String
  /// Where: the member or file being written, if one was.
  package let path: String?

  /// An error with its place, if it has one.
  package init(_ code: Code, _ message: String, path: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// Code, place and message in one line.
  package var description: String {
    guard let path else { return "\(code.rawValue): \(message)" }
    return "\(code.rawValue): \(path): \(message)"
  }
}
