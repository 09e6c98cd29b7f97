import Consolidation
import HealthRecords

/// Days as text for people.
enum DailyText {
  /// A number with at most two places, in groups of three digits.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return String(value) }
    let hundredths = Int64((value * 100).rounded())
    let size = hundredths.magnitude
    var text = (hundredths < 0 ? "-" : "") + grouped(size / 100)
    let rest = size % 100
    guard rest > 0 else { return text }
    text += rest % 10 == 0 ? ".\(rest / 10)" : "." + padded(Int64(rest), 2)
    return text
  }

  /// A unit without the braces of words that UCUM has no unit for.
  static func unit(_ ucum: String) -> String {
    ucum.hasPrefix("{") && ucum.hasSuffix("}") ? String(ucum.dropFirst().dropLast()) : ucum
  }

  /// The value, with `~` before an estimate and `-` for none.
  static func value(_ result: DayResult) -> String {
    result.value.map { (result.isEstimate ? "~" : "") + number($0) } ?? "-"
  }

  /// The sources, the one that gave most in front.
  static func sources(_ result: DayResult) -> String {
    let total = result.basis == .platformTotal ? " (own total)" : ""
    return result.sources.map(\.label).joined(separator: ", ") + total
  }

  /// Hours and minutes.
  static func duration(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(padded(minutes % 60, 2))"
  }

  /// The heading and the intervals of an explained day, each on its line.
  static func explanation(_ result: DayResult) -> String {
    let unit = Self.unit(result.unit)
    var text = "\(result.day)  \(result.metric)  \(value(result)) \(unit)\n"
    for part in result.explanation {
      let times =
        part.isCivilDate
        ? "the whole day" : "\(UTCText.instant(part.start)) to \(UTCText.instant(part.end))"
      let number = part.value.map { "\(Self.number($0)) \(unit)" } ?? "no value"
      let other = part.other.map { " (\($0))" } ?? ""
      text +=
        "  \(part.counts ? "+" : "-") \(times)  \(number)  \(part.source): "
        + "\(part.reason.words)\(other)\n"
    }
    return DailyText.printable(text)
  }

  /// Keeps line breaks and makes all else printable, as names of sources come from files.
  private static func printable(_ text: String) -> String {
    text.split(separator: "\n").map { DisplayWidth.printable(String($0)) + "\n" }.joined()
  }
}

/// The course of a metric in one line: a bar for each day, `·` for a day without a value.
struct Sparkline {
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private var values: [(day: Int64, value: Double)] = []

  /// Adds the value of a later day; one beyond all numbers has no bar.
  mutating func append(_ value: Double, on day: CivilDay) {
    guard value.isFinite else { return }
    values.append((day.daysSince1970, value))
  }

  /// The bars of the last days up to `width`, by the least and the greatest of them, and both as numbers; empty for no
  /// days.
  func text(width: Int) -> String {
    guard let last = values.last?.day, let first = values.first?.day else { return "" }
    let from = max(first, last - Int64(max(1, width)) + 1)
    let shown = values.filter { $0.day >= from }
    guard let least = shown.map(\.value).min(), let greatest = shown.map(\.value).max() else {
      return ""
    }
    var bars = Array(repeating: Character("·"), count: Int(clamping: last - from + 1))
    for (day, value) in shown {
      let share = greatest > least ? (value - least) / (greatest - least) : 0.5
      let level = share.isFinite ? Int((share * 7).rounded()) : 7
      bars[Int(clamping: day - from)] = Self.bars[min(max(level, 0), 7)]
    }
    return "\(String(bars))  \(DailyText.number(least)) to \(DailyText.number(greatest))"
  }
}
