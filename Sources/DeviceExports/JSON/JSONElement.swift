internal import CSonarSimdjson
package import HealthRecords

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// One value in a parsed JSON document, as a view that owns nothing.
///
/// Valid only inside the closure that `JSONParser.parse` hands its root to: it points into the parser's memory and
/// the input. Nothing here allocates, except where it says so.
package struct JSONElement {
  /// What a value is.
  package enum Kind: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// Any number; `integer`, `double` and `numberText` tell which one.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// The document's first node.
  private let nodes: UnsafePointer<CSonarJSONNode>
  private let index: Int
  private let input: UnsafePointer<UInt8>
  private let text: UnsafePointer<UInt8>

  init(
    nodes: UnsafePointer<CSonarJSONNode>, index: Int = 0, input: UnsafePointer<UInt8>,
    text: UnsafePointer<UInt8>
  ) {
    self.nodes = nodes
    self.index = index
    self.input = input
    self.text = text
  }

  @inline(__always)
  private var node: CSonarJSONNode { nodes[index] }

  @inline(__always)
  private func has(_ kind: CSonarJSONKind) -> Bool { UInt32(node.kind) == kind.rawValue }

  @inline(__always)
  private func at(_ index: Int) -> JSONElement {
    JSONElement(nodes: nodes, index: index, input: input, text: text)
  }

  /// What the value is.
  package var kind: Kind {
    switch UInt32(node.kind) {
    case CSONAR_JSON_NULL.rawValue: .null
    case CSONAR_JSON_FALSE.rawValue, CSONAR_JSON_TRUE.rawValue: .boolean
    case CSONAR_JSON_STRING.rawValue: .string
    case CSONAR_JSON_ARRAY.rawValue: .array
    case CSONAR_JSON_OBJECT.rawValue: .object
    default: .number
    }
  }

  /// Whether the value is `null`.
  package var isNull: Bool { has(CSONAR_JSON_NULL) }

  /// The truth value; nil for any other kind.
  package var boolean: Bool? {
    if has(CSONAR_JSON_TRUE) { return true }
    return has(CSONAR_JSON_FALSE) ? false : nil
  }

  /// The number, where it is written without fraction and exponent and fits; nil otherwise.
  package var integer: Int64? {
    has(CSONAR_JSON_INT64) ? Int64(bitPattern: node.bits) : nil
  }

  /// The number as `integer`, and up to `UInt64.max`; nil where negative.
  package var unsignedInteger: UInt64? {
    if has(CSONAR_JSON_UINT64) { return node.bits }
    return integer.flatMap { UInt64(exactly: $0) }
  }

  /// The double nearest to the number as it is written; nil beyond every finite one and for other kinds.
  ///
  /// `-0` without a fraction is an integer, and so is +0 here; `numberText` has its sign.
  package var double: Double? {
    switch UInt32(node.kind) {
    case CSONAR_JSON_INT64.rawValue: Double(Int64(bitPattern: node.bits))
    case CSONAR_JSON_UINT64.rawValue: Double(node.bits)
    case CSONAR_JSON_DOUBLE.rawValue: Double(bitPattern: node.bits)
    default: nil
    }
  }

  /// The number's characters as they are written; nil for other kinds.
  package var numberText: UnsafeBufferPointer<UInt8>? {
    guard kind == .number else { return nil }
    return UnsafeBufferPointer(start: input + Int(node.start), count: Int(node.length))
  }

  /// The string's bytes, valid UTF-8 with escapes resolved; nil for other kinds.
  package var string: UnsafeBufferPointer<UInt8>? {
    guard has(CSONAR_JSON_STRING) else { return nil }
    let bytes = node.isUnescaped == 0 ? input : text
    return UnsafeBufferPointer(start: bytes + Int(node.start), count: Int(node.length))
  }

  /// Whether the string is written with escapes, so that its bytes are not those of the input.
  package var hasEscapes: Bool { node.isUnescaped != 0 }

  /// The number of elements or members, duplicates counted; 0 for other kinds.
  package var count: Int {
    has(CSONAR_JSON_ARRAY) || has(CSONAR_JSON_OBJECT) ? Int(node.length) : 0
  }

  /// Where an array, object, number or string without escapes begins in the bytes that were parsed; 0 for anything else.
  package var offset: Int {
    guard has(CSONAR_JSON_STRING) else { return Int(node.start) }
    return hasEscapes ? 0 : Int(node.start) - 1
  }

  /// The elements of an array, in order; none for other kinds.
  package var elements: Elements {
    Elements(array: self, position: index + 1, end: has(CSONAR_JSON_ARRAY) ? Int(node.next) : 0)
  }

  /// The members of an object, in order, duplicate keys included; none for other kinds.
  package var members: Members {
    Members(object: self, position: index + 1, end: has(CSONAR_JSON_OBJECT) ? Int(node.next) : 0)
  }

  /// The value of the first member of a name; nil without one and for other kinds.
  ///
  /// Looks at each member before it: keep the number of look-ups per object small, or walk `members`.
  package subscript(_ name: StaticString) -> JSONElement? {
    guard name.hasPointerRepresentation else { return nil }
    return self[UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)]
  }

  /// The value of the first member whose name has these bytes; nil without one and for other kinds.
  package subscript(_ name: UnsafeBufferPointer<UInt8>) -> JSONElement? {
    guard has(CSONAR_JSON_OBJECT) else { return nil }
    var next = index + 1
    let end = Int(node.next)
    while next < end {
      if at(next).string?.hasSameBytes(as: name) == true { return at(next + 1) }
      next = Int(nodes[next + 1].next)
    }
    return nil
  }

  /// Whether some key of the object stands in it twice; compares every pair, so use it on small objects.
  package var hasDuplicateKeys: Bool {
    for (position, member) in members.enumerated() {
      for earlier in members.prefix(position) where earlier.key.hasSameBytes(as: member.key) {
        return true
      }
    }
    return false
  }

  /// The elements of an array.
  package struct Elements: Sequence, IteratorProtocol {
    fileprivate let array: JSONElement
    fileprivate var position: Int
    fileprivate let end: Int

    package mutating func next() -> JSONElement? {
      guard position < end else { return nil }
      defer { position = Int(array.nodes[position].next) }
      return array.at(position)
    }
  }

  /// The members of an object.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate let object: JSONElement
    fileprivate var position: Int
    fileprivate let end: Int

    package mutating func next() -> (key: UnsafeBufferPointer<UInt8>, value: JSONElement)? {
      guard position < end, let key = object.at(position).string else { return nil }
      let value = object.at(position + 1)
      position = Int(object.nodes[position + 1].next)
      return (key, value)
    }
  }

  /// Writes the value as canonical JSON: keys in their order, numbers as they are written, duplicates included.
  ///
  /// Allocates what the writer needs.
  package func write(to writer: inout JSONWriter) {
    switch kind {
    case .null: writer.null()
    case .boolean: writer.boolean(has(CSONAR_JSON_TRUE))
    case .number: if let numberText { writer.raw(numberText) }
    case .string: if let string { writer.string(string) }
    case .array:
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object:
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// The value as canonical JSON, as `write(to:)` writes it.
  package var canonicalBytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Whether both have the same kinds, strings and written numbers in the same order, however they are escaped.
  package func isSame(as other: JSONElement) -> Bool {
    guard kind == other.kind, boolean == other.boolean, count == other.count else { return false }
    switch kind {
    case .null, .boolean: return true
    case .number, .string:
      guard let own = numberText ?? string, let its = other.numberText ?? other.string else {
        return false
      }
      return own.hasSameBytes(as: its)
    case .array: return zip(elements, other.elements).allSatisfy { $0.isSame(as: $1) }
    case .object:
      return zip(members, other.members).allSatisfy {
        $0.key.hasSameBytes(as: $1.key) && $0.value.isSame(as: $1.value)
      }
    }
  }
}
