#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Copies of streams to temporary files that have no name and vanish with the process.
enum Spool {
  /// Copies everything a closure reads, until it returns 0.
  ///
  /// Throws `spoolTooLarge` above the limit, `spoolFailed` where the file cannot be written, and
  /// what the closure throws.
  static func copy(
    limits: ArchiveLimits, label: String,
    from read: (UnsafeMutableRawBufferPointer) throws(ExportError) -> Int
  ) throws(ExportError) -> ByteStore {
    let folder = limits.spoolFolder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let file = try attempt(label, folder) { () throws(FileDescriptor.Failure) in
      try FileDescriptor.unlinkedTemporary(in: folder)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var total: UInt64 = 0
    while true {
      let count = try read(buffer)
      guard count > 0 else { break }
      total += UInt64(count)
      guard total <= limits.spoolByteCount else { throw tooLarge(limits, label) }
      try attempt(label, folder) { () throws(FileDescriptor.Failure) in
        try file.write(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
      }
    }
    return ByteStore(file: file, byteCount: total, label: label)
  }

  private static func attempt<Value>(
    _ label: String, _ folder: String, _ body: () throws(FileDescriptor.Failure) -> Value
  ) throws(ExportError) -> Value {
    do throws(FileDescriptor.Failure) {
      return try body()
    } catch {
      let reason = String(cString: strerror(error.number))
      throw ExportError(
        .spoolFailed,
        "The temporary copy in \(folder) cannot be written (\(reason)); free space there or set "
          + "TMPDIR to another folder.",
        path: label)
    }
  }

  private static func tooLarge(_ limits: ArchiveLimits, _ label: String) -> ExportError {
    ExportError(
      .spoolTooLarge,
      "The archive has more than \(limits.spoolByteCount) bytes, the limit of a temporary copy; "
        + "unpack it and give the file or folder.",
      path: label)
  }
}
