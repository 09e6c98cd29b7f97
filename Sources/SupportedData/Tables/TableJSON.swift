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
    guard Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes else {
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
  private var cursor: JSONCursor
  private let file: String
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  init(bytes: [UInt8], file: String) {
    cursor = JSONCursor(bytes: bytes)
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
      guard cursor.take(UInt8(ascii: ":")) else { throw fault("A colon is expected after a key.") }
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
    cursor.index += 1
  }

  private mutating func close(_ byte: UInt8) -> Bool {
    skipSpace()
    guard cursor.take(byte) else { return false }
    depth -= 1
    return true
  }

  private mutating func comma() -> Bool {
    skipSpace()
    return cursor.take(UInt8(ascii: ","))
  }

  // MARK: - Scalars

  private mutating func word(
    _ text: StaticString, _ content: TableJSON.Content
  ) throws(MappingError) -> TableJSON.Content {
    guard cursor.word(text) else { throw fault("A value is expected.") }
    return content
  }

  private mutating func number() throws(MappingError) -> Double {
    let start = position
    let first = index
    guard cursor.number(),
      let number = Double(String(decoding: bytes[first..<index], as: UTF8.self)), number.isFinite
    else { throw fault("A value is expected.", at: start) }
    return number
  }

  private mutating func string() throws(MappingError) -> String {
    cursor.index += 1
    var text: [UInt8] = []
    while let byte = peek {
      cursor.index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20:
        cursor.index -= 1
        throw fault("A string holds a control character.")
      default: text.append(byte)
      }
    }
    throw fault("The file ends inside a string.")
  }

  private mutating func escape(into text: inout [UInt8]) throws(MappingError) {
    if cursor.take(UInt8(ascii: "u")) {
      text.append(contentsOf: String(try scalar()).utf8)
    } else if let byte = peek.flatMap(JSONCursor.escaped) {
      cursor.index += 1
      text.append(byte)
    } else {
      throw fault("A backslash is followed by no known escape.")
    }
  }

  /// A `\uXXXX` escape; units in pairs, as no table needs characters beyond them, are refused.
  private mutating func scalar() throws(MappingError) -> Character {
    guard let unit = JSONCursor.unit(bytes[index...].prefix(4)), let scalar = Unicode.Scalar(unit)
    else { throw fault("\\u needs four hexadecimal digits of one character.") }
    cursor.index += 4
    return Character(scalar)
  }

  // MARK: - Bytes

  private var bytes: [UInt8] { cursor.bytes }

  private var index: Int { cursor.index }

  private var peek: UInt8? { cursor.peek }

  private var position: TablePosition {
    TablePosition(line: line, column: index - lineStart + 1)
  }

  /// Counts the lines, which end between tokens alone: a string holds no control character.
  private mutating func skipSpace() {
    let first = index
    cursor.skipSpace()
    for place in first..<index where bytes[place] == 0x0A {
      line += 1
      lineStart = place + 1
    }
  }

  private func fault(_ reason: String, at place: TablePosition? = nil) -> MappingError {
    MappingError(
      .malformedJSON, TablePlace(file: file, position: place ?? position), reason: reason,
      remedy: "Correct the JSON at this place.")
  }
}
