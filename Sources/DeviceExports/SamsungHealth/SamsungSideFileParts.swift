internal import HealthRecords

/// Makes parts of a side file's JSON: one for each element of an array, and one for an object's own leaves.
struct SamsungSideFileParts {
  /// What became of a file.
  enum Outcome: Sendable {
    /// There are parts of it.
    case added
    /// It holds nothing.
    case empty
    /// It has more parts, or longer names, than the limit; there are none of it.
    case tooMany
  }

  /// The batch with the parts.
  private(set) var batch: NativeBatch

  private let column: Symbol
  private let limit: Int
  /// The path of the value that is looked at, with dots between its steps.
  private var path: [UInt8] = []
  /// Bytes that new names may still take: long keys around many leaves would otherwise grow without bound.
  private var nameBytes: Int
  private var isOverLimit = false

  /// Longer than the path to any real value.
  private static let longestPath = 1 << 10

  /// Works on a batch that may have `limit` parts in the end; parts get the name of the column.
  init(column: Symbol, limit: Int, batch: NativeBatch, fileBytes: Int) {
    self.column = column
    self.limit = limit
    self.batch = batch
    nameBytes = 1 << 16 + fileBytes * 4
  }

  /// Adds the parts of a file.
  mutating func add(_ root: JSONElement) -> Outcome {
    let (parts, attributes) = (batch.parts.count, batch.attributes.count)
    let fits =
      switch root.kind {
      case .array: addElements(of: root, name: column)
      case .object: addObject(root)
      case .null: true
      default: addPart(root, name: column)
      }
    guard fits, !isOverLimit else {
      batch.parts.removeSubrange(parts...)
      batch.attributes.removeSubrange(attributes...)
      return .tooMany
    }
    return batch.parts.count > parts ? .added : .empty
  }

  private mutating func addElements(of array: JSONElement, name: Symbol) -> Bool {
    for element in array.elements {
      guard addPart(element, name: name) else { return false }
    }
    return true
  }

  /// Adds one part with all leaves of a value; false where there are too many.
  private mutating func addPart(_ value: JSONElement, name: Symbol) -> Bool {
    guard batch.parts.count < limit, !isOverLimit else { return false }
    let first = batch.attributes.count
    switch value.kind {
    case .object, .array: if value.count > 0 { addLeaves(of: value) }
    // A number or text that stands in the array itself.
    default: within("value".utf8) { $0.addLeaves(of: value) }
    }
    addPart(name, from: first)
    return true
  }

  private mutating func addPart(_ name: Symbol, from first: Int) {
    batch.parts.append(
      NativePart(
        name: name,
        attributes: BatchRange(start: first, count: batch.attributes.count - first)))
  }

  // MARK: - Objects instead of arrays

  /// Adds an object's leaves as one part, and the elements of each array of objects in it as parts of their own.
  private mutating func addObject(_ root: JSONElement) -> Bool {
    guard batch.parts.count < limit else { return root.count == 0 }
    let first = batch.attributes.count
    var tables: [Table] = []
    addMembers(of: root, &tables)
    if batch.attributes.count > first { addPart(column, from: first) }
    for table in tables {
      guard addElements(of: table.array, name: name(of: table)) else { return false }
    }
    return true
  }

  /// An array of objects and its path.
  private struct Table {
    let path: [UInt8]
    let array: JSONElement
  }

  private mutating func addMembers(of object: JSONElement, _ tables: inout [Table]) {
    for (key, value) in object.members {
      within(key) { parts in
        if value.kind == .array, value.count > 0,
          value.elements.allSatisfy({ $0.kind == .object })
        {
          tables.append(Table(path: parts.path, array: value))
        } else if value.kind == .object, value.count > 0 {
          parts.addMembers(of: value, &tables)
        } else {
          parts.addLeaves(of: value)
        }
      }
    }
  }

  private mutating func name(of table: Table) -> Symbol {
    batch.symbols.intern(batch.symbols.bytes(of: column) + [UInt8(ascii: ".")] + table.path)
  }

  // MARK: - Leaves

  /// Adds the leaves of a value as attributes named by their paths.
  private mutating func addLeaves(of value: JSONElement) {
    switch value.kind {
    case .object where value.count > 0:
      for (key, member) in value.members { within(key) { $0.addLeaves(of: member) } }
    case .array where value.count > 0:
      for (index, element) in value.elements.enumerated() {
        within("\(index)".utf8) { $0.addLeaves(of: element) }
      }
    default: addLeaf(value)
    }
  }

  private mutating func addLeaf(_ value: JSONElement) {
    guard !isOverLimit else { return }
    let known = batch.symbols.count
    let name = batch.symbols.intern(path)
    if batch.symbols.count > known { nameBytes -= path.count }
    let text: Symbol =
      switch value.kind {
      case .null: .none
      case .object: batch.symbols.intern("{}")
      case .array: batch.symbols.intern("[]")
      case .boolean: batch.symbols.intern(value.boolean == true ? "true" : "false")
      case .number, .string:
        (value.numberText ?? value.string).map { batch.symbols.intern($0) } ?? .none
      }
    batch.attributes.append(NativeAttribute(name: name, value: text))
    if path.count > Self.longestPath || nameBytes < 0 { isOverLimit = true }
  }

  /// Does something one step further along the path.
  private mutating func within(
    _ step: some Sequence<UInt8>, _ body: (inout SamsungSideFileParts) -> Void
  ) {
    let count = path.count
    if count > 0 { path.append(UInt8(ascii: ".")) }
    path.append(contentsOf: step)
    body(&self)
    path.removeLast(path.count - count)
  }
}
