/// Members to look for in JSON documents: a tree of names, made once for many documents.
struct MemberPaths: Sendable {
  /// One name below another; the root, which is the document itself, has none.
  struct Node: Sendable {
    let name: [UInt8]
    var children: [Int] = []
  }

  private(set) var nodes = [Node(name: [])]

  /// Adds the member that `path`, names joined by points, leads to from `parent`.
  ///
  /// The result is the index under which `MemberScanner` gives its value.
  mutating func add(_ path: String, below parent: Int = 0) -> Int {
    var node = parent
    for name in path.utf8.split(separator: UInt8(ascii: ".")) {
      node = child(Array(name), of: node)
    }
    return node
  }

  /// The node of a name, made where there is none.
  private mutating func child(_ name: [UInt8], of parent: Int) -> Int {
    if let known = child(named: name, of: parent) { return known }
    nodes.append(Node(name: name))
    nodes[parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  /// The node of a name; nil for a name that nothing looks for.
  func child(named name: [UInt8], of parent: Int) -> Int? {
    nodes[parent].children.first { nodes[$0].name == name }
  }
}

/// What a document holds at one path.
enum MemberValue: Hashable, Sendable {
  /// Nothing.
  case absent
  /// `null`.
  case null
  /// A string of a length that a date can have, without its escapes.
  case text([UInt8])
  /// An object; its own members may be looked for.
  case object
  /// A number, a truth value, an array, or a longer string.
  case other
  /// More than one value: the name is there twice, and nothing says which one counts.
  case repeated
}

/// Finds single members of a JSON document in one pass that keeps nothing else.
///
/// Clinical documents come from outside and may hold megabytes of attachments; the reader of the tables, which builds
/// every value and refuses what no table needs, is not made for them. This one takes time linear in the size of the
/// document and memory for the members found, whatever the document holds, and accepts what RFC 8259 calls JSON. Numbers
/// are passed over and never converted; the encoding of strings that nothing looks for is not checked.
struct MemberScanner {
  private var cursor: JSONCursor
  private let paths: MemberPaths
  private var depth = 0
  private var found: [MemberValue]

  /// FHIR resources nest about ten deep; the scanner recurs this deep at most.
  static let depthLimit = 128
  /// Bytes of a name or a value, as written, that are worth a comparison.
  private static let textLimit = 256

  private init(_ bytes: [UInt8], _ paths: MemberPaths) {
    cursor = JSONCursor(bytes: bytes)
    self.paths = paths
    found = Array(repeating: .absent, count: paths.nodes.count)
  }

  /// The values at the paths by their index; nil for a document that is no JSON, or nested deeper than the limit.
  static func values(at paths: MemberPaths, in document: [UInt8]) -> [MemberValue]? {
    var scanner = MemberScanner(document, paths)
    // A byte order mark is no part of the text.
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.cursor.index = 3 }
    guard scanner.value(at: 0) else { return nil }
    scanner.cursor.skipSpace()
    return scanner.cursor.index == document.count ? scanner.found : nil
  }

  // MARK: - Values

  /// Passes over a value, noting what it is where a node stands for it; false where it is malformed.
  private mutating func value(at wanted: Int?) -> Bool {
    cursor.skipSpace()
    let node = enter(wanted)
    switch cursor.peek {
    case UInt8(ascii: "{"):
      note(.object, at: node)
      return container(closedBy: UInt8(ascii: "}")) { $0.member(of: node) }
    case UInt8(ascii: "["):
      note(.other, at: node)
      return container(closedBy: UInt8(ascii: "]")) { $0.value(at: nil) }
    case UInt8(ascii: "\""):
      guard let token = string() else { return false }
      if let node { note(text(of: token).map(MemberValue.text) ?? .other, at: node) }
      return true
    case UInt8(ascii: "n"):
      note(.null, at: node)
      return cursor.word("null")
    default:
      note(.other, at: node)
      return cursor.word("true") || cursor.word("false") || cursor.number()
    }
  }

  /// The node if its value is the first one; a second one makes it and all below it ambiguous.
  private mutating func enter(_ node: Int?) -> Int? {
    guard let node else { return nil }
    guard found[node] != .absent else { return node }
    markRepeated(node)
    return nil
  }

  private mutating func markRepeated(_ node: Int) {
    found[node] = .repeated
    for child in paths.nodes[node].children { markRepeated(child) }
  }

  private mutating func note(_ value: MemberValue, at node: Int?) {
    if let node { found[node] = value }
  }

  /// Passes over an array or object whose elements `element` passes over.
  private mutating func container(
    closedBy end: UInt8, _ element: (inout MemberScanner) -> Bool
  ) -> Bool {
    guard depth < Self.depthLimit else { return false }
    depth += 1
    cursor.index += 1
    cursor.skipSpace()
    var isClosed = cursor.take(end)
    while !isClosed {
      guard element(&self) else { return false }
      cursor.skipSpace()
      isClosed = cursor.take(end)
      guard isClosed || cursor.take(UInt8(ascii: ",")) else { return false }
    }
    depth -= 1
    return true
  }

  private mutating func member(of node: Int?) -> Bool {
    cursor.skipSpace()
    guard let key = string() else { return false }
    cursor.skipSpace()
    guard cursor.take(UInt8(ascii: ":")) else { return false }
    guard let node, let name = text(of: key) else { return value(at: nil) }
    return value(at: paths.child(named: name, of: node))
  }

  // MARK: - Scalars

  /// A string between its quotes.
  private struct Token {
    let range: Range<Int>
    let hasEscapes: Bool
  }

  /// Passes over a string; nil where it is malformed.
  private mutating func string() -> Token? {
    guard cursor.take(UInt8(ascii: "\"")) else { return nil }
    let first = cursor.index
    var hasEscapes = false
    while let byte = cursor.peek {
      cursor.index += 1
      switch byte {
      case UInt8(ascii: "\""): return Token(range: first..<cursor.index - 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        guard let escape = Self.escape(in: cursor.bytes[cursor.index...]) else { return nil }
        cursor.index += escape.length
      case 0..<0x20: return nil
      default: continue
      }
    }
    return nil
  }

  /// The text of a string, its escapes resolved; nil for one that is longer than any name or date.
  private func text(of token: Token) -> [UInt8]? {
    guard token.range.count <= Self.textLimit else { return nil }
    guard token.hasEscapes else { return Array(cursor.bytes[token.range]) }
    var text: [UInt8] = []
    var rest = cursor.bytes[token.range]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = Self.escape(in: rest) else {
        text.append(byte)
        continue
      }
      text.append(escape.byte)
      rest = rest.dropFirst(escape.length)
    }
    return text
  }

  /// What stands after a backslash: its length, and the byte it means.
  ///
  /// Names and dates are ASCII: all other characters become a byte that is in no text, so that they equal nothing.
  private static func escape(in text: ArraySlice<UInt8>) -> (length: Int, byte: UInt8)? {
    guard let first = text.first else { return nil }
    if let byte = JSONCursor.escaped(first) { return (1, byte) }
    guard first == UInt8(ascii: "u") else { return nil }
    let unit = JSONCursor.unit(text.dropFirst().prefix(4))
    return unit.map { (5, $0 < 0x80 ? UInt8($0) : 0xFF) }
  }
}
