import HealthRecords

@testable import DeviceExports

/// A table as the Android app writes it: two lines and rows with one field more.
func samsungText(
  _ type: String = "com.samsung.shealth.stress", _ columns: String = "score,start_time,datauuid",
  _ rows: [String] = ["34.0,2026-01-02 10:00:00.000,a1,"]
) -> String {
  (["\u{FEFF}\(type),6307003,8", columns] + rows).map { $0 + "\n" }.joined()
}

/// A row's cells by column, and where it is.
struct TableRow: Equatable {
  var cells: [String]
  var byte: UInt64
  var line: UInt64

  init(_ line: UInt64, _ byte: UInt64, _ cells: String...) {
    self.cells = cells
    self.byte = byte
    self.line = line
  }

  init(_ sample: NativeSample, in batch: NativeBatch) {
    cells = batch.attributes[sample.attributes.indices].map { attribute in
      let name = batch.symbols.string(of: attribute.name) ?? ""
      return "\(name)=\(batch.symbols.string(of: attribute.value) ?? "")"
    }
    let position = batch.position(of: sample)
    byte = position.byte
    line = position.line
  }
}

/// All that reading a table gives.
struct TableReading: Equatable {
  var table: SamsungTable
  var rows: [TableRow] = []
  var rejected: [String: Int] = [:]
  var diagnostics = Diagnostics()
  var rowsPerPiece: [Int] = []

  /// The diagnostics' codes with their counts and first places.
  var notes: [String] {
    diagnostics.all.map {
      "\($0.code) x\($0.count) line \($0.first?.line ?? 0) byte \($0.first?.byte ?? 0)"
    }
  }

  /// Reads a table to its end.
  init(
    _ bytes: [UInt8], options: SamsungReaderOptions = SamsungReaderOptions(), readSize: Int = .max
  ) throws(SamsungHealthError) {
    let reader = try SamsungTableReader(
      MemorySource(bytes, readSize: readSize), member: "t.csv", options: options)
    table = reader.table
    while let batch = reader.next() {
      rows += batch.samples.map { TableRow($0, in: batch) }
      rejected.merge(batch.rejectedTypes, uniquingKeysWith: +)
      diagnostics.add(batch.diagnostics)
      rowsPerPiece.append(batch.samples.count)
    }
  }

  init(
    _ text: String, options: SamsungReaderOptions = SamsungReaderOptions()
  ) throws(SamsungHealthError) {
    try self.init(Array(text.utf8), options: options)
  }
}

/// What a reader of exports gave for one piece.
struct SamsungDelivery: Sendable, Equatable {
  var member: String
  var shape: String
  var envelope: [String]
  /// One line a row, cells marked `@` and parts in angle brackets.
  var rows: [String]
  var notes: [String]
  var rejected: [String: Int]

  init(_ batch: NativeBatch) {
    member = batch.origin.member
    shape = batch.shape
    let text = { (symbol: Symbol) in batch.symbols.string(of: symbol) ?? "-" }
    envelope = batch.envelope.map { "\(text($0.name))=\(text($0.value))" }
    rows = lines(batch).map { line in
      let start = line.firstIndex(of: "@") ?? line.endIndex
      return String(line[start...])
    }
    notes = batch.diagnostics.all.map {
      "\($0.code) x\($0.count) line \($0.first?.line ?? 0)"
    }
    rejected = batch.rejectedTypes
  }
}

/// All that reading an export gives.
struct SamsungExportReading: Equatable {
  var outputs: [PieceOutput<SamsungDelivery>] = []
  var summary = ExportSummary()
  var archive: [ArchiveDiagnostic.Code] = []

  /// The rows of all pieces.
  var rows: [String] { outputs.flatMap(\.output.rows) }

  /// The parts of all rows, without the rows' own cells.
  var parts: [String] {
    rows.map { row in row.firstIndex(of: "<").map { String(row[$0...]) } ?? "" }
  }

  /// The codes of the summary's diagnostics.
  var codes: [String] { summary.diagnostics.all.map(\.code) }

  /// The summary's diagnostics: code, count, member and line of the first.
  var notes: [String] {
    summary.diagnostics.all.map {
      "\($0.code) x\($0.count) \($0.first?.member ?? "-") line \($0.first?.line ?? 0)"
    }
  }

  static func == (left: SamsungExportReading, right: SamsungExportReading) -> Bool {
    left.outputs == right.outputs && left.notes == right.notes
      && left.summary.samplesByType == right.summary.samplesByType
      && left.summary.rejectedTypes == right.summary.rejectedTypes
      && left.summary.formatVersion == right.summary.formatVersion
      && left.summary.complete == right.summary.complete
      && left.summary.bytes == right.summary.bytes && left.summary.pieces == right.summary.pieces
  }

  /// Reads an opened input to its end.
  init(_ source: ExportSource, options: SamsungReaderOptions = SamsungReaderOptions()) throws {
    var outputs: [PieceOutput<SamsungDelivery>] = []
    summary = try SamsungHealthReader(options: options).read(
      try source.samsungTables(), of: source, transform: { SamsungDelivery($0) },
      consume: { outputs.append($0) })
    self.outputs = outputs
    archive = source.codes
  }

  /// Reads a zip of files to its end.
  init(
    _ files: [(name: String, text: String)],
    options: SamsungReaderOptions = SamsungReaderOptions()
  ) throws {
    try self.init(
      open(ZipBuilder(files.map { ZipBuilder.Member($0.name, $0.text) })), options: options)
  }

  /// Reads a table of one row with one side file.
  init(
    column: String = "binning_data", json: [UInt8], options: SamsungReaderOptions = .init()
  ) throws {
    let type = "com.samsung.shealth.stress"
    let name = "a1.\(column).json"
    let table = samsungText(type, "\(column),datauuid", ["\(name),a1,"])
    let side = ZipBuilder.Member(name: Array("jsons/\(type)/a/\(name)".utf8), content: json)
    try self.init(
      open(ZipBuilder(ZipBuilder.Member("\(type).1234567890.csv", table), side)), options: options)
  }
}

/// Bytes in gzip's wrapping.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + ZipBuilder.deflated(bytes) + le32(ZipBuilder.crc(bytes))
    + le32(UInt32(truncatingIfNeeded: bytes.count))
}
