/// The offsets in which a provider's exports were written: what is left to guess a local day from.
///
/// Apple writes every date of an export in one offset, the phone's at the time of the export, whatever the season and
/// the place of the record. The export that is nearest after a record is the best guess, and the same one in whatever
/// order the exports were imported.
package struct ExportOffsets: Sendable, Hashable {
  /// One export.
  package struct Export: Sendable, Hashable, Comparable {
    /// When it was written, in milliseconds since 1970; `Int64.min` where it does not say.
    package var writtenAt: Int64
    /// Minutes east of UTC of the offset in it.
    package var minutes: Int

    /// Creates an export.
    package init(writtenAt: Int64, minutes: Int) {
      self.writtenAt = writtenAt
      self.minutes = minutes
    }

    /// Orders by date, then offset.
    package static func < (left: Export, right: Export) -> Bool {
      (left.writtenAt, left.minutes) < (right.writtenAt, right.minutes)
    }
  }

  /// No offset of a place is beyond this.
  private static let possible = -18 * 60...18 * 60
  private let exports: [Export]

  /// Takes the exports in any order; impossible offsets are left out.
  package init(_ exports: [Export] = []) {
    self.exports = exports.filter { Self.possible.contains($0.minutes) }.sorted()
  }

  /// Minutes east of UTC at an instant in milliseconds since 1970: the offset of the first export that was written then
  /// or later, else of the last one, else 0.
  ///
  /// Logarithmic in the number of exports.
  package func minutes(at instant: Int64) -> Int {
    var (low, high) = (0, exports.count)
    while low < high {
      let middle = (low + high) / 2
      if exports[middle].writtenAt < instant { low = middle + 1 } else { high = middle }
    }
    return (low < exports.count ? exports[low] : exports.last)?.minutes ?? 0
  }
}
