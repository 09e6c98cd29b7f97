import Testing

@testable import DeviceExports

@Suite struct ArchiveZip {
  private static let content = "A wrist, a scale and a phone walk into a bar. A wrist, a scale."
  private static let member = ZipBuilder.Member("folder/a.txt", content)

  private static let whole = Reading(text: content, end: .complete)

  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zip: ZipBuilder

    init(_ name: String, _ zip: ZipBuilder) {
      testDescription = name
      self.zip = zip
    }
  }

  private static func shape(
    _ name: String, _ change: (inout ZipBuilder.Member) -> Void
  ) -> Shape {
    Shape(name, ZipBuilder(member.with(change)))
  }

  private static let shapes: [Shape] = {
    var shapes = [
      shape("deflated") { _ in },
      shape("stored") { $0.method = 0 },
      shape("zip64 sizes") { $0.isZip64 = true },
      shape("stored zip64 sizes") { ($0.isZip64, $0.method) = (true, 0) },
    ]
    for descriptor in [ZipBuilder.Descriptor.signed, .unsigned, .signed64, .unsigned64] {
      shapes.append(shape("deflated, descriptor \(descriptor)") { $0.descriptor = descriptor })
      shapes.append(
        shape("stored, descriptor \(descriptor)") { ($0.descriptor, $0.method) = (descriptor, 0) })
    }
    return shapes
  }()

  @Test(arguments: shapes)
  func `an honest archive gives its bytes, whatever its shape`(_ shape: Shape) throws {
    let source = try open(shape.zip)
    #expect(source.names == ["folder/a.txt"])
    #expect(source.codes == [])
    #expect(try source.readEverything() == [Self.whole])
  }

  @Test(arguments: shapes)
  func `an archive without an end record gives the same bytes by its local headers`(
    _ shape: Shape
  ) throws {
    let source = try open(Array(shape.zip.bytes.dropLast(22)))
    #expect(source.codes == [.archiveRecovered])
    #expect(try source.readEverything() == [Self.whole])
  }

  @Test(arguments: shapes)
  func `two members without a directory are told apart`(_ shape: Shape) throws {
    var zip = shape.zip
    zip.members.append(zip.members[0].with { $0.name = Array("b.txt".utf8) })
    let source = try open(Array(zip.bytes.dropLast(30)))
    #expect(source.names == ["folder/a.txt", "b.txt"])
    #expect(try source.readEverything() == [Self.whole, Self.whole])
  }

  @Test(arguments: shapes)
  func `an archive cut anywhere gives a prefix of its bytes and never a trap`(
    _ shape: Shape
  ) throws {
    let bytes = shape.zip.bytes
    for count in 1..<bytes.count {
      let source: ExportSource
      do { source = try open(Array(bytes[..<count])) } catch { continue }
      guard source.kind == .archive else { continue }
      for reading in try source.readEverything() {
        // Stored bytes of unknown size run into what follows them when the archive is cut there.
        let agrees = zip(reading.text.utf8, Self.content.utf8).allSatisfy { $0 == $1 }
        #expect(agrees, "cut at \(count)")
        #expect(reading.text == Self.content || reading.end != .complete, "cut at \(count)")
      }
    }
  }

  @Test func `a truncated deflate stream gives its bytes so far`() throws {
    let noise = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let bytes = ZipBuilder(ZipBuilder.Member(name: Array("a".utf8), content: noise)).bytes
    let source = try open(Array(bytes[..<800]))
    #expect(source.codes == [.archiveRecovered, .archiveTruncated])
    let reader = try source.reader(for: source.members[0])
    let reading = try reader.readAll(pieceByteCount: 100)
    #expect(reading.end == .truncated)
    #expect(reader.byteCount > 500)
    #expect(reader.diagnostic == ArchiveDiagnostic(.memberTruncated, member: "a", at: 0))
  }

  @Test(arguments: [UInt16(0), 8])
  func `a wrong checksum is told after all bytes`(_ method: UInt16) throws {
    let bad = Self.member.with { ($0.checksum, $0.method) = (1, method) }
    let source = try open(ZipBuilder(bad))
    let reader = try source.reader(for: source.members[0])
    #expect(try reader.readAll(pieceByteCount: 9) == Reading(text: Self.content, end: .crcMismatch))
    #expect(reader.diagnostic?.code == .crcMismatch)
  }

  @Test func `a wrong size is told after all bytes`() throws {
    let source = try open(ZipBuilder(Self.member.with { $0.directoryByteCount = 5 }))
    #expect(try source.read(0) == Reading(text: Self.content, end: .sizeMismatch))
  }

  @Test(arguments: [UInt32(1), 0x7FFF_FFFF, .max])
  func `the deflate stream's own end is believed before the directory`(_ size: UInt32) throws {
    let source = try open(
      ZipBuilder(Self.member.with { $0.directoryCompressedByteCount = size }))
    let reading = try source.read(0)
    #expect(reading.text == Self.content)
  }

  @Test func `a directory written before the sizes were known yields to the descriptor`() throws {
    let early = Self.member.with {
      $0.descriptor = .signed
      $0.directoryByteCount = 0
      $0.directoryCompressedByteCount = 0
    }
    #expect(try open(ZipBuilder(early)).readEverything() == [Self.whole])
  }

  @Test func `corrupt deflate bytes are told`() throws {
    let source = try open(ZipBuilder(Self.member.with { $0.rawData = [0xFF, 0xFF, 0xFF] }))
    #expect(try source.read(0) == Reading(text: "", end: .corrupt))
  }

  @Test(arguments: [UInt16(0), 8])
  func `an empty file is complete`(_ method: UInt16) throws {
    let empty = ZipBuilder.Member("e", "").with { ($0.method, $0.rawData) = (method, []) }
    #expect(try open(ZipBuilder(empty)).readEverything() == [Reading(text: "", end: .complete)])
  }

  @Test func `bytes in front of an archive are skipped`() throws {
    var zip = ZipBuilder(Self.member)
    zip.prefix = Array("MZ a self-extracting program".utf8)
    let source = try open(zip)
    #expect(source.codes == [])
    #expect(try source.readEverything() == [Self.whole])
  }

  @Test func `a zip64 end record is followed, also behind a prefix`() throws {
    var zip = ZipBuilder(Self.member)
    zip.hasZip64End = true
    #expect(try open(zip).readEverything() == [Self.whole])
    zip.prefix = Array("MZ".utf8)
    #expect(try open(zip).readEverything() == [Self.whole])
  }

  @Test func `a comment that holds an end record is a comment`() throws {
    var zip = ZipBuilder(Self.member)
    zip.comment = ZipBuilder().bytes + [1, 2, 3]
    #expect(try open(zip).readEverything() == [Self.whole])
  }

  @Test func `dirt after an archive is ignored`() throws {
    let source = try open(ZipBuilder(Self.member).bytes + Array("\r\n<html>".utf8))
    #expect(source.codes == [])
    #expect(try source.readEverything() == [Self.whole])
  }

  @Test func `a member count modulo 65536 is right`() throws {
    let small = ZipBuilder.Member("", "").with { ($0.method, $0.rawData) = (0, []) }
    let members = (0..<65_540).map { number in small.with { $0.name = Array("\(number)".utf8) } }
    let source = try open(ZipBuilder(members))
    #expect(source.members.count == 65_540)
    #expect(source.codes == [])
  }

  @Test func `a wrong member count is told and the directory believed`() throws {
    var zip = ZipBuilder(Self.member)
    zip.memberCount = 3
    let source = try open(zip)
    #expect(source.codes == [.memberCountMismatch])
    #expect(try source.readEverything() == [Self.whole])
  }

  @Test func `a wrong offset in the directory leads to the local headers`() throws {
    let source = try open(ZipBuilder(Self.member.with { $0.directoryOffset = 3 }))
    #expect(try source.readEverything() == [Self.whole])
  }

  @Test func `an archive over 4 GiB with offsets modulo 2^32 is read`() throws {
    let folder = try TemporaryFolder()
    let tail = ZipBuilder(ZipBuilder.Member("export.xml", exportText)).bytes
    let size = (1 << 32) + 100
    let path = try folder.write("sparse.zip", [])
    try writeSparse(path, stored: size, then: tail)
    let source = try ExportSource.open(.path(path))
    #expect(source.names == ["big.bin", "export.xml"])
    #expect(source.members[0].compressedByteCount == UInt64(size))
    #expect(try source.read(1) == Reading(text: exportText, end: .complete))
  }

  /// Writes a stored member of zero bytes and then another archive's only member, with all
  /// sizes and offsets modulo 2^32.
  private func writeSparse(_ path: String, stored size: Int, then tail: [UInt8]) throws {
    let truncated = UInt32(truncatingIfNeeded: size)
    let name = Array("big.bin".utf8)
    let fields =
      le16(20) + le16(0) + le16(0) + le32(0) + le32(0) + le32(truncated)
      + le32(truncated) + le16(7) + le16(0)
    let local = [0x50, 0x4B, 3, 4] + fields + name
    let end = tail.count - 22
    let directory = end - 46 - 10
    var second = Array(tail[directory..<end])
    second.replaceSubrange(42..<46, with: le32(truncated &+ UInt32(local.count)))
    let central =
      [0x50, 0x4B, 1, 2] + le16(20) + fields + le16(0) + le16(0) + le16(0) + le32(0)
      + le32(0) + name
    let start = truncated &+ UInt32(local.count + directory)
    let record =
      [0x50, 0x4B, 5, 6] + le32(0) + le16(2) + le16(2)
      + le32(UInt32(central.count + second.count)) + le32(start) + le16(0)
    try writePieces(
      path,
      [
        (0, local), (local.count + size, tail[..<directory] + central + second + record),
      ])
  }
}
