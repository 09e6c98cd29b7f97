import Consolidation
import Foundation
import HealthRecords
import RecordStore
import SupportedData

/// Timelines as the command line and the store's setting write them.
extension ZoneTimeline {
  /// The key of the store's setting.
  static let settingKey = "timezone"

  /// Reads `Europe/Paris` or `Europe/Paris,2024-03-01=Asia/Tokyo,…`; nil for an unknown zone or days out of order.
  init?(text: String) {
    let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let first = pieces.first.flatMap({ Self.zone(String($0)) }) else { return nil }
    var moves: [Move] = []
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let day = CivilDay(parts[0]),
        let zone = Self.zone(String(parts[1]))
      else { return nil }
      moves.append(Move(firstDay: day.daysSince1970, to: zone))
    }
    self.init(first, moves: moves)
  }

  /// The text that reads back as the same timeline.
  var text: String {
    let moves = moves.map { "\(CivilDay(daysSince1970: $0.firstDay))=\($0.zone.name)" }
    return ([first.name] + moves).joined(separator: ",")
  }

  /// What `--timezone` says; nil where it is not given.
  static func ofOption(_ text: String?) throws -> ZoneTimeline? {
    guard let text else { return nil }
    guard let timeline = ZoneTimeline(text: text) else {
      throw CommandFailure(
        code: .usage,
        message:
          "--timezone: '\(text)' is neither a zone of the IANA database, such as Europe/Paris, "
          + "nor a timeline of zones with days in order, such as Europe/Paris,2024-03-01=Asia/Tokyo."
      )
    }
    return timeline
  }

  /// What the store keeps of an earlier `--timezone`; nil where it keeps none.
  static func ofStore(_ store: RecordStore) throws -> ZoneTimeline? {
    try store.setting(settingKey).flatMap(ZoneTimeline.init(text:))
  }

  /// The clocks of the person, for files that hold local times and do not say where.
  var wallClock: WallClock {
    let offsets = wallOffsets()
    return WallClock(
      offset: offsets.first?.seconds ?? 0,
      steps: offsets.dropFirst().map {
        WallClock.Step(localStart: $0.localStart, offset: $0.seconds)
      })
  }

  /// A zone that a person may ask for by name.
  ///
  /// The list of the system leaves out names in use (Asia/Kolkata); what it also understands, such as `PST` and `GMT+2`,
  /// is no place and easily mistaken.
  private static func zone(_ name: String) -> Zone? {
    let isPlace =
      name.contains("/") || name == "UTC" || TimeZone.knownTimeZoneIdentifiers.contains(name)
    return isPlace ? Zone(name) : nil
  }
}
