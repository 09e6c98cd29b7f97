import HealthRecords

/// What each column of CSV and each key of NDJSON holds, for `sonar export --dictionary`.
struct ExportDictionary {
  /// One column or key.
  struct Entry: Hashable {
    /// The name.
    let name: String
    /// The unit, or the form of the text.
    let form: String
    /// What it holds, a phrase.
    let meaning: String
  }

  /// The columns of CSV, in their order.
  static let columns: [Entry] =
    identity + [
      Entry(name: "start", form: "ISO 8601, UTC", meaning: "the start; empty for a civil day"),
      Entry(
        name: "end", form: "ISO 8601, UTC", meaning: "the end, exclusive; the start of an instant"),
      Entry(
        name: "date", form: "yyyy-MM-dd", meaning: "the civil day of a record without a clock time"),
      Entry(
        name: "value", form: "number, in unit", meaning: "the quantity, or the number of a code"),
      Entry(name: "unit", form: "UCUM", meaning: "the unit of the quantity: one for each type"),
      Entry(name: "code", form: "snake_case", meaning: "the code, such as a stage of sleep"),
      zone, recording,
      Entry(name: "source", form: "JSON", meaning: "who recorded: name, version and device"),
      Entry(name: "quality", form: "words", meaning: "doubts, with blanks between"),
      Entry(name: "version", form: "integer", meaning: "the source's own edit counter; 0 for none"),
      Entry(name: "modified_at", form: "ISO 8601, UTC", meaning: "when the record was last edited"),
      Entry(
        name: "payload", form: "JSON", meaning: "a value with parts: series, stages, components"),
      Entry(
        name: "native", form: "JSON",
        meaning: "the provider's own words, where other columns lack them"),
    ] + localDates

  /// The keys of NDJSON, in their order.
  static let keys: [Entry] =
    [
      identity[0],
      Entry(
        name: "version", form: "object, ms since 1970", meaning: "the edit: number and modified_at"),
    ] + identity.dropFirst() + [
      Entry(name: "start", form: "ms since 1970, UTC", meaning: "the start; null without a time"),
      Entry(
        name: "end", form: "ms since 1970, UTC",
        meaning: "the end, exclusive; the start of an instant"),
      Entry(name: "date", form: "yyyy-MM-dd", meaning: "instead of start and end: the civil day"),
      Entry(name: "end_date", form: "yyyy-MM-dd", meaning: "the day after the last one of a range"),
      zone,
      Entry(
        name: "value", form: "object, UCUM unit",
        meaning: "quantity and unit, code and number, or parts"),
      Entry(name: "source", form: "object", meaning: "who recorded: name, version and device"),
      recording,
      Entry(
        name: "native", form: "object",
        meaning: "the provider's own words, where other keys lack them"),
      Entry(
        name: "declared", form: "number",
        meaning: "the quantity in the unit of the input, if another"),
      Entry(
        name: "mapping_version", form: "integer", meaning: "the version of the tables that read it"),
      Entry(name: "quality", form: "array of words", meaning: "doubts about the record"),
      Entry(name: "links", form: "array of objects", meaning: "ties to other records: role and id"),
    ] + localDates

  private static let identity = [
    Entry(name: "id", form: "32 hex digits", meaning: "the identity, equal on every machine"),
    Entry(name: "type", form: "snake_case", meaning: "the record type"),
    Entry(name: "native_type", form: "text", meaning: "the provider's own type"),
    Entry(name: "provider", form: "snake_case", meaning: "the family of the export"),
  ]
  private static let zone = Entry(
    name: "zone", form: "IANA name or offset",
    meaning: "the zone in the record; two where it ended in another")
  private static let recording = Entry(
    name: "recording", form: "word", meaning: "how: unknown, automatic, active or manual")
  private static let localDates = [
    Entry(
      name: "local_date", form: "yyyy-MM-dd",
      meaning: "with --local-dates: the day where it was made"),
    Entry(
      name: "local_date_basis", form: "word",
      meaning: "what that rests on: record, setting, assumed or date"),
  ]

  /// The dictionary of a format as a table.
  static func text(ofCSV isCSV: Bool, for terminal: Terminal) -> String {
    var table = TextTable(columns: [
      .text(isCSV ? "COLUMN" : "KEY"), .text("UNIT OR FORM"), .text("MEANING"),
    ])
    for entry in isCSV ? columns : keys { table.append([entry.name, entry.form, entry.meaning]) }
    return table.rendered(for: terminal)
  }
}
