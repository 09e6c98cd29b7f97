/// Leaves out of JSON the elements that do not parse, so that what is left may tell what the whole is.
struct JSONSieve {
  private let bytes: [UInt8]
  private var index = 0
  private var output: [UInt8] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
  }

  /// Keeps in each of the outermost lists no more than its first few good objects and lists.
  ///
  /// Outside of lists a scalar that does not parse becomes an empty string. Time grows with the bytes.
  ///
  /// - Parameters:
  ///   - bytes: JSON in which something is wrong.
  ///   - isGood: Whether a value parses.
  /// - Returns: JSON with the same nesting, cut off where the bytes are.
  static func sifted(_ bytes: [UInt8], _ isGood: ([UInt8]) -> Bool) -> [UInt8] {
    var sieve = JSONSieve(bytes)
    while sieve.index < bytes.count {
      switch bytes[sieve.index] {
      case UInt8(ascii: "\""): sieve.copyScalar(to: sieve.endOfString, isGood)
      case UInt8(ascii: "["):
        sieve.copy(to: sieve.index + 1)
        sieve.siftList(isGood)
      case let byte where Self.endsScalar(byte): sieve.copy(to: sieve.index + 1)
      default: sieve.copyScalar(to: sieve.endOfWord, isGood)
      }
    }
    return sieve.output
  }

  private mutating func copyScalar(to end: Int, _ isGood: ([UInt8]) -> Bool) {
    guard !isGood(Array(bytes[index..<end])) else { return copy(to: end) }
    output.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: "\"")])
    index = end
  }

  private mutating func copy(to end: Int) {
    output.append(contentsOf: bytes[index..<end])
    index = end
  }

  private var endOfString: Int {
    bytes.withUnsafeBufferPointer { JSONHead.endOfString($0, from: index + 1) } ?? bytes.count
  }

  private var endOfWord: Int {
    bytes[index...].firstIndex(where: Self.endsScalar) ?? bytes.count
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte <= 0x20 || ",:\"{}[]".utf8.contains(byte)
  }

  /// Passes over a list from behind its opening bracket up to its closing one.
  private mutating func siftList(_ isGood: ([UInt8]) -> Bool) {
    var kept = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "]"): return
      case UInt8(ascii: "\""): index = endOfString
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let element = bytes.withUnsafeBufferPointer { JSONHead.closed($0, from: index) }
        guard let element else { return }
        index = element.end
        if kept < JSONElement.probedCount, isGood(element.json) {
          if kept > 0 { output.append(UInt8(ascii: ",")) }
          output.append(contentsOf: element.json)
          kept += 1
        }
      default: index += 1
      }
    }
  }
}

extension JSONHead {
  /// Parses it, or what is left of it without the elements that do not parse; throws where neither can be.
  ///
  /// `body` is told whether nothing is missing.
  func parse<Result>(
    by parser: JSONParser, _ body: (JSONElement, _ isWhole: Bool) -> Result
  ) throws -> Result {
    do {
      return try parser.parse(json) { body($0, isWhole) }
    } catch {
      let sifted = JSONSieve.sifted(json) { (try? parser.parse($0) { _ in true }) ?? false }
      guard let rest = sifted.withUnsafeBufferPointer({ JSONHead.closed($0) }) else { throw error }
      return try parser.parse(rest.json) { body($0, false) }
    }
  }
}
