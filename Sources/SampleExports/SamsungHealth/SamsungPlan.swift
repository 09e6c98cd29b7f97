/// What a configuration means in days, ids and files.
struct SamsungPlan {
  typealias Configuration = SamsungHealthSample.Configuration

  let configuration: Configuration
  let calendar: DayCalendar
  /// Whole local days before the day of the export.
  let days: Int
  /// The days that the first export had, if this is a later one.
  let earlierDays: Int?
  /// The size to reach, in bytes.
  let target: Int?
  /// The folder of the export.
  let folder: String
  /// The digits in every file's name.
  let stamp: String

  /// The span never exceeds this, however large the export.
  private static let longestSpanDays = 3_650
  /// All tables but the single readings, by default.
  private static let typicalBytesPerDay = 330_000

  init(_ configuration: Configuration) {
    self.configuration = configuration
    var days = 1
    var target: Int?
    switch configuration.size {
    case .days(let count): days = count
    case .megabytes(let megabytes):
      let bytes = megabytes * 1_000_000
      days = min(max(bytes / Self.typicalBytesPerDay * 2 / 3, 1), Self.longestSpanDays)
      target = bytes
    }
    self.target = target
    calendar = DayCalendar(
      days: days, before: configuration.exportDate, home: configuration.home,
      away: configuration.away)
    var exported = configuration.exportDate
    if case .later(let more) = configuration.generation {
      earlierDays = days
      days += more
      exported += Int64(more) * 86_400
    } else {
      earlierDays = nil
    }
    self.days = days
    stamp = Self.stamp(of: exported, home: configuration.home)
    folder = "samsunghealth_\(configuration.account)_\(stamp)"
  }

  /// Local year to minute, then two digits that are no seconds.
  private static func stamp(of instant: Instant, home: HomeZone) -> String {
    let local = home.local(instant)
    var text = ByteText()
    let day = CivilDay(number: local.floorDivided(by: 86_400))
    text.append(digits: day.year.magnitude, width: 4)
    text.append(twoDigits: day.month)
    text.append(twoDigits: day.day)
    let second = local - local.floorDivided(by: 86_400) * 86_400
    text.append(twoDigits: second / 3_600)
    text.append(twoDigits: second / 60 % 60)
    text.append("93")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The sequence of one item of a part.
  func random(_ part: SamplePart, _ index: Int) -> SplitMix64 {
    SplitMix64(seed: configuration.seed, part: part, index: index)
  }

  /// The key of one row of a part.
  func uuid(_ part: SamplePart, _ index: Int) -> SampleUUID {
    SampleUUID(seed: configuration.seed, part: part, index: index)
  }

  /// The key of a row that a new phone has written anew.
  func uuidOnNewPhone(_ part: SamplePart, _ index: Int) -> SampleUUID {
    SampleUUID(seed: ~configuration.seed, part: part, index: index)
  }

  /// An earlier export had this day too.
  func isEarlier(_ day: Int) -> Bool { day < earlierDays ?? 0 }

  /// When the new phone had everything synchronised, an hour after the first export.
  var phoneChange: Millis { (configuration.exportDate + 3_600) * 1_000 }

  /// The phone in use on a day.
  func phone(on day: Int) -> SamsungDevice {
    guard let earlierDays else { return .phone }
    return day < earlierDays ? .phone : .newPhone
  }
}

/// What becomes of a row in the store of the export before; alone, all but `repeated` and `damaged`
/// are kept.
enum SamsungFate {
  /// The export before did not have it.
  case new
  /// The export before had it with equal content.
  case same
  /// The export before had it with other content, at an earlier time.
  case edited
  /// Another row of this export says the same of the same day.
  case repeated
  /// It cannot be read.
  case damaged
}
