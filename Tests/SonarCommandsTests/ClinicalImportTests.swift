import Foundation
import SonarCommands
import Testing

/// Clinical records from their files to the lines of an export.
@Suite struct `Clinical records in a store` {
  /// Type, identifier and document of each record.
  private static let records = [
    ("Observation", "1", #"{"effectiveDateTime":"2024-05-01T12:00:00+02:00"}"#),
    ("Immunization", "2", #"{"date":"2024-02-29"}"#),
    ("Condition", "3", #"{"onsetDateTime":"2019"}"#),
    ("Procedure", "4", #"{"performedDateTime":"long ago"}"#),
  ]

  /// An export of a day of June 2024, which gives every file another name and every record another receipt.
  private static func export(_ name: String, day: Int, in place: Workplace) throws -> String {
    var elements = ""
    for (type, identifier, document) in records {
      let file = "clinical-records/\(type)-\(day).json"
      try place.file("\(name)/\(file)", document)
      elements += """
         <ClinicalRecord type="\(type)" identifier="\(identifier)" sourceName="Clinic" \
        sourceURL="https://fhir.example.org" fhirVersion="4.0.1" \
        receivedDate="2024-06-\(day) 10:00:00 +0200" resourceFilePath="/\(file)"/>

        """
    }
    let date = "<ExportDate value=\"2024-06-\(day) 12:00:00 +0200\"/>"
    try place.file(
      "\(name)/export.xml",
      "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_DE\">\n \(date)\n\(elements)</HealthData>\n"
    )
    return place.path(name)
  }

  /// The tables with another list of time paths for observations, and another version.
  private static func tables(in place: Workplace) throws -> String {
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../mappings/apple_health.json").standardized
    let paths =
      #""time_paths": ["effectiveDateTime", "effectivePeriod", "effectiveInstant", "issued"], "#
    let text = try String(contentsOf: table, encoding: .utf8)
    let changed = text.replacingOccurrences(of: paths, with: "")
      .replacingOccurrences(of: #""version": 2,"#, with: #""version": 1,"#)
    #expect(changed.utf8.count == text.utf8.count - paths.utf8.count)
    try place.file("tables/apple_health.json", changed)
    return place.path("tables")
  }

  /// What the lines of a store say of when.
  private static func times(_ place: Workplace) throws -> Set<String> {
    let lines = try place.sonar("export", place.path("store.db"), "--local-dates").output
    return Set(
      try lines.split(separator: "\n").map { line in
        let record =
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        let keys = [
          "native_type", "start", "end", "date", "end_date", "local_date", "local_date_basis",
        ]
        return keys.map { record[$0].map { "\($0)" } ?? "-" }.joined(separator: " ")
      })
  }

  private static let times: Set = [
    "Observation 1714557600000 1714557600000 - - 2024-05-01 assumed",
    "Immunization - - 2024-02-29 2024-03-01 2024-02-29 date",
    "Condition <null> <null> - - <null> <null>",
    "Procedure <null> <null> - - <null> <null>",
  ]

  @Test func `each has the time of its document, and a second export changes none`() throws {
    let place = try Workplace()
    let first = try #require(try place.imported(Self.export("a", day: 10, in: place)).inputs.first)
    #expect(first.outcomes == Report.Outcomes(inserted: 4))
    #expect(first.balances)
    #expect(first.diagnostics.map(\.code) == ["clinical_time_unreadable"])
    #expect(try Self.times(place) == Self.times)
    let second = try #require(try place.imported(Self.export("b", day: 11, in: place)).inputs.first)
    #expect(second.outcomes == Report.Outcomes(duplicate: 4))
    #expect(try Self.times(place) == Self.times)
  }

  @Test func `a newer table gives a time to a record that an older one left without`() throws {
    let place = try Workplace()
    let export = try Self.export("a", day: 10, in: place)
    _ = try place.imported(export, "--mappings", Self.tables(in: place))
    let timeless = "Observation <null> <null> - - <null> <null>"
    #expect(try Self.times(place).contains(timeless))
    let newer = try #require(try place.imported(export).inputs.first)
    #expect(newer.outcomes == Report.Outcomes(updated: 1, duplicate: 3))
    #expect(try Self.times(place) == Self.times)
    // The older table comes too late, whatever it reads.
    let older = try #require(
      try place.imported(export, "--mappings", place.path("tables")).inputs.first)
    #expect(older.outcomes == Report.Outcomes(duplicate: 3, stale: 1))
    #expect(try Self.times(place) == Self.times)
  }
}
