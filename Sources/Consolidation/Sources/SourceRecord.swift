package import HealthRecords

/// A record as consolidation sees it: what counts for a day, without native words.
package struct SourceRecord: Sendable, Hashable {
  /// The value of a record.
  package enum Value: Sendable, Hashable {
    /// None that counts.
    case none
    /// A quantity in the type's unit.
    case quantity(Double)
    /// Named quantities.
    case components([String: Double])
    /// Samples inside the record, in any order.
    case samples([TimedValue])
    /// The code of a record that is one stage.
    case code(String)
    /// The stages of a session.
    case stages([TimedCode])
  }

  /// The identity.
  package var id: RecordID
  /// The provider's own type.
  package var nativeType: String
  /// The registered type; nil for that of the metric.
  package var recordType: RecordType?
  /// When it starts: milliseconds since 1970, or days for a civil day.
  package var start: Int64
  /// When it ends, exclusive.
  package var end: Int64
  /// Whether it is of a civil day.
  package var isCivilDate = false
  /// The zone written in it.
  package var zone: String?
  /// Who made it.
  package var source: RecordSource
  /// Doubts about it.
  package var quality: Quality = []
  /// The edit version.
  package var version = RecordVersion()
  /// The value.
  package var value: Value
  /// Milliseconds that a workout went on without its pauses, where the record says it.
  package var activeTime: Int64?

  /// Creates a record of a span of time.
  package init(
    id: RecordID, nativeType: String = "", _ bounds: (start: Int64, end: Int64),
    source: RecordSource, value: Value
  ) {
    self.id = id
    self.nativeType = nativeType
    start = bounds.start
    end = bounds.end
    self.source = source
    self.value = value
  }

  /// The doubts that keep a record out of every value.
  package static let excluding: Quality = [
    .implausible, .future, .offsetSuspect, .endBeforeStart, .unitMismatch, .mixedReading,
  ]
  /// Some 140,000 years from 1970, in milliseconds: within it no arithmetic with times ends.
  private static let possible: Int64 = 1 << 52

  /// Why the record counts nowhere: a doubt, or a length that nothing has; nil where it counts.
  func reasonToLeaveOut(longest: Int64) -> String? {
    let doubts = quality.intersection(Self.excluding)
    if let doubt = Quality.names.first(where: { doubts.contains($0.flag) }) { return doubt.name }
    let days = isCivilDate ? Self.possible / 86_400_000 : Self.possible
    guard -days..<days ~= start, -days..<days ~= end else { return "impossible_time" }
    if end < start { return "end_before_start" }
    return !isCivilDate && end - start > longest ? "too_long" : nil
  }
}

/// A number at an instant.
package struct TimedValue: Sendable, Hashable {
  /// Milliseconds since 1970.
  package var time: Int64
  /// The number.
  package var number: Double

  /// Creates a value.
  package init(time: Int64, number: Double) {
    self.time = time
    self.number = number
  }
}

/// A code over a span of time.
package struct TimedCode: Sendable, Hashable {
  /// Milliseconds since 1970.
  package var start: Int64
  /// Milliseconds since 1970, exclusive.
  package var end: Int64
  /// The code.
  package var code: String

  /// Creates a stage.
  package init(start: Int64, end: Int64, code: String) {
    self.start = start
    self.end = end
    self.code = code
  }
}
