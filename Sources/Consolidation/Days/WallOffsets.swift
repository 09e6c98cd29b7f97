#if canImport(FoundationEssentials)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// An offset that holds from the moment at which the clocks of a place showed a time.
package struct WallOffset: Sendable, Hashable {
  /// The first moment, in milliseconds since 1970 of the clock itself.
  package var localStart: Int64
  /// Seconds east of UTC.
  package var seconds: Int

  /// Creates an offset.
  package init(localStart: Int64, seconds: Int) {
    self.localStart = localStart
    self.seconds = seconds
  }
}

extension ZoneTimeline {
  /// The offsets in the order of the clocks' times, the first of them from the beginning of 1990.
  ///
  /// A time that clocks show twice is the first one; one that they skip counts by the offset before the change. Looks up
  /// some hundred changes: ask once for an input.
  package func wallOffsets() -> [WallOffset] {
    var offsets = first.wallOffsets()
    for move in moves {
      let midnight = move.firstDay * 86_400_000
      let later = move.zone.wallOffsets()
      offsets.removeAll { $0.localStart >= midnight }
      let before = later.last { $0.localStart <= midnight } ?? later.first
      offsets.append(WallOffset(localStart: midnight, seconds: before?.seconds ?? 0))
      offsets += later.filter { $0.localStart > midnight }
    }
    return offsets
  }
}

extension Zone {
  /// The years in which devices have recorded, and some more.
  private static let years: ClosedRange<Double> = 631_152_000...2_208_988_800

  /// The zone's own offsets in the order of its clocks' times.
  fileprivate func wallOffsets() -> [WallOffset] {
    var instant = Self.years.lowerBound
    var seconds = offsetSeconds(at: Int64(instant) * 1000)
    var offsets = [WallOffset(localStart: Int64(instant) * 1000, seconds: Int(seconds))]
    while let change = nextChange(after: instant), change <= Self.years.upperBound {
      let next = offsetSeconds(at: Int64(change) * 1000)
      // Forwards the clocks skip to the new time, backwards the first of two equal times counts.
      let shown = Int64(change) + max(seconds, next)
      offsets.append(WallOffset(localStart: shown * 1000, seconds: Int(next)))
      (instant, seconds) = (change, next)
    }
    return offsets
  }

  private func nextChange(after instant: Double) -> Double? {
    timeZone?.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: instant))?
      .timeIntervalSince1970
  }
}
