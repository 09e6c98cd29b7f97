import HealthRecords

/// A time as a Samsung Health export writes it, read as the clock on the wall: milliseconds from 1970-01-01T00:00 by that
/// clock.
///
/// What clock it is depends on who wrote the file: UTC from the Android app, the clock of the row's offset from the iOS
/// app, that of the exporting phone from Data Viewer. Whatever is in none of the forms below is refused, never guessed
/// at. A pure reading of bytes, without allocation.
enum SamsungTime {
  /// Why a text is no time.
  enum Fault: Error, Hashable {
    /// Day and month could be either way round (`03/04/2021`).
    case ambiguousDate
    /// It has no known form, or a field out of its range.
    case unreadable
  }

  /// The longest text looked at; localized forms have about 30 bytes.
  private static let longest = 48

  /// Reads `yyyy-MM-dd HH:mm:ss` with up to nine digits of fraction, of which three count.
  static func written(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count >= 19, text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), let day = day(text),
      let hour = pair(text, 11), let minute = pair(text, 14), let second = pair(text, 17),
      let clock = CivilClock.seconds(hour: hour, minute: minute, second: second),
      let fraction = fraction(text, from: 19)
    else { return nil }
    return (day &* 86_400 &+ clock) &* 1000 &+ fraction
  }

  /// The days since 1970 of a date without a zone: `yyyy-MM-dd`, alone or at midnight.
  static func civilDay(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    if text.count == 10 { return day(text) }
    guard let wall = written(text), wall % 86_400_000 == 0 else { return nil }
    return wall / 86_400_000
  }

  /// Reads a time of the iOS app, which has the form of the phone's language and region.
  ///
  /// Known are a date in numbers, a comma, blank or `at`, and a clock of 24 or 12 hours with seconds. Dots and dashes
  /// join day, month, year; a four-digit number at the front is the year. Slashes join day and month in one region and
  /// month and day in another: such a date is read only where one way round is possible or both are the same day.
  static func localized(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) -> Int64 {
    guard text.count <= longest else { throw .unreadable }
    var scan = LocalizedTimeScan(text)
    let day = try scan.date()
    let clock = try scan.clock()
    return (day &* 86_400 &+ clock) &* 1000
  }

  /// Milliseconds since 1970 written as an integer.
  static func epoch(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    integer(text)
  }

  /// The seconds east of UTC of `UTC-0300`, or of milliseconds as iOS and Data Viewer write them; nil for anything else.
  ///
  /// Zero is an offset like any other; a cell without one is no offset.
  static func offset(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    if let milliseconds = integer(text) {
      let minutes = milliseconds / 60_000
      guard milliseconds % 60_000 == 0, minutes.magnitude <= 18 * 60 else { return nil }
      return Int(minutes * 60)
    }
    guard text.count == 8, text[0] == UInt8(ascii: "U"), text[1] == UInt8(ascii: "T"),
      text[2] == UInt8(ascii: "C"), text[3] == UInt8(ascii: "+") || text[3] == UInt8(ascii: "-"),
      let hours = pair(text, 4), let minutes = pair(text, 6),
      let total = CivilClock.offset(hours: hours, minutes: minutes)
    else { return nil }
    return Int(text[3] == UInt8(ascii: "-") ? -total : total) * 60
  }

  // MARK: - Pieces

  private static func day(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let century = pair(text, 0), let year = pair(text, 2), let month = pair(text, 5),
      let day = pair(text, 8)
    else { return nil }
    return CivilDay(year: century &* 100 &+ year, month: month, day: day)?.daysSince1970
  }

  private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int64? {
    let tens = text[index] &- UInt8(ascii: "0")
    let ones = text[index &+ 1] &- UInt8(ascii: "0")
    guard tens < 10, ones < 10 else { return nil }
    return Int64(tens) &* 10 &+ Int64(ones)
  }

  /// The milliseconds of a fraction, which may be absent.
  private static func fraction(_ text: UnsafeBufferPointer<UInt8>, from index: Int) -> Int64? {
    guard index < text.count else { return 0 }
    let digits = text.count &- index &- 1
    guard text[index] == UInt8(ascii: "."), 1...9 ~= digits else { return nil }
    var value: Int64 = 0
    for place in 0..<max(3, digits) {
      var digit: UInt8 = 0
      if place < digits {
        digit = text[index &+ 1 &+ place] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
      }
      if place < 3 { value = value &* 10 &+ Int64(digit) }
    }
    return value
  }

  /// A whole number of at most 15 digits.
  private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var index = text.first == UInt8(ascii: "-") ? 1 : 0
    guard 1...15 ~= text.count &- index else { return nil }
    var value: Int64 = 0
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      index &+= 1
    }
    return text[0] == UInt8(ascii: "-") ? 0 &- value : value
  }
}

/// One pass over a localized time.
private struct LocalizedTimeScan {
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0
  /// Whether the clock has 12 hours, and which half of the day it shows.
  private var isAfternoon: Bool?

  /// What may stand between the date and the clock, with blanks around it.
  private static let joiners: [[UInt8]] = [",", "at"].map { Array($0.utf8) }

  /// The halves of the day, before or behind the clock: English, Korean, Chinese, Japanese.
  private static let halves: [(text: [UInt8], isAfternoon: Bool)] = [
    ("AM", false), ("PM", true), ("am", false), ("pm", true), ("a.m.", false), ("p.m.", true),
    ("오전", false), ("오후", true), ("上午", false), ("下午", true), ("午前", false), ("午後", true),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Blanks: plain, no-break, and the narrow no-break one that newer systems put before the half of the day.
  private static let blanks: [[UInt8]] = [[0x20], [0xC2, 0xA0], [0xE2, 0x80, 0xAF]]

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// The days since 1970 of the date at the front.
  mutating func date() throws(SamsungTime.Fault) -> Int64 {
    let first = try number()
    let separator = try separator()
    let second = try number()
    guard try self.separator() == separator else { throw .unreadable }
    let third = try number()
    if first.digits == 4 {
      // Korean and Hungarian end the date with a dot of its own.
      if separator == UInt8(ascii: ".") { _ = take([separator]) }
      guard third.digits <= 2 else { throw .unreadable }
      return try Self.day(first.value, second.value, third.value)
    }
    guard first.digits <= 2, second.digits <= 2, third.digits == 4 || third.digits == 2 else {
      throw .unreadable
    }
    let year = third.digits == 2 ? 2000 &+ third.value : third.value
    guard separator == UInt8(ascii: "/") else {
      return try Self.day(year, second.value, first.value)
    }
    let isDayFirst = first.value > 12 || first.value == second.value
    guard isDayFirst || second.value > 12 else { throw .ambiguousDate }
    return try isDayFirst
      ? Self.day(year, second.value, first.value) : Self.day(year, first.value, second.value)
  }

  /// The seconds since midnight of the clock behind the date, up to the end of the text.
  mutating func clock() throws(SamsungTime.Fault) -> Int64 {
    skipBlanks()
    for joiner in Self.joiners where take(joiner) { break }
    skipBlanks()
    takeHalf()
    skipBlanks()
    let hour = try number()
    guard take([UInt8(ascii: ":")]) else { throw .unreadable }
    let minute = try number()
    guard take([UInt8(ascii: ":")]) else { throw .unreadable }
    let second = try number()
    skipBlanks()
    takeHalf()
    guard index == text.count, hour.digits <= 2, minute.digits == 2, second.digits == 2,
      let clock = CivilClock.seconds(
        hour: try hourOfDay(hour.value), minute: minute.value, second: second.value)
    else { throw .unreadable }
    return clock
  }

  private func hourOfDay(_ hour: Int64) throws(SamsungTime.Fault) -> Int64 {
    guard let isAfternoon else { return hour }
    guard 1...12 ~= hour else { throw .unreadable }
    return hour % 12 &+ (isAfternoon ? 12 : 0)
  }

  private static func day(
    _ year: Int64, _ month: Int64, _ day: Int64
  ) throws(SamsungTime.Fault) -> Int64 {
    guard let day = CivilDay(year: year, month: month, day: day) else { throw .unreadable }
    return day.daysSince1970
  }

  /// A number of one to four digits.
  private mutating func number() throws(SamsungTime.Fault) -> (value: Int64, digits: Int) {
    var value: Int64 = 0
    var digits = 0
    while index < text.count, digits < 4, text[index] &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ Int64(text[index] &- UInt8(ascii: "0"))
      digits &+= 1
      index &+= 1
    }
    guard digits > 0 else { throw .unreadable }
    return (value, digits)
  }

  /// What stands between the numbers of a date; a dot may have blanks behind it.
  private mutating func separator() throws(SamsungTime.Fault) -> UInt8 {
    for separator in [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")]
    where take([separator]) {
      if separator == UInt8(ascii: ".") { skipBlanks() }
      return separator
    }
    throw .unreadable
  }

  private mutating func takeHalf() {
    for half in Self.halves where isAfternoon == nil && take(half.text) {
      isAfternoon = half.isAfternoon
    }
  }

  private mutating func skipBlanks() {
    while Self.blanks.contains(where: { take($0) }) {}
  }

  private mutating func take(_ word: [UInt8]) -> Bool {
    guard index + word.count <= text.count else { return false }
    for offset in word.indices where text[index + offset] != word[offset] { return false }
    index += word.count
    return true
  }
}
