package import HealthRecords

/// How a Health Connect backup is read.
package struct HealthConnectBackupOptions: Sendable, Hashable {
  /// Rows of a piece at most, those left out counted; default 4096.
  ///
  /// Piece numbers, and with them checkpoints, hold only for one set of piece sizes.
  package var pieceRows = 4096

  /// Attributes of records and parts in a piece, up to the next record; default 131,072.
  package var pieceAttributes = 1 << 17

  /// Bytes of text and binary values in a piece, up to the next record; default 1 MiB.
  package var pieceBytes = 1 << 20

  /// How many pieces an earlier run has already taken; default 0.
  ///
  /// The value is the `resumePoint` of the last output that was kept. The rows of those pieces are read again, to find
  /// where the next one begins, and not given out.
  package var skipPieces = 0

  /// What a file may demand.
  package var limits = HealthConnectBackupLimits()

  /// Creates the defaults.
  package init() {}
}

/// What a backup may demand; every limit ends in a counted diagnostic, never in more memory.
package struct HealthConnectBackupLimits: Sendable, Hashable {
  /// Parts of one record; default 500,000, eight times what Health Connect takes.
  package var partsPerRecord = 500_000

  /// Bytes of text and binary values in one row; default 4 MiB.
  package var rowBytes = 4 << 20

  /// How often reading goes on behind damage in one table; default 1000.
  package var recoveriesPerTable = 1000

  /// Instructions of SQLite's machine for a file of any size; default 50 million, about a second.
  package var steps: Int64 = 50_000_000

  /// Further instructions for each byte of the file; default 30, more than ten times what an export takes.
  package var stepsPerByte: Int64 = 30

  /// Creates the defaults.
  package init() {}
}

/// Reads the database of a Health Connect backup: rows to native samples, in bounded memory.
///
/// Tables come in the order of the schema, their rows in the order of their keys. A record's attributes are the columns
/// that its table stores, under their names: NULL has no value, numbers are decimal and as short as gives the same number
/// (the marks for "not set" are `5e-324`, `1.401298464324817e-45` and `-1`), text is as stored, bytes are hexadecimal,
/// UUIDs have their usual form. Columns that the database computes (`local_date_time` and the like) are not read. Behind
/// them come the columns of its app, device or data source as `application_info_table.package_name` and so on. Its
/// parts are the rows of the child tables, without the column that only repeats the record's key; parts of parts
/// follow with their own keys. Memory is a piece and 4 MiB of cache; child rows are sorted in a temporary file of SQLite's.
///
/// A position names the table behind the file's name, and the row's key as its line.
package struct HealthConnectBackupReader: Sendable {
  /// How to read.
  package let options: HealthConnectBackupOptions

  /// Creates a reader.
  package init(options: HealthConnectBackupOptions = HealthConnectBackupOptions()) {
    self.options = options
  }

  /// Reads the backup to its end, or until `consume` throws.
  ///
  /// - Parameters:
  ///   - backup: The file, from `ExportSource.healthConnectBackup()`.
  ///   - transform: Turns a piece's samples into what is wanted of them.
  ///   - consume: Takes the results, one for every piece not skipped, in order, on the caller's thread.
  /// - Returns: What the backup was; damage is told there, not thrown.
  /// - Throws: What `consume` throws, or a `HealthConnectBackupError` when no table of records can be found.
  package func read<Output: Sendable>(
    from backup: HealthConnectBackup, transform: @Sendable (NativeBatch) -> Output,
    consume: (PieceOutput<Output>) throws -> Void
  ) throws -> ExportSummary {
    try withoutActuallyEscaping(transform) { transform in
      var session = try BackupSession(backup, options: options, transform: transform)
      return try session.run(consume)
    }
  }
}
