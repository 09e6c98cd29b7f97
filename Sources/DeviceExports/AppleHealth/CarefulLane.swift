internal import HealthRecords

/// A piece whose samples are ready.
struct FinishedPiece {
  /// The piece.
  let piece: Piece
  /// What to skip in order to go on behind it; nil where it ends inside an element.
  let resumePoint: Int?
  /// Its samples: the elements that begin in it.
  let batch: NativeBatch
  /// What it tells about the export.
  let facts: PieceFacts
}

/// Parses pieces in order, whatever they hold; an element may go on in the next piece.
///
/// Tags are split and repaired here, libxml2 decodes them one at a time, and nesting is followed here as well, so that
/// damage in one element costs that element only. A batch holds the elements that begin in its piece.
final class CarefulLane: XMLEvents {
  private let member: String
  private let limits: ReaderLimits
  /// In memory of its own, as in the fast lane.
  private let builder: UnsafeMutablePointer<SampleBuilder>
  private lazy var context = XMLContext(events: self)
  private var isReady = false
  /// Whether libxml2 has told of the root that its document was opened with.
  private var sawRoot = false
  private var scanner: TagScanner
  private var reader: TagReader
  /// Whether libxml2 has told of the element that was fed last.
  private var wasStarted = false
  /// Hashes of the names of open elements.
  private var openNames: [UInt64] = []
  /// Open elements beyond the depth limit.
  private var excess = 0
  /// The pieces whose samples are not finished: the batch's own, and those it reaches into.
  private var held: [Piece] = []
  private var isClosed = false
  /// The line of the tag at hand, counted from 0 in the batch's piece.
  private var line: UInt32 = 0
  /// The attributes of the element that libxml2 tells of.
  private var attributes: [TagAttribute] = []

  /// Creates a lane for the main file of a name.
  init(member: String, sideFiles: any SideFiles, limits: ReaderLimits) {
    self.member = member
    self.limits = limits
    builder = .allocate(capacity: 1)
    builder.initialize(to: SampleBuilder(sideFiles: sideFiles, limits: limits))
    scanner = TagScanner(limit: limits.tagBytes)
    reader = TagReader(limits: limits)
  }

  deinit {
    builder.deinitialize(count: 1)
    builder.deallocate()
  }

  /// Whether an element or tag goes on in the next piece.
  var isInsideElement: Bool { !held.isEmpty }

  /// Parses the piece that follows; hands over every piece that is finished by that.
  func parse(_ piece: Piece, finished: (FinishedPiece) throws -> Void) throws {
    let isContinuing = !held.isEmpty
    // No element begins in a piece between the first one and this: an element may span any number of them.
    for index in held.indices { held[index].bytes = [] }
    held.append(piece)
    if !isContinuing { beginBatch(piece) }
    scanner.line = piece.line
    try piece.bytes.withUnsafeBufferPointer { try parse($0, finished: finished) }
    noteStray()
    guard isSettled else { return }
    try deliverEarlier(finished: finished)
    builder.pointee.facts.isClosed = isClosed
    try deliver(piece, resumePoint: piece.index + 1, finished: finished)
  }

  /// Ends the input: an element that is still open is left out.
  func end(finished: (FinishedPiece) throws -> Void) throws {
    guard !held.isEmpty else { return }
    noteStray()
    builder.pointee.abandonElement()
    openNames.removeAll()
    while let piece = held.first {
      if held.count < 2 { builder.pointee.facts.isClosed = isClosed }
      try deliver(piece, resumePoint: nil, finished: finished)
    }
  }

  // MARK: - Pieces

  private var isSettled: Bool { builder.pointee.depth == 0 && excess == 0 && scanner.isBetweenTags }

  private func beginBatch(_ piece: Piece) {
    builder.pointee.begin(piece.origin(member: member))
    isReady = false
  }

  private func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, finished: (FinishedPiece) throws -> Void
  ) throws {
    var index = 0
    while let token = scanner.next(in: bytes, at: &index) {
      try read(token, bytes)
      if isSettled { try deliverEarlier(finished: finished) }
    }
  }

  /// Hands over the pieces before the last one: what began in them has ended.
  private func deliverEarlier(finished: (FinishedPiece) throws -> Void) throws {
    while held.count > 1 { try deliver(held[0], resumePoint: nil, finished: finished) }
  }

  private func deliver(
    _ piece: Piece, resumePoint: Int?, finished: (FinishedPiece) throws -> Void
  ) throws {
    let (batch, facts) = builder.pointee.finish()
    held.removeFirst()
    if let next = held.first { beginBatch(next) }
    try finished(
      FinishedPiece(piece: piece, resumePoint: resumePoint, batch: batch, facts: facts))
  }

  // MARK: - Tokens

  private func read(_ token: TagScanner.Token, _ bytes: UnsafeBufferPointer<UInt8>) throws {
    noteStray()
    line = UInt32(truncatingIfNeeded: scanner.tagLine &- builder.pointee.batch.origin.line)
    if isClosed {
      _ = scanner.takeCarry()
      return count(.contentAfterEnd)
    }
    switch token {
    case .tag(let range): try readTag(UnsafeBufferPointer(rebasing: bytes[range]))
    case .carriedTag: try scanner.takeCarry().withUnsafeBufferPointer { try readTag($0) }
    case .brokenTag:
      scanner.takeCarry().withUnsafeBufferPointer { readBroken($0, .malformedElement) }
    case .overlongTag:
      scanner.takeCarry().withUnsafeBufferPointer { readBroken($0, .attributeTooLong) }
    case .markup: count(.markupSkipped)
    }
  }

  private func readTag(_ tag: UnsafeBufferPointer<UInt8>) throws {
    if tag[1] == UInt8(ascii: "/") { return readEnd(TagReader.endName(tag)) }
    let outcome = reader.read(tag)
    for repair in ReaderDiagnostic.allCases where !reader.repairs.isEmpty {
      if let times = reader.repairs[repair] { count(repair, times: times) }
    }
    switch outcome {
    case .start(let isEmpty): try start(isEmpty: isEmpty)
    case .rejected(let diagnostic, let isEmpty): reject(diagnostic, isEmpty: isEmpty)
    }
  }

  /// A tag that is not whole: what follows is taken not to be inside it.
  private func readBroken(_ tag: UnsafeBufferPointer<UInt8>, _ diagnostic: ReaderDiagnostic) {
    guard tag.count > 1, tag[1] != UInt8(ascii: "/") else { return count(.malformedElement) }
    reader.readHead(tag)
    reject(diagnostic, isEmpty: true)
  }

  private func start(isEmpty: Bool) throws {
    let element = self.element
    closeMisplaced(element)
    guard hasRoom(element, isEmpty: isEmpty) else { return }
    if !isReady { try restart() }
    wasStarted = false
    reader.output.withUnsafeBytes { context.feed($0) }
    // A push parser may wait for what follows a tag.
    if !wasStarted { context.feed("\n") }
    if !wasStarted {
      builder.pointee.startRejected(element, type: reader.type, .malformedElement, line: line)
    }
    if context.troubles > 0 || !wasStarted { isReady = false }
    settle(isEmpty: isEmpty)
  }

  private func reject(_ diagnostic: ReaderDiagnostic, isEmpty: Bool) {
    let element = self.element
    closeMisplaced(element)
    guard hasRoom(element, isEmpty: isEmpty) else { return }
    builder.pointee.startRejected(element, type: reader.type, diagnostic, line: line)
    settle(isEmpty: isEmpty)
  }

  private var element: ElementName {
    reader.name.withUnsafeBufferPointer { ElementName($0) }
  }

  private func settle(isEmpty: Bool) {
    if isEmpty {
      builder.pointee.endElement()
    } else {
      openNames.append(Self.hash(reader.name))
    }
  }

  /// Whether the element fits within the depth limit.
  private func hasRoom(_ element: ElementName, isEmpty: Bool) -> Bool {
    guard excess > 0 || builder.pointee.depth >= limits.depth else { return true }
    count(.nestingTooDeep)
    if !isEmpty { excess += 1 }
    return false
  }

  // MARK: - Nesting

  private func readEnd(_ name: [UInt8]) {
    if name.elementsEqual("HealthData".utf8) {
      closeAll()
      isClosed = true
    } else if excess > 0 {
      excess -= 1
    } else if let index = openNames.lastIndex(of: Self.hash(name)) {
      if index < openNames.count - 1 { count(.missingEndTag) }
      close(downTo: index)
    } else {
      count(.unexpectedEndTag)
    }
  }

  /// Closes what is open when an element starts that can only stand at the top.
  private func closeMisplaced(_ element: ElementName) {
    if !builder.pointee.accepts(element) { closeAll() }
  }

  private func closeAll() {
    if !openNames.isEmpty { count(.missingEndTag) }
    excess = 0
    close(downTo: 0)
  }

  private func close(downTo index: Int) {
    while openNames.count > index {
      builder.pointee.endElement()
      openNames.removeLast()
    }
  }

  private static func hash(_ name: [UInt8]) -> UInt64 {
    Hash128(name).low
  }

  // MARK: - The parser

  private func restart() throws {
    try context.restart()
    sawRoot = false
    context.feed("<HealthData>")
    isReady = true
  }

  func startElement(_ name: UnsafeBufferPointer<UInt8>, attributes raw: RawAttributes) {
    guard sawRoot else {
      sawRoot = true
      return
    }
    wasStarted = true
    attributes.removeAll(keepingCapacity: true)
    for index in 0..<raw.count {
      let name = raw.name(index)
      attributes.append(
        TagAttribute(kind: AttributeName(name), name: name, value: raw.value(index)))
    }
    attributes.withUnsafeBufferPointer { attributes in
      let tag = ElementTag(element: ElementName(name), name: name, attributes: attributes)
      builder.pointee.startElement(tag, line: self.line)
    }
  }

  /// Every tag is fed as an empty element; the true ends are found here.
  func endElement() {}

  func characters(_ text: UnsafeBufferPointer<UInt8>) {}

  // MARK: - Diagnostics

  private func count(_ diagnostic: ReaderDiagnostic, times: Int = 1) {
    builder.pointee.report(diagnostic, line: line, times: times)
  }

  private func noteStray() {
    let stray = scanner.takeStray()
    guard stray.runs > 0 || stray.controls > 0 else { return }
    line = UInt32(truncatingIfNeeded: scanner.line &- builder.pointee.batch.origin.line)
    if stray.runs > 0 { count(isClosed ? .contentAfterEnd : .unexpectedText, times: stray.runs) }
    if stray.controls > 0 { count(.controlByte, times: stray.controls) }
  }
}
