import SonarSQLite

/// Views for people who open the file with any SQLite program.
extension Schema {
  /// Adds the view of every record type in the store that has none yet.
  ///
  /// Done at the end of an import that changed something, so that a type has its view as soon as it has a record.
  static func refreshTypeViews(_ connection: Connection) throws {
    var wanted: Set<String> = []
    try connection.forEachRow("SELECT DISTINCT record_type FROM type") { wanted.insert($0.text(0)) }
    var taken: Set<String> = []
    try connection.forEachRow("SELECT name FROM sqlite_schema") { taken.insert($0.text(0)) }
    for type in wanted.subtracting(taken).sorted() where isPlainName(type) {
      try connection.execute(
        "CREATE VIEW \"\(type)\" AS SELECT * FROM records WHERE type = '\(type)'")
    }
  }

  /// Type names become SQL here, so only lower-case words with digits and underscores are taken.
  private static func isPlainName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "_")
      }
  }

  /// Whether a row states no time at all: no civil day, of a kind that may have none, at 0; `StoredRecord.hasTime` is the
  /// same in Swift.
  private static let hasNoTime = "(r.flags & 71 IN (0, 6, 7) AND r.start = 0 AND r.duration = 0)"

  /// The views that every store has.
  static let views = """
    CREATE VIEW records AS SELECT
      lower(hex(r.id)) AS id, t.record_type AS type, t.native_type AS native_type,
      t.provider AS provider,
      iif(r.flags & 64, date(r.start * 86400, 'unixepoch'),
        iif(\(hasNoTime), NULL, \(instant("r.start")))) AS start,
      iif(r.flags & 64, date((r.start + r.duration) * 86400, 'unixepoch'),
        iif(\(hasNoTime), NULL, \(instant("(r.start + r.duration)")))) AS "end",
      iif(r.flags & 64, r.start * 86400000, iif(\(hasNoTime), NULL, r.start)) AS start_ms,
      iif(r.flags & 64, (r.start + r.duration) * 86400000,
        iif(\(hasNoTime), NULL, r.start + r.duration)) AS end_ms,
      CAST(r.number AS REAL) AS value, nullif(t.unit, '') AS unit, c.text AS code,
      s.name AS source, s.version AS source_version, s.device_name AS device,
      s.device_manufacturer AS device_manufacturer, s.device_model AS device_model,
      s.device_hardware AS device_hardware, s.device_software AS device_software,
      \(word("r.flags >> 3 & 3", ["unknown", "automatic", "active", "manual"])) AS recording,
      r.payload AS payload, iif(typeof(r.native) = 'integer', n.json, r.native) AS native,
      CAST(r.declared AS REAL) AS declared, z.name AS zone, r.links AS links,
      r.flags >> 16 AS quality, \(instant("r.modified_at")) AS modified_at,
      r.version_number AS version_number,
      coalesce(r.mapping_version, t.mapping_version) AS mapping_version,
      r.change_seq AS change_seq
    FROM record r JOIN type t ON t.id = r.type LEFT JOIN source s ON s.id = r.source
      LEFT JOIN code c ON c.id = r.code LEFT JOIN native n ON n.id = r.native
      AND typeof(r.native) = 'integer' LEFT JOIN zone z ON z.id = r.zone;
    CREATE VIEW sample AS
      SELECT record_id, type, start_ms, \(instant("start_ms")) AS start, value, unit FROM (
        SELECT lower(hex(r.id)) AS record_id, t.record_type AS type,
          r.start + sum(d.value) OVER positions AS start_ms, coalesce(json_extract(r.payload, '$.series.unit'), nullif(t.unit, '')) AS unit,
          iif(json_extract(r.payload, '$.series.values.scale') IS NULL, v.value,
            sum(v.value) OVER positions * 1.0
              / json_extract(r.payload, '$.series.values.scale')) AS value
        FROM record r JOIN type t ON t.id = r.type,
          json_each(r.payload, '$.series.start_deltas_ms') d,
          json_each(r.payload, iif(json_extract(r.payload, '$.series.values.scale') IS NULL,
            '$.series.values.values', '$.series.values.deltas')) v
        WHERE r.payload LIKE '{"series":%' AND json_valid(r.payload) AND v.key = d.key
        WINDOW positions AS (PARTITION BY r.change_seq ORDER BY d.key))
      UNION ALL
      SELECT lower(hex(r.id)), t.record_type, r.start, \(instant("r.start")),
        CAST(r.number AS REAL), nullif(t.unit, '')
      FROM record r JOIN type t ON t.id = r.type WHERE r.flags & 7 = 1 AND NOT r.flags & 64;
    """

  /// Milliseconds since 1970 as ISO text in UTC.
  private static func instant(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%fZ', \(column) / 1000.0, 'unixepoch')"
  }

  /// The word for a small number.
  private static func word(_ expression: String, _ words: [String]) -> String {
    let cases = words.enumerated().map { "WHEN \($0.offset) THEN '\($0.element)'" }
    return "CASE \(expression) \(cases.joined(separator: " ")) END"
  }
}
