package import HealthRecords

/// The local days of all providers' records.
package struct DayCalendar {
  private var rules: [Provider: LocalDayRule]
  private let fallback: LocalDayRule

  /// Creates a calendar; a provider without a rule of its own has the days of `fallback`.
  package init(_ rules: [Provider: LocalDayRule] = [:], fallback: LocalDayRule = LocalDayRule()) {
    self.rules = rules
    self.fallback = fallback
  }

  /// The local day on which a record starts.
  mutating func span(of record: SourceRecord) -> LocalSpan {
    span(at: record.start, zone: record.zone, of: record.source.provider)
  }

  /// The local day around an instant of a record with that zone.
  mutating func span(
    at instant: Int64, zone: String?, of provider: Provider, isEnd: Bool = false
  ) -> LocalSpan {
    rules[provider, default: fallback].span(at: instant, zone: zone, isEnd: isEnd)
  }
}
