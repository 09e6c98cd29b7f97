#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file of the system, closed when the last reference goes.
final class FileDescriptor: Sendable {
  /// What a path or a descriptor refers to.
  enum Kind: Hashable, Sendable {
    case regular
    case folder
    case fifo
    case symbolicLink
    case other
  }

  /// Kind and size of a file.
  struct Status: Sendable {
    var kind: Kind
    var byteCount: UInt64

    init(_ status: stat) {
      switch status.st_mode & S_IFMT {
      case S_IFREG: kind = .regular
      case S_IFDIR: kind = .folder
      case S_IFIFO: kind = .fifo
      case S_IFLNK: kind = .symbolicLink
      default: kind = .other
      }
      byteCount = UInt64(clamping: status.st_size)
    }
  }

  /// The system's error number.
  struct Failure: Error {
    var number: Int32 = errno

    /// The error that tells the user; a missing permission and a missing file have own codes.
    func exportError(path: String, member: String? = nil) -> ExportError {
      let reason = String(cString: strerror(number))
      switch number {
      case ENOENT, ENOTDIR:
        return ExportError(
          .notFound, "There is nothing here; check the path.", path: path, member: member)
      case EACCES, EPERM:
        return ExportError(
          .notPermitted, "This user may not read it; change its permissions.", path: path,
          member: member)
      default:
        return ExportError(
          .readFailed, "Reading failed (\(reason)); check the disk and try again.", path: path,
          member: member)
      }
    }
  }

  let rawValue: Int32
  private let closes: Bool

  /// Takes over an open descriptor, or borrows it when `closes` is false.
  init(_ rawValue: Int32, closes: Bool = true) {
    self.rawValue = rawValue
    self.closes = closes
  }

  deinit {
    if closes { close(rawValue) }
  }

  /// Opens a path for reading, following symbolic links: the user gave it.
  static func open(_ path: String) throws(Failure) -> FileDescriptor {
    let descriptor = Self.retrying { platformOpen(path) }
    guard descriptor >= 0 else { throw Failure() }
    return FileDescriptor(descriptor)
  }

  /// Kind and size of what a path leads to, without opening it.
  static func status(ofPath path: String) throws(Failure) -> Status {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure() }
    return Status(status)
  }

  /// Kind and size of the open file.
  func status() throws(Failure) -> Status {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { throw Failure() }
    return Status(status)
  }

  /// Fills the buffer from an offset as far as the file goes; returns the bytes read.
  func read(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    var filled = 0
    while filled < buffer.count {
      guard let position = off_t(exactly: offset &+ UInt64(filled)) else { return filled }
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = Self.retrying { pread(rawValue, rest.baseAddress, rest.count, position) }
      guard count >= 0 else { throw Failure() }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads what is there, waiting for at least one byte; returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    let count = Self.retrying {
      platformRead(rawValue, buffer.baseAddress, buffer.count)
    }
    guard count >= 0 else { throw Failure() }
    return count
  }

  /// Writes all bytes of the buffer.
  func write(_ buffer: UnsafeRawBufferPointer) throws(Failure) {
    var written = 0
    while written < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
      let count = Self.retrying { platformWrite(rawValue, rest.baseAddress, rest.count) }
      guard count > 0 else { throw Failure() }
      written += count
    }
  }

  /// Creates a file in a folder and unlinks it at once: it goes when it is closed, even by a crash.
  static func unlinkedTemporary(in folder: String) throws(Failure) -> FileDescriptor {
    var template = Array("\(folder)/sonar-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Failure() }
    let file = FileDescriptor(descriptor)
    guard unlink(template) == 0 else { throw Failure() }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func retrying<Count: SignedInteger>(_ call: () -> Count) -> Count {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    return result
  }
}

// The members of the class above hide the system's functions of the same name.
private func platformOpen(_ path: String) -> Int32 {
  open(path, O_RDONLY | O_CLOEXEC)
}

private func platformRead(
  _ descriptor: Int32, _ address: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, address, count)
}

private func platformWrite(_ descriptor: Int32, _ address: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, address, count)
}
