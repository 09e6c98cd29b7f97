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
  private var zones: [String: Zone?] = [:]

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
      if let name, let zone = zone(named: name) {
        return LocalDay(daysSince1970: zone.day(of: instant), .record)
      }
      if let timeline {
        return LocalDay(daysSince1970: timeline.day(of: instant), .setting)
      }
      let seconds = Int64(offsets.minutes(at: instant)) * 60
      return LocalDay(
        daysSince1970: localDay(of: instant, offsetSeconds: seconds), .assumed)
    }
  }

  private mutating func zone(named name: String) -> Zone? {
    if let known = zones[name] { return known }
    if zones.count >= Self.limit { zones.removeAll(keepingCapacity: true) }
    let zone = Zone(name)
    zones[name] = .some(zone)
    return zone
  }
}
