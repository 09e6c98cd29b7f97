/// What an import of a generated export into a new store must report, exactly.
///
/// Counted while generating, by the rules of identity and versions that the store follows, and
/// written as `expected.json` beside an export.
package struct ExpectedCounts: Sendable, Equatable {
  /// How many input records of one native type end in each outcome.
  package struct Outcomes: Sendable, Equatable {
    /// New ids.
    package var inserted = 0
    /// A greater version of a known id, with other content.
    package var updated = 0
    /// A known id with equal content.
    package var duplicate = 0
    /// A lower version of a known id, with other content.
    package var stale = 0
    /// Parts of another record: correlation members, blood-pressure rows, workout statistics.
    package var linked = 0
    /// Kept as a native record, because no mapping knows the type.
    package var unsupported = 0
    /// Refused with a reason; a generated export has none.
    package var rejected = 0

    /// No records.
    package init() {}

    /// All records read: the sum of the outcomes.
    package var read: Int {
      inserted + updated + duplicate + stale + linked + unsupported + rejected
    }

    /// Adds the outcomes of `other`.
    package mutating func add(_ other: Outcomes) {
      inserted += other.inserted
      updated += other.updated
      duplicate += other.duplicate
      stale += other.stale
      linked += other.linked
      unsupported += other.unsupported
      rejected += other.rejected
    }
  }

  /// Outcomes per native type; elements without a type have their element's name.
  package private(set) var types: [String: Outcomes] = [:]
  /// Size of the main XML file in bytes.
  package internal(set) var mainFileBytes = 0

  /// No records of any type.
  package init() {}

  /// The outcomes of all types together.
  package var total: Outcomes {
    types.values.reduce(into: Outcomes()) { $0.add($1) }
  }

  /// Adds outcomes to a type.
  mutating func add(_ outcomes: Outcomes, to type: String) {
    guard outcomes.read > 0 else { return }
    types[type, default: Outcomes()].add(outcomes)
  }

  /// Adds one to a single outcome of a type.
  mutating func count(_ outcome: WritableKeyPath<Outcomes, Int>, of type: String) {
    types[type, default: Outcomes()][keyPath: outcome] += 1
  }
}

// MARK: - JSON

extension ExpectedCounts {
  /// The counts as JSON text: fixed key order, types sorted by their bytes, a newline at the end.
  package func json() -> [UInt8] {
    var text = ByteText()
    text.append("{\n  \"main_file_bytes\": ")
    text.append(integer: Int64(mainFileBytes))
    text.append(",\n  \"total\": ")
    Self.append(total, to: &text)
    text.append(",\n  \"types\": {")
    let names = types.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (position, name) in names.enumerated() {
      text.append(position == 0 ? "\n    \"" : ",\n    \"")
      // Native type names are plain identifiers: nothing to escape.
      text.append(verbatim: name)
      text.append("\": ")
      Self.append(types[name] ?? Outcomes(), to: &text)
    }
    text.append("\n  }\n}\n")
    return text.bytes
  }

  private static func append(_ outcomes: Outcomes, to text: inout ByteText) {
    let fields: [(StaticString, Int)] = [
      ("{\"read\": ", outcomes.read), (", \"inserted\": ", outcomes.inserted),
      (", \"updated\": ", outcomes.updated), (", \"duplicate\": ", outcomes.duplicate),
      (", \"stale\": ", outcomes.stale), (", \"linked\": ", outcomes.linked),
      (", \"unsupported\": ", outcomes.unsupported), (", \"rejected\": ", outcomes.rejected),
    ]
    for (label, number) in fields {
      text.append(label)
      text.append(integer: Int64(number))
    }
    text.append("}")
  }
}
