import Testing

@testable import DeviceExports

@Suite struct ArchiveAttack {
  private static let small = ZipBuilder.Member("a.txt", "twelve bytes")

  /// The code of the error that making a reader ends in.
  private func readerError(_ source: ExportSource, _ index: Int = 0) -> ExportError? {
    do throws(ExportError) {
      _ = try source.reader(for: source.members[index])
      return nil
    } catch {
      return error
    }
  }

  private func openError(
    _ zip: ZipBuilder, _ change: (inout ArchiveLimits) -> Void
  ) -> ExportError.Code? {
    var limits = ArchiveLimits()
    change(&limits)
    do throws(ExportError) {
      _ = try open(zip, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a zip bomb is stopped by its ratio`() throws {
    let zeros = [UInt8](repeating: 0, count: 4 << 20)
    let zip = ZipBuilder(ZipBuilder.Member(name: Array("bomb".utf8), content: zeros))
    var limits = ArchiveLimits()
    limits.inflationRatioFloor = 1 << 20
    let source = try open(zip, limits: limits)
    let reader = try source.reader(for: source.members[0])
    let error = #expect(throws: ExportError.self) { try reader.readAll(pieceByteCount: 65_536) }
    #expect(error?.code == .ratioExceeded)
    #expect(reader.byteCount < 2 << 20)
    let again = #expect(throws: ExportError.self) { try reader.readAll(pieceByteCount: 16) }
    #expect(again == error)
  }

  @Test func `a ratio of 200 is no bomb`() throws {
    var limits = ArchiveLimits()
    limits.inflationRatioFloor = 1 << 10
    let line = [UInt8](repeating: UInt8(ascii: "r"), count: 1000)
    let content = (0..<8_000).flatMap { line + le16(UInt16($0 / 4)) }
    let member = ZipBuilder.Member(name: Array("dense".utf8), content: content)
    #expect((200..<500).contains(content.count / member.data.count))
    let source = try open(ZipBuilder(member), limits: limits)
    let reader = try source.reader(for: source.members[0])
    #expect(try reader.readAll(pieceByteCount: 4096).end == .complete)
  }

  @Test func `a member larger than the limit is refused`() throws {
    var limits = ArchiveLimits()
    limits.memberByteCount = 11
    let source = try open(ZipBuilder(Self.small), limits: limits)
    let error = #expect(throws: ExportError.self) { try source.read(0) }
    #expect(error?.code == .memberTooLarge)
  }

  @Test func `entries that share bytes are refused`() throws {
    let twin = Self.small.with { ($0.name, $0.directoryOffset) = (Array("b.txt".utf8), 0) }
    let source = try open(ZipBuilder(Self.small, twin))
    #expect(source.members.map(\.refusal) == [.memberOverlaps, .memberOverlaps])
    #expect(source.codes == [.memberRefused, .memberRefused])
    #expect(readerError(source)?.code == .memberOverlaps)
  }

  @Test func `an entry that reaches over the next one is refused`() throws {
    let wide = Self.small.with { $0.directoryCompressedByteCount = 60 }
    let next = Self.small.with { $0.name = Array("b.txt".utf8) }
    let last = Self.small.with { $0.name = Array("c.txt".utf8) }
    let source = try open(ZipBuilder(wide, next, last))
    #expect(source.members.map(\.refusal) == [.memberOverlaps, .memberOverlaps, nil])
  }

  @Test(arguments: [UInt16(0x0001), 0x0041, 0x2000])
  func `an encrypted member is refused, the others are read`(_ flags: UInt16) throws {
    let other = Self.small.with { $0.name = Array("b.txt".utf8) }
    let source = try open(ZipBuilder(Self.small.with { $0.flags = flags }, other))
    let error = try #require(readerError(source))
    #expect(error.code == .memberEncrypted)
    #expect(error.member == "a.txt")
    #expect(error.byteOffset == 0)
    #expect(try source.read(1) == Reading(text: "twelve bytes", end: .complete))
  }

  @Test(arguments: [UInt16(1), 9, 12, 14, 93, 99])
  func `an unknown method is named`(_ method: UInt16) throws {
    let source = try open(ZipBuilder(Self.small.with { $0.method = method }))
    let error = try #require(readerError(source))
    #expect(error.code == .methodUnsupported)
    #expect(error.message.contains("method \(method) "))
  }

  @Test func `of equal names the first wins`() throws {
    let second = ZipBuilder.Member("a.txt", "another text")
    let source = try open(ZipBuilder(Self.small, second))
    #expect(source.names == ["a.txt"])
    #expect(source.codes == [.duplicateName])
    #expect(try source.read(0).text == "twelve bytes")
  }

  @Test func `more members than the limit are refused, folders counted`() {
    let zip = ZipBuilder((0..<3).map { ZipBuilder.Member("folder\($0)/", "") })
    #expect(openError(zip) { $0.memberCount = 2 } == .tooManyMembers)
    #expect(openError(zip) { $0.memberCount = 3 } == nil)
  }

  @Test func `a name longer than the limit is left out and counted`() throws {
    let long = ZipBuilder.Member(String(repeating: "n", count: 4097), "")
    let source = try open(ZipBuilder(long, Self.small))
    #expect(source.names == ["a.txt"])
    #expect(source.codes == [.nameTooLong])
  }

  @Test(arguments: [
    ("a/b.txt", ["a", "b.txt"], "a/b.txt"),
    ("./a//b.txt", ["a", "b.txt"], "./a//b.txt"),
    ("a\\b.txt", ["a", "b.txt"], "a\\b.txt"),
    ("../../etc/passwd", ["../../etc/passwd"], "../../etc/passwd"),
    ("a\\..\\b", ["a\\..\\b"], "a\\..\\b"),
    ("/etc/passwd", ["/etc/passwd"], "/etc/passwd"),
    ("C:\\b.txt", ["C:\\b.txt"], "C:\\b.txt"),
    ("a/\0b", ["a/\u{FFFD}b"], "a/\u{FFFD}b"),
    ("a\u{1B}[31m\u{202E}", ["a\u{FFFD}[31m\u{FFFD}"], "a\u{FFFD}[31m\u{FFFD}"),
    (".", ["."], "."),
  ])
  func `a name that climbs is one plain name`(
    _ name: String, _ path: [String], _ display: String
  ) throws {
    let source = try open(ZipBuilder(ZipBuilder.Member(name, "x")))
    #expect(source.members.map(\.path) == [path])
    #expect(source.names == [display])
    #expect(try source.read(0).text == "x")
  }

  @Test func `a name is UTF-8 if it can be, else code page 437`() throws {
    let valid = ZipBuilder.Member(name: [0xE5, 0xAF, 0xBC, 0xE5, 0x87, 0xBA], content: [])
    let other = ZipBuilder.Member(name: [0x84, 0x81, 0xE1], content: [])
    #expect(try open(ZipBuilder(valid, other)).names == ["\u{5BFC}\u{51FA}", "\u{E4}\u{FC}\u{DF}"])
  }

  @Test func `every changed byte of a small archive is survived`() {
    var zip = ZipBuilder(
      Self.small, ZipBuilder.Member("export.xml", exportText).with { $0.descriptor = .signed })
    zip.hasZip64End = true
    let bytes = zip.bytes
    var probes = 0
    for index in bytes.indices {
      for value in [UInt8(0), 0x7F, 0xFF, bytes[index] ^ 1] {
        var changed = bytes
        changed[index] = value
        let outcome = ArchiveProbe.run(changed)
        #expect(outcome.memberCount <= 2)
        #expect(outcome.byteCount <= UInt64(2 * bytes.count + 2 * exportText.utf8.count))
        probes += 1
      }
    }
    #expect(probes == 4 * bytes.count)
  }

  @Test func `nothing but signatures is survived`() {
    for signature in [UInt8(1), 3, 5, 6, 7] {
      let bytes = (0..<4096).flatMap { _ in [0x50, 0x4B, signature, signature + 1] as [UInt8] }
      #expect(ArchiveProbe.run(bytes).readCount <= 1)
    }
  }

  @Test func `the probe reads an honest archive`() {
    let outcome = ArchiveProbe.run(ZipBuilder(Self.small).bytes)
    #expect(outcome == ArchiveProbe.Outcome(memberCount: 1, readCount: 1, byteCount: 12))
    #expect(fuzzArchive(ZipBuilder(Self.small).bytes) == 12)
  }
}
