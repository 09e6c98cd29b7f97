/// Doubts about a record: it is stored, and left out of consolidation.
public struct Quality: OptionSet, Sendable, Hashable {
  /// The bits, as stored.
  public let rawValue: UInt16

  /// Creates a set from stored bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The value lies outside the type's plausible range.
  public static let implausible = Quality(rawValue: 1 << 0)
  /// The record ends after the export was written.
  public static let future = Quality(rawValue: 1 << 1)
  /// The written offset contradicts the rest of the record.
  public static let offsetSuspect = Quality(rawValue: 1 << 2)
  /// The unit was absent or unknown and the type's canonical unit was assumed.
  public static let assumedUnit = Quality(rawValue: 1 << 3)
  /// The record ends before it starts; both instants are kept as read.
  public static let endBeforeStart = Quality(rawValue: 1 << 4)
  /// The source gave no edit version.
  public static let versionUnknown = Quality(rawValue: 1 << 5)
  /// The value's unit has another dimension than the type; the value stays in its own unit.
  public static let unitMismatch = Quality(rawValue: 1 << 6)
  /// An app's estimate for a span, such as its total of a day: no measurement, and never added to any.
  public static let estimate = Quality(rawValue: 1 << 7)
  /// Values of one record came as rows of their own, and one of them with two contents of one edit version: which belong
  /// together is not known.
  public static let mixedReading = Quality(rawValue: 1 << 8)

  /// The flags and their names, in the order of their bits.
  public static let names: [(flag: Quality, name: String)] = [
    (.implausible, "implausible"), (.future, "future"), (.offsetSuspect, "offset_suspect"),
    (.assumedUnit, "assumed_unit"), (.endBeforeStart, "end_before_start"),
    (.versionUnknown, "version_unknown"), (.unitMismatch, "unit_mismatch"), (.estimate, "estimate"),
    (.mixedReading, "mixed_reading"),
  ]
}

/// How a record came to be.
public enum RecordingMethod: UInt8, Sendable, Hashable, CaseIterable {
  /// The source does not say.
  case unknown = 0
  /// Recorded by a device on its own.
  case automatic = 1
  /// Recorded in a session that a person started.
  case active = 2
  /// Typed in by a person.
  case manual = 3

  /// The word used in JSON and SQL.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .automatic: "automatic"
    case .active: "active"
    case .manual: "manual"
    }
  }
}
