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
enum AppleDate {
  /// Milliseconds since 1970 of `yyyy-MM-dd HH:mm:ss ±HHMM`; nil for any other form.
  static func milliseconds(_ text: String) -> Int64? {
    guard text.utf8.count == 25 else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      var parser = DateParser()
      return parser.parse(bytes)?.milliseconds
    }
  }

  /// The text with a date in Apple's form written in UTC, any other text as it is.
  ///
  /// The offset in which a phone writes its dates is that of the day of the export: it belongs to the import and is no
  /// part of a record.
  static func withoutOffset(_ text: String) -> String {
    guard text.utf8.count == 25, let instant = milliseconds(text) else { return text }
    let seconds = floorDivide(instant, 1000)
    let day = floorDivide(seconds, 86_400)
    let time = seconds - day * 86_400
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return CivilDay(daysSince1970: day).description + " " + clock.joined(separator: ":") + " +0000"
  }
}
