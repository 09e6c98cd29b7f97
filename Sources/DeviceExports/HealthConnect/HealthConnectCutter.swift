internal import HealthRecords

/// Some records of a stream, cut out and not yet parsed, with all that is needed to make samples of them.
struct HealthConnectPiece: Sendable {
  /// What stands at a place of the stream.
  enum Content: Sendable {
    /// An object of its own, or an element of a list of its own: a record, or a whole envelope.
    case value
    /// An element of the list with this number in `lists`.
    case element(Int)
    /// The end of an envelope, with all its small members.
    case envelopeEnd(shape: Int, envelope: Int)
    /// Nothing: the fault with this number in `faults`.
    case fault(Int)
  }

  /// A place of the stream.
  struct Entry: Sendable {
    let content: Content
    /// Where its bytes are in the piece.
    let start: Int
    let count: Int
    let position: JSONPosition
  }

  /// A list of an envelope that was not read as a whole.
  struct List: Sendable {
    /// The numbers of the shape, the envelope and the list.
    let shape: Int
    let envelope: Int
    let list: Int
    /// The key of the list.
    let key: [UInt8]
    /// What the envelope says before the list, as one object.
    let header: [UInt8]
  }

  /// The number of the piece, from 0.
  let index: Int
  /// The records back to back, with the parser's padding behind the last one; nothing where the piece was skipped.
  var bytes: [UInt8] = []
  var entries: [Entry] = []
  var lists: [List] = []
  var faults: [JSONFault.Code] = []
  /// The first object over the limit that is of no shape.
  var unknown: HealthConnectReading.Unknown?
  /// Bytes of the member up to the end of the piece.
  var end: UInt64 = 0

  /// What it costs in memory, roughly.
  var cost: Int {
    bytes.count + entries.count * MemoryLayout<Entry>.stride + lists.count << 12 + 1 << 14
  }
}

/// How a stream ended.
struct HealthConnectEnding: Sendable {
  /// Whether it ended behind a value, with all bytes read.
  var isComplete = false
  /// Why the source ended early.
  var failure: (any Error)?
  /// Whether there was any list or object.
  var hasValues = false
}

/// Cuts a stream into pieces by content alone.
struct HealthConnectCutter: ~Copyable {
  private var splitter: JSONSplitter
  private let chooser: EnvelopeChooser
  private let options: HealthConnectOptions
  private var nextIndex = 0
  private var isAtEnd = false
  /// The list at hand, and its number in the splitter's count.
  private var list: HealthConnectPiece.List?
  private var arrayNumber = -1

  init(_ source: any ByteSource, options: HealthConnectOptions) throws(JSONFault) {
    var limits = JSONSplitterLimits()
    limits.recordBytes = options.limits.recordBytes
    limits.wholeBytes = min(options.limits.wholeBytes, options.limits.recordBytes)
    let chooser = try EnvelopeChooser()
    self.chooser = chooser
    self.options = options
    splitter = JSONSplitter(source, limits: limits) { chooser.paths(forHead: $0) }
  }

  /// How the stream ended; meaningful once `next` has returned nil.
  var ending: HealthConnectEnding {
    HealthConnectEnding(
      isComplete: splitter.ending == .complete && splitter.failure == nil,
      failure: splitter.failure, hasValues: nextIndex > 0 || splitter.arrayNumber > 0)
  }

  /// The next piece; nil at the end.
  mutating func next() -> HealthConnectPiece? {
    guard !isAtEnd else { return nil }
    var piece = HealthConnectPiece(index: nextIndex)
    piece.bytes.reserveCapacity(options.pieceBytes + 1 << 16)
    var size = 0
    while size < options.pieceBytes {
      guard let found = splitter.next() else {
        isAtEnd = true
        break
      }
      size += add(found, to: &piece)
    }
    guard !piece.entries.isEmpty else { return nil }
    nextIndex += 1
    piece.end = UInt64(splitter.position)
    if piece.index < options.skipPieces {
      piece = HealthConnectPiece(index: piece.index, end: piece.end)
    } else {
      piece.bytes.append(contentsOf: repeatElement(0x20, count: JSONParser.padding))
    }
    return piece
  }

  /// Adds what was found; returns its size.
  private mutating func add(_ found: JSONPiece, to piece: inout HealthConnectPiece) -> Int {
    switch found {
    case .record(let json, let position):
      let content: HealthConnectPiece.Content =
        splitter.arrayKey == nil ? .value : .element(listNumber(in: &piece))
      return add(json.bytes, content, at: position, to: &piece)
    case .envelope(let header, let position):
      guard let chosen = chooser.chosen else { return 0 }
      return header.withUnsafeBufferPointer {
        add(
          $0, .envelopeEnd(shape: chosen.shape, envelope: chosen.envelope), at: position, to: &piece
        )
      }
    case .skipped(let fault, let position):
      // Where nothing is left of a list or envelope, no record was cut off.
      let isRecord = fault.byte != position.byte && !isBetweenLists
      guard fault.code != .truncated || isRecord else { return 0 }
      if fault.code == .tooLong, piece.unknown == nil, let keys = chooser.unknownKeys {
        piece.unknown = HealthConnectReading.Unknown(keys: keys, position: position)
      }
      piece.faults.append(fault.code)
      return add(
        UnsafeBufferPointer(start: nil, count: 0), .fault(piece.faults.count - 1), at: position,
        to: &piece)
    }
  }

  /// Whether the stream stands in an envelope, and in none of its lists.
  private var isBetweenLists: Bool { splitter.isEnvelope && splitter.arrayKey == nil }

  private func add(
    _ bytes: UnsafeBufferPointer<UInt8>, _ content: HealthConnectPiece.Content,
    at position: JSONPosition, to piece: inout HealthConnectPiece
  ) -> Int {
    piece.entries.append(
      HealthConnectPiece.Entry(
        content: content, start: piece.bytes.count, count: bytes.count, position: position))
    piece.bytes.append(contentsOf: bytes)
    // What is not a record takes room as well.
    return max(bytes.count, 16)
  }

  /// The number in the piece of the list at hand.
  private mutating func listNumber(in piece: inout HealthConnectPiece) -> Int {
    if splitter.arrayNumber != arrayNumber {
      arrayNumber = splitter.arrayNumber
      list = currentList
      if let list { piece.lists.append(list) }
    } else if piece.lists.isEmpty, let list {
      piece.lists.append(list)
    }
    return piece.lists.count - 1
  }

  private var currentList: HealthConnectPiece.List? {
    guard let chosen = chooser.chosen, var key = splitter.arrayKey else { return nil }
    let envelope = JSONShape.all[chosen.shape].envelopes[chosen.envelope]
    let depth = splitter.levels.count
    guard let list = key.withUTF8({ envelope.list(depth: depth, key: $0) }) else { return nil }
    return HealthConnectPiece.List(
      shape: chosen.shape, envelope: chosen.envelope, list: list, key: Array(key.utf8),
      header: splitter.headerSoFar)
  }
}

/// Says which lists of a large object hold records, and remembers what it was found to be.
private final class EnvelopeChooser {
  /// The numbers of the shape and the envelope; nil where the last object was none.
  private(set) var chosen: (shape: Int, envelope: Int)?
  private let parser: JSONParser

  init() throws(JSONFault) {
    parser = try JSONParser()
  }

  /// The keys of the last object where it was of no shape.
  private(set) var unknownKeys: [String]?

  func paths(forHead head: UnsafeBufferPointer<UInt8>) -> JSONRecordPaths {
    chosen = nil
    unknownKeys = nil
    guard let head = JSONHead.closed(head) else { return JSONRecordPaths([]) }
    try? parser.parse(head.json) { object in
      switch JSONShape.match(object, isWhole: head.isWhole) {
      case .envelope(let shape, let envelope): chosen = (shape, envelope)
      case .record: break
      case nil: unknownKeys = object.keyTexts
      }
    }
    guard let chosen else { return JSONRecordPaths([]) }
    return JSONShape.all[chosen.shape].envelopes[chosen.envelope].paths
  }
}
