import HealthRecords
package import SupportedData

/// Puts workouts together: the same one recorded twice shows once, on the local day of its start.
///
/// Records come by ascending start. Holds what overlaps, and the days around it.
package struct WorkoutDays: DayConsolidation {
  /// The metrics of a day with workouts.
  package static let metrics = ["workout", "workout.duration"]
  private static let longest: Int64 = 7 * 86_400_000

  private struct Entry {
    var record: SourceRecord
    var source: Int
    var rank: SourceRank
    var bounds: Range<Int64>

    /// Milliseconds without pauses where the record says it, else from start to end.
    ///
    /// Nothing lasts longer than from its start to its end, and 0 is how exports write that nothing is known.
    var duration: Int64 {
      guard let active = record.activeTime, active > 0 else { return bounds.length }
      return min(active, bounds.length)
    }

    func precedes(_ other: Entry) -> Bool {
      if source != other.source { return rank < other.rank }
      if bounds.length != other.bounds.length { return bounds.length > other.bounds.length }
      if record.version != other.record.version {
        return other.record.version.precedes(
          record.version, rank.source.provider.versionOrder)
      }
      return record.id < other.record.id
    }
  }

  private struct Day {
    var kept: [Entry] = []
    var records = 0
    var sources: Set<Int> = []
    var assumedZones = 0
    var overlap: Int64 = 0
    var leftOut: [String: Int] = [:]
    var explanation: [ExplainedPart] = []
  }

  private let overlapPercent: Int64
  private let explains: Bool
  private var book: SourceBook
  private var calendar: DayCalendar
  private var cluster: [Entry] = []
  private var end = Int64.min
  private var days: [Int64: Day] = [:]

  /// Creates the consolidation of workouts.
  package init(
    _ table: ConsolidationTable, order: SourceOrder, calendar: DayCalendar, explains: Bool = false
  ) {
    overlapPercent = Int64(table.limits.workoutOverlapPercent)
    self.explains = explains
    book = SourceBook(order)
    self.calendar = calendar
  }

  /// Takes the next record; `emit` gets the days that are over.
  package mutating func take(
    _ record: SourceRecord, _ emit: (DayResult) throws -> Void
  ) rethrows {
    guard !record.isCivilDate else { return }
    if let doubt = record.reasonToLeaveOut(longest: Self.longest) {
      days[calendar.span(of: record).day, default: Day()].leftOut[doubt, default: 0] += 1
      return
    }
    if let first = cluster.first,
      record.start >= end || record.start - first.bounds.lowerBound > Self.longest
    {
      close()
      try flush(before: floorDivide(record.start, 86_400_000) - 2, emit)
    }
    let (source, rank) = book.entry(of: record.source)
    cluster.append(
      Entry(record: record, source: source, rank: rank, bounds: record.start..<record.end))
    end = max(end, record.end)
  }

  /// Ends the reading: the remaining days go out.
  package mutating func finish(_ emit: (DayResult) throws -> Void) rethrows {
    close()
    try flush(before: .max, emit)
  }

  private mutating func close() {
    var kept: [Entry] = []
    for entry in cluster.sorted(by: { $0.precedes($1) }) {
      let twin = kept.first { isSame($0, entry) }
      if twin == nil { kept.append(entry) }
      note(entry, twin)
    }
    cluster.removeAll()
    end = .min
  }

  /// Whether two workouts overlap by most of the longer one.
  private func isSame(_ left: Entry, _ right: Entry) -> Bool {
    let longer = max(left.bounds.length, right.bounds.length)
    if longer == 0 { return left.bounds == right.bounds }
    guard left.bounds.overlaps(right.bounds) else { return false }
    return left.bounds.clamped(to: right.bounds).length * 100 >= longer * overlapPercent
  }

  private mutating func note(_ entry: Entry, _ twin: Entry?) {
    let span = calendar.span(of: entry.record)
    var part = ExplainedPart(
      entry.bounds, of: entry.record.id, source: entry.rank.source.label,
      value: 1,
      verdict: (twin == nil, twin == nil ? .ownEvent : .covered))
    part.other = twin?.rank.source.label
    let isExplained = explains
    var day = days[span.day, default: Day()]
    if twin == nil { day.kept.append(entry) } else { day.overlap += entry.bounds.length }
    day.records += 1
    day.sources.insert(entry.source)
    day.assumedZones += span.basis == .assumed ? 1 : 0
    if isExplained { day.explanation.append(part) }
    days[span.day] = day
  }

  private mutating func flush(before day: Int64, _ emit: (DayResult) throws -> Void) rethrows {
    for number in days.keys.filter({ $0 < day }).sorted() {
      guard let day = days.removeValue(forKey: number) else { continue }
      for result in Self.results(day, CivilDay(daysSince1970: number)) { try emit(result) }
    }
  }

  private static func results(_ day: Day, _ date: CivilDay) -> [DayResult] {
    var shares: [RecordSource: SourceShare] = [:]
    for entry in day.kept {
      let share = SourceShare(
        label: entry.rank.source.label, deviceClass: entry.rank.deviceClass, value: nil, records: 0)
      shares[entry.rank.source, default: share].records += 1
    }
    var count = DayResult(metric: "workout", day: date, unit: "{workouts}")
    count.sources = shares.sorted { $0.key < $1.key }.map(\.value)
    count.allSources = day.sources.count
    count.records = day.records
    count.assumedZones = day.assumedZones
    count.overlap = day.overlap
    count.leftOut = day.leftOut
    count.explanation = day.explanation.sorted { ($0.start, $0.record) < ($1.start, $1.record) }
    guard !day.kept.isEmpty else { return [count] }
    (count.value, count.basis) = (Double(day.kept.count), .records)
    var duration = DayResult(metric: "workout.duration", day: date, unit: "min")
    duration.value = Double(day.kept.reduce(0) { $0 + $1.duration }) / 60_000
    (duration.basis, duration.sources) = (.records, count.sources)
    (duration.records, duration.allSources) = (day.kept.count, count.sources.count)
    return [count, duration]
  }
}
