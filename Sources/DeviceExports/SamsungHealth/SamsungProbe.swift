internal import HealthRecords

/// Entry points for fuzzing: total functions over any bytes, under small limits.
package enum SamsungProbe {
  /// Reads the bytes as rows and as a table, whole and in small parts; nil where that makes a difference.
  package static func table(_ bytes: [UInt8]) -> Int? {
    let whole = digest(bytes, readSize: .max, windowBytes: 1 << 16)
    let isSame = [(1, 4), (3, 16), (64, 61)].allSatisfy { readSize, windowBytes in
      digest(bytes, readSize: readSize, windowBytes: windowBytes) == whole
    }
    return isSame ? whole : nil
  }

  private static var limits: DelimitedLimits {
    var limits = DelimitedLimits()
    limits.bytesPerRow = 200
    limits.fieldsPerRow = 8
    limits.unclosedQuotes = 3
    return limits
  }

  private static func digest(_ bytes: [UInt8], readSize: Int, windowBytes: Int) -> Int {
    let source = MemorySource(bytes, readSize: readSize)
    var reader = DelimitedReader(source, limits: limits, windowBytes: windowBytes)
    var digest = RowDigest()
    while let item = reader.next() {
      switch item {
      case .row(let row): digest.add(row)
      case .skipped(let row): digest.add(row)
      }
      digest.add(reader.byteCount)
      digest.add(reader.lineCount)
    }
    return digest.total &+ tableDigest(bytes, readSize: readSize)
  }

  private static func tableDigest(_ bytes: [UInt8], readSize: Int) -> Int {
    var options = SamsungReaderOptions()
    options.limits = limits
    options.pieceRows = 5
    var digest = RowDigest()
    let source = MemorySource(bytes, readSize: readSize)
    guard let reader = try? SamsungTableReader(source, member: "fuzz", options: options) else {
      return 0
    }
    digest.add(UInt64(reader.table.columns.count))
    while let batch = reader.next() {
      digest.add(UInt64(batch.samples.count))
      for diagnostic in batch.diagnostics.all { digest.add(diagnostic.first?.byte ?? 0) }
      for sample in batch.samples {
        digest.add(batch.position(of: sample).byte)
        for attribute in batch.attributes[sample.attributes.indices] {
          digest.add(batch.symbols.hash(of: attribute.name))
          digest.add(batch.symbols.hash(of: attribute.value))
        }
      }
    }
    return digest.total
  }
}

/// A running hash of what a reader gives.
private struct RowDigest {
  private(set) var total = 0

  mutating func add(_ number: UInt64) {
    total = total &* 31 &+ Int(truncatingIfNeeded: number)
  }

  mutating func add(_ row: SkippedRow) {
    add(row.line)
    add(row.byte)
    add(row.reason == .tooLong ? 1 : row.reason == .unclosedQuote ? 2 : 3)
  }

  mutating func add(_ row: DelimitedRow) {
    add(row.line)
    add(row.byte)
    add(row.oddity?.byte ?? 0)
    for index in 0..<row.count {
      add(row.byte(ofField: index))
      add(Hash128(UnsafeRawBufferPointer(row[index])).low)
    }
  }
}
