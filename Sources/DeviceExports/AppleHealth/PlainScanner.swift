internal import HealthRecords

/// Reads tags that are written exactly as Apple writes them; stops at whatever is written otherwise.
///
/// What it takes is a part of XML that leaves no question open: names of ASCII letters, one space before an attribute,
/// double quotes, no control byte, no markup but tags, text of white space only. Within that part it checks what XML
/// demands (nesting, repeated attributes, characters, references), so that it takes nothing that libxml2 would refuse,
/// and reads nothing otherwise. The careful lane, where libxml2 decodes, is the judge: tests and a fuzz target hold
/// every piece that is taken here against it.
struct PlainScanner {
  /// Whether the end tag of the export was met.
  private(set) var isClosed = false

  private let bytes: UnsafeBufferPointer<UInt8>
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
    guard !bytes.isEmpty else { return nil }
    self.bytes = bytes
    self.newlines = newlines
    self.limits = limits
    self.storage = storage
    self.builder = builder
  }

  /// Hands the whole piece to the builder; false when anything is unusual.
  mutating func run() -> Bool {
    while position < bytes.count {
      switch bytes[position] {
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
    guard !isClosed, position < bytes.count else { return false }
    return bytes[position] == UInt8(ascii: "/") ? endTag() : startTag()
  }

  private mutating func startTag() -> Bool {
    guard let name = name() else { return false }
    let element = ElementName(name)
    var attributes = TagStorage.Cursor()
    while position < bytes.count {
      switch bytes[position] {
      case 0x20:
        position &+= 1
        guard position < bytes.count else { return false }
        if !bytes[position].isPlainNameByte { continue }
        guard attributes.count < storage.attributeCapacity, attribute(element, &attributes) else {
          return false
        }
      case UInt8(ascii: "/"):
        guard position &+ 1 < bytes.count, bytes[position &+ 1] == UInt8(ascii: ">"),
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
    guard let name = name(), position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      return false
    }
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
    let name = bytes.slice(start, position)
    guard cursor.isFirst(kind, name, in: storage) else { return false }
    position &+= 2
    switch kind {
    case .sourceName, .device:
      guard let symbol = sharedValue(kind) else { return false }
      let none = bytes.slice(position, position)
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
    let behind = position &+ expected.text.count
    if !expected.text.isEmpty, behind &+ 1 < bytes.count,
      bytes.slice(position, behind).hasSameBytes(as: expected.text), opensValue(behind)
    {
      position = behind
      return expected.kind
    }
    guard let name = name(), position &+ 1 < bytes.count, opensValue(position) else { return nil }
    let kind = AttributeName(name)
    storage.expect(kind, element, index)
    return kind
  }

  @inline(__always)
  private func opensValue(_ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "=") && bytes[index &+ 1] == UInt8(ascii: "\"")
  }

  /// A source name or device, whose raw bytes are looked up whole.
  @inline(__always)
  private mutating func sharedValue(_ kind: AttributeName) -> Symbol? {
    guard let raw = rawValue(from: position, searching: position) else { return nil }
    return kind == .device ? builder.pointee.device(raw) : builder.pointee.sourceName(raw)
  }

  /// The bytes up to the next quote, and steps over it.
  @inline(__always)
  private mutating func rawValue(
    from start: Int, searching from: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let quote = bytes.index(of: UInt8(ascii: "\""), from: from),
      quote &- start <= limits.attributeBytes
    else { return nil }
    position = quote &+ 1
    return bytes.slice(start, quote)
  }

  @inline(__always)
  private mutating func value(_ cursor: inout TagStorage.Cursor) -> UnsafeBufferPointer<UInt8>? {
    let start = position
    let end = bytes.endOfPlain(from: start)
    guard end < bytes.count, end &- start <= limits.attributeBytes else { return nil }
    guard bytes[end] == UInt8(ascii: "\"") else { return decodedValue(plain: start..<end, &cursor) }
    position = end &+ 1
    return bytes.slice(start, end)
  }

  /// A value with references or characters beyond ASCII, decoded into the tag's own memory.
  private mutating func decodedValue(
    plain: Range<Int>, _ cursor: inout TagStorage.Cursor
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let raw = rawValue(from: plain.lowerBound, searching: plain.upperBound) else {
      return nil
    }
    return storage.decode(raw, &cursor)
  }

  // MARK: - Names

  @inline(__always)
  private mutating func name() -> UnsafeBufferPointer<UInt8>? {
    let start = position
    guard let end = bytes.endOfPlainName(from: start) else { return nil }
    position = end
    return bytes.slice(start, end)
  }
}
