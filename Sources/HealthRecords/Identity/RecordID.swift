/// The identity of a record: 128 bits derived from its provider and source identity.
///
/// The same input gives the same id on every machine, for ever. Unique within one user only. Somebody who knows a
/// record's other fields can guess its value from the id, so an id is itself a health value: it goes into stores and
/// exports, never into logs, metrics or URLs.
public struct RecordID: Sendable, Hashable, Comparable {
  /// The leading 64 bits.
  public let high: UInt64
  /// The trailing 64 bits.
  public let low: UInt64

  /// Creates an id from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An id whose identity holds no start: all 128 bits are hash.
  public init(_ hash: Hash128) {
    self.init(high: hash.high, low: hash.low)
  }

  /// An id that leads with its start, so that ids sort by time.
  ///
  /// 40 bits of seconds, biased by 2^39 so that years before 1970 sort first, then 88 bits of hash. Seconds outside
  /// ±17,000 years are clamped.
  public init(_ hash: Hash128, startMilliseconds: Int64) {
    let bias: Int64 = 1 << 39
    let seconds = floorDivide(startMilliseconds, 1000)
    let biased = UInt64(min(max(seconds, -bias), bias - 1) + bias)
    self.init(high: biased << 24 | hash.high >> 40, low: hash.low)
  }

  /// Orders by the bytes of the id.
  public static func < (left: RecordID, right: RecordID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// The id as 32 lower-case hexadecimal digits.
  public var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    for half in [high, low] {
      for shift in stride(from: 60, through: 0, by: -4) {
        digits.append(hexadecimalDigits[Int(half >> UInt64(shift) & 15)])
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads 32 hexadecimal digits of either case; nil for anything else.
  public init?(hexadecimal text: String) {
    var halves: [UInt64] = [0, 0]
    let digits = Array(text.utf8)
    guard digits.count == 32 else { return nil }
    for (index, digit) in digits.enumerated() {
      guard let value = hexadecimalValue(digit) else { return nil }
      halves[index / 16] = halves[index / 16] << 4 | UInt64(value)
    }
    self.init(high: halves[0], low: halves[1])
  }
}

let hexadecimalDigits: [UInt8] = Array("0123456789abcdef".utf8)

/// The value of one hexadecimal digit; nil for any other byte.
package func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
