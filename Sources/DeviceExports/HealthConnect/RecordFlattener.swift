internal import HealthRecords

/// Turns objects into the attributes and parts of native samples, in the order of the input.
///
/// A leaf becomes an attribute under its dotted path, `null` one without value, an empty object or list the text `{}` or
/// `[]`, and the elements of other lists have their number in the path. An object in a list becomes a part, whose own
/// attributes have paths relative to it; lists inside a part are numbered. For one thread.
struct RecordFlattener {
  /// Why an object was refused; what was appended for it must be taken back.
  struct Refusal: Error {
    let reason: HealthConnectDiagnostic
  }

  /// A list of objects that waits until its record's own attributes are complete.
  private struct PendingList {
    let list: JSONElement
    let path: Symbol
    let elements: RecordNames.Name
  }

  /// Where values are: the name they are under, and whether lists of objects are numbered there.
  private struct Scope {
    var name = RecordNames.root
    var isInPart = false
  }

  /// Whether a key stood twice in one object of the last record.
  private(set) var hasRepeatedKey = false

  private var names = RecordNames()
  /// The name at hand, where the tree has no room for it.
  private var overflow: [UInt8] = []
  private var pending: [PendingList] = []
  private let limits: HealthConnectLimits
  /// Whether values stay where they are until the batch ends.
  private var valuesStay = true
  /// What the batch may have with the object at hand.
  private var attributeEnd = 0
  private var partEnd = 0
  private var nameEnd = 0

  init(limits: HealthConnectLimits) {
    self.limits = limits
  }

  /// Begins a batch, whose table is empty.
  mutating func beginBatch(_ symbols: inout SymbolTable) {
    names.beginBatch(&symbols)
  }

  /// Appends an object to a batch.
  ///
  /// The bytes that were parsed must stay as they are until the next batch begins.
  mutating func append(
    _ object: JSONElement, to batch: inout NativeBatch
  ) throws(Refusal) -> (attributes: BatchRange, parts: BatchRange) {
    let first = batch.attributes.count
    let firstPart = batch.parts.count
    begin(batch, valuesStay: true)
    try addMembers(of: object, Scope(), &batch)
    let attributes = BatchRange(start: first, count: batch.attributes.count - first)
    var next = 0
    while next < pending.count {
      try addParts(pending[next], &batch)
      next += 1
    }
    return (attributes, BatchRange(start: firstPart, count: batch.parts.count - firstPart))
  }

  /// The attributes of an envelope's members, in the batch's symbols; members beyond the limits are left out.
  mutating func attributes(
    of members: [JSONMember], _ batch: inout NativeBatch
  ) -> [NativeAttribute] {
    let first = batch.attributes.count
    begin(batch, valuesStay: false)
    var cursor = names.cursor(in: RecordNames.root)
    for member in members {
      overflow.removeAll(keepingCapacity: true)
      try? add(member.key, member.value, in: Scope(isInPart: true), &cursor, &batch)
    }
    let found = Array(batch.attributes[first...])
    batch.attributes.removeLast(found.count)
    return found
  }

  private mutating func begin(_ batch: NativeBatch, valuesStay: Bool) {
    self.valuesStay = valuesStay
    hasRepeatedKey = false
    pending.removeAll(keepingCapacity: true)
    overflow.removeAll(keepingCapacity: true)
    attributeEnd = batch.attributes.count + limits.attributesPerRecord
    partEnd = batch.parts.count + limits.partsPerRecord
    nameEnd = names.newBytes + limits.nameBytesPerRecord
  }

  private mutating func addParts(
    _ pending: PendingList, _ batch: inout NativeBatch
  ) throws(Refusal) {
    for element in pending.list.elements where element.kind == .object {
      guard batch.parts.count < partEnd else { throw Refusal(reason: .tooManyParts) }
      let first = batch.attributes.count
      attributeEnd = first + limits.attributesPerRecord
      try addMembers(of: element, Scope(name: pending.elements, isInPart: true), &batch)
      batch.parts.append(
        NativePart(
          name: pending.path,
          attributes: BatchRange(start: first, count: batch.attributes.count - first)))
    }
  }

  // MARK: - Values

  private mutating func addMembers(
    of object: JSONElement, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    var cursor = names.cursor(in: scope.name)
    for member in object.members {
      try add(member.key, member.value, in: scope, &cursor, &batch)
    }
  }

  @inline(__always)
  private mutating func add(
    _ key: UnsafeBufferPointer<UInt8>, _ value: JSONElement, in scope: Scope,
    _ cursor: inout RecordNames.Cursor, _ batch: inout NativeBatch
  ) throws(Refusal) {
    guard let name = names.next(key, &cursor) else {
      hasRepeatedKey = true
      return
    }
    let inner = Scope(name: name, isInPart: scope.isInPart)
    if name >= 0 { return try add(value, inner, &batch) }
    let length = overflow.count
    extendOverflow(key, in: scope)
    try add(value, inner, &batch)
    overflow.removeLast(overflow.count - length)
  }

  private mutating func extendOverflow(_ key: UnsafeBufferPointer<UInt8>, in scope: Scope) {
    if scope.name > 0 { overflow.append(contentsOf: names.text(of: scope.name)) }
    if !overflow.isEmpty { overflow.append(UInt8(ascii: ".")) }
    overflow.append(contentsOf: key)
  }

  @inline(__always)
  private mutating func add(
    _ value: JSONElement, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    switch value.kind {
    case .object where value.count > 0: try addMembers(of: value, scope, &batch)
    case .array where value.count > 0: try addList(value, scope, &batch)
    default:
      let name = symbol(scope, &batch)
      let symbol = value.leafText.map { symbolOfValue($0, value, scope, &batch) } ?? .none
      batch.attributes.append(NativeAttribute(name: name, value: symbol))
      guard batch.attributes.count <= attributeEnd else {
        throw Refusal(reason: .tooManyAttributes)
      }
      guard names.newBytes <= nameEnd else { throw Refusal(reason: .namesTooLong) }
    }
  }

  private mutating func addList(
    _ list: JSONElement, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    let holdsParts = !scope.isInPart && list.elements.contains { $0.kind == .object }
    if holdsParts {
      pending.append(
        PendingList(
          list: list, path: symbol(scope, &batch), elements: names.elements(of: scope.name)))
    }
    var cursor = names.cursor(in: scope.name)
    for (index, element) in list.elements.enumerated() {
      if holdsParts, element.kind == .object { continue }
      let digits = Array(String(index).utf8)
      try digits.withUnsafeBufferPointer { key throws(Refusal) in
        try add(key, element, in: scope, &cursor, &batch)
      }
    }
  }

  // MARK: - Symbols

  @inline(__always)
  private mutating func symbol(_ scope: Scope, _ batch: inout NativeBatch) -> Symbol {
    if scope.name >= 0 { return names.symbol(of: scope.name, &batch.symbols) }
    names.count(overflow.count)
    return batch.symbols.intern(overflow)
  }

  @inline(__always)
  private mutating func symbolOfValue(
    _ text: UnsafeBufferPointer<UInt8>, _ value: JSONElement, _ scope: Scope,
    _ batch: inout NativeBatch
  ) -> Symbol {
    // The parser's text of strings with escapes lasts no longer than the document.
    guard scope.name >= 0, valuesStay, !value.hasEscapes else { return batch.symbols.intern(text) }
    // Fields of records may be compared by their symbols, those of parts are not.
    if scope.isInPart, text.isHardlyMetTwice { return batch.symbols.append(text) }
    return names.value(text, under: scope.name, &batch.symbols)
  }
}

/// A key with its value; valid as long as the document is.
struct JSONMember {
  let key: UnsafeBufferPointer<UInt8>
  let value: JSONElement
}

extension JSONElement {
  private static let yes: StaticString = "true"
  private static let no: StaticString = "false"
  private static let emptyObject: StaticString = "{}"
  private static let emptyList: StaticString = "[]"

  /// The text of a value without members and elements; nil for `null`.
  @inline(__always)
  fileprivate var leafText: UnsafeBufferPointer<UInt8>? {
    if let string { return string }
    switch kind {
    case .number: return numberText
    case .boolean: return Self.bytes(boolean == true ? Self.yes : Self.no)
    case .object: return Self.bytes(Self.emptyObject)
    case .array: return Self.bytes(Self.emptyList)
    default: return nil
    }
  }

  private static func bytes(_ text: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
