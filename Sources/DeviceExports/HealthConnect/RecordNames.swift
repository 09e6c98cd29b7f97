internal import HealthRecords

/// The dotted names of fields, found again from record to record without building them.
///
/// The names form a tree. Records of one kind have the same keys in the same order, so a key is first compared with the
/// one that followed last time. For one thread.
struct RecordNames {
  /// A name in the tree; 0 is the record itself, and -1 a name that the tree has no room for.
  typealias Name = Int

  /// A record without keys.
  static let root: Name = 0

  /// How many names are kept, with how many bytes in all; those beyond are built anew each time.
  private static let limit = 20_000
  private static let byteLimit = 1 << 20

  private struct Node {
    let key: Range<Int>
    let name: Range<Int>
    let parent: Name
    /// The key that came first in it, and the one that came behind it.
    var firstGuess = -1
    var nextGuess = -1
    /// The elements' own names, where it is a list of objects.
    var elements = -1
    /// The batch in which the symbols hold.
    var batch = -1
    var symbol = Symbol.none
    var lastValue = Symbol.none
    /// The object in which the key was met last.
    var object = -1
  }

  private var nodes: [Node]
  private var bytes: [UInt8] = []
  private var slots = [Int32](repeating: 0, count: 256)
  private var batch = 0
  private var objects = 0
  /// The bytes of names that went into the batch's table; for whoever limits them.
  private(set) var newBytes = 0

  init() {
    nodes = [Node(key: 0..<0, name: 0..<0, parent: -1)]
  }

  /// Lets go of the symbols of the last batch.
  mutating func beginBatch() {
    batch += 1
  }

  /// Where the keys of an object are followed.
  struct Cursor {
    fileprivate let parent: Name
    fileprivate let object: Int
    fileprivate var previous: Name = -1
    fileprivate var guess: Name
  }

  /// Begins an object of a name; no name has no cursor.
  mutating func cursor(in parent: Name) -> Cursor {
    objects += 1
    return Cursor(
      parent: parent, object: objects, guess: parent < 0 ? -1 : nodes[parent].firstGuess)
  }

  /// The name of the object's next key, and whether the object had that key already.
  @inline(__always)
  mutating func next(
    _ key: UnsafeBufferPointer<UInt8>, _ cursor: inout Cursor
  ) -> (name: Name, isRepeated: Bool) {
    var name = cursor.guess
    if name < 0 || !holds(nodes[name].key, key) {
      name = child(of: cursor.parent, key)
      if name < 0 { return (-1, false) }
      if cursor.previous < 0 {
        nodes[cursor.parent].firstGuess = name
      } else {
        nodes[cursor.previous].nextGuess = name
      }
    }
    if nodes[name].object == cursor.object { return (name, true) }
    nodes[name].object = cursor.object
    cursor.previous = name
    cursor.guess = nodes[name].nextGuess
    return (name, false)
  }

  /// The name under which the elements of a list of objects find their keys, which are relative to it.
  mutating func elements(of list: Name) -> Name {
    guard list > 0 else { return -1 }
    if nodes[list].elements < 0, nodes.count < Self.limit {
      nodes[list].elements = nodes.count
      nodes.append(Node(key: 0..<0, name: 0..<0, parent: -1))
    }
    return nodes[list].elements
  }

  /// The symbol of a name in the batch's table.
  @inline(__always)
  mutating func symbol(of name: Name, _ symbols: inout SymbolTable) -> Symbol {
    if nodes[name].batch != batch { renew(name, &symbols) }
    return nodes[name].symbol
  }

  /// The symbol of a value under a name; most are those of the record before.
  @inline(__always)
  mutating func value(
    _ value: UnsafeBufferPointer<UInt8>, under name: Name, _ symbols: inout SymbolTable
  ) -> Symbol {
    let last = nodes[name].lastValue
    if last.isPresent, symbols.withBytes(of: last, { $0.hasSameBytes(as: value) }) { return last }
    let symbol = symbols.intern(value)
    nodes[name].lastValue = symbol
    return symbol
  }

  /// The name of a key in an object of a name, built anew.
  func joined(_ parent: Name, _ key: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard parent >= 0, nodes[parent].parent >= 0 else { return Array(key) }
    return bytes[nodes[parent].name] + [UInt8(ascii: ".")] + key
  }

  /// Counts the bytes of a name that the tree has no room for.
  mutating func count(_ bytes: Int) { newBytes += bytes }

  private mutating func renew(_ name: Name, _ symbols: inout SymbolTable) {
    newBytes += nodes[name].name.count
    nodes[name].batch = batch
    nodes[name].symbol = bytes.withUnsafeBufferPointer {
      symbols.intern($0.slice(nodes[name].name.lowerBound, nodes[name].name.upperBound))
    }
    nodes[name].lastValue = .none
  }

  @inline(__always)
  private func holds(_ range: Range<Int>, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard range.count == key.count else { return false }
    return bytes.withUnsafeBufferPointer {
      $0.slice(range.lowerBound, range.upperBound).hasSameBytes(as: key)
    }
  }

  // MARK: - Names not met in their turn

  private mutating func child(of parent: Name, _ key: UnsafeBufferPointer<UInt8>) -> Name {
    guard parent >= 0 else { return -1 }
    var slot = slot(parent, key, in: slots.count)
    while slots[slot] != 0 {
      let name = Int(slots[slot])
      if nodes[name].parent == parent, holds(nodes[name].key, key) { return name }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    guard nodes.count < Self.limit,
      bytes.count + nodes[parent].name.count + key.count < Self.byteLimit
    else { return -1 }
    return insert(key, parent, slot)
  }

  private mutating func insert(
    _ key: UnsafeBufferPointer<UInt8>, _ parent: Name, _ slot: Int
  ) -> Name {
    let start = bytes.count
    if nodes[parent].parent >= 0 {
      bytes.append(contentsOf: Array(bytes[nodes[parent].name]))
      bytes.append(UInt8(ascii: "."))
    }
    let keyStart = bytes.count
    bytes.append(contentsOf: key)
    let name = nodes.count
    nodes.append(
      Node(key: keyStart..<bytes.count, name: start..<bytes.count, parent: parent))
    slots[slot] = Int32(truncatingIfNeeded: name)
    if nodes.count * 2 > slots.count { grow() }
    return name
  }

  private func slot(_ parent: Name, _ key: UnsafeBufferPointer<UInt8>, in count: Int) -> Int {
    let hash = Hash128(UnsafeRawBufferPointer(key)).low &+ UInt64(parent) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & (count &- 1)
  }

  private mutating func grow() {
    var larger = [Int32](repeating: 0, count: slots.count * 2)
    for name in nodes.indices where nodes[name].parent >= 0 {
      var slot = bytes.withUnsafeBufferPointer { bytes in
        self.slot(
          nodes[name].parent,
          bytes.slice(nodes[name].key.lowerBound, nodes[name].key.upperBound), in: larger.count)
      }
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = Int32(truncatingIfNeeded: name)
    }
    slots = larger
  }
}
