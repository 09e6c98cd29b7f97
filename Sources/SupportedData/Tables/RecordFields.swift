/// How a provider or a shape writes times.
package enum TimeForm: String, Sendable, Hashable, CaseIterable {
  /// ISO 8601 text with `Z` or an offset; text without one is UTC; a bare number is milliseconds since 1970.
  case utc
  /// A number of seconds since 1970; text as in `utc`.
  case seconds
  /// The clock on the wall, as text or as milliseconds since 1970 of that clock: the row's offset makes it an instant.
  case local
  /// The clock on the wall where it is text; a bare number is milliseconds since 1970 of the instant.
  case wall
  /// A civil day: `yyyy-MM-dd` (whatever follows), or milliseconds since 1970 of its midnight in UTC.
  case day
}

/// What every record of a provider says beside its value.
package enum RecordField: String, Sendable, Hashable, CaseIterable {
  /// The record's own id.
  case id
  /// The id of the record that a flattened row is a part of.
  case parent
  /// The writing app's own key.
  case clientID = "client_id"
  /// The writing app's edit counter.
  case clientVersion = "client_version"
  /// When the record was last edited.
  case modified
  /// When it starts.
  case start
  /// When it ends.
  case end
  /// How long it lasts, where start or end is not written; in the unit of `durationUnit`.
  case duration
  /// The offset at the start: seconds, milliseconds of a day or more, `+05:30`, `UTC+0530`, `-14400s`, an IANA name.
  case offset
  /// The offset at the end, in the same forms.
  case endOffset = "end_offset"
  /// The app that wrote the record.
  case origin
  /// The id of the device.
  case deviceID = "device_id"
  /// The maker of the device.
  case manufacturer
  /// The model of the device.
  case model
  /// The kind of device.
  case deviceType = "device_type"
  /// How it was recorded.
  case recording
}

/// Where a provider, a shape or a type keeps what every record says.
package struct RecordFields: Sendable, Hashable {
  /// Paths by what stands there, the best first; an empty list takes the default away.
  package let paths: [RecordField: [String]]
  /// How times are written; nil for the default.
  package let timeForm: TimeForm?
  /// The UCUM unit of `duration`; nil for the default, which is a second.
  package let durationUnit: String?
  /// Whether the end is the last moment within the record rather than the first one after it.
  package let hasInclusiveEnd: Bool
  /// The code set of `deviceType`.
  package let deviceTypes: String?
  /// The code set of `recording`, whose codes are the names of `RecordingMethod`.
  package let recordings: String?
  /// Times up to this one, as text in the time form, mean that there is none.
  package let absentTimes: [String]

  /// Nothing but defaults.
  package static let empty = RecordFields()

  private init() {
    paths = [:]
    timeForm = nil
    durationUnit = nil
    hasInclusiveEnd = false
    deviceTypes = nil
    recordings = nil
    absentTimes = []
  }

  init(row: inout TableRow) throws(MappingError) {
    var paths: [RecordField: [String]] = [:]
    let keys = Set(row.keys)
    for field in RecordField.allCases where keys.contains(field.rawValue) {
      paths[field] = try row.strings(field.rawValue)
    }
    self.paths = paths
    timeForm = try row.optionalWord("time", TimeForm.self)
    durationUnit = try row.optionalString("duration_unit")
    hasInclusiveEnd = try row.flag("inclusive_end")
    deviceTypes = try row.optionalString("device_types")
    recordings = try row.optionalString("recordings")
    absentTimes = try row.strings("absent_times")
  }

  private init(_ upper: RecordFields, over lower: RecordFields) {
    paths = lower.paths.merging(upper.paths) { _, upper in upper }
    timeForm = upper.timeForm ?? lower.timeForm
    durationUnit = upper.durationUnit ?? lower.durationUnit
    hasInclusiveEnd = upper.hasInclusiveEnd || lower.hasInclusiveEnd
    deviceTypes = upper.deviceTypes ?? lower.deviceTypes
    recordings = upper.recordings ?? lower.recordings
    absentTimes = lower.absentTimes + upper.absentTimes
  }

  /// These fields, and those of `lower` where these say nothing.
  func over(_ lower: RecordFields) -> RecordFields {
    RecordFields(self, over: lower)
  }
}

/// A type's rules for records that are read by their fields.
package struct FieldMapping: Sendable, Hashable {
  /// The record's value; nil for values with parts and for events.
  package let value: FieldRule?
  /// The named quantities of a value with parts.
  package let components: [FieldRule]
  /// What a record says besides.
  package let details: [FieldRule]
  /// What its arrays, child tables and side files become.
  package let parts: [PartRule]
  /// Rows that become another record type; the first that fits counts.
  package let variants: [VariantRule]
  /// What stands elsewhere than in other types.
  package let record: RecordFields
  /// Fields that are the identity of a row, in place of its id; empty where it has one.
  package let keys: [String]
  /// What tells two records of equal source and time without any id from each other, by names of the rules above.
  package let distinct: [String]
  /// Other records that a row names.
  package let links: [LinkRule]
  /// Native fields that are ignored because the other fields give them back.
  package let redundant: [String]
  /// The media type of a document.
  package let mediaType: String?
  /// The provider's number of the type, where ids are derived from it.
  package let number: Int?
  /// Whether all its records are estimates of a span, such as day totals made by an app.
  package let isEstimate: Bool

  init(row: inout TableRow) throws(MappingError) {
    value = try row.row("value", FieldRule.init(row:))
    components = try row.rows("components", FieldRule.init(row:))
    details = try row.rows("details", FieldRule.init(row:))
    parts = try row.rows("parts", PartRule.init(row:))
    variants = try row.rows("variants", VariantRule.init(row:))
    record = try row.row("record", RecordFields.init(row:)) ?? .empty
    keys = try row.strings("keys")
    distinct = try row.strings("distinct")
    links = try row.rows("links", LinkRule.init(row:))
    redundant = try row.strings("redundant")
    mediaType = try row.optionalString("media_type")
    number = try row.optionalInteger("number")
    isEstimate = try row.flag("estimate")
  }

  /// All rules of fields of the record itself.
  package var rules: [FieldRule] {
    (value.map { [$0] } ?? []) + components + details
  }
}
