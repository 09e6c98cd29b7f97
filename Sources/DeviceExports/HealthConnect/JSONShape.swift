internal import HealthRecords

/// How one app writes Health Connect's records as JSON: what tells its objects, and where records lie in them.
///
/// A description only: `JSONShape.all` is the table of them, and everything else follows it.
struct JSONShape: Sendable {
  /// The id, as in `NativeBatch.shape`.
  let id: String
  /// What tells a record that stands by itself or must be told from others; alternatives of signals that hold together.
  ///
  /// Empty where records have nothing in common.
  let record: [[JSONSignal]]
  /// Where such a record says its type.
  let type: JSONTypeWord
  /// The objects around records.
  let envelopes: [JSONEnvelope]

  init(
    _ id: String, record: [[JSONSignal]] = [], type: JSONTypeWord = .unsaid,
    envelopes: [JSONEnvelope] = []
  ) {
    self.id = id
    self.record = record
    self.type = type
    self.envelopes = envelopes
  }
}

/// An object whose lists hold records.
struct JSONEnvelope: Sendable {
  /// Alternatives of signals that hold together.
  let signals: [[JSONSignal]]
  /// Its lists; where two have a key, the first one counts.
  let lists: [JSONList]
  /// What its numbers, texts and words may have to say.
  let notes: [JSONNote]
  /// The keys that lead to the lists, for the splitter.
  let paths: JSONRecordPaths

  /// Whether its first record must be one of the shape, because its own keys say too little.
  let isToldByRecords: Bool

  init(
    _ signals: [[JSONSignal]], isToldByRecords: Bool = false, lists: [JSONList],
    notes: [JSONNote] = []
  ) {
    self.signals = signals
    self.isToldByRecords = isToldByRecords
    self.lists = lists
    self.notes = notes
    paths = JSONRecordPaths(lists.map(\.path))
  }

  /// An envelope with one list that other shapes have too.
  static func shared(_ path: String, notes: [JSONNote] = []) -> JSONEnvelope {
    JSONEnvelope(
      [[.has(path, .array)]], isToldByRecords: true, lists: [JSONList(path)], notes: notes)
  }

  /// The list at a path of so many keys that ends in this one.
  func list(depth: Int, key: UnsafeBufferPointer<UInt8>) -> Int? {
    lists.firstIndex { list in
      list.keys.count == depth && list.keys.last.map { JSONSignal.matches($0, key) } == true
    }
  }
}

/// A list in an envelope.
struct JSONList: Sendable {
  /// What its elements are.
  enum Content: Sendable {
    /// Records, or objects with a record under a path.
    case records(at: JSONPath?)
    /// Ids of deleted records under a path; an element may also be the id itself.
    case deletions(id: JSONPath)
    /// Either, as the text under `kind` says: `upsert` or `delete`, in whatever case.
    case changes(kind: JSONPath, at: JSONPath, id: JSONPath)
    /// No records: that there are elements is worth saying.
    case note(HealthConnectDiagnostic)
  }

  /// Keys joined by dots; `*` stands for every key.
  let path: String
  let keys: [[UInt8]]
  let content: Content
  /// Where elements say their type.
  let type: JSONTypeWord?
  /// Whether every element must be a record by the shape's signals.
  let isChecked: Bool

  /// A list of records, each of them told by the shape's own signals.
  init(_ path: String) {
    self.init(path, .records(at: nil), type: nil, isChecked: true)
  }

  /// A list of anything else, or of records that need no signals because the envelope has told what they are.
  init(_ path: String, _ content: Content, type: JSONTypeWord? = nil, isChecked: Bool = false) {
    self.path = path
    keys = path.utf8.split(separator: UInt8(ascii: ".")).map { Array($0) }
    self.content = content
    self.type = type
    self.isChecked = isChecked
  }
}

/// Where the word for a record's type is.
enum JSONTypeWord: Sendable {
  /// Nowhere: the fields must tell.
  case unsaid
  /// The text under the first of these paths that has one.
  case under([JSONPath])
  /// The key of the list.
  case listKey
  /// The key of the record's first object, except these.
  case objectKey(except: [String])

  /// The text under the first of the paths.
  static func under(_ paths: JSONPath...) -> JSONTypeWord { .under(paths) }
}

/// Something that an envelope says about itself.
struct JSONNote: Sendable {
  /// When it is worth saying.
  enum Condition: Sendable {
    case isTrue
    case isFalse
    /// A text that is not empty.
    case isText
  }

  let key: String
  let condition: Condition
  let diagnostic: HealthConnectDiagnostic

  init(_ key: String, _ condition: Condition, _ diagnostic: HealthConnectDiagnostic) {
    self.key = key
    self.condition = condition
    self.diagnostic = diagnostic
  }

  /// Whether the envelope says it.
  func holds(for value: JSONElement) -> Bool {
    switch condition {
    case .isTrue: value.boolean == true
    case .isFalse: value.boolean == false
    case .isText: value.string?.isEmpty == false
    }
  }
}

/// Keys that lead from an object to something in it.
struct JSONPath: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The keys: `*` stands for any one, `in*` for any that begins so, and an empty one for the first object of a list.
  let keys: [[UInt8]]

  /// Creates the path from keys joined by dots; `[]` behind a key leads to the first object of its list.
  init(stringLiteral text: String) {
    self.init(text)
  }

  init(_ text: String) {
    var keys: [[UInt8]] = []
    for part in text.utf8.split(separator: UInt8(ascii: ".")) {
      let isList = part.last == UInt8(ascii: "]")
      keys.append(Array(isList ? part.dropLast(2) : part))
      if isList { keys.append([]) }
    }
    self.keys = keys
  }

  /// What is there in an object; the first of several.
  func value(in element: JSONElement) -> JSONElement? {
    var found: JSONElement?
    visit(element, from: 0) { value in
      found = value
      return true
    }
    return found
  }

  /// Calls `body` with everything that is there until it returns true; returns whether it did.
  @discardableResult
  func visit(_ element: JSONElement, from depth: Int, _ body: (JSONElement) -> Bool) -> Bool {
    guard depth < keys.count else { return body(element) }
    let key = keys[depth]
    if key.isEmpty {
      guard let first = element.elements.first(where: { $0.kind == .object }) else { return false }
      return visit(first, from: depth + 1, body)
    }
    if key.last != UInt8(ascii: "*") {
      guard let next = key.withUnsafeBufferPointer({ element[$0] }) else { return false }
      return visit(next, from: depth + 1, body)
    }
    for member in element.members where JSONSignal.matches(key, member.key) {
      if visit(member.value, from: depth + 1, body) { return true }
    }
    return false
  }
}

/// Something that tells objects of a shape from others.
struct JSONSignal: Sendable {
  /// Kinds of values.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8
    static let string = Kinds(rawValue: 1)
    static let number = Kinds(rawValue: 2)
    static let object = Kinds(rawValue: 4)
    static let array = Kinds(rawValue: 8)
    static let other = Kinds(rawValue: 16)
    static let any: Kinds = [.string, .number, .object, .array, .other]

    /// Whether a kind of value is among them.
    func holds(_ kind: JSONElement.Kind) -> Bool {
      let kinds: Kinds =
        switch kind {
        case .string: .string
        case .number: .number
        case .object: .object
        case .array: .array
        case .null, .boolean: .other
        }
      return contains(kinds)
    }
  }

  let path: JSONPath
  let kinds: Kinds
  /// The only texts that count; all values do where there are none.
  let texts: [[UInt8]]
  let isWanted: Bool

  /// There is a value of one of these kinds.
  static func has(_ path: String, _ kinds: Kinds = .any) -> JSONSignal {
    JSONSignal(path: JSONPath(path), kinds: kinds, texts: [], isWanted: true)
  }

  /// There is no value of these kinds.
  static func lacks(_ path: String, _ kinds: Kinds = .any) -> JSONSignal {
    JSONSignal(path: JSONPath(path), kinds: kinds, texts: [], isWanted: false)
  }

  /// There is none of these texts.
  static func lacks(_ path: String, texts: String...) -> JSONSignal {
    JSONSignal(
      path: JSONPath(path), kinds: .string, texts: texts.map { Array($0.utf8) }, isWanted: false)
  }

  /// Whether it holds for an object.
  func holds(for element: JSONElement) -> Bool {
    path.visit(element, from: 0) { value in
      guard kinds.holds(value.kind) else { return false }
      guard !texts.isEmpty else { return true }
      return texts.contains { text in
        text.withUnsafeBufferPointer { value.string?.hasSameBytes(as: $0) == true }
      }
    } == isWanted
  }

  /// Whether a key is one that `*`, a beginning and `*`, or the key itself stands for.
  static func matches(_ pattern: [UInt8], _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard pattern.last == UInt8(ascii: "*") else {
      return pattern.withUnsafeBufferPointer { $0.hasSameBytes(as: key) }
    }
    return key.starts(with: pattern.dropLast())
  }
}
