import HealthRecords

/// What all samples of one native type have in common, and what was counted of them: one per type and batch.
final class TypePlan {
  let nativeType: String
  let mapping: TypeMapping?
  let recordType: RecordType
  let definition: RecordTypeDefinition?
  /// Whether the type has a mapping; asked for every sample, so kept apart from the definition.
  let isMapped: Bool
  /// The name of the component that a value of this type is; nil where it is a value of its own.
  let component: String?
  /// The canonical unit of a quantity, or of one component of a value.
  let unit: UnitDefinition?
  /// The range outside which a value is flagged.
  let plausible: ClosedRange<Double>?
  /// A hash of the record type's name, for content hashes.
  let recordTypeHash: UInt64
  /// The native type's name as bytes, for ids.
  let nativeBytes: [UInt8]
  /// Where documents of the type tell their time.
  let clinicalTimes: ClinicalTimePaths
  /// The index in the output's types.
  var batchType: UInt32 = 0

  var read = 0
  var outcomes = OutcomeCounts()
  var first = Int64.max
  var last = Int64.min
  private var unitCounts: [Symbol: Int] = [:]
  /// The unit of the samples counted last, and how many of them are not in `unitCounts` yet.
  private var latestUnit = Symbol.none
  private var latestUnitCount = 0
  private var sources: Set<Symbol> = []
  private var lastSource = Symbol.none

  private var unitPlans: [(spelling: Symbol, plan: UnitPlan)] = []
  private var lastUnit: (spelling: Symbol, plan: UnitPlan)?
  private var codes: [[UInt8]: CodePlan] = [:]

  init(native: String, tables: MappingTables) {
    nativeType = native
    nativeBytes = Array(native.utf8)
    let mapping = tables.appleHealth.type(named: native)
    self.mapping = mapping
    let definition = mapping?.recordType.flatMap { tables.recordTypes.definition(of: $0) }
    self.definition = definition
    recordType = definition?.type ?? .unknown
    isMapped = definition != nil
    component = mapping?.component
    let component = mapping?.component.flatMap { definition?.component(named: $0) }
    unit = (component?.unit ?? definition?.unit).flatMap { tables.units.unit(ucum: $0) }
    plausible = component.map(\.plausible) ?? definition?.plausible
    recordTypeHash = Hash128(Array(recordType.rawValue.utf8)).low
    clinicalTimes = ClinicalTimePaths(mapping?.timePaths ?? [])
  }

  /// Whether a group of this type is one value whose members are its parts (blood pressure), not a collection (food).
  var isWhole: Bool { !(definition?.components.isEmpty ?? true) }

  /// Counts a declared unit and a source for the report.
  @inline(__always)
  func count(unit: Symbol, source: Symbol) {
    if source != lastSource {
      lastSource = source
      sources.insert(source)
    }
    if unit != latestUnit { settleUnits(before: unit) }
    latestUnitCount &+= 1
  }

  private func settleUnits(before next: Symbol) {
    if latestUnit.isPresent { unitCounts[latestUnit, default: 0] += latestUnitCount }
    latestUnit = next
    latestUnitCount = 0
  }

  /// How a declared unit becomes the canonical one.
  @inline(__always)
  func unitPlan(_ spelling: Symbol, symbols: SymbolTable, tables: MappingTables) -> UnitPlan {
    if let lastUnit, lastUnit.spelling == spelling { return lastUnit.plan }
    for entry in unitPlans where entry.spelling == spelling { return entry.plan }
    let plan = UnitPlan(
      spelling: symbols.string(of: spelling), mapping: mapping, canonical: unit, tables: tables)
    unitPlans.append((spelling, plan))
    lastUnit = (spelling, plan)
    return plan
  }

  /// The code of a native value text; nil for one that the code set does not hold.
  func code(
    of text: [UInt8], tables: MappingTables, symbols: inout SymbolTable
  ) -> CodePlan? {
    if let known = codes[text] { return known }
    guard let set = mapping?.codeSet,
      let code = tables.appleHealth.code(String(decoding: text, as: UTF8.self), in: set)
    else { return nil }
    let plan = CodePlan(number: Int64(code.number), symbol: symbols.intern(code.code))
    codes[text] = plan
    return plan
  }

  /// What was counted, with names for symbols.
  func tally(_ symbols: SymbolTable) -> TypeTally {
    var tally = TypeTally(recordType: recordType)
    tally.read = read
    tally.outcomes = outcomes
    tally.first = first
    tally.last = last
    settleUnits(before: .none)
    for (unit, count) in unitCounts {
      tally.units[symbols.string(of: unit) ?? "", default: 0] += count
    }
    tally.sources = Set(sources.map { symbols.string(of: $0) ?? "" })
    return tally
  }
}

/// A code of a category, resolved.
struct CodePlan {
  /// The provider's integer, which enters the id.
  let number: Int64
  /// The code's name in the output's symbols.
  let symbol: Symbol
}

/// How one declared unit of one type becomes the canonical unit and the base unit.
final class UnitPlan {
  /// What is known of the declared unit.
  enum Fit {
    /// It has the type's dimension.
    case convertible
    /// It was absent; the canonical unit is assumed.
    case assumed
    /// No table knows it, or it has another dimension.
    case foreign
  }

  let fit: Fit
  /// From the declared to the canonical unit.
  private let toCanonical: UnitConversion?
  /// The base number is `baseScale` times the declared one plus `baseOffset`.
  private let baseScale: Double
  private let baseOffset: Double
  /// Whether canonical and declared numbers are the same.
  let isIdentity: Bool

  convenience init(
    spelling: String?, mapping: TypeMapping?, canonical: UnitDefinition?, tables: MappingTables
  ) {
    guard let spelling else {
      self.init(assumed: canonical)
      return
    }
    guard let canonical,
      let declared = tables.unit(spelling: spelling, of: mapping, provider: .appleHealth),
      let conversion = tables.units.conversion(from: declared, to: canonical)
    else {
      self.init(fit: .foreign)
      return
    }
    self.init(
      fit: .convertible, toCanonical: conversion,
      baseScale: declared.scale * declared.unit.factor, baseOffset: declared.unit.offset)
  }

  private convenience init(assumed canonical: UnitDefinition?) {
    guard let canonical else {
      self.init(fit: .foreign)
      return
    }
    self.init(fit: .assumed, baseScale: canonical.factor, baseOffset: canonical.offset)
  }

  private init(
    fit: Fit, toCanonical: UnitConversion? = nil, baseScale: Double = 1,
    baseOffset: Double = 0
  ) {
    self.fit = fit
    self.toCanonical = toCanonical
    isIdentity = toCanonical?.isIdentity ?? true
    self.baseScale = baseScale
    self.baseOffset = baseOffset
  }

  /// The number in the canonical unit.
  @inline(__always)
  func canonical(_ number: Double) -> Double {
    isIdentity ? number : toCanonical?.convert(number) ?? number
  }

  /// The number in the frozen base unit of its dimension.
  @inline(__always)
  func base(_ number: Double) -> Double {
    baseScale * number + baseOffset
  }
}
