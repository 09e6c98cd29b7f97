import Consolidation
import HealthRecords
import RecordStore

/// The local days of a store's records, for `sonar export --local-dates`.
struct LocalDates {
  private var rules: [Provider: LocalDayRule] = [:]

  /// Takes the zone given for this reading, or else the store's setting, and the offsets of the store's imports.
  init(_ store: RecordStore, timeline: ZoneTimeline?) throws {
    let timeline = try timeline ?? Self.setting(of: store)
    for provider in Provider.allCases {
      let exports = try store.writtenOffsets(of: provider).map {
        ExportOffsets.Export(writtenAt: $0.exportedAt ?? .min, minutes: $0.minutes)
      }
      rules[provider] = LocalDayRule(timeline: timeline, offsets: ExportOffsets(exports))
    }
  }

  /// The same days for consolidation.
  var calendar: DayCalendar { DayCalendar(rules) }

  private static func setting(of store: RecordStore) throws -> ZoneTimeline? {
    guard let text = try store.setting(ZoneTimeline.settingKey) else { return nil }
    guard let timeline = ZoneTimeline(text: text) else {
      throw CommandFailure(
        code: .configuration,
        message: "The store's time zone is none that this system knows. Give --timezone here, or "
          + "set another one with sonar import --timezone.")
    }
    return timeline
  }

  /// The local day of a record; nil for one without a time.
  mutating func day(of record: StoredRecord) -> LocalDay? {
    guard record.hasTime else { return nil }
    let start: RecordStart =
      record.isCivilDate
      ? .day(record.start) : .instant(record.start, zone: record.zone)
    return rules[record.provider, default: LocalDayRule()].day(of: start)
  }

  /// Appends the fields of a record's local day to its open JSON object.
  mutating func write(_ record: StoredRecord, to json: inout JSONWriter) {
    let day = day(of: record)
    json.key("local_date")
    if let day { json.string(day.day.description) } else { json.null() }
    json.key("local_date_basis")
    if let day { json.string(day.basis.rawValue) } else { json.null() }
  }

  /// The columns that the cells of a record's local day stand in.
  static let columns = ["local_date", "local_date_basis"]

  /// The cells of a record's local day.
  mutating func cells(of record: StoredRecord) -> [String] {
    guard let day = day(of: record) else { return ["", ""] }
    return [day.day.description, day.basis.rawValue]
  }
}
