package import HealthRecords

/// What one day comes to in one metric.
package struct DayResult: Sendable, Hashable {
  /// What the value rests on; the raw value is the word in JSON.
  package enum Basis: String, Sendable, Hashable, CaseIterable {
    /// The platform's own total of the day.
    case platformTotal = "platform_total"
    /// A record of the whole day.
    case dayRecord = "day_record"
    /// Rebuilt from single records.
    case records
    /// Nothing that counts.
    case none
  }

  /// The metric, such as `steps` or `blood_pressure.systolic`.
  package var metric: String
  /// The local day.
  package var day: CivilDay
  /// The value; nil where nothing tells it.
  package var value: Double?
  /// The unit of the value.
  package var unit: String
  /// What the value rests on.
  package var basis = Basis.none
  /// Whether the platform has totals of such days and this one's is missing, so that the value is but a rebuild.
  package var isEstimate = false
  /// The least and the greatest single value, where the value is a mean.
  package var extremes: ClosedRange<Double>?
  /// The platform's own total.
  package var platformTotal: Double?
  /// What single records come to, whatever the value rests on; for sums only.
  package var rebuilt: Double?
  /// The sources that the value rests on, the one that gave most in front.
  package var sources: [SourceShare] = []
  /// The sources of all records, also of those that did not count; what `sonar check` counts.
  package var allSources = 0
  /// Records that touch the day, without those left out.
  package var records = 0
  /// Records that rest on an assumed zone.
  package var assumedZones = 0
  /// Records left out, by the reason.
  package var leftOut: [String: Int] = [:]
  /// Milliseconds of records that were cut away because a better record covers them.
  package var overlap: Int64 = 0
  /// Records of which only a part counts for the day.
  package var divided = 0
  /// The longest time without a record between two of the day, in milliseconds.
  package var longestGap: Int64 = 0
  /// What became of each interval, where it was asked for.
  package var explanation: [ExplainedPart] = []

  /// Creates a day of which nothing is known yet.
  package init(metric: String, day: CivilDay, unit: String) {
    self.metric = metric
    self.day = day
    self.unit = unit
  }
}

/// What one source gave to a day.
package struct SourceShare: Sendable, Hashable {
  /// The source for people.
  package var label: String
  /// The class of its device.
  package var deviceClass: String
  /// Its part of a sum, in the metric's unit; nil for other values.
  package var value: Double?
  /// Its records that count.
  package var records: Int

  /// Creates a share.
  package init(label: String, deviceClass: String, value: Double?, records: Int) {
    self.label = label
    self.deviceClass = deviceClass
    self.value = value
    self.records = records
  }
}

/// What became of one interval of one record.
package struct ExplainedPart: Sendable, Hashable {
  /// Why an interval counts, or why not; the raw value is the word in JSON.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Nothing else measured then.
    case onlySource = "only_source"
    /// Its device comes first in the order.
    case betterDevice = "better_device"
    /// The other source repeats this one.
    case original
    /// The other record is an older edit, or a shorter one, of the same source.
    case newerRecord = "newer_record"
    /// Nothing but the names tells the sources apart.
    case firstByName = "first_by_name"
    /// Each such record is something of its own.
    case ownEvent = "own_event"
    /// The platform's own total.
    case platformTotal = "platform_total"
    /// A record of the whole day.
    case wholeDay = "whole_day"
    /// It has the stages of sleep.
    case hasStages = "has_stages"
    /// A better record covers it.
    case covered
    /// The day rests on a total or on a record of the whole day.
    case outranked
    /// It repeats an export that the day has.
    case mirror
    /// The same source has a session that covers the same sleep.
    case nested
    /// It is no value of the summary, as the latest or greatest one counts.
    case notChosen = "not_chosen"

    /// The reason as part of a sentence.
    package var words: String {
      switch self {
      case .onlySource: "nothing else measured then"
      case .betterDevice: "its device comes first"
      case .original: "the other one repeats it"
      case .newerRecord: "the newer record of one source"
      case .firstByName: "equal devices, first by name"
      case .ownEvent: "an event of its own"
      case .platformTotal: "the platform's own total"
      case .wholeDay: "a record of the whole day"
      case .hasStages: "it has stages"
      case .covered: "a better record covers it"
      case .outranked: "the day rests on a total"
      case .mirror: "it repeats an export"
      case .nested: "the same source has it already"
      case .notChosen: "another value counts"
      }
    }
  }

  /// Milliseconds since 1970; a record of a civil day has the day's bounds in UTC.
  package var start: Int64
  /// Milliseconds since 1970, exclusive.
  package var end: Int64
  /// Whether the bounds are those of a civil day.
  package var isCivilDate = false
  /// The record.
  package var record: RecordID
  /// The source for people.
  package var source: String
  /// The part's value in the metric's unit; nil where it has none.
  package var value: Double?
  /// Whether it counts.
  package var counts: Bool
  /// Why.
  package var reason: Reason
  /// The source that it was held against; nil for none.
  package var other: String?

  /// Creates a part.
  package init(
    _ bounds: Range<Int64>, of record: RecordID, source: String, value: Double?,
    verdict: (counts: Bool, reason: Reason)
  ) {
    start = bounds.lowerBound
    end = bounds.upperBound
    self.record = record
    self.source = source
    self.value = value
    counts = verdict.counts
    reason = verdict.reason
  }
}
