/// Finds an archive's members by their own headers, for archives without a usable directory.
///
/// Reads and inflates the archive about once: every step moves forward.
struct ZipScan {
  private let slice: ByteSlice
  private let limits: ArchiveLimits
  private var window: ByteWindow
  private var listing: ZipListing

  private init(_ slice: ByteSlice, limits: ArchiveLimits) {
    self.slice = slice
    self.limits = limits
    window = ByteWindow(slice)
    listing = ZipListing(limits: limits)
  }

  /// Lists what can be found; `archiveTruncated` is noted when a member runs off the end.
  static func list(_ slice: ByteSlice, limits: ArchiveLimits) throws(ExportError) -> ZipListing {
    var scan = ZipScan(slice, limits: limits)
    scan.listing.note(.archiveRecovered)
    var position: UInt64 = 0
    while let offset = try scan.window.find([ZipLayout.localSignature], from: position)?.offset {
      position = try scan.addMember(at: offset)
    }
    // Members may be missing where no directory follows the last one.
    let directory = try scan.window.find([ZipLayout.centralSignature], from: position)
    if directory == nil, !scan.listing.isTruncated { scan.listing.note(.archiveTruncated) }
    scan.listing.noteRefusals()
    return scan.listing
  }

  /// Adds the member whose header is at an offset; returns where to look for the next one.
  private mutating func addMember(at offset: UInt64) throws(ExportError) -> UInt64 {
    guard let header = try window.bytes(at: offset, count: ZipLayout.localByteCount) else {
      listing.note(.archiveTruncated, at: offset)
      return slice.byteCount
    }
    let fields = ZipFields(header)
    let nameLength = Int(fields.u16(26))
    let extraLength = Int(fields.u16(28))
    guard Self.isPlausible(fields) else { return offset + 4 }
    let variable = try window.bytes(
      at: offset + UInt64(header.count), count: nameLength + extraLength)
    guard let variable else {
      listing.note(.archiveTruncated, at: offset)
      return slice.byteCount
    }
    var entry = ZipEntry(local: fields, extra: Array(variable[nameLength...]), at: offset)
    let next = try measure(&entry)
    try listing.add(entry, rawName: Array(variable[..<nameLength]), label: slice.store.label)
    return max(next, offset + 4)
  }

  /// Whether a signature is a header's and not part of other bytes: archivers need version 6.3 at
  /// most, and write names and extra fields that are far shorter than their 64 KiB.
  private static func isPlausible(_ header: ZipFields) -> Bool {
    header.u16(4) & 0xFF <= 63 && (1...4096).contains(header.u16(26)) && header.u16(28) <= 4096
  }

  // MARK: - Measuring

  /// Settles where an entry's data end; returns the offset behind its descriptor.
  private mutating func measure(_ entry: inout ZipEntry) throws(ExportError) -> UInt64 {
    let start = entry.dataOffset ?? entry.headerOffset
    if !entry.hasDescriptor, let size = entry.compressedByteCount {
      let end = start.clampedSum(size)
      if try isBoundary(end) {
        entry.bound = end
        return end
      }
    }
    if entry.refusal == nil, entry.method == ZipLayout.deflated {
      return try measureDeflated(&entry, from: start)
    }
    return try measureStored(&entry, from: start)
  }

  private mutating func measureDeflated(
    _ entry: inout ZipEntry, from start: UInt64
  ) throws(ExportError) -> UInt64 {
    entry.bound = slice.byteCount
    if entry.hasDescriptor { entry.forgetSizes() }
    let item = ZipListing.Item(name: MemberName(decoded: ""), entry: entry)
    // A small window: a hostile archive may hold very many tiny members.
    let reader = try MemberReader(item: item, in: slice, limits: limits, windowByteCount: 1 << 14)
    do throws(ExportError) {
      try reader.drain()
    } catch {
      // A bomb stays in the list with its reason; a failing disk ends the scan.
      guard [.ratioExceeded, .memberTooLarge].contains(error.code) else { throw error }
    }
    let end = start + reader.consumedByteCount
    // Whoever reads the member meets the same fault at the same place.
    guard let verdict = reader.end, verdict != .corrupt else { return end }
    guard verdict != .truncated else {
      listing.note(.archiveTruncated, at: entry.headerOffset)
      return slice.byteCount
    }
    entry.bound = end
    guard entry.hasDescriptor else { return end }
    let bytes = try slice.bytes(at: end, count: ZipLayout.longestDescriptorByteCount)
    let candidates = ZipDescriptor.candidates(in: bytes)
    let match = candidates.first {
      $0.matches(compressedByteCount: reader.consumedByteCount, byteCount: reader.byteCount)
    }
    return end + UInt64(entry.adopt(match))
  }

  /// Stored bytes have no end of their own: a descriptor that counts them, or the next header.
  private mutating func measureStored(
    _ entry: inout ZipEntry, from start: UInt64
  ) throws(ExportError) -> UInt64 {
    let signatures = [
      ZipLayout.descriptorSignature, ZipLayout.localSignature, ZipLayout.centralSignature,
    ]
    var position = start
    while let hit = try window.find(signatures, from: position) {
      let isDescriptor = hit.signature == ZipLayout.descriptorSignature
      for length in isDescriptor ? [0] : [12, 20] where hit.offset >= start + UInt64(length) {
        let end = hit.offset - UInt64(length)
        let available = min(UInt64(ZipLayout.longestDescriptorByteCount), slice.byteCount - end)
        let bytes = try window.bytes(at: end, count: Int(available)) ?? []
        let match = ZipDescriptor.candidates(in: bytes).first {
          ($0.length == length || isDescriptor)
            && $0.matches(compressedByteCount: end - start, byteCount: end - start)
        }
        guard let match, entry.hasDescriptor else { continue }
        entry.bound = end
        return end + UInt64(entry.adopt(match))
      }
      if !entry.hasDescriptor, !isDescriptor {
        entry.bound = hit.offset
        return hit.offset
      }
      position = hit.offset + 4
    }
    entry.bound = slice.byteCount
    listing.note(.archiveTruncated, at: entry.headerOffset)
    if entry.hasDescriptor { entry.forgetSizes() }
    entry.isCut = true
    return slice.byteCount
  }

  /// Whether a member can end here: at the archive's end, or with a record right behind it.
  private mutating func isBoundary(_ offset: UInt64) throws(ExportError) -> Bool {
    if offset == slice.byteCount { return true }
    let bytes = try slice.bytes(at: offset, count: 4)
    return [ZipLayout.localSignature, ZipLayout.centralSignature, ZipLayout.endSignature].contains(
      bytes)
  }
}

extension ZipEntry {
  /// Sizes and checksum in a local header are placeholders when a descriptor follows the data.
  fileprivate mutating func forgetSizes() {
    (checksum, compressedByteCount, byteCount) = (nil, nil, nil)
  }

  /// Takes over what a descriptor states; returns its length.
  fileprivate mutating func adopt(_ descriptor: ZipDescriptor?) -> Int {
    forgetSizes()
    guard let descriptor else { return 0 }
    checksum = descriptor.checksum
    compressedByteCount = descriptor.compressedByteCount
    byteCount = descriptor.byteCount
    return descriptor.length
  }
}

extension MemberReader {
  /// Reads to the end and keeps nothing.
  func drain() throws(ExportError) {
    let scratch = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.windowByteCount, alignment: 16)
    defer { scratch.deallocate() }
    while try read(into: scratch) > 0 {}
  }
}
