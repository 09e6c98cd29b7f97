/// Where the files of an export go: a zip, a folder, memory.
///
/// Called in this order, for one file after the other:
/// ``beginFile(named:size:)``, any number of ``write(_:)``, ``endFile()``; ``finish()`` once at the
/// end.
package protocol SampleSink: AnyObject {
  /// Starts a file at a path of ASCII components joined by `/`.
  func beginFile(named path: String, size: MemberSize) throws(SampleError)
  /// Appends bytes to the file. The array is not kept.
  func write(_ bytes: [UInt8]) throws(SampleError)
  /// Ends the file.
  func endFile() throws(SampleError)
  /// Ends the export; nothing may follow.
  func finish() throws(SampleError)
}

/// What is known about the size of a file before its bytes are.
package enum MemberSize: Sendable, Equatable {
  /// Exactly this many bytes.
  case known(UInt64)
  /// Unknown, below 4 GiB.
  case unknown
  /// Unknown, possibly 4 GiB or more.
  case unknownAndLarge
}

/// Where a stream of bytes goes.
package protocol ByteOutput: AnyObject {
  /// Appends bytes. The array is not kept.
  func write(_ bytes: [UInt8]) throws(SampleError)
  /// Ends the stream and reports late write errors.
  func close() throws(SampleError)
}

/// A stream of bytes kept in memory, for small exports and tests.
package final class MemoryOutput: ByteOutput {
  /// Everything written so far.
  package private(set) var bytes: [UInt8] = []

  /// An empty stream.
  package init() {}

  package func write(_ bytes: [UInt8]) throws(SampleError) {
    self.bytes.append(contentsOf: bytes)
  }

  package func close() throws(SampleError) {}
}

/// The files of an export kept in memory, for tests and small samples.
package final class MemorySink: SampleSink {
  /// One finished file.
  package struct File: Sendable, Equatable {
    /// Its path as given.
    package let path: String
    /// Its bytes.
    package let bytes: [UInt8]
  }

  /// The finished files in the order they were written.
  package private(set) var files: [File] = []
  private var path: String?
  private var bytes: [UInt8] = []

  /// A sink without files.
  package init() {}

  package func beginFile(named path: String, size: MemberSize) throws(SampleError) {
    self.path = path
    bytes = []
  }

  package func write(_ bytes: [UInt8]) throws(SampleError) {
    self.bytes.append(contentsOf: bytes)
  }

  package func endFile() throws(SampleError) {
    guard let path else {
      throw SampleError(.misuse, "A file was ended that was not begun. Begin it first.")
    }
    files.append(File(path: path, bytes: bytes))
    self.path = nil
  }

  package func finish() throws(SampleError) {}
}

/// A sink that only counts, to learn how large an export will be.
final class MeasuringSink: SampleSink {
  private(set) var sizes: [String: Int] = [:]
  private var path = ""

  func beginFile(named path: String, size: MemberSize) throws(SampleError) {
    self.path = path
  }

  func write(_ bytes: [UInt8]) throws(SampleError) {
    sizes[path, default: 0] += bytes.count
  }

  func endFile() throws(SampleError) {}

  func finish() throws(SampleError) {}
}
