internal import HealthRecords

/// Looks for the export's date at the head of the file, before any piece is parsed.
///
/// Every batch carries the date: day summaries take it as their version, and what lies behind it is in the future.
/// Apple writes it first (FORMAT §5); where it comes later, batches do without.
enum ExportDateScan {
  private static let opening = Array("<ExportDate value=\"".utf8)

  /// The date in the first elements; absent where there is none in Apple's form.
  static func date(in head: Slice<UnsafeBufferPointer<UInt8>>) -> NativeInstant {
    let bytes = Array(head)
    guard let start = position(of: opening, in: bytes) else { return .absent }
    let value = bytes[(start + opening.count)...].prefix { $0 != UInt8(ascii: "\"") }
    var parser = DateParser()
    let date = Array(value).withUnsafeBufferPointer { parser.parse($0) }
    return date.map { NativeInstant(milliseconds: $0.milliseconds) } ?? .absent
  }

  private static func position(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= needle.count else { return nil }
    return (0...(bytes.count - needle.count)).first { bytes[$0...].starts(with: needle) }
  }
}
