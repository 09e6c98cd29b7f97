internal import HealthRecords

#if canImport(FoundationEssentials)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// A time zone that the system's zone data know, or a fixed offset; looked up once, asked for every record.
package struct Zone: Sendable, Hashable {
  private enum Rule: Sendable {
    case place(TimeZone)
    case offset(seconds: Int64)
  }

  /// The name that it was looked up by, such as `Europe/Paris` or `+05:30`.
  package let name: String
  private let rule: Rule

  /// The zone of a fixed offset, in minutes east of UTC.
  package init(minutes: Int) {
    name = Self.text(ofMinutes: minutes)
    rule = .offset(seconds: Int64(minutes) * 60)
  }

  /// Looks a zone up by its IANA name or its offset (`+05:30`); nil for one that the system does not know.
  ///
  /// Costs a search in the system's data: keep the zone. Names come from files, so that anything but the letters of such
  /// names is refused before the system sees it.
  package init?(_ name: String) {
    if let minutes = Self.minutes(of: name) {
      self.name = name
      rule = .offset(seconds: minutes * 60)
      return
    }
    guard 1...64 ~= name.utf8.count, name.utf8.allSatisfy(Self.belongsIntoName),
      let timeZone = TimeZone(identifier: name)
    else { return nil }
    self.name = name
    rule = .place(timeZone)
  }

  /// The local day of an instant in milliseconds since 1970, as days since 1970-01-01.
  package func day(of instant: Int64) -> Int64 {
    localDay(of: instant, offsetSeconds: offsetSeconds(at: instant))
  }

  /// Zones of one name are one zone.
  package static func == (left: Zone, right: Zone) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }

  /// The years 1 to 9999, beyond which the offset of the nearest one counts: the system's arithmetic has an end too.
  private static let seconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// The system's zone; nil for a fixed offset.
  var timeZone: TimeZone? {
    if case .place(let zone) = rule { zone } else { nil }
  }

  /// Seconds east of UTC at an instant in milliseconds since 1970.
  func offsetSeconds(at instant: Int64) -> Int64 {
    // Whole seconds, rounded down, so that the last millisecond before a change has the offset before it.
    let seconds = floorDivide(instant, 1000)
    let clamped = min(max(seconds, Self.seconds.lowerBound), Self.seconds.upperBound)
    switch rule {
    case .offset(let seconds): return seconds
    case .place(let zone):
      return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(clamped))))
    }
  }

  /// The minutes of `+hh:mm`, up to 18 hours, which no place exceeds; nil for any other text.
  private static func minutes(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":")
    else { return nil }
    var digits: [Int64] = []
    for index in [1, 2, 4, 5] {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      digits.append(Int64(digit))
    }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return nil }
    return (hours * 60 + minutes) * (bytes[0] == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func text(ofMinutes minutes: Int) -> String {
    let size = Int64(minutes.magnitude)
    return (minutes < 0 ? "-" : "+") + padded(size / 60, 2) + ":" + padded(size % 60, 2)
  }

  private static func belongsIntoName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }
}

/// The day of an instant (milliseconds since 1970) at an offset, as days since 1970-01-01; any instant is allowed.
func localDay(of instant: Int64, offsetSeconds: Int64) -> Int64 {
  floorDivide(floorDivide(instant, 1000) &+ offsetSeconds, 86_400)
}
