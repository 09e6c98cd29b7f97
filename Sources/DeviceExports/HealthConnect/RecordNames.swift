internal import HealthRecords

/// The dotted names of fields, found again from record to record without building them.
///
/// The names form a tree. Records of one kind have the same keys in the same order, so a key is first compared with the
/// one that followed last time. The tree does not grow beyond a limit: names that it has no room for are `none`. For one
/// thread.
struct RecordNames {
  /// A name in the tree.
  typealias Name = Int

  /// The record itself, which has no name.
  static let root: Name = 0
  /// A name that the tree has no room for.
  static let none: Name = -1

  private static let nodeLimit = 20_000
  private static let byteLimit = 1 << 20

  private struct Node {
    let parent: Name
    /// Where the name is in the bytes; the key is its last part.
    var nameStart = 0
    var keyStart = 0
    var end = 0
    /// The key that came first in it, and the one that came behind it, when they were met last.
    var firstGuess = RecordNames.none
    var nextGuess = RecordNames.none
    /// The record that the elements are, where it is a list of objects.
    var elements = RecordNames.none
    /// The batch in which what follows holds.
    var batch = 0
    var symbol = Symbol.none
    var lastValue = Symbol.none
    var lastBytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The object in which the key was met last.
    var object = 0
  }

  /// Memory for all names that there is room for; pages that are not used cost nothing.
  private final class Storage {
    let nodes = UnsafeMutablePointer<Node>.allocate(capacity: RecordNames.nodeLimit)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: RecordNames.byteLimit)

    deinit {
      // Nodes and bytes are trivial.
      nodes.deallocate()
      bytes.deallocate()
    }
  }

  private let storage: Storage
  private let nodes: UnsafeMutablePointer<Node>
  private let bytes: UnsafeMutablePointer<UInt8>
  private var nodeCount = 1
  private var byteCount = 0
  private var slots = [Int32](repeating: 0, count: 256)
  private var batch = 1
  private var objects = 0
  /// The bytes of all names that went into tables; for whoever limits them.
  private(set) var newBytes = 0

  init() {
    storage = Storage()
    nodes = storage.nodes
    bytes = storage.bytes
    nodes.initialize(to: Node(parent: Self.none))
  }

  /// Lets go of the symbols and values of the last batch.
  ///
  /// A few known names go into the new one's table at once, so that they have its first numbers: what is looked up by the
  /// number of a name then needs no room for those of values.
  mutating func beginBatch(_ symbols: inout SymbolTable) {
    batch &+= 1
    guard nodeCount <= Self.fewNames else { return }
    for name in 1..<max(nodeCount, 1) where nodes[name].parent >= 0 {
      _ = symbols.intern(text(of: name))
    }
  }

  /// All 42 record classes in one shape have some 450 names; to intern these takes a hundredth of a piece's time.
  private static let fewNames = 1024

  // MARK: - Keys

  /// Where the keys of an object are followed.
  struct Cursor {
    fileprivate let parent: Name
    fileprivate let object: Int
    fileprivate var previous = RecordNames.none
    fileprivate var guess: Name
  }

  /// Begins an object of a name.
  @inline(__always)
  mutating func cursor(in parent: Name) -> Cursor {
    objects &+= 1
    return Cursor(
      parent: parent, object: objects, guess: parent < 0 ? Self.none : nodes[parent].firstGuess)
  }

  /// The name of the object's next key; nil where the object had that key already.
  @inline(__always)
  mutating func next(_ key: UnsafeBufferPointer<UInt8>, _ cursor: inout Cursor) -> Name? {
    var name = cursor.guess
    if name < 0 || !self.key(of: name).hasSameBytes(as: key) {
      name = child(of: cursor.parent, key)
      if name < 0 { return name }
      if cursor.previous < 0 {
        nodes[cursor.parent].firstGuess = name
      } else {
        nodes[cursor.previous].nextGuess = name
      }
    }
    if nodes[name].object == cursor.object { return nil }
    nodes[name].object = cursor.object
    cursor.previous = name
    cursor.guess = nodes[name].nextGuess
    return name
  }

  /// The record that the elements of a list of objects are, whose names are relative to it.
  mutating func elements(of list: Name) -> Name {
    guard list > 0 else { return Self.none }
    if nodes[list].elements < 0, nodeCount < Self.nodeLimit {
      nodes[list].elements = nodeCount
      (nodes + nodeCount).initialize(to: Node(parent: Self.none))
      nodeCount += 1
    }
    return nodes[list].elements
  }

  /// The bytes of a name; valid as long as the tree is.
  func text(of name: Name) -> UnsafeBufferPointer<UInt8> {
    let node = nodes[name]
    return UnsafeBufferPointer(start: bytes + node.nameStart, count: node.end - node.nameStart)
  }

  @inline(__always)
  private func key(of name: Name) -> UnsafeBufferPointer<UInt8> {
    let start = nodes[name].keyStart
    return UnsafeBufferPointer(start: bytes + start, count: nodes[name].end &- start)
  }

  // MARK: - Symbols

  /// The symbol of a name in the batch's table.
  @inline(__always)
  mutating func symbol(of name: Name, _ symbols: inout SymbolTable) -> Symbol {
    if nodes[name].batch != batch { renew(name, &symbols) }
    return nodes[name].symbol
  }

  /// The symbol of a value under a name whose symbol was asked for; most values are those of the record before.
  ///
  /// The bytes must stay as they are until the next batch begins.
  @inline(__always)
  mutating func value(
    _ value: UnsafeBufferPointer<UInt8>, under name: Name, _ symbols: inout SymbolTable
  ) -> Symbol {
    let node = nodes + name
    if node.pointee.lastValue.isPresent, node.pointee.lastBytes.hasSameBytes(as: value) {
      return node.pointee.lastValue
    }
    let symbol = symbols.intern(value)
    node.pointee.lastValue = symbol
    node.pointee.lastBytes = value
    return symbol
  }

  /// Counts the bytes of a name that the tree has no room for.
  mutating func count(_ bytes: Int) { newBytes &+= bytes }

  private mutating func renew(_ name: Name, _ symbols: inout SymbolTable) {
    let text = text(of: name)
    newBytes &+= text.count
    nodes[name].batch = batch
    nodes[name].symbol = symbols.intern(text)
    nodes[name].lastValue = .none
  }

  // MARK: - Keys not met in their turn

  private mutating func child(of parent: Name, _ key: UnsafeBufferPointer<UInt8>) -> Name {
    guard parent >= 0 else { return Self.none }
    var slot = slot(parent, key, in: slots.count)
    while slots[slot] != 0 {
      let name = Int(slots[slot])
      if nodes[name].parent == parent, self.key(of: name).hasSameBytes(as: key) { return name }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    let prefix = text(of: parent)
    guard nodeCount < Self.nodeLimit,
      byteCount + prefix.count + 1 + key.count <= Self.byteLimit
    else { return Self.none }
    return insert(key, parent, prefix, slot)
  }

  private mutating func insert(
    _ key: UnsafeBufferPointer<UInt8>, _ parent: Name, _ prefix: UnsafeBufferPointer<UInt8>,
    _ slot: Int
  ) -> Name {
    var node = Node(parent: parent)
    node.nameStart = byteCount
    // Only what is no record itself has a name, which may be empty.
    if nodes[parent].parent >= 0 {
      append(prefix)
      bytes[byteCount] = UInt8(ascii: ".")
      byteCount += 1
    }
    node.keyStart = byteCount
    append(key)
    node.end = byteCount
    let name = nodeCount
    (nodes + name).initialize(to: node)
    nodeCount += 1
    slots[slot] = Int32(truncatingIfNeeded: name)
    if nodeCount * 2 > slots.count { grow() }
    return name
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    (bytes + byteCount).initialize(from: start, count: text.count)
    byteCount += text.count
  }

  private func slot(_ parent: Name, _ key: UnsafeBufferPointer<UInt8>, in count: Int) -> Int {
    let hash = Hash128(UnsafeRawBufferPointer(key)).low &+ UInt64(parent) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & (count &- 1)
  }

  private mutating func grow() {
    var larger = [Int32](repeating: 0, count: slots.count * 2)
    for name in 1..<nodeCount where nodes[name].parent >= 0 {
      var slot = slot(nodes[name].parent, key(of: name), in: larger.count)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = Int32(truncatingIfNeeded: name)
    }
    slots = larger
  }
}
