/// How much an untrusted export may ask of us; the defaults are far above any real export.
package struct ArchiveLimits: Hashable, Sendable {
  /// Bytes one member may inflate to.
  ///
  /// Default 64 GiB; the largest exports met are about 4 GB.
  package var memberByteCount: UInt64 = 64 << 30

  /// Bytes a member may produce per compressed byte.
  ///
  /// Default 500.
  ///
  /// Deflate itself can reach 1,032; real exports reach 21, dense synthetic ones 200.
  package var inflationRatio: UInt64 = 500

  /// Bytes a member may produce before its ratio is looked at.
  ///
  /// Default 64 MiB.
  package var inflationRatioFloor: UInt64 = 64 << 20

  /// Members of one archive, folders and second copies counted.
  ///
  /// Default 200,000.
  package var memberCount = 200_000

  /// Bytes of one member's name.
  ///
  /// Default 4,096.
  package var nameByteCount = 4_096

  /// Files in an unpacked folder.
  ///
  /// Default 100,000.
  package var folderFileCount = 100_000

  /// Levels of folders below the given one.
  ///
  /// Default 8.
  package var folderDepth = 8

  /// Archives inside one another, the given one counted.
  ///
  /// Default 2.
  package var archiveDepth = 2

  /// Bytes of the temporary copy of a streamed or deflated inner archive.
  ///
  /// Default 16 GiB.
  package var spoolByteCount: UInt64 = 16 << 30

  /// Members looked into while searching for the main file.
  ///
  /// Default 1,000.
  package var sniffedMemberCount = 1_000

  /// The folder for temporary copies.
  ///
  /// Default nil: `TMPDIR`, or `/tmp`.
  package var spoolFolder: String?

  /// Creates the default limits.
  package init() {}
}
