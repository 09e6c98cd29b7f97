import Foundation

/// The zones in which a person lived: one zone, or a zone and the days from which others follow.
struct ZoneTimeline: Equatable {
  /// The zones with the first day of each, the first one from the beginning of time.
  let entries: [(from: String?, zone: String)]

  /// Reads `Europe/Paris` or `Europe/Paris,2024-03-01=Asia/Tokyo,…`; nil for an unknown zone or days out of order.
  init?(_ text: String) {
    var entries: [(from: String?, zone: String)] = []
    for (index, piece) in text.split(separator: ",").enumerated() {
      let parts = piece.split(separator: "=", maxSplits: 1).map(String.init)
      guard let zone = parts.last, Self.isKnown(zone), parts.count == (index == 0 ? 1 : 2) else {
        return nil
      }
      let from = parts.count == 2 ? parts[0] : nil
      guard Self.follows(from, entries.last?.from) else { return nil }
      entries.append((from, zone))
    }
    guard !entries.isEmpty else { return nil }
    self.entries = entries
  }

  /// The text that reads back as the same timeline.
  var text: String {
    entries.map { entry in entry.from.map { "\($0)=\(entry.zone)" } ?? entry.zone }
      .joined(separator: ",")
  }

  static func == (left: ZoneTimeline, right: ZoneTimeline) -> Bool {
    left.text == right.text
  }

  private static func isKnown(_ zone: String) -> Bool {
    TimeZone.knownTimeZoneIdentifiers.contains(zone) || zone == "UTC" || zone == "GMT"
  }

  private static func follows(_ day: String?, _ previous: String?) -> Bool {
    guard let day else { return true }
    let bytes = Array(day.utf8)
    let isDay =
      bytes.count == 10
      && bytes.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == 0x2D : (0x30...0x39).contains(byte)
      }
    return isDay && previous.map { $0 < day } ?? true
  }
}
