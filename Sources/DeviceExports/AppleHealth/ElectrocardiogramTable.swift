internal import HealthRecords

/// An electrocardiogram as Apple's CSV files hold it, in whatever language.
///
/// Labels, classifications and even the decimal separator follow the phone's language, so nothing is found by name: the
/// header is every line before the first number, the recording date is the first value of a date's form, the rate the
/// first value behind it of the form number and word, and voltages are lines of digits with a sign and one separator.
/// Apple writes the lines in one order (FORMAT, ECG CSV), so the device is known by its place between date and rate.
struct ElectrocardiogramTable: Equatable {
  /// One line of the header.
  struct Entry: Equatable {
    /// What stands before the first comma.
    var label: [UInt8]
    /// What stands behind it, without the quotes around it.
    var value: [UInt8]
  }

  private static let headerLimit = 256
  private static let plausibleRates = 50.0...5000.0

  /// The lines before the voltages, empty ones left out.
  private(set) var header: [Entry] = []
  /// The voltages in the file's own unit, one decimal number a line with a point, each line ended by a newline.
  private(set) var voltages: [UInt8] = []
  /// The number of voltages.
  private(set) var sampleCount = 0
  /// Lines among the voltages that are no number; they were left out.
  private(set) var strangeLines = 0
  /// When the recording began.
  private(set) var recorded: WrittenDate?
  /// Voltages in a second, as digits with a point at most.
  private(set) var rateText: [UInt8]?

  /// Where the recording date and the rate stand in the header.
  private var recordedPlace = 0
  private var ratePlace = 0
  /// The lines from the date to the device, and from the date to the rate, in Apple's order.
  private static let deviceDistance = 4
  private static let rateDistance = 5

  /// Reads a file; never fails, but there may be no voltages in it.
  init(_ file: [UInt8]) {
    var dates = DateParser()
    voltages.reserveCapacity(file.count)
    file.withUnsafeBufferPointer { bytes in
      var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      while start < bytes.count {
        let end = bytes.index(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
        readLine(Self.trimmed(bytes, start..<end), &dates)
        start = end + 1
      }
    }
  }

  /// Voltages in a second.
  var rate: Double? { rateText.flatMap { Double(String(decoding: $0, as: UTF8.self)) } }

  /// The model of the watch, such as `Watch6,7`; nil where the lines from date to rate are not in Apple's order.
  var device: [UInt8]? {
    guard rateText != nil, ratePlace - recordedPlace == Self.rateDistance else { return nil }
    let value = header[recordedPlace + Self.deviceDistance].value
    return value.isEmpty ? nil : value
  }

  /// Milliseconds that the voltages last; nil when the rate is not known.
  var duration: Int64? {
    rate.flatMap { Int64(exactly: (Double(sampleCount) * 1000 / $0).rounded()) }
  }

  private mutating func readLine(
    _ line: UnsafeBufferPointer<UInt8>, _ dates: inout DateParser
  ) {
    if line.isEmpty { return }
    if appendVoltage(line) { return }
    if sampleCount > 0 {
      strangeLines += 1
    } else if header.count < Self.headerLimit {
      readHeader(line, &dates)
    } else {
      strangeLines += 1
    }
  }

  private mutating func readHeader(
    _ line: UnsafeBufferPointer<UInt8>, _ dates: inout DateParser
  ) {
    let comma = line.firstIndex(of: UInt8(ascii: ",")) ?? line.count
    let value = Self.unquoted(line.dropFirst(comma + 1))
    header.append(Entry(label: Array(line.prefix(comma)), value: value))
    if recorded == nil {
      recorded = value.withUnsafeBufferPointer { dates.parse($0) }
      recordedPlace = header.count - 1
    } else if rateText == nil {
      rateText = Self.rate(value)
      ratePlace = header.count - 1
    }
  }

  /// Adds a line that is a number; false for others.
  private mutating func appendVoltage(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var digits = 0
    var separator: Int?
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits &+= 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"): guard index == 0 else { return false }
      case UInt8(ascii: "."), UInt8(ascii: ","):
        guard separator == nil else { return false }
        separator = index
      default: return false
      }
    }
    guard digits > 0 else { return false }
    let start = line[0] == UInt8(ascii: "+") ? 1 : 0
    let place = voltages.count
    voltages.append(contentsOf: UnsafeBufferPointer(rebasing: line[start...]))
    if let separator { voltages[place &+ separator &- start] = UInt8(ascii: ".") }
    voltages.append(UInt8(ascii: "\n"))
    sampleCount &+= 1
    return true
  }

  /// The number at the start of a value that goes on with a word: "512 hertz", "513.992 hertz", "512ヘルツ".
  private static func rate(_ value: [UInt8]) -> [UInt8]? {
    let number = value.prefix {
      $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
    }
    let word = value.dropFirst(number.count).drop { $0 == 0x20 || $0 == 0xC2 || $0 == 0xA0 }
    guard let first = word.first, (first | 0x20) &- 0x61 < 26 || first >= 0x80 else { return nil }
    let text = number.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    guard text.last != UInt8(ascii: "."),
      let rate = Double(String(decoding: text, as: UTF8.self)), plausibleRates.contains(rate)
    else { return nil }
    return text
  }

  private static func unquoted(_ value: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    guard value.count > 1, value.first == quote, value.last == quote else { return Array(value) }
    var text: [UInt8] = []
    var isSecond = false
    for byte in value.dropFirst().dropLast() {
      isSecond = byte == quote && !isSecond
      if !isSecond { text.append(byte) }
    }
    return text
  }

  private static func trimmed(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> UnsafeBufferPointer<UInt8> {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end &- 1] <= 0x20 { end &-= 1 }
    return UnsafeBufferPointer(rebasing: bytes[range.lowerBound..<end])
  }
}
