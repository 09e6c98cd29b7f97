import HealthRecords

/// A provider's tables as the normalization of one shape reads them: made once per normalizer.
///
/// A reference, because every plan and every batch has it.
final class FieldContext: Sendable {
  let tables: MappingTables
  let table: ProviderTable
  let shape: ShapeMapping?
  /// The shape's own type words.
  private let words: [String: ShapeType]
  /// The table's types by their names without case and separators.
  private let folded: [String: TypeMapping]
  private let prefixes: [String]
  /// For each code set of the table, the set that numbers its codes.
  private let numberSets: [Int]
  /// What tells the type of records that do not say it.
  let inference: InferenceRules
  /// What batches of the shape leave for the next ones.
  let plans = Guarded([FieldPlans]())

  init(tables: MappingTables, table: ProviderTable, shape: ShapeMapping?) {
    self.tables = tables
    self.table = table
    self.shape = shape
    let pairs = (shape?.types ?? []).flatMap { type in type.words.map { ($0, type) } }
    words = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    folded = Dictionary(
      table.types.flatMap { type in
        ([type.native] + type.aliases).map { (Self.folded($0), type) }
      }, uniquingKeysWith: { first, _ in first })
    prefixes = (shape?.inside ?? []).filter { $0 != "$type" }.map { $0 + "." }
    let ids = table.codeSets.map(\.id)
    let suffix = shape?.numbering.map { "_" + $0 } ?? ""
    numberSets = ids.enumerated().map { index, id in
      guard !suffix.isEmpty, id.hasSuffix(suffix) else { return index }
      return ids.firstIndex(of: String(id.dropLast(suffix.count))) ?? index
    }
    inference = InferenceRules(table, shape)
  }

  // MARK: - Types

  /// What a type word means: the class, and the shape's entry for it.
  ///
  /// Words of Samsung Health are table names and must be exact; those of Health Connect may be a class's name in any
  /// case, with `Record` or `RecordTable` behind it.
  func type(of word: String) -> (mapping: TypeMapping?, word: ShapeType?) {
    if let entry = words[word] { return (table.type(named: entry.type), entry) }
    if let exact = table.type(named: word) { return (exact, nil) }
    guard table.provider == .healthConnect else { return (nil, nil) }
    return (folded[Self.folded(word)], nil)
  }

  /// The letters and digits of a name in lower case, without the words that only say that it is a record.
  static func folded(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 0x41...0x5A: bytes.append(byte | 0x20)
      case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
      default: break
      }
    }
    var text = String(decoding: bytes, as: UTF8.self)
    for suffix in ["table", "record"] where text.hasSuffix(suffix) && text.count > suffix.count {
      text.removeLast(suffix.count)
    }
    return text
  }

  /// Plans that no batch has at hand, or new ones; to be given back when the batch is done.
  func takePlans() -> FieldPlans {
    plans.update { $0.popLast() } ?? FieldPlans()
  }

  /// Takes the plans of a batch back.
  func giveBack(_ used: FieldPlans) {
    used.endBatch()
    plans.update { $0.append(used) }
  }

  /// The name of a member from the record's root, where it lies in one whose fields count as the record's own.
  func withinRecord(_ name: String) -> String {
    for prefix in prefixes where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }

  // MARK: - Codes

  /// The index of a code set in the numbering of the shape; nil for none.
  func codeSetIndex(_ id: String) -> Int? {
    let numbered = shape?.numbering.map { id + "_" + $0 }
    return numbered.flatMap { id in table.codeSets.firstIndex { $0.id == id } }
      ?? table.codeSets.firstIndex { $0.id == id }
  }

  /// The code of a text in a set: by integer, by name, or by name whatever its case, separators and prefix.
  ///
  /// Its number is that of the plain set, so that it does not depend on the numbering. Nil for a text that the set does
  /// not hold.
  func code(_ text: String, in set: Int) -> (number: Int64, code: String)? {
    guard table.codeSets.indices.contains(set) else { return nil }
    let codes = table.codeSets[set]
    guard
      let code = codes.code(text) ?? codes.code(number: Self.integer(text)) ?? named(text, codes)
    else { return nil }
    let plain = table.codeSets[numberSets[set]].codes.first { $0.code == code.code }
    return (Int64(plain?.number ?? code.number), code.code)
  }

  private func named(_ text: String, _ set: CodeSet) -> Code? {
    var name = Self.folded(text)
    if let code = set.codes.first(where: { Self.matches($0, name) }) { return code }
    guard let range = name.ranges(of: "type").first else { return nil }
    name = String(name[range.upperBound...])
    return set.codes.first { Self.matches($0, name) }
  }

  private static func matches(_ code: Code, _ name: String) -> Bool {
    folded(code.native) == name || folded(code.code) == name
  }

  /// The integer of `74` or `74.0`.
  private static func integer(_ text: String) -> Int? {
    DecimalText(Array(text.utf8)).flatMap { Int(exactly: $0.value) }
  }
}

extension CodeSet {
  fileprivate func code(number: Int?) -> Code? {
    number.flatMap { code(number: $0) }
  }
}
