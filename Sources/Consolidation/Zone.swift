internal import HealthRecords

#if canImport(FoundationEssentials)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// A time zone that the system's zone data know; looked up once, asked for every record.
package struct Zone: Sendable, Hashable {
  /// The name that it was looked up by, such as `Europe/Paris`.
  package let name: String
  private let timeZone: TimeZone

  /// Looks a zone up by its IANA name; nil for one that the system does not know.
  ///
  /// Costs a search in the system's data: keep the zone. Names come from files, so that anything but the letters of such
  /// names is refused before the system sees it.
  package init?(_ name: String) {
    guard 1...64 ~= name.utf8.count, name.utf8.allSatisfy(Self.belongsIntoName),
      let timeZone = TimeZone(identifier: name)
    else { return nil }
    self.name = name
    self.timeZone = timeZone
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

  private func offsetSeconds(at instant: Int64) -> Int64 {
    // Whole seconds, rounded down, so that the last millisecond before a change has the offset before it.
    let seconds = floorDivide(instant, 1000)
    let clamped = min(max(seconds, Self.seconds.lowerBound), Self.seconds.upperBound)
    return Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(clamped))))
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
