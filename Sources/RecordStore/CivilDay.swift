/// A day of the proleptic Gregorian calendar.
struct CivilDay: Hashable, CustomStringConvertible {
  let year: Int64
  let month: Int64
  let day: Int64

  /// The day that many days after 1970-01-01; days beyond about ten million years are clamped.
  init(daysSince1970: Int64) {
    // Day 0 is 0000-01-01, which is 719,528 days before 1970-01-01.
    let days = min(max(daysSince1970, -3_650_000_000), 3_650_000_000) + 719_528
    var year = Self.floored(days * 400, 146_097)
    // The mean length of a year misses the true first of January by a day or two at most.
    while Self.daysBefore(year: year) > days { year -= 1 }
    while Self.daysBefore(year: year + 1) <= days { year += 1 }
    var rest = days - Self.daysBefore(year: year)
    var month: Int64 = 1
    while rest >= Self.length(of: month, year) {
      rest -= Self.length(of: month, year)
      month += 1
    }
    self.year = year
    self.month = month
    day = rest + 1
  }

  /// YYYY-MM-DD.
  var description: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  /// Days from 0000-01-01 to the first of January.
  private static func daysBefore(year: Int64) -> Int64 {
    // The year 0 is a leap year, so every year after it counts one more.
    let last = year - 1
    return 365 * year + floored(last, 4) - floored(last, 100) + floored(last, 400) + 1
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(of month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func floored(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}
