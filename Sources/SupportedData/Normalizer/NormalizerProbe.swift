import HealthRecords

/// Reads a number: the entry point of a fuzzer.
///
/// Returns 1 for a number, 0 otherwise.
package func fuzzNumber(_ bytes: [UInt8]) -> Int {
  DecimalText(bytes) == nil ? 0 : 1
}

/// Looks a unit spelling and a metadata quantity up: the entry point of a fuzzer.
///
/// Returns 1 for a known one.
package func fuzzUnit(_ bytes: [UInt8]) -> Int {
  guard let tables = probeTables else { return 0 }
  let text = String(decoding: bytes, as: UTF8.self)
  let unit = tables.units.unit(spelling: text, provider: .appleHealth)
  return unit == nil && MetadataQuantity(text, rule: nil, tables: tables) == nil ? 0 : 1
}

/// Reads the time of a clinical document at every place that the tables know: the entry point of a fuzzer.
///
/// Returns 1 for a document that tells a time.
package func fuzzClinicalTime(_ bytes: [UInt8]) -> Int {
  probeTimes.read(bytes).time == nil ? 0 : 1
}

private let probeTimes = ClinicalTimePaths(
  probeTables?.appleHealth.types.flatMap(\.timePaths) ?? [])

private let probeTables = try? MappingTables.embedded()
