package import HealthRecords

/// A record of the store with everything that it refers to.
package struct StoredRecord: Sendable, Hashable {
  /// The identity.
  package var id: RecordID
  /// Where the record is in the change feed; no part of the record.
  package var changeSequence: Int64
  /// The provider.
  package var provider: Provider
  /// The provider's own type, the registered type and its canonical unit.
  package var type: BatchType
  /// The edit version.
  package var version: RecordVersion
  /// The form of the value.
  package var kind: ValueKind
  /// How it was recorded.
  package var recording: RecordingMethod
  /// Doubts about it.
  package var quality: Quality
  /// Whether it stands on its own.
  package var standing: RecordStanding
  /// Whether `start` and `end` are civil days since 1970-01-01 rather than milliseconds since 1970.
  package var isCivilDate: Bool
  /// When it starts.
  package var start: Int64
  /// When it ends, exclusive.
  package var end: Int64
  /// The quantity or the number of a code; NaN where there is none.
  package var number: Double
  /// The quantity in the declared unit; NaN where that is the canonical one.
  package var declared: Double
  /// The code.
  package var code: String?
  /// The IANA zone written in the record.
  package var zone: String?
  /// The source as canonical JSON.
  package var source: [UInt8]?
  /// The native data as canonical JSON.
  package var native: [UInt8]?
  /// The structured value as canonical JSON.
  package var payload: [UInt8]?
  /// The links as canonical JSON.
  package var links: [UInt8]?
  /// The number of parts.
  package var completeness: UInt32
  /// The version of the tables that made the record.
  package var mappingVersion: Int

  /// Whether the record is of a time at all.
  ///
  /// What states none is kept at 0: documents (the person, some clinical records), native records (the description of a
  /// food or a device), and records without a value.
  package var hasTime: Bool {
    if isCivilDate || start != 0 || end != 0 { return true }
    switch kind {
    case .none, .document, .native: return false
    case .quantity, .code, .components, .series, .session: return true
    }
  }

  /// Appends the record's canonical NDJSON line, without a newline, to `writer`.
  ///
  /// Equal records give equal bytes wherever and in whatever order they were imported: the keys are in a fixed order,
  /// and the change sequence is left out. `more` may write further fields at the end.
  package func writeCanonicalLine(
    to writer: inout JSONWriter, _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.beginObject()
    writer.field("id")
    writer.string(id.hexadecimal)
    writeVersion(to: &writer)
    writer.field("type")
    writer.string(type.recordType.rawValue)
    writer.field("native_type")
    writer.string(type.nativeType)
    writer.field("provider")
    writer.string(provider.rawValue)
    writeTimes(to: &writer)
    writer.field("value")
    writeValue(to: &writer)
    writer.field("source")
    writer.rawOrNull(source)
    writer.field("recording")
    writer.string(recording.name)
    writer.field("native")
    writer.rawOrNull(native)
    if !declared.isNaN {
      writer.field("declared")
      writer.number(declared)
    }
    writer.field("mapping_version")
    writer.integer(mappingVersion)
    writeQuality(to: &writer)
    writer.field("links")
    writer.raw(links ?? Array("[]".utf8))
    more(&writer)
    writer.endObject()
  }

  private func writeVersion(to writer: inout JSONWriter) {
    writer.field("version")
    writer.beginObject()
    writer.field("number")
    writer.integer(version.number)
    writer.field("modified_at")
    writer.integer(version.modifiedAt)
    writer.endObject()
  }

  /// A civil day has one date, or two where it is a range of days.
  private func writeTimes(to writer: inout JSONWriter) {
    if isCivilDate {
      writer.field("date")
      writer.string(Self.day(start))
      if end > start {
        writer.field("end_date")
        writer.string(Self.day(end))
      }
    } else if !hasTime {
      writer.field("start")
      writer.null()
      writer.field("end")
      writer.null()
    } else {
      writer.field("start")
      writer.integer(start)
      writer.field("end")
      writer.integer(end)
    }
    writer.field("zone")
    if let zone { writer.string(zone) } else { writer.null() }
  }

  /// The text of a civil day; days beyond about ten million years are clamped.
  private static func day(_ daysSince1970: Int64) -> String {
    CivilDay(daysSince1970: min(max(daysSince1970, -3_650_000_000), 3_650_000_000)).description
  }

  private func writeValue(to writer: inout JSONWriter) {
    switch kind {
    case .quantity:
      writer.beginObject()
      writer.field("quantity")
      writer.number(number)
      writer.field("unit")
      writer.string(type.unit)
      writer.endObject()
    case .code:
      writer.beginObject()
      writer.field("code")
      if let code { writer.string(code) } else { writer.null() }
      writer.field("number")
      writer.number(number)
      writer.endObject()
    case .none:
      writer.null()
    case .components, .series, .session, .document, .native:
      writer.rawOrNull(payload)
    }
  }

  private func writeQuality(to writer: inout JSONWriter) {
    writer.field("quality")
    writer.beginArray()
    for (flag, name) in Quality.names where quality.contains(flag) { writer.string(name) }
    writer.endArray()
  }
}

extension JSONWriter {
  /// Writes a key of a fixed shape; a literal alone would choose the slower overload for text.
  mutating func field(_ name: StaticString) {
    key(name)
  }

  fileprivate mutating func rawOrNull(_ json: [UInt8]?) {
    if let json { raw(json) } else { null() }
  }
}
