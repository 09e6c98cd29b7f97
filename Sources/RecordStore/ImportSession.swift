package import HealthRecords
import SonarSQLite

/// One import into a store: takes batches in the order of the input and decides what becomes of each row.
///
/// Rows are merged in transactions of a chunk each; the chunk's checkpoint is part of it, so a killed import leaves the
/// store as of its last checkpoint and goes on from there. Any error rolls back to the last checkpoint and ends the
/// session. A session holds the store's write lock from begin to end.
package final class ImportSession {
  private var run: ImportRun
  private var isEnded = false

  init(_ run: ImportRun) {
    self.run = run
  }

  deinit {
    cancel()
  }

  /// What the input says about itself; set it when it is known, for a snapshot before the first batch.
  package var details: InputDetails {
    get { run.details }
    set { run.details = newValue }
  }

  /// What became of the rows so far.
  package var summary: ImportSummary { run.summary }

  /// Merges the rows of a batch, which holds all that came of one piece of the input.
  ///
  /// `piece` counts from 0 over the whole input and grows by one with each batch; after a resumption it goes on with the
  /// resume point's `pieces`. Linear in the rows; docs/store.md has the cost of one.
  package func append(_ batch: RecordBatch, piece: Int) throws {
    try guarded { try run.append(batch, piece: piece) }
  }

  /// Applies deletions in the order of the input; linear in the native types of the store for each.
  ///
  /// A deletion is `deleted` when it removes a record or comes before it, `stale` when the record is newer, `duplicate`
  /// when the same or a later one is known.
  package func delete(_ tombstones: [Tombstone]) throws -> OutcomeCounts {
    try guarded { try run.delete(tombstones) }
  }

  /// Says who the records belong to, by a trait such as `date_of_birth` or an account.
  ///
  /// The store keeps the hash of the value. Another value for a known trait throws `differentPerson`, unless the options
  /// accept it; then both are known from there on. Cheap; call it as soon as the trait is known.
  package func identify(_ trait: String, value: String) throws {
    try guarded { try run.identify(trait, value: value) }
  }

  /// Commits when a chunk is full; true when it did.
  ///
  /// `report` gives the caller's report so far, which a resumption gives back. Chunks without a change are not
  /// committed: a second run of the same input writes nothing.
  @discardableResult
  package func commitIfDue(report: (ImportSummary) throws -> [UInt8]) throws -> Bool {
    try guarded { try run.commitIfDue(report: report) }
  }

  /// Ends the import: checks for renamed sources, applies the snapshot, and commits.
  ///
  /// `finishedAt` is in milliseconds since 1970. An input that changed nothing leaves the file as it was when it is known
  /// already or cannot be met again. Afterwards the session takes no more batches.
  package func finish(
    _ end: ImportEnd, finishedAt: Int64, report: (ImportSummary) throws -> [UInt8]
  ) throws -> ImportSummary {
    try guarded {
      try run.finish(end, finishedAt: finishedAt, report: report)
      isEnded = true
      run.index.forget()
      return run.summary
    }
  }

  /// Rolls back to the last checkpoint and ends the session; the import can be resumed from there.
  package func cancel() {
    guard !isEnded else { return }
    isEnded = true
    run.connection.rollback()
    // What is in memory may be of the rolled back chunk.
    run.index.forget()
  }

  /// Runs `body`; an error rolls back to the last checkpoint and ends the session.
  private func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isEnded else {
      throw StoreError(.sessionEnded, "This import has ended: begin a new one.")
    }
    do {
      return try reportingStoreErrors(body)
    } catch {
      cancel()
      throw error
    }
  }
}
