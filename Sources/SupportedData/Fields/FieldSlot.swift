import HealthRecords

/// One fact that is looked for in a record, with what turns its text into a value.
///
/// A reference, because it is taken from its plan for every record.
final class FieldSlot {
  /// The rule; nil for what every record says.
  ///
  /// Taken whole it costs a reference count for each of its texts, on which the threads would wait for each other: what is
  /// asked for every record stands beside it.
  let rule: FieldRule?
  /// The rule's form, name, and texts that mean that there is no value.
  let form: FieldForm?
  let name: String
  let absentTexts: [[UInt8]]
  /// The unit in the record; nil for facts that are no quantities.
  let target: UnitDefinition?
  /// Its UCUM code; empty for none.
  let ucum: String
  /// How a bare number becomes one in `target`.
  let bare: UnitConversion?
  /// The UCUM unit of a bare number.
  let bareUnit: String
  /// How a number in each of the shape's unit keys becomes one in `target`; nil where the dimensions differ.
  let keyConversions: [UnitConversion?]
  /// Numbers in `target` outside which the record is flagged; nil where no limit is defensible.
  let plausible: ClosedRange<Double>?
  /// Numbers that mean that there is none.
  let absentNumbers: [Double]
  /// The code set of a code, an index of `FieldContext.codeSets`; -1 for none.
  let codeSet: Int
  /// Whether its native field is kept although it has been read: ids cannot be given back.
  let isKept: Bool

  /// The slot of what every record says, or of a field whose text counts.
  init(keeps: Bool) {
    rule = nil
    form = nil
    name = ""
    absentTexts = []
    ucum = ""
    target = nil
    bare = nil
    bareUnit = ""
    keyConversions = []
    plausible = nil
    absentNumbers = []
    codeSet = -1
    isKept = keeps
  }

  /// The slot of a rule; `unit` is the unit in the record where the rule names none, and that of `plausible`.
  ///
  /// `fixed` is the unit of its bare numbers whatever the rule and the shape say.
  init(
    _ rule: FieldRule, unit: String?, plausible: ClosedRange<Double>? = nil, fixed: String? = nil,
    context: FieldContext
  ) {
    self.rule = rule
    form = rule.form
    name = rule.name
    absentTexts = rule.form == .quantity ? [] : rule.absent.map { Array($0.utf8) }
    isKept = false
    codeSet = rule.codeSet.flatMap { context.codeSetIndex($0) } ?? -1
    let (units, shape) = (context.tables.units, context.shape)
    let recorded = rule.recordedUnit ?? unit ?? rule.unit
    let target = rule.form == .quantity ? recorded.flatMap(units.unit(ucum:)) : nil
    self.target = target
    ucum = target?.ucum ?? ""
    self.plausible = recorded == unit ? plausible : nil
    let bareUnit =
      fixed ?? target.flatMap { shape?.bareUnits[$0.dimension] } ?? rule.unit ?? ""
    self.bareUnit = bareUnit
    bare = target.flatMap { target in
      units.unit(ucum: bareUnit).flatMap {
        units.conversion(from: SpelledUnit(unit: $0, scale: rule.scale), to: target)
      }
    }
    keyConversions = (shape?.unitKeys ?? []).map { key in
      guard let target, let unit = units.unit(ucum: key.unit) else { return nil }
      return units.conversion(from: unit, to: target)
    }
    absentNumbers = ((shape?.absent ?? []) + rule.absent).compactMap {
      DecimalText(Array($0.utf8))?.value
    }
  }
}

/// What a native field is to a plan.
struct FieldRole: Hashable {
  /// The place of a number in the way that a field names its unit.
  enum Unit {
    static let bare: Int16 = -1
    /// The field does not hold the number but declares its unit.
    static let declares: Int16 = -2
  }

  /// The slot that it fills; -1 for a field that others give back.
  var slot: Int16
  /// Of several fields for one slot the lowest counts.
  var rank: UInt16
  /// An index of the shape's unit keys, or one of `Unit`.
  var unit: Int16

  /// Puts a value into its slot, unless a better name has filled it.
  @inline(__always)
  func take(_ value: Symbol, into found: UnsafeMutableBufferPointer<FoundField>) {
    let index = Int(slot)
    guard found.indices.contains(index) else { return }
    if unit == Unit.declares {
      found[index].declaredUnit = value
    } else if rank < found[index].rank {
      found[index].value = value
      found[index].rank = rank
      found[index].unit = unit
    }
  }
}

/// What was found for one slot of one record.
struct FoundField {
  /// The text; `none` where nothing was found.
  var value = Symbol.none
  /// The unit declared beside it.
  var declaredUnit = Symbol.none
  /// The rank of `value`.
  var rank = UInt16.max
  /// How `value` names its unit.
  var unit = FieldRole.Unit.bare
}
