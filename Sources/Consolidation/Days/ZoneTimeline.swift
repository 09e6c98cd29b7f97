/// The zones in which a person lived: one zone, or a zone and the days from which others follow.
///
/// A zone holds from the beginning of its first day by its own clock, wherever the person was at that moment: with
/// `Europe/Paris,2024-03-01=Asia/Tokyo`, March begins when it begins in Tokyo.
package struct ZoneTimeline: Sendable, Hashable {
  /// A move to another zone.
  package struct Move: Sendable, Hashable {
    /// The first day in the zone, as days since 1970-01-01.
    package var firstDay: Int64
    /// The zone.
    package var zone: Zone

    /// Creates a move.
    package init(firstDay: Int64, to zone: Zone) {
      self.firstDay = firstDay
      self.zone = zone
    }
  }

  /// The zone before all moves.
  package let first: Zone
  /// The moves, by ascending first day.
  package let moves: [Move]

  /// Creates the timeline of a person who never moved.
  package init(_ zone: Zone) {
    first = zone
    moves = []
  }

  /// Creates a timeline; nil unless each move is on a later day than the one before.
  package init?(_ first: Zone, moves: [Move]) {
    guard zip(moves, moves.dropFirst()).allSatisfy({ $0.firstDay < $1.firstDay }) else {
      return nil
    }
    self.first = first
    self.moves = moves
  }

  /// The local day of an instant in milliseconds since 1970, as days since 1970-01-01.
  ///
  /// Asks whether the day of each zone has come rather than when its midnight was: some midnights are skipped by a change
  /// of the clock, some come twice. Linear in the moves after the instant.
  package func day(of instant: Int64) -> Int64 {
    for move in moves.reversed() {
      let day = move.zone.day(of: instant)
      if day >= move.firstDay { return day }
    }
    return first.day(of: instant)
  }
}
