import HealthRecords
import RecordStore
import SupportedData

/// In which units earlier imports had the types of an input: a change of the display units makes rare rounding ties.
struct UnitHistory {
  private let store: RecordStore
  private let input: InputIdentity
  private let tables: MappingTables
  /// Native types with records before the import.
  private let stored: Set<String>

  /// Looks at the store before an import of the input begins.
  init(_ store: RecordStore, before input: InputIdentity, tables: MappingTables) throws {
    self.store = store
    self.input = input
    self.tables = tables
    stored = try store.nativeTypesWithRecords(of: input.provider)
  }

  /// The units that types of the report had before, for those that it declares in another unit; spellings, sorted.
  ///
  /// A type is compared with the last import that declared a unit for it, an input that was imported before with itself.
  /// Reads stored reports only until every type of the input is found, mostly one.
  func earlierUnits(than report: InputReport) throws -> [String: [String]] {
    var wanted = report.types.filter { stored.contains($0.key) && !$0.value.units.isEmpty }
    var changed: [String: [String]] = [:]
    guard !wanted.isEmpty else { return changed }
    try store.forEachEarlierReport(than: input) { bytes in
      let earlier = ReportCheckpoint.decode(bytes)?.declaredUnits ?? [:]
      for (type, units) in earlier where !units.isEmpty {
        guard let tally = wanted.removeValue(forKey: type) else { continue }
        if !meanings(of: tally.units.keys, type).isSubset(of: meanings(of: units, type)) {
          changed[type] = units.sorted()
        }
      }
      return !wanted.isEmpty
    }
    return changed
  }

  /// What spellings stand for: two of them for one unit (`kcal`, `Cal`) are no change.
  private func meanings(of spellings: some Sequence<String>, _ nativeType: String) -> Set<String> {
    let type = tables.table(of: input.provider)?.type(named: nativeType)
    return Set(
      spellings.map { spelling in
        guard let unit = tables.unit(spelling: spelling, of: type, provider: input.provider) else {
          return spelling
        }
        return "\(unit.scale) \(unit.unit.ucum)"
      })
  }
}

extension InputReport {
  /// Takes over the earlier units of types whose unit changed, and says so.
  mutating func adopt(earlierUnits: [String: [String]], isSnapshot: Bool) {
    self.earlierUnits = earlierUnits
    guard !earlierUnits.isEmpty else { return }
    let remedy =
      isSnapshot
      ? "With --snapshot the older of them were deleted, with all else that the export lacks."
      : "Imported as a --snapshot, a complete export deletes the older of them, with all else that it lacks."
    diagnostics.add(
      Diagnostic(
        "unit_changed", .info, count: earlierUnits.count,
        message:
          "Types are declared in other units than in an earlier import, as after a change of the "
          + "phone's display units. Rare rounding ties may have been inserted as new records. "
          + remedy))
  }
}
