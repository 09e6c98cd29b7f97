internal import HealthRecords

/// Reads the points of a GPX file into parts named `trkpt`: the point's attributes, then its leaf elements as written.
///
/// What can be read of a damaged file is kept. Declared entities are never expanded, nothing is fetched.
final class RouteReader: XMLEvents {
  private static let chunk = 64 << 10
  private static let textLimit = 256

  /// The time of the first point that has one.
  private(set) var first = NativeInstant.absent
  /// The time of the last point that has one.
  private(set) var last = NativeInstant.absent

  /// The table that names and values are interned in.
  var symbols = SymbolTable()
  /// The list that the points' fields are added to.
  var attributes: [NativeAttribute] = []
  /// The points.
  private(set) var parts: [NativePart] = []
  /// Memory that the points take.
  private(set) var partBytes = 0
  /// Points beyond the limits.
  private(set) var omitted = 0

  private let partLimit: Int
  private let byteLimit: Int
  private lazy var context = XMLContext(events: self, allowsNamespaces: true, readsText: true)
  private var depth = 0
  /// The depth of the open point; 0 for none.
  private var pointDepth = 0
  private var fields: [NativeAttribute] = []
  private var fieldBytes = 0
  private var text: [UInt8] = []
  /// The name of the innermost element while it has no children.
  private var leaf = Symbol.none

  /// Creates a reader of so many points that take so many bytes.
  init(partLimit: Int, byteLimit: Int) {
    self.partLimit = partLimit
    self.byteLimit = byteLimit
  }

  /// Reads a whole file; false when it is no well-formed XML.
  func read(_ file: [UInt8]) -> Bool {
    guard (try? context.restart()) != nil else { return false }
    file.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count, context.troubles == 0 {
        let end = min(start + Self.chunk, bytes.count)
        context.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
    return context.finish()
  }

  func startElement(_ name: UnsafeBufferPointer<UInt8>, attributes: RawAttributes) {
    depth += 1
    if pointDepth == 0 {
      guard ("trkpt" as StaticString).equals(name) else { return }
      pointDepth = depth
      fields.removeAll(keepingCapacity: true)
      fieldBytes = MemoryLayout<NativePart>.size
      for index in 0..<attributes.count {
        addField(symbols.intern(attributes.name(index)), attributes.value(index))
      }
    } else {
      leaf = symbols.intern(name)
      text.removeAll(keepingCapacity: true)
    }
  }

  func endElement() {
    if pointDepth > 0 {
      if depth == pointDepth {
        addPoint()
        pointDepth = 0
      } else if leaf.isPresent {
        text.withUnsafeBufferPointer { addLeaf(Self.trimmed($0)) }
      }
      leaf = .none
    }
    depth -= 1
  }

  func characters(_ text: UnsafeBufferPointer<UInt8>) {
    guard leaf.isPresent, self.text.count + text.count <= Self.textLimit else { return }
    self.text.append(contentsOf: text)
  }

  private func addLeaf(_ value: UnsafeBufferPointer<UInt8>) {
    addField(leaf, value)
    let isTime = symbols.withBytes(of: leaf) { ("time" as StaticString).equals($0) }
    guard isTime, let time = UTCDate.parse(value) else { return }
    last = NativeInstant(milliseconds: time)
    if !first.isPresent { first = last }
  }

  private func addField(_ name: Symbol, _ value: UnsafeBufferPointer<UInt8>) {
    // A point has a handful of fields; more is no route.
    guard fields.count < 64 else { return }
    fields.append(NativeAttribute(name: name, value: symbols.intern(value)))
    fieldBytes += MemoryLayout<NativeAttribute>.size * 2 + value.count
  }

  private func addPoint() {
    guard parts.count < partLimit, partBytes + fieldBytes <= byteLimit else {
      omitted += 1
      return
    }
    let start = attributes.count
    attributes.append(contentsOf: fields)
    let part = NativePart(
      name: symbols.intern(("trkpt" as StaticString).utf8Bytes),
      attributes: BatchRange(start: start, count: fields.count))
    parts.append(part)
    partBytes += fieldBytes
  }

  private static func trimmed(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var range = text.startIndex..<text.endIndex
    while let byte = range.first.map({ text[$0] }), byte <= 0x20 { range = range.dropFirst() }
    while let byte = range.last.map({ text[$0] }), byte <= 0x20 { range = range.dropLast() }
    return UnsafeBufferPointer(rebasing: text[range])
  }
}
