import HealthRecords
import SupportedData
import Testing

/// Values of several quantities: their limits, and records that come in halves.
@Suite struct `Components and halves of records` {
  private static let id = "6F9B2C1E-0000-4000-8000-0000000000AA"

  /// Systolic, diastolic, and whether they are doubted; the limits belong to the range.
  private static let pressures = [
    ("120", "80", false), ("5000", "80", true), ("120", "4000", true), ("500", "400", false),
    ("20", "5", false), ("500.5", "80", true), ("120", "4.9", true), ("-5", "80", true),
  ]

  private static func half(_ value: String, _ rest: String = "") -> String {
    #"{"uuid":"\#(id)","dateFrom":"2024-01-15T08:00:00Z","value":\#(value),"unit":"mmHg"\#(rest)}"#
  }

  private static func halves(_ systolic: String, _ diastolic: String) throws -> RecordBatch {
    var draft = FieldDraft("flutter")
    draft.add("BLOOD_PRESSURE_SYSTOLIC", systolic)
    draft.add("BLOOD_PRESSURE_DIASTOLIC", diastolic)
    return try draft.normalized()
  }

  @Test(arguments: pressures)
  func `a component that no one can have is kept and flagged`(
    _ systolic: String, _ diastolic: String, _ isImplausible: Bool
  ) throws {
    let batch = try FieldDraft.normalized(
      "rn", "BloodPressure",
      #"{"time":"2024-01-15T08:00:00Z","systolic":{"inMillimetersOfMercury":\#(systolic)},"#
        + #""diastolic":{"inMillimetersOfMercury":\#(diastolic)}}"#)
    #expect(batch.quality().contains("implausible") == isImplausible)
    #expect(batch.payload().contains(#""systolic":{"number":\#(systolic),"#))
    let row = try samsungRow(
      "com.samsung.shealth.blood_pressure",
      [("systolic", systolic), ("diastolic", diastolic), ("end_time", "")])
    #expect(row.quality.contains(.implausible) == isImplausible)
  }

  @Test(arguments: pressures)
  func `a half that no one can have is flagged`(
    _ systolic: String, _ diastolic: String, _ isImplausible: Bool
  ) throws {
    let batch = try Self.halves(Self.half(systolic), Self.half(diastolic))
    let doubts = batch.rows.map { $0.quality.contains(.implausible) }
    #expect(
      doubts == [
        !(20...500).contains(Double(systolic) ?? 0), !(5...400).contains(Double(diastolic) ?? 0),
      ])
    #expect(doubts.contains(true) == isImplausible)
  }

  @Test func `a half keeps its native fields, parts and details`() throws {
    var draft = FieldDraft("flutter")
    draft.add(
      "BLOOD_PRESSURE_SYSTOLIC", Self.half("120", #","cuff":"left","notes":[{"text":"a"}]"#))
    #expect(
      try draft.normalized().nativeText()
        == #"{"attributes":[["uuid","\#(Self.id)"],["cuff","left"]],"#
        + #""parts":[["notes",[["text","a"]]]]}"#)
  }

  // MARK: - Times of parts

  private static func cadence(_ start: String) throws -> RecordBatch {
    try FieldDraft.normalized(
      "flutter", "StepsCadence",
      #"{"uuid":"\#(id)","dateFrom":\#(start),"samples":[{"time":"2024-01-15T17:05:00","rate":60}]}"#
    )
  }

  @Test func `a sample's clock is that of the offset in its record's own start`() throws {
    let batch = try Self.cadence(#""2024-01-15T17:00:00+09:00""#)
    #expect(batch.zone() == "+09:00")
    #expect(batch.payload().contains(#""start_deltas_ms":[300000]"#))
    #expect(batch.quality() == ["version_unknown"])
  }

  @Test func `a sample's clock without any offset is read as UTC and flagged`() throws {
    let batch = try Self.cadence("1705338000000")
    #expect(batch.payload().contains(#""start_deltas_ms":[300000]"#))
    #expect(batch.quality() == ["offset_suspect", "version_unknown"])
  }
}
