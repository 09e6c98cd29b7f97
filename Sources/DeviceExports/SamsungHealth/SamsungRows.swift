internal import HealthRecords

/// Whole rows of a table, copied: a piece of an export before it becomes samples.
///
/// Cheap to fill for the one thread that reads tables; what costs more is left to the threads that make samples.
struct SamsungRows: Sendable {
  /// A side file that a cell names.
  struct SideFile: Sendable {
    /// The row's index among those that were kept, which is that of its sample.
    var row: Int
    /// The column's index.
    var column: Int
    /// The file's index among the export's members.
    var member: Int
  }

  private struct Row: Sendable {
    var place: LinePlace
    /// The index behind its last cell.
    var end: Int
  }

  private struct Cell: Sendable {
    var column: UInt32
    var start: UInt32
    var count: UInt32
  }

  /// What the table's first lines say.
  let table: SamsungTable
  /// The files that cells name, in the order of the rows.
  private(set) var sideFiles: [SideFile] = []
  /// The bytes that the files are said to have.
  private(set) var sideBytes: UInt64 = 0
  /// What was repaired or left out.
  var diagnostics = Diagnostics()

  private let origin: BatchOrigin
  private let columnCount: Int
  private let sidePlan: SamsungSidePlan?
  /// Whether cells may name side files; asking the plan itself would count a reference for every row.
  private let hasSidePlan: Bool
  private var rows: [Row] = []
  private var cells: [Cell] = []
  private var text: [UInt8] = []
  private var rejected = 0

  /// Begins a piece that starts at `origin`.
  init(_ table: SamsungTable, _ sidePlan: SamsungSidePlan?, origin: BatchOrigin) {
    self.table = table
    columnCount = table.columns.count
    self.sidePlan = sidePlan
    hasSidePlan = sidePlan?.columns.isEmpty == false
    self.origin = origin
  }

  // MARK: - Filling

  /// Adds a row, or counts one that was left out.
  mutating func add(_ item: DelimitedItem) {
    switch item {
    case .row(let row): add(row)
    case .skipped(let row): reject(SamsungDiagnostic(row.reason), byte: row.byte, line: row.line)
    }
  }

  /// Counts the last row of a table that was cut off inside it.
  mutating func addCutOff(_ item: DelimitedItem) {
    switch item {
    case .row(let row): reject(.rowCutOff, byte: row.byte, line: row.line)
    case .skipped(let row): reject(.rowCutOff, byte: row.byte, line: row.line)
    }
  }

  private mutating func add(_ row: DelimitedRow) {
    let count = columnCount
    guard row.count == count || row.count == count + 1 && row[count].isEmpty else {
      return reject(.wrongFieldCount, byte: row.byte, line: row.line)
    }
    if let oddity = row.oddity {
      note(SamsungDiagnostic(oddity.kind), byte: oddity.byte, line: row.line)
    }
    // The row whole, commas and all: one copy costs less than one of each cell.
    let start = UInt32(truncatingIfNeeded: text.count)
    text.append(contentsOf: row.bytes)
    for index in 0..<count where row.fields[index].count > 0 {
      cells.append(
        Cell(
          column: UInt32(truncatingIfNeeded: index), start: start &+ row.fields[index].start,
          count: row.fields[index].count))
    }
    let place = LinePlace(
      line: UInt32(truncatingIfNeeded: row.line - origin.line - 1),
      byte: UInt32(truncatingIfNeeded: row.byte - origin.byte))
    rows.append(Row(place: place, end: cells.count))
    if hasSidePlan, let sidePlan { addSideFiles(of: row, sidePlan) }
  }

  private mutating func addSideFiles(of row: DelimitedRow, _ plan: SamsungSidePlan) {
    for column in plan.columns where !row[column.index].isEmpty {
      switch plan.finding(column, in: row) {
      case .none: break
      case .missing: note(.sideFileMissing, byte: row.byte, line: row.line)
      case .file(let member):
        sideBytes &+= min(plan.files.members[member].byteCount ?? 0, 1 << 40)
        sideFiles.append(SideFile(row: rows.count - 1, column: column.index, member: member))
      }
    }
  }

  private mutating func reject(_ reason: SamsungDiagnostic, byte: UInt64, line: UInt64) {
    rejected += 1
    note(reason, byte: byte, line: line)
  }

  private mutating func note(_ diagnostic: SamsungDiagnostic, byte: UInt64, line: UInt64) {
    guard !diagnostics.countAgain(diagnostic.rawValue) else { return }
    let position = InputPosition(member: origin.member, byte: byte, line: line)
    diagnostics.add(diagnostic.diagnostic(at: position))
  }

  // MARK: - Making samples

  /// The rows as samples, without the contents of side files.
  func batch() -> NativeBatch {
    var batch = NativeBatch(provider: .samsungHealth, origin: origin)
    batch.shape = table.dialect.rawValue
    batch.diagnostics = diagnostics
    if rejected > 0 { batch.rejectedTypes = [table.type: rejected] }
    batch.origin.places = rows.map(\.place)
    var sample = NativeSample(kind: .row)
    sample.type = batch.symbols.intern(table.type)
    let names = table.columns.map { batch.symbols.intern($0) }
    text.withUnsafeBufferPointer { addAttributes(named: names, $0, to: &batch) }
    batch.samples.reserveCapacity(rows.count)
    var start = 0
    for row in rows {
      sample.attributes = BatchRange(start: start, count: row.end - start)
      sample.line = row.place.line
      batch.samples.append(sample)
      start = row.end
    }
    return batch
  }

  /// Adds an attribute for each cell; many cells are those of the row before again, which needs no hash.
  private func addAttributes(
    named names: [Symbol], _ text: UnsafeBufferPointer<UInt8>, to batch: inout NativeBatch
  ) {
    batch.attributes.reserveCapacity(cells.count)
    var last = names.map { _ in (cell: Cell(column: 0, start: 0, count: 0), symbol: Symbol.none) }
    for cell in cells {
      let column = Int(cell.column)
      let value = text.slice(Int(cell.start), Int(cell.start) + Int(cell.count))
      let known = last[column]
      let isKnown =
        known.cell.count == cell.count
        && text.slice(Int(known.cell.start), Int(known.cell.start) + Int(known.cell.count))
          .hasSameBytes(as: value)
      let symbol =
        isKnown
        ? known.symbol
        : value.isHardlyMetTwice ? batch.symbols.append(value) : batch.symbols.intern(value)
      batch.attributes.append(NativeAttribute(name: names[column], value: symbol))
      if !isKnown { last[column] = (cell, symbol) }
    }
  }
}
