import HealthRecords
import Testing

@testable import SupportedData

/// What the time cells of each program's tables mean.
@Suite struct `Samsung clocks` {
  /// 2026-01-01T18:30:00Z.
  private static let evening: Int64 = 1_767_292_200_000

  private static func instant(
    _ text: String, _ shape: String, offset: Int? = nil, wallClock: WallClock? = nil
  ) throws(SamsungClock.Fault) -> Int64 {
    let clock = SamsungClock(shape: shape, wallClock: wallClock)
    let result = Array(text.utf8).withUnsafeBufferPointer { text in
      Result { () throws(SamsungClock.Fault) in try clock.instant(text, offset: offset) }
    }
    return try result.get()
  }

  private static func day(_ text: String, _ shape: String = "android") throws -> Int64 {
    let clock = SamsungClock(shape: shape)
    return try Array(text.utf8).withUnsafeBufferPointer { try clock.civilDay($0) }
  }

  @Test(arguments: [nil, 0, 19_800, -10_800, 50_400] as [Int?])
  func `a string of the Android app is UTC at every offset`(_ offset: Int?) throws {
    let instant = try Self.instant("2026-01-01 18:30:00.000", "android", offset: offset)
    #expect(instant == Self.evening)
  }

  @Test(arguments: ["android", "ios", "data_viewer", ""])
  func `milliseconds since 1970 are an instant in every program's tables`(
    _ shape: String
  ) throws {
    #expect(try Self.instant("1767292200000", shape, offset: -10_800) == Self.evening)
  }

  @Test func `a string of the iOS app is local at the row's offset`() throws {
    let instant = try Self.instant("18.12.2020, 19:48:00", "ios", offset: 3600)
    #expect(instant == 1_608_317_280_000)
  }

  @Test func `a local string without an offset needs the caller's zone`() throws {
    #expect(throws: SamsungClock.Fault.timezoneRequired) {
      try Self.instant("18.12.2020, 19:48:00", "ios")
    }
    let instant = try Self.instant(
      "18.12.2020, 19:48:00", "ios", wallClock: WallClock(offset: 3600))
    #expect(instant == 1_608_317_280_000)
  }

  @Test func `a string of Data Viewer is local in the caller's zone, whatever the row's offset`()
    throws
  {
    let text = "2017-05-10 10:04:04.000"
    #expect(throws: SamsungClock.Fault.timezoneRequired) {
      try Self.instant(text, "data_viewer", offset: 28_800)
    }
    // New York in summer.
    let instant = try Self.instant(
      text, "data_viewer", offset: 28_800, wallClock: WallClock(offset: -14_400))
    #expect(instant == 1_494_425_044_000)
    #expect(SamsungClock(shape: "data_viewer").assumesZone)
    #expect(!SamsungClock(shape: "ios").assumesZone)
  }

  @Test(arguments: [
    "1970-01-01 00:00:00.001", "1970-12-31 23:59:59.999", "2000-01-01 00:00:00.000",
    "2000-01-01 12:00:00", "0", "1", "946684800000",
  ])
  func `a placeholder is no time`(_ text: String) {
    #expect(throws: SamsungClock.Fault.sentinel) { try Self.instant(text, "android") }
  }

  @Test(arguments: ["99999999999", "-5", "44975.78", "", "text"])
  func `a number too small for milliseconds is reported and not taken for seconds`(
    _ text: String
  ) {
    #expect(throws: SamsungClock.Fault.unreadable) { try Self.instant(text, "android") }
  }

  @Test func `seconds are sentinel times rather than days of January 1970`() {
    #expect(throws: SamsungClock.Fault.sentinel) { try Self.instant("1699125258", "android") }
  }

  @Test func `an ambiguous date is told apart from an unreadable one`() {
    #expect(throws: SamsungClock.Fault.ambiguousDate) {
      try Self.instant("03/04/2021, 10:00:00", "ios", offset: 0)
    }
    #expect(throws: SamsungClock.Fault.unreadable) {
      try Self.instant("3 apr 2021, 10:00:00", "ios", offset: 0)
    }
  }

  @Test func `a day is one day as a date and as milliseconds`() throws {
    #expect(try Self.day("2025-12-10 00:00:00.000") == 20_432)
    #expect(try Self.day("1765324800000") == 20_432)
    #expect(try Self.day("2025-12-10") == 20_432)
    #expect(try Self.day("1765324800000", "ios") == 20_432)
    #expect(try Self.day("10.12.2025, 00:00:00", "ios") == 20_432)
  }

  @Test(arguments: [
    "1765324800001", "1765335600000", "2025-12-10 03:00:00.000", "2025-12-32", "",
    "10.12.2025, 00:00:00",
  ])
  func `what is between midnights is no day`(_ text: String) {
    #expect(throws: SamsungClock.Fault.unreadable) { try Self.day(text) }
  }

  @Test(arguments: ["0", "2000-01-01", "946684800000", "1970-01-01 00:00:00.000"])
  func `a placeholder is no day`(_ text: String) {
    #expect(throws: SamsungClock.Fault.sentinel) { try Self.day(text) }
  }

  @Test func `the last moment of a bin becomes the first one after it`() {
    let start: Int64 = 1_767_261_600_000
    #expect(SamsungClock.exclusiveEnd(start: start, end: start + 3_599_999) == start + 3_600_000)
    #expect(SamsungClock.exclusiveEnd(start: start, end: start + 59_000) == start + 60_000)
    #expect(SamsungClock.exclusiveEnd(start: start, end: start + 60_000) == start + 60_000)
    #expect(SamsungClock.exclusiveEnd(start: start, end: start) == start)
    // Not a bin: it begins within a minute.
    #expect(SamsungClock.exclusiveEnd(start: start + 5, end: start + 59_000) == start + 59_000)
  }

  @Test func `a version without a zone is compared as written`() throws {
    let clock = SamsungClock(shape: "data_viewer")
    let early = Array("2017-05-10 10:04:04.000".utf8).withUnsafeBufferPointer {
      clock.version($0, offset: nil)
    }
    let late = Array("2017-05-10 10:04:05.000".utf8).withUnsafeBufferPointer {
      clock.version($0, offset: nil)
    }
    #expect(try #require(early) < (try #require(late)))
    #expect([UInt8]().withUnsafeBufferPointer { clock.version($0, offset: nil) } == nil)
  }
}
