/// Milliseconds since 1970-01-01 00:00:00 UTC.
typealias Millis = Int64

/// The local days of a sample: at home, and for three days of every ninety on a trip.
///
/// Days are numbered from 0; a number means the same day in every sample that starts on the same
/// day, however long it is.
struct DayCalendar: Sendable {
  /// The first day, counted from 1970.
  let firstDay: Int64
  /// Where the owner lives.
  let home: HomeZone
  /// Where trips lead.
  let away: HomeZone

  /// The owner is on a trip on these days of every ninety.
  private static let tripDays = 3..<6

  /// Whole local days before the day of an export, the last one included.
  init(days: Int, before exportDate: Instant, home: HomeZone, away: HomeZone) {
    let exportDay = home.local(exportDate).floorDivided(by: 86_400)
    firstDay = exportDay - Int64(days)
    self.home = home
    self.away = away
  }

  /// The zone in which a day was lived.
  func zone(on day: Int) -> HomeZone {
    Self.tripDays.contains(day % 90) ? away : home
  }

  /// The day as a number from 1970.
  func civilDay(_ day: Int) -> Int64 { firstDay + Int64(day) }

  /// The instant of a clock time of a day in the zone of that day; seconds may be negative or
  /// beyond midnight.
  func millis(_ day: Int, second: Int64) -> Millis {
    zone(on: day).instant(day: civilDay(day), second: second) * 1_000
  }

  /// Minutes east of UTC at an instant of a day.
  func offsetMinutes(_ day: Int, at millis: Millis) -> Int {
    zone(on: day).offsetMinutes(at: millis.floorDivided(by: 1_000))
  }
}

/// The 128 bits of an id, drawn from a seed.
struct SampleUUID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// Seven of eight ids are of version 4; the others have any digit there, as in real exports.
  init(seed: UInt64, part: SamplePart, index: Int) {
    var random = SplitMix64(seed: seed ^ 0x5EED_1D5E_ED1D_5EED, part: part, index: index)
    let drawn = random.next()
    high = drawn & 7 == 0 ? drawn : drawn & ~0xF000 | 0x4000
    low = random.next()
  }

  /// The id with the marks of a version, as name-based and random ids of RFC 9562 have them.
  func marked(version: UInt64) -> SampleUUID {
    SampleUUID(
      high: high & ~0xF000 | version << 12, low: low & ~(3 << 62) | 2 << 62)
  }

  /// An id from its bits.
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension ByteText {
  /// Appends an id in lower case.
  mutating func append(_ uuid: SampleUUID) {
    append(lowercaseUUID: uuid.high, uuid.low)
  }
}

/// Writes instants in UTC with milliseconds; the text of the last day is kept.
struct MillisecondClock {
  private let separator: UInt8
  private var cachedDay = Int64.min
  private var cachedText: [UInt8] = []

  /// A clock that puts `separator` between day and time.
  init(separator: Character) {
    self.separator = separator.asciiValue ?? UInt8(ascii: " ")
  }

  /// Appends `yyyy-MM-dd HH:mm:ss.SSS`, without a zone.
  mutating func append(_ millis: Millis, to text: inout ByteText) {
    let second = millis.floorDivided(by: 1_000)
    appendSeconds(second, to: &text)
    text.append(byte: UInt8(ascii: "."))
    text.append(threeDigits: millis - second * 1_000)
  }

  /// Appends `yyyy-MM-ddTHH:mm:ssZ` as Java prints an instant: the fraction only where there is one.
  mutating func appendInstant(_ millis: Millis, to text: inout ByteText) {
    let second = millis.floorDivided(by: 1_000)
    appendSeconds(second, to: &text)
    let rest = millis - second * 1_000
    if rest != 0 {
      text.append(byte: UInt8(ascii: "."))
      text.append(threeDigits: rest)
    }
    text.append(byte: UInt8(ascii: "Z"))
  }

  private mutating func appendSeconds(_ second: Int64, to text: inout ByteText) {
    let day = second.floorDivided(by: 86_400)
    if day != cachedDay { remember(day) }
    text.append(cachedText)
    text.append(clock: second - day * 86_400)
  }

  private mutating func remember(_ day: Int64) {
    var text = ByteText()
    text.append(day: CivilDay(number: day))
    text.append(byte: separator)
    cachedDay = day
    cachedText = text.bytes
  }
}

extension ByteText {
  /// Appends a number from 0 to 999 with three digits.
  mutating func append(threeDigits number: Int64) {
    append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 100))
    append(twoDigits: number % 100)
  }
}
