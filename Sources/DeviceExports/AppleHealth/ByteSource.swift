/// Bytes one after the other, such as an archive member while it is inflated.
///
/// A source is made and used on one thread; it need not be `Sendable`.
package protocol ByteSource: SendableMetatype {
  /// Fills the front of a buffer and returns the number of bytes written; 0 only at the end.
  ///
  /// May return fewer bytes than fit. An error ends the input where it stands: what was read before it is still
  /// delivered.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// The files beside the main file of an export: ECG tables, GPX routes, clinical documents.
///
/// Paths are relative to the export's folder, with `/` between their parts, without a leading slash and without
/// `.` or `..`; the reader asks for no other ones. Used from several threads at once.
package protocol SideFiles: Sendable {
  /// The whole file, or nil when there is none of that path.
  ///
  /// Throws when it cannot be read or is longer than `limit` bytes.
  func contents(ofPath path: String, limit: Int) throws -> [UInt8]?

  /// The CSV files that may hold electrocardiograms.
  var electrocardiogramPaths: [String] { get }

  /// The GPX files.
  var routePaths: [String] { get }

  /// The JSON files of clinical records.
  var clinicalRecordPaths: [String] { get }
}

/// Bytes in memory as a source.
package struct MemorySource: ByteSource, Sendable {
  private let bytes: [UInt8]
  private let readSize: Int
  private var position = 0

  /// Creates a source that gives at most `readSize` bytes (at least 1) at a time.
  package init(_ bytes: [UInt8], readSize: Int = .max) {
    self.bytes = bytes
    self.readSize = max(1, readSize)
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(readSize, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

/// Side files in memory, by path; also the way to say that there are none.
package struct MemorySideFiles: SideFiles {
  private let files: [String: [UInt8]]

  /// Creates the files; their folders tell what they are, as in an export.
  package init(_ files: [String: [UInt8]] = [:]) {
    self.files = files
  }

  package func contents(ofPath path: String, limit: Int) throws -> [UInt8]? {
    guard let bytes = files[path] else { return nil }
    guard bytes.count <= limit else { throw AppleHealthError.sideFileTooLong(path: path) }
    return bytes
  }

  package var electrocardiogramPaths: [String] { paths(under: "electrocardiograms/") }

  package var routePaths: [String] { paths(under: "workout-routes/") }

  package var clinicalRecordPaths: [String] { paths(under: "clinical-records/") }

  private func paths(under folder: String) -> [String] {
    files.keys.filter { $0.hasPrefix(folder) }.sorted()
  }
}
