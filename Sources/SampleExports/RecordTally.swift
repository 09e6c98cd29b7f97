/// What an import of a Samsung Health or Health Connect sample must report, per native type.
///
/// Whether a kept record is `inserted`, `linked` or `unsupported` is for the mapping tables to say:
/// all three are `kept` here.
package struct RecordTally: Sendable, Equatable {
  /// How many input records of one native type end how.
  package struct Outcomes: Sendable, Equatable {
    /// New ids: inserted, linked or unsupported.
    package var kept = 0
    /// A greater version of a known id, with other content.
    package var updated = 0
    /// A known id with equal content.
    package var duplicate = 0
    /// A lower version of a known id, or a deletion that an upsert has overtaken.
    package var stale = 0
    /// A deletion that counts, of a record known or not.
    package var deleted = 0
    /// Refused with a reason.
    package var rejected = 0

    /// No records.
    package init() {}

    /// All records read: the sum of the outcomes.
    package var read: Int { kept + updated + duplicate + stale + deleted + rejected }

    /// The outcomes of the same records when they are imported once more: of an id's versions the
    /// greatest is a duplicate and those that it replaced are stale.
    package var again: Outcomes {
      var again = Outcomes()
      again.rejected = rejected
      again.duplicate = kept + duplicate + deleted
      again.stale = updated + stale
      return again
    }

    mutating func add(_ other: Outcomes) {
      kept += other.kept
      updated += other.updated
      duplicate += other.duplicate
      stale += other.stale
      deleted += other.deleted
      rejected += other.rejected
    }
  }

  /// Outcomes per native type.
  package private(set) var types: [String: Outcomes] = [:]

  /// No records of any type.
  package init() {}

  /// The outcomes of all types together.
  package var total: Outcomes {
    types.values.reduce(into: Outcomes()) { $0.add($1) }
  }

  /// The tally of importing the same input once more.
  package var again: RecordTally {
    var again = RecordTally()
    for (type, outcomes) in types { again.types[type] = outcomes.again }
    return again
  }

  /// Adds one to an outcome of a type.
  mutating func count(_ outcome: WritableKeyPath<Outcomes, Int>, of type: String) {
    types[type, default: Outcomes()][keyPath: outcome] += 1
  }

  /// Adds outcomes to a type.
  mutating func add(_ outcomes: Outcomes, to type: String) {
    guard outcomes.read > 0 else { return }
    types[type, default: Outcomes()].add(outcomes)
  }
}

/// All that is expected of one sample: an import into a new store, again, and after another sample.
package struct SampleExpectation: Sendable, Equatable {
  /// Size of everything written, unpacked, in bytes.
  package internal(set) var bytes = 0
  /// Into a new store.
  package internal(set) var first = RecordTally()
  /// Into the store of the sample that this one continues, if it does.
  package internal(set) var later: RecordTally?
  /// Records of the sample before that this one lacks although its table is whole, per native type.
  package internal(set) var absent: [String: Int] = [:]

  /// Nothing expected.
  package init() {}

  /// As JSON text: fixed key order, types sorted by their bytes, a newline at the end.
  package func json() -> [UInt8] {
    var text = ByteText()
    text.append("{\n  \"bytes\": ")
    text.append(integer: Int64(bytes))
    Self.append(first, named: "first", to: &text)
    Self.append(first.again, named: "again", to: &text)
    if let later { Self.append(later, named: "later", to: &text) }
    if !absent.isEmpty {
      text.append(",\n  \"absent\": {")
      for (position, (type, count)) in absent.sorted(by: { $0.key < $1.key }).enumerated() {
        text.append(position == 0 ? "\"" : ", \"")
        text.append(verbatim: type)
        text.append("\": ")
        text.append(integer: Int64(count))
      }
      text.append("}")
    }
    text.append("\n}\n")
    return text.bytes
  }

  private static func append(
    _ tally: RecordTally, named name: StaticString, to text: inout ByteText
  ) {
    text.append(",\n  \"")
    text.append(name)
    text.append("\": {\n    \"total\": ")
    append(tally.total, to: &text)
    text.append(",\n    \"types\": {")
    let names = tally.types.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (position, name) in names.enumerated() {
      text.append(position == 0 ? "\n      \"" : ",\n      \"")
      // Native type names are plain identifiers: nothing to escape.
      text.append(verbatim: name)
      text.append("\": ")
      append(tally.types[name] ?? RecordTally.Outcomes(), to: &text)
    }
    text.append("\n    }\n  }")
  }

  private static func append(_ outcomes: RecordTally.Outcomes, to text: inout ByteText) {
    let fields: [(StaticString, Int)] = [
      ("{\"read\": ", outcomes.read), (", \"kept\": ", outcomes.kept),
      (", \"updated\": ", outcomes.updated), (", \"duplicate\": ", outcomes.duplicate),
      (", \"stale\": ", outcomes.stale), (", \"deleted\": ", outcomes.deleted),
      (", \"rejected\": ", outcomes.rejected),
    ]
    for (label, number) in fields {
      text.append(label)
      text.append(integer: Int64(number))
    }
    text.append("}")
  }
}
