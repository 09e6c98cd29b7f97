import Foundation
import Testing

@testable import DeviceExports

@Suite struct ArchiveSource {
  private static let export = ZipBuilder.Member("apple_health_export/export.xml", exportText)

  private func open(
    _ path: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ExportError) -> ExportSource {
    try ExportSource.open(.path(path), limits: limits)
  }

  private func error(
    _ path: String, _ change: (inout ArchiveLimits) -> Void = { _ in }
  ) -> ExportError.Code? {
    var limits = ArchiveLimits()
    change(&limits)
    do throws(ExportError) {
      _ = try open(path, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  // MARK: - Files

  @Test func `a plain file is its only member`() throws {
    let folder = try TemporaryFolder()
    let source = try open(try folder.write("export.xml", Array(exportText.utf8)))
    #expect(source.kind == .file)
    #expect(source.names == ["export.xml"])
    #expect(source.byteCount == UInt64(exportText.utf8.count))
    #expect(try source.readEverything() == [Reading(text: exportText, end: .complete)])
  }

  @Test func `an archive in a file is read from the file`() throws {
    let folder = try TemporaryFolder()
    let source = try open(try folder.write("export", ZipBuilder(Self.export).bytes))
    #expect(source.kind == .archive)
    #expect(try source.readEverything() == [Reading(text: exportText, end: .complete)])
  }

  @Test func `what cannot be opened is told apart`() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("empty.zip", [])
    #expect(error("\(folder.path)/none") == .notFound)
    #expect(error("\(empty)/none") == .notFound)
    #expect(error(empty) == .inputEmpty)
    #expect(error("/dev/zero") == .specialFile)
  }

  // MARK: - Folders

  @Test func `a folder gives its files sorted by path`() throws {
    let folder = try TemporaryFolder()
    try folder.write("b/export.xml", Array(exportText.utf8))
    try folder.write("b/a/route.gpx", Array("<gpx/>".utf8))
    try folder.write("a.txt", [0x61])
    let source = try open(folder.path)
    #expect(source.kind == .folder)
    #expect(source.names == ["a.txt", "b/a/route.gpx", "b/export.xml"])
    #expect(source.byteCount == UInt64(7 + exportText.utf8.count))
    #expect(try source.readEverything().map(\.text) == ["a", "<gpx/>", exportText])
  }

  @Test func `links and special files of a folder are never opened`() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try outside.write("secret", [1])
    try folder.write("kept", [2])
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: "\(folder.path)/file", withDestinationPath: "\(outside.path)/secret")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/folder", withDestinationPath: outside.path)
    try files.createSymbolicLink(atPath: "\(folder.path)/loop", withDestinationPath: ".")
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    let source = try open(folder.path)
    #expect(source.names == ["kept"])
    #expect(source.diagnostics.count(of: .symbolicLinkSkipped) == 3)
    #expect(source.diagnostics.count(of: .specialFileSkipped) == 1)
  }

  @Test func `a file replaced by a link after listing is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", [1])
    let source = try open(folder.path)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
    let error = #expect(throws: ExportError.self) { try source.read(0) }
    #expect(error?.code == .readFailed)
    #expect(error?.member == "a")
  }

  @Test func `a folder is listed to a depth and a number of files`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1/2/3/deep", [1])
    try folder.write("1/2/flat", [1])
    var limits = ArchiveLimits()
    limits.folderDepth = 2
    let source = try open(folder.path, limits: limits)
    #expect(source.names == ["1/2/flat"])
    #expect(source.diagnostics.entries == [ArchiveDiagnostic(.folderSkipped, member: "1/2/3")])
    #expect(error(folder.path) { $0.folderFileCount = 4 } == .tooManyMembers)
  }

  // MARK: - Streams

  private func stream(
    _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ExportSource {
    let pipe = Pipe()
    // Within the pipe's own buffer, so that nobody has to read meanwhile.
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    let file = FileDescriptor(dup(pipe.fileHandleForReading.fileDescriptor))
    return try ExportSource.open(file, label: "standard input", limits: limits)
  }

  @Test func `a stream is looked at and then read once from its beginning`() throws {
    let source = try stream(Array(exportText.utf8))
    #expect(source.kind == .stream)
    #expect(source.byteCount == nil)
    #expect(try source.appleExport().main.name == "standard input")
    #expect(try source.read(0) == Reading(text: exportText, end: .complete))
    let error = #expect(throws: ExportError.self) { try source.read(0) }
    #expect(error?.code == .streamConsumed)
  }

  @Test func `a streamed archive is copied and read`() throws {
    let source = try stream(ZipBuilder(Self.export).bytes)
    #expect(source.kind == .archive)
    #expect(try source.readEverything() == [Reading(text: exportText, end: .complete)])
  }

  @Test func `a temporary copy has a limit and leaves no file`() throws {
    let folder = try TemporaryFolder()
    var limits = ArchiveLimits()
    limits.spoolFolder = folder.path
    _ = try stream(ZipBuilder(Self.export).bytes, limits: limits)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    limits.spoolByteCount = 10
    let tooLarge = #expect(throws: ExportError.self) {
      try stream(ZipBuilder(Self.export).bytes, limits: limits)
    }
    #expect(tooLarge?.code == .spoolTooLarge)
    limits.spoolFolder = "\(folder.path)/none"
    let failed = #expect(throws: ExportError.self) {
      try stream(ZipBuilder(Self.export).bytes, limits: limits)
    }
    #expect(failed?.code == .spoolFailed)
  }

  @Test func `an empty stream is an empty input`() throws {
    let error = #expect(throws: ExportError.self) { try stream([]) }
    #expect(error?.code == .inputEmpty)
  }

  // MARK: - Archives in archives

  private func nested(_ bytes: [UInt8], method: UInt16) -> ZipBuilder {
    let inner = ZipBuilder.Member(name: Array("export.zip".utf8), content: bytes)
    return ZipBuilder(
      inner.with { $0.method = method }, ZipBuilder.Member("__MACOSX/._export.zip", "junk"))
  }

  @Test(arguments: [UInt16(0), 8])
  func `an archive in an archive is opened`(_ method: UInt16) throws {
    let zip = nested(ZipBuilder(Self.export).bytes, method: method)
    let source = try ExportSource.open(
      ByteSlice(ByteStore(memory: zip.bytes, label: "memory")), limits: ArchiveLimits())
    #expect(source.names == ["apple_health_export/export.xml"])
    #expect(source.codes == [.nestedArchive])
    #expect(try source.readEverything() == [Reading(text: exportText, end: .complete)])
  }

  @Test func `an archive two levels down stays a member`() throws {
    let zip = nested(nested(ZipBuilder(Self.export).bytes, method: 0).bytes, method: 0)
    let error = try #require(searchError(zip.bytes))
    #expect(error.code == .exportMissing)
    #expect(error.message.contains("another zip"))
  }
}
