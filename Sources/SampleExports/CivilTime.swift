/// Seconds since 1970-01-01 00:00:00 UTC.
typealias Instant = Int64

/// A day of the Gregorian calendar, without a zone.
struct CivilDay: Equatable {
  var year: Int64
  var month: Int64
  var day: Int64

  /// Days since 1970-01-01.
  ///
  /// Counts from 1 March, so that the leap day is the last day of a year; 400 years are 146,097
  /// days.
  var number: Int64 {
    let marchYear = month > 2 ? year : year - 1
    let era = marchYear.floorDivided(by: 400)
    let yearOfEra = marchYear - era * 400
    let marchMonth = (month + 9) % 12
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day with this number since 1970-01-01.
  init(number: Int64) {
    let shifted = number + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day with these parts, which must be a real date.
  init(_ year: Int64, _ month: Int64, _ day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }
}

extension Int64 {
  /// Division that rounds towards negative infinity; the divisor must be positive.
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

/// Writes dates as `yyyy-MM-dd HH:mm:ss +HHMM` under one fixed offset, as an export does.
///
/// The text of the last day is kept: records of one type mostly follow each other in time.
struct DateWriter {
  private let offsetSeconds: Int64
  private let offsetText: [UInt8]
  private var cachedDay = Int64.min
  private var cachedText: [UInt8] = []

  /// A writer for an offset in minutes east of UTC.
  init(offsetMinutes: Int) {
    offsetSeconds = Int64(offsetMinutes) * 60
    var text = ByteText()
    text.append(offsetMinutes < 0 ? " -" : " +")
    let magnitude = UInt64(offsetMinutes.magnitude)
    text.append(digits: magnitude / 60, width: 2)
    text.append(digits: magnitude % 60, width: 2)
    offsetText = text.bytes
  }

  /// Appends the instant to `text`: 25 bytes for years 1000 to 9999.
  mutating func append(_ instant: Instant, to text: inout ByteText) {
    let local = instant + offsetSeconds
    let day = local.floorDivided(by: 86_400)
    if day != cachedDay { remember(day) }
    text.append(cachedText)
    text.append(clock: local - day * 86_400)
    text.append(offsetText)
  }

  private mutating func remember(_ day: Int64) {
    var text = ByteText()
    text.append(day: CivilDay(number: day))
    text.append(byte: UInt8(ascii: " "))
    cachedDay = day
    cachedText = text.bytes
  }
}

extension ByteText {
  /// Appends a day as `yyyy-MM-dd`.
  mutating func append(day: CivilDay) {
    append(digits: day.year.magnitude, width: 4)
    append(byte: UInt8(ascii: "-"))
    append(twoDigits: day.month)
    append(byte: UInt8(ascii: "-"))
    append(twoDigits: day.day)
  }

  /// Appends a second of the day as `HH:mm:ss`.
  mutating func append(clock secondOfDay: Int64) {
    append(twoDigits: secondOfDay / 3_600)
    append(byte: UInt8(ascii: ":"))
    append(twoDigits: secondOfDay / 60 % 60)
    append(byte: UInt8(ascii: ":"))
    append(twoDigits: secondOfDay % 60)
  }

  /// Appends an instant as `yyyy-MM-ddTHH:mm:ssZ`.
  mutating func append(utc instant: Instant) {
    let day = instant.floorDivided(by: 86_400)
    append(day: CivilDay(number: day))
    append(byte: UInt8(ascii: "T"))
    append(clock: instant - day * 86_400)
    append(byte: UInt8(ascii: "Z"))
  }

  /// Appends a number from 0 to 99 with two digits.
  mutating func append(twoDigits number: Int64) {
    let number = UInt8(truncatingIfNeeded: number)
    append(byte: UInt8(ascii: "0") + number / 10 % 10)
    append(byte: UInt8(ascii: "0") + number % 10)
  }
}
