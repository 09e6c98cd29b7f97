internal import HealthRecords

/// A list that records are in.
struct ListPlace {
  /// The numbers of its shape, its envelope, and its own in that.
  let shape: Int
  let envelope: Int
  let list: Int
  /// Its key.
  let key: UnsafeBufferPointer<UInt8>

  /// The shape of its records.
  var described: JSONShape { JSONShape.all[shape] }

  /// What its elements are.
  var rule: JSONList { described.envelopes[envelope].lists[list] }

  /// What tells an envelope with deletions from all others: where it begins.
  static func page(of shape: Int, _ envelope: Int, at position: JSONPosition) -> Int? {
    JSONShape.all[shape].envelopes[envelope].hasDeletions ? position.byte : nil
  }
}

/// An envelope that is in memory as a whole, on the way through its members.
struct EnvelopeWalk {
  /// The numbers of its shape, and its own in that.
  let shape: Int
  let envelope: Int
  /// Its members so far, apart from lists and what leads to them.
  var header: [JSONMember] = []
  /// What tells it from all others, where it has deletions.
  var page: Int? { ListPlace.page(of: shape, envelope, at: position) }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let position: JSONPosition
  private var counted = 0
  private var line: Int

  init(
    shape: Int, envelope: Int, bytes: UnsafeBufferPointer<UInt8>, position: JSONPosition
  ) {
    self.shape = shape
    self.envelope = envelope
    self.bytes = bytes
    self.position = position
    line = position.line
  }

  /// Where an element begins; offsets must not decrease from call to call.
  mutating func position(of element: JSONElement) -> JSONPosition {
    let offset = max(counted, element.offset)
    while let newline = bytes.slice(0, offset).index(of: UInt8(ascii: "\n"), from: counted) {
      line += 1
      counted = newline + 1
    }
    counted = offset
    return JSONPosition(byte: position.byte + offset, line: line)
  }
}

extension JSONElement {
  /// The first keys of an object, for an error.
  var keyTexts: [String] {
    members.prefix(16).map { String(decoding: $0.key.prefix(40), as: UTF8.self) }
  }

  /// The members that an envelope's header has: all but lists.
  var headerMembers: [JSONMember] {
    members.compactMap { $0.value.kind == .array ? nil : JSONMember(key: $0.key, value: $0.value) }
  }
}

extension HealthConnectLane {
  /// Adds the records of an envelope that is in memory.
  mutating func addEnvelope(_ object: JSONElement, _ start: EnvelopeWalk, at position: JSONPosition)
  {
    var walk = start
    let lists = JSONShape.all[walk.shape].envelopes[walk.envelope].lists
    addMembers(of: object, depth: 1, lists: Array(lists.indices), &walk)
    endEnvelope(walk.header, shape: walk.shape, envelope: walk.envelope, at: position)
  }

  /// Follows members as the splitter does: into the lists, and into objects on the way to them.
  private mutating func addMembers(
    of object: JSONElement, depth: Int, lists: [Int], _ walk: inout EnvelopeWalk
  ) {
    let rules = JSONShape.all[walk.shape].envelopes[walk.envelope].lists
    for member in object.members {
      let matching = lists.filter { list in
        let keys = rules[list].path.keys
        return keys.count >= depth && keys[depth - 1].matches(member.key)
      }
      switch member.value.kind {
      case .array:
        if let list = matching.first(where: { rules[$0].path.keys.count == depth }) {
          addList(member, list, &walk)
        }
      case .object:
        let further = matching.filter { rules[$0].path.keys.count > depth }
        if further.isEmpty {
          walk.header.append(JSONMember(key: member.key, value: member.value))
        } else {
          addMembers(of: member.value, depth: depth + 1, lists: further, &walk)
        }
      default: walk.header.append(JSONMember(key: member.key, value: member.value))
      }
    }
  }

  private mutating func addList(
    _ member: (key: UnsafeBufferPointer<UInt8>, value: JSONElement), _ list: Int,
    _ walk: inout EnvelopeWalk
  ) {
    let place = ListPlace(
      shape: walk.shape, envelope: walk.envelope, list: list, key: member.key)
    for (index, element) in member.value.elements.enumerated() {
      let position = walk.position(of: element)
      if index == 0 {
        batches.enter(place.described, envelope: walk.header, page: walk.page, at: position)
      }
      addElement(element, of: place, at: position)
    }
  }

  /// Begins a list of an envelope that is read list by list.
  mutating func enter(_ list: HealthConnectPiece.List, at position: JSONPosition) {
    let shape = JSONShape.all[list.shape]
    list.header.withPadding { header in
      let problem = parse(header) {
        $1.batches.enter(shape, envelope: $0.headerMembers, page: list.page, at: position)
      }
      // The fault is counted where the envelope ends.
      if problem != nil { batches.enter(shape, envelope: [], page: list.page, at: position) }
    }
  }

  /// Says what an envelope says about itself, and remembers its shape although it may have no records.
  mutating func endEnvelope(
    _ header: [JSONMember], shape number: Int, envelope: Int, at position: JSONPosition
  ) {
    let shape = JSONShape.all[number]
    if !batches.shapes.contains(shape.id) {
      let page = ListPlace.page(of: number, envelope, at: position)
      batches.enter(shape, envelope: header, page: page, at: position)
    }
    for note in shape.envelopes[envelope].notes {
      let says = header.contains { member in
        note.key.utf8.elementsEqual(member.key) && note.holds(for: member.value)
      }
      if says { batches.note(note.diagnostic, at: position) }
    }
  }

  // MARK: - Elements

  /// Adds what an element of a list is.
  mutating func addElement(
    _ element: JSONElement, of place: ListPlace, at position: JSONPosition
  ) {
    switch place.rule.content {
    case .note(let diagnostic): batches.note(diagnostic, at: position)
    case .records(let path): addRecord(element, under: path, of: place, at: position)
    case .deletions(let id):
      batches.addDeletion(element, id: id, type: word(of: element, place), at: position)
    case .changes(let kind, let path, let id):
      switch JSONChange(element, under: kind) {
      case .upsert: addRecord(element, under: path, of: place, at: position)
      case .deletion:
        batches.addDeletion(element, id: id, type: word(of: element, place), at: position)
      case nil: batches.reject(.unknownRecord, type: word(of: element, place), at: position)
      }
    }
  }

  private mutating func addRecord(
    _ element: JSONElement, under path: JSONPath?, of place: ListPlace, at position: JSONPosition
  ) {
    let type = word(of: element, place)
    let record = path.map { $0.value(in: element) } ?? element
    guard let record, record.kind == .object, record.count > 0,
      !place.rule.isChecked || place.described.isRecord(record)
    else { return batches.reject(.unknownRecord, type: type ?? place.key, at: position) }
    batches.addRecord(record, type: type, at: position)
  }

  private func word(
    of element: JSONElement, _ place: ListPlace
  ) -> UnsafeBufferPointer<UInt8>? {
    (place.rule.type ?? place.described.type).word(of: element, listKey: place.key)
  }
}

extension [UInt8] {
  /// Calls `body` with a copy that has the parser's padding behind it.
  fileprivate func withPadding(_ body: (PaddedJSON) -> Void) {
    let padded = self + repeatElement(0x20, count: JSONParser.padding)
    padded.withUnsafeBufferPointer { body(PaddedJSON(paddedBytes: $0.slice(0, count))) }
  }
}
