import HealthRecords

// The rules of record_types.json.
extension MappingCheck {
  private static let file = "record_types.json"

  /// Types have unique names, units that exist, ranges in order and LOINC codes that are possible.
  mutating func checkRecordTypes() {
    checkVersion(tables.recordTypes.version, Self.file)
    checkUnique(tables.recordTypes.definitions.map(\.type.rawValue), .duplicateID, Self.file)
    for definition in tables.recordTypes.definitions { check(definition) }
  }

  private mutating func check(_ definition: RecordTypeDefinition) {
    let row = definition.type.rawValue
    checkName(row, Self.file, row)
    checkShape(definition, row)
    if let unit = definition.unit {
      checkUnit(unit, of: definition.dimension ?? "", row)
    }
    checkBounds(definition.plausibleBounds, row)
    checkLOINC(definition.loinc, row)
    checkUnique(definition.components.map(\.id), .duplicateID, Self.file, in: row)
    for component in definition.components {
      let row = "\(row).\(component.id)"
      checkName(component.id, Self.file, row)
      checkUnit(component.unit, of: component.dimension, row)
      checkBounds(component.plausibleBounds, row)
      checkLOINC(component.loinc, row)
    }
  }

  /// Quantities have a unit and a dimension; other kinds have neither, and no range.
  private mutating func checkShape(_ definition: RecordTypeDefinition, _ row: String) {
    let isQuantity = definition.valueKind == .quantity
    if isQuantity != (definition.unit != nil) || isQuantity != (definition.dimension != nil) {
      report(
        .incomplete, Self.file, row, "Quantities, and only they, have a unit and a dimension.")
    }
    if !isQuantity, definition.plausibleBounds != nil {
      report(.incomplete, Self.file, row, "Only quantities have a plausible range.")
    }
    let mayHaveParts = definition.valueKind == .components || definition.valueKind == .session
    if !mayHaveParts, !definition.components.isEmpty {
      report(.incomplete, Self.file, row, "Only groups and sessions have components.")
    }
  }

  private mutating func checkUnit(_ ucum: String, of dimension: String, _ row: String) {
    guard let unit = tables.units.unit(ucum: ucum) else {
      return report(.unknownUnit, Self.file, row, "\"\(ucum)\" is no unit.")
    }
    guard unit.dimension != dimension else { return }
    report(
      .dimensionMismatch, Self.file, row,
      "\"\(ucum)\" is a unit of \(unit.dimension), not of \(dimension).")
  }

  private mutating func checkBounds(_ bounds: PlausibleBounds?, _ row: String) {
    guard let bounds, bounds.lower >= bounds.upper else { return }
    report(.invalidRange, Self.file, row, "The lower bound must be below the upper one.")
  }

  private mutating func checkLOINC(_ codes: [String], _ row: String) {
    for code in codes where !Self.isLOINC(code) {
      report(
        .invalidLOINC, Self.file, row, "\"\(code)\" is no LOINC code: its check digit is wrong.")
    }
  }
}
