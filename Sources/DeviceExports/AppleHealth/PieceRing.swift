internal import HealthRecords

/// Pieces on their way from the thread that cuts to the one that consumes, by way of the lanes; bounded.
struct PieceRing<Output: Sendable>: Sendable {
  /// What a lane made of a piece.
  enum Result: Sendable {
    /// Its samples, transformed.
    case parsed(Output, PieceFacts)
    /// Only what it tells: the piece was taken by an earlier run.
    case skipped(PieceFacts)
    /// Nothing: the careful lane must parse it.
    case unusual
  }

  /// A piece in its turn.
  struct Entry: Sendable {
    /// The piece.
    let piece: Piece
    /// What a lane made of it.
    let result: Result
  }

  /// A side file that became a batch of its own.
  struct SideFile: Sendable {
    /// Its samples, transformed.
    let output: Output
    /// What they tell.
    let facts: PieceFacts
  }

  /// How many side files the lanes may be ahead of the consumer.
  private static var sideFileLimit: Int { 16 }

  private struct State: Sendable {
    var waiting: [Piece] = []
    /// Paths of side files that no lane has begun with, the next one last.
    var sidePaths: [String] = []
    var sideFiles: [String: SideFile] = [:]
    /// Paths that a lane has begun with and whose file was not taken yet.
    var sidePathsTaken: Set<String> = []
    var results: [Int: Entry] = [:]
    var nextIndex = 0
    var bytes = 0
    var header: ExportHeader?
    var exportedAt = NativeInstant.absent
    var failure: (any Error)?
    var isAtEnd = false
    var isStopped = false
  }

  private let state: Guarded<State>
  private let byteLimit: Int
  private let hasLanes: Bool

  /// Creates a ring that holds pieces of so many bytes in all, or one; behind the pieces come side files.
  init(byteLimit: Int, hasLanes: Bool, sidePaths: [String]) {
    self.byteLimit = byteLimit
    self.hasLanes = hasLanes
    state = Guarded(State(sidePaths: sidePaths.reversed()))
  }

  // MARK: - The thread that cuts

  /// Hands over the header.
  func put(_ header: ExportHeader) {
    state.update { $0.header = header }
  }

  /// Hands over a piece, waiting for room; false when nobody wants more.
  func put(_ piece: Piece) -> Bool {
    state.wait { state in
      if state.isStopped { return false }
      guard state.bytes == 0 || state.bytes + piece.bytes.count <= byteLimit else { return nil }
      state.bytes += max(1, piece.bytes.count)
      state.exportedAt = piece.exportedAt
      if hasLanes {
        state.waiting.append(piece)
      } else {
        state.results[piece.index] = Entry(piece: piece, result: .unusual)
      }
      return true
    }
  }

  /// Ends the input, early where there is a failure.
  func end(_ failure: (any Error)?) {
    state.update { state in
      state.isAtEnd = true
      state.failure = failure
    }
  }

  // MARK: - The lanes

  /// The next piece to parse; nil when there will be none.
  func takePiece() -> Piece? {
    state.wait { state -> Piece?? in
      if state.isStopped { return .some(nil) }
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      return state.isAtEnd ? .some(nil) : nil
    }
  }

  /// Hands over what became of a piece.
  func put(_ result: Result, of piece: Piece) {
    state.update { $0.results[piece.index] = Entry(piece: piece, result: result) }
  }

  /// The next side file to read, once there are no more pieces; nil when there will be none.
  func takeSidePath() -> String? {
    state.wait { state -> String?? in
      if state.isStopped || state.sidePaths.isEmpty { return .some(nil) }
      guard state.sidePathsTaken.count < Self.sideFileLimit else { return nil }
      let path = state.sidePaths.removeLast()
      state.sidePathsTaken.insert(path)
      return path
    }
  }

  /// Hands over a side file.
  func put(_ file: SideFile, ofPath path: String) {
    state.update { $0.sideFiles[path] = file }
  }

  // MARK: - The thread that consumes

  /// What became of a side file; nil where no lane has begun with it, and none will from here on.
  func sideFile(ofPath path: String) -> SideFile? {
    state.wait { state -> SideFile?? in
      if let file = state.sideFiles.removeValue(forKey: path) {
        state.sidePathsTaken.remove(path)
        return file
      }
      if state.sidePathsTaken.contains(path) { return nil }
      state.sidePaths.removeAll { $0 == path }
      return .some(nil)
    }
  }

  /// The header, or the failure that came before it.
  func header() throws -> ExportHeader {
    let result = state.wait { state -> Swift.Result<ExportHeader, any Error>? in
      if let header = state.header { return .success(header) }
      guard state.isAtEnd else { return nil }
      return .failure(state.failure ?? AppleHealthError.outOfMemory)
    }
    return try result.get()
  }

  /// The next piece in order; nil behind the last one.
  func next() -> Entry? {
    state.wait { state -> Entry?? in
      if let entry = state.results.removeValue(forKey: state.nextIndex) {
        state.nextIndex += 1
        state.bytes -= max(1, entry.piece.bytes.count)
        return .some(entry)
      }
      let isDone = state.isAtEnd && state.waiting.isEmpty && state.bytes == 0
      return isDone ? .some(nil) : nil
    }
  }

  /// When the export was written, as its pieces say; known when there are no more of them.
  var exportedAt: NativeInstant { state.update { $0.exportedAt } }

  /// Why the source ended early.
  var failure: (any Error)? { state.update { $0.failure } }

  /// Lets every thread end soon.
  func stop() {
    state.update { state in
      state.isStopped = true
      state.waiting = []
    }
  }
}
