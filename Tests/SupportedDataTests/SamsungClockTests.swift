import HealthRecords
import Testing

@testable import SupportedData

/// What the time cells of each program's tables mean.
@Suite struct `Samsung clocks` {
  /// 2026-01-01T18:30:00Z.
  private static let evening: Int64 = 1_767_292_200_000

  private static func instant(
    _ text: String, _ shape: String, offset: Int64? = nil,
    zone: (@Sendable (Int64) -> Int64?)? = nil
  ) throws(SamsungClock.Fault) -> Int64 {
    let clock = SamsungClock(shape: shape, zone: zone)
    let result = Array(text.utf8).withUnsafeBufferPointer { text in
      Result { () throws(SamsungClock.Fault) in try clock.instant(text, offset: offset) }
    }
    return try result.get()
  }

  private static func day(_ text: String, _ shape: String = "android") throws -> Int64 {
    let clock = SamsungClock(shape: shape)
    return try Array(text.utf8).withUnsafeBufferPointer { try clock.civilDay($0) }
  }

  @Test(arguments: [nil, 0, 330, -180, 840] as [Int64?])
  func `a string of the Android app is UTC at every offset`(_ offset: Int64?) throws {
    let instant = try Self.instant("2026-01-01 18:30:00.000", "android", offset: offset)
    #expect(instant == Self.evening)
  }

  @Test(arguments: ["android", "ios", "data_viewer", ""])
  func `milliseconds since 1970 are an instant in every program's tables`(
    _ shape: String
  ) throws {
    #expect(try Self.instant("1767292200000", shape, offset: -180) == Self.evening)
  }

  @Test func `a string of the iOS app is local at the row's offset`() throws {
    let instant = try Self.instant("18.12.2020, 19:48:00", "ios", offset: 60)
    #expect(instant == 1_608_317_280_000)
  }

  @Test func `a local string without an offset needs the caller's zone`() throws {
    #expect(throws: SamsungClock.Fault.timezoneRequired) {
      try Self.instant("18.12.2020, 19:48:00", "ios")
    }
    let instant = try Self.instant("18.12.2020, 19:48:00", "ios", zone: { $0 - 3_600_000 })
    #expect(instant == 1_608_317_280_000)
  }

  @Test func `a string of Data Viewer is local in the caller's zone, whatever the row's offset`()
    throws
  {
    let text = "2017-05-10 10:04:04.000"
    #expect(throws: SamsungClock.Fault.timezoneRequired) {
      try Self.instant(text, "data_viewer", offset: 480)
    }
    // New York in summer.
    let instant = try Self.instant(
      text, "data_viewer", offset: 480, zone: { $0 + 14_400_000 })
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

/// Ids of Samsung rows, laid out as docs/identity.md says.
@Suite struct `Samsung identity` {
  private static let table = Array("com.samsung.shealth.sleep".utf8)

  private static func row(_ identifier: String, table: [UInt8] = table) -> RecordID {
    var identity = SamsungIdentity()
    return Array(identifier.utf8).withUnsafeBufferPointer {
      identity.row(table, identifier: $0)
    }
  }

  private static func day(_ day: Int64, _ part: String, table: [UInt8] = table) -> RecordID {
    var identity = SamsungIdentity()
    return Array(part.utf8).withUnsafeBufferPointer { identity.day(table, day: day, part: $0) }
  }

  @Test func `a row's id is the hash of its table and identifier`() {
    var bytes = CanonicalBytes()
    for tag: UInt8 in [1, 3, UInt8(ascii: "u")] { bytes.append(tag: tag) }
    bytes.append(text: "com.samsung.shealth.sleep")
    bytes.append(text: "eb56eb6f-2fa7-4025-f0f3-51a868ad6523")
    #expect(Self.row("eb56eb6f-2fa7-4025-f0f3-51a868ad6523") == RecordID(bytes.hash))
  }

  @Test func `an identifier is opaque text in either case`() {
    let id = Self.row("00000193-87ef-a83e-4604-bca080861961")
    #expect(Self.row("00000193-87EF-A83E-4604-BCA080861961") == id)
    #expect(Self.row("00000193-87ef-a83e-4604-bca080861962") != id)
    #expect(Self.row("oobe.sensitive_data_available") != id)
    #expect(Self.row("") != id)
  }

  @Test func `an identifier counts within its table`() {
    let other = Array("com.samsung.shealth.exercise".utf8)
    #expect(Self.row("1", table: other) != Self.row("1"))
  }

  @Test func `a day's id leads with the day and knows its part`() {
    let day = Self.day(20_432, "-2")
    #expect(Self.day(20_432, "0") != day)
    #expect(Self.day(20_433, "-2") > day)
    #expect(Self.day(20_433, "0") > day)
    #expect(day.high >> 24 == UInt64(20_432 * 86_400 + (1 << 39)))
  }

  @Test func `a writer's own id is no identifier of a row`() {
    var identity = SamsungIdentity()
    let written = Array("app".utf8).withUnsafeBufferPointer { package in
      Array("42".utf8).withUnsafeBufferPointer {
        identity.written(Self.table, package: package, identifier: $0)
      }
    }
    #expect(written != Self.row("42"))
    #expect(written != Self.day(42, "app"))
  }
}
