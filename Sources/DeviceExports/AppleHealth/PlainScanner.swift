internal import HealthRecords

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Reads tags that are written exactly as Apple writes them; stops at whatever is written otherwise.
///
/// What it takes is a part of XML that leaves no question open: names of ASCII letters, one space before an attribute,
/// double quotes, no control byte, no markup but tags, text of white space only. Within that part it checks what XML
/// demands (nesting, repeated attributes, characters, references), so that it takes nothing that libxml2 would refuse,
/// and reads nothing otherwise. The careful lane, where libxml2 decodes, is the judge: tests and a fuzz target hold
/// every piece that is taken here against it.
struct PlainScanner {
  /// The longest name; libxml2 has a limit too, far above any real name.
  private static let nameLimit = 1000

  /// Whether the end tag of the export was met.
  private(set) var isClosed = false

  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let newlines: Int
  private let limits: ReaderLimits
  private let builder: UnsafeMutablePointer<SampleBuilder>
  private let storage: TagStorage
  private var position = 0
  private var depth = 0
  private var lines = 0

  /// Creates a scanner of a piece with so many newlines; nil when it is empty.
  init?(
    _ bytes: UnsafeBufferPointer<UInt8>, newlines: Int, limits: ReaderLimits, storage: TagStorage,
    builder: UnsafeMutablePointer<SampleBuilder>
  ) {
    guard let base = bytes.baseAddress else { return nil }
    self.base = base
    self.count = bytes.count
    self.newlines = newlines
    self.limits = limits
    self.storage = storage
    self.builder = builder
  }

  /// Hands the whole piece to the builder; false when anything is unusual.
  mutating func run() -> Bool {
    while position < count {
      switch base[position] {
      case UInt8(ascii: "<"): guard markup() else { return false }
      case UInt8(ascii: "\n"):
        lines &+= 1
        position &+= 1
      case 0x20, 0x09, 0x0D: position &+= 1
      default: return false
      }
    }
    return depth == 0 && lines == newlines
  }

  // MARK: - Tags

  private mutating func markup() -> Bool {
    position &+= 1
    guard !isClosed, position < count else { return false }
    return base[position] == UInt8(ascii: "/") ? endTag() : startTag()
  }

  private mutating func startTag() -> Bool {
    let start = position
    guard skipName() else { return false }
    let name = UnsafeBufferPointer(start: base + start, count: position &- start)
    let element = ElementName(name)
    var attributes = TagStorage.Cursor()
    while position < count {
      switch base[position] {
      case 0x20:
        position &+= 1
        guard position < count else { return false }
        if !base[position].isPlainNameByte { continue }
        guard attributes.count < storage.attributeCapacity, attribute(element, &attributes) else {
          return false
        }
      case UInt8(ascii: "/"):
        guard position &+ 1 < count, base[position &+ 1] == UInt8(ascii: ">"),
          depth < limits.depth
        else { return false }
        position &+= 2
        handOver(element, name, attributes)
        builder.pointee.endElement()
        return true
      case UInt8(ascii: ">"):
        guard depth < limits.depth else { return false }
        position &+= 1
        storage.open[depth] = name
        depth &+= 1
        handOver(element, name, attributes)
        return true
      default: return false
      }
    }
    return false
  }

  @inline(__always)
  private func handOver(
    _ element: ElementName, _ name: UnsafeBufferPointer<UInt8>, _ attributes: TagStorage.Cursor
  ) {
    let tag = ElementTag(
      element: element, name: name, attributes: storage.attributes(upTo: attributes.count))
    builder.pointee.startElement(tag, line: UInt32(truncatingIfNeeded: lines))
  }

  private mutating func endTag() -> Bool {
    position &+= 1
    let start = position
    guard skipName(), position < count, base[position] == UInt8(ascii: ">") else { return false }
    let name = UnsafeBufferPointer(start: base + start, count: position &- start)
    position &+= 1
    guard depth > 0 else {
      isClosed = ElementName(name) == .healthData
      return isClosed
    }
    depth &-= 1
    builder.pointee.endElement()
    return storage.open[depth].hasSameBytes(as: name)
  }

  // MARK: - Attributes

  @inline(__always)
  private mutating func attribute(
    _ element: ElementName, _ cursor: inout TagStorage.Cursor
  ) -> Bool {
    let start = position
    guard let kind = attributeName(element, cursor.count) else { return false }
    let name = UnsafeBufferPointer(start: base + start, count: position &- start)
    guard cursor.isFirst(kind, name, in: storage) else { return false }
    position &+= 2
    switch kind {
    case .sourceName, .device:
      guard let symbol = sharedValue(kind) else { return false }
      let none = UnsafeBufferPointer(start: base, count: 0)
      storage.add(TagAttribute(kind: kind, name: name, value: none, symbol: symbol), &cursor)
    default:
      guard let value = value(&cursor) else { return false }
      storage.add(TagAttribute(kind: kind, name: name, value: value), &cursor)
    }
    return true
  }

  /// Moves to the `=` behind a name, which `"` must follow.
  ///
  /// Elements of one kind nearly always list the same attributes, so the name is compared before it is searched.
  @inline(__always)
  private mutating func attributeName(_ element: ElementName, _ index: Int) -> AttributeName? {
    let expected = storage.expected(element, index)
    let behind = position &+ expected.length
    if expected.length > 0, behind &+ 1 < count,
      memcmp(base + position, expected.text, expected.length) == 0, opensValue(behind)
    {
      position = behind
      return expected.kind
    }
    let start = position
    guard skipName(), position &+ 1 < count, opensValue(position) else { return nil }
    let kind = AttributeName(UnsafeBufferPointer(start: base + start, count: position &- start))
    storage.expect(kind, element, index)
    return kind
  }

  @inline(__always)
  private func opensValue(_ index: Int) -> Bool {
    base[index] == UInt8(ascii: "=") && base[index &+ 1] == UInt8(ascii: "\"")
  }

  /// A source name or device, whose raw bytes are looked up whole.
  @inline(__always)
  private mutating func sharedValue(_ kind: AttributeName) -> Symbol? {
    guard let quote = memchr(base + position, 0x22, count &- position) else { return nil }
    let length = UnsafeRawPointer(quote) - UnsafeRawPointer(base + position)
    guard length <= limits.attributeBytes else { return nil }
    let raw = UnsafeBufferPointer(start: base + position, count: length)
    position &+= length &+ 1
    return kind == .device ? builder.pointee.device(raw) : builder.pointee.sourceName(raw)
  }

  @inline(__always)
  private mutating func value(_ cursor: inout TagStorage.Cursor) -> UnsafeBufferPointer<UInt8>? {
    let start = position
    let end = endOfPlain(from: start)
    guard end < count, end &- start <= limits.attributeBytes else { return nil }
    guard base[end] == UInt8(ascii: "\"") else { return decodedValue(plain: start..<end, &cursor) }
    position = end &+ 1
    return UnsafeBufferPointer(start: base + start, count: end &- start)
  }

  /// A value with references or characters beyond ASCII, decoded into the tag's own memory.
  private mutating func decodedValue(
    plain: Range<Int>, _ cursor: inout TagStorage.Cursor
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let quote = memchr(base + plain.upperBound, 0x22, count &- plain.upperBound) else {
      return nil
    }
    let length = UnsafeRawPointer(quote) - UnsafeRawPointer(base + plain.lowerBound)
    guard length <= limits.attributeBytes else { return nil }
    let raw = UnsafeBufferPointer(start: base + plain.lowerBound, count: length)
    position = plain.lowerBound &+ length &+ 1
    return storage.decode(raw, &cursor)
  }

  // MARK: - Bytes

  /// The first byte that is no plain character.
  @inline(__always)
  private func endOfPlain(from start: Int) -> Int {
    UnsafeBufferPointer(start: base, count: count).endOfPlain(from: start)
  }

  @inline(__always)
  private mutating func skipName() -> Bool {
    let start = position
    while position < count, base[position].isPlainNameByte { position &+= 1 }
    return position > start && base[start] > UInt8(ascii: "9")
      && position &- start <= Self.nameLimit
  }
}
