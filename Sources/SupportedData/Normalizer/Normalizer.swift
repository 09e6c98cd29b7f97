package import HealthRecords

/// Turns native samples into records, by the tables: the one place where a provider's words get their meaning.
///
/// Batches may be normalized on any thread and in any order: what they leave behind for the next ones (`FieldPlans`) saves
/// time and changes nothing.
package struct Normalizer: Sendable {
  private let tables: MappingTables
  private let planner: SourcePlanner
  private let settings: NormalizerSettings
  /// The tables of providers whose records are read by their fields, by provider and shape.
  private let contexts: [ContextKey: FieldContext]

  /// Creates a normalizer over tables and a person's settings.
  package init(tables: MappingTables, settings: NormalizerSettings = NormalizerSettings()) {
    self.tables = tables
    self.settings = settings
    planner = SourcePlanner(aliases: settings.resolvedAliases)
    var contexts: [ContextKey: FieldContext] = [:]
    for table in tables.providers where table.isReadByFields {
      for shape in table.shapes.map(Optional.some) + [nil] {
        contexts[ContextKey(provider: table.provider, shape: shape?.id ?? "")] = FieldContext(
          tables: tables, table: table, shape: shape)
      }
    }
    self.contexts = contexts
  }

  /// Normalizes a batch: every sample ends as a row, or as a counted outcome with a reason.
  ///
  /// Linear in the size of the batch. A shape that the tables do not hold is read by the provider's own rules.
  package func normalize(_ batch: NativeBatch) -> RecordBatch {
    let key = ContextKey(provider: batch.provider, shape: batch.shape)
    let context = contexts[key] ?? contexts[ContextKey(provider: batch.provider, shape: "")]
    guard let context else {
      var work = AppleHealthNormalization(batch, tables: tables, planner: planner)
      return work.run()
    }
    return FieldNormalization(
      batch, context: context, settings: settings, planner: planner
    ).run()
  }
}

/// A provider and one of its shapes; an empty id for the provider alone.
private struct ContextKey: Hashable {
  var provider: Provider
  var shape: String
}
