/// The ranges of the clock and of the offset in a written date: the one place for them, for every reader.
///
/// A second of 60 is none: milliseconds since 1970 count no leap seconds, so it would be the next minute's first. An
/// offset beyond 18 hours is none either: no place keeps such a time, and the date is damaged.
public enum CivilClock {
  /// Seconds since midnight, up to 23:59:59; nil where a field is out of its range.
  @inlinable
  public static func seconds(hour: Int64, minute: Int64, second: Int64) -> Int64? {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
    return hour &* 3600 &+ minute &* 60 &+ second
  }

  /// Minutes from UTC without their sign, up to 18:00; nil where a field is out of its range.
  @inlinable
  public static func offset(hours: Int64, minutes: Int64) -> Int64? {
    guard 0...18 ~= hours, 0..<60 ~= minutes else { return nil }
    let total = hours &* 60 &+ minutes
    return total <= 18 * 60 ? total : nil
  }
}

/// The quotient rounded down, also of instants before 1970; `divisor` must be above zero.
@inlinable
public func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? quotient - 1 : quotient
}
