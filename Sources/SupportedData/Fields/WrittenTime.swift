import HealthRecords

/// A time as a field holds it, before it is known in which zone a clock on the wall was read.
struct WrittenTime: Hashable {
  /// Milliseconds since 1970: of the instant where `isInstant`, else of the clock's reading as if it were UTC.
  var milliseconds: Int64
  /// Whether the text tells the instant itself: by an offset, or as a count of milliseconds or seconds.
  var isInstant: Bool
  /// Whether the text is a bare count of milliseconds or seconds.
  var isCount = false
  /// The offset that the text holds, in seconds east of UTC; nil for none and for `Z`, which says nothing of a zone.
  var offset: Int?

  /// Reads a count since 1970, or a date with or without a time of day and an offset; nil for anything else.
  ///
  /// Forms: `2026-01-02T10:00:00.123456789Z`, a blank for the `T`, offsets `+09:00`, `+0900` and `+09`, no seconds, no time of
  /// day, and `18.12.2020, 19:48:00`. A fraction is cut to milliseconds. A bare number counts seconds where
  /// `countsSeconds`, else milliseconds. O(n), no allocation.
  init?(_ text: UnsafeBufferPointer<UInt8>, countsSeconds: Bool = false) {
    var scan = TimeScan(text)
    if scan.isCount {
      guard let number = DecimalText(text)?.value else { return nil }
      let scaled = (number * (countsSeconds ? 1000 : 1)).rounded(.down)
      // Beyond the year 9999 no count is a time.
      guard scaled.magnitude < 253_402_300_800_000 else { return nil }
      self.init(milliseconds: Int64(scaled), isInstant: true, offset: nil)
      isCount = true
      return
    }
    guard let day = scan.day() else { return nil }
    let clock = scan.clock()
    guard let clock, let zone = scan.zone() else { return nil }
    let local = day &* 86_400_000 &+ clock
    switch zone {
    case .none: self.init(milliseconds: local, isInstant: false, offset: nil)
    case .utc: self.init(milliseconds: local, isInstant: true, offset: nil)
    case .offset(let seconds):
      self.init(
        milliseconds: local &- Int64(seconds) &* 1000, isInstant: true, offset: seconds)
    }
  }

  /// The instant itself, where nothing else is known of it.
  init(instant milliseconds: Int64) {
    self.init(milliseconds: milliseconds, isInstant: true, offset: nil)
  }

  private init(milliseconds: Int64, isInstant: Bool, offset: Int?) {
    self.milliseconds = milliseconds
    self.isInstant = isInstant
    self.offset = offset
  }
}

/// The minute of the last time that was read: the times of a record, and of its samples, lie close together.
struct RecentMinute {
  /// `yyyy-MM-ddTHH:mm`, as it lies in memory.
  private var text: (UInt64, UInt64) = (0, 0)
  /// Its first millisecond; nil before one was met.
  private var milliseconds: Int64?
  /// What stands behind the seconds: `Z`, or nothing.
  private let suffix: Int

  /// Times end in `Z`, or in nothing.
  init(isUTC: Bool) {
    suffix = isUTC ? 1 : 0
  }

  /// The milliseconds of a time with seconds, with three digits of a fraction or without, where the minute is the last one;
  /// nil for any other text.
  @inline(__always)
  func time(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let milliseconds, let rest = rest(text), Self.minute(text) == self.text else {
      return nil
    }
    return milliseconds &+ rest
  }

  /// Takes the minute of a text that was read as a time.
  mutating func note(_ time: Int64, _ text: UnsafeBufferPointer<UInt8>) {
    guard let rest = rest(text) else { return }
    self.text = Self.minute(text)
    milliseconds = time &- rest
  }

  /// The milliseconds behind the minute; nil for a text of another form.
  @inline(__always)
  private func rest(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let end = text.count &- suffix
    guard end == 19 || end == 23, text[16] == 0x3A, suffix == 0 || text[end] == 0x5A,
      let second = Self.number(text, 17, 2), second < 60
    else { return nil }
    guard end == 23 else { return second &* 1000 }
    guard text[19] == 0x2E, let fraction = Self.number(text, 20, 3) else { return nil }
    return second &* 1000 &+ fraction
  }

  @inline(__always)
  private static func minute(_ text: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
    let raw = UnsafeRawBufferPointer(text)
    return (
      raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    )
  }

  @inline(__always)
  private static func number(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int
  ) -> Int64? {
    var value: Int64 = 0
    for index in start..<start &+ count {
      let digit = text[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }
}

/// One pass over the text of a time.
private struct TimeScan {
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0

  enum Zone {
    case none
    case utc
    case offset(Int)
  }

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// Whether the text is a number rather than a date: a date has a separator behind two or four digits.
  var isCount: Bool {
    guard let first = text.first, first == 0x2D || first &- 0x30 < 10 else { return false }
    if text.count > 5, text[4] == 0x2D || text[4] == 0x2F { return false }
    return !(text.count > 9 && text[2] == 0x2E && text[5] == 0x2E)
  }

  private var peek: UInt8? { index < text.count ? text[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index &+= 1
    return true
  }

  /// A number of exactly `count` digits.
  private mutating func number(_ count: Int) -> Int64? {
    guard index &+ count <= text.count else { return nil }
    var value: Int64 = 0
    for _ in 0..<count {
      let digit = text[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      index &+= 1
    }
    return value
  }

  /// Days since 1970 of `yyyy-MM-dd` or `dd.MM.yyyy`.
  mutating func day() -> Int64? {
    if text.count > 9, text[2] == 0x2E {
      guard let day = number(2), take(0x2E), let month = number(2), take(0x2E),
        let year = number(4)
      else { return nil }
      return CivilDay(year: year, month: month, day: day)?.daysSince1970
    }
    guard let year = number(4), take(0x2D), let month = number(2), take(0x2D),
      let day = number(2)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)?.daysSince1970
  }

  /// Milliseconds since midnight; 0 where the text ends behind the day.
  mutating func clock() -> Int64? {
    guard index < text.count else { return 0 }
    _ = take(0x2C)
    guard take(0x54) || take(0x74) || take(0x20), let hour = number(2), take(0x3A),
      let minute = number(2)
    else { return nil }
    var second: Int64 = 0
    var fraction: Int64 = 0
    if take(0x3A) {
      guard let whole = number(2) else { return nil }
      second = whole
      if take(0x2E) || take(0x2C) {
        guard let part = milliseconds() else { return nil }
        fraction = part
      }
    }
    guard let seconds = CivilClock.seconds(hour: hour, minute: minute, second: second) else {
      return nil
    }
    return seconds &* 1000 &+ fraction
  }

  /// One to nine digits behind the point, cut to three.
  private mutating func milliseconds() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let byte = peek, byte &- 0x30 < 10 {
      if count < 3 { value = value &* 10 &+ Int64(byte &- 0x30) }
      count &+= 1
      index &+= 1
    }
    guard 1...9 ~= count else { return nil }
    while count < 3 {
      value &*= 10
      count &+= 1
    }
    return value
  }

  /// What follows the time of day; nil where that is no zone.
  mutating func zone() -> Zone? {
    if index == text.count { return Zone.none }
    if take(0x5A) || take(0x7A) { return index == text.count ? .utc : nil }
    _ = take(0x20)
    guard let first = peek, first &- 0x30 > 9 else { return nil }
    let rest = UnsafeBufferPointer(rebasing: text[index...])
    return WrittenOffset.seconds(rest).map { .offset($0) }
  }
}

/// An offset from UTC, or the name of a zone, as a field holds it.
enum WrittenOffset {
  /// Seconds east of UTC.
  ///
  /// Forms: `+05:30`, `+0530`, `+05`, `Z`, `UTC`, each also behind `UTC` or `GMT`; `-14400s`; a bare number of up to 18 hours of seconds,
  /// or of milliseconds where it is larger. Nil for anything else, and for what no place keeps.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var digits = text
    if let rest = afterName(text) {
      if rest.isEmpty { return 0 }
      digits = rest
    } else if text.count == 1, text[0] | 0x20 == 0x7A {
      return 0
    }
    if let clock = clock(digits) { return clock }
    return digits.count == text.count ? count(text) : nil
  }

  /// What stands behind `UTC` or `GMT`.
  private static func afterName(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard text.count >= 3 else { return nil }
    let name = (text[0], text[1], text[2])
    guard name == (0x55, 0x54, 0x43) || name == (0x47, 0x4D, 0x54) else { return nil }
    return UnsafeBufferPointer(rebasing: text[3...])
  }

  /// `±HH:MM`, `±HHMM`, `±HH`, with seconds or without.
  private static func clock(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let sign = text.first, sign == 0x2B || sign == 0x2D else { return nil }
    var numbers: [Int64] = []
    var index = 1
    while index < text.count, numbers.count < 3 {
      guard index &+ 1 < text.count, text[index] &- 0x30 < 10, text[index &+ 1] &- 0x30 < 10
      else { return nil }
      numbers.append(Int64(text[index] &- 0x30) &* 10 &+ Int64(text[index &+ 1] &- 0x30))
      index &+= 2
      if index < text.count, text[index] == 0x3A { index &+= 1 }
    }
    guard index == text.count, let hours = numbers.first,
      let minutes = CivilClock.offset(
        hours: hours, minutes: numbers.count > 1 ? numbers[1] : 0)
    else { return nil }
    let total = Int(minutes) * 60 + (numbers.count > 2 ? Int(numbers[2]) : 0)
    return sign == 0x2D ? -total : total
  }

  /// A count of seconds or milliseconds, perhaps with an `s` behind it.
  private static func count(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let isDuration = text.last == 0x73
    let digits = isDuration ? UnsafeBufferPointer(rebasing: text[..<(text.count - 1)]) : text
    guard let number = DecimalText(digits)?.value, let count = Int(exactly: number) else {
      return nil
    }
    let limit = 18 * 3600
    if count.magnitude <= UInt(limit) { return count }
    guard !isDuration, count % 1000 == 0, count.magnitude <= UInt(limit * 1000) else { return nil }
    return count / 1000
  }

  /// Whether the text may be the name of a zone of the IANA database.
  static func isZoneName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard 3...64 ~= text.count, text.contains(0x2F), text[0] != 0x2F else { return false }
    return text.allSatisfy { byte in
      byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || [0x2F, 0x5F, 0x2D, 0x2B].contains(byte)
    }
  }

  /// `+05:30`; `+00:00` for no offset; with seconds where there are any.
  static func text(_ seconds: Int) -> String {
    let magnitude = Int64(seconds.magnitude)
    var fields = [magnitude / 3600, magnitude / 60 % 60]
    if magnitude % 60 != 0 { fields.append(magnitude % 60) }
    return (seconds < 0 ? "-" : "+") + fields.map { padded($0, 2) }.joined(separator: ":")
  }
}
