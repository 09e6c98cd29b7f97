internal import HealthRecords

/// Rows of a table and the side files that their cells name, which are still to be read.
struct SamsungPiece: Sendable {
  /// The rows.
  var batch: NativeBatch
  /// The files, in the order of the rows.
  var sideFiles: [SamsungSideReference] = []
  /// The bytes that the rows take in their table.
  var rowBytes: UInt64 = 0
  /// The bytes that the files are said to have.
  var sideBytes: UInt64 = 0
}

/// A side file that a cell names.
struct SamsungSideReference: Sendable {
  /// The row's index among the samples.
  var sample: Int
  /// The column's name in the batch.
  var column: Symbol
  /// The file's index among the export's members.
  var member: Int
}

/// Makes samples of a piece's rows.
struct SamsungPieceBuilder {
  private(set) var piece: SamsungPiece
  private let type: Symbol
  private let typeName: String
  private let names: [Symbol]
  private let sidePlan: SamsungSidePlan?

  init(_ table: SamsungTable, _ sidePlan: SamsungSidePlan?, origin: BatchOrigin) {
    var batch = NativeBatch(provider: .samsungHealth, origin: origin)
    batch.shape = table.dialect.rawValue
    typeName = table.type
    type = batch.symbols.intern(table.type)
    names = table.columns.map { batch.symbols.intern($0) }
    piece = SamsungPiece(batch: batch)
    self.sidePlan = sidePlan
  }

  /// Adds a row, or counts one that was left out.
  mutating func add(_ item: DelimitedItem) {
    switch item {
    case .row(let row): add(row)
    case .skipped(let row): reject(SamsungDiagnostic(row.reason), byte: row.byte, line: row.line)
    }
  }

  private mutating func add(_ row: DelimitedRow) {
    let isPadded = row.count == names.count + 1 && row[names.count].isEmpty
    guard row.count == names.count || isPadded else {
      return reject(.wrongFieldCount, byte: row.byte, line: row.line)
    }
    if let oddity = row.oddity {
      note(SamsungDiagnostic(oddity.kind), byte: oddity.byte, line: row.line)
    }
    addSample(of: row)
    if let sidePlan { addSideFiles(of: row, sidePlan) }
  }

  private mutating func addSample(of row: DelimitedRow) {
    let first = piece.batch.attributes.count
    for index in names.indices {
      let cell = row[index]
      if cell.isEmpty { continue }
      piece.batch.attributes.append(
        NativeAttribute(name: names[index], value: piece.batch.symbols.intern(cell)))
    }
    var sample = NativeSample(kind: .row)
    sample.type = type
    sample.attributes = BatchRange(start: first, count: piece.batch.attributes.count - first)
    sample.line = UInt32(truncatingIfNeeded: row.line - piece.batch.origin.line - 1)
    piece.batch.samples.append(sample)
    let byte = UInt32(truncatingIfNeeded: row.byte - piece.batch.origin.byte)
    piece.batch.origin.places.append(LinePlace(line: sample.line, byte: byte))
  }

  private mutating func addSideFiles(of row: DelimitedRow, _ plan: SamsungSidePlan) {
    for column in plan.columns where !row[column.index].isEmpty {
      switch plan.finding(column, in: row) {
      case .none: break
      case .missing: note(.sideFileMissing, byte: row.byte, line: row.line)
      case .file(let member):
        piece.sideBytes &+= min(plan.files.members[member].byteCount ?? 0, 1 << 40)
        piece.sideFiles.append(
          SamsungSideReference(
            sample: piece.batch.samples.count - 1, column: names[column.index], member: member))
      }
    }
  }

  private mutating func reject(_ reason: SamsungDiagnostic, byte: UInt64, line: UInt64) {
    piece.batch.rejectedTypes[typeName, default: 0] += 1
    note(reason, byte: byte, line: line)
  }

  private mutating func note(_ diagnostic: SamsungDiagnostic, byte: UInt64, line: UInt64) {
    guard !piece.batch.diagnostics.countAgain(diagnostic.rawValue) else { return }
    let position = InputPosition(member: piece.batch.origin.member, byte: byte, line: line)
    piece.batch.diagnostics.add(diagnostic.diagnostic(at: position))
  }
}
