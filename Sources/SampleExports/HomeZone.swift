/// The time zone the owner of a sample lives in, with its daylight-saving rule.
///
/// An export writes nearly all dates under one fixed offset; beat times, file names of routes and
/// `HKTimeZone` follow the real local clock instead. No system zone data is read: the bytes must
/// not depend on the machine.
package struct HomeZone: Sendable, Equatable {
  /// When daylight saving (one hour) applies.
  package enum DaylightSaving: Sendable {
    /// Never.
    case none
    /// From the last Sunday of March to the last Sunday of October, 01:00 UTC.
    case europe
    /// From the second Sunday of March to the first Sunday of November, 02:00 local time.
    case unitedStates
  }

  /// The IANA name, for example `Europe/Berlin`.
  package var name: String
  /// Minutes east of UTC outside daylight saving.
  package var standardMinutes: Int
  /// The daylight-saving rule.
  package var daylightSaving: DaylightSaving

  /// A zone from its parts; the name is written as given.
  package init(name: String, standardMinutes: Int, daylightSaving: DaylightSaving) {
    self.name = name
    self.standardMinutes = standardMinutes
    self.daylightSaving = daylightSaving
  }

  /// Central European time.
  package static let berlin = HomeZone(
    name: "Europe/Berlin", standardMinutes: 60, daylightSaving: .europe)

  /// Eastern time of the United States.
  package static let newYork = HomeZone(
    name: "America/New_York", standardMinutes: -300, daylightSaving: .unitedStates)

  /// Minutes east of UTC at `instant` (seconds since 1970).
  package func offsetMinutes(at instant: Int64) -> Int {
    isDaylightSaving(at: instant) ? standardMinutes + 60 : standardMinutes
  }

  /// The instant of a local wall-clock time given as days and seconds since 1970, local.
  ///
  /// Exact outside the hour that a change skips or repeats.
  func instant(day: Int64, second: Int64) -> Instant {
    let local = day * 86_400 + second
    let guess = local - Int64(standardMinutes) * 60
    return local - Int64(offsetMinutes(at: guess)) * 60
  }

  /// The local wall clock at `instant`, as seconds since 1970-01-01 00:00 local.
  func local(_ instant: Instant) -> Int64 {
    instant + Int64(offsetMinutes(at: instant)) * 60
  }

  private func isDaylightSaving(at instant: Instant) -> Bool {
    let standard = instant + Int64(standardMinutes) * 60
    let year = CivilDay(number: standard.floorDivided(by: 86_400)).year
    switch daylightSaving {
    case .none:
      return false
    case .europe:
      let from = Self.lastSunday(before: CivilDay(year, 4, 1)) * 86_400 + 3_600
      let until = Self.lastSunday(before: CivilDay(year, 11, 1)) * 86_400 + 3_600
      return instant >= from && instant < until
    case .unitedStates:
      let from = Self.lastSunday(before: CivilDay(year, 3, 15)) * 86_400 + 7_200
      let until = Self.lastSunday(before: CivilDay(year, 11, 8)) * 86_400 + 3_600
      return standard >= from && standard < until
    }
  }

  /// Day numbers count from a Thursday, so a Sunday has remainder 3.
  private static func lastSunday(before day: CivilDay) -> Int64 {
    let last = day.number - 1
    return last - (last + 4) % 7
  }
}
