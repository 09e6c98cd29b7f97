/// Reads one tag and writes it anew so that any XML parser accepts it: what can be repaired is, and is counted.
///
/// Values keep their escapes; decoding them is libxml2's work.
struct TagReader {
  /// What a tag turned out to be.
  enum Outcome: Equatable {
    /// A start tag, written anew in `output` as an empty element.
    case start(isEmpty: Bool)
    /// A tag that cannot be repaired; `isEmpty` as far as its last bytes tell.
    case rejected(ReaderDiagnostic, isEmpty: Bool)
  }

  private struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
    var isSingleQuoted: Bool
    var isDropped = false
    var isEndDate = false
  }

  /// The repaired tag.
  private(set) var output: [UInt8] = []
  /// The element's name.
  private(set) var name: [UInt8] = []
  /// What was repaired, and how often.
  private(set) var repairs: [ReaderDiagnostic: Int] = [:]

  private let limits: ReaderLimits
  private var typeBytes: [UInt8]?
  private var attributes: [Attribute] = []
  private var scratch: [UInt8] = []

  /// Creates a reader.
  init(limits: ReaderLimits) {
    self.limits = limits
  }

  /// The `type` attribute as written, if it was read, to count what is left out.
  var type: String? { typeBytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The name of the element that an end tag closes, without what else it may hold.
  static func endName(_ tag: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    Array(tag.dropFirst(2).prefix { isName($0) })
  }

  /// Reads a start tag, from `<` to `>`.
  mutating func read(_ tag: UnsafeBufferPointer<UInt8>) -> Outcome {
    reset()
    if !Self.hasForbidden(tag) { return readClean(tag) }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: tag.lazy.filter { !Self.isForbidden($0) })
    note(.controlByte, tag.count - scratch.count)
    let clean = scratch
    return clean.withUnsafeBufferPointer { readClean($0) }
  }

  /// Reads as much of a start tag as there is, to say what was left out.
  mutating func readHead(_ tag: UnsafeBufferPointer<UInt8>) {
    reset()
    _ = parse(tag)
  }

  private mutating func reset() {
    output.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    name.removeAll(keepingCapacity: true)
    typeBytes = nil
    if !repairs.isEmpty { repairs = [:] }
  }

  private mutating func readClean(_ tag: UnsafeBufferPointer<UInt8>) -> Outcome {
    let isEmpty = tag.count > 2 && tag[tag.count - 2] == UInt8(ascii: "/")
    if let failure = parse(tag) { return .rejected(failure, isEmpty: isEmpty) }
    let hasDuplicates = resolveDuplicates(tag)
    if hasDuplicates || !attributes.allSatisfy({ isClean($0, tag) }) {
      write(tag)
    } else {
      output.append(contentsOf: tag.dropLast(isEmpty ? 2 : 1))
      output.append(contentsOf: [UInt8(ascii: "/"), UInt8(ascii: ">")])
    }
    return .start(isEmpty: isEmpty)
  }

  private mutating func note(_ diagnostic: ReaderDiagnostic, _ count: Int = 1) {
    repairs[diagnostic, default: 0] += count
  }

  // MARK: - Attributes

  /// Finds the name and the attributes; returns why the tag cannot be read, if so.
  private mutating func parse(_ tag: UnsafeBufferPointer<UInt8>) -> ReaderDiagnostic? {
    var index = 1
    name.append(contentsOf: Self.name(tag, &index))
    guard let first = name.first, Self.isNameStart(first) else { return .malformedElement }
    while true {
      let before = index
      Self.skipSpace(tag, &index)
      guard index < tag.count else { return .malformedElement }
      if tag[index] == UInt8(ascii: ">") { return index == tag.count - 1 ? nil : .malformedElement }
      if tag[index] == UInt8(ascii: "/") {
        return index == tag.count - 2 && tag[index + 1] == UInt8(ascii: ">")
          ? nil : .malformedElement
      }
      guard index > before else { return .malformedElement }
      if let failure = parseAttribute(tag, &index) { return failure }
    }
  }

  private mutating func parseAttribute(
    _ tag: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> ReaderDiagnostic? {
    let nameStart = index
    _ = Self.name(tag, &index)
    let attributeName = nameStart..<index
    guard !attributeName.isEmpty, Self.isNameStart(tag[nameStart]) else { return .malformedElement }
    Self.skipSpace(tag, &index)
    guard index < tag.count, tag[index] == UInt8(ascii: "=") else { return .malformedElement }
    index += 1
    Self.skipSpace(tag, &index)
    guard index < tag.count, tag[index] == UInt8(ascii: "\"") || tag[index] == UInt8(ascii: "'")
    else { return .malformedElement }
    let quote = tag[index]
    let valueStart = index + 1
    index = valueStart
    guard let end = tag.index(of: quote, from: index) else { return .malformedElement }
    index = end
    return add(
      Attribute(
        name: attributeName, value: valueStart..<index,
        isSingleQuoted: quote == UInt8(ascii: "'")), tag, behind: &index)
  }

  private mutating func add(
    _ attribute: Attribute, _ tag: UnsafeBufferPointer<UInt8>, behind index: inout Int
  ) -> ReaderDiagnostic? {
    index += 1
    let value = tag[attribute.value]
    if typeBytes == nil, tag[attribute.name].elementsEqual("type".utf8) {
      typeBytes = Array(value.prefix(ReaderLimits.typeBytes))
    }
    guard value.count <= limits.attributeBytes else { return .attributeTooLong }
    guard attributes.count < limits.attributesPerElement else { return .tooManyAttributes }
    attributes.append(attribute)
    return nil
  }

  /// Drops repeats: the first one counts, but a second `startDate` is the `endDate` that is missing (iOS 16).
  ///
  /// Returns whether there are any.
  private mutating func resolveDuplicates(_ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    var isAny = false
    for later in attributes.indices.dropFirst() {
      guard let earlier = earlierAttribute(of: later, tag) else { continue }
      isAny = true
      note(.duplicateAttribute)
      let name = tag[attributes[later].name]
      let isSame = tag[earlier.value].elementsEqual(tag[attributes[later].value])
      if !isSame, name.elementsEqual("startDate".utf8), !hasEndDate(tag) {
        attributes[later].isEndDate = true
      } else {
        attributes[later].isDropped = true
      }
    }
    return isAny
  }

  private func earlierAttribute(
    of later: Int, _ tag: UnsafeBufferPointer<UInt8>
  ) -> Attribute? {
    let name = UnsafeBufferPointer(rebasing: tag[attributes[later].name])
    for index in 0..<later where attributes[index].name.count == name.count {
      let other = UnsafeBufferPointer(rebasing: tag[attributes[index].name])
      if !attributes[index].isDropped, other.hasSameBytes(as: name) { return attributes[index] }
    }
    return nil
  }

  private func hasEndDate(_ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    attributes.contains { $0.isEndDate || tag[$0.name].elementsEqual("endDate".utf8) }
  }

  // MARK: - Writing

  private mutating func write(_ tag: UnsafeBufferPointer<UInt8>) {
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: name)
    for attribute in attributes where !attribute.isDropped {
      output.append(UInt8(ascii: " "))
      if attribute.isEndDate {
        output.append(contentsOf: "endDate".utf8)
      } else {
        output.append(contentsOf: tag[attribute.name])
      }
      output.append(contentsOf: "=\"".utf8)
      writeValue(UnsafeBufferPointer(rebasing: tag[attribute.value]))
      output.append(UInt8(ascii: "\""))
    }
    output.append(contentsOf: "/>".utf8)
  }

  /// Whether libxml2 can take the value as it is.
  private func isClean(_ attribute: Attribute, _ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    if attribute.isSingleQuoted { return false }
    var index = attribute.value.lowerBound
    let value = UnsafeBufferPointer(rebasing: tag[..<attribute.value.upperBound])
    while index < value.count {
      let byte = value[index]
      if byte == UInt8(ascii: "&") {
        let reference = XMLReference(value, at: index)
        if reference.kind != .valid { return false }
        index += reference.length
      } else if byte >= 0x80 {
        let sequence = UTF8Sequence(value, at: index)
        if !sequence.isValid { return false }
        index += sequence.length
      } else {
        index += 1
      }
    }
    return true
  }

  private mutating func writeValue(_ value: UnsafeBufferPointer<UInt8>) {
    guard value.contains(where: Self.needsCare) else { return output.append(contentsOf: value) }
    var index = 0
    while index < value.count {
      switch value[index] {
      case UInt8(ascii: "&"): writeReference(value, &index)
      case UInt8(ascii: "\""):
        output.append(contentsOf: "&quot;".utf8)
        index += 1
      case 0x80...: writeScalar(value, &index)
      default:
        output.append(value[index])
        index += 1
      }
    }
  }

  /// Writes what begins with `&`: an entity as it is, anything else as the text it looks like.
  private mutating func writeReference(_ value: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    let reference = XMLReference(value, at: index)
    switch reference.kind {
    case .valid: output.append(contentsOf: value[index..<index + reference.length])
    case .forbiddenCharacter: note(.invalidCharacterReference)
    case .unknownEntity:
      note(.unknownEntity)
      output.append(contentsOf: "&amp;".utf8)
      output.append(contentsOf: value[index + 1..<index + reference.length])
    case .none:
      note(.bareAmpersand)
      output.append(contentsOf: "&amp;".utf8)
    }
    index += reference.length
  }

  /// Writes one character of several bytes, or U+FFFD for bytes that are none.
  private mutating func writeScalar(_ value: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    let sequence = UTF8Sequence(value, at: index)
    if sequence.isValid {
      output.append(contentsOf: value[index..<index + sequence.length])
    } else {
      note(.invalidUTF8)
      output.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
    index += sequence.length
  }

  // MARK: - Bytes

  private static func skipSpace(_ tag: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    while index < tag.count, isSpace(tag[index]) { index += 1 }
  }

  private static func name(
    _ tag: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = index
    while index < tag.count, isName(tag[index]) { index += 1 }
    return tag[start..<index]
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte < 0x20 && !isSpace(byte)
  }

  private static func hasForbidden(_ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in tag where byte < 0x20 && isForbidden(byte) { return true }
    return false
  }

  private static func needsCare(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\"")
  }

  /// Whether a name may begin with the byte; libxml2 judges the characters beyond ASCII.
  static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80
  }

  private static func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2E
  }
}
