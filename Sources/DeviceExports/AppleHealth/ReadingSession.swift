internal import HealthRecords

/// One run over one export: the threads, and the order of what they give.
struct ReadingSession<Output: Sendable> {
  /// How many pieces may be between the cut and the consumer.
  private static var ringPieces: Int { 7 }

  private let reader: AppleHealthReader
  private let transform: @Sendable (NativeBatch) -> Output
  private let ring: PieceRing<Output>
  private let careful: CarefulLane
  private var summary = ExportSummary()
  private var referencedPaths: Set<String> = []
  private var lastLine: UInt64 = 0

  /// Prepares a run.
  init(_ reader: AppleHealthReader, transform: @escaping @Sendable (NativeBatch) -> Output) {
    self.reader = reader
    self.transform = transform
    let options = reader.options
    ring = PieceRing(
      byteLimit: max(1, options.pieceBytes) * Self.ringPieces, hasLanes: options.lanes > 1,
      sidePaths: reader.sideFiles.electrocardiogramPaths.sorted())
    careful = CarefulLane(
      member: reader.member, sideFiles: reader.sideFiles, limits: options.limits)
  }

  /// Runs to the end.
  mutating func run(
    from open: @escaping @Sendable () throws -> some ByteSource,
    consume: (PieceOutput<Output>) throws -> Void
  ) throws -> ExportSummary {
    var threads: [WorkerThread] = []
    defer {
      ring.stop()
      for thread in threads { thread.join() }
    }
    threads.append(try startCutting(open))
    if reader.options.lanes > 1 {
      for _ in 0..<min(reader.options.lanes, 64) { threads.append(try startLane()) }
    }
    let header = try ring.header()
    add(header)
    try consumePieces(consume)
    summary.readFailure = ring.failure
    endMainFile(header)
    try consumeSideFiles(consume)
    return summary
  }

  // MARK: - Threads

  private func startCutting(
    _ open: @escaping @Sendable () throws -> some ByteSource
  ) throws -> WorkerThread {
    let ring = ring
    let reader = reader
    return try WorkerThread {
      do {
        var cutter = PieceCutter(try open(), member: reader.member, options: reader.options)
        ring.put(try cutter.readHeader())
        while let piece = cutter.next(), ring.put(piece) {}
        ring.end(cutter.failure)
      } catch {
        ring.end(error)
      }
    }
  }

  private func startLane() throws -> WorkerThread {
    let ring = ring
    let reader = reader
    let transform = transform
    return try WorkerThread {
      let lane = FastLane(
        member: reader.member, sideFiles: reader.sideFiles, limits: reader.options.limits)
      while let piece = ring.takePiece() {
        guard let (batch, facts) = lane.parse(piece) else {
          ring.put(.unusual, of: piece)
          continue
        }
        let isSkipped = piece.index < reader.options.skipPieces
        ring.put(isSkipped ? .skipped(facts) : .parsed(transform(batch), facts), of: piece)
      }
      while let path = ring.takeSidePath() {
        let (batch, facts) = Self.sideFile(
          path, .electrocardiogram, of: reader, exportedAt: ring.exportedAt)
        ring.put(PieceRing.SideFile(output: transform(batch), facts: facts), ofPath: path)
      }
    }
  }

  // MARK: - In order

  private mutating func add(_ header: ExportHeader) {
    summary.formatVersion = header.formatVersion
    summary.locale = header.locale
    summary.bytes = UInt64(header.length)
    lastLine = UInt64(header.lines)
    let position = InputPosition(member: reader.member, byte: 0, line: 1)
    for oddity in header.oddities { summary.diagnostics.add(oddity.diagnostic(at: position)) }
  }

  private mutating func consumePieces(_ consume: (PieceOutput<Output>) throws -> Void) throws {
    while let entry = ring.next() {
      let piece = entry.piece
      summary.bytes = piece.end
      summary.pieces += 1
      lastLine = piece.line + UInt64(piece.newlines)
      if summary.complete {
        try consumeTrailing(piece, consume)
      } else if !careful.isInsideElement, case .skipped(let facts) = entry.result {
        add(facts.withoutCounts)
      } else if !careful.isInsideElement, case .parsed(let output, let facts) = entry.result {
        add(facts)
        try consume(
          PieceOutput(
            index: piece.index, resumePoint: piece.index + 1, bytes: piece.end, output: output))
      } else {
        try careful.parse(piece) { try take($0, consume) }
      }
    }
    try careful.end { try take($0, consume) }
  }

  private mutating func take(
    _ finished: FinishedPiece, _ consume: (PieceOutput<Output>) throws -> Void
  ) throws {
    guard finished.piece.index >= reader.options.skipPieces else {
      return add(finished.facts.withoutCounts)
    }
    add(finished.facts)
    try consume(
      PieceOutput(
        index: finished.piece.index, resumePoint: finished.resumePoint,
        bytes: finished.piece.end, output: transform(finished.batch)))
  }

  private mutating func add(_ facts: PieceFacts) {
    summary.add(facts)
    referencedPaths.formUnion(facts.referencedPaths)
  }

  /// A piece behind the end tag: an empty batch, which tells of content that does not belong there.
  private mutating func consumeTrailing(
    _ piece: Piece, _ consume: (PieceOutput<Output>) throws -> Void
  ) throws {
    guard piece.index >= reader.options.skipPieces else { return }
    var batch = NativeBatch(provider: .appleHealth, origin: piece.origin(member: reader.member))
    if piece.bytes.contains(where: { $0 > 0x20 }) {
      let position = batch.origin.position(line: 0)
      batch.diagnostics.add(ReaderDiagnostic.contentAfterEnd.diagnostic(at: position))
    }
    var facts = PieceFacts()
    facts.add(batch)
    add(facts)
    try consume(
      PieceOutput(
        index: piece.index, resumePoint: piece.index + 1, bytes: piece.end,
        output: transform(batch)))
  }

  private mutating func endMainFile(_ header: ExportHeader) {
    if header.isEmpty { summary.complete = true }
    if summary.readFailure != nil { summary.complete = false }
    guard !summary.complete else { return }
    let position = InputPosition(
      member: reader.member, byte: summary.bytes, line: lastLine + 1)
    summary.diagnostics.add(ReaderDiagnostic.truncatedExport.diagnostic(at: position))
  }

  // MARK: - Side files

  private mutating func consumeSideFiles(
    _ consume: (PieceOutput<Output>) throws -> Void
  ) throws {
    for path in reader.sideFiles.electrocardiogramPaths.sorted() {
      let file = ring.sideFile(ofPath: path)
      guard let index = nextIndex() else { continue }
      try take(file ?? readSideFile(path, .electrocardiogram), index, consume)
    }
    // What the missing part of a truncated export refers to cannot be known.
    guard summary.complete else { return }
    for path in reader.sideFiles.routePaths.sorted() where !referencedPaths.contains(path) {
      guard let index = nextIndex() else { continue }
      try take(readSideFile(path, .route), index, consume)
    }
    for path in reader.sideFiles.clinicalRecordPaths.sorted()
    where !referencedPaths.contains(path) {
      summary.diagnostics.add(
        ReaderDiagnostic.clinicalFileWithoutRecord.diagnostic(at: InputPosition(member: path)))
    }
  }

  /// The number of the next side file, each of which is a piece of its own; nil when an earlier run has taken it.
  private mutating func nextIndex() -> Int? {
    let index = summary.pieces
    summary.pieces += 1
    return index >= reader.options.skipPieces ? index : nil
  }

  private mutating func take(
    _ file: PieceRing<Output>.SideFile, _ index: Int,
    _ consume: (PieceOutput<Output>) throws -> Void
  ) throws {
    summary.add(file.facts)
    try consume(
      PieceOutput(
        index: index, resumePoint: index + 1, bytes: summary.bytes, output: file.output))
  }

  private func readSideFile(_ path: String, _ kind: SideFileKind) -> PieceRing<Output>.SideFile {
    let (batch, facts) = Self.sideFile(path, kind, of: reader, exportedAt: ring.exportedAt)
    return PieceRing.SideFile(output: transform(batch), facts: facts)
  }

  /// The batch of one side file; a file that cannot be read is a rejected record.
  private static func sideFile(
    _ path: String, _ kind: SideFileKind, of reader: AppleHealthReader, exportedAt: NativeInstant
  ) -> (batch: NativeBatch, facts: PieceFacts) {
    let limits = reader.options.limits
    var builder = SampleBuilder(sideFiles: reader.sideFiles, limits: limits)
    var origin = BatchOrigin(member: path)
    origin.exportedAt = exportedAt
    builder.begin(origin)
    let limit =
      kind == .route
      ? limits.sideFileBytes : min(limits.electrocardiogramBytes, limits.sideFileBytes)
    let file = try? reader.sideFiles.contents(ofPath: path, limit: limit)
    switch (file, kind) {
    case (let file?, .electrocardiogram): builder.addElectrocardiogram(file)
    case (let file?, .route): builder.addRoute(file, path: path)
    case (nil, _): builder.rejectSideFile(kind)
    }
    return builder.finish()
  }
}

/// What a side file that is a record of its own holds.
enum SideFileKind {
  case electrocardiogram
  case route

  /// The native type of its record.
  var nativeType: StaticString {
    switch self {
    case .electrocardiogram: "HKDataTypeIdentifierElectrocardiogram"
    case .route: "HKWorkoutRouteTypeIdentifier"
    }
  }
}
