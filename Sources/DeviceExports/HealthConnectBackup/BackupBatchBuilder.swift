internal import HealthRecords

/// Makes one piece's batch of a table's rows.
struct BackupBatchBuilder {
  /// What all batches of a backup share.
  struct Context {
    let member: String
    let version: Int64
    let sources: BackupSources
    let options: HealthConnectBackupOptions
  }

  /// The batch so far.
  private(set) var batch: NativeBatch

  private let context: Context
  private let table: BackupTable
  private let type: Symbol
  private let names: [Symbol]
  private let childNames: [(table: Symbol, columns: [Symbol])]
  private let uuidIndex: Int?
  private let references: [(column: Int, source: Int)]
  private var sourceAttributes: [SourceKey: [NativeAttribute]] = [:]
  private var rowCount = 0
  private var byteCount = 0

  private struct SourceKey: Hashable {
    var source: Int
    var key: Int64
  }

  /// Begins a piece at the row with a key.
  init(_ table: BackupTable, at key: Int64, context: Context) {
    let origin = BatchOrigin(
      member: "\(context.member)/\(table.name)", line: UInt64(clamping: key &- 1))
    var batch = NativeBatch(provider: .healthConnect, origin: origin)
    batch.shape = "backup"
    type = batch.symbols.intern(table.name)
    names = table.columns.map { batch.symbols.intern($0.name) }
    childNames = table.children.map { child in
      (batch.symbols.intern(child.name), child.columns.map { batch.symbols.intern($0.name) })
    }
    self.batch = batch
    self.table = table
    self.context = context
    uuidIndex = table.index(of: "uuid")
    references = BackupLayout.sources.enumerated().compactMap { place, source in
      table.index(of: source.reference).map { ($0, place) }
    }
    addEnvelope()
  }

  /// Whether the piece is as large as pieces get.
  var isFull: Bool {
    let options = context.options
    return rowCount >= options.pieceRows || batch.attributes.count >= options.pieceAttributes
      || byteCount >= options.pieceBytes
  }

  /// Adds a row as a record; its parts follow with `addPart`.
  ///
  /// The statement's first cell is the key, the others are the table's columns. Returns false for a row that is
  /// larger than the limit, which is counted and left out.
  mutating func addRecord(_ statement: BackupStatement, key: Int64) -> Bool {
    let bytes = statement.byteCount(columns: names.count + 1)
    guard bytes <= context.options.limits.rowBytes else {
      reject(key: key, as: .rowTooLarge)
      return false
    }
    rowCount += 1
    byteCount += bytes
    let first = batch.attributes.count
    addCells(of: statement, table.columns, names, key: key)
    checkUUID(statement, key: key)
    for reference in references {
      addSource(reference.source, key: statement.integer(reference.column + 1), of: key)
    }
    var sample = NativeSample(kind: .record)
    sample.type = type
    sample.attributes = BatchRange(start: first, count: batch.attributes.count - first)
    sample.parts = BatchRange(start: batch.parts.count)
    sample.line = line(of: key)
    batch.samples.append(sample)
    return true
  }

  /// Adds a row of a child table to the last record.
  mutating func addPart(_ statement: BackupStatement, child: Int, key: Int64) {
    let last = batch.samples.count - 1
    let count = batch.samples[last].parts.count
    guard count < context.options.limits.partsPerRecord else {
      return note(.tooManyParts, key: key)
    }
    let columns = table.children[child].columns
    let first = batch.attributes.count
    addCells(of: statement, columns, childNames[child].columns, key: key)
    batch.parts.append(
      NativePart(
        name: childNames[child].table,
        attributes: BatchRange(start: first, count: batch.attributes.count - first)))
    batch.samples[last].parts.count = count + 1
  }

  /// Counts a row that became no record.
  mutating func reject(key: Int64, as diagnostic: BackupDiagnostic) {
    rowCount += 1
    batch.rejectedTypes[table.name, default: 0] += 1
    note(diagnostic, key: key)
  }

  // MARK: - Parts of a record

  private mutating func addEnvelope() {
    add("schema_version", String(context.version))
    for priority in context.sources.priorities {
      add("priority.\(priority.category)", priority.packages)
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    batch.envelope.append(
      NativeAttribute(name: batch.symbols.intern(name), value: batch.symbols.intern(value)))
  }

  private mutating func addCells(
    of statement: BackupStatement, _ columns: [BackupColumn], _ names: [Symbol], key: Int64
  ) {
    for index in columns.indices {
      var isRepaired = false
      let value = statement.withText(index + 1, as: columns[index].form) { text in
        batch.symbols.intern(text, isRepaired: &isRepaired)
      }
      batch.attributes.append(NativeAttribute(name: names[index], value: value ?? .none))
      if isRepaired { note(.invalidUTF8, key: key) }
    }
  }

  private mutating func checkUUID(_ statement: BackupStatement, key: Int64) {
    guard let column = uuidIndex.map({ $0 + 1 }), statement.kind(column) != .null else {
      // Medical resources have no such column and other identifiers.
      if BackupLayout.keysOfRecordTables[table.name] == nil { note(.uuidMissing, key: key) }
      return
    }
    if statement.kind(column) != .blob || statement.bytes(column).count != 16 {
      note(.uuidMalformed, key: key)
    }
  }

  private mutating func addSource(_ source: Int, key: Int64?, of record: Int64) {
    // Nothing and -1 say that there is none.
    guard let key, key >= 0 else { return }
    let place = SourceKey(source: source, key: key)
    if let known = sourceAttributes[place] {
      batch.attributes += known
      return
    }
    guard let values = context.sources.values(ofSource: source, key: key) else {
      return note(.referenceMissing, key: record)
    }
    let attributes = values.map {
      NativeAttribute(
        name: batch.symbols.intern($0.name), value: batch.symbols.intern($0.value))
    }
    sourceAttributes[place] = attributes
    batch.attributes += attributes
  }

  // MARK: - Positions

  private func line(of key: Int64) -> UInt32 {
    UInt32(clamping: UInt64(clamping: key &- 1) &- batch.origin.line)
  }

  private mutating func note(_ diagnostic: BackupDiagnostic, key: Int64) {
    let origin = batch.origin
    batch.diagnostics.note(
      diagnostic, at: InputPosition(member: origin.member, line: UInt64(clamping: key)))
  }
}

extension SymbolTable {
  /// Interns text, with invalid UTF-8 replaced.
  fileprivate mutating func intern(
    _ text: UnsafeBufferPointer<UInt8>, isRepaired: inout Bool
  ) -> Symbol {
    // Nearly all text is ASCII, which is valid and quickly seen.
    guard text.contains(where: { $0 >= 0x80 }), !text.isValidUTF8 else { return intern(text) }
    isRepaired = true
    return intern(String(decoding: text, as: UTF8.self))
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var isValidUTF8: Bool {
    var decoder = UTF8()
    var bytes = makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
