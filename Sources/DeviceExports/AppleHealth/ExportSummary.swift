package import HealthRecords

/// What became of one piece of the input.
package struct PieceOutput<Output: Sendable>: Sendable {
  /// The number of the piece, from 0; side files that nothing refers to follow the main file's pieces.
  package let index: Int

  /// What to give as `skipPieces` to go on behind this piece; nil where it ends inside an element.
  package let resumePoint: Int?

  /// Bytes of the main file up to the end of the piece.
  package let bytes: UInt64

  /// What `transform` made of the piece's samples.
  package let output: Output
}

extension PieceOutput: Equatable where Output: Equatable {}

/// What a whole export was, apart from its samples.
package struct ExportSummary: Sendable {
  /// `healthkit_export_` and the number of the version comment, or `healthkit_export_unknown`.
  package var formatVersion = "healthkit_export_unknown"

  /// When the export was written, in milliseconds since 1970; nil when the file does not say.
  package var exportedAt: Int64?

  /// Minutes east of UTC of the offset in which that instant is written.
  package var exportOffset: Int16?

  /// The locale of the phone, such as `en_FR`; nil when the file does not say.
  package var locale: String?

  /// Whether the end tag of the export was met and every byte could be read.
  package var complete = false

  /// Bytes of the main file.
  package var bytes: UInt64 = 0

  /// Pieces of the main file and of side files, those skipped included.
  package var pieces = 0

  /// The distinct offsets written in samples' starts, in minutes east of UTC, ascending.
  package var writtenOffsets: [Int16] = []

  /// What the reader repaired or left out, the diagnostics of all batches included.
  ///
  /// Whoever keeps the diagnostics of batches must not add these.
  package var diagnostics = Diagnostics()

  /// Samples delivered, by native type.
  package var samplesByType: [String: Int] = [:]

  /// Counted elements that became no sample, by native type (or element name), as in all batches.
  package var rejectedTypes: [String: Int] = [:]

  /// Why reading ended early; nil when all bytes were read.
  package var readFailure: (any Error)?

  /// Creates the summary of nothing.
  package init() {}

  /// Samples delivered.
  package var sampleCount: Int { samplesByType.values.reduce(0, +) }
}
