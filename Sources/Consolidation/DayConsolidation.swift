import HealthRecords

/// Something that makes days of records as they come.
///
/// Records come by ascending start, those of civil days before all others; equal starts in any order. Days go out in
/// order for each metric, when no record can reach them any more.
package protocol DayConsolidation {
  /// Takes the next record.
  mutating func take(_ record: SourceRecord, _ emit: (DayResult) throws -> Void) rethrows

  /// Ends the reading: the remaining days go out.
  mutating func finish(_ emit: (DayResult) throws -> Void) rethrows
}

extension DayConsolidation {
  /// The days of records in any order; equal for every order of the same records.
  package mutating func days(of records: [SourceRecord]) -> [DayResult] {
    var results: [DayResult] = []
    let sorted = records.sorted {
      if $0.isCivilDate != $1.isCivilDate { return $0.isCivilDate }
      return ($0.start, $0.id) < ($1.start, $1.id)
    }
    for record in sorted { take(record) { results.append($0) } }
    finish { results.append($0) }
    return results
  }
}
