#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file below a folder, named by the raw bytes the system gave.
struct FolderFile: Sendable {
  /// The path below the folder, each component ending in NUL.
  let components: [[CChar]]

  let name: MemberName
  let byteCount: UInt64
}

/// An unpacked export: an open folder whose files are reached without following a symbolic link.
struct FolderListing: Sendable {
  /// Regular files, sorted by path.
  private(set) var files: [FolderFile] = []

  private(set) var diagnostics = ArchiveDiagnostics()

  private let root: FileDescriptor
  private let label: String
  private let limits: ArchiveLimits
  private var seenCount = 0

  /// Lists a folder down to the limit's depth; opens no file.
  ///
  /// Links are skipped even where they stay inside: what they lead to is listed anyway.
  init(path: String, limits: ArchiveLimits) throws(ExportError) {
    label = path
    self.limits = limits
    do throws(FileDescriptor.Failure) {
      root = try FileDescriptor.open(path)
    } catch {
      throw error.exportError(path: path)
    }
    try list(root, at: [])
  }

  /// Opens a listed file; the system refuses if a part of its path has become a link.
  func open(_ file: FolderFile) throws(ExportError) -> ByteStore {
    do throws(FileDescriptor.Failure) {
      var folder = root
      for component in file.components.dropLast() {
        folder = try FileDescriptor.open(component, in: folder, flags: O_DIRECTORY)
      }
      guard let last = file.components.last else { throw FileDescriptor.Failure(number: ENOENT) }
      // Not blocking: a FIFO put in the file's place must not hang us.
      let opened = try FileDescriptor.open(last, in: folder, flags: O_NONBLOCK)
      let status = try opened.status()
      guard status.kind == .regular else { throw FileDescriptor.Failure(number: EINVAL) }
      return ByteStore(file: opened, byteCount: status.byteCount, label: label)
    } catch {
      throw error.exportError(path: label, member: file.name.display)
    }
  }

  private mutating func list(_ folder: FileDescriptor, at path: [[CChar]]) throws(ExportError) {
    guard let names = folder.entryNames(limit: limits.folderFileCount - seenCount) else {
      return note(.folderSkipped, path)
    }
    seenCount += names.count
    guard seenCount < limits.folderFileCount else {
      throw ExportError(
        .tooManyMembers,
        "The folder holds more than \(limits.folderFileCount) files; give the export's own folder.",
        path: label)
    }
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try visit(name, in: folder, at: path + [name])
    }
  }

  private mutating func visit(
    _ name: [CChar], in folder: FileDescriptor, at path: [[CChar]]
  ) throws(ExportError) {
    // A file deleted meanwhile, or one that may not be looked at.
    guard let status = try? folder.status(of: name) else { return note(.specialFileSkipped, path) }
    switch status.kind {
    case .regular:
      let file = FolderFile(
        components: path, name: Self.memberName(path), byteCount: status.byteCount)
      files.append(file)
    case .folder:
      guard path.count <= limits.folderDepth,
        let inner = try? FileDescriptor.open(name, in: folder, flags: O_DIRECTORY)
      else { return note(.folderSkipped, path) }
      try list(inner, at: path)
    case .symbolicLink: note(.symbolicLinkSkipped, path)
    case .fifo, .other: note(.specialFileSkipped, path)
    }
  }

  private mutating func note(_ code: ArchiveDiagnostic.Code, _ path: [[CChar]]) {
    diagnostics.append(ArchiveDiagnostic(code, member: Self.memberName(path).display))
  }

  private static func memberName(_ path: [[CChar]]) -> MemberName {
    let components = path.map { $0.dropLast().map(UInt8.init(bitPattern:)) }
    return MemberName(Array(components.joined(separator: [UInt8(ascii: "/")])))
  }
}

extension FileDescriptor {
  /// Opens an entry of an open folder for reading; fails where it is a symbolic link.
  fileprivate static func open(
    _ name: [CChar], in folder: FileDescriptor, flags: Int32
  ) throws(Failure) -> FileDescriptor {
    let descriptor = openat(folder.rawValue, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw Failure() }
    return FileDescriptor(descriptor)
  }

  /// Kind and size of an entry of this folder; of a link, not of what it leads to.
  fileprivate func status(of name: [CChar]) throws(Failure) -> Status {
    var status = stat()
    guard fstatat(rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw Failure() }
    return Status(status)
  }

  /// The names in this folder without `.` and `..`, NUL included, at most `limit` of them.
  fileprivate func entryNames(limit: Int) -> [[CChar]]? {
    let copy = dup(rawValue)
    guard copy >= 0 else { return nil }
    guard let stream = fdopendir(copy) else {
      close(copy)
      return nil
    }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while names.count < limit, let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(
        to: CChar.self)
      let name = Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
      let isDots = name == [0x2E, 0] || name == [0x2E, 0x2E, 0]
      if !isDots { names.append(name) }
    }
    return names
  }
}
