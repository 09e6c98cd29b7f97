internal import HealthRecords

/// The entry point for fuzzing: a total function over any bytes, under small limits.
package enum HealthConnectProbe {
  /// Reads the bytes whole and in small parts; returns a number that depends on all that was read, nil for a finding.
  ///
  /// A finding is that another chunking gives something else.
  package static func stream(_ bytes: [UInt8]) -> Int? {
    let whole = digest(bytes, readSize: .max)
    let isSame = [1, 1 + bytes.count % 7].allSatisfy { digest(bytes, readSize: $0) == whole }
    let shape = HealthConnectReader.shape(ofHead: bytes) ?? ""
    return isSame ? whole &+ shape.utf8.count : nil
  }

  private static var options: HealthConnectOptions {
    var options = HealthConnectOptions()
    options.pieceBytes = 64
    options.limits.recordBytes = 400
    options.limits.wholeBytes = 120
    options.limits.pageBytes = 300
    options.limits.depth = 8
    options.limits.attributesPerRecord = 20
    options.limits.partsPerRecord = 5
    options.limits.nameBytesPerRecord = 200
    return options
  }

  /// Without threads, which have no part in what is found.
  private static func digest(_ bytes: [UInt8], readSize: Int) -> Int {
    guard
      var cutter = try? HealthConnectCutter(
        MemorySource(bytes, readSize: readSize), options: options),
      var lane = try? HealthConnectLane(member: "fuzz", limits: options.limits)
    else { return 0 }
    var digest = Digest()
    while let piece = cutter.next() {
      let reading = lane.read(piece)
      for batch in reading.batches { digest.add(batch) }
      digest.add(reading.unknown?.position.byte ?? -1)
      digest.add(Int(truncatingIfNeeded: piece.end))
    }
    digest.add(cutter.ending.isComplete ? 1 : 0)
    return digest.total
  }
}

/// A running hash of batches, in which the order of symbols has no part.
private struct Digest {
  private(set) var total = 0

  mutating func add(_ number: Int) { total = total &* 31 &+ number }

  mutating func add(_ batch: NativeBatch) {
    add(batch.shape.utf8.count)
    add(batch.envelope[...], of: batch)
    for sample in batch.samples {
      add(Int(truncatingIfNeeded: batch.position(of: sample).byte) &+ Int(sample.line))
      add(sample.type, of: batch)
      add(batch.attributes[sample.attributes.indices], of: batch)
      for part in batch.parts[sample.parts.indices] {
        add(part.name, of: batch)
        add(batch.attributes[part.attributes.indices], of: batch)
      }
    }
    for diagnostic in batch.diagnostics.all {
      add(diagnostic.count &+ Int(truncatingIfNeeded: diagnostic.first?.byte ?? 0))
      add(diagnostic.code.utf8.reduce(0) { $0 &* 31 &+ Int($1) })
    }
    add(batch.rejectedTypes.reduce(0) { $0 &+ $1.key.utf8.count &* $1.value })
  }

  private mutating func add(_ attributes: ArraySlice<NativeAttribute>, of batch: NativeBatch) {
    add(attributes.count)
    for attribute in attributes {
      add(attribute.name, of: batch)
      add(attribute.value, of: batch)
    }
  }

  private mutating func add(_ symbol: Symbol, of batch: NativeBatch) {
    add(symbol.isPresent ? Int(truncatingIfNeeded: batch.symbols.hash(of: symbol)) : 0)
  }
}
