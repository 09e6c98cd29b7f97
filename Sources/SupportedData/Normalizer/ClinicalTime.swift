import HealthRecords

/// A date of a FHIR document, exactly as precise as it is written.
///
/// The forms are those of `date`, `dateTime` and `instant` in FHIR 1.0.2 and 4.0.1. A time of day needs its seconds and
/// an offset. A second of 60, which FHIR allows, is none here (see `CivilClock`).
enum FHIRDate: Hashable {
  /// A time of day with its offset: milliseconds since 1970, a finer fraction cut.
  case instant(Int64)
  /// A day without a zone: days since 1970-01-01.
  case day(Int64)
  /// A year, or a month of a year: a valid date that names no day.
  case vague

  /// Reads a date; nil for any other text.
  init?(_ text: [UInt8]) {
    let day = String(decoding: text.prefix(10), as: UTF8.self)
    switch text.count {
    case 4:
      guard CivilDay(day + "-01-01") != nil else { return nil }
      self = .vague
    case 7:
      guard CivilDay(day + "-01") != nil else { return nil }
      self = .vague
    case 10:
      guard let day = CivilDay(day) else { return nil }
      self = .day(day.daysSince1970)
    default:
      guard let instant = Self.instant(text) else { return nil }
      self = .instant(instant)
    }
  }

  /// The instant of `yyyy-MM-ddTHH:mm:ss[.fff](Z|±HH:mm)`.
  private static func instant(_ text: [UInt8]) -> Int64? {
    if text.last == UInt8(ascii: "Z") { return text.withUnsafeBufferPointer(UTCDate.parse) }
    guard let offset = offset(Array(text.suffix(6))) else { return nil }
    let clock = text.dropLast(6) + [UInt8(ascii: "Z")]
    return Array(clock).withUnsafeBufferPointer(UTCDate.parse).map { $0 &- offset &* 60_000 }
  }

  /// The minutes of `±HH:mm`.
  private static func offset(_ text: [UInt8]) -> Int64? {
    guard text.count == 6, text[3] == UInt8(ascii: ":"),
      text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-")
    else { return nil }
    let digits = [text[1], text[2], text[4], text[5]].map { Int64($0) - 0x30 }
    guard digits.allSatisfy({ 0...9 ~= $0 }),
      let minutes = CivilClock.offset(
        hours: digits[0] * 10 + digits[1], minutes: digits[2] * 10 + digits[3])
    else { return nil }
    return text[0] == UInt8(ascii: "-") ? -minutes : minutes
  }
}

/// When that was which a clinical document is about.
struct ClinicalTime: Hashable {
  /// Milliseconds since 1970, or days for civil dates.
  var start: Int64
  /// The same, exclusive; equal to `start` for an instant.
  var end: Int64
  /// Whether start and end are civil days.
  var isCivilDate: Bool
  /// Whether a period's end is written as earlier than its start; both are kept.
  var endsBeforeStart = false

  /// The time of one date; nil for one that names no day.
  init?(_ date: FHIRDate) {
    switch date {
    case .instant(let instant): (start, end, isCivilDate) = (instant, instant, false)
    case .day(let day): (start, end, isCivilDate) = (day, day + 1, true)
    case .vague: return nil
    }
  }

  /// Extends the time to the end of a period, which counts only if it is as precise as the start.
  mutating func extend(to date: FHIRDate) {
    guard let last = ClinicalTime(date), last.isCivilDate == isCivilDate else { return }
    endsBeforeStart = last.start < start
    end = last.end
  }
}

/// Where the documents of one native type tell their time, the best place first.
struct ClinicalTimePaths: Sendable {
  /// The members of one place: a date, or a period with a start and an end.
  private struct Place: Sendable {
    let value: Int
    let start: Int
    let end: Int
  }

  /// What a document tells.
  struct Reading: Hashable {
    /// The time of the first place that names at least a day; nil where none does.
    var time: ClinicalTime?
    /// Whether the document is no JSON, or a date that was looked at is none, so that it was passed over.
    var isUnreadable = false
  }

  private let members: MemberPaths
  private let places: [Place]

  /// Creates the places from their paths, names joined by points.
  init(_ paths: [String]) {
    var members = MemberPaths()
    places = paths.map { path in
      let value = members.add(path)
      return Place(
        value: value, start: members.add("start", below: value),
        end: members.add("end", below: value))
    }
    self.members = members
  }

  /// Reads a document in one pass, and not at all where there is no place to look at.
  func read(_ document: [UInt8]) -> Reading {
    var reading = Reading()
    guard !places.isEmpty else { return reading }
    guard let found = MemberScanner.values(at: members, in: document) else {
      reading.isUnreadable = true
      return reading
    }
    for place in places where reading.time == nil {
      reading.time = time(at: place, found, &reading.isUnreadable)
    }
    return reading
  }

  /// The time of a place; a period without a start has none, because nothing says how long it was.
  private func time(
    at place: Place, _ found: [MemberValue], _ isUnreadable: inout Bool
  ) -> ClinicalTime? {
    guard found[place.value] == .object else {
      return date(found[place.value], &isUnreadable).flatMap(ClinicalTime.init)
    }
    guard var time = date(found[place.start], &isUnreadable).flatMap(ClinicalTime.init) else {
      return nil
    }
    if let end = date(found[place.end], &isUnreadable) { time.extend(to: end) }
    return time
  }

  private func date(_ value: MemberValue, _ isUnreadable: inout Bool) -> FHIRDate? {
    switch value {
    case .absent, .null: return nil
    case .text(let text):
      let date = FHIRDate(text)
      if date == nil { isUnreadable = true }
      return date
    case .object, .other, .repeated:
      isUnreadable = true
      return nil
    }
  }
}
