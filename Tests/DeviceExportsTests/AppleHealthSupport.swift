import HealthRecords

@testable import DeviceExports

/// Everything a batch says, one line a sample, with all text resolved: two batches that say the same are equal here
/// even where their symbols are numbered differently.
func lines(_ batch: NativeBatch) -> [String] {
  batch.samples.enumerated().map { index, sample in describe(sample, index, in: batch) }
}

private func describe(_ sample: NativeSample, _ index: Int, in batch: NativeBatch) -> String {
  let text = { (symbol: Symbol) in batch.symbols.string(of: symbol) ?? "-" }
  var line = "\(index) \(sample.kind) \(text(sample.type)) line=\(sample.line)"
  if sample.parent >= 0 { line += " parent=\(sample.parent)" }
  for (name, symbol) in [
    ("unit", sample.unit), ("source", sample.sourceName), ("version", sample.sourceVersion),
    ("device", sample.device),
  ] where symbol.isPresent {
    line += " \(name)=\(text(symbol))"
  }
  if let value = batch.valueText(of: sample) {
    line += " value=\(String(decoding: value, as: UTF8.self))"
  }
  for (name, instant) in [
    ("start", sample.start), ("end", sample.end), ("creation", sample.creation),
  ] where instant.isPresent {
    line += " \(name)=\(instant.milliseconds)"
  }
  if sample.writtenOffset != 0 { line += " offset=\(sample.writtenOffset)" }
  line += describe("@", sample.attributes, batch.attributes, text)
  line += describe("#", sample.metadata, batch.metadata, text)
  for part in batch.parts[sample.parts.indices] {
    line += " <\(text(part.name))"
    line += describe("@", part.attributes, batch.attributes, text)
    line += describe("#", part.metadata, batch.metadata, text) + ">"
  }
  if sample.document >= 0 {
    line += " document=\(String(decoding: batch.documents[Int(sample.document)], as: UTF8.self))"
  }
  return line
}

private func describe(
  _ mark: String, _ range: BatchRange, _ list: [NativeAttribute], _ text: (Symbol) -> String
) -> String {
  list[range.indices].map { " \(mark)\(text($0.name))=\(text($0.value))" }.joined()
}

/// One output of a reader in a test: everything the batch says.
struct Delivery: Sendable, Equatable {
  var samples: [String]
  var diagnostics: [String]
  var rejected: [String: Int]
  var origin: [UInt64]

  init(_ batch: NativeBatch) {
    samples = lines(batch)
    diagnostics = batch.diagnostics.all.map(Self.describe)
    rejected = batch.rejectedTypes
    origin = [batch.origin.byte, batch.origin.line]
  }

  static func describe(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.first.map { " at \($0.byte):\($0.line)" } ?? ""
    return "\(diagnostic.code) x\(diagnostic.count)\(place)"
  }
}

/// What one run gave.
struct Run {
  var outputs: [PieceOutput<Delivery>] = []
  var summary = ExportSummary()

  /// All samples in order.
  var samples: [String] { outputs.flatMap(\.output.samples) }

  /// The codes of all diagnostics, with their counts.
  var codes: [String: Int] {
    Dictionary(uniqueKeysWithValues: summary.diagnostics.all.map { ($0.code, $0.count) })
  }

  /// Everything in a summary that tells runs apart.
  var facts: [String] {
    [
      summary.formatVersion, "\(summary.exportedAt ?? -1)", summary.locale ?? "-",
      "\(summary.complete)", "\(summary.bytes)", "\(summary.pieces)",
      "\(summary.writtenOffsets)",
    ]
      + summary.diagnostics.all.map(Delivery.describe)
      + summary.samplesByType.map { "\($0.key)=\($0.value)" }.sorted()
      + summary.rejectedTypes.map { "!\($0.key)=\($0.value)" }.sorted()
  }
}

/// Reads an export in memory.
func read(
  _ bytes: [UInt8], sideFiles: [String: [UInt8]] = [:], readSize: Int = .max,
  options: ReaderOptions = ReaderOptions()
) throws -> Run {
  let reader = AppleHealthReader(
    member: "export.xml", sideFiles: MemorySideFiles(sideFiles), options: options)
  var run = Run()
  run.summary = try reader.read(
    from: { MemorySource(bytes, readSize: readSize) }, transform: { Delivery($0) },
    consume: { run.outputs.append($0) })
  return run
}

/// Reads an export given as text.
func read(
  _ text: String, sideFiles: [String: [UInt8]] = [:], options: ReaderOptions = ReaderOptions()
) throws -> Run {
  try read(Array(text.utf8), sideFiles: sideFiles, options: options)
}

extension ReaderOptions {
  /// Options for small inputs.
  static func small(lanes: Int, pieceBytes: Int = 1 << 20) -> ReaderOptions {
    var options = ReaderOptions()
    options.lanes = lanes
    options.pieceBytes = pieceBytes
    return options
  }
}
