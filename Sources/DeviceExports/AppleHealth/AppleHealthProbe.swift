internal import HealthRecords

/// Entry points for fuzzing: total functions over any bytes, under small limits.
///
/// Each returns a number that depends on all that was read, so that a compiler cannot leave anything out; nil is a
/// finding.
package enum AppleHealthProbe {
  /// Reads the bytes as a main file with and without fast lanes; nil where that makes a difference.
  package static func exportXML(_ bytes: [UInt8]) -> Int? {
    let careful = digest(bytes, lanes: 1, pieceBytes: 256)
    let fast = digest(bytes, lanes: 2, pieceBytes: 256)
    return careful == fast ? careful : nil
  }

  /// Reads the bytes as one piece in each lane; nil where the fast one takes it and reads something else.
  package static func piece(_ bytes: [UInt8]) -> Int? {
    let piece = Piece(
      index: 0, byte: 0, line: 0, bytes: bytes, newlines: bytes.count { $0 == UInt8(ascii: "\n") })
    let fast = FastLane(member: "fuzz", sideFiles: MemorySideFiles(), limits: limits)
    guard let (batch, facts) = fast.parse(piece) else { return 0 }
    let careful = CarefulLane(member: "fuzz", sideFiles: MemorySideFiles(), limits: limits)
    var same = false
    try? careful.parse(piece) { finished in
      same = facts == finished.facts && digest(of: batch) == digest(of: finished.batch)
    }
    return same ? digest(of: batch) : nil
  }

  private static var limits: ReaderLimits {
    var limits = ReaderLimits()
    limits.depth = 8
    limits.partsPerSample = 100
    limits.attributeBytes = 1000
    return limits
  }

  /// Reads the bytes as an electrocardiogram.
  package static func electrocardiogram(_ bytes: [UInt8]) -> Int {
    let table = ElectrocardiogramTable(bytes)
    return table.sampleCount &+ table.header.count &+ table.voltages.count &+ table.strangeLines
  }

  /// Reads the bytes as a route; nil where plain points are read otherwise than libxml2 reads them.
  package static func route(_ bytes: [UInt8]) -> Int? {
    let whole = RouteReader(partLimit: 1000, byteLimit: 1 << 20)
    let isWhole = whole.readWholly(bytes)
    let expected = digest(of: whole.collector) &+ (isWhole ? 1 : 0)
    let plain = RouteReader(partLimit: 1000, byteLimit: 1 << 20)
    if plain.readPlainly(bytes), !isWhole || digest(of: plain.collector) &+ 1 != expected {
      return nil
    }
    return expected
  }

  /// Depends on all that a route's points say, and not on how symbols are numbered.
  private static func digest(of route: RouteCollector) -> Int {
    var total = route.omitted &+ route.omittedFields &* 7 &+ route.partBytes
    total = total &* 31 &+ Int(truncatingIfNeeded: route.first.milliseconds)
    total = total &* 31 &+ Int(truncatingIfNeeded: route.last.milliseconds)
    for part in route.parts {
      for attribute in route.attributes[part.attributes.indices] {
        for symbol in [attribute.name, attribute.value] {
          total = total &* 31 &+ Int(truncatingIfNeeded: route.symbols.hash(of: symbol))
        }
      }
    }
    return total &* 31 &+ route.parts.count
  }

  /// Reads the bytes as a date of either form.
  package static func date(_ bytes: [UInt8]) -> Int {
    var parser = DateParser()
    return bytes.withUnsafeBufferPointer { text in
      let local = parser.parse(text)?.milliseconds ?? 0
      let utc = UTCDate.parse(text) ?? 0
      return Int(truncatingIfNeeded: local &+ utc)
    }
  }

  private static func digest(_ bytes: [UInt8], lanes: Int, pieceBytes: Int) -> Int {
    var options = ReaderOptions()
    options.lanes = lanes
    options.pieceBytes = pieceBytes
    options.limits = limits
    let reader = AppleHealthReader(member: "fuzz", options: options)
    var total = 0
    let summary = try? reader.read(
      from: { MemorySource(bytes) }, transform: { digest(of: $0) }, consume: { total &+= $0.output }
    )
    for (type, count) in summary?.rejectedTypes ?? [:] { total &+= type.utf8.count &* count }
    for diagnostic in summary?.diagnostics.all ?? [] {
      total &+= diagnostic.count &* Int(truncatingIfNeeded: diagnostic.first?.line ?? 0)
    }
    return total
  }

  /// Depends on all that a batch's samples say, and not on how symbols are numbered.
  private static func digest(of batch: NativeBatch) -> Int {
    var digest = BatchDigest(batch)
    for sample in batch.samples { digest.add(sample) }
    return digest.total
  }
}

/// A running hash of samples.
private struct BatchDigest {
  private(set) var total: Int
  private let batch: NativeBatch

  init(_ batch: NativeBatch) {
    self.batch = batch
    total = batch.samples.count
  }

  mutating func add(_ sample: NativeSample) {
    for symbol in [
      sample.type, sample.unit, sample.sourceName, sample.sourceVersion, sample.device,
    ] {
      add(symbol)
    }
    add(Int64(bitPattern: Hash128(batch.valueText(of: sample) ?? []).low))
    let numbers: [Int64] = [
      sample.hasValue ? 1 : 0, Int64(sample.writtenOffset), Int64(sample.line),
      Int64(sample.parent), Int64(sample.document), sample.start.milliseconds,
      sample.end.milliseconds, sample.creation.milliseconds,
    ]
    for number in numbers { add(number) }
    add(batch.attributes[sample.attributes.indices])
    add(batch.metadata[sample.metadata.indices])
    for part in batch.parts[sample.parts.indices] {
      add(part.name)
      add(batch.attributes[part.attributes.indices])
      add(batch.metadata[part.metadata.indices])
    }
  }

  private mutating func add(_ attributes: ArraySlice<NativeAttribute>) {
    add(Int64(attributes.count))
    for attribute in attributes {
      add(attribute.name)
      add(attribute.value)
    }
  }

  private mutating func add(_ symbol: Symbol) {
    add(symbol.isPresent ? Int64(bitPattern: batch.symbols.hash(of: symbol)) : 0)
  }

  private mutating func add(_ number: Int64) {
    total = total &* 31 &+ Int(truncatingIfNeeded: number)
  }
}
