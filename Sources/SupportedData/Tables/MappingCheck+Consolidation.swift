import HealthRecords

// The rules of consolidation.json.
extension MappingCheck {
  private static let file = ConsolidationTable.fileName

  /// Orders name classes that exist, record types are registered, totals fit their types, limits are positive.
  mutating func checkConsolidation() {
    let table = tables.consolidation
    checkVersion(table.version, Self.file)
    checkOrder(table.deviceOrder, "device_order")
    checkUnique(table.deviceClasses.map(\.name), .duplicateID, Self.file)
    for rule in table.deviceClasses { check(rule) }
    for rule in table.mirrors { check(rule) }
    for rule in table.dayTotals { check(rule) }
    checkUnique(table.metrics.map(\.recordType.rawValue), .duplicateID, Self.file)
    for rule in table.metrics { check(rule) }
    checkLimits(table.limits)
    checkUnique(table.sleep.codes, .duplicateID, Self.file, in: "sleep")
    for type in [table.sleep.stageType, table.sleep.sessionType, table.workoutType] {
      _ = definition(of: type, in: type.rawValue)
    }
  }

  private mutating func check(_ rule: DeviceClassRule) {
    checkName(rule.name, Self.file, rule.name)
    for words in rule.words + rule.prefixes where DeviceWords(words).text != " \(words) " {
      report(
        .invalidName, Self.file, rule.name,
        "\"\(words)\" must be lower-case words and digits with single blanks between.")
    }
    if rule.kinds.isEmpty, rule.words.isEmpty, rule.prefixes.isEmpty {
      report(.incomplete, Self.file, rule.name, "The class has no words.")
    }
  }

  private mutating func check(_ rule: MirrorRule) {
    guard (rule.originalApp == nil) == (rule.originalProvider == nil) else { return }
    report(
      .incomplete, Self.file, rule.app, "A mirror needs either \"of_app\" or \"of_provider\".")
  }

  private mutating func check(_ rule: DayTotalRule) {
    let row = rule.recordType.rawValue
    guard let definition = definition(of: rule.recordType, in: row) else { return }
    if definition.aggregation != .sum {
      report(.kindMismatch, Self.file, row, "Only sums have a total.")
    }
    if let type = rule.partType, let part = self.definition(of: type, in: row),
      part.unit != definition.unit || rule.component != nil || !rule.isEstimate
    {
      report(
        .kindMismatch, Self.file, row,
        "A total with a \"part_type\" is an \"estimate\" without a component, in one unit.")
    }
    let mapping = tables.table(of: rule.provider)?.type(named: rule.nativeType)
    guard let type = mapping?.recordType else {
      return report(
        .unknownRecordType, Self.file, row, "\"\(rule.nativeType)\" is no mapped native type.")
    }
    if let component = rule.component,
      tables.recordTypes.definition(of: type)?.component(named: component) == nil
    {
      report(
        .unknownComponent, Self.file, row, "\"\(component)\" is no component of \(type.rawValue).")
    }
  }

  private mutating func check(_ rule: MetricRule) {
    let row = rule.recordType.rawValue
    guard definition(of: rule.recordType, in: row) != nil else { return }
    if !rule.deviceOrder.isEmpty { checkOrder(rule.deviceOrder, row) }
  }

  /// An order names each class once, and the unknown one.
  private mutating func checkOrder(_ order: [String], _ row: String) {
    let classes = tables.consolidation.deviceClasses.map(\.name) + [ConsolidationTable.unknownClass]
    checkUnique(order, .duplicateID, Self.file, in: row)
    guard Set(order) != Set(classes) else { return }
    report(
      .incomplete, Self.file, row, "The order must name every class of device and \"unknown\".")
  }

  private mutating func checkLimits(_ limits: ConsolidationLimits) {
    let lengths = [
      limits.longestIntervalHours, limits.longestSleepHours, limits.nightGapMinutes,
      limits.workoutOverlapPercent,
    ]
    // A month bounds what a reading must remember.
    if !lengths.allSatisfy({ 1...100_000 ~= $0 }) || limits.longestIntervalHours > 744
      || limits.longestSleepHours > 744 || limits.workoutOverlapPercent > 100
    {
      report(
        .invalidRange, Self.file, "limits",
        "Limits must be positive, hours 744 at most, percent 100 at most.")
    }
  }

  private mutating func definition(of type: RecordType, in row: String) -> RecordTypeDefinition? {
    guard let definition = tables.recordTypes.definition(of: type) else {
      report(.unknownRecordType, Self.file, row, "\"\(type.rawValue)\" is no record type.")
      return nil
    }
    return definition
  }
}
