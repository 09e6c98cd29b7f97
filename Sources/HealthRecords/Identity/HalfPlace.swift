/// Which value of which reading a half of a record is, as hashes that are the same in every store.
///
/// A reading is what one measurement wrote: values with another time, zone, source or way of recording are another one, and
/// values of two readings are never composed.
public struct HalfPlace: Sendable, Hashable, Comparable {
  /// How many places of one record are kept: those with the least hashes.
  ///
  /// A reading has two values and a record one reading, or a few where it was edited without a version.
  public static let limit = 64

  /// What the values of one reading agree on.
  public let reading: UInt64
  /// The name of the value.
  public let component: UInt64

  /// Creates a place from times in milliseconds since 1970 and the hashes of texts, 0 for no text.
  public init(
    start: Int64, end: Int64, recording: RecordingMethod, source: UInt64, zone: UInt64,
    component: UInt64
  ) {
    var hash = Hash128.finalized(UInt64(bitPattern: start) &+ UInt64(recording.rawValue))
    for word in [UInt64(bitPattern: end), source, zone] {
      hash = Hash128.finalized(hash &* 31 ^ word)
    }
    reading = hash
    self.component = component
  }

  /// Orders by reading, then component.
  public static func < (left: HalfPlace, right: HalfPlace) -> Bool {
    (left.reading, left.component) < (right.reading, right.component)
  }
}

extension RecordBatch {
  /// The place of a half.
  public func place(of row: RecordRow) -> HalfPlace {
    HalfPlace(
      start: row.start, end: row.end, recording: row.recording,
      source: symbols.hash(of: row.source),
      zone: symbols.hash(of: row.zone), component: symbols.hash(of: row.code))
  }
}
