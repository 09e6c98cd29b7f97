#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A new file on disk, written without buffering: callers hand over large pieces.
package final class FileOutput: ByteOutput {
  private let path: String
  private var descriptor: CInt

  /// Creates the file or empties an existing one.
  package init(path: String) throws(SampleError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure("create", path) }
  }

  deinit {
    if descriptor >= 0 { _ = systemClose(descriptor) }
  }

  package func write(_ bytes: [UInt8]) throws(SampleError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]))
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw Self.failure("write", path)
      }
    }
  }

  package func close() throws(SampleError) {
    guard descriptor >= 0 else { return }
    let result = systemClose(descriptor)
    descriptor = -1
    guard result == 0 else { throw Self.failure("finish", path) }
  }

  static func failure(_ action: String, _ path: String) -> SampleError {
    let reason = String(cString: strerror(errno))
    return SampleError(
      .outputFailed,
      "Could not \(action) the file: \(reason). Check the folder's permissions and free space.",
      path: path)
  }
}

/// The export as a folder of plain files, created below an existing directory.
package final class FolderSink: SampleSink {
  private let directory: String
  private var file: FileOutput?

  /// A sink for files below `directory`, which must exist.
  package init(directory: String) {
    self.directory = directory
  }

  package func beginFile(named path: String, size: MemberSize) throws(SampleError) {
    try makeFolders(of: path)
    file = try FileOutput(path: "\(directory)/\(path)")
  }

  package func write(_ bytes: [UInt8]) throws(SampleError) {
    guard let file else {
      throw SampleError(.misuse, "Bytes came without a file. Begin a file first.")
    }
    try file.write(bytes)
  }

  package func endFile() throws(SampleError) {
    try file?.close()
    file = nil
  }

  package func finish() throws(SampleError) {}

  private func makeFolders(of path: String) throws(SampleError) {
    var folder = directory
    for component in path.split(separator: "/").dropLast() {
      folder += "/\(component)"
      if mkdir(folder, 0o755) != 0 && errno != EEXIST {
        throw FileOutput.failure("create the folder of", folder)
      }
    }
  }
}

/// A sink of one file, whose name the output knows.
package final class SingleFileSink: SampleSink {
  private let output: any ByteOutput
  private var hasBegun = false

  /// A sink over `output`, which it closes in ``finish()``.
  package init(output: any ByteOutput) {
    self.output = output
  }

  package func beginFile(named path: String, size: MemberSize) throws(SampleError) {
    guard !hasBegun else {
      throw SampleError(
        .misuse, "The export has a second file. Write a folder or a zip.", path: path)
    }
    hasBegun = true
  }

  package func write(_ bytes: [UInt8]) throws(SampleError) { try output.write(bytes) }

  package func endFile() throws(SampleError) {}

  package func finish() throws(SampleError) { try output.close() }
}

// The class has methods of the same names, which would hide the system's inside it.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemClose(_ descriptor: CInt) -> CInt {
  close(descriptor)
}
