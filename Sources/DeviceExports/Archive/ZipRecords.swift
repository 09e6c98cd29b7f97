/// The signatures, fixed sizes and flags of a zip archive's records (PKWARE APPNOTE 4.3, 4.4.4).
enum ZipLayout {
  static let localSignature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  static let centralSignature: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  static let endSignature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  static let end64Signature: [UInt8] = [0x50, 0x4B, 0x06, 0x06]
  static let locator64Signature: [UInt8] = [0x50, 0x4B, 0x06, 0x07]
  static let descriptorSignature: [UInt8] = [0x50, 0x4B, 0x07, 0x08]

  static let localByteCount = 30
  static let centralByteCount = 46
  static let endByteCount = 22
  static let end64ByteCount = 56
  static let locator64ByteCount = 20
  static let longestDescriptorByteCount = 24

  /// Traditional encryption, strong encryption, or masked headers.
  static let encryptionFlags: UInt16 = 0x0001 | 0x0040 | 0x2000
  /// Checksum and sizes follow the data.
  static let descriptorFlag: UInt16 = 0x0008

  static let stored: UInt16 = 0
  static let deflated: UInt16 = 8

  /// Whether bytes begin as a zip archive does: a member, an empty archive, or a span marker.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    [localSignature, endSignature, descriptorSignature].contains { bytes.starts(with: $0) }
  }
}

/// Little-endian fields of bytes whose number was checked when they were read.
struct ZipFields {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func u16(_ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
  }

  func u32(_ offset: Int) -> UInt32 {
    UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16
  }

  func u64(_ offset: Int) -> UInt64 {
    UInt64(u32(offset)) | UInt64(u32(offset + 4)) << 32
  }
}

/// One file of a zip archive, as its directory or its own header describes it.
struct ZipEntry: Sendable {
  var flags: UInt16
  var method: UInt16

  /// The checksum of the inflated bytes; nil when nothing states one.
  var checksum: UInt32?

  /// Declared sizes; nil when nothing states one.
  var compressedByteCount: UInt64?
  var byteCount: UInt64?

  /// Whether the sizes come from a zip64 field; otherwise they are modulo 2^32.
  var sizesAreExact: Bool

  /// Where the local header begins, counted from the start of the archive's slice.
  var headerOffset: UInt64

  /// Bytes of the name in the directory.
  var nameByteCount: Int

  /// No byte at or after this offset belongs to the entry.
  var bound: UInt64

  /// Where the data begin, when the local header was read already.
  var dataOffset: UInt64?

  /// Whether the archive ends before a stored entry of unknown size does.
  var isCut = false

  /// Why the entry cannot be read.
  var refusal: ExportError.Code?

  var hasDescriptor: Bool { flags & ZipLayout.descriptorFlag != 0 }
}

extension ZipEntry {
  /// Reads a central header of 46 bytes with the extra field that follows its name.
  init(central: ZipFields, extra: [UInt8]) {
    let sizes = Zip64Sizes(
      byteCount: central.u32(24), compressedByteCount: central.u32(20),
      headerOffset: central.u32(42), extra: extra)
    self.init(
      flags: central.u16(8), method: central.u16(10), checksum: central.u32(16),
      compressedByteCount: sizes.compressedByteCount, byteCount: sizes.byteCount,
      sizesAreExact: sizes.areExact, headerOffset: sizes.headerOffset,
      nameByteCount: Int(central.u16(28)), bound: 0)
    refusal = unreadable
  }

  /// Reads a local header of 30 bytes with its extra field, at an offset of the archive.
  init(local: ZipFields, extra: [UInt8], at offset: UInt64) {
    let sizes = Zip64Sizes(
      byteCount: local.u32(22), compressedByteCount: local.u32(18), headerOffset: 0, extra: extra)
    self.init(
      flags: local.u16(6), method: local.u16(8), checksum: local.u32(14),
      compressedByteCount: sizes.compressedByteCount, byteCount: sizes.byteCount,
      sizesAreExact: sizes.areExact, headerOffset: offset, nameByteCount: Int(local.u16(26)),
      bound: 0)
    let header = ZipLayout.localByteCount + nameByteCount + Int(local.u16(28))
    dataOffset = offset.clampedSum(UInt64(header))
    refusal = unreadable
  }

  private var unreadable: ExportError.Code? {
    if flags & ZipLayout.encryptionFlags != 0 { return .memberEncrypted }
    let isKnown = method == ZipLayout.stored || method == ZipLayout.deflated
    return isKnown ? nil : .methodUnsupported
  }
}

/// Sizes and offset of a header, completed from the zip64 extra field (APPNOTE 4.5.3).
private struct Zip64Sizes {
  var byteCount: UInt64?
  var compressedByteCount: UInt64?
  var headerOffset: UInt64
  var areExact: Bool

  init(byteCount: UInt32, compressedByteCount: UInt32, headerOffset: UInt32, extra: [UInt8]) {
    var wide = Self.wideFields(of: extra)
    areExact = wide != nil && (byteCount == .max || compressedByteCount == .max)
    /// The next wide field where the narrow one says so, in the field's fixed order.
    func widened(_ narrow: UInt32) -> UInt64? {
      guard narrow == .max else { return UInt64(narrow) }
      guard let fields = wide, let first = fields.first else { return nil }
      wide = Array(fields.dropFirst())
      return first
    }
    self.byteCount = widened(byteCount)
    self.compressedByteCount = widened(compressedByteCount)
    self.headerOffset = widened(headerOffset) ?? UInt64(headerOffset)
  }

  /// The 64-bit fields of extra block 0x0001; nil without that block.
  private static func wideFields(of extra: [UInt8]) -> [UInt64]? {
    let fields = ZipFields(extra)
    var offset = 0
    while offset + 4 <= extra.count {
      let end = offset + 4 + Int(fields.u16(offset + 2))
      guard end <= extra.count else { return nil }
      if fields.u16(offset) == 0x0001 {
        return stride(from: offset + 4, to: end - 7, by: 8).map { fields.u64($0) }
      }
      offset = end
    }
    return nil
  }
}

/// What may follow a member's data: its checksum and sizes, in one of four layouts.
struct ZipDescriptor {
  var checksum: UInt32
  var compressedByteCount: UInt64
  var byteCount: UInt64

  /// Bytes of the descriptor itself.
  var length: Int
  private var isWide: Bool

  /// The layouts that the bytes after a member's data can be read as, most specific first.
  static func candidates(in bytes: [UInt8]) -> [ZipDescriptor] {
    let fields = ZipFields(bytes)
    let signed = bytes.starts(with: ZipLayout.descriptorSignature) ? [4, 0] : [0]
    return signed.flatMap { start in
      [true, false].compactMap { isWide -> ZipDescriptor? in
        let length = start + (isWide ? 20 : 12)
        guard bytes.count >= length else { return nil }
        return ZipDescriptor(
          checksum: fields.u32(start),
          compressedByteCount: isWide ? fields.u64(start + 4) : UInt64(fields.u32(start + 4)),
          byteCount: isWide ? fields.u64(start + 12) : UInt64(fields.u32(start + 8)),
          length: length, isWide: isWide)
      }
    }
  }

  /// Whether the sizes are the ones counted, modulo 2^32 in the narrow layouts.
  func matches(compressedByteCount: UInt64, byteCount: UInt64) -> Bool {
    let mask: UInt64 = isWide ? .max : 0xFFFF_FFFF
    return self.compressedByteCount == compressedByteCount & mask
      && self.byteCount == byteCount & mask
  }
}

extension UInt64 {
  /// The sum, or the largest value where it does not fit: an offset behind the end of any file.
  func clampedSum(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
