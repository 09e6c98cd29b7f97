/// The heap address in Apple's device descriptions, `<<HKDevice: 0x2830f4230>, name:…>`.
///
/// It is another one in every export and says nothing, so `: 0x2830f4230` is cut out wherever it stands in exactly
/// this place and form.
enum DevicePointer {
  private static let decodedHead: StaticString = "<<HKDevice: 0x"
  private static let rawHead: StaticString = "&lt;&lt;HKDevice: 0x"
  private static let rawTail: StaticString = "&gt;"

  /// What stays of the head.
  static let keptHead: StaticString = "<<HKDevice"

  /// The bytes to cut out of a decoded description; nil when it has no address.
  static func range(inDecoded value: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let head = decodedHead.utf8CodeUnitCount
    guard value.count > head, starts(value, with: decodedHead) else { return nil }
    let end = endOfHex(value, from: head)
    guard end > head, end < value.count, value[end] == UInt8(ascii: ">") else { return nil }
    return keptHead.utf8CodeUnitCount..<end
  }

  /// Where the rest begins in a description as XML writes it; nil when it has no address.
  static func rest(inRaw value: UnsafeBufferPointer<UInt8>) -> Int? {
    let head = rawHead.utf8CodeUnitCount
    let tail = rawTail.utf8CodeUnitCount
    guard value.count > head, starts(value, with: rawHead) else { return nil }
    let end = endOfHex(value, from: head)
    guard end > head, end + tail <= value.count else { return nil }
    let isClosed = UnsafeBufferPointer(rebasing: value[end..<end + tail])
      .elementsEqual(rawTail.utf8Bytes)
    return isClosed ? end : nil
  }

  /// A decoded description without its address.
  static func removed(from value: [UInt8]) -> [UInt8] {
    value.withUnsafeBufferPointer { bytes in
      range(inDecoded: bytes).map { removing($0, from: bytes) } ?? value
    }
  }

  /// The value without the bytes of a range.
  static func removing(_ range: Range<Int>, from value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var rest = Array(value[..<range.lowerBound])
    rest.append(contentsOf: value[range.upperBound...])
    return rest
  }

  @inline(__always)
  private static func starts(
    _ value: UnsafeBufferPointer<UInt8>, with head: StaticString
  ) -> Bool {
    let bytes = head.utf8Bytes
    for index in 0..<bytes.count where value[index] != bytes[index] { return false }
    return true
  }

  @inline(__always)
  private static func endOfHex(_ value: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < value.count, isHex(value[index]) { index &+= 1 }
    return index
  }

  @inline(__always)
  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }
}
