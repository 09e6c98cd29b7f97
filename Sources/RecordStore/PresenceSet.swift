/// The change sequences that one input holds: a bit each, in pages that exist only where a bit is set.
///
/// A page covers 65,536 sequences in 8 KiB. Pages that changed since the last `takeDirtyPages` go into the checkpoint, so
/// that a killed import knows after its resumption what it had seen.
struct PresenceSet {
  private static let pageBits = 16
  private static let wordsPerPage = 1 << (pageBits - 6)
  private var pages: [Int64: [UInt64]] = [:]
  private var dirty: Set<Int64> = []
  private var current: Int64 = -1
  private var words: [UInt64] = []

  /// Sets the bit of a sequence; true when it was not set before.
  mutating func insert(_ sequence: Int64) -> Bool {
    let page = sequence >> Int64(Self.pageBits)
    if page != current { turn(to: page) }
    let word = Int(sequence >> 6) & (Self.wordsPerPage - 1)
    let bit = UInt64(1) << UInt64(sequence & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  /// Whether the bit of a sequence is set.
  func contains(_ sequence: Int64) -> Bool {
    let page = sequence >> Int64(Self.pageBits)
    let stored = page == current ? words : pages[page] ?? []
    let word = Int(sequence >> 6) & (Self.wordsPerPage - 1)
    guard word < stored.count else { return false }
    return stored[word] >> UInt64(sequence & 63) & 1 == 1
  }

  /// The pages that changed since the last call, as little-endian bytes.
  mutating func takeDirtyPages() -> [(page: Int64, bytes: [UInt8])] {
    if current >= 0 { pages[current] = words }
    defer { dirty = current >= 0 ? [current] : [] }
    return dirty.sorted().map { page in
      let words = pages[page] ?? []
      return (page, words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } })
    }
  }

  /// Puts back a page of a checkpoint; a page of another size is ignored.
  mutating func restore(page: Int64, bytes: [UInt8]) {
    guard bytes.count == Self.wordsPerPage * 8 else { return }
    pages[page] = bytes.withUnsafeBytes { raw in
      (0..<Self.wordsPerPage).map {
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }

  /// Keeps the page of the last sequence at hand: inputs repeat the order of the store.
  private mutating func turn(to page: Int64) {
    if current >= 0 { pages[current] = words }
    words = pages.removeValue(forKey: page) ?? [UInt64](repeating: 0, count: Self.wordsPerPage)
    current = page
    dirty.insert(page)
  }
}
