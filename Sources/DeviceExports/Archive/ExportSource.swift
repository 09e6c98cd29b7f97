/// What a user can point at.
package enum ExportInput: Hashable, Sendable {
  /// A zip archive, a plain file, an unpacked folder, or a FIFO.
  case path(String)
  /// The process's standard input.
  case standardInput
}

/// An opened input: its members, and a reader for each of them.
///
/// Opening reads an archive's directory, not its data; memory is flat whatever the sizes. Not
/// `Sendable`: one task owns it, and the readers it makes can be handed on.
package final class ExportSource {
  /// What the input turned out to be.
  package enum Kind: Hashable, Sendable {
    /// A zip archive, possibly inside another one.
    case archive
    /// An unpacked folder.
    case folder
    /// A single file that is no archive.
    case file
    /// Standard input or a FIFO that holds no archive; readable once.
    case stream
  }

  /// What the input turned out to be.
  package let kind: Kind

  /// The input as the user gave it, or `standard input`.
  package let path: String

  /// The members in the archive's order, or sorted by path in a folder.
  ///
  /// Members that cannot be read are listed too, with their `refusal`.
  package let members: [ExportMember]

  /// What was noticed while opening and searching; readers keep their own.
  package internal(set) var diagnostics: ArchiveDiagnostics

  /// The size of the input in bytes, of all files of a folder; nil for a stream.
  package let byteCount: UInt64?

  /// The limits the source was opened with.
  package let limits: ArchiveLimits

  /// Whether the archive ends in the middle of a member.
  package let isTruncated: Bool

  /// Where the members' bytes are.
  enum Storage: Sendable {
    case archive(ByteSlice, ZipListing)
    case folder(FolderListing)
    case file(ByteSlice)
    case stream(InputStream)
  }

  private let storage: Storage
  private var isStreamTaken = false

  /// Built at the first look-up of a side file.
  lazy var pathIndex = MemberPathIndex(members)

  init(_ storage: Storage, path: String, limits: ArchiveLimits) {
    self.storage = storage
    self.path = path
    self.limits = limits
    diagnostics = ArchiveDiagnostics()
    switch storage {
    case .archive(let slice, let listing):
      (kind, byteCount, isTruncated) = (.archive, slice.byteCount, listing.isTruncated)
      members = listing.items.map(ExportMember.init)
      diagnostics = listing.diagnostics
    case .folder(let listing):
      let total = listing.files.reduce(0) { $0 &+ $1.byteCount }
      (kind, byteCount, isTruncated) = (.folder, total, false)
      members = listing.files.map { ExportMember($0) }
      diagnostics = listing.diagnostics
    case .file(let slice):
      (kind, byteCount, isTruncated) = (.file, slice.byteCount, false)
      members = [ExportMember(whole: path, byteCount: slice.byteCount)]
    case .stream:
      (kind, byteCount, isTruncated) = (.stream, nil, false)
      members = [ExportMember(whole: path, byteCount: nil)]
    }
  }

  /// A reader from the member's first byte.
  ///
  /// Throws the member's refusal, `memberDamaged` where an archive's header is missing,
  /// `streamConsumed` at the second call for a stream, and what opening a folder's file throws.
  package func reader(for member: ExportMember) throws(ExportError) -> MemberReader {
    if case .stream = storage {
      guard !isStreamTaken else {
        throw ExportError(
          .streamConsumed, "A stream can be read once; give a file instead.", path: path)
      }
      isStreamTaken = true
    }
    return try reader(for: member, windowByteCount: MemberReader.windowByteCount)
  }

  /// Up to `count` bytes from the beginning of a member; a stream stays readable.
  ///
  /// A stream has 64 KiB at most.
  package func head(of member: ExportMember, count: Int) throws(ExportError) -> [UInt8] {
    if case .stream(let stream) = storage { return Array(stream.head.prefix(count)) }
    let reader = try reader(for: member, windowByteCount: 4096)
    var failure: ExportError?
    let head = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      do throws(ExportError) {
        var step = -1
        while step != 0, filled < count {
          step = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
          filled += step
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return head
  }

  /// A reader that takes so many bytes of its input at a time.
  func reader(
    for member: ExportMember, windowByteCount: Int
  ) throws(ExportError) -> MemberReader {
    let flow: ByteFlow
    switch (storage, member.content) {
    case (.archive(let slice, _), .archive(let entry)):
      let name = MemberName(display: member.name, path: member.path)
      return try MemberReader(
        item: ZipListing.Item(name: name, entry: entry), in: slice, limits: limits,
        windowByteCount: windowByteCount)
    case (.folder(let listing), .folder(let file)):
      flow = ByteFlow(ByteSlice(try listing.open(file)))
    case (.file(let slice), .whole): flow = ByteFlow(slice)
    case (.stream(let stream), .whole): flow = ByteFlow(stream)
    default:
      throw ExportError(
        .notFound, "The member belongs to another input.", path: path, member: member.name)
    }
    return MemberReader(
      name: member.name, flow: flow, inflater: nil, expectation: .init(), limits: limits)
  }
}
