/// Brings a file to the newest schema, one numbered step at a time.
///
/// `user_version` counts the steps that a file has been through; `application_id` says whose file it is, so that the
/// tables of another program are never touched.
package struct Migrator: Sendable {
  /// Why a file is not migrated.
  package enum Refusal: Error, Sendable, Hashable {
    /// The file belongs to another program.
    case foreign
    /// The file has no tables, and the caller did not allow to make them.
    case empty
    /// A newer program wrote the file: its schema version, and the newest version known here.
    case newer(found: Int, known: Int)
    /// An older program wrote the file, and it was to be read as it is.
    case older(found: Int, known: Int)
  }

  /// The number that marks files of this kind.
  package var applicationID: Int32
  /// The steps in order; a step that was ever released must not change.
  package var steps: [String]

  /// Creates a migrator.
  package init(applicationID: Int32, steps: [String]) {
    self.applicationID = applicationID
    self.steps = steps
  }

  /// Runs the missing steps in one transaction and returns the version that the file had before.
  ///
  /// A file without tables is a new one, and is refused as `empty` unless `creates`. Nothing is written to a file that is
  /// refused or up to date.
  package func migrate(_ connection: Connection, creates: Bool) throws -> Int {
    let found = try check(connection, creates: creates)
    guard found < steps.count else { return found }
    try connection.transaction {
      // Another process may have migrated the file while this one waited for the lock.
      for step in try steps[min(version(of: connection), steps.count)...] {
        try connection.execute(step)
      }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(steps.count)")
    }
    return found
  }

  /// Throws a `Refusal` for a file that is not of the newest schema; writes nothing.
  package func checkIsCurrent(_ connection: Connection) throws {
    let found = try check(connection, creates: false)
    guard found == steps.count else { throw Refusal.older(found: found, known: steps.count) }
  }

  /// The version of a file that may be migrated; throws a `Refusal` for any other, and writes nothing.
  private func check(_ connection: Connection, creates: Bool) throws -> Int {
    let found = try version(of: connection)
    let owner = try connection.integer("PRAGMA application_id") ?? 0
    // A new file has neither tables nor an owner; a foreign one may have its tables still to come.
    if try owner == 0 && connection.integer("SELECT count(*) FROM sqlite_schema") == 0 {
      guard creates else { throw Refusal.empty }
    } else if owner != Int64(applicationID) {
      throw Refusal.foreign
    }
    guard found <= steps.count else { throw Refusal.newer(found: found, known: steps.count) }
    return found
  }

  private func version(of connection: Connection) throws -> Int {
    let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
    // A negative number was not written by this program.
    guard version >= 0 else { throw Refusal.foreign }
    return version
  }
}
