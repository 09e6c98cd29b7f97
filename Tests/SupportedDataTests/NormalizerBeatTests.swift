import HealthRecords
import SupportedData
import Testing

/// Beat lists of heart rate variability: localized wall clocks turned into instants.
@Suite struct NormalizerBeatTests {
  /// A sample that starts at 10:00:00 UTC, with beats `(time, rate)`.
  static func sample(
    _ beats: [(String, String)], lasting milliseconds: Int64 = 60_000,
    start: Int64 = NativeDraft.start
  ) throws -> RecordBatch {
    var draft = NativeDraft()
    draft.add("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "41.2", unit: "ms") {
      ($0.start, $0.end) = (start, start + milliseconds)
    }
    for (time, rate) in beats {
      draft.part("InstantaneousBeatsPerMinute", [("bpm", rate), ("time", time)])
    }
    return try draft.normalized()
  }

  @Test func `beats are a series beside the value`() throws {
    let batch = try Self.sample([
      ("12:00:01.50", "61"), ("12:00:02.48", "60.5"), ("12:00:03.47", "63"),
    ])
    let row = try batch.onlyRow
    #expect(row.type == "hrv_sdnn")
    #expect(row.kind == .quantity)
    #expect(row.number == 41.2)
    #expect(
      row.payload
        == #"{"series":{"start_deltas_ms":[1500,980,990],"unit":"/min","#
        + #""values":{"scale":10,"deltas":[610,-5,25]}}}"#)
    #expect(batch.diagnosed == [:])
  }

  @Test func `beats are content and no part of the id`() throws {
    let bare = try Self.sample([]).onlyRow
    let first = try Self.sample([("12:00:01.50", "61")]).onlyRow
    let second = try Self.sample([("12:00:01.50", "62")]).onlyRow
    #expect(Set([bare.id, first.id, second.id]).count == 1)
    #expect(Set([bare.contentHash, first.contentHash, second.contentHash]).count == 3)
    #expect(bare.payload == nil)
  }

  /// How phones write 10:00:07.68 UTC in zones and languages, and its offset from the start.
  @Test(arguments: [
    "10:00:07.68", "10:00:07,68", "12:00:07.68", "05:30:07.68", "15:45:07.68", "00:00:07.68",
    "10:00:07.68 AM", "10:00:07.68\u{a0}AM", "10:00:07.68\u{202f}AM", "10:00:07.68 PM",
    "10:00:07,68 am", "10:00:07.68 a.m.", "2:30:07.68 PM", "12:00:07.68 AM", "12:00:07.68 PM",
    "\u{4e0a}\u{5348}10:00:07.68", "\u{5348}\u{5f8c}3:00:07.68",
    "10:00:07.68 \u{3c0}.\u{3bc}.", "7:00:07.68 xyz", "10:00:07.680", "10:00:07.6800001",
  ])
  func `a wall clock of any language is placed inside its sample`(_ time: String) throws {
    let row = try Self.sample([(time, "60")]).onlyRow
    #expect(
      row.payload
        == #"{"series":{"start_deltas_ms":[7680],"unit":"/min","#
        + #""values":{"scale":1,"deltas":[60]}}}"#)
  }

  @Test(
    arguments: [
      ("9:59:58.00", -2000), ("10:00:00", 0), ("10:01:02.00", 62_000), ("10:00:60.00", 60_000),
    ] as [(String, Int64)])
  func `a first beat may lie two seconds outside`(_ time: String, delta: Int64) throws {
    let row = try Self.sample([(time, "60")]).onlyRow
    #expect(row.payload?.contains("[\(delta)]") == true)
  }

  @Test(arguments: ["10:01:02.01", "10:01:03.00", "10:14:57.99", "09:59:57.99"])
  func `a first beat that no offset places is left to the native data`(_ time: String) throws {
    let batch = try Self.sample([(time, "60")])
    #expect(try batch.onlyRow.payload == nil)
    #expect(batch.diagnosed == ["unreadable_beat": 1])
  }

  @Test(arguments: [
    (["11:59:59.50 PM", "12:00:00.40 AM"]), (["23:59:59.50", "00:00:00.40"]),
    (["11:59:59.50 AM", "12:00:00.40 PM"]), (["11:59:59,50 xyz", "12:00:00,40 xyz"]),
  ])
  func `a list that crosses midnight or noon goes on`(_ times: [String]) throws {
    // 22:00 UTC less a second: midnight in a zone two hours east.
    let row = try Self.sample(
      times.map { ($0, "60") }, start: NativeDraft.start + 12 * 3_600_000 - 1000
    ).onlyRow
    #expect(row.payload?.contains(#""start_deltas_ms":[500,900]"#) == true)
  }

  @Test func `a beat out of order is left out and the next ones stay in place`() throws {
    let batch = try Self.sample([
      ("10:00:01.00", "61"), ("10:00:02.00", "62"), ("10:00:01.90", "60"), ("10:00:03.00", "63"),
    ])
    #expect(
      try batch.onlyRow.payload
        == #"{"series":{"start_deltas_ms":[1000,1000,1000],"unit":"/min","#
        + #""values":{"scale":1,"deltas":[61,1,1]}}}"#)
    #expect(batch.diagnosed == ["unreadable_beat": 1])
  }

  @Test func `a list may go on past the end of its sample`() throws {
    let row = try Self.sample([("10:00:59.00", "61"), ("10:01:05.00", "62")]).onlyRow
    #expect(row.payload?.contains("[59000,6000]") == true)
  }

  @Test func `a beat without a rate is a gap`() throws {
    let row = try Self.sample([("10:00:01.00", "61"), ("10:00:02.00", "fast")]).onlyRow
    #expect(
      row.payload
        == #"{"series":{"start_deltas_ms":[1000,1000],"unit":"/min","#
        + #""values":{"values":[61,null]}}}"#)
  }

  @Test(arguments: [
    "", ":", "::", "abc", "10", "10:00", "10:00:00:00", "25:00:00.00", "10:60:00.00",
    "10:00:61.00", "13:00:00.00 PM", "0:00:00.00 AM", "100:00:00.00", "10:00:0x.00",
    "10:+1:00.00", "1\u{0660}:00:00.00", "10:00:00.1234567890", "10:00:07.9e300", "10:00:07.6e5",
    "10:00:07.-5", "10:00:07.1.5",
  ])
  func `a text that is no time is left to the native data`(_ time: String) throws {
    let batch = try Self.sample([("10:00:01.00", "61"), (time, "60"), ("10:00:02.00", "62")])
    #expect(
      try batch.onlyRow.payload
        == #"{"series":{"start_deltas_ms":[1000,1000],"unit":"/min","#
        + #""values":{"scale":1,"deltas":[61,1]}}}"#)
    #expect(batch.diagnosed == ["unreadable_beat": 1])
  }

  @Test func `beats of a value that cannot be converted stay native`() throws {
    var draft = NativeDraft()
    draft.add("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "41.2", unit: "furlong")
    draft.part("InstantaneousBeatsPerMinute", [("bpm", "60"), ("time", "10:00:01.00")])
    let row = try draft.normalized().onlyRow
    #expect(row.payload == #"{"native":{"number":41.2,"unit":"furlong"}}"#)
  }
}
