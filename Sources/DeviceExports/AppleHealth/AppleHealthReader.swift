package import HealthRecords

/// Reads an Apple Health export: bytes to native samples, in bounded memory.
///
/// One thread reads and cuts the input into pieces, `options.lanes` threads parse and transform them, and the
/// caller's thread takes the results in the order of the file.
package struct AppleHealthReader: Sendable {
  /// The name of the main file in positions.
  package let member: String
  /// The files beside it.
  package let sideFiles: any SideFiles
  /// How to read.
  package let options: ReaderOptions

  /// Creates a reader of one export.
  package init(
    member: String, sideFiles: any SideFiles = MemorySideFiles(),
    options: ReaderOptions = ReaderOptions()
  ) {
    self.member = member
    self.sideFiles = sideFiles
    self.options = options
  }

  /// Reads the export to its end, or until `consume` throws.
  ///
  /// - Parameters:
  ///   - open: Makes the source of the main file's bytes; called once, on the thread that reads.
  ///   - transform: Turns a piece's samples into what is wanted of them; called on several threads at once.
  ///   - consume: Takes the results, one for every piece not skipped, in order, on the caller's thread.
  /// - Returns: What the export was; damage is told there, not thrown.
  /// - Throws: What `consume` throws, or an `AppleHealthError` when the input is no export. All threads have ended.
  package func read<Source: ByteSource, Output: Sendable>(
    from open: @escaping @Sendable () throws -> Source,
    transform: @escaping @Sendable (NativeBatch) -> Output,
    consume: (PieceOutput<Output>) throws -> Void
  ) throws -> ExportSummary {
    var session = ReadingSession(self, transform: transform)
    return try session.run(from: open, consume: consume)
  }
}
