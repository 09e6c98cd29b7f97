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

  /// Whether a key stood twice in one of the last object's objects.
  private(set) var hasRepeatedKey = false

  private var names = RecordNames()
  private var pending: [PendingList] = []
  private let limits: HealthConnectLimits
  /// How many attributes the batch may have for the object at hand.
  private var attributeEnd = 0
  private var partEnd = 0
  private var nameEnd = 0

  init(limits: HealthConnectLimits) {
    self.limits = limits
  }

  /// Begins a batch, whose table is empty.
  mutating func beginBatch() {
    names.beginBatch()
  }

  /// Appends an object to a batch.
  mutating func append(
    _ object: JSONElement, to batch: inout NativeBatch
  ) throws(Refusal) -> (attributes: BatchRange, parts: BatchRange) {
    let first = batch.attributes.count
    let firstPart = batch.parts.count
    hasRepeatedKey = false
    pending.removeAll(keepingCapacity: true)
    partEnd = firstPart + limits.partsPerRecord
    nameEnd = names.newBytes + limits.nameBytesPerRecord
    allowAttributes(in: batch)
    try addMembers(of: object, Scope(name: RecordNames.root), &batch)
    let attributes = BatchRange(start: first, count: batch.attributes.count - first)
    var next = 0
    while next < pending.count {
      try addParts(pending[next], &batch)
      next += 1
    }
    return (attributes, BatchRange(start: firstPart, count: batch.parts.count - firstPart))
  }

  /// The attributes of an envelope's members, in the batch's symbols.
  ///
  /// Members beyond the limits are left out.
  mutating func attributes(
    of members: [JSONMember], _ batch: inout NativeBatch
  ) -> [NativeAttribute] {
    let first = batch.attributes.count
    nameEnd = names.newBytes + limits.nameBytesPerRecord
    allowAttributes(in: batch)
    var cursor = names.cursor(in: RecordNames.root)
    for member in members {
      let scope = Scope(name: RecordNames.root, isInPart: true)
      try? add(member, in: scope, &cursor, &batch)
    }
    defer { batch.attributes.removeLast(batch.attributes.count - first) }
    return Array(batch.attributes[first...])
  }

  /// Where values are: the name they are under, and whether lists of objects are parts there.
  private struct Scope {
    var name: RecordNames.Name
    /// The name's bytes, where the tree has no room for it.
    var overflow: [UInt8]?
    var isInPart = false
  }

  private mutating func allowAttributes(in batch: NativeBatch) {
    attributeEnd = batch.attributes.count + limits.attributesPerRecord
  }

  private mutating func addParts(
    _ pending: PendingList, _ batch: inout NativeBatch
  ) throws(Refusal) {
    for element in pending.list.elements where element.kind == .object {
      guard batch.parts.count < partEnd else { throw Refusal(reason: .tooManyParts) }
      let first = batch.attributes.count
      allowAttributes(in: batch)
      let scope = Scope(
        name: pending.elements, overflow: pending.elements < 0 ? [] : nil, isInPart: true)
      try addMembers(of: element, scope, &batch)
      batch.parts.append(
        NativePart(
          name: pending.path,
          attributes: BatchRange(start: first, count: batch.attributes.count - first)))
    }
  }

  private mutating func addMembers(
    of object: JSONElement, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    var cursor = names.cursor(in: scope.name)
    for member in object.members {
      try add(JSONMember(key: member.key, value: member.value), in: scope, &cursor, &batch)
    }
  }

  @inline(__always)
  private mutating func add(
    _ member: JSONMember, in scope: Scope, _ cursor: inout RecordNames.Cursor,
    _ batch: inout NativeBatch
  ) throws(Refusal) {
    let (name, isRepeated) = names.next(member.key, &cursor)
    if isRepeated {
      hasRepeatedKey = true
      return
    }
    var inner = Scope(name: name, isInPart: scope.isInPart)
    if name < 0 { inner.overflow = join(scope, member.key) }
    try add(member.value, inner, &batch)
  }

  private func join(_ scope: Scope, _ key: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard let outer = scope.overflow else { return names.joined(scope.name, key) }
    return outer.isEmpty ? Array(key) : outer + [UInt8(ascii: ".")] + key
  }

  @inline(__always)
  private mutating func add(
    _ value: JSONElement, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    if let text = value.scalarText {
      try append(text, scope, &batch)
    } else if value.isNull {
      try appendNull(scope, &batch)
    } else if value.kind == .object {
      guard value.count > 0 else { return try append(Literal.object, scope, &batch) }
      try addMembers(of: value, scope, &batch)
    } else {
      guard value.count > 0 else { return try append(Literal.list, scope, &batch) }
      try addList(value, scope, &batch)
    }
  }

  private mutating func addList(
    _ list: JSONElement, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    let holdsParts = !scope.isInPart && list.elements.contains { $0.kind == .object }
    if holdsParts {
      pending.append(
        PendingList(
          list: list, path: symbol(scope, &batch),
          elements: scope.name < 0 ? -1 : names.elements(of: scope.name)))
    }
    var cursor = names.cursor(in: scope.name)
    var digits = DecimalDigits()
    for (index, element) in list.elements.enumerated() {
      if holdsParts, element.kind == .object { continue }
      digits.set(index)
      try digits.withBytes { key throws(Refusal) in
        try add(JSONMember(key: key, value: element), in: scope, &cursor, &batch)
      }
    }
  }

  // MARK: - Attributes

  @inline(__always)
  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    let name = symbol(scope, &batch)
    let value =
      scope.name < 0
      ? batch.symbols.intern(text) : names.value(text, under: scope.name, &batch.symbols)
    batch.attributes.append(NativeAttribute(name: name, value: value))
    try checkLimits(batch)
  }

  private mutating func append(
    _ literal: StaticString, _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    try append(
      UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount), scope,
      &batch)
  }

  private mutating func appendNull(
    _ scope: Scope, _ batch: inout NativeBatch
  ) throws(Refusal) {
    batch.attributes.append(NativeAttribute(name: symbol(scope, &batch), value: .none))
    try checkLimits(batch)
  }

  @inline(__always)
  private mutating func symbol(_ scope: Scope, _ batch: inout NativeBatch) -> Symbol {
    guard let overflow = scope.overflow else {
      return names.symbol(of: scope.name, &batch.symbols)
    }
    names.count(overflow.count)
    return batch.symbols.intern(overflow)
  }

  @inline(__always)
  private func checkLimits(_ batch: NativeBatch) throws(Refusal) {
    guard batch.attributes.count <= attributeEnd else { throw Refusal(reason: .tooManyAttributes) }
    guard names.newBytes <= nameEnd else { throw Refusal(reason: .namesTooLong) }
  }

  private enum Literal {
    static let object: StaticString = "{}"
    static let list: StaticString = "[]"
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

  /// The text of a string, number or truth value; nil for other kinds.
  @inline(__always)
  var scalarText: UnsafeBufferPointer<UInt8>? {
    if let string { return string }
    switch kind {
    case .number: return numberText
    case .boolean:
      let word = boolean == true ? Self.yes : Self.no
      return UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    default: return nil
    }
  }
}

/// The decimal digits of a number that is not negative.
private struct DecimalDigits {
  private var digits: [UInt8] = []

  mutating func set(_ number: Int) {
    digits.removeAll(keepingCapacity: true)
    var rest = number
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    digits.reverse()
  }

  func withBytes<Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try digits.withUnsafeBufferPointer(body)
  }
}
