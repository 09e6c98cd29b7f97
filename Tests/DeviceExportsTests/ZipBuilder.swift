import CSonarZlib

/// Builds zip archives in memory, also ones no honest archiver writes.
///
/// Every field that a reader might believe can be set to something false.
struct ZipBuilder {
  /// How a member's sizes and checksum follow its data.
  enum Descriptor {
    case none
    case signed
    case unsigned
    case signed64
    case unsigned64
  }

  /// One member; the defaults are an honest deflated one.
  struct Member {
    var name: [UInt8]
    var content: [UInt8]
    var method: UInt16 = 8
    var flags: UInt16 = 0
    var descriptor = Descriptor.none
    /// Whether sizes are written as zip64 extra fields.
    var isZip64 = false
    /// Instead of the right checksum.
    var checksum: UInt32?
    /// Instead of the deflated or stored bytes.
    var rawData: [UInt8]?
    /// Instead of the right sizes, in the directory only.
    var directoryByteCount: UInt32?
    var directoryCompressedByteCount: UInt32?
    /// Instead of the right offset, in the directory only.
    var directoryOffset: UInt32?

    init(_ name: String, _ content: String) {
      self.init(name: Array(name.utf8), content: Array(content.utf8))
    }

    init(name: [UInt8], content: [UInt8]) {
      self.name = name
      self.content = content
    }

    /// A copy with some fields changed.
    func with(_ change: (inout Member) -> Void) -> Member {
      var copy = self
      change(&copy)
      return copy
    }

    var data: [UInt8] {
      rawData ?? (method == 8 ? ZipBuilder.deflated(content) : content)
    }

    var crc: UInt32 { checksum ?? ZipBuilder.crc(content) }
  }

  var members: [Member] = []

  /// Bytes in front of the first member, as of a self-extractor.
  var prefix: [UInt8] = []
  var comment: [UInt8] = []
  var hasZip64End = false

  /// Instead of the right number, in the end record.
  var memberCount: UInt16?

  init(_ members: Member...) {
    self.members = members
  }

  init(_ members: [Member]) {
    self.members = members
  }

  /// The archive.
  var bytes: [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      directory += centralHeader(member, offset: member.directoryOffset ?? UInt32(body.count))
      body += localPart(member)
    }
    let start = body.count
    body += directory
    return prefix + body + endRecords(directory: directory.count, at: start)
  }

  private func localPart(_ member: Member) -> [UInt8] {
    let data = member.data
    let isLate = member.descriptor != .none
    let sizes = [UInt64(member.content.count), UInt64(data.count)]
    let extra = member.isZip64 ? le16(1) + le16(16) + sizes.flatMap(le64) : []
    var out: [UInt8] = [0x50, 0x4B, 3, 4] + le16(member.isZip64 ? 45 : 20) + le16(flags(member))
    out += le16(member.method) + le32(0) + le32(isLate ? 0 : member.crc)
    out += le32(size(member, isLate ? 0 : data.count))
    out += le32(size(member, isLate ? 0 : member.content.count))
    out += le16(UInt16(member.name.count)) + le16(UInt16(extra.count)) + member.name + extra
    return out + data + descriptor(member, sizes)
  }

  private func centralHeader(_ member: Member, offset: UInt32) -> [UInt8] {
    let data = member.data
    let sizes = [UInt64(member.content.count), UInt64(data.count)]
    let extra = member.isZip64 ? le16(1) + le16(16) + sizes.flatMap(le64) : []
    var out: [UInt8] = [0x50, 0x4B, 1, 2] + le16(0x0314) + le16(20) + le16(flags(member))
    out += le16(member.method) + le32(0) + le32(member.crc)
    out += le32(member.directoryCompressedByteCount ?? size(member, data.count))
    out += le32(member.directoryByteCount ?? size(member, member.content.count))
    out += le16(UInt16(member.name.count)) + le16(UInt16(extra.count)) + le16(0)
    out += le16(0) + le16(0) + le32(0x81A4_0000) + le32(offset)
    return out + member.name + extra
  }

  private func endRecords(directory size: Int, at start: Int) -> [UInt8] {
    var out: [UInt8] = []
    if hasZip64End {
      out += [0x50, 0x4B, 6, 6] + le64(44) + le16(45) + le16(45) + le32(0) + le32(0)
      out += le64(UInt64(members.count)) + le64(UInt64(members.count))
      out += le64(UInt64(size)) + le64(UInt64(start))
      out += [0x50, 0x4B, 6, 7] + le32(0) + le64(UInt64(start + size)) + le32(1)
    }
    let count = memberCount ?? (hasZip64End ? .max : UInt16(truncatingIfNeeded: members.count))
    out += [0x50, 0x4B, 5, 6] + le32(0) + le16(count) + le16(count)
    out += le32(hasZip64End ? .max : UInt32(size)) + le32(hasZip64End ? .max : UInt32(start))
    return out + le16(UInt16(comment.count)) + comment
  }

  private func flags(_ member: Member) -> UInt16 {
    member.flags | (member.descriptor == .none ? 0 : 0x0008)
  }

  private func size(_ member: Member, _ count: Int) -> UInt32 {
    member.isZip64 ? .max : UInt32(count)
  }

  private func descriptor(_ member: Member, _ sizes: [UInt64]) -> [UInt8] {
    let narrow = le32(UInt32(sizes[1])) + le32(UInt32(sizes[0]))
    let wide = le64(sizes[1]) + le64(sizes[0])
    let signature: [UInt8] = [0x50, 0x4B, 7, 8]
    return switch member.descriptor {
    case .none: []
    case .signed: signature + le32(member.crc) + narrow
    case .unsigned: le32(member.crc) + narrow
    case .signed64: signature + le32(member.crc) + wide
    case .unsigned64: le32(member.crc) + wide
    }
  }

  /// The raw deflate stream of some bytes.
  static func deflated(_ content: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    return withUnsafeMutablePointer(to: &stream) { stream in
      deflateInit2_(
        stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      defer { deflateEnd(stream) }
      var input = content
      let capacity = Int(deflateBound(stream, UInt(content.count)))
      return input.withUnsafeMutableBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
          stream.pointee.next_in = input.baseAddress
          stream.pointee.avail_in = UInt32(input.count)
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(capacity)
          deflate(stream, Z_FINISH)
          count = capacity - Int(stream.pointee.avail_out)
        }
      }
    }
  }

  /// The CRC-32 of some bytes.
  static func crc(_ content: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, content, UInt32(content.count)))
  }
}

/// Little-endian bytes.
func le16(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }

/// Little-endian bytes.
func le32(_ value: UInt32) -> [UInt8] {
  le16(UInt16(truncatingIfNeeded: value)) + le16(UInt16(value >> 16))
}

/// Little-endian bytes.
func le64(_ value: UInt64) -> [UInt8] {
  le32(UInt32(truncatingIfNeeded: value)) + le32(UInt32(value >> 32))
}
