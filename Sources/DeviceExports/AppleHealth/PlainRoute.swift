internal import HealthRecords

/// Takes the points out of a GPX file that is written as Apple writes it.
///
/// A plain point is a whole element: names of ASCII letters, double quotes, no attribute but the point's own, text
/// without references. What is left of the file is for libxml2 to judge; as a point is balanced, and no comment,
/// section or instruction may hide it, the file is well-formed when the rest is.
struct PlainRoute {
  private static let depthLimit = 8
  private static let attributeLimit = 8
  private static let textLimit = 200

  /// The file without its points.
  private(set) var rest: [UInt8] = []

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// Open elements of the rest.
  private var depth = 0
  /// Where the values of the point at hand stand.
  private var values: [Range<Int>] = []
  private var layout = PointLayout()
  /// Whether the point at hand has a leaf without text: a field without a value.
  private var hasEmptyLeaf = false

  /// Creates a reader of a whole file.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Hands every point to the collector; false when anything is unusual.
  mutating func run(_ collector: inout RouteCollector) -> Bool {
    var kept = 0
    while let tag = bytes.index(of: UInt8(ascii: "<"), from: position) {
      position = tag
      if isPoint {
        rest.append(contentsOf: bytes[kept..<tag])
        // What stood around the point must not become one word.
        rest.append(0x20)
        guard depth > 0, likeLastPoint(&collector) || point(&collector) else { return false }
        kept = position
      } else {
        guard otherTag() else { return false }
      }
    }
    rest.append(contentsOf: bytes[kept...])
    return true
  }

  // MARK: - The rest

  private var isPoint: Bool {
    let head: StaticString = "<trkpt"
    let end = position &+ head.utf8CodeUnitCount
    return end < bytes.count && head.equals(bytes.slice(position, end))
      && !bytes[end].isPlainNameByte
  }

  /// Steps over a tag that is no point's, minding quotes; anything but a tag and the declaration is unusual.
  private mutating func otherTag() -> Bool {
    let start = position
    guard start &+ 1 < bytes.count, bytes[start &+ 1] != UInt8(ascii: "!") else { return false }
    let isDeclaration = bytes[start &+ 1] == UInt8(ascii: "?")
    guard isDeclaration ? start == 0 : !isPrefixed else { return false }
    var quote: UInt8 = 0
    position &+= 1
    while position < bytes.count, quote != 0 || bytes[position] != UInt8(ascii: ">") {
      let byte = bytes[position]
      if quote == 0, byte == UInt8(ascii: "<") { return false }
      if byte == quote {
        quote = 0
      } else if quote == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      position &+= 1
    }
    guard position < bytes.count else { return false }
    if isDeclaration, !Self.isUTF8(bytes.slice(start, position)) { return false }
    if bytes[start &+ 1] == UInt8(ascii: "/") {
      depth &-= 1
    } else if !isDeclaration, bytes[position &- 1] != UInt8(ascii: "/") {
      depth &+= 1
    }
    position &+= 1
    return true
  }

  /// Whether the name of the tag at hand has a prefix: `x:trkpt` is a point too.
  private var isPrefixed: Bool {
    var index = position &+ 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index &+= 1 }
    while index < bytes.count, bytes[index].isPlainNameByte { index &+= 1 }
    return index < bytes.count && (bytes[index] == UInt8(ascii: ":") || bytes[index] > 0x7F)
  }

  /// Whether a declaration names no other encoding.
  private static func isUTF8(_ declaration: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = String(decoding: declaration, as: UTF8.self)
    return !text.contains("encoding") || text.contains("\"UTF-8\"")
  }

  // MARK: - Points

  /// Reads a point that differs from the last one in its values only; nothing is read where it does not.
  private mutating func likeLastPoint(_ collector: inout RouteCollector) -> Bool {
    guard !layout.fields.isEmpty else { return false }
    var next = position
    collector.startPoint()
    for field in layout.fields {
      guard follows(field.literal, at: next) else { return false }
      let start = next &+ field.literal.count
      let end = bytes.endOfPlain(from: start)
      guard end < bytes.count, end &- start <= Self.textLimit else { return false }
      let value = bytes.slice(start, end)
      if !field.isAttribute, !Self.isPlainText(value) { return false }
      collector.addField(field.name, isTime: field.isTime, value)
      next = end
    }
    guard follows(layout.end, at: next) else { return false }
    collector.endPoint()
    position = next &+ layout.end.count
    return true
  }

  @inline(__always)
  private func follows(_ literal: Range<Int>, at index: Int) -> Bool {
    index &+ literal.count <= bytes.count
      && bytes.slice(index, index &+ literal.count)
        .hasSameBytes(as: bytes.slice(literal.lowerBound, literal.upperBound))
  }

  /// Whether a leaf's text needs no trimming, and does not hold what only a section may end with.
  @inline(__always)
  private static func isPlainText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return first != 0x20 && last != 0x20 && text.index(of: UInt8(ascii: ">"), from: 0) == nil
  }

  private mutating func point(_ collector: inout RouteCollector) -> Bool {
    let start = position
    values.removeAll(keepingCapacity: true)
    hasEmptyLeaf = false
    guard pointElement(&collector) else { return false }
    // Fields beyond the collector's limit are dropped, so equal numbers alone do not pair fields with values.
    layout =
      hasEmptyLeaf
      ? PointLayout() : PointLayout(start..<position, values: values, bytes, collector)
    return true
  }

  private mutating func pointElement(_ collector: inout RouteCollector) -> Bool {
    position &+= 1
    guard let name = name() else { return false }
    collector.startElement(name)
    guard attributes(&collector), position < bytes.count, bytes[position] == UInt8(ascii: ">")
    else { return false }
    position &+= 1
    var isEmpty = false
    var open = [name]
    open.reserveCapacity(Self.depthLimit)
    while let innermost = open.last {
      skipSpace()
      guard position &+ 1 < bytes.count, bytes[position] == UInt8(ascii: "<") else { return false }
      position &+= 1
      if bytes[position] == UInt8(ascii: "/") {
        guard endTag(innermost) else { return false }
        collector.endElement()
        open.removeLast()
        hasEmptyLeaf = hasEmptyLeaf || isEmpty
        isEmpty = false
      } else {
        guard open.count < Self.depthLimit, let child = child(&collector) else { return false }
        if !child.isEnded { open.append(child.name) }
        isEmpty = !child.isEnded
      }
    }
    return true
  }

  private mutating func attributes(_ collector: inout RouteCollector) -> Bool {
    var names: [UnsafeBufferPointer<UInt8>] = []
    while position < bytes.count, bytes[position] == 0x20 {
      position &+= 1
      guard let name = name(), names.count < Self.attributeLimit,
        !("xmlns" as StaticString).equals(name),
        !names.contains(where: { $0.hasSameBytes(as: name) }),
        position &+ 1 < bytes.count, bytes[position] == UInt8(ascii: "="),
        bytes[position &+ 1] == UInt8(ascii: "\"")
      else { return false }
      names.append(name)
      let start = position &+ 2
      let end = bytes.endOfPlain(from: start)
      guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), end &- start <= Self.textLimit
      else { return false }
      collector.addAttribute(name, bytes.slice(start, end))
      values.append(start..<end)
      position = end &+ 1
    }
    return true
  }

  /// Begins an element inside a point, and ends it when it is a leaf with text.
  private mutating func child(
    _ collector: inout RouteCollector
  ) -> (name: UnsafeBufferPointer<UInt8>, isEnded: Bool)? {
    guard let name = name(), position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      return nil
    }
    position &+= 1
    collector.startElement(name)
    let behindTag = position
    skipSpace()
    let start = position
    let end = bytes.endOfPlain(from: start)
    guard end > start else { return (name, false) }
    position = end
    skipSpace()
    guard position &+ 1 < bytes.count, bytes[position] == UInt8(ascii: "<"),
      bytes[position &+ 1] == UInt8(ascii: "/"), position &- behindTag <= Self.textLimit
    else { return nil }
    position &+= 1
    guard endTag(name) else { return nil }
    let text = trimmedEnd(start, end)
    guard text.index(of: UInt8(ascii: ">"), from: 0) == nil else { return nil }
    collector.endLeaf(text)
    values.append(start..<start &+ text.count)
    return (name, true)
  }

  /// Steps over the end tag of a name; stands at its `/`.
  private mutating func endTag(_ expected: UnsafeBufferPointer<UInt8>) -> Bool {
    position &+= 1
    guard let name = name(), name.hasSameBytes(as: expected), position < bytes.count,
      bytes[position] == UInt8(ascii: ">")
    else { return false }
    position &+= 1
    return true
  }

  private mutating func name() -> UnsafeBufferPointer<UInt8>? {
    let start = position
    guard let end = bytes.endOfPlainName(from: start) else { return nil }
    position = end
    return bytes.slice(start, end)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isXMLSpace { position &+= 1 }
  }

  private func trimmedEnd(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    var end = end
    while end > start, bytes[end &- 1] == 0x20 { end &-= 1 }
    return bytes.slice(start, end)
  }
}

/// What stands between the values of a point, which most points of a file have in common.
private struct PointLayout {
  struct Field {
    /// The bytes before the value: in the file, up to its first byte.
    var literal: Range<Int>
    var name: Symbol
    var isTime: Bool
    var isAttribute: Bool
  }

  /// The fields in their order; none where the point has a field without a value of its own.
  private(set) var fields: [Field] = []
  /// The bytes behind the last value.
  private(set) var end = 0..<0

  init() {}

  /// The layout of a point that was just read: its place in the file, and the places of its values.
  init(
    _ point: Range<Int>, values: [Range<Int>], _ bytes: UnsafeBufferPointer<UInt8>,
    _ collector: RouteCollector
  ) {
    let names = collector.lastFields.map(\.name)
    guard names.count == values.count, let last = values.last else { return }
    var start = point.lowerBound
    for (name, value) in zip(names, values) {
      let isAttribute = bytes[value.lowerBound &- 1] == UInt8(ascii: "\"")
      fields.append(
        Field(
          literal: start..<value.lowerBound, name: name,
          isTime: !isAttribute && collector.isTime(name), isAttribute: isAttribute))
      start = value.upperBound
    }
    end = last.upperBound..<point.upperBound
  }
}
