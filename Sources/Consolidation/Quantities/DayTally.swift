import HealthRecords
import SupportedData

/// What is known of one day of one metric until the day is over.
struct DayTally {
  /// A claim about the whole day.
  struct Claim {
    var place: Int
    var number: Double
    var record: SourceRecord
    var rank: SourceRank
    var isEstimate = false
    /// Whether it is the part of one device, below which the day cannot be.
    var isPart = false

    /// Whether it is believed: by place, of parts the greater, then by source, newer edit, greater value, smaller id.
    func precedes(_ other: Claim) -> Bool {
      if place != other.place { return place < other.place }
      if isPart, number != other.number { return number > other.number }
      if rank.source != other.rank.source { return rank < other.rank }
      if record.version != other.record.version {
        return other.record.version.precedes(
          record.version, rank.source.provider.versionOrder)
      }
      if number != other.number { return number > other.number }
      return record.id < other.record.id
    }
  }

  /// A part of a record that won, or nothing of one that lost.
  struct Part {
    var item: SweepItem
    var bounds: Range<Int64>
    var number: Double
    /// Milliseconds that it counts in a mean.
    var weight: Int64
  }

  /// What became of a part.
  struct Explained {
    var part: ExplainedPart
    var rank: SourceRank
  }

  let day: Int64
  /// The best total of the platform.
  var total: Claim?
  /// The best record of the whole day, and what it was chosen from.
  var dayRecord: Claim?
  private(set) var claims: [Claim] = []
  private(set) var own = Parts()
  private(set) var mirrored: [Provider: Parts] = [:]
  var providers: Set<Provider> = []
  var sources: Set<Int> = []
  var records = 0
  var assumedZones = 0
  var leftOut: [String: Int] = [:]
  var overlap: Int64 = 0
  var divided = 0
  var longestGap: Int64 = 0
  var explanation: [Explained] = []

  init(day: Int64) { self.day = day }

  /// Takes a claim about the whole day.
  mutating func take(_ claim: Claim, isTotal: Bool, keeps: Bool) {
    if isTotal {
      if total.map({ claim.precedes($0) }) ?? true { total = claim }
    } else if dayRecord.map({ claim.precedes($0) }) ?? true {
      dayRecord = claim
    }
    if keeps { claims.append(claim) }
  }

  /// Takes a part that counts.
  mutating func take(_ part: Part) {
    if let provider = part.item.rank.mirroredProvider {
      mirrored[provider, default: Parts()].take(part)
    } else {
      own.take(part)
    }
  }

  /// The parts that count: mirrors of an export only where the day has nothing of the export.
  var parts: Parts {
    var parts = own
    for (provider, mirror) in mirrored.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where !providers.contains(provider) { parts.add(mirror) }
    return parts
  }

  /// Whether parts of such a source are left out of this day.
  func leavesOut(_ rank: SourceRank) -> Bool {
    rank.mirroredProvider.map(providers.contains) ?? false
  }
}

extension DayTally {
  /// Parts put together.
  struct Parts {
    private(set) var sum = 0.0
    private(set) var weighted = 0.0
    private(set) var weight: Int64 = 0
    private(set) var last: (part: Part, end: Int64)?
    private(set) var least: Part?
    private(set) var greatest: Part?
    private(set) var bySource: [Int: (rank: SourceRank, sum: Double, records: Int)] = [:]

    mutating func take(_ part: Part) {
      sum += part.number
      weighted += part.number * Double(part.weight)
      weight &+= part.weight
      bySource[part.item.source, default: (part.item.rank, 0, 0)].sum += part.number
      bySource[part.item.source]?.records += 1
      if last.map({ Self.isLater(part, $0.part) }) ?? true { last = (part, part.bounds.upperBound) }
      if least.map({ part.number < $0.number }) ?? true { least = part }
      if greatest.map({ part.number > $0.number }) ?? true { greatest = part }
    }

    mutating func add(_ other: Parts) {
      sum += other.sum
      weighted += other.weighted
      weight &+= other.weight
      bySource.merge(other.bySource) { first, _ in first }
      if let theirs = other.last, last.map({ Self.isLater(theirs.part, $0.part) }) ?? true {
        last = theirs
      }
      if let theirs = other.least, least.map({ theirs.number < $0.number }) ?? true {
        least = theirs
      }
      if let theirs = other.greatest, greatest.map({ theirs.number > $0.number }) ?? true {
        greatest = theirs
      }
    }

    /// The later end counts, then the believed item.
    private static func isLater(_ part: Part, _ other: Part) -> Bool {
      if part.bounds.upperBound != other.bounds.upperBound {
        return part.bounds.upperBound > other.bounds.upperBound
      }
      return part.item.precedes(other.item)
    }

    /// The summary of the parts, and the one part that it rests on, where it is one.
    func summary(_ aggregation: Aggregation) -> (value: Double?, part: Part?) {
      switch aggregation {
      case .sum: (bySource.isEmpty ? nil : sum, nil)
      case .mean: (weight > 0 ? weighted / Double(weight) : nil, nil)
      case .last: (last?.part.number, last?.part)
      case .maximum: (greatest?.number, greatest)
      case .minimum: (least?.number, least)
      case .none: (nil, nil)
      }
    }
  }
}
