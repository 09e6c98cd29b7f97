/// How an Apple Health export is read; the results never depend on `lanes`.
package struct ReaderOptions: Sendable {
  /// The number of threads that parse, besides the one that reads and the caller's; default 2.
  ///
  /// With 1 everything is parsed by the careful lane on the caller's thread.
  package var lanes = 2

  /// The size of a piece in bytes, up to the next element; default 1 MiB.
  ///
  /// Piece numbers, and with them checkpoints, hold only for one piece size.
  package var pieceBytes = 1 << 20

  /// How many pieces an earlier run has already taken and need not be parsed again; default 0.
  ///
  /// The value is the `resumePoint` of the last output that was kept.
  package var skipPieces = 0

  /// What an input may demand.
  package var limits = ReaderLimits()

  /// Creates the defaults.
  package init() {}
}

/// What an input may demand; every limit ends in a counted diagnostic or a clear error, never in more memory.
package struct ReaderLimits: Sendable, Hashable {
  /// Bytes before `<HealthData`; default 1 MiB.
  package var prologueBytes = 1 << 20

  /// Bytes of one attribute's value; default 1 MiB.
  package var attributeBytes = 1 << 20

  /// Bytes of one whole tag; default 4 MiB.
  package var tagBytes = 4 << 20

  /// Attributes of one element; default 256.
  package var attributesPerElement = 256

  /// Elements that are open at once; default 32.
  package var depth = 32

  /// Parts (points, beats, events) and metadata entries of one sample; default 5,000,000.
  package var partsPerSample = 5_000_000

  /// Memory for the parts of one sample, in bytes; default 64 MiB.
  package var partBytesPerSample = 64 << 20

  /// Samples nested in one top-level element; default 100,000.
  package var membersPerElement = 100_000

  /// Bytes of one side file; default 64 MiB.
  package var sideFileBytes = 64 << 20

  /// Bytes of one electrocardiogram; default 4 MiB, more than twenty times that of any real one.
  package var electrocardiogramBytes = 4 << 20

  /// Bytes of all documents that the records of one piece refer to; default 64 MiB.
  package var documentBytesPerPiece = 64 << 20

  /// Creates the defaults.
  package init() {}
}
