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
      let day = civilDay(bytes[0..<10]), let hour = digits(bytes[11..<13], below: 100),
      let minute = digits(bytes[14..<16], below: 100),
      let second = digits(bytes[17..<19], below: 100),
      let offsetHours = digits(bytes[21..<23], below: 100),
      let offsetMinutes = digits(bytes[23..<25], below: 100),
      let clock = CivilClock.seconds(hour: hour, minute: minute, second: second),
      let distance = CivilClock.offset(hours: offsetHours, minutes: offsetMinutes)
    else { return nil }
    let offset = bytes[20] == 0x2D ? -distance : distance
    return (day * 86_400 + clock - offset * 60) * 1000
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
    return CivilDay(daysSince1970: day).description + " " + clock.joined(separator: ":") + " +0000"
  }

  /// Days since 1970 of `yyyy-MM-dd`; nil for another form or a day that the calendar lacks.
  package static func civilDay(_ text: some Collection<UInt8>) -> Int64? {
    let bytes = Array(text)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = digits(bytes[0..<4], below: 10_000),
      let month = digits(bytes[5..<7], below: 13), let day = digits(bytes[8..<10], below: 32)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)?.daysSince1970
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
