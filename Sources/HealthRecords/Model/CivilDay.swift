/// A day of the proleptic Gregorian calendar, without a zone: the one place for its arithmetic.
public struct CivilDay: Sendable, Hashable, CustomStringConvertible {
  /// The year; 0 is the year before year 1.
  public let year: Int64
  /// The month, from 1 to 12.
  public let month: Int64
  /// The day of the month, from 1.
  public let day: Int64

  /// The day that many days after 1970-01-01; days beyond about two billion years are clamped.
  public init(daysSince1970: Int64) {
    // Years counted from March put the leap day last; an era of 400 of them has a fixed length.
    let limit: Int64 = 1_000_000_000_000
    let shifted = min(max(daysSince1970, -limit), limit) + Self.daysFromYearZeroMarch
    let era = (shifted >= 0 ? shifted : shifted - (Self.daysPerEra - 1)) / Self.daysPerEra
    let dayOfEra = shifted - era * Self.daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// A day of the years 1 to 9999, as exports write them; nil for one that the calendar lacks.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard 1...9999 ~= year, 1...12 ~= month, 1...Self.days(in: month, of: year) ~= day else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day of `yyyy-MM-dd`; nil for any other form or a day that the calendar lacks.
  public init?(_ text: some StringProtocol) {
    let fields = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard fields.map(\.count) == [4, 2, 2] else { return nil }
    var numbers: [Int64] = []
    for field in fields {
      guard field.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
      numbers.append(field.reduce(0) { $0 * 10 + Int64($1 - 0x30) })
    }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Days after 1970-01-01: the inverse of `init(daysSince1970:)` for the years 1 to 9999.
  public var daysSince1970: Int64 {
    let marchYear = month < 3 ? year - 1 : year
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    let dayOfYear = ((month + 9) % 12 * 153 + 2) / 5 + day - 1
    return marchYear * 365 + leapDays + dayOfYear - Self.daysFromYearZeroMarch
  }

  /// `yyyy-MM-dd`; longer years keep their digits, years before 0 have a sign.
  public var description: String {
    "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysFromYearZeroMarch: Int64 = 719_468
  /// Days of 400 years.
  private static let daysPerEra: Int64 = 146_097

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A number with zeros before it up to `width` digits, and its sign before them.
public func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (value < 0 ? "-" : "") + zeros + digits
}
