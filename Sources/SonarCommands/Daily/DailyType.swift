import Consolidation
import HealthRecords
import SonarArguments
import SupportedData

/// Something that a day is summed up in, as a person names it.
struct DailyType: Hashable {
  /// What makes the days of it.
  enum Kind: Hashable {
    /// One metric, or one for each component.
    case quantity([Metric])
    /// Nights and naps.
    case sleep
    /// Workouts.
    case workouts
  }

  /// The name, such as `steps` or `sleep`.
  let name: String
  /// What makes its days.
  let kind: Kind
  /// The record types of its records.
  let recordTypes: Set<RecordType>

  /// The metrics of a day, the one that stands for all in front.
  var metrics: [String] {
    switch kind {
    case .quantity(let metrics): metrics.map(\.name)
    case .sleep: SleepDays.metrics
    case .workouts: WorkoutDays.metrics
    }
  }

  /// The types that the words of a command line name, each once, in their order; words may hold several with commas.
  ///
  /// Without words, all that the store has records of, by name.
  static func types(
    named words: [String], in stored: Set<String>, _ tables: MappingTables
  ) throws -> [DailyType] {
    let all = all(tables)
    guard !words.isEmpty else {
      return all.filter { type in type.recordTypes.contains { stored.contains($0.rawValue) } }
    }
    var types: [DailyType] = []
    for word in words.flatMap({ $0.split(separator: ",").map(String.init) }) {
      let type = try find(word, all, tables)
      if !types.contains(type) { types.append(type) }
    }
    guard types.isEmpty else { return types }
    throw UsageError(.invalidValue, "--type names no type")
  }

  /// All that days are summed up in, by name.
  static func all(_ tables: MappingTables) -> [DailyType] {
    let rules = tables.consolidation
    var types = tables.recordTypes.definitions.compactMap { definition -> DailyType? in
      let metrics = Metric.metrics(of: definition.type, tables)
      guard !metrics.isEmpty else { return nil }
      return DailyType(
        name: definition.type.rawValue, kind: .quantity(metrics),
        recordTypes: metrics.reduce(into: [definition.type]) { $0.formUnion($1.recordTypes) })
    }
    types.append(
      DailyType(
        name: "sleep", kind: .sleep,
        recordTypes: [rules.sleep.stageType, rules.sleep.sessionType]))
    types.append(
      DailyType(name: "workout", kind: .workouts, recordTypes: [rules.workoutType]))
    return types.sorted { $0.name < $1.name }
  }

  private static func find(
    _ word: String, _ all: [DailyType], _ tables: MappingTables
  ) throws -> DailyType {
    let isSleep = [tables.consolidation.sleep.stageType, tables.consolidation.sleep.sessionType]
      .contains(RecordType(rawValue: word))
    if let type = all.first(where: { $0.name == (isSleep ? "sleep" : word) }) { return type }
    guard tables.recordTypes.definition(named: word) == nil else {
      throw UsageError(.invalidValue, "--type: no number sums up a day of '\(word)'")
    }
    throw UsageError(
      .invalidValue, "--type: '\(word)' is no type that days are summed up in",
      suggestion: suggestion(for: word, among: all.map(\.name)))
  }
}
