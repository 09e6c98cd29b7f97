#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ExportSource {
  /// Opens an input: an archive, a plain file, a folder or a stream, told apart by content.
  ///
  /// A streamed archive and a deflated inner archive are copied to a temporary file without a
  /// name first. Throws what the system refuses, `inputEmpty`, `specialFile`, `tooManyMembers` and
  /// the spool's errors; damage to an archive is a diagnostic.
  package static func open(
    _ input: ExportInput, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ExportError) -> ExportSource {
    switch input {
    case .path(let path):
      return try open(path, limits: limits)
    case .standardInput:
      return try open(
        FileDescriptor(STDIN_FILENO, closes: false), label: "standard input", limits: limits)
    }
  }

  /// Opens a descriptor: a regular file at its beginning is read in place, all else as a stream.
  static func open(
    _ file: FileDescriptor, label: String, limits: ArchiveLimits
  ) throws(ExportError) -> ExportSource {
    if let status = try? file.status(), status.kind == .regular,
      lseek(file.rawValue, 0, SEEK_CUR) == 0
    {
      let store = ByteStore(file: file, byteCount: status.byteCount, label: label)
      return try open(ByteSlice(store), limits: limits)
    }
    let stream = try InputStream(file, label: label)
    guard !stream.head.isEmpty else { throw empty(label) }
    guard ZipLayout.begins(stream.head) else {
      return ExportSource(.stream(stream), path: label, limits: limits)
    }
    var flow = ByteFlow(stream)
    let store = try Spool.copy(limits: limits, label: label) { buffer throws(ExportError) in
      try flow.read(into: buffer)
    }
    return try open(ByteSlice(store), limits: limits)
  }

  /// Opens bytes that can be read at any place, from a file or from memory.
  static func open(
    _ slice: ByteSlice, limits: ArchiveLimits
  ) throws(ExportError) -> ExportSource {
    let label = slice.store.label
    guard slice.byteCount > 0 else { throw empty(label) }
    let head = try slice.bytes(at: 0, count: 64)
    guard !ContentKind(head).isMarkup,
      let listing = try ZipDirectory.list(slice, limits: limits)
    else { return ExportSource(.file(slice), path: label, limits: limits) }
    return try open(archive: slice, listing, limits: limits)
  }

  private static func open(
    _ path: String, limits: ArchiveLimits
  ) throws(ExportError) -> ExportSource {
    // Asked before opening: to open a device can already have an effect.
    let status = try reporting(path) { () throws(FileDescriptor.Failure) in
      try FileDescriptor.status(ofPath: path)
    }
    switch status.kind {
    case .folder:
      let listing = try FolderListing(path: path, limits: limits)
      return ExportSource(.folder(listing), path: path, limits: limits)
    case .regular, .fifo:
      let file = try reporting(path) { () throws(FileDescriptor.Failure) in
        try FileDescriptor.open(path)
      }
      return try open(file, label: path, limits: limits)
    case .symbolicLink, .other:
      throw ExportError(
        .specialFile, "This is a device or a socket; give a file or a folder.", path: path)
    }
  }

  private static func reporting<Value>(
    _ path: String, _ body: () throws(FileDescriptor.Failure) -> Value
  ) throws(ExportError) -> Value {
    do throws(FileDescriptor.Failure) {
      return try body()
    } catch {
      throw error.exportError(path: path)
    }
  }

  private static func empty(_ label: String) -> ExportError {
    ExportError(.inputEmpty, "The input has no bytes; export or copy it again.", path: label)
  }
}

// MARK: - An archive inside an archive

extension ExportSource {
  private static func open(
    archive slice: ByteSlice, _ listing: ZipListing, limits: ArchiveLimits
  ) throws(ExportError) -> ExportSource {
    var (slice, listing) = (slice, listing)
    var notes = ArchiveDiagnostics()
    for _ in 1..<max(limits.archiveDepth, 1) {
      guard let inner = try innerArchive(of: listing, in: slice, limits: limits),
        let innerListing = try ZipDirectory.list(inner.slice, limits: limits)
      else { break }
      notes.append(contentsOf: listing.diagnostics)
      notes.append(ArchiveDiagnostic(.nestedArchive, member: inner.name))
      (slice, listing) = (inner.slice, innerListing)
    }
    let source = ExportSource(
      .archive(slice, listing), path: slice.store.label, limits: limits)
    notes.append(contentsOf: source.diagnostics)
    source.diagnostics = notes
    return source
  }

  /// The archive's only member when that is an archive itself: in place when it is stored, else
  /// inflated to a temporary file.
  private static func innerArchive(
    of listing: ZipListing, in slice: ByteSlice, limits: ArchiveLimits
  ) throws(ExportError) -> (slice: ByteSlice, name: String)? {
    let items = listing.items.filter { !MemberName.isSystemJunk($0.name.path) }
    guard items.count == 1, let item = items.first, item.entry.refusal == nil else { return nil }
    let name = item.name.display
    let outer = ExportSource(.archive(slice, listing), path: slice.store.label, limits: limits)
    let member = ExportMember(item)
    guard let head = try? outer.head(of: member, count: 4), ZipLayout.begins(head) else {
      return nil
    }
    let reader = try outer.reader(for: member)
    if let stored = reader.storedSlice { return (stored, name) }
    let store = try Spool.copy(limits: limits, label: slice.store.label) {
      buffer throws(ExportError) in
      try reader.read(into: buffer)
    }
    return (ByteSlice(store), name)
  }
}
