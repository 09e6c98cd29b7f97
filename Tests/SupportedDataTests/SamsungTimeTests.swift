import HealthRecords
import Testing

@testable import SupportedData

/// The texts of times and offsets in Samsung Health tables.
@Suite struct `Samsung times` {
  /// 2026-01-01T18:30:00Z.
  private static let evening: Int64 = 1_767_292_200_000

  static func written(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { SamsungTime.written($0) }
  }

  static func localized(_ text: String) throws(SamsungTime.Fault) -> Int64 {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { text in
      Result { () throws(SamsungTime.Fault) in try SamsungTime.localized(text) }
    }
    return try result.get()
  }

  static func offset(_ text: String) -> Int? {
    Array(text.utf8).withUnsafeBufferPointer { SamsungTime.offset($0) }
  }

  static func civilDay(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { SamsungTime.civilDay($0) }
  }

  @Test(
    arguments: [
      ("2026-01-01 18:30:00.000", evening), ("2026-01-01 18:30:00", evening),
      ("2026-01-01 18:30:00.5", evening + 500), ("2026-01-01 18:30:00.074", evening + 74),
      ("2026-01-01 18:30:00.123999999", evening + 123), ("1970-01-01 00:00:00.001", 1),
      ("1969-12-31 23:59:59.999", -1), ("2024-02-29 00:00:00.000", 1_709_164_800_000),
    ] as [(String, Int64)])
  func `a time of the Android app is read to the millisecond`(_ text: String, expected: Int64) {
    #expect(Self.written(text) == expected)
  }

  @Test(arguments: [
    "", "2026-01-01", "2026-01-01 18:30", "2026-01-01T18:30:00.000", "2026-01-01 18:30:00.",
    "2026-01-01 18:30:00.0000000000", "2026-01-01 18:30:00,000", "2026-01-01 18:30:00 ",
    "2026-01-01 18:30:00Z", "2026-13-01 18:30:00", "2026-02-29 18:30:00", "2026-01-01 24:00:00",
    "2026-01-01 18:60:00", "2026-01-01 18:30:60", "0000-01-01 18:30:00", "2O26-01-01 18:30:00",
    "44975.78", "1765324800000", "-026-01-01 18:30:00", "2026-01-01 18:30:00.12x",
    "2026-01-01 1８:30:00.000",
  ])
  func `what is no time of the Android app is none`(_ text: String) {
    #expect(Self.written(text) == nil)
  }

  /// 2020-12-18T19:48:00 by the clock on the wall.
  private static let wall: Int64 = 1_608_320_880_000

  @Test(arguments: [
    "18.12.2020, 19:48:00", "18.12.2020 19:48:00", "18.12.20, 19:48:00", "18-12-2020 19:48:00",
    "18/12/2020, 19:48:00", "12/18/20, 7:48:00 PM", "12/18/2020 at 7:48:00\u{202F}PM",
    "18/12/2020, 7:48:00 pm", "2020-12-18, 7:48:00 p.m.", "2020-12-18 19:48:00",
    "2020/12/18 19:48:00", "2020. 12. 18. 오후 7:48:00", "2020/12/18 下午7:48:00",
    "2020. 12. 18. 19:48:00", "18.12.2020,\u{A0}19:48:00",
  ])
  func `a time of the iOS app is read in the forms of its regions`(_ text: String) throws {
    #expect(try Self.localized(text) == Self.wall)
  }

  @Test(arguments: [
    "03/04/2021, 10:00:00", "3/4/21, 10:00:00 AM", "12/11/2020, 19:48:00",
    "01/12/2020 at 7:48:00 PM",
  ])
  func `a date that could be either way round is refused`(_ text: String) {
    #expect(throws: SamsungTime.Fault.ambiguousDate) { try Self.localized(text) }
  }

  @Test func `a date that is the same day either way round is read`() throws {
    #expect(try Self.localized("04/04/2021, 00:00:00") == 1_617_494_400_000)
    #expect(try Self.localized("4.4.2021, 12:00:00 AM") == 1_617_494_400_000)
    #expect(try Self.localized("4.4.2021, 12:00:00 PM") == 1_617_537_600_000)
  }

  @Test(arguments: [
    "", " ", "18.12.2020", "18.12.2020, 19:48", "18 gru 2020, 19:48:00", "18.12/2020, 19:48:00",
    "18.13.2020, 19:48:00", "31.2.2020, 19:48:00", "18.12.2020, 24:00:00", "18.12.2020, 19:4:00",
    "18.12.2020, 13:00:00 PM", "18.12.2020, 0:00:00 AM", "18.12.2020, 19:48:00 Uhr",
    "18.12.2020, 19:48:00.5", "13/13/2020, 19:48:00", "118.12.2020, 19:48:00",
    "2020-12-2020, 19:48:00", "18.12.2020; 19:48:00", "1608317280000", "44975.78",
    "18.12.2020, AM 7:48:00 PM",
    String(repeating: " ", count: 20) + "18.12.2020, 19:48:00" + String(repeating: " ", count: 20),
  ])
  func `what is no time of the iOS app is refused`(_ text: String) {
    #expect(throws: SamsungTime.Fault.unreadable) { try Self.localized(text) }
  }

  @Test(
    arguments: [
      ("UTC-0300", -10_800), ("UTC+0530", 19_800), ("UTC+0000", 0), ("UTC+1400", 50_400),
      ("3600000", 3600), ("-14400000", -14_400), ("0", 0), ("20700000", 20_700),
    ] as [(String, Int)])
  func `an offset is read in both spellings`(_ text: String, seconds: Int) {
    #expect(Self.offset(text) == seconds)
  }

  @Test(arguments: [
    "", "UTC", "UTC3", "UTC-03", "UTC-03:00", "UTC 0300", "UTC+1801", "UTC+0060", "utc+0000",
    "GMT+0100", "3600001", "64860000", "-64860000", "1e6", "3600000.0", "-",
    "9999999999999999999",
  ])
  func `an offset that no place has is none`(_ text: String) {
    #expect(Self.offset(text) == nil)
  }

  @Test func `a day is the date as written`() {
    #expect(Self.civilDay("2025-12-10") == 20_432)
    #expect(Self.civilDay("2025-12-10 00:00:00.000") == 20_432)
    #expect(Self.civilDay("2025-12-10 00:00:00") == 20_432)
    for text in ["", "2025-12-10 03:00:00.000", "2025-12-32", "10.12.2025", "1765324800000"] {
      #expect(Self.civilDay(text) == nil, "\(text)")
    }
  }

  @Test func `no bytes make a reading trap`() {
    let alphabet = Array("0129.-/: ,UTCampMP\u{202F}오".utf8)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for length in 0..<600 {
      var text: [UInt8] = []
      for _ in 0..<(length % 40) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      text.withUnsafeBufferPointer { text in
        let wall = SamsungTime.written(text)
        #expect(wall == nil || text.count >= 19)
        let day = SamsungTime.civilDay(text)
        #expect(day == nil || text.count >= 10)
        let seconds = SamsungTime.offset(text)
        #expect((seconds ?? 0).magnitude <= 18 * 3600)
        #expect((try? SamsungTime.localized(text)) ?? 0 < 253_402_300_800_000)
      }
    }
  }
}
