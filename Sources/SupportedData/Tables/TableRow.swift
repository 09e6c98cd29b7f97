/// One object of a table, read key by key; a key that nothing has read is an error when the row is
/// finished.
struct TableRow {
  /// The row for messages: file, `types[12]`, line and column.
  let place: TablePlace
  private let members: [TableJSON.Member]
  /// A bit per member that was read.
  private var isRead: UInt64 = 0

  /// Creates the row of an object; anything else is refused.
  init(_ value: TableJSON, file: String, row: String) throws(MappingError) {
    place = TablePlace(file: file, row: row, position: value.position)
    guard case .object(let members) = value.content else {
      throw MappingError(
        .invalidField, place, reason: "This is \(value.content.kind), not an object.",
        remedy: "Write one object per row.")
    }
    self.members = members
  }

  /// Reads a whole file with `body`, which must read every key.
  static func document<Table>(
    _ bytes: [UInt8], file: String,
    _ body: (inout TableRow) throws(MappingError) -> Table
  ) throws(MappingError) -> Table {
    var root = try TableRow(try TableJSON.read(bytes, file: file), file: file, row: "")
    let table = try body(&root)
    try root.finish()
    return table
  }

  /// Refuses a key that was not read.
  func finish() throws(MappingError) {
    for index in members.indices where isRead & (1 << UInt64(index)) == 0 {
      let member = members[index]
      throw MappingError(
        .unknownKey, place(of: member.value),
        reason: "The key \"\(member.key)\" is not known here.",
        remedy: "Correct its spelling or remove it.")
    }
  }

  // MARK: - Scalars

  /// A string that must not be empty.
  mutating func string(_ key: String) throws(MappingError) -> String {
    try required(try optionalString(key), key)
  }

  /// A string that must not be empty; nil where the key is absent.
  mutating func optionalString(_ key: String) throws(MappingError) -> String? {
    guard let value = take(key) else { return nil }
    return try text(value, key)
  }

  /// A word of a closed set.
  mutating func word<Word: RawRepresentable<String>>(
    _ key: String, _ type: Word.Type
  ) throws(MappingError) -> Word {
    try required(try optionalWord(key, type), key)
  }

  /// A word of a closed set; nil where the key is absent.
  mutating func optionalWord<Word: RawRepresentable<String>>(
    _ key: String, _ type: Word.Type
  ) throws(MappingError) -> Word? {
    guard let value = take(key) else { return nil }
    let text = try text(value, key)
    guard let word = Word(rawValue: text) else {
      throw invalid(value, "\"\(text)\" is no word that \"\(key)\" may have.")
    }
    return word
  }

  /// A finite number; nil where the key is absent.
  mutating func optionalNumber(_ key: String) throws(MappingError) -> Double? {
    guard let value = take(key) else { return nil }
    return try number(value, key)
  }

  /// A whole number.
  mutating func integer(_ key: String) throws(MappingError) -> Int {
    guard let value = take(key) else { return try required(nil, key) }
    guard let integer = Int(exactly: try number(value, key)) else {
      throw invalid(value, "\"\(key)\" must be a whole number.")
    }
    return integer
  }

  /// A whole number; nil where the key is absent.
  mutating func optionalInteger(_ key: String) throws(MappingError) -> Int? {
    has(key) ? try integer(key) : nil
  }

  /// True or false; false where the key is absent.
  mutating func flag(_ key: String) throws(MappingError) -> Bool {
    guard let value = take(key) else { return false }
    guard case .boolean(let flag) = value.content else {
      throw mismatch(value, key, "true or false")
    }
    return flag
  }

  // MARK: - Lists

  /// A list of strings; empty where the key is absent.
  mutating func strings(_ key: String) throws(MappingError) -> [String] {
    var strings: [String] = []
    for element in try elements(key) { strings.append(try text(element, key)) }
    return strings
  }

  /// A pair of numbers, lower and upper; nil where the key is absent.
  mutating func bounds(_ key: String) throws(MappingError) -> PlausibleBounds? {
    guard has(key) else { return nil }
    let pair = try elements(key)
    guard pair.count == 2 else {
      throw invalid(nil, "\"\(key)\" must hold two numbers, lower and upper.")
    }
    return PlausibleBounds(lower: try number(pair[0], key), upper: try number(pair[1], key))
  }

  /// The rows of a list of objects, each read by `body` and then finished; empty where the key is
  /// absent.
  mutating func rows<Element>(
    _ key: String, _ body: (inout TableRow) throws(MappingError) -> Element
  ) throws(MappingError) -> [Element] {
    var result: [Element] = []
    let elements = try elements(key)
    result.reserveCapacity(elements.count)
    let prefix = place.row.isEmpty ? key : "\(place.row).\(key)"
    for (index, element) in elements.enumerated() {
      var row = try TableRow(element, file: place.file, row: "\(prefix)[\(index)]")
      result.append(try body(&row))
      try row.finish()
    }
    return result
  }

  /// The object of a key as a row that the caller finishes; nil where the key is absent.
  mutating func row(_ key: String) throws(MappingError) -> TableRow? {
    guard let value = take(key) else { return nil }
    return try TableRow(value, file: place.file, row: key)
  }

  /// The object of a key, read by `body` and then finished; nil where the key is absent.
  mutating func row<Element>(
    _ key: String, _ body: (inout TableRow) throws(MappingError) -> Element
  ) throws(MappingError) -> Element? {
    guard let value = take(key) else { return nil }
    let name = place.row.isEmpty ? key : "\(place.row).\(key)"
    var row = try TableRow(value, file: place.file, row: name)
    let element = try body(&row)
    try row.finish()
    return element
  }

  /// The keys, in the order of the file.
  var keys: [String] { members.map(\.key) }

  // MARK: - Access

  private func has(_ key: String) -> Bool { members.contains { $0.key == key } }

  private mutating func take(_ key: String) -> TableJSON? {
    guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
    isRead |= 1 << UInt64(index)
    return members[index].value
  }

  private mutating func elements(_ key: String) throws(MappingError) -> [TableJSON] {
    guard let value = take(key) else { return [] }
    guard case .array(let elements) = value.content else { throw mismatch(value, key, "an array") }
    return elements
  }

  private func text(_ value: TableJSON, _ key: String) throws(MappingError) -> String {
    guard case .string(let text) = value.content else { throw mismatch(value, key, "a string") }
    guard !text.isEmpty else { throw invalid(value, "\"\(key)\" must not be empty.") }
    return text
  }

  private func number(_ value: TableJSON, _ key: String) throws(MappingError) -> Double {
    guard case .number(let number) = value.content else { throw mismatch(value, key, "a number") }
    return number
  }

  // MARK: - Errors

  private func required<Value>(_ value: Value?, _ key: String) throws(MappingError) -> Value {
    guard let value else {
      throw MappingError(
        .invalidField, place, reason: "The key \"\(key)\" is missing.", remedy: "Add it.")
    }
    return value
  }

  private func mismatch(_ value: TableJSON, _ key: String, _ expected: String) -> MappingError {
    invalid(value, "\"\(key)\" is \(value.content.kind) and must be \(expected).")
  }

  private func invalid(_ value: TableJSON?, _ reason: String) -> MappingError {
    MappingError(
      .invalidField, value.map(place(of:)) ?? place, reason: reason,
      remedy: "mappings/README.md lists what each key may hold.")
  }

  private func place(of value: TableJSON) -> TablePlace {
    TablePlace(file: place.file, row: place.row, position: value.position)
  }
}
