internal import CSonarSimdjson

/// Cuts a stream of JSON into records, and keeps no more of it than the largest one.
///
/// The stream holds any number of values, with or without white space between them: newline-delimited JSON is just
/// that. An object is an envelope where one of the given paths leads to an array, and a record otherwise. The elements
/// of such an array, and those of an array that stands by itself, are records. A key is compared as it is written.
///
/// Brackets and strings are followed here; whether a record is valid is for the parser to say. Damage outside an array
/// costs up to the next line that begins with a bracket. Damage inside an array costs the element, as far as brackets
/// tell where that ends.
///
/// For one thread. Time grows with the bytes, and memory with the largest record up to the limit.
package struct JSONSplitter: ~Copyable {
  var window: JSONWindow
  var paths: JSONRecordPaths
  let limits: JSONSplitterLimits
  /// Chooses the paths of a value by how it begins.
  private let choosePaths: ((UnsafeBufferPointer<UInt8>) -> JSONRecordPaths)?

  /// The key of the array that the last record is from; nil for a value of its own and for an array without a key.
  package internal(set) var arrayKey: String?
  /// The number of the array that the last record is from, counted over the whole stream.
  package internal(set) var arrayNumber = 0
  /// How the stream ended; meaningful once `next` has returned nil.
  package internal(set) var ending = JSONEnding.complete

  var position = 0
  var place = Place.start
  /// What must come next where the place is an array or object.
  var expects = Expectation.first
  /// The candidates among the paths at each open object of the value at hand.
  var levels: [UInt64] = []
  /// Where the value at hand begins.
  var value = JSONPosition(byte: 0, line: 1)
  /// Where the record at hand begins: the value itself, or an element.
  var start = JSONPosition(byte: 0, line: 1)
  /// Where the last member begins of an object that is, or may become, an envelope.
  var memberStart = 0
  /// Whether the value at hand has turned out to be an envelope.
  var isEnvelope = false
  /// Where what is kept in memory begins, unless it is over the limit.
  var keptFrom = 0
  /// Whether the value or element at hand is over the limit, and no longer kept.
  var isOversized = false
  var header: JSONEnvelopeHeader
  var scan = CSonarJSONScan()
  /// The bytes that were read a second time after damage.
  var rewound = 0

  enum Place { case start, between, object, array, end }
  enum Expectation { case first, separator, value }

  /// Creates a splitter of a stream that begins where the source stands.
  package init(
    _ source: any ByteSource, paths: JSONRecordPaths,
    limits: JSONSplitterLimits = JSONSplitterLimits()
  ) {
    window = JSONWindow(source, capacity: limits.readBytes)
    self.paths = paths
    self.limits = limits
    choosePaths = nil
    header = JSONEnvelopeHeader(limit: min(limits.headerBytes, limits.recordBytes))
  }

  /// Creates a splitter that looks into large objects only.
  ///
  /// An object of up to `limits.wholeBytes` is a record, whatever it holds. `choosePaths` gets that many bytes of a larger
  /// one, and returns the paths that hold for this one object.
  package init(
    _ source: any ByteSource, limits: JSONSplitterLimits,
    choosePaths: @escaping (UnsafeBufferPointer<UInt8>) -> JSONRecordPaths
  ) {
    window = JSONWindow(source, capacity: max(limits.readBytes, 2 * limits.wholeBytes))
    paths = JSONRecordPaths([])
    self.limits = limits
    self.choosePaths = choosePaths
    header = JSONEnvelopeHeader(limit: min(limits.headerBytes, limits.recordBytes))
  }

  /// Creates a splitter of one object that is in memory, and that is looked into whatever its size.
  ///
  /// Positions count on from `start`, where the object begins in its stream. The paths are chosen as above, by all but the
  /// object's last byte.
  package init(
    _ object: UnsafeBufferPointer<UInt8>, at start: JSONPosition, limits: JSONSplitterLimits,
    choosePaths: @escaping (UnsafeBufferPointer<UInt8>) -> JSONRecordPaths
  ) {
    var limits = limits
    limits.wholeBytes = max(0, object.count - 1)
    window = JSONWindow(MemorySource(Array(object)), capacity: object.count + 1, from: start)
    paths = JSONRecordPaths([])
    self.limits = limits
    self.choosePaths = choosePaths
    header = JSONEnvelopeHeader(limit: min(limits.headerBytes, limits.recordBytes))
    position = start.byte
    place = .between
  }

  /// The bytes of memory that hold the stream now; they do not shrink.
  package var memoryBytes: Int { window.capacity }

  /// What the source threw; nil where it did not.
  package var failure: (any Error)? { window.failure }

  /// The members of the envelope at hand that were read so far, as the header of `JSONPiece.envelope`.
  package var headerSoFar: [UInt8] { header.closed }

  /// The next piece; nil at the end.
  package mutating func next() -> JSONPiece? {
    while true {
      let piece: JSONPiece?
      switch place {
      case .start: piece = begin()
      case .between: piece = nextValue()
      case .object: piece = nextMember()
      case .array: piece = nextElement()
      case .end: return nil
      }
      if let piece { return piece }
    }
  }

  // MARK: - Values

  private mutating func begin() -> JSONPiece? {
    while window.end < 4, window.more() {}
    place = .between
    let first = window.bytes(0, min(4, window.end))
    if first.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
    } else if first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE])
      || first.prefix(2).contains(0)
    {
      place = .end
      ending = .refused
      return .skipped(JSONFault(.notUTF8, byte: 0), from: value)
    }
    return nil
  }

  private mutating func nextValue() -> JSONPiece? {
    arrayKey = nil
    keep(from: position)
    guard let byte = peekBehindSpace() else {
      finish(window.failure == nil ? .complete : .truncated)
      return nil
    }
    beginRecord()
    value = start
    switch byte {
    case UInt8(ascii: "{"):
      isEnvelope = false
      header.removeAll()
      if let piece = wholeValue() { return piece }
      levels.append(paths.all)
      enter(.object)
    case UInt8(ascii: "["):
      isEnvelope = false
      arrayNumber += 1
      enter(.array)
    default: return skipLine()
    }
    return nil
  }

  /// The object at hand where it is small enough to be given whole; otherwise nil, with its paths chosen.
  private mutating func wholeValue() -> JSONPiece? {
    guard let choosePaths else { return nil }
    while window.end - position < limits.wholeBytes, window.more() {}
    let head = window.bytes(position, min(window.end, position + limits.wholeBytes))
    guard let first = head.baseAddress else { return nil }
    beginScan(isStrict: true)
    let result = csonar_json_scan(&scan, first, head.count)
    guard result.outcome == CSONAR_JSON_SCAN_END else {
      paths = choosePaths(head)
      return nil
    }
    position += result.end
    return record()
  }

  private mutating func skipLine() -> JSONPiece {
    let piece = skipped(.notARecord, from: start)
    while true {
      keep(from: position)
      let rest = window.bytes(position, window.end)
      if let newline = rest.index(of: UInt8(ascii: "\n"), from: 0) {
        position += newline + 1
        return piece
      }
      position = window.end
      if !window.more() { return piece }
    }
  }

  mutating func enter(_ place: Place) {
    position += 1
    self.place = place
    expects = .first
  }

  /// Ends an array, object or value: what follows is on the level outside it.
  mutating func leave() {
    place = levels.isEmpty ? .between : .object
    expects = .separator
  }

  mutating func finish(_ ending: JSONEnding) {
    place = .end
    self.ending = ending
  }

  // MARK: - Elements

  private mutating func nextElement() -> JSONPiece? {
    keep(from: position)
    guard let byte = peekBehindSpace() else { return truncated(from: here()) }
    beginRecord()
    switch byte {
    case UInt8(ascii: "]"):
      let piece = expects == .value ? skipped(.invalidStructure, from: start) : nil
      position += 1
      arrayKey = nil
      leave()
      return piece
    case UInt8(ascii: ","):
      let piece = expects == .separator ? nil : skipped(.invalidStructure, from: start)
      position += 1
      expects = .value
      return piece
    case UInt8(ascii: "}"), UInt8(ascii: ":"): return skipStray()
    default: break
    }
    if expects == .separator {
      expects = .value
      return skipped(.invalidStructure, from: start)
    }
    expects = .separator
    return element(byte)
  }

  private mutating func element(_ byte: UInt8) -> JSONPiece? {
    let outcome: Skip
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): outcome = skipContainer(isStrict: false)
    case UInt8(ascii: "\""): outcome = skipString()
    default: outcome = skipScalar()
    }
    switch outcome {
    case .done: return record()
    case .malformed: return skipped(.invalidStructure, from: start)
    case .atEnd: return endInsideElement()
    }
  }

  /// Skips what cannot begin an element.
  private mutating func skipStray() -> JSONPiece {
    let piece = skipped(.invalidStructure, from: start)
    while let byte = peek(), byte != UInt8(ascii: ","), byte & 0xDF != 0x5B, byte != 0x5D {
      position += 1
    }
    expects = .separator
    return piece
  }

  /// The value or element between `start` and `position`.
  func record() -> JSONPiece {
    guard !isOversized, position - start.byte <= limits.recordBytes else {
      return skipped(.tooLong, from: start)
    }
    return .record(
      PaddedJSON(paddedBytes: window.bytes(start.byte, position)), at: start)
  }

  private mutating func beginRecord() {
    start = here()
    keep(from: position)
    isOversized = false
  }

  mutating func here() -> JSONPosition {
    JSONPosition(byte: position, line: window.lineNumber(at: position))
  }
}

/// What a splitter keeps in memory.
package struct JSONSplitterLimits: Sendable, Hashable {
  /// The bytes of one record, longer ones are skipped; 64 MiB unless told otherwise.
  package var recordBytes = 64 << 20
  /// The bytes of an envelope's header, members beyond are left out; 64 KiB unless told otherwise.
  package var headerBytes = 64 << 10
  /// The bytes of an object that is given whole, where paths are chosen by its beginning; 64 KiB unless told otherwise.
  package var wholeBytes = 64 << 10
  /// The memory to begin with, and what is read at a time; 256 KiB unless told otherwise.
  package var readBytes = 256 << 10

  /// Creates the default limits.
  package init() {}
}
