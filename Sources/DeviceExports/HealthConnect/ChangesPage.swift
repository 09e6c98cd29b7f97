internal import HealthRecords

/// An envelope with deletions that is read list by list, on its way through the cutter.
///
/// What a deletion means depends on the records of its page, so that these stay together as far as memory allows. The
/// deletions of a larger page are held until all its records have been given.
struct ChangesPage {
  /// Where the envelope begins, which no other one has in common.
  let id: Int
  /// Whether all of it is still in one piece.
  private(set) var isWhole = true

  private let firstEntry: Int
  private let limit: Int
  private var size = 0
  private var held = HealthConnectPiece(index: 0)
  private var heldSize = 0

  /// Begins a page with the next entry of a piece.
  init(id: Int, in piece: HealthConnectPiece, limit: Int) {
    self.id = id
    self.limit = limit
    firstEntry = piece.entries.count
  }

  /// Whether more deletions must not be held.
  var isFull: Bool { heldSize > limit }

  /// Counts what was added to the piece; returns whether the page has just become too large for one.
  mutating func grow(by count: Int) -> Bool {
    guard isWhole else { return false }
    size += count
    isWhole = size <= limit
    return !isWhole
  }

  /// Takes back the deletions that are in the piece.
  mutating func takeDeletions(
    from piece: inout HealthConnectPiece,
    where isDeletion: (PaddedJSON, HealthConnectPiece.List) -> Bool
  ) {
    var kept: [HealthConnectPiece.Entry] = []
    piece.bytes.append(contentsOf: repeatElement(0x20, count: JSONParser.padding))
    piece.bytes.withUnsafeBufferPointer { bytes in
      for entry in piece.entries[firstEntry...] {
        let json = bytes.slice(entry.start, entry.start + entry.count)
        if case .element(let number) = entry.content, piece.lists.indices.contains(number),
          isDeletion(PaddedJSON(paddedBytes: json), piece.lists[number])
        {
          hold(json, of: piece.lists[number], at: entry.position)
        } else {
          kept.append(entry)
        }
      }
    }
    piece.bytes.removeLast(JSONParser.padding)
    piece.entries.replaceSubrange(firstEntry..., with: kept)
  }

  /// Keeps a deletion for later.
  mutating func hold(
    _ json: UnsafeBufferPointer<UInt8>, of source: HealthConnectPiece.List,
    at position: JSONPosition
  ) {
    var list = source
    // They are in no batch with the page's records.
    list.page = ~id
    if held.lists.last != list {
      held.lists.append(list)
      heldSize += list.header.count
    }
    heldSize += held.append(.element(held.lists.count - 1), json, at: position)
  }

  /// Adds the deletions that were held to a piece; returns their size.
  mutating func release(into piece: inout HealthConnectPiece) -> Int {
    let (firstList, firstByte) = (piece.lists.count, piece.bytes.count)
    piece.lists += held.lists
    piece.bytes += held.bytes
    for entry in held.entries {
      guard case .element(let number) = entry.content else { continue }
      piece.entries.append(
        HealthConnectPiece.Entry(
          content: .element(firstList + number), start: firstByte + entry.start,
          count: entry.count, position: entry.position))
    }
    defer {
      held = HealthConnectPiece(index: 0)
      heldSize = 0
    }
    return heldSize
  }
}
