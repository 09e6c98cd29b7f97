import HealthRecords
import SupportedData
import Testing

/// Days, the person, and documents.
@Suite struct NormalizerDocumentTests {
  static func document(
    _ type: String, _ kind: NativeKind, _ attributes: [(String, String)] = [],
    _ edit: (inout NativeDraft.Words) -> Void = { _ in }
  ) -> NativeDraft {
    var draft = NativeDraft()
    draft.add(type) {
      $0.kind = kind
      $0.attributes = attributes
      edit(&$0)
    }
    return draft
  }

  // MARK: - Days

  static func day(
    _ attributes: [(String, String)], day: String = "2024-02-29"
  ) -> NativeDraft {
    document(
      "HKActivitySummaryTypeIdentifier", .activitySummary, [("dateComponents", day)] + attributes
    ) {
      ($0.source, $0.start, $0.end, $0.created) = (nil, nil, nil, nil)
    }
  }

  @Test func `an activity summary is a civil day with goals and totals`() throws {
    let batch = try Self.day([
      ("activeEnergyBurned", "2092"), ("activeEnergyBurnedGoal", "500"),
      ("activeEnergyBurnedUnit", "kJ"), ("appleMoveTime", "0"), ("appleExerciseTime", "31"),
      ("appleStandHours", "12"), ("appleExerciseTimeGoal", "many"), ("newField", "1"),
    ]).normalized()
    let row = try batch.onlyRow
    #expect(row.type == "activity_summary")
    #expect([row.start, row.end] == [19_782, 19_783])
    #expect(row.isCivilDate)
    #expect(row.kind == .components)
    #expect(row.version == RecordVersion(number: 0, modifiedAt: NativeDraft.exported))
    #expect([row.source, row.zone] == [nil, nil])
    #expect(row.quality == [])
    #expect(
      row.payload
        == #"{"components":{"active_energy":{"number":500,"unit":"kcal"},"#
        + #""active_energy_goal":{"number":119.50286806883365,"unit":"kcal"},"#
        + #""move_time":{"number":0,"unit":"min"},"exercise_time":{"number":31,"unit":"min"},"#
        + #""stand_hours":{"number":12,"unit":"{hours}"}}}"#)
    let tally = try #require(batch.tallies["HKActivitySummaryTypeIdentifier"])
    #expect([tally.first, tally.last] == [1_709_164_800_000, 1_709_251_200_000])
  }

  @Test func `a day is one record whatever its figures and units`() throws {
    let joule = try Self.day([
      ("activeEnergyBurned", "2092"), ("activeEnergyBurnedUnit", "kJ"),
    ]).normalized().onlyRow
    let calorie = try Self.day([
      ("activeEnergyBurned", "500"), ("activeEnergyBurnedUnit", "Cal"),
    ]).normalized().onlyRow
    let more = try Self.day([("activeEnergyBurned", "501")]).normalized().onlyRow
    let next = try Self.day([], day: "2024-03-01").normalized().onlyRow
    #expect(joule.contentHash == calorie.contentHash)
    #expect(Set([joule.id, calorie.id, more.id]).count == 1)
    #expect(more.contentHash != joule.contentHash)
    #expect(next.id != joule.id)
  }

  @Test(
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2100-03-01", 47_541),
      ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ] as [(String, Int64)])
  func `a day is counted from 1970`(_ text: String, days: Int64) throws {
    #expect(try Self.day([], day: text).normalized().onlyRow.start == days)
  }

  @Test(arguments: [
    "", "2024-02-30", "2023-02-29", "2100-02-29", "2024-13-01", "2024-00-10", "2024-04-31",
    "0000-01-01", "2024-1-1", "24-01-01", "2024/01/01", "2024-01-01 ", "2024-01-0x", "２０２４-01-01",
  ])
  func `a day that is in no calendar is rejected`(_ text: String) throws {
    let batch = try Self.day([("activeEnergyBurned", "1")], day: text).normalized()
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["invalid_day": 1])
    #expect(batch.unaccounted == 0)
  }

  @Test func `a day of an export without a date has no version`() throws {
    var draft = Self.day([])
    draft.batch.origin.exportedAt = .absent
    let row = try draft.normalized().onlyRow
    #expect(row.version == RecordVersion())
    #expect(row.quality == [.versionUnknown])
  }

  // MARK: - The person

  @Test func `the person is one record of codes and dates`() throws {
    let attributes = [
      ("HKCharacteristicTypeIdentifierDateOfBirth", "1980-02-29"),
      ("HKCharacteristicTypeIdentifierBiologicalSex", "HKBiologicalSexFemale"),
      ("HKCharacteristicTypeIdentifierBloodType", "HKBloodTypeNew"),
      ("HKCharacteristicTypeIdentifierFitzpatrickSkinType", ""), ("other", "x"),
    ]
    let expected =
      #"{"characteristics":{"biological_sex":"female","blood_type":"HKBloodTypeNew","#
      + #""date_of_birth":"1980-02-29"}}"#
    for order in [attributes, attributes.reversed()] {
      let row = try Self.document("Me", .characteristics, order) {
        ($0.source, $0.start, $0.end, $0.created) = (nil, nil, nil, nil)
      }.normalized().onlyRow
      #expect([row.type, row.payload] == ["characteristics", expected])
      #expect([row.start, row.end, row.version.modifiedAt] == [0, 0, NativeDraft.exported])
    }
  }

  // MARK: - Clinical records

  static let clinical = [
    ("identifier", "obs-1"), ("sourceURL", "https://fhir.example/Observation/1"),
    ("fhirVersion", "4.0.1"), ("resourceFilePath", "/clinical-records/Observation-A.json"),
  ]

  @Test func `a clinical record is its FHIR text`() throws {
    let row = try Self.document("Observation", .clinicalRecord, Self.clinical) {
      $0.document = #"{"id":"1"}"#
      ($0.source, $0.end) = ("Clinic", nil)
    }.normalized().onlyRow
    #expect(row.type == "clinical_record")
    #expect(row.kind == .document)
    #expect(
      row.payload
        == #"{"document":{"media_type":"application/fhir+json","fhir_version":"4.0.1","#
        + #""text":"{\"id\":\"1\"}"}}"#)
    #expect(row.source == #"{"name":"Clinic"}"#)
    #expect(row.completeness == 1)
    #expect(row.version.modifiedAt == NativeDraft.created)
  }

  @Test func `the day of receipt and the file's name are no part of a clinical record`() throws {
    let first = try Self.document("Observation", .clinicalRecord, Self.clinical).normalized()
      .onlyRow
    var renamed = Self.clinical
    renamed[3].1 = "/clinical-records/Observation-B.json"
    let second = try Self.document("Observation", .clinicalRecord, renamed) {
      $0.start = NativeDraft.start + 86_400_000
      $0.created = NativeDraft.created + 86_400_000
    }.normalized().onlyRow
    #expect(first.id == second.id)
    #expect(first.contentHash == second.contentHash)
    #expect(first.start != second.start)
  }

  @Test(arguments: [
    ("Condition", "obs-1", "https://fhir.example/Observation/1"),
    ("Observation", "obs-2", "https://fhir.example/Observation/1"),
    ("Observation", "obs-1", "https://other.example/Observation/1"),
  ])
  func `type, identifier and address identify a clinical record`(
    _ type: String, identifier: String, url: String
  ) throws {
    let plain = try Self.document("Observation", .clinicalRecord, Self.clinical).normalized()
    let other = try Self.document(
      type, .clinicalRecord, [("identifier", identifier), ("sourceURL", url)]
    ).normalized()
    #expect(try plain.onlyRow.id != other.onlyRow.id)
  }

  @Test(arguments: [[("identifier", "")], [("sourceURL", "https://fhir.example")]])
  func `a clinical record without an identifier is rejected`(
    _ attributes: [(String, String)]
  ) throws {
    let batch = try Self.document("Observation", .clinicalRecord, attributes).normalized()
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["missing_identifier": 1])
    #expect(batch.unaccounted == 0)
  }

  // MARK: - Times of clinical records

  /// An observation as the provider wrote it; the element itself has no dates but that of its receipt.
  static func observation(
    _ document: String?, type: String = "Observation", exported: Int64? = NativeDraft.exported
  ) throws -> RecordBatch {
    var draft = NativeDraft(exportedAt: exported)
    draft.add(type) {
      ($0.kind, $0.attributes, $0.document) = (.clinicalRecord, clinical, document)
      ($0.source, $0.start, $0.end) = ("Clinic", nil, nil)
    }
    return try draft.normalized()
  }

  @Test func `a clinical record has the time that its document tells`() throws {
    let instant = try Self.observation(#"{"effectiveDateTime":"2024-05-01T12:00:00.5+02:00"}"#)
    let row = try instant.onlyRow
    #expect([row.start, row.end] == [NativeDraft.start + 500, NativeDraft.start + 500])
    #expect(row.isCivilDate == false)
    #expect(row.quality == [])
    #expect(instant.assumedZones == 1)
    #expect(instant.tallies["Observation"]?.first == NativeDraft.start + 500)
    #expect(instant.tallies["Observation"]?.last == NativeDraft.start + 500)

    let period = try Self.observation(
      #"{"effectivePeriod":{"start":"2024-05-01T10:00:00Z","end":"2024-05-01T10:01:00Z"}}"#)
    #expect(try period.onlyRow.start == NativeDraft.start)
    #expect(try period.onlyRow.end == NativeDraft.end)
  }

  @Test func `a plain date of a clinical record is a civil day`() throws {
    let batch = try Self.observation(#"{"effectiveDateTime":"2024-02-29"}"#)
    let row = try batch.onlyRow
    #expect([row.start, row.end] == [19_782, 19_783])
    #expect(row.isCivilDate)
    #expect(row.zone == nil)
    #expect(batch.assumedZones == 0)
    #expect(batch.diagnosed == [:])
    let tally = try #require(batch.tallies["Observation"])
    #expect([tally.first, tally.last] == [19_782 * 86_400_000, 19_783 * 86_400_000])
  }

  @Test(arguments: [
    nil, "{}", #"{"effectiveDateTime":"2024"}"#, #"{"effectivePeriod":{"end":"2024-05-01"}}"#,
  ])
  func `a clinical record that names no day stays without a time`(_ document: String?) throws {
    let batch = try Self.observation(document)
    let row = try batch.onlyRow
    #expect([row.start, row.end] == [0, 0])
    #expect(row.isCivilDate == false)
    #expect(batch.diagnosed == [:])
    #expect(batch.tallies["Observation"]?.first == .max)
  }

  @Test(arguments: [
    #"{"effectiveDateTime":"2024-05-01T10:00:00"}"#, #"{"effectiveDateTime":17}"#,
    #"{"issued":"2024-13-01"}"#,
    #"{"issued":"2024-05-01""#, "no JSON", "",
  ])
  func `a date that cannot be read is counted and rejects nothing`(_ document: String) throws {
    let batch = try Self.observation(document)
    let row = try batch.onlyRow
    #expect([row.start, row.end] == [0, 0])
    #expect(row.completeness == 1)
    #expect(batch.unaccounted == 0)
    let note = try #require(batch.diagnostics.all.first)
    #expect(batch.diagnosed == ["clinical_time_unreadable": 1])
    #expect(note.severity == .warning)
    #expect(note.first == InputPosition(member: "export.xml", line: 1))
    #expect(!note.message.contains("2024"))
  }

  @Test func `doubts about the time of a clinical record are those about any time`() throws {
    let backwards =
      #"{"effectivePeriod":{"start":"2024-05-01T10:00:00Z","end":"2024-05-01T09:00:00Z"}}"#
    let row = try Self.observation(backwards).onlyRow
    #expect(row.quality == .endBeforeStart)
    #expect(row.start - row.end == 3_600_000)
    let days = #"{"effectivePeriod":{"start":"2024-05-02","end":"2024-05-01"}}"#
    #expect(try Self.observation(days).onlyRow.quality == .endBeforeStart)

    let day = #"{"effectiveDateTime":"2024-05-01"}"#
    let export: Int64 = NativeDraft.start - 10 * 3_600_000  // Midnight of that day in UTC.
    #expect(try Self.observation(day, exported: export - 14 * 3_600_000).onlyRow.quality == [])
    #expect(try Self.observation(day, exported: export - 25 * 3_600_000).onlyRow.quality == .future)
    let instant = #"{"effectiveDateTime":"2024-05-01T00:00:00Z"}"#
    #expect(
      try Self.observation(instant, exported: export - 25 * 3_600_000).onlyRow.quality == .future)
  }

  @Test func `the time of a clinical record is part of what it says and not of its id`() throws {
    let documents = [
      nil, "{}", "x", #"{"effectiveDateTime":"2024-05-01"}"#,
      #"{"effectiveDateTime":"2024-05-01T10:00:00Z"}"#,
    ]
    let rows = try documents.map { try Self.observation($0).onlyRow }
    #expect(Set(rows.map(\.id.hexadecimal)) == ["3c0638a4a12103aeea4cb5d440337163"])
    #expect(Set(rows.map(\.contentHash)).count == rows.count)
  }

  @Test func `another table that reads another date gives another content`() throws {
    let document = #"{"effectiveDateTime":"2024-05-01T10:00:00Z","issued":"2024-05-02T10:00:00Z"}"#
    var draft = NativeDraft()
    draft.add("Observation") {
      ($0.kind, $0.attributes, $0.document) = (.clinicalRecord, Self.clinical, document)
    }
    let changed = try EmbeddedTables.replacing(
      #""time_paths": ["effectiveDateTime", "effectivePeriod", "effectiveInstant", "issued"]"#,
      by: #""time_paths": ["issued"]"#, in: "apple_health.json")
    let row = try draft.normalized().onlyRow
    let other = try Normalizer(tables: changed).normalize(draft.batch).onlyRow
    #expect(other.id == row.id)
    #expect(other.start == row.start + 86_400_000)
    #expect(other.payload == row.payload)
    #expect(other.contentHash != row.contentHash)
  }

  @Test func `two exports of one clinical record have equal content`() throws {
    let document = #"{"effectiveDateTime":"2024-05-01T10:00:00Z"}"#
    let first = try Self.observation(document).onlyRow
    var renamed = Self.clinical
    renamed[3].1 = "/clinical-records/Observation-B.json"
    let second = try Self.document("Observation", .clinicalRecord, renamed) {
      $0.document = document
      ($0.source, $0.start, $0.end) = ("Clinic", nil, nil)
      $0.created = NativeDraft.created + 86_400_000
    }.normalized().onlyRow
    #expect(first.id == second.id)
    #expect(first.contentHash == second.contentHash)
    #expect(first.start == second.start)
    #expect(first.version.modifiedAt + 86_400_000 == second.version.modifiedAt)
  }

  // MARK: - Hearing and vision

  static func audiogram(_ points: [[(String, String)]]) -> NativeDraft {
    var draft = document("HKDataTypeIdentifierAudiogram", .audiogram)
    for point in points { draft.part("SensitivityPoint", point) }
    return draft
  }

  static let point = [
    ("frequencyValue", "500"), ("frequencyUnit", "Hz"), ("leftEarValue", "10.5"),
    ("leftEarUnit", "dBHL"), ("rightEarValue", "-5"), ("rightEarUnit", "dBHL"),
  ]

  @Test func `a hearing test is its points`() throws {
    let row = try Self.audiogram([Self.point, [("frequencyValue", "1000"), ("note", "a")]])
      .normalized().onlyRow
    #expect(row.type == "audiogram")
    #expect(row.completeness == 2)
    #expect(
      row.payload
        == #"{"points":[{"element":"sensitivity_point","frequency":{"number":500,"unit":"Hz"},"#
        + #""left_ear":{"number":10.5,"unit":"dBHL"},"#
        + #""right_ear":{"number":-5,"unit":"dBHL"}},"#
        + #"{"element":"sensitivity_point","frequency":{"number":1000,"unit":""},"note":"a"}]}"#)
  }

  @Test func `another level is another hearing test`() throws {
    var louder = Self.point
    louder[2].1 = "11"
    let ids = try [[Self.point], [louder], [Self.point, Self.point], []].map {
      try Self.audiogram($0).normalized().onlyRow.id
    }
    #expect(Set(ids).count == 4)
  }

  @Test func `a prescription is its figures and the day of issue`() throws {
    var draft = Self.document(
      "HKVisionPrescriptionTypeIdentifier", .visionPrescription,
      [("type", "glasses"), ("dateIssued", "2024-05-01 12:00:00 +0200")]
    ) { ($0.end, $0.created) = (NativeDraft.start + 31_536_000_000, nil) }
    draft.part("RightEye", [("sphereValue", "-1.25"), ("sphereUnit", "D"), ("farPD", "31")])
    let row = try draft.normalized().onlyRow
    #expect(row.type == "vision_prescription")
    #expect([row.start, row.end] == [NativeDraft.start, NativeDraft.start])
    #expect(row.quality == [])
    #expect(
      row.payload
        == #"{"type":"glasses","date_issued":"2024-05-01 10:00:00 +0000","prescription":["#
        + #"{"element":"right_eye","sphere":{"number":-1.25,"unit":"D"},"#
        + #""far_pd":{"number":31,"unit":""}}]}"#)
  }

  @Test(arguments: [
    ("2024-05-01 12:00:00 +0200", "2024-05-01 10:00:00 +0000"),
    ("2024-03-01 00:30:00 +0100", "2024-02-29 23:30:00 +0000"),
    ("1970-01-01 00:00:01 +0000", "1970-01-01 00:00:01 +0000"),
    ("1969-12-31 18:59:59 -0500", "1969-12-31 23:59:59 +0000"),
    ("2000-12-31 23:00:00 -0100", "2001-01-01 00:00:00 +0000"),
    ("0001-01-01 00:30:00 +0000", "0001-01-01 00:30:00 +0000"),
    ("2024-02-30 12:00:00 +0200", "2024-02-30 12:00:00 +0200"),
    ("2024-05-01", "2024-05-01"), ("soon", "soon"), ("", ""),
  ])
  func `a date that an element names is written in UTC, other text as it is`(
    _ written: String, kept: String
  ) throws {
    let row = try Self.document(
      "HKVisionPrescriptionTypeIdentifier", .visionPrescription, [("dateIssued", written)]
    ).normalized().onlyRow
    #expect(row.payload == #"{"date_issued":"\#(kept)","prescription":[]}"#)
  }

  // MARK: - Electrocardiograms

  static func electrocardiogram(
    _ voltages: String, _ attributes: [(String, String)] = [("sampleRate", "512.5")],
    _ edit: (inout NativeDraft.Words) -> Void = { _ in }
  ) -> NativeDraft {
    document("HKDataTypeIdentifierElectrocardiogram", .electrocardiogram, attributes) {
      ($0.source, $0.end, $0.created) = (nil, nil, nil)
      $0.document = voltages
      edit(&$0)
    }
  }

  @Test func `an electrocardiogram is a packed waveform`() throws {
    let batch = try Self.electrocardiogram(
      "-12.345\n0.5\n3\n", [("sampleRate", "100"), ("Classification", "Sinus Rhythm")]
    ) { $0.end = NativeDraft.start + 30 }.normalized()
    let row = try batch.onlyRow
    #expect(row.type == "electrocardiogram")
    #expect(row.completeness == 3)
    #expect([row.start, row.end] == [NativeDraft.start, NativeDraft.start + 30])
    #expect(row.version.modifiedAt == NativeDraft.start)
    #expect(
      row.payload
        == #"{"waveform":{"classification":"Sinus Rhythm","sample_rate_hz":100,"#
        + #""voltages":{"scale":1000,"deltas":[-12345,12845,2500]}}}"#)
  }

  @Test func `localized words of a header change neither id nor content`() throws {
    let rate = ("sampleRate", "512")
    let english = try Self.electrocardiogram("1", [rate, ("Classification", "Sinus Rhythm")])
      .normalized().onlyRow
    let german = try Self.electrocardiogram(
      "1", [rate, ("Klassifizierung", "Sinusrhythmus"), ("Symptome", "")]
    ).normalized().onlyRow
    #expect(english.id == german.id)
    #expect(english.contentHash == german.contentHash)
    #expect(english.digest != german.digest)
  }

  @Test func `voltages, rate, length and device are content or identity`() throws {
    let rows = try [
      Self.electrocardiogram("1"), Self.electrocardiogram("2"),
      Self.electrocardiogram("1", [("sampleRate", "512")]), Self.electrocardiogram("1", []),
      Self.electrocardiogram("1") { $0.end = NativeDraft.end },
    ].map { try $0.normalized().onlyRow }
    #expect(Set(rows.map(\.id)).count == 1)
    #expect(Set(rows.map(\.contentHash)).count == 5)
  }

  @Test(arguments: ["0", "-512", "1e-300", "1e300", "nan", "fast", ""])
  func `a recording lasts as long as its reader says, whatever its rate`(_ rate: String) throws {
    for (end, kept) in [(nil, 0), (2, 2), (-5, 0)] as [(Int64?, Int64)] {
      let row = try Self.electrocardiogram("1\n2", [("sampleRate", rate)]) {
        $0.end = end.map { NativeDraft.start + $0 }
      }.normalized().onlyRow
      #expect([row.start, row.end] == [NativeDraft.start, NativeDraft.start + kept])
      #expect(row.completeness == 2)
    }
  }

  @Test func `a line that is no number is a gap`() throws {
    let row = try Self.electrocardiogram("1\nx\n2.5", []).normalized().onlyRow
    #expect(
      row.payload
        == #"{"waveform":{"sample_rate_hz":null,"voltages":{"values":[1,null,2.5]}}}"#)
  }

  @Test func `recordings of two devices or instants are two records`() throws {
    let ids = try [
      Self.electrocardiogram("1"), Self.electrocardiogram("1") { $0.device = "Watch6,1" },
      Self.electrocardiogram("1") { $0.start = NativeDraft.start + 1000 },
      Self.electrocardiogram("2"),
    ].map { try $0.normalized().onlyRow.id }
    #expect(Set(ids).count == 3)
    #expect(ids[0] == ids[3])
  }
}
