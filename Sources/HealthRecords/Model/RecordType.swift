/// The name of a registered record type (`heart_rate`, `steps`, …): an open set.
///
/// Names that this build does not know round-trip unchanged.
public struct RecordType: RawRepresentable, Sendable, Hashable {
  /// The snake_case name.
  public let rawValue: String

  /// Creates the type of that name; any name is accepted.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A native record whose type has no mapping: kept, counted as unsupported.
  public static let unknown = RecordType(rawValue: "unknown")
}
