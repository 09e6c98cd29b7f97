/// The memory that one fast lane's tags are read into: fixed, so that reading a tag allocates nothing.
///
/// Belongs to one thread; the owner calls `deallocate`.
struct TagStorage {
  /// How far a tag was read.
  struct Cursor {
    /// The attributes so far.
    fileprivate(set) var count = 0
    /// The bytes of decoded text so far.
    fileprivate var text = 0
    /// The kinds so far, a bit each.
    private var kinds: UInt32 = 0

    /// Whether no attribute of the name was met in the tag; notes it.
    ///
    /// `xmlns` is answered like a repeated name: namespaces are not for the fast lane.
    @inline(__always)
    mutating func isFirst(
      _ kind: AttributeName, _ name: UnsafeBufferPointer<UInt8>, in storage: TagStorage
    ) -> Bool {
      let bit = 1 as UInt32 &<< UInt32(kind.rawValue)
      guard kinds & bit != 0 else {
        kinds |= bit
        return kind != .other || !("xmlns" as StaticString).equals(name)
      }
      return kind == .other && storage.isNew(name, among: count)
    }
  }

  /// The attribute name that stood at a place of the last element of its kind.
  struct Expected {
    var kind = AttributeName.other
    /// The name, or nothing for a name that is not known.
    var text = ("" as StaticString).utf8Bytes
  }

  private static let textCapacity = 64 << 10
  /// The places whose names are remembered; the rest share the last one.
  private static let places = 16

  /// How many attributes a tag may have.
  let attributeCapacity: Int
  /// The names of open elements, by depth.
  let open: UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>
  private let attributes: UnsafeMutablePointer<TagAttribute>
  private let text: UnsafeMutablePointer<UInt8>
  private let expectations: UnsafeMutablePointer<Expected>
  private let decoder = ValueDecoder()

  /// Allocates what the limits allow a tag.
  init(limits: ReaderLimits) {
    attributeCapacity = limits.attributesPerElement
    open = .allocate(capacity: limits.depth + 1)
    open.initialize(
      repeating: UnsafeBufferPointer(start: nil, count: 0), count: limits.depth + 1)
    attributes = .allocate(capacity: limits.attributesPerElement)
    text = .allocate(capacity: Self.textCapacity)
    let slots = ElementName.allCases.count * Self.places
    expectations = .allocate(capacity: slots)
    expectations.initialize(repeating: Expected(), count: slots)
  }

  /// Frees the memory; nothing may be used afterwards.
  func deallocate() {
    open.deallocate()
    attributes.deallocate()
    text.deallocate()
    expectations.deallocate()
  }

  // MARK: - Attributes

  /// Adds an attribute; there must be room.
  @inline(__always)
  func add(_ attribute: TagAttribute, _ cursor: inout Cursor) {
    (attributes + cursor.count).initialize(to: attribute)
    cursor.count &+= 1
  }

  /// The first attributes, valid until another tag is read.
  @inline(__always)
  func attributes(upTo count: Int) -> UnsafeBufferPointer<TagAttribute> {
    UnsafeBufferPointer(start: attributes, count: count)
  }

  fileprivate func isNew(_ name: UnsafeBufferPointer<UInt8>, among count: Int) -> Bool {
    if ("xmlns" as StaticString).equals(name) { return false }
    return !attributes(upTo: count).contains {
      $0.kind == .other && $0.name.hasSameBytes(as: name)
    }
  }

  /// The name to expect at a place.
  @inline(__always)
  func expected(_ element: ElementName, _ index: Int) -> Expected {
    expectations[Self.slot(element, index)]
  }

  /// Expects a name at a place from now on.
  func expect(_ kind: AttributeName, _ element: ElementName, _ index: Int) {
    expectations[Self.slot(element, index)] = Expected(kind: kind, text: kind.text.utf8Bytes)
  }

  @inline(__always)
  private static func slot(_ element: ElementName, _ index: Int) -> Int {
    Int(element.rawValue) &* places &+ min(index, places &- 1)
  }

  // MARK: - Text

  /// What a raw value without quotes stands for; nil when it is no valid value or too long for this memory.
  ///
  /// References to characters by number are left to libxml2.
  func decode(
    _ raw: UnsafeBufferPointer<UInt8>, _ cursor: inout Cursor
  ) -> UnsafeBufferPointer<UInt8>? {
    // Decoding never makes a value longer.
    guard raw.count <= Self.textCapacity &- cursor.text else { return nil }
    let target = text + cursor.text
    var written = 0
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      if byte == UInt8(ascii: "&") {
        guard let (character, length) = Self.entity(raw, at: index) else {
          return decodeReferences(raw, &cursor)
        }
        target[written] = character
        written &+= 1
        index &+= length
      } else {
        let length = Self.characterLength(raw, at: index)
        guard length > 0 else { return nil }
        for offset in 0..<length { target[written &+ offset] = raw[index &+ offset] }
        written &+= length
        index &+= length
      }
    }
    cursor.text &+= written
    return UnsafeBufferPointer(start: target, count: written)
  }

  private func decodeReferences(
    _ raw: UnsafeBufferPointer<UInt8>, _ cursor: inout Cursor
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let decoded = decoder.decode(raw), decoded.count <= Self.textCapacity &- cursor.text
    else { return nil }
    let target = text + cursor.text
    decoded.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { target.initialize(from: start, count: bytes.count) }
    }
    cursor.text &+= decoded.count
    return UnsafeBufferPointer(start: target, count: decoded.count)
  }

  /// The character of one of XML's own entities and the length of the reference; nil for any other reference.
  private static func entity(
    _ raw: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (character: UInt8, length: Int)? {
    let rest = UnsafeBufferPointer(rebasing: raw[index...])
    if rest.starts(with: ("&amp;" as StaticString).utf8Bytes) { return (UInt8(ascii: "&"), 5) }
    if rest.starts(with: ("&lt;" as StaticString).utf8Bytes) { return (UInt8(ascii: "<"), 4) }
    if rest.starts(with: ("&gt;" as StaticString).utf8Bytes) { return (UInt8(ascii: ">"), 4) }
    if rest.starts(with: ("&quot;" as StaticString).utf8Bytes) { return (UInt8(ascii: "\""), 6) }
    if rest.starts(with: ("&apos;" as StaticString).utf8Bytes) { return (UInt8(ascii: "'"), 6) }
    return nil
  }

  /// The bytes of the character at an index; 0 when XML allows none such in a value.
  @inline(__always)
  private static func characterLength(_ raw: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = raw[index]
    if byte < 0x80 { return byte < 0x20 || byte == UInt8(ascii: "<") ? 0 : 1 }
    let sequence = UTF8Sequence(raw, at: index)
    return sequence.isValid ? sequence.length : 0
  }
}
