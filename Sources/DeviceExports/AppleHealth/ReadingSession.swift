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
      byteLimit: max(1, options.pieceBytes) * Self.ringPieces, hasLanes: options.lanes > 1)
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
        if piece.index < reader.options.skipPieces {
          ring.put(
            .skipped(SkippedPiece.facts(of: piece, limits: reader.options.limits)), of: piece)
        } else if let (batch, facts) = lane.parse(piece) {
          ring.put(.parsed(transform(batch), facts), of: piece)
        } else {
          ring.put(.unusual, of: piece)
        }
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
      } else if piece.index < reader.options.skipPieces {
        skip(entry)
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

  private mutating func skip(_ entry: PieceRing<Output>.Entry) {
    if case .skipped(let facts) = entry.result {
      add(facts)
    } else {
      add(SkippedPiece.facts(of: entry.piece, limits: reader.options.limits))
    }
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
      try consumeSideFile(path, consume) { $0.addElectrocardiogram($1) }
    }
    // What the missing part of a truncated export refers to cannot be known.
    guard summary.complete else { return }
    for path in reader.sideFiles.routePaths.sorted() where !referencedPaths.contains(path) {
      try consumeSideFile(path, consume) { $0.addRoute($1, path: path) }
    }
    for path in reader.sideFiles.clinicalRecordPaths.sorted()
    where !referencedPaths.contains(path) {
      summary.diagnostics.add(
        ReaderDiagnostic.clinicalFileWithoutRecord.diagnostic(at: InputPosition(member: path)))
    }
  }

  /// Every side file is a piece of its own.
  private mutating func consumeSideFile(
    _ path: String, _ consume: (PieceOutput<Output>) throws -> Void,
    _ add: (inout SampleBuilder, [UInt8]) -> Void
  ) throws {
    let index = summary.pieces
    summary.pieces += 1
    guard index >= reader.options.skipPieces else { return }
    let limits = reader.options.limits
    var builder = SampleBuilder(sideFiles: reader.sideFiles, limits: limits)
    var origin = BatchOrigin(member: path)
    if let exportedAt = summary.exportedAt {
      origin.exportedAt = NativeInstant(milliseconds: exportedAt)
    }
    builder.begin(origin)
    let file = try? reader.sideFiles.contents(ofPath: path, limit: limits.sideFileBytes)
    if let file {
      add(&builder, file)
    } else {
      builder.report(.sideFileUnreadable, line: 0)
    }
    let (batch, facts) = builder.finish()
    summary.add(facts)
    try consume(
      PieceOutput(
        index: index, resumePoint: index + 1, bytes: summary.bytes, output: transform(batch)))
  }
}
