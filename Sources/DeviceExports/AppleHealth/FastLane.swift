internal import HealthRecords

/// Parses whole pieces that are written exactly as Apple writes; gives every other piece up.
///
/// Belongs to one thread.
final class FastLane {
  private let member: String
  private let limits: ReaderLimits
  private let storage: TagStorage
  /// In memory of its own: an access per element to a stored property would be checked at run time.
  private let builder: UnsafeMutablePointer<SampleBuilder>

  /// Creates a lane for the main file of a name.
  init(member: String, sideFiles: any SideFiles, limits: ReaderLimits) {
    self.member = member
    self.limits = limits
    storage = TagStorage(limits: limits)
    builder = .allocate(capacity: 1)
    builder.initialize(to: SampleBuilder(sideFiles: sideFiles, limits: limits))
  }

  deinit {
    builder.deinitialize(count: 1)
    builder.deallocate()
    storage.deallocate()
  }

  /// The piece's samples, or nil when there is anything unusual in it.
  func parse(_ piece: Piece) -> (batch: NativeBatch, facts: PieceFacts)? {
    builder.pointee.begin(piece.origin(member: member))
    let isClosed = piece.bytes.withUnsafeBufferPointer { bytes -> Bool? in
      guard
        var scanner = PlainScanner(
          bytes, newlines: piece.newlines, limits: limits, storage: storage, builder: builder)
      else { return nil }
      return scanner.run() ? scanner.isClosed : nil
    }
    guard let isClosed, !builder.pointee.isMisplaced, builder.pointee.depth == 0 else {
      return nil
    }
    builder.pointee.facts.isClosed = isClosed
    return builder.pointee.finish()
  }
}
