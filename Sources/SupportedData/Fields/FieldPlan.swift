import HealthRecords

/// What all records of one type word in one shape have in common, and what was counted of those of one batch.
final class FieldPlan {
  let nativeType: String
  let nativeBytes: [UInt8]
  let mapping: TypeMapping?
  let definition: RecordTypeDefinition?
  let recordType: RecordType
  let recordTypeHash: UInt64
  /// The type word's entry in the shape, where it has one.
  let word: ShapeType?
  let record: RecordFields
  /// What is asked of the mapping, of the record's fields and of the type for every record (see `FieldSlot.rule`).
  let kind: NativeTypeKind?
  let isEstimate: Bool
  let timeForm: TimeForm?
  let hasInclusiveEnd: Bool
  /// The range outside which a value is flagged.
  let plausible: ClosedRange<Double>?
  let names: FieldNames
  let parts: [PartPlan]
  /// The slots of the value, the components, the details, the keys, the variants and the links.
  let slots: SlotLayout
  /// The name of the component that a row holds, where it is a half of a record.
  let component: String?
  /// Whether a row is one flattened part of a record: a sample, a stage.
  let isPart: Bool
  /// Why its records are kept as native records; nil for a type that is mapped.
  let unsupported: UnsupportedReason?
  /// Times up to this one are none.
  let absentUntil: Int64?
  /// Whether records of the type have a time.
  let isTimed: Bool
  /// Whether the type was assumed for want of a type word.
  let isAssumed: Bool
  /// The batch that the plan is at hand for; 0 for none yet.
  private(set) var batch = 0
  /// The index in the output's types, and those of variants.
  var batchType: UInt32 = 0
  var variantTypes: [UInt32?]

  var tally: TypeTally
  var unitCounts: [Int]
  var lastOrigin = Symbol.none
  var origins: Set<Symbol> = []
  /// Which part rule takes the parts of a name, by the name's symbol; -2 for a name that has not been met.
  private var partRules: [Int16] = []
  /// Whether a field is no part of what a record says, by the name's symbol.
  private var incidental: [Symbol: Bool] = [:]

  /// Why a record becomes a native record.
  enum UnsupportedReason: Hashable {
    /// The table says so, or does not hold the type.
    case table
    /// The fields fit several types.
    case ambiguous
  }

  init(
    named nativeType: String, mapping: TypeMapping?, word: ShapeType? = nil, text: String = "",
    isAmbiguous: Bool = false, isAssumed: Bool = false, context: FieldContext
  ) {
    let (tables, shape) = (context.tables, context.shape)
    self.nativeType = nativeType
    nativeBytes = Array(nativeType.utf8)
    self.mapping = mapping
    self.word = word
    self.isAssumed = isAssumed
    definition = mapping?.recordType.flatMap { tables.recordTypes.definition(of: $0) }
    recordType = definition?.type ?? .unknown
    recordTypeHash = Hash128(Array(recordType.rawValue.utf8)).low
    unsupported =
      isAmbiguous ? .ambiguous : definition == nil ? .table : nil
    let fields = mapping?.fields
    let record = (word?.record ?? .empty).over(fields?.record ?? .empty)
      .over(shape?.record ?? .empty).over(context.table.record)
    self.record = record
    kind = mapping?.kind
    isEstimate = fields?.isEstimate ?? false
    timeForm = record.timeForm
    hasInclusiveEnd = record.hasInclusiveEnd
    plausible = definition?.plausible
    let part = word?.part
    component = part.flatMap { part in
      fields?.components.contains { $0.name == part } ?? false ? part : nil
    }
    isPart = part != nil && component == nil
    let rules = SlotRules(
      mapping, word: word, component: component, definition: definition, context: context)
    slots = rules.layout
    let common = RecordField.allCases.map { record.paths[$0] ?? [] }
    names = FieldNames(
      RecordField.allCases.map { FieldSlot(keeps: $0.isKept) } + rules.slots,
      paths: common + rules.paths,
      shape: shape, word: text, mainSlot: rules.mainSlot, declaresUnit: word?.unit == nil)
    names.ignore((fields?.redundant ?? []) + (shape?.redundant ?? []))
    let timed = definition?.unit
    parts = (fields?.parts ?? []).map { PartPlan($0, unit: timed, context: context) }
    absentUntil = record.absentTimes.compactMap { text in
      Array(text.utf8).withUnsafeBufferPointer { WrittenTime($0)?.milliseconds }
    }.max()
    isTimed = !(record.paths[.start] ?? []).isEmpty || !(record.paths[.end] ?? []).isEmpty
    variantTypes = (fields?.variants ?? []).map { _ in nil }
    tally = TypeTally(recordType: recordType)
    unitCounts = Array(repeating: 0, count: (shape?.unitKeys.count ?? 0) + 1)
  }

  /// The names of the record and of its parts.
  var allNames: [FieldNames] { [names] + parts.map(\.names) }

  /// Makes the plan ready for a batch, whose symbols and counts are its own.
  func begin(batch: Int) {
    self.batch = batch
    batchType = 0
    for index in variantTypes.indices { variantTypes[index] = nil }
    tally = TypeTally(recordType: recordType)
    for index in unitCounts.indices { unitCounts[index] = 0 }
    lastOrigin = .none
    origins.removeAll(keepingCapacity: true)
    partRules.removeAll(keepingCapacity: partRules.count < FieldNames.keptSymbols)
    incidental.removeAll(keepingCapacity: true)
    names.beginBatch()
    for part in parts { part.names.beginBatch() }
  }

  /// The rule that takes the parts of a name; nil for none.
  func part(named name: Symbol, _ context: FieldContext, _ symbols: SymbolTable) -> Int? {
    let index = Int(name.index)
    if partRules.count <= index {
      partRules.append(contentsOf: repeatElement(-2, count: index &+ 1 &- partRules.count))
    }
    if partRules[index] == -2 {
      let text = context.withinRecord(symbols.string(of: name) ?? "")
      let rule = parts.firstIndex { $0.rule.parts.contains(text) } ?? -1
      partRules[index] = Int16(truncatingIfNeeded: rule)
    }
    return partRules[index] < 0 ? nil : Int(partRules[index])
  }

  /// Whether a field is no part of what a record says: an id, a time of storing, the name of a side file.
  func isIncidental(_ name: Symbol, _ context: FieldContext, _ symbols: SymbolTable) -> Bool {
    if let known = incidental[name] { return known }
    let result = context.table.incidental.contains(symbols.string(of: name) ?? "")
    incidental[name] = result
    return result
  }

  /// Counts the source of a record.
  @inline(__always)
  func count(origin: Symbol) {
    guard origin != lastOrigin else { return }
    lastOrigin = origin
    if origin.isPresent { origins.insert(origin) }
  }

  /// What was counted, with names for symbols.
  func finishedTally(_ context: FieldContext, _ symbols: SymbolTable) -> TypeTally {
    var tally = tally
    tally.sources = Set(origins.map { symbols.string(of: $0) ?? "" })
    let main = slots.value.map { names.slots[$0] }
    for (index, count) in unitCounts.enumerated() where count > 0 {
      let isKey = index > 0
      let unit = isKey ? context.shape?.unitKeys[index - 1].unit : main?.bareUnit
      tally.units[unit ?? "", default: 0] += count
    }
    return tally
  }
}

/// Where a plan's slots lie behind those of what every record says.
struct SlotLayout {
  var value: Int?
  var components = 0..<0
  var details = 0..<0
  var keys = 0..<0
  var variants = 0..<0
  var links = 0..<0
}

/// Builds the slots of a type's own rules.
private struct SlotRules {
  private(set) var slots: [FieldSlot] = []
  private(set) var paths: [[String]] = []
  private(set) var layout = SlotLayout()
  private(set) var mainSlot: Int?
  private static let first = RecordField.allCases.count

  init(
    _ mapping: TypeMapping?, word: ShapeType?, component: String?,
    definition: RecordTypeDefinition?, context: FieldContext
  ) {
    guard let fields = mapping?.fields else { return }
    let replaced = Dictionary(
      (word?.fields ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    func slot(
      _ rule: FieldRule, unit: String?, plausible: ClosedRange<Double>? = nil
    ) -> Int {
      // A replacing rule names the places that are its own; the class's stay behind them.
      let upper = replaced[rule.name]
      slots.append(
        FieldSlot(
          upper ?? rule, unit: unit, plausible: plausible, fixed: word?.unit, context: context))
      paths.append((upper?.paths ?? []) + rule.paths)
      return Self.first + slots.count - 1
    }
    // A row that is one sample of a series says its value as the samples of the series do.
    let series = fields.parts.first { $0.form == .series && $0.name == word?.part }?.fields.first
    if let value = fields.value ?? series { layout.value = slot(value, unit: definition?.unit) }
    mainSlot = layout.value
    let start = Self.first + slots.count
    for rule in fields.components {
      let part = definition?.component(named: rule.name)
      let index = slot(rule, unit: part?.unit, plausible: part?.plausible)
      if rule.name == component { mainSlot = index }
    }
    layout.components = start..<Self.first + slots.count
    let details = Self.first + slots.count
    for rule in fields.details { _ = slot(rule, unit: nil) }
    layout.details = details..<Self.first + slots.count
    layout.keys = plain(fields.keys)
    layout.variants = plain(fields.variants.map(\.field))
    layout.links = plain(fields.links.map(\.field))
  }

  private mutating func plain(_ fields: [String]) -> Range<Int> {
    let start = Self.first + slots.count
    for field in fields {
      slots.append(FieldSlot(keeps: true))
      paths.append(field.split(separator: "|").map(String.init))
    }
    return start..<Self.first + slots.count
  }
}

/// A part rule with its slots: start, end, then its fields.
final class PartPlan {
  static let start = 0
  static let end = 1
  static let fields = 2

  let rule: PartRule
  let names: FieldNames
  /// Whether parts have times; without them they are in the order of the input.
  var isTimed: Bool { !rule.start.isEmpty }

  init(_ rule: PartRule, unit: String?, context: FieldContext) {
    self.rule = rule
    let times = [FieldSlot(keeps: false), FieldSlot(keeps: false)]
    let fields = rule.fields.map { field in
      FieldSlot(field, unit: rule.form == .series ? unit : nil, context: context)
    }
    names = FieldNames(
      times + fields, paths: [rule.start, rule.end] + rule.fields.map(\.paths),
      shape: context.shape)
  }
}

extension RecordField {
  /// The place of its slot: that of the case.
  var slot: Int {
    switch self {
    case .id: 0
    case .parent: 1
    case .clientID: 2
    case .clientVersion: 3
    case .modified: 4
    case .start: 5
    case .end: 6
    case .duration: 7
    case .offset: 8
    case .endOffset: 9
    case .origin: 10
    case .deviceID: 11
    case .manufacturer: 12
    case .model: 13
    case .deviceType: 14
    case .recording: 15
    }
  }

  /// Whether its text is kept in the native data: an id cannot be computed back.
  var isKept: Bool { [.id, .parent, .clientID].contains(self) }
}
