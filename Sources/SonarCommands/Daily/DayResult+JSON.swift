import Consolidation
import HealthRecords

extension DayResult {
  /// Writes the day as one JSON object; docs/daily.md lists the keys.
  func write(to json: inout JSONWriter, explains: Bool) {
    json.beginObject()
    json.key("date")
    json.string(day.description)
    json.key("type")
    json.string(metric)
    json.key("value")
    Self.write(value, to: &json)
    json.key("unit")
    json.string(unit)
    json.key("basis")
    json.string(basis.rawValue)
    json.key("estimate")
    json.boolean(isEstimate)
    json.key("minimum")
    Self.write(extremes?.lowerBound, to: &json)
    json.key("maximum")
    Self.write(extremes?.upperBound, to: &json)
    json.key("platform_total")
    Self.write(platformTotal, to: &json)
    json.key("rebuilt")
    Self.write(rebuilt, to: &json)
    writeSources(to: &json)
    writeCounts(to: &json)
    if explains {
      json.key("explanation")
      json.beginArray()
      for part in explanation { part.write(to: &json) }
      json.endArray()
    }
    json.endObject()
  }

  private func writeSources(to json: inout JSONWriter) {
    json.key("sources")
    json.beginArray()
    for source in sources {
      json.beginObject()
      json.key("name")
      json.string(source.label)
      json.key("device_class")
      json.string(source.deviceClass)
      json.key("value")
      Self.write(source.value, to: &json)
      json.key("records")
      json.integer(source.records)
      json.endObject()
    }
    json.endArray()
  }

  private func writeCounts(to json: inout JSONWriter) {
    json.key("all_sources")
    json.integer(allSources)
    json.key("records")
    json.integer(records)
    json.key("assumed_zone")
    json.integer(assumedZones)
    json.key("divided")
    json.integer(divided)
    json.key("overlap_ms")
    json.integer(overlap)
    json.key("longest_gap_ms")
    json.integer(longestGap)
    json.key("left_out")
    json.beginObject()
    for (reason, count) in leftOut.sorted(by: { $0.key < $1.key }) {
      json.key(reason)
      json.integer(count)
    }
    json.endObject()
  }

  fileprivate static func write(_ number: Double?, to json: inout JSONWriter) {
    if let number { json.number(number) } else { json.null() }
  }
}

extension ExplainedPart {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("start")
    json.integer(start)
    json.key("end")
    json.integer(end)
    json.key("record")
    json.string(record.hexadecimal)
    json.key("source")
    json.string(source)
    json.key("value")
    DayResult.write(value, to: &json)
    json.key("counts")
    json.boolean(counts)
    json.key("reason")
    json.string(reason.rawValue)
    json.key("other")
    if let other { json.string(other) } else { json.null() }
    json.endObject()
  }
}
