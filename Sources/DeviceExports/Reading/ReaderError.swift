package import HealthRecords

/// Why a reader of one provider cannot read an input at all.
package protocol ReaderError: Error {
  /// The stable snake_case word for the kind of failure.
  var word: String { get }
  /// What is wrong and what to do about it, without a value of the input.
  var message: String { get }
  /// Where it was seen; nil where no place can be named.
  var place: InputPosition? { get }
}

extension AppleHealthError: ReaderError {
  package var word: String { code.rawValue }
  package var place: InputPosition? { position }
}

extension SamsungHealthError: ReaderError {
  package var word: String { code.rawValue }
  package var place: InputPosition? { position }
}

extension HealthConnectError: ReaderError {
  package var word: String { code.rawValue }
  package var place: InputPosition? { position }
}

extension HealthConnectBackupError: ReaderError {
  package var word: String { code.rawValue }
  package var place: InputPosition? { InputPosition(member: member) }
}
