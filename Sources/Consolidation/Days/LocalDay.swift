package import HealthRecords

/// The day to which a record belongs where it was made, and what that rests on.
package struct LocalDay: Sendable, Hashable {
  /// What a local day rests on; the raw value is the word in exports.
  package enum Basis: String, Sendable, Hashable, CaseIterable {
    /// The zone written in the record itself.
    case record
    /// The zone that the person set, for the store or for one reading.
    case setting
    /// The offset in which the export was written, or UTC: a guess.
    case assumed
    /// The record is of a civil day, which no zone touches.
    case date
  }

  /// The day.
  package var day: CivilDay
  /// What it rests on.
  package var basis: Basis

  /// Creates a local day.
  package init(_ day: CivilDay, _ basis: Basis) {
    self.day = day
    self.basis = basis
  }

  fileprivate init(daysSince1970 days: Int64, _ basis: Basis) {
    self.init(CivilDay(daysSince1970: days), basis)
  }
}

/// When a record starts, as records say it.
package enum RecordStart: Sendable, Hashable {
  /// An instant in milliseconds since 1970, with the name of the zone written in the record.
  case instant(Int64, zone: String?)
  /// A civil day, as days since 1970-01-01.
  case day(Int64)
}

/// The local day around an instant.
package struct LocalSpan: Sendable, Hashable {
  /// Days since 1970-01-01.
  package var day: Int64
  /// What it rests on.
  package var basis: LocalDay.Basis
  /// The first instant of the day and the first one after it, in milliseconds since 1970.
  package var bounds: Range<Int64>
}

/// The one rule by which records get their local day, computed when they are read.
///
/// The zone of the record comes first, then the zone of the person, then the offset of the export; a name that the system
/// does not know is no zone. Nothing of this is stored: another setting gives other days without a new import.
package struct LocalDayRule {
  /// Distinct names that are kept; files may hold any number of them.
  private static let limit = 1024

  private let timeline: ZoneTimeline?
  private let offsets: ExportOffsets
  /// Zones by name, unknown ones too.
  private var zones: [String: RecordZones?] = [:]
  /// The span asked for last, by clock.
  private var spans: [Clock: LocalSpan] = [:]

  /// Creates the rule of one person and provider; without a timeline every day of a record without a zone is assumed.
  package init(timeline: ZoneTimeline? = nil, offsets: ExportOffsets = ExportOffsets()) {
    self.timeline = timeline
    self.offsets = offsets
  }

  /// The local day of a record that starts then; a day that a record reaches into is not its day.
  package mutating func day(of start: RecordStart) -> LocalDay {
    switch start {
    case .day(let day):
      return LocalDay(daysSince1970: day, .date)
    case .instant(let instant, let name):
      let clock = clock(at: instant, zone: name, isEnd: false)
      return LocalDay(daysSince1970: clock.day(of: instant), clock.basis)
    }
  }

  /// The local day around an instant of a record with that zone: by the clock where it started, or where it ended.
  ///
  /// A day lasts from its first instant to that of the next one: 23 or 25 hours where the clock changes. Costs a search
  /// for a day that was not the last one asked for, else a look in a table.
  package mutating func span(at instant: Int64, zone: String?, isEnd: Bool = false) -> LocalSpan {
    let clock = clock(at: instant, zone: zone, isEnd: isEnd)
    if let known = spans[clock], known.bounds.contains(instant) { return known }
    if spans.count >= Self.limit { spans.removeAll(keepingCapacity: true) }
    let span = clock.span(at: instant)
    spans[clock] = span
    return span
  }

  private mutating func clock(at instant: Int64, zone name: String?, isEnd: Bool) -> Clock {
    if let name, let zones = zones(named: name) {
      return .record(isEnd ? zones.end : zones.start)
    }
    if let timeline { return .setting(timeline) }
    return .assumed(minutes: offsets.minutes(at: instant))
  }

  private mutating func zones(named name: String) -> RecordZones? {
    if let known = zones[name] { return known }
    if zones.count >= Self.limit { zones.removeAll(keepingCapacity: true) }
    let found = RecordZones(name)
    zones[name] = .some(found)
    return found
  }
}

/// The zones in which a record started and ended.
private struct RecordZones {
  let start: Zone
  let end: Zone

  /// Reads a zone, or two with a blank between.
  init?(_ text: String) {
    let names = text.split(separator: " ", omittingEmptySubsequences: false)
    guard 1...2 ~= names.count, let first = Zone(String(names[0])),
      let last = names.count == 1 ? first : Zone(String(names[1]))
    else { return nil }
    start = first
    end = last
  }
}

/// What tells the day of an instant.
private enum Clock: Hashable {
  case record(Zone)
  case setting(ZoneTimeline)
  case assumed(minutes: Int)

  var basis: LocalDay.Basis {
    switch self {
    case .record: .record
    case .setting: .setting
    case .assumed: .assumed
    }
  }

  func day(of instant: Int64) -> Int64 {
    switch self {
    case .record(let zone): zone.day(of: instant)
    case .setting(let timeline): timeline.day(of: instant)
    case .assumed(let minutes): localDay(of: instant, offsetSeconds: Int64(minutes) * 60)
    }
  }

  /// No local day is longer, whatever a person's travels; a search beyond it would find another day.
  private static let longest: Int64 = 50 * 3_600_000
  /// Instants beyond, some 280,000 years away, are of one endless day: arithmetic ends there.
  private static let possible = Int64.min / 1024...Int64.max / 1024

  func span(at instant: Int64) -> LocalSpan {
    let instant = min(max(instant, Self.possible.lowerBound), Self.possible.upperBound)
    let day = day(of: instant)
    let first = boundary(from: instant - Self.longest, to: instant) { $0 >= day }
    let next = boundary(from: instant, to: instant + Self.longest) { $0 > day }
    return LocalSpan(day: day, basis: basis, bounds: first..<max(next, instant + 1))
  }

  /// The first instant after `low` whose day has come; `high` where none before it has.
  private func boundary(from low: Int64, to high: Int64, _ hasCome: (Int64) -> Bool) -> Int64 {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if hasCome(day(of: middle)) { high = middle } else { low = middle }
    }
    return high
  }
}
