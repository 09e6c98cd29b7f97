import HealthRecords

extension ProviderTable {
  /// Whether its records are read by the fields that rules name, rather than by the elements of an XML file.
  package var isReadByFields: Bool { provider != .appleHealth }
}

// The rules of types that are read by their fields, and of shapes.
extension MappingCheck {
  /// A type has the rules that its kind needs, each with units and codes that exist.
  mutating func checkRules(
    of type: TypeMapping, _ definition: RecordTypeDefinition, _ table: ProviderTable, _ file: String
  ) {
    let (fields, row) = (type.fields, type.native)
    checkNeeds(of: type, row, file)
    let names = fields.components.map(\.name) + fields.details.map(\.name)
    checkUnique(names + fields.parts.map(\.name), .duplicateID, file, in: row)
    if let value = fields.value {
      let component = type.component.flatMap(definition.component(named:))
      check(value, target: component?.unit ?? definition.unit, table, file, row)
    }
    for rule in fields.components {
      let component = definition.component(named: rule.name)
      if component == nil {
        report(
          .unknownComponent, file, row,
          "\"\(rule.name)\" is no component of \(definition.type.rawValue).")
      }
      check(rule, target: component?.unit, table, file, row)
    }
    for rule in fields.details { check(rule, target: nil, table, file, row) }
    for part in fields.parts { check(part, definition, table, file, row) }
    checkVariants(of: type, definition, file)
    for link in fields.links where table.type(named: link.type) == nil {
      report(.unknownType, file, row, "\"\(link.type)\" is no type of this table.")
    }
    check(fields.record, table, file, row)
  }

  /// Values, components and samples stand where the kind says.
  private mutating func checkNeeds(of type: TypeMapping, _ row: String, _ file: String) {
    let fields = type.fields
    let needsValue = [.quantity, .category, .data, .document, .clinical].contains(type.kind)
    if needsValue != (fields.value != nil) {
      report(
        .incomplete, file, row, "Quantities, codes and documents, and only they, have a value.")
    }
    if let form = fields.value?.form {
      let isRight =
        switch type.kind {
        case .category: form == .code
        case .document, .clinical: form == .text
        default: form == .quantity
        }
      if !isRight {
        report(
          .kindMismatch, file, row, "A \(type.kind.rawValue) has no value of form \(form.rawValue)."
        )
      }
    }
    if type.kind != .session, (type.kind == .components) != !fields.components.isEmpty {
      report(
        .incomplete, file, row, "Values with parts and sessions, and only they, have components.")
    }
    let series = fields.parts.count { $0.form == .series }
    if type.kind == .series && series != 1 || series > 1 {
      report(.incomplete, file, row, "A series has one rule for its samples.")
    }
  }

  /// Other record types of the same rows have a value of the same kind in the same unit.
  private mutating func checkVariants(
    of type: TypeMapping, _ definition: RecordTypeDefinition, _ file: String
  ) {
    for variant in type.fields.variants {
      guard (variant.recordType == nil) != (variant.unsupported == nil) else {
        report(
          .incomplete, file, type.native,
          "A variant is either mapped or unsupported with a reason.")
        continue
      }
      guard let recordType = variant.recordType else { continue }
      guard let other = tables.recordTypes.definition(of: recordType) else {
        report(
          .unknownRecordType, file, type.native,
          "\"\(recordType.rawValue)\" is no registered record type.")
        continue
      }
      if other.valueKind != definition.valueKind || other.unit != definition.unit {
        report(
          .kindMismatch, file, type.native,
          "\"\(recordType.rawValue)\" has another kind of value or unit than the type's own.")
      }
    }
  }

  private mutating func check(
    _ part: PartRule, _ definition: RecordTypeDefinition, _ table: ProviderTable, _ file: String,
    _ row: String
  ) {
    let place = "\(row).\(part.name)"
    checkName(part.name, file, place)
    if part.parts.isEmpty || part.start.isEmpty && part.form == .series {
      report(.incomplete, file, place, "Parts have a name in the input, samples a start.")
    }
    if part.form == .series, part.fields.first?.name != "value" {
      report(.incomplete, file, place, "The first field of a series is its value.")
    }
    checkUnique(part.fields.map(\.name), .duplicateID, file, in: place)
    for rule in part.fields {
      check(
        rule, target: part.form == .series ? definition.unit : nil, table, file, place)
    }
  }

  /// A rule has a place, and units that convert or a code set that exists.
  private mutating func check(
    _ rule: FieldRule, target: String?, _ table: ProviderTable, _ file: String, _ row: String
  ) {
    let place = "\(row).\(rule.name)"
    checkName(rule.name, file, place)
    checkUnique(rule.paths, .duplicateID, file, in: place)
    checkCodeSet(rule.codeSet, isCode: rule.form == .code, table, file, place)
    guard rule.form == .quantity else {
      if rule.unit != nil || rule.recordedUnit != nil || rule.scale != 1 {
        report(.incomplete, file, place, "Quantities, and only they, have units and a scale.")
      }
      return
    }
    if rule.scale <= 0 { report(.invalidFactor, file, place, "The scale must be positive.") }
    guard let unit = rule.unit.flatMap(tables.units.unit(ucum:)) else {
      return report(.unknownUnit, file, place, "\"\(rule.unit ?? "")\" is no unit.")
    }
    guard let recorded = rule.recordedUnit ?? target,
      tables.units.unit(ucum: recorded)?.dimension != unit.dimension
    else { return }
    report(
      .dimensionMismatch, file, place,
      "\"\(unit.ucum)\" is a unit of \(unit.dimension) and cannot become \"\(recorded)\".")
  }

  private mutating func check(
    _ record: RecordFields, _ table: ProviderTable, _ file: String, _ row: String
  ) {
    for set in [record.deviceTypes, record.recordings] where set != nil {
      checkCodeSet(set, isCode: true, table, file, row)
    }
    if let unit = record.durationUnit, tables.units.unit(ucum: unit)?.dimension != "time" {
      report(.dimensionMismatch, file, row, "\"\(unit)\" is no unit of time.")
    }
  }

  // MARK: - Shapes

  /// Shapes name types, units and dimensions that exist.
  mutating func checkShapes(_ table: ProviderTable, _ file: String) {
    checkUnique(table.shapes.map(\.id), .duplicateID, file)
    check(table.record, table, file, "record")
    for shape in table.shapes {
      checkName(shape.id, file, shape.id)
      check(shape.record, table, file, shape.id)
      let keys = shape.unitKeys.map { key in
        "\(key.key) (\(tables.units.unit(ucum: key.unit)?.dimension ?? key.unit))"
      }
      checkUnique(keys, .duplicateSpelling, file, in: shape.id)
      checkUnique(shape.types.flatMap(\.words), .duplicateNative, file, in: shape.id)
      for unit in shape.unitKeys.map(\.unit) + shape.bareUnits.values.sorted()
      where tables.units.unit(ucum: unit) == nil {
        report(.unknownUnit, file, shape.id, "\"\(unit)\" is no unit.")
      }
      for (dimension, unit) in shape.bareUnits.sorted(by: { $0.key < $1.key })
      where tables.units.unit(ucum: unit).map({ $0.dimension != dimension }) ?? false {
        report(.dimensionMismatch, file, shape.id, "\"\(unit)\" is no unit of \(dimension).")
      }
      for type in shape.types { check(type, shape, table, file) }
    }
  }

  private mutating func check(
    _ type: ShapeType, _ shape: ShapeMapping, _ table: ProviderTable, _ file: String
  ) {
    let row = "\(shape.id).\(type.words.first ?? type.type)"
    guard let mapping = table.type(named: type.type) else {
      return report(.unknownType, file, row, "\"\(type.type)\" is no type of this table.")
    }
    if type.words.isEmpty { report(.incomplete, file, row, "A type of a shape has a word.") }
    let definition = mapping.recordType.flatMap(tables.recordTypes.definition(of:))
    let names = mapping.fields.rules.map(\.name) + mapping.fields.parts.map(\.name)
    if let part = type.part, !names.contains(part), mapping.kind != .category {
      report(.unknownComponent, file, row, "\"\(part)\" is no part of \(mapping.native).")
    }
    if let unit = type.unit, tables.units.unit(ucum: unit) == nil {
      report(.unknownUnit, file, row, "\"\(unit)\" is no unit.")
    }
    for rule in type.fields {
      let component = definition?.component(named: rule.name)
      check(
        rule, target: rule.name == "value" ? definition?.unit : component?.unit, table, file, row)
    }
  }
}
