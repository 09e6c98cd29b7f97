import HealthRecords

// The rules of a provider's table.
extension MappingCheck {
  /// Every native name once, every target registered, every code set total.
  mutating func check(_ table: ProviderTable) {
    let file = "\(table.provider.rawValue).json"
    checkVersion(table.version, file)
    checkUnique(table.types.flatMap { [$0.native] + $0.aliases }, .duplicateNative, file)
    for type in table.types { check(type, table, file) }
    checkUnique(table.codeSets.map(\.id), .duplicateID, file)
    for set in table.codeSets { check(set, file) }
    checkUnique(table.metadataRules.flatMap(\.keys), .duplicateNative, file)
    checkUnique(table.metadataRules.map(\.name), .duplicateID, file)
    for rule in table.metadataRules { check(rule, table, file) }
    checkUnique(table.characteristics.map(\.native), .duplicateNative, file)
    checkUnique(table.characteristics.map(\.name), .duplicateID, file)
    for rule in table.characteristics { check(rule, table, file) }
    if !table.characteristics.isEmpty, !table.characteristics.contains(where: \.identifies) {
      report(
        .incomplete, file, "characteristics",
        "No row has \"identifies\": two persons' records could meet in one store.")
    }
    checkShapes(table, file)
    checkFields(table.activitySummaryFields, of: .activitySummary, table, file)
    checkFields(table.workoutTotals, of: .workout, table, file)
    for set in [table.workoutActivitySet, table.workoutEventSet] {
      checkCodeSet(set, isCode: set != nil, table, file, "workouts")
    }
  }

  // MARK: - Types

  private mutating func check(_ type: TypeMapping, _ table: ProviderTable, _ file: String) {
    checkTimePaths(type, file)
    guard (type.recordType == nil) != (type.unsupported == nil) else {
      return report(
        .incomplete, file, type.native, "A type is either mapped or unsupported with a reason.")
    }
    guard let recordType = type.recordType else { return }
    guard let definition = tables.recordTypes.definition(of: recordType) else {
      return report(
        .unknownRecordType, file, type.native,
        "\"\(recordType.rawValue)\" is no registered record type.")
    }
    checkKind(type, definition, file)
    guard !table.isReadByFields else { return checkRules(of: type, definition, table, file) }
    let hasCodes = type.kind == .category || type.kind == .workout
    checkCodeSet(type.codeSet, isCode: hasCodes, table, file, type.native)
    checkUnits(type, definition, table.provider, file)
  }

  /// Only clinical documents are searched for their time, each place once and by names that a document can have.
  private mutating func checkTimePaths(_ type: TypeMapping, _ file: String) {
    if type.kind != .clinical, !type.timePaths.isEmpty {
      report(.incomplete, file, type.native, "Only clinical records have time paths.")
    }
    checkUnique(type.timePaths, .duplicateID, file, in: type.native)
    for path in type.timePaths where !Self.isMemberPath(path) {
      report(
        .invalidName, file, type.native, "\"\(path)\" is no path of names joined by points.")
    }
  }

  /// A quantity becomes a quantity or one component, a category a code, a group a group.
  private mutating func checkKind(
    _ type: TypeMapping, _ definition: RecordTypeDefinition, _ file: String
  ) {
    let isPossible: Bool
    switch type.kind {
    case .quantity, .data:
      isPossible = definition.valueKind == (type.component == nil ? .quantity : .components)
    case .category: isPossible = definition.valueKind == .code
    case .correlation, .activitySummary: isPossible = definition.valueKind == .components
    case .workout, .workoutActivity, .session: isPossible = definition.valueKind == .session
    // The samples of a quantity may come one by one or many in one record.
    case .series: isPossible = [.series, .quantity].contains(definition.valueKind)
    case .components: isPossible = definition.valueKind == .components
    case .event: isPossible = [.none, .code].contains(definition.valueKind)
    default: isPossible = definition.valueKind == .document
    }
    if !isPossible {
      report(
        .kindMismatch, file, type.native,
        "A native \(type.kind.rawValue) cannot become \(definition.type.rawValue).")
    }
    if let component = type.component, definition.component(named: component) == nil {
      report(
        .unknownComponent, file, type.native,
        "\"\(component)\" is no component of \(definition.type.rawValue).")
    }
  }

  /// The provider's own unit, and every spelling of this type alone, converts to the canonical
  /// unit.
  private mutating func checkUnits(
    _ type: TypeMapping, _ definition: RecordTypeDefinition, _ provider: Provider, _ file: String
  ) {
    let isNumber = type.kind == .quantity || type.kind == .data
    if isNumber != (type.unit != nil) {
      report(.incomplete, file, type.native, "Quantities, and only they, have a native unit.")
    }
    let component = type.component.flatMap(definition.component(named:))
    guard let target = component?.dimension ?? definition.dimension else { return }
    var natives = type.spellings.keys.sorted()
    if let unit = type.unit { natives.insert(unit, at: 0) }
    for spelling in natives {
      guard let unit = tables.unit(spelling: spelling, of: type, provider: provider) else {
        report(.unknownUnit, file, type.native, "\"\(spelling)\" is no known spelling of a unit.")
        continue
      }
      guard unit.unit.dimension != target else { continue }
      report(
        .dimensionMismatch, file, type.native,
        "\"\(spelling)\" is a unit of \(unit.unit.dimension), the record type's of \(target).")
    }
  }

  // MARK: - Codes

  private mutating func check(_ set: CodeSet, _ file: String) {
    if set.codes.isEmpty {
      report(.incomplete, file, set.id, "A code set holds at least one code.")
    }
    checkUnique(set.codes.map(\.native), .duplicateNative, file, in: set.id)
    var inUse: [Int: String] = [:]
    for code in set.codes {
      checkName(code.code, file, set.id)
      guard !code.isLegacy else { continue }
      if inUse.updateValue(code.code, forKey: code.number) != nil {
        report(.duplicateNumber, file, set.id, "\(code.number) has two names in use.")
      }
    }
    for code in set.codes where code.isLegacy && inUse[code.number] != code.code {
      report(
        .duplicateNumber, file, set.id,
        "The legacy name \"\(code.native)\" must have the number and code of a name in use.")
    }
    if set.missingName != nil, set.missing == nil {
      report(.unknownCode, file, set.id, "The code of a missing value is not in the set.")
    }
  }

  /// A code has a set that exists; anything else has none.
  mutating func checkCodeSet(
    _ id: String?, isCode: Bool, _ table: ProviderTable, _ file: String, _ row: String
  ) {
    guard isCode == (id != nil) else {
      return report(.incomplete, file, row, "Codes, and only they, have a code set.")
    }
    guard let id, table.codeSet(named: id) == nil else { return }
    report(.unknownCodeSet, file, row, "\"\(id)\" is no code set of this table.")
  }

  // MARK: - Metadata and fields

  private mutating func check(_ rule: MetadataRule, _ table: ProviderTable, _ file: String) {
    checkName(rule.name, file, rule.name)
    if rule.keys.isEmpty { report(.incomplete, file, rule.name, "A rule has at least one key.") }
    checkCodeSet(rule.codeSet, isCode: rule.value == .code, table, file, rule.name)
    let isPercent = rule.dimension == "fraction"
    if rule.dividesPercentAbove100 && !isPercent || rule.dimension != nil && rule.value != .quantity
    {
      report(
        .incomplete, file, rule.name, "Only quantities have a dimension, only fractions a percent.")
    }
    guard let dimension = rule.dimension,
      !tables.units.dimensions.contains(where: { $0.id == dimension })
    else { return }
    report(.unknownDimension, file, rule.name, "\"\(dimension)\" is no dimension.")
  }

  private mutating func check(_ rule: CharacteristicRule, _ table: ProviderTable, _ file: String) {
    checkName(rule.name, file, rule.native)
    checkCodeSet(rule.codeSet, isCode: rule.value == .code, table, file, rule.native)
  }

  /// Fields name components of the record type, in its unit, with a native unit that converts.
  private mutating func checkFields(
    _ fields: [ElementField], of kind: NativeTypeKind, _ table: ProviderTable, _ file: String
  ) {
    checkUnique(fields.map(\.attribute), .duplicateID, file)
    let type = table.types.first { $0.kind == kind }?.recordType
    let definition = type.flatMap(tables.recordTypes.definition(of:))
    for field in fields {
      guard let component = definition?.component(named: field.name) else {
        report(
          .unknownComponent, file, field.attribute,
          "\"\(field.name)\" is no component of \(type?.rawValue ?? kind.rawValue).")
        continue
      }
      check(field, component, table.provider, file)
    }
  }

  private mutating func check(
    _ field: ElementField, _ component: ComponentDefinition, _ provider: Provider, _ file: String
  ) {
    guard let native = tables.units.unit(spelling: field.unit, provider: provider) else {
      return report(
        .unknownUnit, file, field.attribute, "\"\(field.unit)\" is no known spelling of a unit.")
    }
    guard field.canonicalUnit != component.unit || native.unit.dimension != component.dimension
    else { return }
    report(
      .dimensionMismatch, file, field.attribute,
      "Its units do not agree with the component's unit \"\(component.unit)\".")
  }
}
