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
  struct List: Sendable, Equatable {
    /// The numbers of the shape, the envelope and the list.
    let shape: Int
    let envelope: Int
    let list: Int
    /// The key of the list.
    let key: [UInt8]
    /// What the envelope says before the list, as one object.
    let header: [UInt8]
    /// What tells the batch that it shares with the page's other lists; nil where the envelope has no deletions.
    var page: Int?
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

  /// Adds an entry with its bytes; returns its size.
  mutating func append(
    _ content: Content, _ json: UnsafeBufferPointer<UInt8>, at position: JSONPosition
  ) -> Int {
    entries.append(
      Entry(content: content, start: bytes.count, count: json.count, position: position))
    bytes.append(contentsOf: json)
    // What is not a record takes room as well.
    return max(json.count, 16)
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
///
/// No piece ends inside an envelope with deletions, up to a limit.
struct HealthConnectCutter: ~Copyable {
  private var splitter: JSONSplitter
  private let chooser: EnvelopeChooser
  private let options: HealthConnectOptions
  private var nextIndex = 0
  private var isAtEnd = false
  /// The list at hand, and its number in the splitter's count.
  private var list: HealthConnectPiece.List?
  private var arrayNumber = -1
  /// The number of that list in the piece at hand; nil where it is not in it yet.
  private var listNumber: Int?
  /// The envelope with deletions at hand.
  private var page: ChangesPage?
  /// The size of the piece at hand.
  private var size = 0

  init(_ source: any ByteSource, options: HealthConnectOptions) throws(JSONFault) {
    let limits = JSONSplitterLimits(options.limits)
    let chooser = try EnvelopeChooser()
    self.chooser = chooser
    self.options = options
    splitter = JSONSplitter(source, limits: limits) { chooser.paths(forHead: $0) }
  }

  /// Creates a cutter of one object in memory that is followed list by list, whatever its size.
  init(
    _ object: UnsafeBufferPointer<UInt8>, at position: JSONPosition, chooser: EnvelopeChooser,
    limits: HealthConnectLimits
  ) {
    var options = HealthConnectOptions()
    options.pieceBytes = max(1, object.count)
    options.limits = limits
    self.chooser = chooser
    self.options = options
    splitter = JSONSplitter(object, at: position, limits: JSONSplitterLimits(limits)) {
      chooser.paths(forHead: $0)
    }
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
    (size, listNumber) = (0, nil)
    // Where only deletions that are held have been found, there is nothing to give yet.
    while size < options.pieceBytes || piece.entries.isEmpty || page?.isWhole == true {
      guard let found = splitter.next() else {
        isAtEnd = true
        endPage(in: &piece)
        break
      }
      let added = add(found, to: &piece)
      size += added
      growPage(by: added, in: &piece)
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
      guard splitter.arrayKey == nil else { return addElement(json, at: position, to: &piece) }
      endPage(in: &piece)
      return piece.append(.value, json.bytes, at: position)
    case .envelope(let header, let position):
      endPage(in: &piece)
      guard let chosen = chooser.chosen else { return 0 }
      return header.withUnsafeBufferPointer {
        piece.append(
          .envelopeEnd(shape: chosen.shape, envelope: chosen.envelope), $0, at: position)
      }
    case .skipped(let fault, let position):
      // Where nothing is left of a list or envelope, no record was cut off.
      let isRecord = fault.byte != position.byte && !isBetweenLists
      guard fault.code != .truncated || isRecord else { return 0 }
      if fault.code == .tooLong, piece.unknown == nil, let keys = chooser.unknownKeys {
        piece.unknown = HealthConnectReading.Unknown(keys: keys, position: position)
      }
      piece.faults.append(fault.code)
      return piece.append(
        .fault(piece.faults.count - 1), UnsafeBufferPointer(start: nil, count: 0), at: position)
    }
  }

  /// Whether the stream stands in an envelope, and in none of its lists.
  private var isBetweenLists: Bool { splitter.isEnvelope && splitter.arrayKey == nil }

  private mutating func addElement(
    _ json: PaddedJSON, at position: JSONPosition, to piece: inout HealthConnectPiece
  ) -> Int {
    let (number, added) = enterList(in: &piece)
    if page?.id != list?.page { endPage(in: &piece) }
    if page == nil, let id = list?.page {
      page = ChangesPage(id: id, in: piece, limit: options.limits.pageBytes)
    }
    if let list, page?.isWhole == false, chooser.isDeletion(json, of: list) {
      page?.hold(json.bytes, of: list, at: position)
      if page?.isFull == true { size += page?.release(into: &piece) ?? 0 }
      return added
    }
    return added + piece.append(.element(number), json.bytes, at: position)
  }

  /// The number in the piece of the list at hand, and the size of what that has added.
  private mutating func enterList(in piece: inout HealthConnectPiece) -> (number: Int, added: Int) {
    if splitter.arrayNumber != arrayNumber {
      arrayNumber = splitter.arrayNumber
      list = currentList
      listNumber = nil
    }
    if let listNumber { return (listNumber, 0) }
    guard let list else { return (-1, 0) }
    let number = piece.lists.count
    piece.lists.append(list)
    listNumber = number
    return (number, list.header.count)
  }

  // MARK: - Pages of changes

  private mutating func growPage(by count: Int, in piece: inout HealthConnectPiece) {
    guard page?.grow(by: count) == true else { return }
    let chooser = chooser
    page?.takeDeletions(from: &piece) { chooser.isDeletion($0, of: $1) }
  }

  /// Ends the page at hand: the deletions that were held are its last.
  private mutating func endPage(in piece: inout HealthConnectPiece) {
    size += page?.release(into: &piece) ?? 0
    page = nil
  }

  private var currentList: HealthConnectPiece.List? {
    guard let chosen = chooser.chosen, var key = splitter.arrayKey else { return nil }
    let envelope = JSONShape.all[chosen.shape].envelopes[chosen.envelope]
    let depth = splitter.levels.count
    guard let list = key.withUTF8({ envelope.list(depth: depth, key: $0) }) else { return nil }
    return HealthConnectPiece.List(
      shape: chosen.shape, envelope: chosen.envelope, list: list, key: Array(key.utf8),
      header: splitter.headerSoFar, page: envelope.hasDeletions ? splitter.value.byte : nil)
  }
}

extension JSONSplitterLimits {
  fileprivate init(_ limits: HealthConnectLimits) {
    self.init()
    recordBytes = limits.recordBytes
    wholeBytes = min(limits.wholeBytes, limits.recordBytes)
  }
}

/// Says which lists of a large object hold records, and remembers what it was found to be.
final class EnvelopeChooser {
  /// The numbers of the shape and the envelope; nil where the last object was none.
  private(set) var chosen: (shape: Int, envelope: Int)?
  private let parser: JSONParser

  init() throws(JSONFault) {
    parser = try JSONParser()
  }

  /// The keys of the last object where it was of no shape.
  private(set) var unknownKeys: [String]?

  /// The paths to the records of an object that begins so; none where it is no envelope.
  func paths(forHead head: UnsafeBufferPointer<UInt8>) -> JSONRecordPaths {
    chosen = nil
    unknownKeys = nil
    guard let head = JSONHead.closed(head) else { return JSONRecordPaths([]) }
    try? head.parse(by: parser) { object, isWhole in
      switch JSONShape.match(object, isWhole: isWhole) {
      case .envelope(let shape, let envelope): chosen = (shape, envelope)
      case .record: break
      case nil: unknownKeys = object.keyTexts
      }
    }
    guard let chosen else { return JSONRecordPaths([]) }
    return JSONShape.all[chosen.shape].envelopes[chosen.envelope].paths
  }

  /// Whether an element of a list says that a record was deleted.
  func isDeletion(_ json: PaddedJSON, of list: HealthConnectPiece.List) -> Bool {
    switch JSONShape.all[list.shape].envelopes[list.envelope].lists[list.list].content {
    case .records, .note: false
    case .deletions: true
    case .changes(let kind, _, _):
      (try? parser.parse(json) { JSONChange($0, under: kind) == .deletion }) ?? false
    }
  }
}
