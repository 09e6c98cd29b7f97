/// The edit version of a record: the source's own counter and the instant of the edit.
///
/// Which of the two decides is a property of the source (`Provider.versionOrder`).
public struct RecordVersion: Sendable, Hashable {
  /// Which part of a version is compared first.
  public enum Order: Sendable {
    /// The source's counter, then the instant (Apple Health, Samsung Health).
    case numberFirst
    /// The instant, then the counter (Health Connect).
    case modifiedAtFirst
  }

  /// The source's own edit counter; 0 where it has none.
  public var number: Int64
  /// Milliseconds since 1970 of the edit; 0 where unknown.
  public var modifiedAt: Int64

  /// Creates a version.
  public init(number: Int64 = 0, modifiedAt: Int64 = 0) {
    self.number = number
    self.modifiedAt = modifiedAt
  }

  /// Whether `self` is older than `other`.
  public func precedes(_ other: RecordVersion, _ order: Order) -> Bool {
    switch order {
    case .numberFirst: (number, modifiedAt) < (other.number, other.modifiedAt)
    case .modifiedAtFirst: (modifiedAt, number) < (other.modifiedAt, other.number)
    }
  }
}
