/// A family of device exports; the raw value is the word used in JSON, SQL and on the command line.
public enum Provider: String, Sendable, Hashable, CaseIterable {
  /// An Apple Health export (`export.zip`).
  case appleHealth = "apple_health"
  /// Health Connect records or a Health Connect backup.
  case healthConnect = "health_connect"
  /// A Samsung Health export.
  case samsungHealth = "samsung_health"

  /// How two versions of one record are ordered.
  public var versionOrder: RecordVersion.Order {
    self == .healthConnect ? .modifiedAtFirst : .numberFirst
  }

  /// Whether an id says which record it is without its native type: the id is the record's own, and shapes that do not
  /// name types have it too.
  public var identifiesAcrossTypes: Bool { self == .healthConnect }

  /// The byte that stands for the provider in canonical bytes; never reused.
  var canonicalByte: UInt8 {
    switch self {
    case .appleHealth: 1
    case .healthConnect: 2
    case .samsungHealth: 3
    }
  }
}
