/// The union of two values in canonical JSON, as one record says what two of its rows say.
///
/// Members of objects are united by name, in the order in which they are met; elements of arrays follow each other, an
/// element of one text once. Of two other values the first stays. Text that is no JSON stays as it is.
public enum JSONUnion {
  /// The union of two values without blanks between their tokens; linear in their length, but for arrays, whose elements
  /// are hashed.
  public static func of(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    of(first[...], second[...], depth: 0)
  }

  /// Deeper values are not united: the first stays.
  private static let maximumDepth = 16

  private static func of(
    _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, depth: Int
  ) -> [UInt8] {
    guard first != second, depth < maximumDepth, let opening = first.first,
      opening == second.first, let left = items(of: first), let right = items(of: second)
    else { return Array(first) }
    if opening == UInt8(ascii: "[") {
      var seen: Set<ArraySlice<UInt8>> = []
      let items = (left + right).map(\.value).filter { seen.insert($0).inserted }
      return joined(items.map { Array($0) }, "[", "]")
    }
    guard opening == UInt8(ascii: "{") else { return Array(first) }
    return joined(members(left, right, depth: depth), "{", "}")
  }

  private static func members(_ left: [Item], _ right: [Item], depth: Int) -> [[UInt8]] {
    var places: [ArraySlice<UInt8>: Int] = [:]
    var members: [(name: ArraySlice<UInt8>, value: [UInt8])] = []
    for item in left + right {
      if let place = places[item.name] {
        members[place].value = of(members[place].value[...], item.value, depth: depth + 1)
      } else {
        places[item.name] = members.count
        members.append((item.name, Array(item.value)))
      }
    }
    return members.map { Array($0.name) + $0.value }
  }

  private static func joined(
    _ items: [[UInt8]], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar
  ) -> [UInt8] {
    var bytes = [UInt8(ascii: opening)]
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += item
    }
    bytes.append(UInt8(ascii: closing))
    return bytes
  }

  /// An element of an array, or a member of an object with its name up to the colon.
  private struct Item {
    var name: ArraySlice<UInt8>
    var value: ArraySlice<UInt8>
  }

  /// The items of an array or object; nil for any other value, or one that does not end where it should.
  private static func items(of value: ArraySlice<UInt8>) -> [Item]? {
    guard let first = value.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      let last = value.last, last == first + 2, value.count >= 2
    else { return nil }
    let content = value.dropFirst().dropLast()
    guard !content.isEmpty else { return [] }
    var items: [Item] = []
    var scan = Scan(content)
    for index in content.indices where scan.isBoundary(content[index]) {
      items.append(scan.item(content, endingAt: index))
    }
    guard scan.isClosed else { return nil }
    items.append(scan.item(content, endingAt: content.endIndex))
    return items
  }

  /// Where the bytes of an array's or object's content stand: in text, or how deep.
  private struct Scan {
    private var depth = 0
    private var isText = false
    private var isEscaped = false
    private var start: Int
    private var colon: Int?
    private var index: Int

    init(_ content: ArraySlice<UInt8>) {
      start = content.startIndex
      index = content.startIndex
    }

    /// Whether every text and bracket has ended.
    var isClosed: Bool { depth == 0 && !isText }

    /// Takes the next byte; whether it is the comma between two items.
    mutating func isBoundary(_ byte: UInt8) -> Bool {
      defer { index += 1 }
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        return false
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ":") where depth == 0 && colon == nil: colon = index
      default: break
      }
      return byte == UInt8(ascii: ",") && depth == 0
    }

    /// The item that ends before a place, and begins the next one after it.
    mutating func item(_ content: ArraySlice<UInt8>, endingAt end: Int) -> Item {
      let value = colon.map { $0 + 1 } ?? start
      defer {
        start = end + 1
        colon = nil
      }
      return Item(name: content[start..<value], value: content[value..<end])
    }
  }
}
