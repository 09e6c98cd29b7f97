/// One file of an export: a member of an archive, a file of a folder, or the single file given.
package struct ExportMember: Sendable {
  /// The name for people, with control characters replaced; the path inside the export.
  package let name: String

  /// The components of the path inside the export, never empty and never climbing.
  ///
  /// A member whose name is absolute or climbs has that name as its only component.
  package let path: [String]

  /// The declared size in bytes; nil for a stream and where nothing declares it.
  ///
  /// Modulo 2^32 in an archive without zip64: for progress and comparison, not for allocation.
  package let byteCount: UInt64?

  /// The bytes the member takes in an archive; nil for anything else.
  package let compressedByteCount: UInt64?

  /// Why the member cannot be read; nil when it can, as far as is known without reading it.
  package let refusal: ExportError.Code?

  /// Where the bytes are.
  let content: Content

  /// The places where the bytes of a member can be.
  enum Content: Sendable {
    case archive(ZipEntry)
    case folder(FolderFile)
    case whole
  }

  /// Whether the operating system, not the exporter, put the member there.
  package var isSystemJunk: Bool { MemberName.isSystemJunk(path) }

  /// The last component of the path in lower case.
  var lowercasedFileName: String { path.last?.lowercased() ?? "" }
}

extension ExportMember {
  init(_ item: ZipListing.Item) {
    name = item.name.display
    path = item.name.path
    byteCount = item.entry.byteCount
    compressedByteCount = item.entry.compressedByteCount
    refusal = item.entry.refusal
    content = .archive(item.entry)
  }

  init(_ file: FolderFile) {
    name = file.name.display
    path = file.name.path
    byteCount = file.byteCount
    compressedByteCount = nil
    refusal = nil
    content = .folder(file)
  }

  /// The only member of a plain file or a stream.
  init(whole path: String, byteCount: UInt64?) {
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    let name = MemberName(decoded: fileName)
    self.name = name.display
    self.path = name.path
    self.byteCount = byteCount
    compressedByteCount = nil
    refusal = nil
    content = .whole
  }
}
