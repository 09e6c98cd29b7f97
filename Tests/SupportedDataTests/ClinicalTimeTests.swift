import HealthRecords
import Testing

@testable import SupportedData

/// A date as FHIR writes it, and what it is.
struct WrittenFHIRDate: CustomTestStringConvertible {
  let text: String
  let date: FHIRDate?

  init(_ text: String, _ date: FHIRDate?) {
    self.text = text
    self.date = date
  }

  var testDescription: String { text }
}

/// Dates of FHIR documents.
@Suite struct `FHIR dates` {
  /// 2024-02-29T07:15:00Z.
  private static let instant: Int64 = 1_709_190_900_000
  /// 2024-02-29.
  private static let day: Int64 = 19_782

  static let valid: [WrittenFHIRDate] = [
    .init("2024", .vague), .init("0001", .vague), .init("2024-02", .vague),
    .init("2024-02-29", .day(day)), .init("1970-01-01", .day(0)),
    .init("0001-01-01", .day(-719_162)),
    .init("9999-12-31", .day(2_932_896)),
    .init("2024-02-29T07:15:00Z", .instant(instant)),
    .init("2024-02-29T08:15:00+01:00", .instant(instant)),
    .init("2024-02-28T21:45:00-09:30", .instant(instant)),
    .init("2024-02-29T07:15:00-00:00", .instant(instant)),
    .init("2024-02-29T21:15:00+14:00", .instant(instant)),
    .init("2024-02-29T07:15:00.1Z", .instant(instant + 100)),
    .init("2024-02-29T08:15:00.123+01:00", .instant(instant + 123)),
    .init("2024-02-29T07:15:00.123999999Z", .instant(instant + 123)),
    .init("1969-12-31T23:59:59.5Z", .instant(-500)),
    .init("1970-01-01T00:00:00Z", .instant(0)),
  ]

  @Test(arguments: valid)
  func `a date is as precise as it is written`(_ written: WrittenFHIRDate) {
    #expect(FHIRDate(Array(written.text.utf8)) == written.date)
  }

  @Test(arguments: [
    "", "24", "0000", "20x4", "+024", "2024-", "2024-2", "2024-00", "2024-13", "2024/02",
    "20240229", "2024-2-29",
    "2023-02-29", "2024-02-30", "2024-04-31", "2024-02-00", "-024-02-29", "2024-02-29T",
    "2024-02-29Z",
    // A time of day needs seconds and an offset.
    "2024-02-29T07", "2024-02-29T07:15", "2024-02-29T07:15Z", "2024-02-29T07:15+01:00",
    "2024-02-29T07:15:00",
    "2024-02-29T07:15:00.5", "2024-02-29 07:15:00Z", "2024-02-29t07:15:00Z", "2024-02-29T07:15:00z",
    "2024-02-29T07:15:00 Z", " 2024-02-29T07:15:00Z", "2024-02-29T07:15:00Z ",
    "2024-02-29T07:15:00ZZ",
    "2024-02-29T24:00:00Z", "2024-02-29T07:60:00Z", "2024-02-29T07:15:60Z", "2016-12-31T23:59:60Z",
    "2024-02-29T7:15:00Z", "2024-02-30T07:15:00Z", "2024-02-29T07:15:00.Z",
    "2024-02-29T07:15:00.5.5Z",
    "2024-02-29T07:15:00,5Z", "2024-02-29T07:15:00.xZ", "2024-02-29T07:15:00+0100",
    "2024-02-29T07:15:00+01",
    "2024-02-29T07:15:00+1:00", "2024-02-29T07:15:00+01:60", "2024-02-29T07:15:00+18:01",
    "2024-02-29T07:15:00+99:99", "2024-02-29T07:15:00*01:00", "2024-02-29T07:15:00Z+01:00", "Z",
    "+01:00",
    "２０２４", "2024-02-29T07:15:00+0１:00", "yesterday", "2024-02-29T07:15:00.\u{0}Z",
  ])
  func `any other text is no date`(_ text: String) {
    #expect(FHIRDate(Array(text.utf8)) == nil)
  }
}

/// The times that the documents of clinical records tell.
@Suite struct `Clinical times` {
  /// A document with some members, and the time that it must give.
  struct Told: CustomTestStringConvertible {
    let type: String
    let members: String
    let time: ClinicalTime?
    var isUnreadable = false

    init(_ type: String, _ members: String, _ time: ClinicalTime?, isUnreadable: Bool = false) {
      self.type = type
      self.members = members
      self.time = time
      self.isUnreadable = isUnreadable
    }

    var testDescription: String { "\(type) \(members)" }
  }

  /// 2024-05-01T10:00:00Z and an hour later.
  private static let ten = ClinicalTime(.instant(1_714_557_600_000))
  private static let eleven = ClinicalTime(.instant(1_714_561_200_000))
  /// 2024-05-01 and the day after.
  private static let first = ClinicalTime(.day(19_844))
  private static let second = ClinicalTime(.day(19_845))

  private static func period(_ start: ClinicalTime?, _ end: FHIRDate) -> ClinicalTime? {
    var time = start
    time?.extend(to: end)
    return time
  }

  private static let tenText = "\"2024-05-01T10:00:00Z\""
  private static let elevenText = "\"2024-05-01T13:00:00.000+02:00\""
  private static let firstText = "\"2024-05-01\""
  private static let secondText = "\"2024-05-02\""
  private static let periodText = "{\"start\": \(tenText), \"end\": \(elevenText)}"

  private static func reading(_ type: String, _ document: String) throws
    -> ClinicalTimePaths.Reading
  {
    let mapping = try #require(try EmbeddedTables.tables.appleHealth.type(named: type))
    return ClinicalTimePaths(mapping.timePaths).read(Array(document.utf8))
  }

  // MARK: - Every place of every type

  /// The members of FHIR 1.0.2 (DSTU2) and 4.0.1 (R4) that say when something was, the best one first.
  static let places: [(type: String, paths: [String])] = [
    ("AllergyIntolerance", ["onsetDateTime", "onset", "onsetPeriod", "recordedDate"]),
    ("Condition", ["onsetDateTime", "onsetPeriod", "recordedDate", "dateRecorded"]),
    ("DiagnosticReport", ["effectiveDateTime", "effectivePeriod", "issued"]),
    ("DocumentReference", ["date", "created", "context.period", "indexed"]),
    ("Immunization", ["occurrenceDateTime", "date", "recorded"]),
    ("MedicationOrder", ["dateWritten"]),
    ("MedicationRequest", ["authoredOn"]),
    ("Observation", ["effectiveDateTime", "effectivePeriod", "effectiveInstant", "issued"]),
    ("Patient", []),
    ("Procedure", ["performedDateTime", "performedPeriod"]),
  ]

  @Test func `every clinical type has its places`() {
    let clinical = EmbeddedTables.types.filter { $0.kind == .clinical }
    #expect(clinical.map(\.native) == Self.places.map(\.type))
    #expect(clinical.map(\.timePaths) == Self.places.map(\.paths))
    #expect(EmbeddedTables.types.allSatisfy { $0.kind == .clinical || $0.timePaths.isEmpty })
  }

  /// A document whose members at `paths` hold `values`; a path has two names at most.
  private static func document(_ members: some Sequence<(String, String)>) -> String {
    let texts = members.map { path, value in
      let names = path.split(separator: ".").map { "\"\($0)\":" }
      let inner = names.dropFirst().map { "{\($0)\(value)}" }.first ?? value
      return (names.first ?? "") + inner
    }
    return "{\"resourceType\":\"X\",\"id\":\"1\"" + texts.map { "," + $0 }.joined() + "}"
  }

  @Test(arguments: places)
  func `each place tells the time, and the better one wins`(_ type: String, _ paths: [String])
    throws
  {
    for (index, path) in paths.enumerated() {
      let isPeriod = path.lowercased().hasSuffix("period")
      let value = isPeriod ? "{\"start\":\(Self.tenText)}" : Self.tenText
      let worse = paths[(index + 1)...].map { ($0, Self.elevenText) }
      let reading = try Self.reading(type, Self.document(worse + [(path, value)]))
      #expect(reading == .init(time: Self.ten), "\(path)")
    }
    let strangers = Self.document([
      ("birthDate", Self.firstText), ("meta.lastUpdated", Self.tenText),
    ])
    #expect(try Self.reading(type, strangers) == .init())
  }

  /// Resources as the two versions write them, cut to a few members.
  static let resources: [Told] = [
    .init("AllergyIntolerance", "\"onset\":\(firstText),\"recordedDate\":\(secondText)", first),
    .init("AllergyIntolerance", "\"onsetAge\":{\"value\":7},\"recordedDate\":\(firstText)", first),
    .init("Condition", "\"onsetDateTime\":\"2019\",\"dateRecorded\":\(firstText)", first),
    .init("Condition", "\"onsetString\":\"as a child\",\"recordedDate\":\(tenText)", ten),
    .init(
      "DiagnosticReport", "\"effectivePeriod\":\(periodText),\"issued\":\(tenText)",
      period(ten, .instant(eleven?.start ?? 0))),
    .init("DocumentReference", "\"created\":\(tenText),\"indexed\":\(elevenText)", ten),
    .init(
      "DocumentReference", "\"context\":{\"period\":{\"start\":\(firstText)},\"event\":[]}", first),
    .init("Immunization", "\"date\":\(firstText),\"wasNotGiven\":false", first),
    .init("Immunization", "\"occurrenceString\":\"last spring\",\"recorded\":\(tenText)", ten),
    .init("MedicationOrder", "\"dateWritten\":\(firstText),\"dateEnded\":\(secondText)", first),
    .init("MedicationRequest", "\"authoredOn\":\(tenText)", ten),
    .init(
      "Observation", "\"component\":[{\"effectiveDateTime\":\(elevenText)}],\"issued\":\(tenText)",
      ten),
    .init(
      "Observation", "\"effectiveTiming\":{\"event\":[\(elevenText)]},\"issued\":\(tenText)", ten),
    .init("Patient", "\"birthDate\":\(firstText)", nil),
    .init(
      "Procedure", "\"performedPeriod\":{\"start\":\(firstText),\"end\":\(secondText)}",
      period(first, .day(19_845))),
  ]

  // MARK: - Precision and periods

  static let observations: [Told] = [
    ("\"effectiveDateTime\":\"2024\"", nil, false),
    ("\"effectiveDateTime\":\"2024-05\",\"issued\":\"2024\"", nil, false),
    ("\"effectiveDateTime\":\"2024-05\",\"issued\":\(tenText)", ten, false),
    ("\"effectiveDateTime\":\(firstText),\"issued\":\(tenText)", first, false),
    ("\"effectiveDateTime\":\"2024-05-01T10:00:00\",\"issued\":\(elevenText)", eleven, true),
    ("\"effectiveDateTime\":\"2024-05-01T10:00\"", nil, true),
    ("\"effectiveDateTime\":\"2016-12-31T23:59:60Z\"", nil, true),
    ("\"effectiveDateTime\":\"05/01/2024\",\"issued\":\"\"", nil, true),
    // What comes after the place that counts is not looked at.
    ("\"effectiveDateTime\":\(tenText),\"issued\":\"soon\"", ten, false),
    ("\"effectiveDateTime\":null,\"_effectiveDateTime\":{\"extension\":[]}", nil, false),
    ("\"effectiveDateTime\":20240501,\"issued\":\(tenText)", ten, true),
    ("\"effectiveDateTime\":[\(tenText)]", nil, true),
    ("\"effectiveDateTime\":true", nil, true),
    ("\"effectiveDateTime\":{}", nil, false),
    ("\"effectiveDateTime\":\(tenText),\"effectiveDateTime\":\(elevenText)", nil, true),
    ("\"effectivePeriod\":{\"start\":\(tenText)}", ten, false),
    ("\"effectivePeriod\":{\"end\":\(tenText)},\"issued\":\(elevenText)", eleven, false),
    ("\"effectivePeriod\":{\"start\":\"2024-05\",\"end\":\(tenText)}", nil, false),
    ("\"effectivePeriod\":{\"start\":\(tenText),\"end\":null}", ten, false),
    ("\"effectivePeriod\":{\"start\":\(tenText),\"end\":\"2024\"}", ten, false),
    ("\"effectivePeriod\":{\"start\":\(tenText),\"end\":\(secondText)}", ten, false),
    ("\"effectivePeriod\":{\"start\":\(firstText),\"end\":\(elevenText)}", first, false),
    ("\"effectivePeriod\":{\"start\":\(tenText),\"end\":\"now\"}", ten, true),
    (
      "\"effectivePeriod\":{\"start\":\"then\",\"end\":\(tenText)},\"issued\":\(elevenText)",
      eleven, true
    ),
    ("\"effectivePeriod\":{\"start\":{\"start\":\(tenText)}}", nil, true),
    ("\"effectivePeriod\":{\"start\":\(firstText),\"end\":\(firstText)}", first, false),
    ("\"effectivePeriod\":\(periodText),\"effectivePeriod\":{},\"issued\":\(tenText)", ten, true),
    (
      "\"effectivePeriod\":{\"start\":\(elevenText),\"end\":\(tenText)}",
      period(eleven, .instant(1_714_557_600_000)), false
    ),
    (
      "\"effectivePeriod\":{\"start\":\(secondText),\"end\":\(firstText)}",
      period(second, .day(19_844)), false
    ),
  ].map { Told("Observation", $0, $1, isUnreadable: $2) }

  @Test(arguments: resources + observations)
  func `a document tells the time of the first place that names a day`(_ told: Told) throws {
    let reading = try Self.reading(told.type, "{\(told.members)}")
    #expect(reading == .init(time: told.time, isUnreadable: told.isUnreadable))
  }

  @Test func `a period keeps both ends as read`() throws {
    let instants = try #require(Self.period(Self.eleven, .instant(1_714_557_600_000)))
    #expect(instants.start == 1_714_561_200_000)
    #expect(instants.end == 1_714_557_600_000)
    #expect(instants.endsBeforeStart)
    let days = try #require(Self.period(Self.first, .day(19_846)))
    #expect((days.start, days.end, days.isCivilDate) == (19_844, 19_847, true))
    #expect(days.endsBeforeStart == false)
    #expect(Self.period(Self.second, .day(19_844))?.endsBeforeStart == true)
  }

  @Test(arguments: [
    "", "no", "{\"issued\":\(tenText)", "[\(tenText)", String(repeating: "[", count: 100_000),
  ])
  func `a document that is no JSON tells nothing`(_ document: String) throws {
    #expect(try Self.reading("Observation", document) == .init(time: nil, isUnreadable: true))
    #expect(try Self.reading("Patient", document) == .init())
  }
}
