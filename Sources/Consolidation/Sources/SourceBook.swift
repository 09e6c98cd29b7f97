import HealthRecords

/// The sources met so far, numbered, each ranked once.
struct SourceBook {
  private let order: SourceOrder
  private var numbers: [RecordSource: Int] = [:]
  private var ranks: [SourceRank] = []

  init(_ order: SourceOrder) {
    self.order = order
  }

  /// The number and the rank of a source.
  mutating func entry(of source: RecordSource) -> (number: Int, rank: SourceRank) {
    if let number = numbers[source] { return (number, ranks[number]) }
    let rank = order.rank(of: source)
    numbers[source] = ranks.count
    ranks.append(rank)
    return (ranks.count - 1, rank)
  }
}
