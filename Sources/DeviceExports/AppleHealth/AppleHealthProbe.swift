internal import HealthRecords

/// Entry points for fuzzing: total functions over any bytes, under small limits.
///
/// Each returns a number that depends on all that was read, so that a compiler cannot leave anything out.
package enum AppleHealthProbe {
  /// Reads the bytes as a main file in both lanes; 0 where the lanes disagree and the input is not empty.
  package static func exportXML(_ bytes: [UInt8]) -> Int {
    let careful = digest(bytes, lanes: 1, pieceBytes: 256)
    let fast = digest(bytes, lanes: 2, pieceBytes: 256)
    return careful == fast ? careful &+ 1 : 0
  }

  /// Reads the bytes as an electrocardiogram.
  package static func electrocardiogram(_ bytes: [UInt8]) -> Int {
    let table = ElectrocardiogramTable(bytes)
    return table.sampleCount &+ table.header.count &+ table.voltages.count &+ table.strangeLines
  }

  /// Reads the bytes as a route.
  package static func route(_ bytes: [UInt8]) -> Int {
    let reader = RouteReader(partLimit: 1000, byteLimit: 1 << 20)
    let isWhole = reader.read(bytes)
    return reader.parts.count &+ reader.attributes.count &+ (isWhole ? 1 : 0)
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
    options.limits.depth = 8
    options.limits.partsPerSample = 100
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

  /// Independent of how symbols are numbered.
  private static func digest(of batch: NativeBatch) -> Int {
    var total = batch.samples.count
    for sample in batch.samples {
      let symbols = [
        sample.type, sample.unit, sample.sourceName, sample.sourceVersion, sample.device,
      ]
      for symbol in symbols {
        total = total &* 31 &+ Int(truncatingIfNeeded: batch.symbols.hash(of: symbol))
      }
      for attribute in batch.attributes[sample.attributes.indices] {
        total = total &* 31 &+ Int(truncatingIfNeeded: batch.symbols.hash(of: attribute.value))
      }
      let numbers = [
        Int64(sample.value.count), Int64(sample.parts.count), Int64(sample.metadata.count),
        Int64(sample.line), Int64(sample.parent), sample.start.milliseconds,
        sample.end.milliseconds,
      ]
      for number in numbers { total = total &* 31 &+ Int(truncatingIfNeeded: number) }
    }
    return total
  }
}
