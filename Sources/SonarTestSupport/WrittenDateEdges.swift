/// Dates of the form `yyyy-MM-dd HH:mm:ss ±HHMM` at the edges of their ranges: every reader must agree about them.
package enum WrittenDateEdges {
  /// Dates with their milliseconds since 1970.
  package static let accepted: [(text: String, milliseconds: Int64)] = [
    ("1970-01-01 00:00:00 +0000", 0),
    ("1970-01-01 00:00:00 -0000", 0),
    ("1970-01-01 23:59:59 +0000", 86_399_000),
    ("1970-01-01 00:00:00 +1800", -64_800_000),
    ("1970-01-01 00:00:00 -1800", 64_800_000),
    ("1970-01-01 00:00:00 +1759", -64_740_000),
  ]

  /// Texts with one field out of its range.
  package static let refused = [
    "1970-01-01 24:00:00 +0000", "1970-01-01 00:60:00 +0000", "1970-01-01 00:00:60 +0000",
    "2016-12-31 23:59:60 +0000", "1970-01-01 00:00:00 +1801", "1970-01-01 00:00:00 -1801",
    "1970-01-01 00:00:00 +1900", "1970-01-01 00:00:00 -2300", "1970-01-01 00:00:00 +0060",
  ]
}
