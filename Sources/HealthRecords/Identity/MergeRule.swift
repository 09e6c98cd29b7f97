/// What two versions of one record are compared by, in the order of the comparison.
public struct MergeKey: Sendable, Hashable {
  /// Whether the record stands on its own: a nested member never replaces a whole record.
  public var standing: RecordStanding
  /// The edit version.
  public var version: RecordVersion
  /// The version of the tables that made the record.
  public var mappingVersion: Int
  /// The number of parts.
  public var completeness: UInt32
  /// The hash of the content; the last resort that makes the result independent of arrival order.
  public var contentHash: UInt64

  /// Creates a key.
  public init(
    standing: RecordStanding = .whole, version: RecordVersion, mappingVersion: Int,
    completeness: UInt32, contentHash: UInt64
  ) {
    self.standing = standing
    self.version = version
    self.mappingVersion = mappingVersion
    self.completeness = completeness
    self.contentHash = contentHash
  }

  /// Whether `self` loses against `other`.
  public func loses(to other: MergeKey, _ order: RecordVersion.Order) -> Bool {
    if standing != other.standing { return standing < other.standing }
    if version != other.version { return version.precedes(other.version, order) }
    return (mappingVersion, completeness, contentHash)
      < (other.mappingVersion, other.completeness, other.contentHash)
  }
}

/// What to do with a record whose id the store already holds.
public enum MergeDecision: Sendable, Hashable {
  /// Equal content, and the stored row already says all: nothing to write.
  case duplicate
  /// Equal content with a greater key (standing, version, tables or parts): the row's version, source and native data are replaced,
  /// without a change for the feed.
  case duplicateRaisingVersion
  /// Equal keys, other native data: the lexicographically smaller native data stay.
  case duplicateComparingNative
  /// Other content that wins: the row is replaced whole.
  case updated
  /// Other content that loses.
  case stale
}

/// The merge rule: the one place that decides between two versions of a record.
///
/// Every store uses it, so that any order, repetition and batching of the same inputs ends in the same store.
public enum MergeRule {
  /// Decides between the stored and the arriving version of one id.
  ///
  /// Equal content is a duplicate whatever the versions. Among equal contents the greatest version's native data stay,
  /// and the lexicographically smallest among equal versions: both choices are independent of arrival order.
  public static func decide(
    stored: MergeKey, arriving: MergeKey, _ order: RecordVersion.Order
  ) -> MergeDecision {
    guard stored.contentHash == arriving.contentHash else {
      return stored.loses(to: arriving, order) ? .updated : .stale
    }
    if stored == arriving { return .duplicateComparingNative }
    return stored.loses(to: arriving, order) ? .duplicateRaisingVersion : .duplicate
  }

  /// Whether a record lives although its id has a tombstone: it must be newer than the deletion.
  public static func outlives(_ version: RecordVersion, tombstoneModifiedAt: Int64) -> Bool {
    version.modifiedAt > tombstoneModifiedAt
  }
}

/// A recorded deletion.
public struct Tombstone: Sendable, Hashable {
  /// Why a record is gone.
  public enum Reason: String, Sendable, Hashable {
    /// The source deleted it.
    case deleted
    /// A newer complete export no longer holds it.
    case absentFromSnapshot = "absent_from_snapshot"
    /// A whole record took its place.
    case absorbed
  }

  /// The deleted record.
  public var id: RecordID
  /// Milliseconds since 1970 of the deletion; compared with a record's `modifiedAt`.
  public var modifiedAt: Int64
  /// Why it is gone.
  public var reason: Reason

  /// Creates a tombstone.
  public init(id: RecordID, modifiedAt: Int64, reason: Reason) {
    self.id = id
    self.modifiedAt = modifiedAt
    self.reason = reason
  }
}
