internal import HealthRecords

/// Parses whole pieces that are written exactly as Apple writes; gives every other piece up.
///
/// Belongs to one thread.
final class FastLane: XMLEvents {
  private let member: String
  private let limits: ReaderLimits
  private let rewrites = RewriteTable()
  /// In memory of its own: an access per event to a stored property would be checked at run time.
  private let builder: UnsafeMutablePointer<SampleBuilder>
  private lazy var context = XMLContext(events: self)
  private lazy var chunk = FeedBuffer(context)

  /// Creates a lane for the main file of a name.
  init(member: String, sideFiles: any SideFiles, limits: ReaderLimits) {
    self.member = member
    self.limits = limits
    builder = .allocate(capacity: 1)
    builder.initialize(
      to: SampleBuilder(sideFiles: sideFiles, limits: limits, rewrites: rewrites))
  }

  deinit {
    builder.deinitialize(count: 1)
    builder.deallocate()
  }

  /// The piece's samples, or nil when there is anything unusual in it.
  func parse(_ piece: Piece) -> (batch: NativeBatch, facts: PieceFacts)? {
    rewrites.beginPiece()
    builder.pointee.begin(piece.origin(member: member))
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
    guard context.finish(), !builder.pointee.isMisplaced, builder.pointee.depth == 0 else {
      return nil
    }
    builder.pointee.facts.isClosed = isClosed
    return builder.pointee.finish()
  }

  func startElement(_ name: UnsafePointer<UInt8>, attributes: RawAttributes, line: Int) {
    builder.pointee.startElement(name, attributes: attributes, line: line)
  }

  func endElement() {
    builder.pointee.endElement()
  }

  func characters(_ text: UnsafeBufferPointer<UInt8>) {}
}
