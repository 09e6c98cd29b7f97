import HealthRecords

/// The attributes of one element by name: what the walkers of structured elements read from.
struct NativeAttributes {
  private let batch: NativeBatch
  private let range: BatchRange

  init(_ range: BatchRange, in batch: NativeBatch) {
    self.batch = batch
    self.range = range
  }

  /// The text of the first attribute of that name; nil where absent.
  subscript(name: String) -> String? {
    for attribute in batch.attributes[range.indices]
    where batch.symbols.string(of: attribute.name) == name {
      return batch.symbols.string(of: attribute.value) ?? ""
    }
    return nil
  }

  /// The number of an attribute; nil where absent or not a number.
  func decimal(_ name: String) -> DecimalText? {
    self[name].flatMap { DecimalText(Array($0.utf8)) }
  }

  /// The instant of an attribute in Apple's date form; nil where absent or another form.
  func instant(_ name: String) -> Int64? {
    self[name].flatMap { AppleDate.milliseconds($0) }
  }

  /// All attributes in their order.
  var all: [(name: String, value: String)] {
    batch.attributes[range.indices].map {
      (batch.symbols.string(of: $0.name) ?? "", batch.symbols.string(of: $0.value) ?? "")
    }
  }
}

/// Dates of structured elements; plain samples have theirs parsed by the reader.
package enum AppleDate {
  /// Milliseconds since 1970 of `yyyy-MM-dd HH:mm:ss ±HHMM`; nil for any other form.
  static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 25, bytes[10] == 0x20, bytes[13] == 0x3A, bytes[16] == 0x3A,
      bytes[19] == 0x20, bytes[20] == 0x2B || bytes[20] == 0x2D,
      let day = civilDay(bytes[0..<10]), let hour = digits(bytes[11..<13], below: 24),
      let minute = digits(bytes[14..<16], below: 60),
      let second = digits(bytes[17..<19], below: 61),
      let offsetHours = digits(bytes[21..<23], below: 24),
      let offsetMinutes = digits(bytes[23..<25], below: 60)
    else { return nil }
    let offset = (offsetHours * 60 + offsetMinutes) * (bytes[20] == 0x2D ? -1 : 1)
    return ((day * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000
  }

  /// Milliseconds since 1970 of `yyyy-MM-ddTHH:mm:ssZ`, with or without a fraction of a second; nil otherwise.
  static func utcMilliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == 0x54, bytes.last == 0x5A,
      let whole = milliseconds(
        String(decoding: bytes[0..<10] + [0x20] + bytes[11..<19], as: UTF8.self) + " +0000")
    else { return nil }
    guard bytes.count > 20 else { return whole }
    guard bytes[19] == 0x2E else { return nil }
    let fraction = bytes[20..<(bytes.count - 1)].prefix(3)
    guard !fraction.isEmpty, let value = digits(fraction, below: 1000) else { return nil }
    return whole + value * [100, 10, 1][fraction.count - 1]
  }

  /// The text with a date in Apple's form written in UTC, any other text as it is.
  ///
  /// The offset in which a phone writes its dates is that of the day of the export: it belongs to the import and is no
  /// part of a record.
  static func withoutOffset(_ text: String) -> String {
    guard text.utf8.count == 25, let instant = milliseconds(text) else { return text }
    let seconds = instant / 1000 - (instant % 1000 < 0 ? 1 : 0)
    let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (day, time) = remainder < 0 ? (quotient - 1, remainder + 86_400) : (quotient, remainder)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return dayText(day) + " " + clock.joined(separator: ":") + " +0000"
  }

  /// `yyyy-MM-dd` of a day counted from 1970-01-01: the inverse of `civilDay`.
  private static func dayText(_ day: Int64) -> String {
    // Years counted from March put the leap day last.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Days since 1970 of `yyyy-MM-dd`; nil for another form or a day that the calendar lacks.
  package static func civilDay(_ text: some Collection<UInt8>) -> Int64? {
    let bytes = Array(text)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = digits(bytes[0..<4], below: 10_000), year > 0,
      let month = digits(bytes[5..<7], below: 13), month > 0,
      let day = digits(bytes[8..<10], below: 32), day > 0,
      day <= daysInMonth(month, year)
    else { return nil }
    return daysSince1970(year, month, day)
  }

  private static func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar, by counting years from March.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
  }

  private static func digits(_ bytes: some Collection<UInt8>, below limit: Int64) -> Int64? {
    var value: Int64 = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value < limit ? value : nil
  }
}
