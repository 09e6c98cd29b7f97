internal import HealthRecords

/// Reads the main file and cuts it into pieces.
///
/// A piece ends before the first element of the top level behind `pieceBytes`; such an element is told by its line's
/// indentation, which is that of the first element (one space in Apple's files). Where there is none for four times
/// as long, the piece ends anywhere. A piece that refers to sixteen routes ends before the next element of the top level
/// already: a route is far larger than the reference to it. So cuts depend on the bytes alone, never on how they arrive, and the numbers of
/// pieces can be kept as checkpoints.
struct PieceCutter<Source: ByteSource> {
  private static var readBytes: Int { 256 << 10 }
  private static var hardFactor: Int { 4 }
  /// References to routes in one piece.
  private static var routesPerPiece: Int { 16 }

  /// Why the source ended early.
  private(set) var failure: (any Error)?

  private var source: Source
  private let member: String
  private let limits: ReaderLimits
  private let pieceBytes: Int
  private let buffer: ReadBuffer
  private var isAtEnd = false
  private var isFinished = false
  private var index = 0
  private var byte: UInt64 = 0
  private var line: UInt64 = 0
  /// The newline and indentation before elements of the top level; nil where the layout has no lines.
  private var indentation: [UInt8]?
  /// What the ExportDate element says, when it is among the first elements.
  private var exportedAt = NativeInstant.absent

  /// Creates a cutter in front of the first byte.
  init(_ source: Source, member: String, options: ReaderOptions) {
    self.source = source
    self.member = member
    limits = options.limits
    pieceBytes = max(1, options.pieceBytes)
    buffer = ReadBuffer()
  }

  /// Reads up to the end of the root element's start tag; call once, first.
  mutating func readHeader() throws(AppleHealthError) -> ExportHeader {
    var wanted = 64 << 10
    while true {
      fill(to: min(wanted, limits.prologueBytes))
      let head = UnsafeBufferPointer(rebasing: buffer.bytes.prefix(limits.prologueBytes))
      if let header = try HeaderScanner.scan(head, limits: limits) {
        take(header.length, newlines: header.lines)
        isFinished = header.isEmpty && drain()
        return header
      }
      if isAtEnd || wanted >= limits.prologueBytes {
        throw .notAppleHealth(member: member, limit: limits.prologueBytes)
      }
      wanted *= 2
    }
  }

  /// The next piece, or nil behind the last one.
  mutating func next() -> Piece? {
    if isFinished { return nil }
    if index == 0 {
      findIndentation()
      exportedAt = ExportDateScan.date(in: buffer.bytes.prefix(4096))
    }
    let bytes = nextBytes()
    let newlines = bytes.withUnsafeBufferPointer { Self.newlines($0) }
    var piece = Piece(index: index, byte: byte, line: line, bytes: bytes, newlines: newlines)
    piece.exportedAt = exportedAt
    byte += UInt64(bytes.count)
    line += UInt64(newlines)
    index += 1
    isFinished = isAtEnd && buffer.bytes.isEmpty
    return piece
  }

  // MARK: - Cutting

  /// The bytes of the next piece, read into the memory that the piece keeps; what was read too far stays in `buffer`.
  private mutating func nextBytes() -> [UInt8] {
    let hardLimit = pieceBytes * Self.hardFactor
    var capacity = min(pieceBytes + 2 * Self.readBytes, hardLimit)
    while true {
      var cut: Int?
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
        cut = fill(target, hardLimit: hardLimit)
        count = cut ?? 0
      }
      if cut != nil { return bytes }
      capacity = hardLimit
    }
  }

  /// Reads into `target` until the piece's end is known; nil where it is not when `target` is full.
  private mutating func fill(_ target: UnsafeMutableBufferPointer<UInt8>, hardLimit: Int) -> Int? {
    var filled = buffer.take(into: target)
    var from = pieceBytes
    var hasLooked = false
    while true {
      let wanted = min(from + Self.readBytes / 4, target.count)
      while filled < wanted, read(target, from: &filled) {}
      let bytes = UnsafeBufferPointer(rebasing: target[..<filled])
      if !hasLooked {
        hasLooked = true
        from = min(from, Self.endOfRoutes(bytes) ?? from)
      }
      var cut = findStart(bytes, from: from)
      if cut == nil, filled == hardLimit || isAtEnd && buffer.bytes.isEmpty { cut = filled }
      if cut != nil || filled == target.count {
        buffer.putBack(UnsafeBufferPointer(rebasing: bytes[(cut ?? 0)...]))
        return cut
      }
      // A start may lie across the end of what was read.
      from = max(from, filled - (indentation?.count ?? 0) - 2)
    }
  }

  /// Reads more behind the first `filled` bytes; false at the end of the source.
  private mutating func read(
    _ target: UnsafeMutableBufferPointer<UInt8>, from filled: inout Int
  ) -> Bool {
    guard !isAtEnd else { return false }
    let room = target[filled..<min(filled + Self.readBytes / 4, target.count)]
    let count = read(
      into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: room)))
    filled += count
    return count > 0
  }

  /// The first byte at or behind `from` that begins the line of an element of the top level.
  private func findStart(_ bytes: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
    guard let indentation else { return nil }
    var position = from - 1
    while position + indentation.count + 1 < bytes.count {
      guard
        let newline = bytes.index(of: UInt8(ascii: "\n"), from: position),
        newline + indentation.count + 1 < bytes.count
      else { return nil }
      let tag = newline + indentation.count
      if bytes[newline..<tag].elementsEqual(indentation), bytes[tag] == UInt8(ascii: "<"),
        TagReader.isNameStart(bytes[tag + 1])
      {
        return newline + 1
      }
      position = newline + 1
    }
    return nil
  }

  /// The end of the last reference to a route that a piece may hold; nil where there are fewer.
  ///
  /// References stand on lines of their own; where they do not, no element of the top level does either.
  private static func endOfRoutes(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let tag = ("<FileReference" as StaticString).utf8Bytes
    var left = routesPerPiece
    var position = 0
    while let newline = bytes.index(of: UInt8(ascii: "\n"), from: position) {
      position = newline + 1
      while position < bytes.count, bytes[position] == 0x20 { position += 1 }
      guard position + tag.count < bytes.count,
        UnsafeBufferPointer(rebasing: bytes[position..<position + tag.count]).hasSameBytes(as: tag)
      else { continue }
      left -= 1
      if left == 0 { return position + tag.count }
    }
    return nil
  }

  private mutating func findIndentation() {
    fill(to: 4096)
    let bytes = buffer.bytes
    let end = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
    guard end < bytes.count, bytes[end] == UInt8(ascii: "<"),
      let newline = bytes[..<end].lastIndex(of: UInt8(ascii: "\n"))
    else { return }
    indentation = Array(bytes[newline..<end])
  }

  private static func newlines(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var position = 0
    while let newline = bytes.index(of: UInt8(ascii: "\n"), from: position) {
      count += 1
      position = newline + 1
    }
    return count
  }

  // MARK: - Reading

  private mutating func take(_ length: Int, newlines: Int) {
    buffer.drop(length)
    byte += UInt64(length)
    line += UInt64(newlines)
  }

  /// Reads until so many bytes are there or the source ends.
  private mutating func fill(to wanted: Int) {
    while buffer.bytes.count < wanted, !isAtEnd {
      buffer.reserve(Self.readBytes)
      buffer.add(read(into: buffer.free))
    }
  }

  /// Reads from the source; 0 at its end or failure, which is noted.
  private mutating func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    do {
      let count = try source.read(into: target)
      if count > 0 { return min(count, target.count) }
    } catch {
      failure = error
    }
    isAtEnd = true
    return 0
  }

  /// Reads what is left for the sake of the source's own checks; true.
  private mutating func drain() -> Bool {
    while !isAtEnd {
      buffer.drop(buffer.bytes.count)
      fill(to: 1)
    }
    return true
  }
}

/// Bytes that were read and not yet taken.
private final class ReadBuffer {
  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
  private var start = 0
  private var end = 0

  deinit {
    storage.deallocate()
  }

  /// The bytes; valid until the next call.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      UnsafeMutableRawBufferPointer(rebasing: storage[start..<end]).assumingMemoryBound(
        to: UInt8.self)
    )
  }

  /// The room behind them.
  var free: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: storage[end...])
  }

  /// Counts bytes that were written into the room.
  func add(_ count: Int) {
    end += count
  }

  /// Takes bytes away from the front.
  func drop(_ count: Int) {
    start += count
  }

  /// Moves bytes from the front into other memory, as many as are there or fit.
  func take(into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let count = min(bytes.count, target.count)
    _ = target.update(fromContentsOf: bytes[..<count])
    drop(count)
    return count
  }

  /// Puts bytes in front of those that are there.
  func putBack(_ more: UnsafeBufferPointer<UInt8>) {
    if bytes.isEmpty {
      start = 0
      end = 0
      reserve(more.count)
      free.copyBytes(from: more)
      add(more.count)
    } else {
      // Nothing was read past what is here, so these are the bytes that were taken last: they are still in their place.
      start -= more.count
    }
  }

  /// Makes room for so many bytes.
  func reserve(_ count: Int) {
    if storage.count - end >= count { return }
    let used = end - start
    if storage.count - used >= count {
      storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    } else {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(storage.count * 2, used + count), alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
      storage.deallocate()
      storage = larger
    }
    start = 0
    end = used
  }
}
