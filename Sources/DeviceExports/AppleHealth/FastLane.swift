internal import HealthRecords

/// Parses whole pieces that are written exactly as Apple writes; gives every other piece up.
///
/// Belongs to one thread.
final class FastLane {
  private let member: String
  private let limits: ReaderLimits
  private let rewrites = RewriteTable()
  private let builder: SampleBuilder
  private let context: XMLContext
  private let chunk: FeedBuffer

  /// Creates a lane for the main file of a name.
  init(member: String, sideFiles: any SideFiles, limits: ReaderLimits) {
    self.member = member
    self.limits = limits
    builder = SampleBuilder(sideFiles: sideFiles, limits: limits, rewrites: rewrites)
    context = XMLContext(events: builder)
    chunk = FeedBuffer(context)
  }

  /// The piece's samples, or nil when there is anything unusual in it.
  func parse(_ piece: Piece) -> (batch: NativeBatch, facts: PieceFacts)? {
    rewrites.beginPiece()
    builder.begin(piece.origin(member: member))
    chunk.reset()
    guard (try? context.restart()) != nil else { return nil }
    context.feed("<HealthData>")
    let isClosed = piece.bytes.withUnsafeBufferPointer { bytes -> Bool? in
      guard
        var scanner = FastScanner(
          bytes, newlines: piece.newlines, rewrites: rewrites, limits: limits, chunk: chunk)
      else { return false }
      return scanner.run() ? scanner.isClosed : nil
    }
    guard let isClosed else { return nil }
    if !isClosed { context.feed("</HealthData>") }
    guard context.finish(), !builder.isMisplaced, builder.depth == 0 else { return nil }
    builder.facts.isClosed = isClosed
    return builder.finish()
  }
}
