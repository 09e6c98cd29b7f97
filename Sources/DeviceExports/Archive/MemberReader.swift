/// Reads one member from its first byte to its last, inflating and checking on the way.
///
/// Memory is one window of 256 KiB and zlib's own 40 KiB, whatever the member's size. Not
/// `Sendable`: make it where it is used. The cost per byte is that of zlib's inflate and of libdeflate's CRC-32.
package final class MemberReader {
  /// How a member's bytes ended.
  ///
  /// All bytes that could be had were delivered in every case.
  package enum End: Hashable, Sendable {
    /// The checksum and sizes are the ones stored, as far as any are.
    case complete
    /// The checksum is not the one stored.
    case crcMismatch
    /// The checksum is right or unknown, a size is not the one stored.
    case sizeMismatch
    /// The data end before their own end mark or declared size.
    case truncated
    /// The compressed data are broken from some point on.
    case corrupt
  }

  /// What the directory states about the bytes, and where a descriptor would follow them.
  struct Expectation {
    var entry: ZipEntry?
    var trailer: ByteSlice?
  }

  /// The display name of the member.
  package let name: String

  /// How the bytes ended; nil while more may follow.
  package private(set) var end: End?

  /// Inflated bytes delivered so far.
  package private(set) var byteCount: UInt64 = 0

  /// Bytes of the input consumed so far, for progress.
  package var consumedByteCount: UInt64 { flow.position - (inflater?.pendingByteCount ?? 0) }

  private var flow: ByteFlow
  private let inflater: Inflater?
  private let expectation: Expectation
  private let limits: ArchiveLimits
  private var checksum = Checksum()
  private var failure: ExportError?

  /// Creates a reader of stored bytes, or of deflated ones when an inflater is given.
  init(
    name: String, flow: ByteFlow, inflater: Inflater?, expectation: Expectation,
    limits: ArchiveLimits
  ) {
    self.name = name
    self.flow = flow
    self.inflater = inflater
    self.expectation = expectation
    self.limits = limits
  }

  /// Reads the next bytes into a buffer of any size; returns their number, 0 at the end.
  ///
  /// Damage is no error: the bytes before it are delivered and `end` tells. Throws `readFailed`,
  /// `memberTooLarge`, `ratioExceeded` or `outOfMemory`, and the same again on every later call.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ExportError) -> Int {
    if let failure { throw failure }
    guard end == nil, !buffer.isEmpty else { return 0 }
    do throws(ExportError) {
      return try advance(UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(1 << 30)))
    } catch {
      failure = error
      throw error
    }
  }

  /// What to report once the bytes have ended; nil before, and when they are complete.
  package var diagnostic: ArchiveDiagnostic? {
    let code: ArchiveDiagnostic.Code
    switch end {
    case .complete, nil: return nil
    case .crcMismatch: code = .crcMismatch
    case .sizeMismatch: code = .sizeMismatch
    case .truncated: code = .memberTruncated
    case .corrupt: code = .memberCorrupt
    }
    return ArchiveDiagnostic(code, member: name, at: expectation.entry?.headerOffset)
  }

  /// The checksum of the bytes delivered so far.
  var checksumSoFar: UInt32 { checksum.value }

  /// Where the bytes lie as they are, when nothing inflates them and none were read.
  var storedSlice: ByteSlice? { inflater == nil ? flow.untouchedSlice : nil }

  private func advance(_ buffer: UnsafeMutableRawBufferPointer) throws(ExportError) -> Int {
    let count: Int
    let state: Inflater.State
    if let inflater {
      (count, state) = try inflater.read(from: &flow, into: buffer)
    } else {
      count = try flow.read(into: buffer)
      state = count == 0 ? .ended : .running
    }
    byteCount += UInt64(count)
    if expectation.entry != nil {
      checksum.add(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
    }
    try checkLimits()
    switch state {
    case .running: break
    case .starved: end = .truncated
    case .corrupt: end = .corrupt
    case .ended: end = try verdict()
    }
    return count
  }

  private func checkLimits() throws(ExportError) {
    guard byteCount <= limits.memberByteCount else {
      throw ExportError(
        .memberTooLarge, "The member has more than \(limits.memberByteCount) bytes; refused.",
        path: flow.label, member: name)
    }
    guard inflater != nil, byteCount > limits.inflationRatioFloor,
      byteCount / max(limits.inflationRatio, 1) > consumedByteCount
    else { return }
    throw ExportError(
      .ratioExceeded,
      "The member inflates to more than \(limits.inflationRatio) times its size, as a zip bomb "
        + "does and no health export; refused.",
      path: flow.label, member: name)
  }

  // MARK: - Verdict

  private func verdict() throws(ExportError) -> End {
    guard let entry = expectation.entry else { return .complete }
    if entry.isCut { return .truncated }
    let mask: UInt64 = entry.sizesAreExact ? .max : 0xFFFF_FFFF
    let differs = { (declared: UInt64?, counted: UInt64) in
      declared.map { $0 & mask != counted & mask } ?? false
    }
    let sizesDiffer =
      differs(entry.byteCount, byteCount) || differs(entry.compressedByteCount, consumedByteCount)
    let checksumDiffers = entry.checksum.map { $0 != checksum.value } ?? false
    if !sizesDiffer, !checksumDiffers { return .complete }
    if inflater == nil, byteCount < entry.compressedByteCount ?? 0 { return .truncated }
    // A directory written before the sizes were known: what follows the data decides.
    if entry.hasDescriptor, try descriptorAgrees() { return .complete }
    return checksumDiffers ? .crcMismatch : .sizeMismatch
  }

  private func descriptorAgrees() throws(ExportError) -> Bool {
    guard let trailer = expectation.trailer else { return false }
    let bytes = try trailer.bytes(
      at: consumedByteCount, count: ZipLayout.longestDescriptorByteCount)
    return ZipDescriptor.candidates(in: bytes).contains {
      $0.checksum == checksum.value
        && $0.matches(compressedByteCount: consumedByteCount, byteCount: byteCount)
    }
  }
}

extension MemberReader {
  /// The size of a reader's input window where whole members are read.
  static let windowByteCount = 256 * 1024

  /// A reader of an archive's entry; the entry's own header is read first.
  ///
  /// Throws `memberDamaged` when no header is there, and the entry's refusal.
  convenience init(
    item: ZipListing.Item, in archive: ByteSlice, limits: ArchiveLimits,
    windowByteCount: Int = MemberReader.windowByteCount
  ) throws(ExportError) {
    let entry = item.entry
    if let code = entry.refusal {
      throw Self.refusal(code, item, path: archive.store.label)
    }
    let start = try Self.dataOffset(of: item, in: archive)
    let trailer = ByteSlice(archive, from: start, to: archive.byteCount)
    var upper = entry.bound
    // A deflate stream knows its own end, so its size need not be believed.
    if entry.method == ZipLayout.stored, let size = entry.compressedByteCount {
      upper = min(upper, start.clampedSum(size))
    }
    // Nothing at all is what some archivers write for an empty file, though deflate takes 2 bytes.
    let isEmpty = entry.compressedByteCount == 0 && entry.byteCount == 0 && entry.checksum == 0
    let inflates = entry.method == ZipLayout.deflated && (!isEmpty || entry.hasDescriptor)
    if isEmpty, !inflates { upper = start }
    let inflater = inflates ? Inflater(windowByteCount: windowByteCount) : nil
    if inflates, inflater == nil { throw Inflater.outOfMemory(archive.store.label) }
    self.init(
      name: item.name.display, flow: ByteFlow(ByteSlice(archive, from: start, to: upper)),
      inflater: inflater, expectation: Expectation(entry: entry, trailer: trailer), limits: limits)
  }

  private static func dataOffset(
    of item: ZipListing.Item, in archive: ByteSlice
  ) throws(ExportError) -> UInt64 {
    if let offset = item.entry.dataOffset { return offset }
    let offset = item.entry.headerOffset
    let header = try archive.bytes(at: offset, count: ZipLayout.localByteCount)
    guard header.count == ZipLayout.localByteCount,
      header.starts(with: ZipLayout.localSignature)
    else { throw refusal(.memberDamaged, item, path: archive.store.label) }
    let fields = ZipFields(header)
    let length = header.count + Int(fields.u16(26)) + Int(fields.u16(28))
    return offset.clampedSum(UInt64(length))
  }

  private static func refusal(
    _ code: ExportError.Code, _ item: ZipListing.Item, path: String
  ) -> ExportError {
    let message =
      switch code {
      case .memberEncrypted:
        "The member is encrypted; unpack the archive with its password and give the folder."
      case .methodUnsupported:
        "Compression method \(item.entry.method) is not supported, only 0 (stored) and 8 "
          + "(deflate); unpack the archive and give the folder."
      case .memberOverlaps:
        "The member shares bytes with another one, as in a zip bomb; refused. Export again."
      default:
        "The member is not where the directory says; the archive is damaged. Export again."
      }
    return ExportError(
      code, message, path: path, member: item.name.display, at: item.entry.headerOffset)
  }
}
