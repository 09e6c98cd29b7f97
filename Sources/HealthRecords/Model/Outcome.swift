/// What became of one counted input record; every one ends in exactly one of these.
public enum Outcome: Int, Sendable, Hashable, CaseIterable {
  /// New in the store.
  case inserted
  /// Replaced an older version.
  case updated
  /// Equal to what the store holds (or a repeat within the input).
  case duplicate
  /// Older than what the store holds, or than a deletion.
  case stale
  /// Removed a record (a deletion in the input).
  case deleted
  /// Part of another record: a correlation member, a workout's statistic.
  case linked
  /// Kept as a native record of type `unknown`.
  case unsupported
  /// Not kept; a diagnostic says why and where.
  case rejected

  /// The word used in reports.
  public var name: String {
    switch self {
    case .inserted: "inserted"
    case .updated: "updated"
    case .duplicate: "duplicate"
    case .stale: "stale"
    case .deleted: "deleted"
    case .linked: "linked"
    case .unsupported: "unsupported"
    case .rejected: "rejected"
    }
  }
}

/// How many input records ended in each outcome; their sum is the number read.
public struct OutcomeCounts: Sendable, Hashable {
  /// Counts in the order of `Outcome.allCases`.
  private var counts = [Int](repeating: 0, count: Outcome.allCases.count)

  /// Creates counts of zero.
  public init() {}

  /// The count of one outcome.
  public subscript(outcome: Outcome) -> Int {
    get { counts[outcome.rawValue] }
    set { counts[outcome.rawValue] = newValue }
  }

  /// The sum of all outcomes.
  public var total: Int { counts.reduce(0, +) }

  /// Adds the counts of `other`.
  public mutating func add(_ other: OutcomeCounts) {
    for outcome in Outcome.allCases { self[outcome] += other[outcome] }
  }
}
