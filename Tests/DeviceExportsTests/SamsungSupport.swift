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
