import HealthRecords

extension RunReport {
  /// The report as one JSON object; the contract is in docs/reports.md.
  func json() -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("inputs")
    json.beginArray()
    for input in inputs { input.write(to: &json) }
    json.endArray()
    if let store {
      json.key("store")
      json.beginObject()
      json.key("path")
      json.string(store.path)
      json.key("records")
      json.integer(store.records)
      json.key("tombstones")
      json.integer(store.tombstones)
      json.key("change_seq")
      json.integer(store.changeSequence)
      json.endObject()
    }
    json.endObject()
    return json.bytes
  }
}

extension InputReport {
  /// Writes the input's object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    writeHeader(to: &json)
    json.key("records_read")
    json.integer(recordsRead)
    json.key("outcomes")
    Self.write(outcomes, to: &json)
    json.key("tombstoned")
    json.integer(tombstoned.values.reduce(0, +))
    json.key("lacking")
    json.integer(lacking.values.reduce(0, +))
    json.key("assumed_zone")
    json.integer(assumedZones)
    json.key("by_type")
    json.beginArray()
    for type in types.keys.sorted() { write(type, to: &json) }
    json.endArray()
    json.key("diagnostics")
    json.beginArray()
    for diagnostic in diagnostics.all { Self.write(diagnostic, to: &json) }
    json.endArray()
    json.endObject()
  }

  private func writeHeader(to json: inout JSONWriter) {
    json.key("path")
    json.string(path)
    json.key("provider")
    if let provider { json.string(provider) } else { json.null() }
    json.key("format")
    if let format { json.string(format) } else { json.null() }
    json.key("exported_at")
    if let exportedAt { json.string(UTCText.instant(exportedAt)) } else { json.null() }
    json.key("locale")
    if let locale { json.string(locale) } else { json.null() }
    json.key("complete")
    json.boolean(isComplete)
    json.key("bytes")
    json.integer(bytes)
    json.key("seconds")
    json.number((seconds * 1000).rounded() / 1000)
  }

  private func write(_ type: String, to json: inout JSONWriter) {
    guard let tally = types[type] else { return }
    json.beginObject()
    json.key("native_type")
    json.string(type)
    json.key("record_type")
    json.string(tally.recordType.rawValue)
    json.key("read")
    json.integer(tally.read)
    json.key("outcomes")
    Self.write(tally.outcomes, to: &json)
    json.key("tombstoned")
    json.integer(tombstoned[type] ?? 0)
    json.key("lacking")
    json.integer(lacking[type] ?? 0)
    json.key("first")
    if tally.first == .max { json.null() } else { json.string(UTCText.instant(tally.first)) }
    json.key("last")
    if tally.last == .min { json.null() } else { json.string(UTCText.instant(tally.last)) }
    json.key("units")
    json.beginObject()
    for unit in tally.units.keys.sorted() {
      json.key(unit)
      json.integer(tally.units[unit] ?? 0)
    }
    json.endObject()
    json.key("earlier_units")
    json.beginArray()
    for unit in earlierUnits[type] ?? [] { json.string(unit) }
    json.endArray()
    json.key("sources")
    json.integer(tally.sources.count)
    json.endObject()
  }

  private static func write(_ outcomes: OutcomeCounts, to json: inout JSONWriter) {
    json.beginObject()
    for outcome in Outcome.allCases {
      json.key(outcome.name)
      json.integer(outcomes[outcome])
    }
    json.endObject()
  }

  private static func write(_ diagnostic: Diagnostic, to json: inout JSONWriter) {
    json.beginObject()
    json.key("code")
    json.string(diagnostic.code)
    json.key("severity")
    json.string(diagnostic.severity.rawValue)
    json.key("count")
    json.integer(diagnostic.count)
    json.key("message")
    json.string(diagnostic.message)
    json.key("first")
    if let first = diagnostic.first {
      json.beginObject()
      json.key("member")
      json.string(first.member)
      json.key("byte")
      json.integer(first.byte)
      json.key("line")
      json.integer(first.line)
      json.endObject()
    } else {
      json.null()
    }
    json.endObject()
  }
}

/// Instants as text in UTC.
enum UTCText {
  /// `yyyy-MM-ddTHH:mm:ssZ`, with milliseconds only where there are any.
  static func instant(_ milliseconds: Int64) -> String {
    let seconds = floorDivide(milliseconds, 1000)
    let days = floorDivide(seconds, 86_400)
    let time = seconds - days * 86_400
    let fraction = milliseconds - seconds * 1000
    let clock =
      padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
    return day(days) + "T" + clock + (fraction == 0 ? "" : "." + padded(fraction, 3)) + "Z"
  }

  /// `yyyy-MM-dd` of a day counted from 1970-01-01.
  static func day(_ days: Int64) -> String {
    CivilDay(daysSince1970: days).description
  }
}
