import HealthRecords

/// Tells the type of records that do not say it, by their fields: one that no other type could have, or none.
struct TypeInference {
  /// What the fields leave.
  enum Finding {
    case one(TypeMapping)
    /// One that the shape prefers to the others.
    case assumed(TypeMapping)
    case several
    case none
  }

  private let context: FieldContext
  private var plans: [UInt64: FieldPlan] = [:]

  init(_ context: FieldContext) {
    self.context = context
  }

  // MARK: - Records

  /// The plan of records with the same names as this one; nil where none has been met.
  func known(_ sample: NativeSample, _ native: NativeBatch) -> FieldPlan? {
    plans[Self.signature(sample, native)]
  }

  /// Remembers the plan of records with these names.
  mutating func remember(_ plan: FieldPlan, _ sample: NativeSample, _ native: NativeBatch) {
    plans[Self.signature(sample, native)] = plan
  }

  /// The type whose fields hold the most of the record's: one, or several that cannot be told apart.
  func type(of sample: NativeSample, _ native: NativeBatch, assumed: String?) -> Finding {
    let candidates = context.inference.candidates
    guard !candidates.isEmpty else { return .none }
    let (names, isInterval) = names(of: sample, native)
    if names.isEmpty { return event(isInterval: isInterval) }
    var best: [TypeMapping] = []
    var most = 0
    for candidate in candidates {
      guard !candidate.needed.isDisjoint(with: names) else { continue }
      let count = candidate.names.intersection(names).count
      if count > most {
        best = []
        most = count
      }
      if count == most, count > 0 { best.append(candidate.mapping) }
    }
    // What an app has computed is told by names of its own: a name that a class has, too, is the class's.
    let classes = best.filter { !$0.fields.isEstimate }
    if !classes.isEmpty { best = classes }
    if best.count == 1 { return .one(best[0]) }
    if let type = best.first(where: { $0.native == assumed }) { return .one(type) }
    let preferred = context.shape?.assumedTypes ?? []
    if let type = best.first(where: { preferred.contains($0.native) }) { return .assumed(type) }
    return best.isEmpty ? .none : .several
  }

  /// Records without any field of their own: one type has an end, the other none.
  private func event(isInterval: Bool) -> Finding {
    let events = context.inference.candidates.filter {
      $0.needed.isEmpty && ($0.mapping.fields.record.paths[.end]?.isEmpty ?? false) != isInterval
    }
    return events.count == 1 ? .one(events[0].mapping) : .none
  }

  /// The roots of a record's own fields, with those of the first part of each array behind a slash.
  private func names(
    of sample: NativeSample, _ native: NativeBatch
  ) -> (names: Set<String>, isInterval: Bool) {
    var names: Set<String> = []
    var isInterval = false
    for attribute in native.attributes[sample.attributes.indices] {
      let path = context.withinRecord(native.symbols.string(of: attribute.name) ?? "")
      let root = InferenceRules.root(path)
      if root.hasPrefix("end") { isInterval = true }
      if !context.inference.common.contains(root) { names.insert(root) }
    }
    for part in native.parts[sample.parts.indices] {
      let path = context.withinRecord(native.symbols.string(of: part.name) ?? "")
      guard names.insert(InferenceRules.root(path)).inserted else { continue }
      for attribute in native.attributes[part.attributes.indices] {
        let field = InferenceRules.root(native.symbols.string(of: attribute.name) ?? "")
        names.insert(InferenceRules.root(path) + "/" + field)
      }
    }
    return (names, isInterval)
  }

  /// A hash of a record's names and of those of its first part.
  private static func signature(_ sample: NativeSample, _ native: NativeBatch) -> UInt64 {
    var hash: UInt64 = 0
    for index in sample.attributes.indices {
      hash = Hash128.finalized(hash ^ UInt64(native.attributes[index].name.index)) &+ 1
    }
    var last = Symbol.none
    for index in sample.parts.indices where native.parts[index].name != last {
      last = native.parts[index].name
      hash = Hash128.finalized(hash ^ UInt64(last.index) << 32) &+ 2
      for field in native.parts[index].attributes.indices {
        hash = Hash128.finalized(hash ^ UInt64(native.attributes[field].name.index)) &+ 3
      }
    }
    return hash
  }
}

/// What tells the types of one shape apart: made once.
struct InferenceRules: Sendable {
  /// A type that a record may be.
  struct Candidate: Sendable {
    let mapping: TypeMapping
    let names: Set<String>
    /// Of these at least one must be there; empty for types without any field.
    let needed: Set<String>
  }

  /// The types to choose from; none for a shape whose records say their type.
  let candidates: [Candidate]
  /// Names that every record may have.
  let common: Set<String>

  init(_ table: ProviderTable, _ shape: ShapeMapping?) {
    guard shape?.infersTypes ?? false else {
      candidates = []
      common = []
      return
    }
    let record = (shape?.record ?? .empty).over(table.record)
    common = Set(record.paths.values.joined().map(Self.root))
    let own = Set((shape?.types ?? []).map(\.type))
    candidates = table.types.filter { type in
      own.isEmpty
        ? type.fields.number != nil || type.fields.isEstimate : own.contains(type.native)
    }.map(Candidate.init(_:))
  }

  /// The root of a path: its first member.
  static func root(_ path: String) -> String {
    String(path.split(separator: ".").first ?? "")
  }
}

extension InferenceRules.Candidate {
  fileprivate init(_ mapping: TypeMapping) {
    let fields = mapping.fields
    var names = Set(fields.rules.flatMap(\.paths).map(InferenceRules.root))
    names.formUnion(fields.redundant.map(InferenceRules.root))
    var needed = Set((fields.value?.paths ?? []).map(InferenceRules.root))
    for part in fields.parts {
      for name in part.parts.map(InferenceRules.root) {
        names.insert(name)
        let members = part.fields.flatMap(\.paths).map { name + "/" + InferenceRules.root($0) }
        names.formUnion(members)
        if part.form == .series { needed.formUnion(members) }
      }
    }
    // Values with parts and sessions are told by any of their fields.
    if needed.isEmpty { needed = names }
    self.mapping = mapping
    self.names = names
    self.needed = needed
  }
}
