/// The order in which one source's records of one type follow each other.
///
/// The span is cut into as many slots as there are records, so that every record has a start of
/// its own: two records of a source and type can never share an identity by accident. Within
/// groups of eight the order is sometimes shuffled, as files are only nearly sorted.
struct SlotSeries {
  let count: Int
  private let span: Int64
  private let isDaytime: Bool
  private var position = 0
  private var shuffle = 0

  /// Slots for `count` records over `days` whole days.
  init(count: Int, days: Int, isDaytime: Bool) {
    self.count = count
    self.isDaytime = isDaytime
    // An hour less than the days: the clocks may have gone forward since the span began, and no
    // record may start after the export.
    span = Int64(days) * 86_400 - 3_600
  }

  /// Slots not yet used.
  var remaining: Int { count - position }

  /// The used share of the slots, 0 to 1; 1 when there are none.
  var progress: Double { count == 0 ? 1 : Double(position) / Double(count) }

  /// The next record's start, in seconds after the start of the span.
  mutating func next(_ random: inout SplitMix64) -> Int64 {
    if position & 7 == 0 {
      let draw = Int(random.below(32))
      // A quarter of the full groups is out of order.
      shuffle = draw < 8 && position + 8 <= count ? draw : 0
    }
    let slot = position ^ shuffle
    position += 1
    let from = boundary(slot)
    return from + random.below(boundary(slot + 1) - from)
  }

  /// Start of a slot; strictly increasing while there is at most one record a second.
  private func boundary(_ slot: Int) -> Int64 {
    let second = Int64(slot) * span / Int64(count)
    guard isDaytime else { return second }
    // Squeezes each day into the sixteen hours from seven o'clock.
    let secondOfDay = second % 86_400
    return second - secondOfDay + 25_200 + secondOfDay * 2 / 3
  }
}
