import HealthRecords
import SonarSQLite

/// Renamed sources and the person whom the records belong to.
extension ImportRun {
  /// Notes a source that the input holds.
  mutating func noteSource(_ number: Int64) throws {
    guard names.notedNumbers.insert(number).inserted else { return }
    statements.sourceName.bind(1, number)
    defer { statements.sourceName.reset() }
    guard try statements.sourceName.step(), let name = statements.sourceName.optionalText(0),
      names.seen.insert(name).inserted
    else { return }
    progress.newSources.append(name)
    if !names.stored.isEmpty, !names.stored.contains(name) { names.unknown.insert(name) }
  }

  /// Throws when a source of the store seems to have come back under another name.
  ///
  /// That is so when 95 % of its records, and at least 20, have a twin (type, start, duration, number) of a source that
  /// the store did not know. One scan of the table, only when there are both unknown and missing names.
  mutating func checkRenamedSources() throws {
    let missing = names.stored.subtracting(names.seen)
    guard !options.keepsRenamed, !names.unknown.isEmpty, !missing.isEmpty else { return }
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS renamed_name(source INTEGER PRIMARY KEY, name, is_new)")
    try connection.execute("DELETE FROM temp.renamed_name")
    try mark(missing, isNew: false)
    try mark(names.unknown, isNew: true)
    let renamed = try renamedPairs()
    guard !renamed.isEmpty else { return }
    var error = StoreError(
      .sourceRenamed,
      "\(renamed.count) source(s) of the store came back under another name, so their records"
        + " would be stored twice: say which old name each new one continues, or keep both.")
    error.renamedSources = renamed
    throw error
  }

  private mutating func mark(_ names: Set<String>, isNew: Bool) throws {
    let statement = try connection.prepare(
      "INSERT INTO temp.renamed_name SELECT id, name, ?2 FROM source"
        + " WHERE name = ?1 AND provider = ?3")
    for name in names {
      statement.bind(1, name)
      statement.bind(2, Int64(isNew ? 1 : 0))
      statement.bind(3, input.provider.rawValue)
      try statement.run()
    }
  }

  private mutating func renamedPairs() throws -> [StoreError.RenamedSource] {
    var pairs: [StoreError.RenamedSource] = []
    let totals = """
      SELECT o.name AS name, count(*) AS total FROM record r JOIN temp.renamed_name o
      ON o.source = r.source WHERE NOT o.is_new GROUP BY o.name HAVING count(*) >= 20
      """
    let twins = """
      SELECT o.name AS old, n.name AS new, count(DISTINCT r.change_seq) AS twins
      FROM record r JOIN temp.renamed_name o ON o.source = r.source
      CROSS JOIN record t JOIN temp.renamed_name n ON n.source = t.source
      WHERE NOT o.is_new AND n.is_new AND t.type = r.type AND t.start = r.start
      AND t.duration = r.duration AND t.number IS r.number GROUP BY o.name, n.name
      """
    let statement = try connection.prepare(
      "SELECT old, new FROM (\(twins)) JOIN (\(totals)) ON name = old"
        + " WHERE twins * 100 >= total * 95 ORDER BY old, new")
    try statement.forEachRow {
      pairs.append(StoreError.RenamedSource(old: $0.text(0), new: $0.text(1)))
    }
    return pairs
  }

  /// Says who the records belong to, by a trait such as `date_of_birth` or an account.
  mutating func identify(_ trait: String, value: String) throws {
    let hash = Hash128(Array("\(trait)\n\(value)".utf8))
    let text = RecordID(hash).hexadecimal
    var known: Set<String> = []
    let statement = try connection.prepare("SELECT value_hash FROM person WHERE key = ?1")
    statement.bind(1, trait)
    try statement.forEachRow { known.insert($0.text(0)) }
    guard !known.contains(text) else { return }
    guard known.isEmpty || options.acceptsOtherPerson else {
      throw StoreError(
        .differentPerson,
        "The input belongs to another person than the store (\(trait) differs):"
          + " import it into another store.")
    }
    let insertion = try connection.prepare(
      "INSERT INTO person(provider, key, value_hash) VALUES(?1, ?2, ?3)")
    insertion.bind(1, input.provider.rawValue)
    insertion.bind(2, trait)
    insertion.bind(3, text)
    try insertion.run()
  }
}
