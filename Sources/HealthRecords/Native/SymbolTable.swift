/// A byte string interned in a `SymbolTable`; meaningful only together with its table.
public struct Symbol: Sendable, Hashable {
  /// The position in the table; 0 is `none`.
  public let index: UInt32

  /// Creates the symbol at a position.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }

  /// No value: the attribute is absent.
  ///
  /// An empty value is another symbol.
  @inlinable
  public static var none: Symbol { Symbol(index: 0) }

  /// Whether there is a value.
  @inlinable
  public var isPresent: Bool { index != 0 }
}

/// The byte strings of one batch, numbered from 1 in the order of first sight: each once, but for those that were appended
/// without being looked for.
///
/// Interning a known string costs one hash and one comparison, without allocation. A table belongs to one batch and
/// one thread; batches carry their tables with them, so they can be handed over.
public struct SymbolTable: Sendable {
  @usableFromInline var arena: [UInt8] = []
  /// The end of each string in the arena; entry 0 is the empty range of `Symbol.none`.
  @usableFromInline var ends: [UInt32] = [0]
  /// 0 for strings that are not looked for.
  @usableFromInline var hashes: [UInt64] = [0]
  /// Open addressing, capacity a power of two, 0 is free: the symbol, below the upper half of its hash.
  private var slots: [UInt64]
  /// The number of slots in use.
  private var known = 0

  /// Creates an empty table.
  public init() {
    slots = [UInt64](repeating: 0, count: 256)
  }

  /// Creates an empty table with room for about as much as another one holds.
  public init(like other: SymbolTable) {
    // By what is in use, so that a small table after a large one is small again.
    var capacity = 256
    while capacity < min(other.known &* 2 &+ 1, 1 << 16) { capacity &*= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
    arena.reserveCapacity(other.arena.count)
    ends.reserveCapacity(other.ends.count)
    hashes.reserveCapacity(other.hashes.count)
  }

  /// The number of strings, without `none`.
  public var count: Int { ends.count - 1 }

  /// Interns the bytes.
  public mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Symbol {
    let hash = Hash128(UnsafeRawBufferPointer(bytes)).low
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots[slot]
      guard entry != 0 else { return insert(bytes, hash: hash, slot: slot) }
      let index = UInt32(truncatingIfNeeded: entry)
      if entry >> 32 == hash >> 32, equals(Int(index), bytes) { return Symbol(index: index) }
      slot = (slot &+ 1) & mask
    }
  }

  /// Interns the bytes of an array.
  public mutating func intern(_ bytes: [UInt8]) -> Symbol {
    bytes.withUnsafeBufferPointer { intern($0) }
  }

  /// Interns the UTF-8 bytes of a string.
  public mutating func intern(_ text: String) -> Symbol {
    var text = text
    return text.withUTF8 { intern($0) }
  }

  /// Adds bytes that are hardly met twice, such as ids and times, without looking for equal ones: cheaper than interning.
  ///
  /// The symbol differs from all others, also from those of equal bytes.
  public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Symbol {
    add(bytes, hash: 0)
  }

  /// Calls `body` with the bytes of a symbol; `none` and foreign symbols give no bytes.
  @inlinable @inline(__always)
  public func withBytes<Result>(
    of symbol: Symbol, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let range = range(of: symbol)
    return try arena.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Calls `body` with the bytes of all symbols: for many symbols one reference to the table, not one for each.
  @inlinable @inline(__always)
  public func withTexts<Result>(_ body: (SymbolTexts) throws -> Result) rethrows -> Result {
    try arena.withUnsafeBufferPointer { arena in
      try ends.withUnsafeBufferPointer { try body(SymbolTexts(arena: arena, ends: $0)) }
    }
  }

  /// The bytes of a symbol, copied.
  public func bytes(of symbol: Symbol) -> [UInt8] {
    Array(arena[range(of: symbol)])
  }

  /// The text of a symbol, with invalid UTF-8 repaired; nil for `none`.
  public func string(of symbol: Symbol) -> String? {
    symbol.isPresent ? String(decoding: arena[range(of: symbol)], as: UTF8.self) : nil
  }

  /// The 64-bit hash of a symbol's bytes (the low half of its `Hash128`).
  @inlinable @inline(__always)
  public func hash(of symbol: Symbol) -> UInt64 {
    let index = Int(symbol.index)
    guard index < hashes.count else { return 0 }
    return hashes[index] != 0 || index == 0 ? hashes[index] : computedHash(of: symbol)
  }

  @usableFromInline
  func computedHash(of symbol: Symbol) -> UInt64 {
    withBytes(of: symbol) { Hash128(UnsafeRawBufferPointer($0)).low }
  }

  @inlinable @inline(__always)
  func range(of symbol: Symbol) -> Range<Int> {
    let index = Int(symbol.index)
    guard index > 0, index < ends.count else { return 0..<0 }
    return Int(ends[index &- 1])..<Int(ends[index])
  }

  private func equals(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = Int(ends[index &- 1])..<Int(ends[index])
    guard range.count == bytes.count else { return false }
    return arena.withUnsafeBytes {
      UnsafeRawBufferPointer(rebasing: $0[range]).holdsSameBytes(as: UnsafeRawBufferPointer(bytes))
    }
  }

  private mutating func insert(
    _ bytes: UnsafeBufferPointer<UInt8>, hash: UInt64, slot: Int
  ) -> Symbol {
    let symbol = add(bytes, hash: hash)
    slots[slot] = Self.entry(symbol.index, hash)
    known &+= 1
    if known &* 2 > slots.count { grow() }
    return symbol
  }

  @inline(__always)
  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Symbol {
    let symbol = Symbol(index: UInt32(truncatingIfNeeded: ends.count))
    arena.append(contentsOf: bytes)
    ends.append(UInt32(truncatingIfNeeded: arena.count))
    hashes.append(hash)
    return symbol
  }

  @inline(__always)
  private static func entry(_ index: UInt32, _ hash: UInt64) -> UInt64 {
    (hash & ~UInt64(UInt32.max)) | UInt64(index)
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    // A string whose hash is 0 is not found again, which costs no more than its room.
    for index in 1..<ends.count where hashes[index] != 0 {
      var slot = Int(truncatingIfNeeded: hashes[index]) & mask
      while larger[slot] != 0 { slot = (slot &+ 1) & mask }
      larger[slot] = Self.entry(UInt32(truncatingIfNeeded: index), hashes[index])
    }
    slots = larger
  }
}

/// The bytes of a table's symbols, valid while `SymbolTable.withTexts` runs.
public struct SymbolTexts {
  @usableFromInline let arena: UnsafeBufferPointer<UInt8>
  @usableFromInline let ends: UnsafeBufferPointer<UInt32>

  @usableFromInline
  init(arena: UnsafeBufferPointer<UInt8>, ends: UnsafeBufferPointer<UInt32>) {
    self.arena = arena
    self.ends = ends
  }

  /// The bytes of a symbol; `none` and foreign symbols give no bytes.
  @inlinable @inline(__always)
  public subscript(symbol: Symbol) -> UnsafeBufferPointer<UInt8> {
    let index = Int(symbol.index)
    guard index > 0, index < ends.count else { return UnsafeBufferPointer(rebasing: arena[0..<0]) }
    return UnsafeBufferPointer(rebasing: arena[Int(ends[index &- 1])..<Int(ends[index])])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a text looks like what no other record has: a time or a UUID.
  @inlinable @inline(__always)
  public var isHardlyMetTwice: Bool {
    guard count >= 20 else { return false }
    if self[4] == 0x2D, self[0] &- 0x30 < 10 { return true }
    return count == 36 && self[8] == 0x2D && self[13] == 0x2D
  }
}
