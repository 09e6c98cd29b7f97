package import HealthRecords

/// Turns native samples into records, by the tables: the one place where a provider's words get their meaning.
///
/// A value without state: batches may be normalized on any thread and in any order.
package struct Normalizer: Sendable {
  private let tables: MappingTables
  private let planner: SourcePlanner

  /// Creates a normalizer over tables and a person's settings.
  package init(tables: MappingTables, settings: NormalizerSettings = NormalizerSettings()) {
    self.tables = tables
    planner = SourcePlanner(aliases: settings.resolvedAliases)
  }

  /// Normalizes a batch: every sample ends as a row, or as a counted outcome with a reason.
  ///
  /// Linear in the size of the batch.
  package func normalize(_ batch: NativeBatch) -> RecordBatch {
    var work = AppleHealthNormalization(batch, tables: tables, planner: planner)
    return work.run()
  }
}
