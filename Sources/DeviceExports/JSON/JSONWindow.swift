#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The part of a stream that is in memory: from the first byte still needed up to the last one read.
///
/// Positions count from the stream's start. The memory grows only while all of it is needed, and has the parser's
/// padding behind it.
struct JSONWindow: ~Copyable {
  /// The first byte that must stay; those before it may go with the next read.
  var anchor = 0
  /// The position behind the last byte read.
  private(set) var end = 0
  /// What the source threw, which ends the stream.
  private(set) var failure: (any Error)?

  private var source: any ByteSource
  private var memory: UnsafeMutablePointer<UInt8>
  /// The bytes that fit, padding aside.
  private(set) var capacity: Int
  /// The position of the memory's first byte.
  private var offset = 0
  private var isAtEnd = false
  private var line = 1
  private var countedTo = 0

  /// Creates a window on a source whose first byte has this position.
  init(
    _ source: any ByteSource, capacity: Int,
    from start: JSONPosition = JSONPosition(byte: 0, line: 1)
  ) {
    self.source = source
    (anchor, end, offset, countedTo) = (start.byte, start.byte, start.byte, start.byte)
    line = start.line
    self.capacity = max(16, capacity)
    memory = .allocate(capacity: self.capacity + JSONParser.padding)
    memory.initialize(repeating: 0, count: self.capacity + JSONParser.padding)
  }

  deinit {
    memory.deallocate()
  }

  /// A byte between `anchor` and `end`.
  @inline(__always)
  subscript(_ position: Int) -> UInt8 { memory[position &- offset] }

  /// Bytes between `anchor` and `end`; valid until the next read.
  @inline(__always)
  func bytes(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory + (start &- offset), count: end &- start)
  }

  /// Reads more; returns false at the end of the stream.
  mutating func more() -> Bool {
    guard !isAtEnd else { return false }
    if end - offset == capacity { makeRoom() }
    let used = end - offset
    let room = UnsafeMutableRawBufferPointer(start: memory + used, count: capacity - used)
    do {
      let count = try source.read(into: room)
      end += max(0, min(count, room.count))
      isAtEnd = count <= 0
    } catch {
      failure = error
      isAtEnd = true
    }
    return !isAtEnd
  }

  private mutating func makeRoom() {
    let first = min(max(anchor, offset), end)
    _ = lineNumber(at: max(first, countedTo))
    let kept = end - first
    guard kept > capacity / 2 else {
      memmove(memory, memory + (first - offset), kept)
      offset = first
      return
    }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + JSONParser.padding)
    larger.initialize(repeating: 0, count: capacity * 2 + JSONParser.padding)
    memcpy(larger, memory + (first - offset), kept)
    memory.deallocate()
    memory = larger
    capacity *= 2
    offset = first
  }

  /// The number, from 1, of the line that a position is in; positions must not decrease from call to call.
  mutating func lineNumber(at position: Int) -> Int {
    guard position > countedTo else { return line }
    let bytes = self.bytes(countedTo, position)
    var index = 0
    while let newline = bytes.index(of: UInt8(ascii: "\n"), from: index) {
      line += 1
      index = newline + 1
    }
    countedTo = position
    return line
  }
}
