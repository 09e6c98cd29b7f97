import HealthRecords

/// One value over a span of time on its way through the sweep.
struct SweepItem {
  /// The record that it comes from.
  var record: RecordID
  /// The number of its source in the caller's book.
  var source: Int
  /// The place of the source among others.
  var rank: SourceRank
  /// The edit version of its record.
  var version: RecordVersion
  /// The zone of its record.
  var zone: String?
  /// The value.
  var number: Double
  /// Milliseconds since 1970.
  var start: Int64
  /// Milliseconds since 1970, exclusive; the start for an instant.
  var end: Int64
  /// The record's own start, where touching moved the other one.
  var writtenStart: Int64
  /// The spans that it won, in order.
  var segments: [Range<Int64>] = []
  /// An instant that lost.
  var isLost = false
  /// Whether it waits a second time, for the end of what it touches.
  var isMoved = false
  /// A source that it won against, or lost to.
  var beaten: SourceRank?
  var beatenBy: SourceRank?

  var isInstant: Bool { start == end }

  /// Whether it is believed where both measured: by source, then the newer edit, the longer, the smaller id.
  func precedes(_ other: SweepItem) -> Bool {
    if source != other.source { return rank < other.rank }
    if version != other.version {
      return other.version.precedes(version, rank.source.provider.versionOrder)
    }
    let (length, otherLength) = (end &- start, other.end &- other.start)
    if length != otherLength { return length > otherLength }
    return (record, writtenStart, number) < (other.record, other.writtenStart, other.number)
  }

  /// The order in which items are met: by start, intervals before instants, the believed one first.
  static func arrives(_ left: SweepItem, before right: SweepItem) -> Bool {
    if left.start != right.start { return left.start < right.start }
    if left.isInstant != right.isInstant { return right.isInstant }
    return left.precedes(right)
  }
}

/// Cuts overlapping intervals so that each moment has one winner.
///
/// Half-open: what ends when another one starts does not overlap it. Takes items in any order that is not behind the
/// last release, holds those that are open, and costs a logarithm of their number per item.
struct IntervalSweep {
  /// Overlaps of one source up to this are the rounding of its clock: the two touch.
  static let touching: Int64 = 1000

  private let cuts: Bool
  /// Items that wait for their time.
  private var waiting = Heap<SweepItem>(by: SweepItem.arrives)
  /// Open intervals, the winner in front; ended ones leave when they come to the front.
  private var open = Heap<SweepItem> { $0.precedes($1) }
  private var cursor = Int64.min
  /// The latest end so far, by source.
  private var ends: [Int: Int64] = [:]
  /// The instant that was last kept, against which others of its time are held.
  private var lastInstant: SweepItem?
  /// The latest end of what was released.
  private var coveredUntil: Int64?
  /// Kept items of the present start, where each is its own.
  private var own: [SweepItem] = []

  /// Creates a sweep; where each item is something of its own nothing is cut, but exact repeats by another source lose.
  init(eachIsItsOwn: Bool) {
    cuts = !eachIsItsOwn
  }

  /// The earliest start of an item that is not done.
  var earliest: Int64? {
    let starts = [waiting.first?.start] + open.elements.map { $0.start as Int64? }
    return starts.compactMap { $0 }.min()
  }

  /// Whether an item waits or is open.
  var isEmpty: Bool { waiting.first == nil && open.first == nil }

  /// Adds an item.
  mutating func insert(_ item: SweepItem) { waiting.insert(item) }

  /// Lets time pass up to `time`; `started` sees each item that starts before it with the time that nothing had covered,
  /// `done` each one that is decided.
  mutating func release(
    before time: Int64, started: (SweepItem, _ gap: Range<Int64>?) -> Void,
    done: (SweepItem) -> Void
  ) {
    while let next = waiting.first, next.start < time {
      _ = waiting.popFirst()
      if !next.isMoved {
        started(next, coveredUntil.flatMap { $0 < next.start ? $0..<next.start : nil })
        coveredUntil = max(coveredUntil ?? .min, next.end)
      }
      if cuts { take(next, done) } else { takeOwn(next, done) }
    }
    if time == .max { advance(to: .max, done) }
  }

  private mutating func take(_ item: SweepItem, _ done: (SweepItem) -> Void) {
    advance(to: item.start, done)
    cursor = max(cursor, item.start)
    if item.isInstant { takeInstant(item, done) } else { takeInterval(item) }
  }

  private mutating func takeInterval(_ item: SweepItem) {
    var item = item
    let last = ends[item.source] ?? .min
    if last > item.start, last - item.start <= Self.touching, item.end > last {
      // It waits, so that what it touches keeps its time whichever of the two is newer.
      (item.start, item.isMoved) = (last, true)
      return waiting.insert(item)
    }
    ends[item.source] = max(last, item.end)
    if let top = open.first, top.end > item.start {
      if item.precedes(top) {
        item.beaten = top.rank
        open.updateFirst { $0.beatenBy = item.rank }
      } else {
        item.beatenBy = top.rank
        open.updateFirst { $0.beaten = $0.beaten ?? item.rank }
      }
    }
    open.insert(item)
  }

  /// One winner at a time; an instant within an interval of the same source was counted there.
  private mutating func takeInstant(_ item: SweepItem, _ done: (SweepItem) -> Void) {
    var item = item
    if let top = open.first, top.end > item.start,
      top.source == item.source || top.precedes(item)
    {
      (item.isLost, item.beatenBy) = (true, top.rank)
    } else if let last = lastInstant, last.start == item.start {
      (item.isLost, item.beatenBy) = (true, last.rank)
    } else {
      if let next = waiting.first, next.start == item.start { item.beaten = next.rank }
      lastInstant = item
    }
    done(item)
  }

  /// Keeps all but repeats: the same span and number by another source.
  private mutating func takeOwn(_ item: SweepItem, _ done: (SweepItem) -> Void) {
    var item = item
    if own.first?.start != item.start { own.removeAll() }
    if let twin = own.first(where: {
      $0.end == item.end && $0.number == item.number && $0.source != item.source
    }) {
      (item.isLost, item.beatenBy) = (true, twin.rank)
    } else {
      if !item.isInstant { item.segments = [item.start..<item.end] }
      own.append(item)
    }
    done(item)
  }

  /// Gives the time up to `time` to the winners.
  private mutating func advance(to time: Int64, _ done: (SweepItem) -> Void) {
    while let top = open.first {
      let end = min(top.end, time)
      if end > cursor {
        let span = cursor..<end
        open.updateFirst { $0.win(span) }
        cursor = end
      }
      guard top.end <= cursor else { return }
      if let ended = open.popFirst() { done(ended) }
    }
  }
}

extension SweepItem {
  fileprivate mutating func win(_ span: Range<Int64>) {
    if let last = segments.last, last.upperBound == span.lowerBound {
      segments[segments.count - 1] = last.lowerBound..<span.upperBound
    } else {
      segments.append(span)
    }
  }
}
