/// Turns the localized wall-clock times of a beat list into instants.
///
/// `11:26:02.34 AM`, `20:14:07.68`, `00:20:37,80`, with a plain, no-break or narrow space before the marker of the half
/// day, which may be in any language: what matters is only whether it stands for the morning or the afternoon, and
/// where the marker is unknown both are tried. Times only go forward, so a smaller one is the next day's.
struct BeatClock {
  private let start: Int64
  private let end: Int64
  /// Milliseconds to add to a wall-clock time of the day; known after the first beat.
  private var shift: Int64?
  private var previous = Int64.min

  private static let day: Int64 = 86_400_000
  private static let tolerance: Int64 = 2000
  private static let quarter: Int64 = 900_000

  init(start: Int64, end: Int64) {
    self.start = start
    self.end = end
  }

  /// The instant of a beat in milliseconds since 1970; nil where it fits nowhere.
  mutating func instant(of time: WallTime) -> Int64? {
    if shift == nil { shift = firstShift(time) }
    guard let shift else { return nil }
    var instant = time.milliseconds + shift
    let halfDay: Int64 = time.isAmbiguous ? Self.day / 2 : Self.day
    while instant < previous { instant += halfDay }
    // Past midnight it is minutes from the end; a beat out of order would be nearly a period away.
    let hasStepped = instant != time.milliseconds + shift
    guard !hasStepped || instant - end < halfDay / 2 else { return nil }
    previous = instant
    return instant
  }

  /// The shift, a multiple of 15 minutes, that puts the first beat into the sample; the one nearest to its start.
  private func firstShift(_ time: WallTime) -> Int64? {
    let step = Self.quarter
    let wanted = start - Self.tolerance - time.milliseconds
    let shift = (Double(wanted) / Double(step)).rounded(.up)
    guard shift.magnitude < 1e12 else { return nil }
    let candidate = Int64(shift) * step
    return candidate + time.milliseconds <= end + Self.tolerance ? candidate : nil
  }
}

/// A time of the day with its fraction.
struct WallTime: Equatable {
  /// Milliseconds since midnight, rounded to the nearest.
  let milliseconds: Int64
  /// Whether it is a 12-hour time whose half of the day is not known.
  let isAmbiguous: Bool

  /// Reads `HH:mm:ss` with two digits of a fraction and no marker from its bytes, all else as text.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let plain = Self.plain(bytes) else {
      self.init(String(decoding: bytes, as: UTF8.self))
      return
    }
    self.init(milliseconds: plain)
  }

  private init(milliseconds: Int64) {
    self.milliseconds = milliseconds
    isAmbiguous = false
  }

  /// `20:14:07.68` or `20:14:07,68`: what most phones write.
  private static func plain(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count == 11, text[2] == 0x3A, text[5] == 0x3A, text[8] == 0x2E || text[8] == 0x2C
    else { return nil }
    func pair(_ index: Int, below limit: Int64) -> Int64? {
      let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
      guard tens <= 9, ones <= 9 else { return nil }
      let value = Int64(tens) * 10 + Int64(ones)
      return value < limit ? value : nil
    }
    guard let hour = pair(0, below: 25), let minute = pair(3, below: 60),
      let second = pair(6, below: 61), let hundredth = pair(9, below: 100)
    else { return nil }
    return (hour * 60 + minute) * 60_000 + second * 1000 + hundredth * 10
  }

  /// Reads `h:mm:ss`, a fraction after a point or comma, and a marker of the half day before or after; nil otherwise.
  init?(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.firstIndex(where: Self.isDigit),
      let last = scalars.lastIndex(where: Self.isDigit)
    else { return nil }
    let core = String(String.UnicodeScalarView(scalars[first...last]))
    let marker = String(
      String.UnicodeScalarView(scalars[..<first] + scalars[(last + 1)...])
    ).lowercased()
    let pieces = core.split(separator: ":", omittingEmptySubsequences: false)
    guard pieces.count == 3, var hour = Self.integer(pieces[0], below: 25),
      let minute = Self.integer(pieces[1], below: 60),
      let second = Self.secondMilliseconds(pieces[2])
    else { return nil }
    let hasMarker = marker.unicodeScalars.contains { $0.properties.isAlphabetic }
    let half = Self.half(marker)
    if hasMarker {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == .afternoon ? 12 : 0)
    }
    isAmbiguous = hasMarker && half == nil
    milliseconds = (hour * 60 + minute) * 60_000 + second
  }

  private enum Half {
    case morning
    case afternoon
  }

  /// The half of the day that a marker of a common language names.
  private static func half(_ marker: String) -> Half? {
    let letters = marker.filter { $0.isLetter }
    if ["am", "上午", "午前", "오전", "πμ", "ص", "öö"].contains(letters) { return .morning }
    if ["pm", "下午", "午後", "오후", "μμ", "م", "ös"].contains(letters) { return .afternoon }
    return nil
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x30 && scalar.value <= 0x39
  }

  private static func integer(_ text: Substring, below limit: Int64) -> Int64? {
    guard text.utf8.count <= 2, isDigits(text), let value = Int64(text), value < limit else {
      return nil
    }
    return value
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(isDigit)
  }

  private static func secondMilliseconds(_ text: Substring) -> Int64? {
    let pieces = text.split(separator: text.contains(",") ? "," : ".", maxSplits: 1)
    guard let whole = pieces.first, let second = integer(whole, below: 61) else { return nil }
    guard pieces.count == 2 else { return text.last?.isNumber == true ? second * 1000 : nil }
    // Digits only: a number's text may hold an exponent, and its milliseconds would not fit an integer.
    guard pieces[1].utf8.count <= 9, isDigits(pieces[1]),
      let fraction = DecimalText(Array("0.\(pieces[1])".utf8))
    else { return nil }
    return second * 1000 + Int64((fraction.value * 1000).rounded())
  }
}
