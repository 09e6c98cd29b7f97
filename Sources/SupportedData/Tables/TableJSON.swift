/// A JSON value of a table with the place where it begins.
///
/// The tables are data that people edit: an error must name the line, a key written twice or
/// misspelt must not pass unseen. FoundationEssentials' decoder gives no position on Linux and
/// takes the first of two equal keys, so that the tables have this small reader.
struct TableJSON: Sendable {
  /// What the value is.
  enum Content: Sendable {
    case object([Member])
    case array([TableJSON])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    /// The kind in words.
    var kind: String {
      switch self {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .number: "a number"
      case .boolean: "true or false"
      case .null: "null"
      }
    }
  }

  /// A key and its value.
  struct Member: Sendable {
    let key: String
    let value: TableJSON
  }

  let content: Content
  let position: TablePosition

  /// Tables are nested four deep.
  static let depthLimit = 16
  /// A row has about ten keys; `TableRow` marks the keys it has read in one word.
  static let keyLimit = 64

  /// Reads a whole document in time linear in its size.
  static func read(_ bytes: [UInt8], file: String) throws(MappingError) -> TableJSON {
    guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
      throw MappingError(
        .malformedJSON, TablePlace(file: file), reason: "The file is not valid UTF-8.",
        remedy: "Save it as UTF-8.")
    }
    var parser = TableJSONParser(bytes: bytes, file: file)
    return try parser.document()
  }
}

/// A strict recursive JSON parser that stops at the first fault.
private struct TableJSONParser {
  let bytes: [UInt8]
  let file: String
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  mutating func document() throws(MappingError) -> TableJSON {
    let value = try value()
    skipSpace()
    guard index == bytes.count else { throw fault("Text follows the end of the document.") }
    return value
  }

  private mutating func value() throws(MappingError) -> TableJSON {
    skipSpace()
    let start = position
    let content: TableJSON.Content
    switch peek {
    case UInt8(ascii: "{"): content = .object(try members())
    case UInt8(ascii: "["): content = .array(try elements())
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "t"): content = try word("true", .boolean(true))
    case UInt8(ascii: "f"): content = try word("false", .boolean(false))
    case UInt8(ascii: "n"): content = try word("null", .null)
    case .none: throw fault("The file ends where a value is expected.")
    default: content = .number(try number())
    }
    return TableJSON(content: content, position: start)
  }

  // MARK: - Containers

  private mutating func members() throws(MappingError) -> [TableJSON.Member] {
    var members: [TableJSON.Member] = []
    try open()
    if close(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("A key in quotes is expected.") }
      let start = position
      let key = try string()
      guard !members.contains(where: { $0.key == key }) else {
        throw fault("The key \"\(key)\" is written twice.", at: start)
      }
      guard members.count < TableJSON.keyLimit else {
        throw fault("An object has more than \(TableJSON.keyLimit) keys.", at: start)
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw fault("A colon is expected after a key.") }
      members.append(TableJSON.Member(key: key, value: try value()))
    } while comma()
    guard close(UInt8(ascii: "}")) else { throw fault("A comma or } is expected.") }
    return members
  }

  private mutating func elements() throws(MappingError) -> [TableJSON] {
    var elements: [TableJSON] = []
    try open()
    if close(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try value()) } while comma()
    guard close(UInt8(ascii: "]")) else { throw fault("A comma or ] is expected.") }
    return elements
  }

  private mutating func open() throws(MappingError) {
    guard depth < TableJSON.depthLimit else {
      throw fault("Values are nested deeper than \(TableJSON.depthLimit).")
    }
    depth += 1
    index += 1
  }

  private mutating func close(_ byte: UInt8) -> Bool {
    skipSpace()
    guard take(byte) else { return false }
    depth -= 1
    return true
  }

  private mutating func comma() -> Bool {
    skipSpace()
    return take(UInt8(ascii: ","))
  }

  // MARK: - Scalars

  private mutating func word(
    _ text: StaticString, _ content: TableJSON.Content
  ) throws(MappingError) -> TableJSON.Content {
    let end = index + text.utf8CodeUnitCount
    let matches = text.withUTF8Buffer { end <= bytes.count && bytes[index..<end].elementsEqual($0) }
    guard matches else { throw fault("A value is expected.") }
    index = end
    return content
  }

  private mutating func number() throws(MappingError) -> Double {
    let start = position
    let first = index
    _ = take(UInt8(ascii: "-"))
    let whole = digits()
    var isValid = !whole.isEmpty && (whole.count == 1 || bytes[whole.lowerBound] != 48)
    if take(UInt8(ascii: ".")) { isValid = !digits().isEmpty && isValid }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      isValid = !digits().isEmpty && isValid
    }
    guard isValid, let number = Double(String(decoding: bytes[first..<index], as: UTF8.self)),
      number.isFinite
    else { throw fault("A value is expected.", at: start) }
    return number
  }

  private mutating func digits() -> Range<Int> {
    let first = index
    while let byte = peek, byte >= 48, byte <= 57 { index += 1 }
    return first..<index
  }

  private mutating func string() throws(MappingError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20:
        index -= 1
        throw fault("A string holds a control character.")
      default: text.append(byte)
      }
    }
    throw fault("The file ends inside a string.")
  }

  private mutating func escape(into text: inout [UInt8]) throws(MappingError) {
    let byte = peek
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte ?? 0)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
    default:
      index -= 1
      throw fault("A backslash is followed by no known escape.")
    }
  }

  /// A `\uXXXX` escape; units in pairs, as no table needs characters beyond them, are refused.
  private mutating func scalar() throws(MappingError) -> Character {
    let end = index + 4
    guard end <= bytes.count, bytes[index..<end].allSatisfy({ $0 != 43 && $0 != 45 }),
      let unit = UInt32(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(unit)
    else { throw fault("\\u needs four hexadecimal digits of one character.") }
    index = end
    return Character(scalar)
  }

  // MARK: - Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var position: TablePosition {
    TablePosition(line: line, column: index - lineStart + 1)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
      if byte == 0x0A {
        line += 1
        lineStart = index
      }
    }
  }

  private func fault(_ reason: String, at place: TablePosition? = nil) -> MappingError {
    MappingError(
      .malformedJSON, TablePlace(file: file, position: place ?? position), reason: reason,
      remedy: "Correct the JSON at this place.")
  }
}
