internal import HealthRecords

/// What an object was found to be.
enum JSONShapeMatch: Hashable {
  /// A record of the shape with this number in the table.
  case record(Int)
  /// An envelope: the numbers of its shape, and of the envelope in that.
  case envelope(Int, Int)
}

extension JSONShape {
  /// What an object is; nil where it is of no shape, or of more than one.
  ///
  /// Of an object that is not whole, lists may be empty that are not. Where records must tell an envelope, the first one
  /// does that is of any shape, out of the first few of its list.
  static func match(_ object: JSONElement, isWhole: Bool = true) -> JSONShapeMatch? {
    guard object.kind == .object, !isForeign(object) else { return nil }
    let longest = object.members.lazy.map(\.value.elementCount).max() ?? 0
    for index in 0..<max(1, min(longest, JSONElement.probedCount)) {
      var found: JSONShapeMatch?
      for (number, shape) in all.enumerated() {
        guard let match = shape.match(object, number: number, record: index) else { continue }
        // Two shapes claim it: no guess is made.
        guard found == nil else { return nil }
        found = match
      }
      if let found { return found }
    }
    return isWhole ? emptyPage(object) : nil
  }

  /// Whether the object is of a format that must not be taken for one of Health Connect.
  static func isForeign(_ object: JSONElement) -> Bool {
    foreign.contains { $0.holds(for: object) }
  }

  /// Whether the object has what tells the shape's records.
  func isRecord(_ object: JSONElement) -> Bool {
    record.contains { signals in signals.allSatisfy { $0.holds(for: object) } }
  }

  private func match(
    _ object: JSONElement, number: Int, record index: Int
  ) -> JSONShapeMatch? {
    if isRecord(object) { return .record(number) }
    let envelope = envelopes.firstIndex { envelope in
      envelope.isTold(by: object)
        && (!envelope.isToldByRecords || holdsRecord(index, envelope, object))
    }
    return envelope.map { .envelope(number, $0) }
  }

  /// Whether the object with this number, from 0, in one of the lists is a record.
  private func holdsRecord(
    _ index: Int, _ envelope: JSONEnvelope, _ object: JSONElement
  ) -> Bool {
    envelope.lists.contains { list in
      guard case .records(let path) = list.content,
        let objects = list.path.value(in: object)?.firstObjects, index < objects.count
      else { return false }
      let element = objects[index]
      return isRecord(path?.value(in: element) ?? element) && !Self.isForeign(element)
    }
  }

  /// A page without records, which could be of several shapes, is taken for the first one.
  private static func emptyPage(_ object: JSONElement) -> JSONShapeMatch? {
    for (number, shape) in all.enumerated() {
      let index = shape.envelopes.firstIndex { $0.isToldByRecords && $0.isEmptyPage(object) }
      if let index { return .envelope(number, index) }
    }
    return nil
  }
}

extension JSONEnvelope {
  /// Whether the object has no more than an empty list and what the envelope may say of itself.
  fileprivate func isEmptyPage(_ object: JSONElement) -> Bool {
    var lists = 0
    for member in object.members {
      if member.value.kind == .array, member.value.count == 0,
        list(depth: 1, key: member.key) != nil
      {
        lists += 1
      } else if !notes.contains(where: { $0.key.utf8.elementsEqual(member.key) }) {
        return false
      }
    }
    return lists > 0
  }

  /// Whether the object has what tells the envelope.
  fileprivate func isTold(by object: JSONElement) -> Bool {
    signals.contains { signals in signals.allSatisfy { $0.holds(for: object) } }
  }
}

extension JSONElement {
  /// The number of elements of a list; 0 for anything else.
  fileprivate var elementCount: Int { kind == .array ? count : 0 }
}

extension JSONTypeWord {
  /// The word of a list's element; nil where it says none.
  func word(
    of element: JSONElement, listKey: UnsafeBufferPointer<UInt8>?
  ) -> UnsafeBufferPointer<UInt8>? {
    switch self {
    case .unsaid: return nil
    case .listKey: return listKey
    case .under(let paths):
      for path in paths {
        if let text = path.value(in: element)?.string, !text.isEmpty { return text }
      }
      return nil
    case .objectKey(let others):
      for member in element.members where member.value.kind == .object {
        if !others.contains(where: { $0.utf8.elementsEqual(member.key) }) { return member.key }
      }
      return nil
    }
  }
}
