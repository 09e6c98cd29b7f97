internal import HealthRecords

/// What a piece tells about the whole export, apart from its samples.
struct PieceFacts: Sendable, Equatable {
  /// The export's own date.
  var exportDate: WrittenDate?
  /// The distinct offsets in samples' starts, in minutes.
  var offsets: Set<Int16> = []
  /// Normalized paths of the side files that elements refer to.
  var referencedPaths: [String] = []
  /// Whether the end tag of the export was met.
  var isClosed = false
  /// Samples by native type.
  var samplesByType: [String: Int] = [:]
  /// Counted elements without a sample.
  var rejectedTypes: [String: Int] = [:]
  /// What was repaired or left out.
  var diagnostics = Diagnostics()

  /// What still matters of a piece that an earlier run has counted.
  var withoutCounts: PieceFacts {
    var facts = self
    facts.samplesByType = [:]
    facts.rejectedTypes = [:]
    facts.diagnostics = Diagnostics()
    return facts
  }

  /// Takes over what the finished batch knows; linear in its samples.
  mutating func add(_ batch: NativeBatch) {
    var counts = [Int](repeating: 0, count: batch.symbols.count + 1)
    for sample in batch.samples { counts[Int(sample.type.index)] += 1 }
    for (index, count) in counts.enumerated() where count > 0 {
      let type = batch.symbols.string(of: Symbol(index: UInt32(index))) ?? ""
      samplesByType[type, default: 0] += count
    }
    rejectedTypes = batch.rejectedTypes
    diagnostics = batch.diagnostics
  }
}

extension ExportSummary {
  /// How many distinct types are told apart; the rest is counted together.
  private static let typeLimit = 10_000
  private static let otherTypes = "(other types)"

  /// Adds what a piece tells.
  mutating func add(_ facts: PieceFacts) {
    if exportedAt == nil, let date = facts.exportDate {
      exportedAt = date.milliseconds
      exportOffset = date.offset
    }
    let offsets = facts.offsets.subtracting(writtenOffsets)
    if !offsets.isEmpty { writtenOffsets = (writtenOffsets + offsets).sorted() }
    diagnostics.add(facts.diagnostics)
    Self.merge(facts.samplesByType, into: &samplesByType)
    Self.merge(facts.rejectedTypes, into: &rejectedTypes)
    if facts.isClosed { complete = true }
  }

  private static func merge(_ counts: [String: Int], into total: inout [String: Int]) {
    for (type, count) in counts {
      let isKnown = total.count < typeLimit || total[type] != nil
      total[isKnown ? type : otherTypes, default: 0] += count
    }
  }
}
