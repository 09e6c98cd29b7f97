/// The files of one zip archive and what was noticed while finding them.
struct ZipListing: Sendable {
  /// One file of the archive.
  struct Item: Sendable {
    var name: MemberName
    var entry: ZipEntry
  }

  /// The files in the order of the directory, or of the archive when it was recovered.
  private(set) var items: [Item] = []

  private(set) var diagnostics = ArchiveDiagnostics()

  /// Whether the archive ends in the middle of a member.
  private(set) var isTruncated = false

  private var names: Set<String> = []
  private var offeredCount = 0
  private let limits: ArchiveLimits

  init(limits: ArchiveLimits) {
    self.limits = limits
  }

  /// Adds a file; folders, second copies of a name and overlong names are left out.
  ///
  /// Throws `tooManyMembers` above the limit.
  mutating func add(_ entry: ZipEntry, rawName: [UInt8], label: String) throws(ExportError) {
    offeredCount += 1
    guard offeredCount <= limits.memberCount else {
      throw ExportError(
        .tooManyMembers,
        "The archive has more than \(limits.memberCount) members, more than any health export.",
        path: label, at: entry.headerOffset)
    }
    guard rawName.last != UInt8(ascii: "/") else { return }
    guard rawName.count <= limits.nameByteCount else {
      return diagnostics.append(ArchiveDiagnostic(.nameTooLong, at: entry.headerOffset))
    }
    let name = MemberName(rawName)
    guard names.insert(name.display).inserted else {
      return note(.duplicateName, Item(name: name, entry: entry))
    }
    items.append(Item(name: name, entry: entry))
  }

  mutating func note(_ code: ArchiveDiagnostic.Code, at offset: UInt64? = nil) {
    diagnostics.append(ArchiveDiagnostic(code, at: offset))
    if code == .archiveTruncated { isTruncated = true }
  }

  /// Reports every file that cannot be read.
  mutating func noteRefusals() {
    for item in items where item.entry.refusal != nil { note(.memberRefused, item) }
  }

  private mutating func note(_ code: ArchiveDiagnostic.Code, _ item: Item) {
    diagnostics.append(
      ArchiveDiagnostic(code, member: item.name.display, at: item.entry.headerOffset))
  }
}

extension ZipListing {
  /// Gives every entry the offset it must not pass, and refuses entries that share bytes.
  ///
  /// Costs a sort. Without zip64, sizes are modulo 2^32: a stored size is completed by as many
  /// multiples of 2^32 as the room before the next entry holds.
  mutating func settleBounds(directoryStart: UInt64, archiveByteCount: UInt64) {
    let order = items.indices.sorted {
      items[$0].entry.headerOffset < items[$1].entry.headerOffset
    }
    var owner: Int?
    var occupied: UInt64 = 0
    for (rank, index) in order.enumerated() {
      let start = items[index].entry.headerOffset
      let archiveEnd = start < directoryStart ? directoryStart : archiveByteCount
      let next = rank + 1 < order.count ? items[order[rank + 1]].entry.headerOffset : archiveEnd
      items[index].entry.bound = min(next, archiveEnd)
      if let owner, start < occupied {
        items[owner].entry.refusal = .memberOverlaps
        items[index].entry.refusal = .memberOverlaps
      }
      let end = items[index].entry.declaredEnd
      // A size that reaches behind the archive is damage, not an overlap; the bound holds anyway.
      if end <= archiveByteCount, end > occupied { (owner, occupied) = (index, end) }
      items[index].entry.completeCompressedSize()
    }
  }
}

extension ZipEntry {
  /// Where the data end at the earliest, by the directory's sizes.
  fileprivate var declaredEnd: UInt64 {
    headerOffset
      .clampedSum(UInt64(ZipLayout.localByteCount + nameByteCount))
      .clampedSum(compressedByteCount ?? 0)
  }

  fileprivate mutating func completeCompressedSize() {
    guard !sizesAreExact, let declared = compressedByteCount else { return }
    let end = declaredEnd
    guard end < bound else { return }
    compressedByteCount = declared &+ ((bound - end) >> 32) << 32
  }
}
