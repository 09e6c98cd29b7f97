/// Reads a table of records in the order of its keys, and goes on behind what cannot be read.
///
/// SQLite stops at the first damaged page. Its tables are trees that can be entered at any key, so the scan looks for the
/// smallest key behind the damage at which reading works again.
struct BackupRowScan {
  /// What comes next.
  enum Item: Hashable {
    /// A row, whose cells can be read until the next call.
    case row(key: Int64)
    /// One row that cannot be read, alone.
    case unreadable(key: Int64, isTooLarge: Bool)
    /// A stretch that cannot be read; how many rows it held is unknown.
    case damage
  }

  /// The cells of the current row: the key, then the table's columns.
  let statement: BackupStatement

  private let probe: BackupStatement
  private let database: BackupDatabase
  /// The smallest key that was not yet read; nil at the end.
  private var next: Int64? = .min
  private var remainingRecoveries: Int

  /// Prepares the scan; `recoveries` is how often it may go on behind damage.
  init(
    _ table: BackupTable, of database: BackupDatabase, recoveries: Int
  ) throws(BackupFailure) {
    let key = BackupSchema.quoted(table.key)
    let columns = ([key] + table.columns.map { BackupSchema.quoted($0.name) })
      .joined(separator: ", ")
    let source =
      "FROM \(BackupSchema.quoted(table.name)) NOT INDEXED WHERE \(key) >= ?1 ORDER BY \(key)"
    statement = try database.prepare("SELECT \(columns) \(source)")
    probe = try database.prepare("SELECT \(key) \(source) LIMIT 1")
    self.database = database
    remainingRecoveries = recoveries
    statement.restart(.min)
  }

  /// The next row or what is in its place; nil at the end, and where the work limit was met.
  ///
  /// Throws only for want of memory or temporary space.
  mutating func read() throws(BackupFailure) -> Item? {
    guard let start = next else { return nil }
    do throws(BackupFailure) {
      guard try statement.step() else {
        next = nil
        return nil
      }
    } catch {
      return try recover(from: error, at: start)
    }
    // Keys that do not ascend are pages that are reached twice.
    guard let key = statement.integer(0), key >= start else {
      next = nil
      return .damage
    }
    next = key == .max ? nil : key + 1
    return .row(key: key)
  }

  private mutating func recover(
    from failure: BackupFailure, at start: Int64
  ) throws(BackupFailure) -> Item? {
    next = nil
    if failure.isShortage { throw failure }
    guard !database.isExhausted else { return nil }
    guard remainingRecoveries > 0 else { return .damage }
    remainingRecoveries -= 1
    switch firstKey(from: start) {
    case .key(let key):
      resume(at: key == .max ? nil : key + 1)
      return .unreadable(key: key, isTooLarge: failure.isTooLarge)
    case .end: return .damage
    case .failure:
      resume(at: firstReadable(behind: start))
      return .damage
    }
  }

  private mutating func resume(at key: Int64?) {
    next = key
    if let key { statement.restart(key) }
  }

  // MARK: - Looking for keys

  private enum Probe {
    case key(Int64)
    case end
    case failure
  }

  private func firstKey(from start: Int64) -> Probe {
    probe.restart(start)
    do throws(BackupFailure) {
      guard try probe.step() else { return .end }
      guard let key = probe.integer(0), key >= start else { return .failure }
      return .key(key)
    } catch {
      return .failure
    }
  }

  private func isReadable(_ position: UInt64) -> Bool {
    if case .failure = firstKey(from: Self.key(at: position)) { return false }
    return true
  }

  /// The smallest key behind an unreadable one from which reading works; nil where there is none.
  private func firstReadable(behind start: Int64) -> Int64? {
    var low = Self.position(of: start)
    var high = low
    var gap: UInt64 = 1
    repeat {
      guard high < .max else { return nil }
      low = high
      high = low > .max - gap ? .max : low + gap
      gap = gap > .max / 2 ? .max : gap * 2
    } while !isReadable(high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isReadable(middle) { high = middle } else { low = middle }
    }
    return Self.key(at: high)
  }

  /// Keys as unsigned numbers in the same order, whose differences cannot overflow.
  private static func position(of key: Int64) -> UInt64 {
    UInt64(bitPattern: key) ^ (1 << 63)
  }

  private static func key(at position: UInt64) -> Int64 {
    Int64(bitPattern: position ^ (1 << 63))
  }
}
