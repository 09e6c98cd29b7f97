/// A key in the description of a shape: bytes that last as long as the process.
///
/// Unchecked because the compiler does not know that a literal's bytes never change.
struct JSONKey: @unchecked Sendable {
  /// The key; nothing for the first objects of a list.
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether it stands for every key that begins so.
  private let isBeginning: Bool

  /// Creates a key from a literal; `*` stands for every key, and `in*` for every one that begins so.
  init(_ literal: StaticString) {
    self.init(
      UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) {
    isBeginning = bytes.last == UInt8(ascii: "*")
    self.bytes = isBeginning ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes
  }

  /// Whether it leads to the first objects of a list.
  var isFirstObject: Bool { bytes.isEmpty && !isBeginning }

  /// Whether at most one key of an object is meant.
  var isExact: Bool { !isBeginning }

  /// Whether it stands for a key.
  @inline(__always)
  func matches(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isBeginning else { return bytes.hasSameBytes(as: key) }
    return key.count >= bytes.count && key.slice(0, bytes.count).hasSameBytes(as: bytes)
  }
}

extension JSONKey: CustomStringConvertible {
  /// The key as it is described.
  var description: String {
    String(decoding: bytes, as: UTF8.self) + (isBeginning ? "*" : "")
  }
}

/// Keys that lead from an object to something in it.
struct JSONPath: Sendable, ExpressibleByStringLiteral {
  /// The keys, in order.
  let keys: [JSONKey]

  /// Creates the path from keys joined by dots; `[]` behind a key leads to the first objects of its list.
  init(stringLiteral text: StaticString) {
    self.init(text)
  }

  /// As the literal.
  init(_ text: StaticString) {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var keys: [JSONKey] = []
    for part in bytes.split(separator: UInt8(ascii: ".")) {
      let isList = part.last == UInt8(ascii: "]")
      keys.append(JSONKey(UnsafeBufferPointer(rebasing: isList ? part.dropLast(2) : part)))
      if isList { keys.append(JSONKey("")) }
    }
    self.keys = keys
  }

  /// What is there in an object; the first of several.
  func value(in element: JSONElement) -> JSONElement? {
    var found: JSONElement?
    visit(element) { value in
      found = value
      return true
    }
    return found
  }

  /// Calls `body` with everything that is there until it returns true; returns whether it did.
  @discardableResult
  func visit(_ element: JSONElement, _ body: (JSONElement) -> Bool) -> Bool {
    keys.withUnsafeBufferPointer { Self.visit(element, $0[...], body) }
  }

  private static func visit(
    _ element: JSONElement, _ keys: Slice<UnsafeBufferPointer<JSONKey>>,
    _ body: (JSONElement) -> Bool
  ) -> Bool {
    guard let key = keys.first else { return body(element) }
    let rest = keys.dropFirst()
    if key.isFirstObject {
      return element.firstObjects.contains { visit($0, rest, body) }
    }
    if key.isExact {
      guard let next = element[key.bytes] else { return false }
      return visit(next, rest, body)
    }
    for member in element.members where key.matches(member.key) {
      if visit(member.value, rest, body) { return true }
    }
    return false
  }
}

extension JSONElement {
  /// How many of a list's objects are looked at to tell what the list holds: the first ones may be bad.
  static let probedCount = 8

  /// The first objects of a list.
  var firstObjects: [JSONElement] {
    Array(elements.lazy.filter { $0.kind == .object }.prefix(Self.probedCount))
  }
}

extension JSONPath: CustomStringConvertible {
  /// The keys joined by dots.
  var description: String {
    var text = ""
    for key in keys {
      if key.isFirstObject {
        text += "[]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.description
      }
    }
    return text
  }
}
