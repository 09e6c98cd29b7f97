package import HealthRecords
package import SupportedData

/// One number of a day: what it is made of and how.
package struct Metric: Sendable, Hashable {
  /// The name: the record type, with the component behind a point.
  package let name: String
  /// The record type.
  package let recordType: RecordType
  /// The component of its records; nil for their own value.
  package let component: String?
  /// The unit of the number.
  package let unit: String
  /// How values are summarised.
  package let aggregation: Aggregation
  /// What overlapping records are to each other.
  package let combination: Combination
  /// Whether parts of a value must be whole numbers: steps, but not kilocalories.
  package let isCount: Bool
  /// The platforms' own totals, the first that a day has counts.
  package let totals: [DayTotalRule]
  /// Longer intervals are left out, in milliseconds.
  package let longestInterval: Int64

  /// The metrics of a record type; none for a type that no number sums up.
  package static func metrics(of type: RecordType, _ tables: MappingTables) -> [Metric] {
    guard let definition = tables.recordTypes.definition(of: type) else { return [] }
    let aggregation =
      tables.consolidation.metric(of: type)?.aggregation ?? definition.aggregation
    guard aggregation != .none else { return [] }
    if let unit = definition.unit {
      return [
        Metric(
          type, nil, aggregation, (unit, isCount: definition.dimension == "count"),
          tables.consolidation)
      ]
    }
    guard definition.valueKind == .components else { return [] }
    return definition.components.map {
      Metric(
        type, $0.id, aggregation, ($0.unit, isCount: $0.dimension == "count"), tables.consolidation)
    }
  }

  private init(
    _ type: RecordType, _ component: String?, _ aggregation: Aggregation,
    _ unit: (name: String, isCount: Bool), _ table: ConsolidationTable
  ) {
    name = component.map { "\(type.rawValue).\($0)" } ?? type.rawValue
    recordType = type
    self.component = component
    self.unit = unit.name
    isCount = unit.isCount
    self.aggregation = aggregation
    combination = table.combination(of: type)
    totals = component == nil ? table.dayTotals.filter { $0.recordType == type } : []
    longestInterval = Int64(table.limits.longestIntervalHours) * 3_600_000
  }

  /// The record types whose records it reads: its own, and those of parts of a total.
  package var recordTypes: Set<RecordType> { Set([recordType] + totals.compactMap(\.partType)) }

  /// The place of the rule by which a record is a total of the day, and the total; nil for any other record.
  func total(of record: SourceRecord) -> (place: Int, value: Double)? {
    guard record.isCivilDate else { return nil }
    let type = record.recordType ?? recordType
    for (place, rule) in totals.enumerated()
    where rule.nativeType == record.nativeType && rule.provider == record.source.provider {
      switch (rule.component, record.value) {
      case (nil, .quantity(let number)) where type == rule.partType ?? recordType:
        return (place, number)
      case (let name?, .components(let numbers)): return numbers[name].map { (place, $0) }
      default: continue
      }
    }
    return nil
  }
}
