import HealthRecords
package import SupportedData

/// Puts sleep together: nights and naps by the local day of waking, one source each.
///
/// Records come by ascending start. Holds the sleep of one night and the days around it.
package struct SleepDays: DayConsolidation {
  /// The metrics that a day of sleep may have, with the record type's place in front.
  package static let metrics = [
    "sleep", "sleep.in_bed", "sleep.awake", "sleep.light", "sleep.deep", "sleep.rem",
    "sleep.naps",
  ]
  /// A sleep that goes on so long without a gap is closed whatever follows, so that memory has a bound.
  private static let longestCluster: Int64 = 7 * 86_400_000

  private let rule: SleepRule
  private let gap: Int64
  private let longest: Int64
  private let explains: Bool
  private var book: SourceBook
  private var calendar: DayCalendar
  private var cluster = SleepCluster()
  private var days: [Int64: SleepDay] = [:]

  /// Creates the consolidation of sleep.
  package init(
    _ table: ConsolidationTable, order: SourceOrder, calendar: DayCalendar, explains: Bool = false
  ) {
    rule = table.sleep
    gap = Int64(table.limits.nightGapMinutes) * 60_000
    longest = Int64(table.limits.longestSleepHours) * 3_600_000
    self.explains = explains
    book = SourceBook(order)
    self.calendar = calendar
  }

  /// Takes the next record; `emit` gets the days that are over.
  package mutating func take(
    _ record: SourceRecord, _ emit: (DayResult) throws -> Void
  ) rethrows {
    guard !record.isCivilDate else { return }
    if let doubt = record.reasonToLeaveOut(longest: longest) {
      days[calendar.span(of: record).day, default: SleepDay()].leftOut[doubt, default: 0] += 1
      return
    }
    if !cluster.sessions.isEmpty,
      record.start - cluster.end > gap || record.start - cluster.start > Self.longestCluster
    {
      close()
      try flush(before: floorDivide(record.start, 86_400_000) - 2, emit)
    }
    if let session = SleepSession(record, book.entry(of: record.source), rule) {
      cluster.append(session)
    }
  }

  /// Ends the reading: the remaining days go out.
  package mutating func finish(_ emit: (DayResult) throws -> Void) rethrows {
    close()
    try flush(before: .max, emit)
  }

  private mutating func close() {
    let periods = cluster.periods().map { (period: $0, span: wakeSpan(of: $0)) }
    for (period, span) in periods {
      days[span.day, default: SleepDay()].take(period, explains: explains)
    }
    // A record is of the day of the sleep that it tells of, on which side of midnight it may be.
    for session in cluster.sessions {
      let nearest = periods.min {
        Self.distance(session, $0.period) < Self.distance(session, $1.period)
      }
      guard let span = nearest?.span else { continue }
      days[span.day, default: SleepDay()].note(session, isAssumed: span.basis == .assumed)
    }
    cluster = SleepCluster()
  }

  /// The local day on which a sleep ends.
  private mutating func wakeSpan(of period: SleepPeriod) -> LocalSpan {
    let last = (period.sessions + period.frames).max { $0.bounds.upperBound < $1.bounds.upperBound }
    return calendar.span(
      at: period.bounds.upperBound, zone: last?.zone, of: period.rank.source.provider,
      isEnd: true)
  }

  /// Milliseconds between a session and a sleep; 0 where they overlap.
  private static func distance(_ session: SleepSession, _ period: SleepPeriod) -> Int64 {
    let (one, other) = (session.bounds, period.bounds)
    return max(0, one.lowerBound - other.upperBound, other.lowerBound - one.upperBound)
  }

  private mutating func flush(before day: Int64, _ emit: (DayResult) throws -> Void) rethrows {
    for number in days.keys.filter({ $0 < day }).sorted() {
      guard let day = days.removeValue(forKey: number) else { continue }
      for result in day.results(CivilDay(daysSince1970: number)) { try emit(result) }
    }
  }
}

/// What is known of the sleep from which a person woke on one day.
struct SleepDay {
  private var periods: [SleepPeriod] = []
  private var sources: Set<Int> = []
  private var records = 0
  private var assumedZones = 0
  private var explanation: [ExplainedPart] = []
  var leftOut: [String: Int] = [:]

  mutating func take(_ period: SleepPeriod, explains: Bool) {
    periods.append(period)
    if explains { explanation += period.explanation }
  }

  mutating func note(_ session: SleepSession, isAssumed: Bool) {
    sources.insert(session.source)
    records += 1
    assumedZones += isAssumed ? 1 : 0
  }

  /// The day's numbers: those of the longest sleep, and the naps together.
  func results(_ day: CivilDay) -> [DayResult] {
    let sorted = periods.sorted { left, right in
      let (one, other) = (left.asleep ?? left.bounds.length, right.asleep ?? right.bounds.length)
      return one == other ? left.bounds.lowerBound < right.bounds.lowerBound : one > other
    }
    var first = result("sleep", day, sorted.first?.asleep, sorted.first)
    first.allSources = sources.count
    first.records = records
    first.assumedZones = assumedZones
    first.leftOut = leftOut
    first.explanation = explanation.sorted {
      ($0.start, $0.end, $0.record) < ($1.start, $1.end, $1.record)
    }
    guard let night = sorted.first else { return [first] }
    // No day holds more: something was counted twice that no rule knows.
    let total = sorted.reduce(0) { $0 + ($1.asleep ?? 0) }
    guard total <= 25 * 3_600_000 else {
      (first.value, first.basis) = (nil, .none)
      first.leftOut["impossible", default: 0] += 1
      return [first]
    }
    return [first] + parts(of: night, day) + naps(sorted.dropFirst(), day)
  }

  private func parts(of night: SleepPeriod, _ day: CivilDay) -> [DayResult] {
    var parts = [result("sleep.in_bed", day, night.timeInBed, night)]
    guard night.asleep != nil else { return parts }
    parts.append(result("sleep.awake", day, night.length(.awake), night))
    guard night.hasStages else { return parts }
    for (name, stage) in [("light", SleepStage.light), ("deep", .deep), ("rem", .rem)] {
      parts.append(result("sleep.\(name)", day, night.length(stage), night))
    }
    return parts
  }

  private func naps(_ naps: ArraySlice<SleepPeriod>, _ day: CivilDay) -> [DayResult] {
    guard let first = naps.first else { return [] }
    let known = naps.compactMap(\.asleep)
    var result = result(
      "sleep.naps", day, known.isEmpty ? nil : known.reduce(0, +), first)
    result.records = naps.reduce(0) { $0 + $1.sessions.count }
    if known.count < naps.count, !known.isEmpty { result.isEstimate = true }
    return [result]
  }

  private func result(
    _ metric: String, _ day: CivilDay, _ length: Int64?, _ period: SleepPeriod?
  ) -> DayResult {
    var result = DayResult(metric: metric, day: day, unit: "min")
    result.value = length.map { Double($0) / 60_000 }
    guard let period else { return result }
    result.basis = length == nil ? .none : .records
    result.isEstimate = length != nil && period.isPartlyKnown
    result.records = period.sessions.count
    result.allSources = 1
    result.sources = [
      SourceShare(
        label: period.rank.source.label, deviceClass: period.rank.deviceClass, value: nil,
        records: period.sessions.count)
    ]
    return result
  }
}
