internal import HealthRecords

/// Gathers the points of a route from the elements of a GPX file: parts named `trkpt` with the point's attributes, then
/// its leaf elements as written.
struct RouteCollector {
  /// Numbers and times take 30 bytes; a comment of this length is still kept.
  private static let textLimit = 1 << 16
  /// A point has a handful of fields; more is no route.
  private static let fieldLimit = 64

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
  /// Fields of points beyond the limits.
  private(set) var omittedFields = 0
  /// The time of the first point that has one.
  private(set) var first = NativeInstant.absent
  /// The time of the last point that has one.
  private(set) var last = NativeInstant.absent

  private let partLimit: Int
  private let byteLimit: Int
  private var depth = 0
  /// The depth of the open point; 0 for none.
  private var pointDepth = 0
  private var fields: [NativeAttribute] = []
  private var fieldBytes = 0
  private var text: [UInt8] = []
  /// Whether the text of the innermost element is longer than the limit.
  private var isTextCut = false
  /// The name of the innermost element while it has no children.
  private var leaf = Symbol.none
  /// The names of fields so far, which every point repeats in one order, and which of them is next.
  private var names: [Symbol] = []
  private var nextName = 0

  /// Creates a collector of so many points that take so many bytes.
  init(partLimit: Int, byteLimit: Int) {
    self.partLimit = partLimit
    self.byteLimit = byteLimit
  }

  /// Forgets the points and whatever is open; `attributes` is cut to its first elements.
  mutating func restart(keeping attributeCount: Int) {
    attributes.removeSubrange(attributeCount...)
    parts = []
    partBytes = 0
    omitted = 0
    omittedFields = 0
    first = .absent
    last = .absent
    depth = 0
    pointDepth = 0
    leaf = .none
  }

  /// Whether the element that was started last is a point that `addAttribute` may be called for.
  var isAtPoint: Bool { pointDepth > 0 && pointDepth == depth }

  /// Begins an element.
  mutating func startElement(_ name: UnsafeBufferPointer<UInt8>) {
    depth &+= 1
    if pointDepth == 0 {
      guard ("trkpt" as StaticString).equals(name) else { return }
      pointDepth = depth
      fields.removeAll(keepingCapacity: true)
      fieldBytes = MemoryLayout<NativePart>.size
      nextName = 0
    } else {
      leaf = symbol(ofName: name)
      if !text.isEmpty { text.removeAll(keepingCapacity: true) }
      isTextCut = false
    }
  }

  /// Adds an attribute of the point that was just started.
  mutating func addAttribute(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    addField(symbol(ofName: name), value)
  }

  /// Adds text of the innermost element, perhaps only a part of it.
  mutating func addText(_ more: UnsafeBufferPointer<UInt8>) {
    guard leaf.isPresent, !isTextCut else { return }
    if text.count + more.count > Self.textLimit {
      isTextCut = true
    } else {
      text.append(contentsOf: more)
    }
  }

  /// Ends the innermost element.
  mutating func endElement() {
    if pointDepth > 0 {
      if depth == pointDepth {
        addPoint()
        pointDepth = 0
      } else if leaf.isPresent, isTextCut {
        omittedFields += 1
      } else if leaf.isPresent {
        let value = text
        value.withUnsafeBufferPointer { addLeaf(Self.trimmed($0)) }
      }
      leaf = .none
    }
    depth &-= 1
  }

  // MARK: - Whole points

  /// The fields of the point that was ended last, in their order.
  var lastFields: [NativeAttribute] { fields }

  /// Begins a point whose fields are added by their symbols.
  mutating func startPoint() {
    fields.removeAll(keepingCapacity: true)
    fieldBytes = MemoryLayout<NativePart>.size
  }

  /// Adds a field of a point that was begun by `startPoint`.
  @inline(__always)
  mutating func addField(_ name: Symbol, isTime: Bool, _ value: UnsafeBufferPointer<UInt8>) {
    addField(name, value)
    if isTime { noteTime(value) }
  }

  /// Ends a point that was begun by `startPoint`.
  mutating func endPoint() {
    addPoint()
  }

  // MARK: - Parts of points

  /// Ends the innermost element, a leaf with this text as a whole.
  @inline(__always)
  mutating func endLeaf(_ value: UnsafeBufferPointer<UInt8>) {
    addLeaf(value)
    leaf = .none
    depth &-= 1
  }

  private mutating func addLeaf(_ value: UnsafeBufferPointer<UInt8>) {
    addField(leaf, value)
    if isTime(leaf) { noteTime(value) }
  }

  /// Whether a leaf of that name is the point's time.
  func isTime(_ name: Symbol) -> Bool {
    symbols.withBytes(of: name) { ("time" as StaticString).equals($0) }
  }

  private mutating func noteTime(_ value: UnsafeBufferPointer<UInt8>) {
    guard let time = UTCDate.parse(value) else { return }
    last = NativeInstant(milliseconds: time)
    if !first.isPresent { first = last }
  }

  @inline(__always)
  private mutating func addField(_ name: Symbol, _ value: UnsafeBufferPointer<UInt8>) {
    guard fields.count < Self.fieldLimit else {
      omittedFields += 1
      return
    }
    fields.append(NativeAttribute(name: name, value: symbols.intern(value)))
    fieldBytes &+= MemoryLayout<NativeAttribute>.size &* 2 &+ value.count
  }

  private mutating func addPoint() {
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

  /// The symbol of a name: compared with the one that stood here in the point before, else looked up.
  private mutating func symbol(ofName name: UnsafeBufferPointer<UInt8>) -> Symbol {
    let place = nextName
    nextName &+= 1
    if place < names.count, symbols.withBytes(of: names[place], { $0.hasSameBytes(as: name) }) {
      return names[place]
    }
    let symbol = symbols.intern(name)
    if place < names.count {
      names[place] = symbol
    } else if names.count < Self.fieldLimit {
      names.append(symbol)
    }
    return symbol
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
