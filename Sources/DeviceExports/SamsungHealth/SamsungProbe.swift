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

  /// Reads the bytes as a side file, wrapped in gzip or not; nil where its parts do not lie in their batch as they
  /// must.
  package static func sideFile(_ bytes: [UInt8]) -> Int? {
    let limit = 1 << 16
    let inflated = Gzip.begins(bytes) ? (try? Gzip.inflated(bytes, limit: limit)) : bytes
    var json = JSONLimits()
    json.bytes = limit
    json.depth = 8
    guard let inflated, let parser = try? JSONParser(limits: json) else { return 0 }
    var batch = NativeBatch(provider: .samsungHealth, origin: BatchOrigin(member: "fuzz"))
    let column = batch.symbols.intern("column")
    var parts = SamsungSideFileParts(
      column: column, limit: 100, batch: batch, fileBytes: inflated.count)
    guard let outcome = try? parser.parse(inflated, { parts.add($0) }) else { return 0 }
    return check(parts.batch, outcome)
  }

  /// The number of attributes, each of which belongs to one part, and nothing is left of a file over a limit.
  private static func check(_ batch: NativeBatch, _ outcome: SamsungSideFileParts.Outcome) -> Int? {
    guard batch.parts.count <= 100, batch.parts.isEmpty == (outcome != .added) else { return nil }
    var end = 0
    for part in batch.parts {
      guard Int(part.attributes.start) == end, part.name.isPresent else { return nil }
      end = part.attributes.indices.upperBound
    }
    guard end == batch.attributes.count, batch.attributes.allSatisfy({ $0.name.isPresent }) else {
      return nil
    }
    return end
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
