/// A streaming zip writer that lays members out as the Health app of a phone does.
///
/// Deflate, general purpose flag 0x0008, no checksum and no compressed size in the local header, a
/// data descriptor with signature behind the data, made by Unix (3/20), no directory entries and
/// no UTF-8 name flag. Memory is flat: one list entry per member. Dates are fixed, so equal input
/// gives equal bytes with the same zlib.
package final class ZipWriter: SampleSink {
  private struct Member {
    let name: [UInt8]
    let offset: UInt64
    let size: MemberSize
    var checksum = Checksum()
    var compressed: UInt64 = 0
    var uncompressed: UInt64 = 0
  }

  private let output: any ByteOutput
  private let deflater: Deflater
  private let limit: UInt64
  private var members: [Member] = []
  private var current: Member?
  private var offset: UInt64 = 0

  /// A writer over `output`, which it closes in ``finish()``.
  ///
  /// - Parameters:
  ///   - output: where the archive goes.
  ///   - level: deflate level, 1 to 9; the phone's ratio is that of 6.
  ///   - limit: the largest number a 32-bit field may hold; tests lower it to reach zip64.
  /// - Throws: `compressionFailed` when the compressor does not start.
  package init(
    output: any ByteOutput, level: Int32 = 6, limit: UInt64 = 0xFFFF_FFFE
  ) throws(SampleError) {
    self.output = output
    self.limit = limit
    deflater = try Deflater(level: level)
  }

  package func beginFile(named path: String, size: MemberSize) throws(SampleError) {
    guard current == nil else {
      throw SampleError(.misuse, "The previous member is still open. End it first.", path: path)
    }
    let name = Array(path.utf8)
    guard !name.isEmpty, name.count <= 0xFFFF else {
      throw SampleError(.misuse, "A member name needs 1 to 65,535 bytes.", path: path)
    }
    let member = Member(name: name, offset: offset, size: size)
    current = member
    try deflater.reset()
    try append(Self.localHeader(of: member))
  }

  package func write(_ bytes: [UInt8]) throws(SampleError) {
    guard var member = current else {
      throw SampleError(.misuse, "Bytes came without a member. Begin one first.")
    }
    guard !bytes.isEmpty else { return }
    member.checksum.add(bytes)
    member.uncompressed += UInt64(bytes.count)
    current = member
    try compress(bytes, last: false)
  }

  package func endFile() throws(SampleError) {
    try compress([], last: true)
    guard let member = current else {
      throw SampleError(.misuse, "A member was ended that was not begun. Begin it first.")
    }
    try check(member)
    current = nil
    try append(Self.descriptor(of: member))
    members.append(member)
  }

  package func finish() throws(SampleError) {
    guard current == nil else {
      throw SampleError(.misuse, "A member is still open. End it before the archive.")
    }
    let start = offset
    for member in members { try append(centralHeader(of: member)) }
    try append(endRecords(directoryStart: start))
    try output.close()
  }

  private func compress(_ bytes: [UInt8], last: Bool) throws(SampleError) {
    try deflater.deflate(bytes, last: last) { piece throws(SampleError) in
      current?.compressed += UInt64(piece.count)
      try append(piece)
    }
  }

  private func append(_ bytes: [UInt8]) throws(SampleError) {
    try output.write(bytes)
    offset += UInt64(bytes.count)
  }

  /// The local header is already out: what it promised must hold.
  private func check(_ member: Member) throws(SampleError) {
    let path = String(decoding: member.name, as: UTF8.self)
    if case .known(let size) = member.size, size != member.uncompressed {
      throw SampleError(
        .misuse, "The member has \(member.uncompressed) bytes, not \(size) as announced.",
        path: path)
    }
    let largest = max(member.compressed, member.uncompressed)
    if member.size != .unknownAndLarge && largest > limit {
      throw SampleError(
        .memberTooLarge, "The member outgrew 4 GiB. Announce it as large when it begins.",
        path: path)
    }
  }
}

// MARK: - Layout

extension ZipWriter {
  private static func localHeader(of member: Member) -> [UInt8] {
    let isLarge = member.size == .unknownAndLarge
    var header = LittleEndian()
    header.append(UInt32(0x0403_4B50))
    header.append(UInt16(isLarge ? 45 : 20))
    header.appendMethodAndDate()
    header.append(UInt32(0))
    header.append(isLarge ? UInt32.max : 0)
    header.append(isLarge ? UInt32.max : announcedSize(of: member))
    header.append(UInt16(member.name.count))
    header.append(UInt16(isLarge ? 20 : 0))
    header.append(member.name)
    if isLarge {
      // Zip64 extra field: its presence is what makes the descriptor's sizes 64 bits wide.
      header.append(UInt16(1))
      header.append(UInt16(16))
      header.append(UInt64(0))
      header.append(UInt64(0))
    }
    return header.bytes
  }

  /// The phone fills in the plain size when it knows it, beside an absent compressed size.
  private static func announcedSize(of member: Member) -> UInt32 {
    guard case .known(let size) = member.size else { return 0 }
    return UInt32(exactly: size) ?? UInt32.max
  }

  private static func descriptor(of member: Member) -> [UInt8] {
    var record = LittleEndian()
    record.append(UInt32(0x0807_4B50))
    record.append(member.checksum.value)
    if member.size == .unknownAndLarge {
      record.append(member.compressed)
      record.append(member.uncompressed)
    } else {
      record.append(UInt32(truncatingIfNeeded: member.compressed))
      record.append(UInt32(truncatingIfNeeded: member.uncompressed))
    }
    return record.bytes
  }

  private func centralHeader(of member: Member) -> [UInt8] {
    // Zip64 holds only the fields that do not fit, in this order.
    let numbers = [member.uncompressed, member.compressed, member.offset]
    let large = numbers.filter { $0 > limit }
    let fields = numbers.map { $0 > limit ? UInt32.max : UInt32(truncatingIfNeeded: $0) }
    let isZip64 = !large.isEmpty || member.size == .unknownAndLarge
    var header = LittleEndian()
    header.append(UInt32(0x0201_4B50))
    header.append(UInt16(0x0314))
    header.append(UInt16(isZip64 ? 45 : 20))
    header.appendMethodAndDate()
    header.append(member.checksum.value)
    header.append(fields[1])
    header.append(fields[0])
    header.append(UInt16(member.name.count))
    header.append(UInt16(large.isEmpty ? 0 : 4 + large.count * 8))
    // No comment, first disk, binary content.
    header.append(UInt16(0))
    header.append(UInt16(0))
    header.append(UInt16(0))
    header.append(UInt32(0x81A4_0000))
    header.append(fields[2])
    header.append(member.name)
    if !large.isEmpty {
      header.append(UInt16(1))
      header.append(UInt16(large.count * 8))
      for number in large { header.append(number) }
    }
    return header.bytes
  }

  private func endRecords(directoryStart: UInt64) -> [UInt8] {
    let size = offset - directoryStart
    let count = UInt64(members.count)
    var record = LittleEndian()
    if directoryStart > limit || size > limit || count >= 0xFFFF {
      record.append(UInt32(0x0606_4B50))
      record.append(UInt64(44))
      record.append(UInt16(0x032D))
      record.append(UInt16(45))
      record.append(UInt32(0))
      record.append(UInt32(0))
      record.append(count)
      record.append(count)
      record.append(size)
      record.append(directoryStart)
      record.append(UInt32(0x0706_4B50))
      record.append(UInt32(0))
      record.append(offset)
      record.append(UInt32(1))
    }
    record.append(UInt32(0x0605_4B50))
    record.append(UInt16(0))
    record.append(UInt16(0))
    record.append(UInt16(min(count, 0xFFFF)))
    record.append(UInt16(min(count, 0xFFFF)))
    record.append(size > limit ? UInt32.max : UInt32(truncatingIfNeeded: size))
    record.append(
      directoryStart > limit ? UInt32.max : UInt32(truncatingIfNeeded: directoryStart))
    record.append(UInt16(0))
    return record.bytes
  }
}

/// Bytes of fixed-width numbers, least significant byte first.
private struct LittleEndian {
  var bytes: [UInt8] = []

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
  }

  /// Flags, method 8 and the fixed date 2025-01-01 00:00.
  mutating func appendMethodAndDate() {
    append(UInt16(0x0008))
    append(UInt16(8))
    append(UInt16(0))
    append(UInt16(45 << 9 | 1 << 5 | 1))
  }
}
