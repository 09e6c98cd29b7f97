/// An instant as an Apple Health export writes it.
public struct WrittenDate: Sendable, Hashable {
  /// Milliseconds since 1970.
  public var milliseconds: Int64
  /// Minutes east of UTC.
  public var offset: Int16
  /// Whether the text is exactly what the instant and the offset give in today's form.
  public var isCanonical: Bool

  /// Creates a date.
  public init(milliseconds: Int64, offset: Int16, isCanonical: Bool) {
    self.milliseconds = milliseconds
    self.offset = offset
    self.isCanonical = isCanonical
  }
}

/// Reads `yyyy-MM-dd HH:mm:ss ±HHMM`, and the form of iOS 8, `yyyyMMddHHmmss±HHMM`.
///
/// Proleptic Gregorian calendar, years 1 to 9999; every field is validated, by `CivilDay` and `CivilClock`. The last day
/// is remembered, so a date costs a few nanoseconds.
public struct DateParser: Sendable {
  private static let length = 25
  private static let compactLength = 19

  private var hasCachedDay = false
  private var cachedText: (UInt64, UInt16) = (0, 0)
  private var cachedDay: Int64 = 0

  /// Creates a parser that remembers no day yet.
  public init() {}

  /// The instant, or nil when the text is no valid date of either form.
  public mutating func parse(_ text: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
    switch text.count {
    case Self.length: parseSpaced(UnsafeRawBufferPointer(text))
    case Self.compactLength: Self.parseCompact(UnsafeRawBufferPointer(text))
    default: nil
    }
  }

  private mutating func parseSpaced(_ text: UnsafeRawBufferPointer) -> WrittenDate? {
    guard
      text[10] == 0x20, text[13] == 0x3A, text[16] == 0x3A, text[19] == 0x20,
      let day = spacedDay(text),
      let clock = Self.clock(text, hour: 11, minute: 14, second: 17),
      let offset = Self.offset(text, at: 20)
    else { return nil }
    // "-0000" says the same as "+0000" and cannot be told from it afterwards.
    let isCanonical = offset != 0 || text[20] == 0x2B
    return WrittenDate(
      milliseconds: (day &* 86_400 &+ clock &- Int64(offset) &* 60) &* 1000, offset: offset,
      isCanonical: isCanonical)
  }

  private mutating func spacedDay(_ text: UnsafeRawBufferPointer) -> Int64? {
    let key = (
      text.loadUnaligned(as: UInt64.self), text.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
    )
    if hasCachedDay, key == cachedText { return cachedDay }
    guard
      text[4] == 0x2D, text[7] == 0x2D,
      let day = Self.day(text, year: 0, month: 5, day: 8)
    else { return nil }
    hasCachedDay = true
    cachedText = key
    cachedDay = day
    return day
  }

  private static func parseCompact(_ text: UnsafeRawBufferPointer) -> WrittenDate? {
    guard
      let day = day(text, year: 0, month: 4, day: 6),
      let clock = clock(text, hour: 8, minute: 10, second: 12),
      let offset = offset(text, at: 14)
    else { return nil }
    return WrittenDate(
      milliseconds: (day &* 86_400 &+ clock &- Int64(offset) &* 60) &* 1000, offset: offset,
      isCanonical: false)
  }

  /// Days since 1970 of a valid civil date.
  fileprivate static func day(
    _ text: UnsafeRawBufferPointer, year: Int, month: Int, day: Int
  ) -> Int64? {
    guard
      let century = number(text, year), let decade = number(text, year &+ 2),
      let month = number(text, month), let day = number(text, day)
    else { return nil }
    return CivilDay(year: century &* 100 &+ decade, month: month, day: day)?.daysSince1970
  }

  /// Seconds since midnight.
  fileprivate static func clock(
    _ text: UnsafeRawBufferPointer, hour: Int, minute: Int, second: Int
  ) -> Int64? {
    guard
      let hour = number(text, hour), let minute = number(text, minute),
      let second = number(text, second)
    else { return nil }
    return CivilClock.seconds(hour: hour, minute: minute, second: second)
  }

  /// The minutes of `±HHMM`.
  private static func offset(_ text: UnsafeRawBufferPointer, at index: Int) -> Int16? {
    guard
      text[index] == 0x2B || text[index] == 0x2D,
      let hours = number(text, index &+ 1), let minutes = number(text, index &+ 3),
      let total = CivilClock.offset(hours: hours, minutes: minutes)
    else { return nil }
    return Int16(truncatingIfNeeded: text[index] == 0x2D ? 0 &- total : total)
  }

  /// Two digits.
  @inline(__always)
  private static func number(_ text: UnsafeRawBufferPointer, _ index: Int) -> Int64? {
    let tens = text[index] &- 0x30
    let ones = text[index &+ 1] &- 0x30
    guard tens < 10, ones < 10 else { return nil }
    return Int64(tens) &* 10 &+ Int64(ones)
  }
}

/// The form of dates in GPX: `yyyy-MM-ddTHH:mm:ssZ`, perhaps with a fraction of the second.
public enum UTCDate {
  private static let length = 20

  /// Milliseconds since 1970, or nil when the text is no valid date of this form.
  public static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let bytes = UnsafeRawBufferPointer(text)
    guard
      bytes.count >= length, bytes.last == 0x5A, bytes[4] == 0x2D, bytes[7] == 0x2D,
      bytes[10] == 0x54, bytes[13] == 0x3A, bytes[16] == 0x3A,
      let day = DateParser.day(bytes, year: 0, month: 5, day: 8),
      let clock = DateParser.clock(bytes, hour: 11, minute: 14, second: 17),
      let fraction = milliseconds(bytes[19..<bytes.count - 1])
    else { return nil }
    return (day &* 86_400 &+ clock) &* 1000 &+ fraction
  }

  /// The fraction of a second, cut to milliseconds.
  private static func milliseconds(_ text: Slice<UnsafeRawBufferPointer>) -> Int64? {
    guard let point = text.first else { return 0 }
    let digits = text.dropFirst()
    guard point == 0x2E, !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    var value: Int64 = 0
    for index in 0..<3 {
      let digit = index < digits.count ? digits[digits.startIndex + index] &- 0x30 : 0
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }
}
