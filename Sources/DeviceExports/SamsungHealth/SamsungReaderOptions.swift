/// How a Samsung Health export is read; the results never depend on `lanes`.
///
/// Piece numbers, and with them checkpoints, hold only for one size of pieces.
package struct SamsungReaderOptions: Sendable, Hashable {
  /// Bytes of a piece, those of its side files included, up to the next row; default 512 KiB.
  package var pieceBytes = 512 << 10

  /// Rows of a piece at most, those left out counted; default 4096.
  package var pieceRows = 4096

  /// The threads that read side files and transform, besides the one that reads tables and the caller's; default 2.
  package var lanes = 2

  /// How many pieces an earlier run has already taken; default 0.
  ///
  /// The value is the `resumePoint` of the last output that was kept.
  package var skipPieces = 0

  /// What a table's file may demand.
  package var limits = DelimitedLimits()

  /// What side files may demand.
  package var sideLimits = SamsungSideFileLimits()

  /// Creates the defaults.
  package init() {}
}

/// What side files may demand; a file over a limit is told, and its row is kept without it.
package struct SamsungSideFileLimits: Sendable, Hashable {
  /// Bytes of one file, inflated; default 16 MiB.
  package var bytesPerFile = 16 << 20

  /// Bytes of all files of one piece, inflated; default 64 MiB.
  ///
  /// Pieces are cut by the sizes that files are said to have; this bounds files that have others.
  package var bytesPerPiece = 64 << 20

  /// Parts of one row; default 1,000,000.
  package var partsPerRow = 1_000_000

  /// Arrays and objects inside one another; default 32.
  package var depth = 32

  /// Creates the defaults.
  package init() {}
}
