internal import HealthRecords

/// How one app writes Health Connect's records as JSON: what tells its objects, and where records lie in them.
///
/// A description only: `JSONShape.all` is the table of them, and everything else follows it.
final class JSONShape: Sendable {
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
final class JSONEnvelope: Sendable {
  /// Alternatives of signals that hold together.
  let signals: [[JSONSignal]]
  /// Its lists; where two have a key, the first one counts.
  let lists: [JSONList]
  /// What its numbers, texts and words may have to say.
  let notes: [JSONNote]
  /// The keys that lead to the lists, for the splitter.
  let paths: JSONRecordPaths

  /// Whether one of its first records must be of the shape, because its own keys say too little.
  let isToldByRecords: Bool
  /// Whether it can name deleted records: it is a page then, in which records and deletions have to do with each other.
  let hasDeletions: Bool

  init(
    _ signals: [[JSONSignal]], isToldByRecords: Bool = false, lists: [JSONList],
    notes: [JSONNote] = []
  ) {
    self.signals = signals
    self.isToldByRecords = isToldByRecords
    self.lists = lists
    self.notes = notes
    paths = JSONRecordPaths(lists.map(\.path.description))
    hasDeletions = lists.contains(where: \.hasDeletions)
  }

  /// An envelope with one list that other shapes have too.
  static func shared(_ path: StaticString, notes: [JSONNote] = []) -> JSONEnvelope {
    JSONEnvelope(
      [[.has(path, .array)]], isToldByRecords: true, lists: [JSONList(path)], notes: notes)
  }

  /// The list at a path of so many keys that ends in this one.
  func list(depth: Int, key: UnsafeBufferPointer<UInt8>) -> Int? {
    lists.firstIndex { list in
      list.path.keys.count == depth && list.path.keys.last?.matches(key) == true
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

  /// The keys that lead to it.
  let path: JSONPath
  let content: Content
  /// Where elements say their type.
  let type: JSONTypeWord?
  /// Whether every element must be a record by the shape's signals.
  let isChecked: Bool

  /// Whether elements can be deletions.
  var hasDeletions: Bool {
    switch content {
    case .deletions, .changes: true
    case .records, .note: false
    }
  }

  /// A list of records, each of them told by the shape's own signals.
  init(_ path: StaticString) {
    self.init(path, .records(at: nil), type: nil, isChecked: true)
  }

  /// A list of anything else, or of records that need no signals because the envelope has told what they are.
  init(_ path: StaticString, _ content: Content, type: JSONTypeWord? = nil, isChecked: Bool = false)
  {
    self.path = JSONPath(path)
    self.content = content
    self.type = type
    self.isChecked = isChecked
  }
}

/// What an element of a list of changes says of its record.
enum JSONChange {
  case upsert
  case deletion

  /// What the text under a path says, in whatever case; nil where it is neither.
  init?(_ element: JSONElement, under kind: JSONPath) {
    guard let word = kind.value(in: element)?.string else { return nil }
    switch String(decoding: word.prefix(16), as: UTF8.self).lowercased() {
    case "upsert": self = .upsert
    case "delete", "deletion": self = .deletion
    default: return nil
    }
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
  let texts: [JSONKey]
  let isWanted: Bool

  /// There is a value of one of these kinds.
  static func has(_ path: StaticString, _ kinds: Kinds = .any) -> JSONSignal {
    JSONSignal(path: JSONPath(path), kinds: kinds, texts: [], isWanted: true)
  }

  /// There is no value of these kinds.
  static func lacks(_ path: StaticString, _ kinds: Kinds = .any) -> JSONSignal {
    JSONSignal(path: JSONPath(path), kinds: kinds, texts: [], isWanted: false)
  }

  /// There is none of these texts.
  static func lacks(_ path: StaticString, texts: StaticString...) -> JSONSignal {
    JSONSignal(
      path: JSONPath(path), kinds: .string, texts: texts.map { JSONKey($0) }, isWanted: false)
  }

  /// Whether it holds for an object.
  func holds(for element: JSONElement) -> Bool {
    path.visit(element) { value in
      guard kinds.holds(value.kind) else { return false }
      guard !texts.isEmpty else { return true }
      return texts.contains { value.string?.hasSameBytes(as: $0.bytes) == true }
    } == isWanted
  }
}
