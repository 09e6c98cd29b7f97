import HealthRecords
import SupportedData
import Testing

/// Categories: codes of closed sets, and types that no table knows.
@Suite struct NormalizerCodeTests {
  /// One code of the set of one category type.
  struct Case: Sendable, CustomTestStringConvertible {
    var type: TypeMapping
    var code: Code
    var testDescription: String { "\(type.native) \(code.native)" }
  }

  static let categories = EmbeddedTables.types.filter { $0.kind == .category }

  /// Every code of the set of every category type.
  static let cases: [Case] = categories.flatMap { type in
    let set = EmbeddedTables.codeSets.first { $0.id == type.codeSet }
    return (set?.codes ?? []).map { Case(type: type, code: $0) }
  }

  @Test func `the table holds every category type, each with codes`() {
    #expect(Self.categories.count == 70)
    #expect(Set(Self.cases.map(\.type.native)).count == 70)
  }

  @Test(arguments: cases)
  func `a code is known by its name and by its integer`(_ test: Case) throws {
    let named = try row(test.type.native, test.code.native)
    let numbered = try row(test.type.native, "\(test.code.number)")
    #expect(named.kind == .code)
    #expect(named.type == test.type.recordType?.rawValue)
    #expect([named.code, named.native] == [test.code.code, #"{"value":"\#(test.code.native)"}"#])
    #expect(named.number == Double(test.code.number))
    #expect(numbered.number == named.number)
    #expect(numbered.id == named.id)
    #expect(numbered.contentHash == named.contentHash)
  }

  @Test func `an event without a value is a record of its own`() throws {
    let batch = try normalized("HKCategoryTypeIdentifierMindfulSession")
    let row = try batch.onlyRow
    #expect([row.type, row.code] == ["mindful_session", "not_applicable"])
    #expect(row.kind == .code)
    #expect(row.native == nil)
    #expect(batch.diagnosed == [:])
    let spelled = try SupportedDataTests.row(
      "HKCategoryTypeIdentifierMindfulSession", "HKCategoryValueNotApplicable")
    #expect(spelled.id == row.id)
    #expect(spelled.contentHash == row.contentHash)
  }

  @Test func `a missing value of a set that needs one is no code`() throws {
    let row = try row("HKCategoryTypeIdentifierSleepAnalysis")
    #expect(row.kind == .none)
    #expect([row.code, row.payload] == [nil, nil])
    #expect(row.type == "sleep_stage")
  }

  @Test func `asleep of older exports is asleep without a stage`() throws {
    let old = try row(
      "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleep")
    let new = try row(
      "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepUnspecified")
    #expect(old.id == new.id)
    #expect(old.contentHash == new.contentHash)
    #expect([old.number, new.number] == [1, 1])
    #expect(old.native != new.native)
  }

  @Test func `both names of a flow are one record`() throws {
    let old = try row(
      "HKCategoryTypeIdentifierMenstrualFlow", "HKCategoryValueMenstrualFlowLight")
    let new = try row(
      "HKCategoryTypeIdentifierMenstrualFlow", "HKCategoryValueVaginalBleedingLight")
    #expect(old.id == new.id)
    #expect(old.contentHash == new.contentHash)
  }

  @Test(arguments: [
    "HKCategoryValueSleepAnalysisDreaming", "", "99", "-1", "01", "1.0", " 1",
    "99999999999999999999", "hkcategoryvaluesleepanalysisinbed",
  ])
  func `a value outside its code set stays native text`(_ text: String) throws {
    let batch = try normalized("HKCategoryTypeIdentifierSleepAnalysis", text)
    let row = try batch.onlyRow
    #expect(row.type == "sleep_stage")
    #expect(row.kind == .native)
    #expect(row.payload == #"{"native":{"text":"\#(text)"}}"#)
    #expect(row.native == #"{"value":"\#(text)"}"#)
    #expect(batch.diagnosed == ["unknown_code": 1])
  }

  @Test(
    arguments: [
      ("HKQuantityTypeIdentifierFromTheFuture", "12.50", "furlong"),
      ("HKCategoryTypeIdentifierFromTheFuture", "HKCategoryValueNew", nil),
      ("HKDataTypeSleepDurationGoal", "8", "hr"),
      ("Something", "\"<&\n\u{1}", nil),
      ("Something", "", nil),
    ] as [(String, String, String?)])
  func `a type without a mapping is kept as a native record`(
    _ type: String, text: String, unit: String?
  ) throws {
    let batch = try normalized(type, text, unit: unit)
    let row = try batch.onlyRow
    var native = JSONWriter()
    native.string(text)
    let escaped = String(decoding: native.bytes, as: UTF8.self)
    let unitJSON = unit.map { #""unit":"\#($0)","# } ?? ""
    #expect([row.type, row.nativeType] == ["unknown", type])
    #expect(row.kind == .native)
    #expect(row.payload == #"{"native":{"text":\#(escaped)}}"#)
    #expect(row.native == #"{\#(unitJSON)"value":\#(escaped)}"#)
    #expect(batch.diagnosed == ["unsupported_type": 1])
    #expect(batch.tallies[type]?.recordType == .unknown)
  }

  @Test func `unknown values that differ are different records`() throws {
    let ids = try ["1", "1.0", "2"].map { try row("HKDataTypeSecret", $0).id }
    #expect(Set(ids).count == 3)
  }
}
