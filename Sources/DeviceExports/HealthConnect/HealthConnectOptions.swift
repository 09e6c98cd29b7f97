/// How JSON of Health Connect is read; the results never depend on `lanes`.
package struct HealthConnectOptions: Sendable, Hashable {
  /// The number of threads that parse and transform, besides the one that reads and the caller's; default 2.
  package var lanes = 2

  /// The size of a piece in bytes, up to the end of the record; default 1 MiB.
  ///
  /// A piece begins by working out what each name in it means, which costs as much as a few hundred records. Piece numbers,
  /// and with them checkpoints, hold only for one piece size.
  package var pieceBytes = 1 << 20

  /// How many pieces an earlier run has already taken and need not be parsed again; default 0.
  ///
  /// The value is the `resumePoint` of the last output that was kept.
  package var skipPieces = 0

  /// What an input may demand.
  package var limits = HealthConnectLimits()

  /// Creates the defaults.
  package init() {}
}

/// What an input may demand; every limit ends in a counted diagnostic, never in more memory.
package struct HealthConnectLimits: Sendable, Hashable {
  /// Bytes of one record, and of an envelope in a list; default 16 MiB.
  package var recordBytes = 16 << 20

  /// Objects and lists that are open at once; default 64.
  package var depth = 64

  /// Attributes of one record, and of each of its parts; default 100,000.
  package var attributesPerRecord = 100_000

  /// Parts of one record; default 1,000,000.
  package var partsPerRecord = 1_000_000

  /// Bytes of the distinct names that one record may add to its batch; default 4 MiB.
  ///
  /// A name is a dotted path, so that a few long keys make many long names.
  package var nameBytesPerRecord = 4 << 20

  /// Bytes of an object that is looked at as a whole, larger ones are followed list by list; default 256 KiB.
  ///
  /// Which shape a larger one has is decided by so many bytes.
  package var wholeBytes = 256 << 10

  /// Bytes of the records and deletions of a page of changes that stay in one batch; default 16 MiB.
  ///
  /// Of a larger page, the deletions come in a batch of their own behind its records, or several where they alone exceed
  /// the limit.
  package var pageBytes = 16 << 20

  /// Creates the defaults.
  package init() {}
}
