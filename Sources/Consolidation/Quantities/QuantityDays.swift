import HealthRecords
import SupportedData

/// Puts the records of one metric together, day by day.
///
/// Records come by ascending start, civil days before all others; a day goes out when no record can reach it any more.
/// Holds what is open and the days around it, never the whole of the records.
package struct QuantityDays: DayConsolidation {
  private let metric: Metric
  private let explains: Bool
  private var book: SourceBook
  private var calendar: DayCalendar
  private var sweep: IntervalSweep
  private var tallies: [Int64: DayTally] = [:]
  /// The UTC day of the latest start, to look for finished days once a day.
  private var present = Int64.min

  /// Creates the consolidation of a metric.
  package init(
    _ metric: Metric, order: SourceOrder, calendar: DayCalendar, explains: Bool = false
  ) {
    self.metric = metric
    self.explains = explains
    book = SourceBook(order)
    self.calendar = calendar
    sweep = IntervalSweep(eachIsItsOwn: metric.combination == .events)
  }

  /// Takes the next record; `emit` gets the days that are over, in order.
  package mutating func take(
    _ record: SourceRecord, _ emit: (DayResult) throws -> Void
  ) rethrows {
    let doubt = record.reasonToLeaveOut(longest: metric.longestInterval)
    if record.isCivilDate { return takeCivil(record, doubt) }
    let span = calendar.span(of: record)
    if let doubt { return tally(span.day) { $0.leftOut[doubt, default: 0] += 1 } }
    try release(before: record.start, emit)
    if let number = number(of: record), let day = wholeDay(of: record, span) {
      takeClaim(record, number, day)
    } else {
      for item in items(of: record) { sweep.insert(item) }
    }
  }

  /// Ends the reading: the remaining days go out.
  package mutating func finish(_ emit: (DayResult) throws -> Void) rethrows {
    letPass(before: .max)
    try flush(before: .max, emit)
  }

  // MARK: - Records

  /// The value that the metric takes of a record; nil for none, or for one that is no number.
  private func number(of record: SourceRecord) -> Double? {
    guard isOwn(record) else { return nil }
    let number: Double? =
      switch record.value {
      case .quantity(let number) where metric.component == nil: number
      case .components(let numbers): metric.component.flatMap { numbers[$0] }
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether a record is of the metric's own type and no part of a total.
  private func isOwn(_ record: SourceRecord) -> Bool {
    record.recordType.map { $0 == metric.recordType } ?? true
  }

  private mutating func items(of record: SourceRecord) -> [SweepItem] {
    guard isOwn(record) else { return [] }
    let (source, rank) = book.entry(of: record.source)
    func item(_ number: Double, _ start: Int64, _ end: Int64) -> SweepItem {
      SweepItem(
        record: record.id, source: source, rank: rank, version: record.version, zone: record.zone,
        number: number, start: start, end: end, writtenStart: start)
    }
    if case .samples(let samples) = record.value, metric.component == nil {
      // What lies before the record would come too late, what lies far behind it would hold up the days.
      let bounds = record.start...max(record.start, record.end) + metric.longestInterval
      return samples.filter { $0.number.isFinite && bounds.contains($0.time) }
        .map { item($0.number, $0.time, $0.time) }
    }
    guard let number = number(of: record) else { return [] }
    return [item(number, record.start, record.end)]
  }

  /// The day that a record covers: 20 hours or more from local midnight, to the end of the day at most, each to a minute.
  ///
  /// Such a record is an app's own total, perhaps still growing. One that starts in the last minute before midnight is of
  /// the day that follows.
  private mutating func wholeDay(of record: SourceRecord, _ span: LocalSpan) -> LocalSpan? {
    let minute: Int64 = 60_000
    guard metric.aggregation == .sum, metric.combination == .measured,
      record.end - record.start >= 20 * 60 * minute
    else { return nil }
    var day = span
    if record.start - span.bounds.lowerBound > minute {
      day = calendar.span(
        at: span.bounds.upperBound, zone: record.zone, of: record.source.provider)
    }
    let isAligned = (record.start - day.bounds.lowerBound).magnitude <= UInt64(minute)
    return isAligned && record.end <= day.bounds.upperBound + minute ? day : nil
  }

  private mutating func takeClaim(_ record: SourceRecord, _ number: Double, _ day: LocalSpan) {
    let (source, rank) = book.entry(of: record.source)
    let claim = DayTally.Claim(place: 0, number: number, record: record, rank: rank)
    let keeps = explains
    tally(day.day) {
      $0.take(claim, isTotal: false, keeps: keeps)
      $0.note(source, rank, day.basis)
    }
  }

  private mutating func takeCivil(_ record: SourceRecord, _ doubt: String?) {
    if let doubt { return tally(record.start) { $0.leftOut[doubt, default: 0] += 1 } }
    let total = metric.total(of: record)
    guard let number = total?.value ?? number(of: record), number.isFinite else { return }
    let (source, rank) = book.entry(of: record.source)
    let keeps = explains
    if total != nil || metric.aggregation == .sum {
      let rule = total.map { metric.totals[$0.place] }
      let isEstimate = rule?.isEstimate ?? false
      // A record of the whole day comes before what an app added up.
      let claim = DayTally.Claim(
        place: total.map { $0.place + 1 } ?? 0, number: number, record: record, rank: rank,
        isEstimate: isEstimate, isPart: rule?.partType != nil)
      tally(record.start) {
        $0.take(claim, isTotal: total != nil && !isEstimate, keeps: keeps)
        $0.note(source, rank, .date)
      }
    } else {
      takeCivilValue(record, number)
    }
  }

  /// A value of a civil day that is no total counts like an instant.
  private mutating func takeCivilValue(_ record: SourceRecord, _ number: Double) {
    let (source, rank) = book.entry(of: record.source)
    let midnight = record.start.multipliedReportingOverflow(by: 86_400_000).partialValue
    let item = SweepItem(
      record: record.id, source: source, rank: rank, version: record.version, zone: nil,
      number: number, start: midnight, end: midnight, writtenStart: midnight)
    let part = DayTally.Part(
      item: item, bounds: midnight..<midnight, number: number, weight: IntervalSweep.touching)
    let explained = explained(part, counts: true)
    tally(record.start) {
      $0.take(part)
      $0.note(source, rank, .date)
      $0.explanation += explained
    }
  }

  // MARK: - Time

  private mutating func release(before time: Int64, _ emit: (DayResult) throws -> Void) rethrows {
    letPass(before: time)
    let day = floorDivide(time, 86_400_000)
    guard day > present else { return }
    present = day
    // Local days begin up to a day before or after those of UTC.
    try flush(before: floorDivide(min(time, sweep.earliest ?? time), 86_400_000) - 2, emit)
  }

  private mutating func letPass(before time: Int64) {
    var (started, done): ([(SweepItem, Range<Int64>?)], [SweepItem]) = ([], [])
    sweep.release(before: time) {
      started.append(($0, $1))
    } done: {
      done.append($0)
    }
    for (item, gap) in started { begin(item, after: gap) }
    for item in done { decide(item) }
  }

  private mutating func begin(_ item: SweepItem, after gap: Range<Int64>?) {
    let span = calendar.span(at: item.start, zone: item.zone, of: item.rank.source.provider)
    tally(span.day) {
      $0.note(item.source, item.rank, span.basis)
      if let gap, span.bounds.contains(gap.lowerBound) {
        $0.longestGap = max($0.longestGap, gap.upperBound - gap.lowerBound)
      }
    }
  }

  /// Divides an item's value among what it won, by day, and what it lost.
  private mutating func decide(_ item: SweepItem) {
    if item.isInstant { return decideInstant(item) }
    var parts: [(span: LocalSpan, bounds: Range<Int64>)] = []
    for segment in item.segments { parts += divide(segment, of: item) }
    let won = parts.reduce(0) { $0 + ($1.bounds.upperBound - $1.bounds.lowerBound) }
    let lost = max(0, item.end - item.start - won)
    let weights = parts.map { $0.bounds.upperBound - $0.bounds.lowerBound } + [lost]
    let numbers = shares(of: item.number, weights)
    for (index, part) in parts.enumerated() {
      let made = DayTally.Part(
        item: item, bounds: part.bounds, number: numbers[index], weight: weights[index])
      let explained = explained(made, counts: true)
      let isDivided = parts.count > 1 || lost > 0
      tally(part.span.day) {
        $0.take(made)
        $0.divided += isDivided ? 1 : 0
        $0.explanation += explained
      }
    }
    if lost > 0 { note(lost, numbers.last ?? 0, of: item) }
  }

  private func shares(of number: Double, _ weights: [Int64]) -> [Double] {
    guard metric.aggregation == .sum else { return weights.map { _ in number } }
    let whole = metric.isCount ? LargestRemainder.wholeParts(of: number, weights: weights) : nil
    return whole ?? LargestRemainder.parts(of: number, weights: weights)
  }

  private mutating func divide(
    _ segment: Range<Int64>, of item: SweepItem
  ) -> [(span: LocalSpan, bounds: Range<Int64>)] {
    var parts: [(span: LocalSpan, bounds: Range<Int64>)] = []
    var start = segment.lowerBound
    while start < segment.upperBound {
      let span = calendar.span(at: start, zone: item.zone, of: item.rank.source.provider)
      let end = min(segment.upperBound, max(span.bounds.upperBound, start + 1))
      parts.append((span, start..<end))
      start = end
    }
    return parts
  }

  private mutating func decideInstant(_ item: SweepItem) {
    let span = calendar.span(at: item.start, zone: item.zone, of: item.rank.source.provider)
    let part = DayTally.Part(
      item: item, bounds: item.start..<item.start, number: item.number,
      weight: IntervalSweep.touching)
    let explained = explained(part, counts: !item.isLost)
    tally(span.day) {
      if !item.isLost { $0.take(part) }
      $0.explanation += explained
    }
  }

  /// Notes on the day of its start what an item lost.
  private mutating func note(_ lost: Int64, _ number: Double, of item: SweepItem) {
    let span = calendar.span(at: item.start, zone: item.zone, of: item.rank.source.provider)
    let part = DayTally.Part(item: item, bounds: item.start..<item.end, number: number, weight: 0)
    let explained = explained(part, counts: false)
    tally(span.day) {
      $0.overlap += lost
      $0.explanation += explained
    }
  }

  /// What became of a part, where it was asked for.
  private func explained(_ part: DayTally.Part, counts: Bool) -> [DayTally.Explained] {
    guard explains else { return [] }
    let item = part.item
    let other = counts ? item.beaten : item.beatenBy
    let reason: ExplainedPart.Reason =
      if !counts { .covered } else if metric.combination == .events { .ownEvent } else {
        other.map { item.rank.reason(over: $0) } ?? .onlySource
      }
    var explained = ExplainedPart(
      part.bounds, of: item.record, source: item.rank.source.label, value: part.number,
      verdict: (counts, reason))
    explained.other = other?.source.label
    return [DayTally.Explained(part: explained, rank: item.rank)]
  }

  // MARK: - Days

  private mutating func tally(_ day: Int64, _ change: (inout DayTally) -> Void) {
    change(&tallies[day, default: DayTally(day: day)])
  }

  private mutating func flush(
    before day: Int64, _ emit: (DayResult) throws -> Void
  ) rethrows {
    for day in tallies.keys.filter({ $0 < day }).sorted() {
      guard let tally = tallies.removeValue(forKey: day) else { continue }
      try emit(tally.result(metric, explains: explains))
    }
  }
}

extension DayTally {
  /// Counts a record that touches the day.
  mutating func note(_ source: Int, _ rank: SourceRank, _ basis: LocalDay.Basis) {
    records += 1
    assumedZones += basis == .assumed ? 1 : 0
    sources.insert(source)
    if rank.mirroredProvider == nil { providers.insert(rank.source.provider) }
  }
}
