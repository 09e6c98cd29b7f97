/// The beginning of a JSON value, closed so that it can be parsed although the rest of it is missing.
struct JSONHead {
  /// The value, closed.
  let json: [UInt8]
  /// The index behind what was used.
  let end: Int
  /// Whether nothing is missing.
  let isWhole: Bool

  /// Brackets beyond these are too deep for any shape; the head is cut before them.
  private static let depthLimit = 48

  /// The first object or array of the bytes, whole where it ends in them, and otherwise cut behind its last whole member
  /// or element and closed; nil where there is none.
  ///
  /// Brackets and strings are followed, nothing is validated.
  static func closed(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> JSONHead? {
    guard let first = bytes[start...].firstIndex(where: { $0 & 0xDF == 0x5B }) else { return nil }
    var index = first
    var closers: [UInt8] = []
    // Where the value may be cut, with the brackets that are open there.
    var cut = first
    func cutOff() -> JSONHead {
      JSONHead(
        json: Array(bytes[first..<cut]) + closers.reversed(), end: bytes.count, isWhole: false)
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(bytes, from: index + 1) else {
          return cutOff()
        }
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if closers.count == depthLimit {
          return cutOff()
        }
        closers.append(bytes[index] + 2)
        cut = index + 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = closers.popLast()
        cut = index + 1
        if closers.isEmpty {
          return JSONHead(json: Array(bytes[first..<cut]), end: cut, isWhole: true)
        }
      case UInt8(ascii: ","): cut = index
      default: break
      }
      index += 1
    }
    return cutOff()
  }

  /// The index behind a string's closing quote.
  static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
