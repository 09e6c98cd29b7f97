package import SonarSQLite

/// Why a store refuses or fails; the message says what to do about it.
///
/// Messages name native types and counts. They hold no health value and no name of a person or device: renamed sources
/// are data of the error, for the caller to show.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened; new codes may come.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// A stable snake_case word.
    package let rawValue: String

    /// Creates the code of that word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The file or its folder cannot be created or opened.
    package static let cannotCreate = Code(rawValue: "cannot_create")
    /// There is no file, and the caller did not ask to create one.
    package static let notFound = Code(rawValue: "not_found")
    /// The file is there and may not be read.
    package static let notPermitted = Code(rawValue: "not_permitted")
    /// The file is something else than a record store.
    package static let notAStore = Code(rawValue: "not_a_store")
    /// A newer version of the program wrote the file.
    package static let newerStore = Code(rawValue: "newer_store")
    /// An older version of the program wrote the file, and it was opened for reading.
    package static let olderStore = Code(rawValue: "older_store")
    /// A killed writer left a journal that may not be taken in, as the file or its folder may not be written.
    package static let needsRecovery = Code(rawValue: "needs_recovery")
    /// Another program is writing to the store, or reading it where writing must wait for that.
    package static let busy = Code(rawValue: "busy")
    /// The file is damaged.
    package static let damaged = Code(rawValue: "damaged")
    /// The disk is full, read-only or failing.
    package static let inputOutput = Code(rawValue: "input_output")
    /// A snapshot lacks more of a type's records than is plausible.
    package static let snapshotRefused = Code(rawValue: "snapshot_refused")
    /// A snapshot needs the date of the export, before the first batch.
    package static let snapshotWithoutDate = Code(rawValue: "snapshot_without_date")
    /// A damaged input cannot be a snapshot.
    package static let snapshotIncomplete = Code(rawValue: "snapshot_incomplete")
    /// A source of the store came back under another name.
    package static let sourceRenamed = Code(rawValue: "source_renamed")
    /// The input belongs to another person than the store.
    package static let differentPerson = Code(rawValue: "different_person")
    /// The session ended or failed before.
    package static let sessionEnded = Code(rawValue: "session_ended")
  }

  /// A source name of the store and the name under which its records came back.
  package struct RenamedSource: Sendable, Hashable {
    /// The name in the store.
    package var old: String
    /// The name in the input.
    package var new: String

    /// Creates a pair.
    package init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }

  /// How many of a type's records a snapshot lacks.
  package struct MissingRecords: Sendable, Hashable {
    /// The provider's own name of the type.
    package var nativeType: String
    /// Stored records that the snapshot should hold and does not.
    package var missing: Int
    /// Stored records that the snapshot should hold.
    package var expected: Int

    /// Creates the counts.
    package init(nativeType: String, missing: Int, expected: Int) {
      self.nativeType = nativeType
      self.missing = missing
      self.expected = expected
    }
  }

  /// What happened.
  package var code: Code
  /// What happened and what to do, in a sentence or two.
  package var message: String
  /// The renamed sources; empty for other codes.
  package var renamedSources: [RenamedSource] = []
  /// The types with too many missing records; empty for other codes.
  package var missingRecords: [MissingRecords] = []
  /// What SQLite said, where it was the cause.
  package var cause: SQLiteError?

  /// Creates an error.
  package init(_ code: Code, _ message: String, cause: SQLiteError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The error for a failure of SQLite.
  package init(_ cause: SQLiteError) {
    switch cause.code {
    case .busy:
      self = .inUse(cause)
    case .corrupt:
      self.init(.damaged, "The store is damaged. \(cause.remedy)", cause: cause)
    case .notADatabase:
      self.init(.notAStore, "The file is not a record store. \(cause.remedy)", cause: cause)
    case .cannotOpen:
      self.init(.cannotCreate, "The store cannot be opened. \(cause.remedy)", cause: cause)
    default:
      self.init(
        .inputOutput, "The store cannot be used (\(cause.message)). \(cause.remedy)", cause: cause)
    }
  }

  /// The error for a file that is not migrated.
  init(_ refusal: Migrator.Refusal) {
    switch refusal {
    case .newer(let found, let known):
      self.init(
        .newerStore,
        "A newer version of this program wrote the store (schema \(found), known here: \(known)):"
          + " update the program.")
    case .older(let found, let known):
      self.init(
        .olderStore,
        "An older version of this program wrote the store (schema \(found), needed here: \(known)),"
          + " and reading does not change it: run an import into it, which brings it up to date.")
    case .foreign, .empty:
      self.init(
        .notAStore, "The file is an SQLite database of another program: choose another path.")
    }
  }

  /// The error for a file that another program has locked.
  static func inUse(_ cause: SQLiteError?) -> StoreError {
    StoreError(
      .busy, "Another program is using this store: wait until it has finished, then run again.",
      cause: cause)
  }

  /// The code and the message.
  package var description: String { "\(code.rawValue): \(message)" }
}

/// Runs `body` and turns SQLite's errors into the store's.
func reportingStoreErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SQLiteError {
    throw StoreError(error)
  }
}
