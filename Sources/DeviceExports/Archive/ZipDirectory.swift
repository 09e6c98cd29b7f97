/// The central directory of a zip archive: found from its end record, walked header by header.
struct ZipDirectory {
  /// Where the directory lies and how its offsets are to be read.
  private struct Location {
    var start: UInt64
    var end: UInt64

    /// What to add to a stored offset: the bytes in front of the archive, as in a self-extractor.
    var base: UInt64

    /// The number of members stated; modulo 2^16 unless wide.
    var memberCount: UInt64
    var isWide: Bool
  }

  /// How far from the end the end record is looked for: the longest comment and some trailing dirt.
  private static let tailByteCount = 128 * 1024

  private let slice: ByteSlice
  private let limits: ArchiveLimits
  private var window: ByteWindow

  private init(_ slice: ByteSlice, limits: ArchiveLimits) {
    self.slice = slice
    self.limits = limits
    window = ByteWindow(slice)
  }

  /// Lists an archive by its directory, or by its members' own headers where that is unusable.
  ///
  /// Returns nil for bytes that are no zip archive. Reads the directory once; a recovery inflates
  /// the archive once.
  static func list(_ slice: ByteSlice, limits: ArchiveLimits) throws(ExportError) -> ZipListing? {
    var directory = ZipDirectory(slice, limits: limits)
    let beginsAsZip = ZipLayout.begins(try slice.bytes(at: 0, count: 4))
    let listing = try directory.list()
    if let listing, try directory.isUsable(listing) { return listing }
    guard beginsAsZip || listing != nil else { return nil }
    let recovered = try ZipScan.list(slice, limits: limits)
    return recovered.items.isEmpty ? listing ?? recovered : recovered
  }

  private mutating func list() throws(ExportError) -> ZipListing? {
    guard let location = try locate() else { return nil }
    var listing = ZipListing(limits: limits)
    guard try walk(location, into: &listing) else { return nil }
    listing.settleBounds(directoryStart: location.start, archiveByteCount: slice.byteCount)
    listing.noteRefusals()
    return listing
  }

  /// Whether the first member is where the directory says, and an empty directory has no member.
  private mutating func isUsable(_ listing: ZipListing) throws(ExportError) -> Bool {
    let first = listing.items.map(\.entry.headerOffset).min()
    let signature = try window.bytes(at: first ?? 0, count: 4)
    return (signature == ZipLayout.localSignature) == (first != nil)
  }

  // MARK: - Finding

  private mutating func locate() throws(ExportError) -> Location? {
    let tailStart = slice.byteCount - min(slice.byteCount, UInt64(Self.tailByteCount))
    let tail = try slice.bytes(at: tailStart, count: Self.tailByteCount)
    for offset in endRecordOffsets(in: tail) {
      let record = ZipFields(Array(tail[offset..<(offset + ZipLayout.endByteCount)]))
      let position = tailStart + UInt64(offset)
      if let location = try wideLocation(endAt: position) { return location }
      if let location = try narrowLocation(record, endAt: position) { return location }
    }
    return nil
  }

  /// Offsets of end records from the last to the first, those whose comment ends the file in front.
  private func endRecordOffsets(in tail: [UInt8]) -> [Int] {
    let last = tail.count - ZipLayout.endByteCount
    guard last >= 0 else { return [] }
    let found = tail.withUnsafeBufferPointer { bytes in
      stride(from: last, through: 0, by: -1).filter { offset in
        bytes[offset] == 0x50 && bytes[offset + 1] == 0x4B && bytes[offset + 2] == 0x05
          && bytes[offset + 3] == 0x06
      }
    }
    let endsFile = { (offset: Int) in
      offset + ZipLayout.endByteCount + Int(tail[offset + 20]) + Int(tail[offset + 21]) << 8
        == tail.count
    }
    return found.filter(endsFile) + found.filter { !endsFile($0) }
  }

  private mutating func wideLocation(endAt position: UInt64) throws(ExportError) -> Location? {
    let locatorLength = UInt64(ZipLayout.locator64ByteCount)
    guard position >= locatorLength,
      let locator = try window.bytes(
        at: position - locatorLength, count: ZipLayout.locator64ByteCount),
      locator.starts(with: ZipLayout.locator64Signature)
    else { return nil }
    // The stated offset is wrong behind prefix bytes; then the record is right before its locator.
    let stated = ZipFields(locator).u64(8)
    let adjacent = (position - locatorLength).subtractingReportingOverflow(
      UInt64(ZipLayout.end64ByteCount))
    for offset in [stated, adjacent.overflow ? stated : adjacent.partialValue] {
      guard let bytes = try window.bytes(at: offset, count: ZipLayout.end64ByteCount),
        bytes.starts(with: ZipLayout.end64Signature)
      else { continue }
      let record = ZipFields(bytes)
      let size = record.u64(40)
      let start = offset >= size ? offset - size : record.u64(48)
      return try checked(
        Location(
          start: start, end: offset, base: start &- record.u64(48), memberCount: record.u64(32),
          isWide: true))
    }
    return nil
  }

  private mutating func narrowLocation(
    _ record: ZipFields, endAt position: UInt64
  ) throws(ExportError) -> Location? {
    let size = UInt64(record.u32(12))
    let stated = UInt64(record.u32(16))
    var starts = [stated]
    if position >= size { starts.insert(position - size, at: 0) }
    for start in starts {
      // Stated modulo 2^32 by archivers that do without zip64; what remains is a real prefix.
      let location = Location(
        start: start, end: position, base: (start &- stated) & 0xFFFF_FFFF,
        memberCount: UInt64(record.u16(10)), isWide: false)
      if let location = try checked(location) { return location }
    }
    return nil
  }

  /// The location when a header is there, or when there is none to expect.
  private mutating func checked(_ location: Location) throws(ExportError) -> Location? {
    guard location.start <= location.end else { return nil }
    if location.memberCount == 0, location.start == location.end { return location }
    let signature = try window.bytes(at: location.start, count: 4)
    return signature == ZipLayout.centralSignature ? location : nil
  }

  // MARK: - Walking

  /// Adds every header's file; returns false where the directory is broken.
  private mutating func walk(
    _ location: Location, into listing: inout ZipListing
  ) throws(ExportError) -> Bool {
    var position = location.start
    var previous: UInt64 = 0
    var count: UInt64 = 0
    while position < location.end {
      guard let header = try window.bytes(at: position, count: ZipLayout.centralByteCount),
        header.starts(with: ZipLayout.centralSignature)
      else { break }
      let fields = ZipFields(header)
      let nameLength = Int(fields.u16(28))
      let length = nameLength + Int(fields.u16(30))
      let tail = position + UInt64(ZipLayout.centralByteCount)
      guard let variable = try window.bytes(at: tail, count: length) else { break }
      var entry = ZipEntry(central: fields, extra: Array(variable[nameLength...]))
      entry.headerOffset = try absolute(entry.headerOffset, location, after: previous)
      previous = entry.headerOffset.clampedSum(1)
      try listing.add(entry, rawName: Array(variable[..<nameLength]), label: slice.store.label)
      position = tail + UInt64(length) + UInt64(fields.u16(32))
      count += 1
    }
    if location.isWide ? count == location.memberCount : count & 0xFFFF == location.memberCount {
      return true
    }
    listing.note(.memberCountMismatch, at: location.start)
    return position >= location.end
  }

  /// An entry's offset in the slice: behind the prefix, and where its header really is when the
  /// archive is so large that offsets may be stored modulo 2^32.
  private func absolute(
    _ stored: UInt64, _ location: Location, after previous: UInt64
  ) throws(ExportError) -> UInt64 {
    let first = stored &+ location.base
    guard !location.isWide, slice.byteCount > 1 << 32 else { return first }
    var offset = first
    while offset < slice.byteCount {
      if offset >= previous,
        try slice.bytes(at: offset, count: 4) == ZipLayout.localSignature
      {
        return offset
      }
      offset += 1 << 32
    }
    return first
  }
}
