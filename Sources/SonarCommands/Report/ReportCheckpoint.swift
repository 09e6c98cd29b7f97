import Foundation
import HealthRecords

/// The report so far, as it is kept with every checkpoint: a resumed import goes on counting where it was.
struct ReportCheckpoint: Codable {
  private var types: [String: Tally] = [:]
  private var diagnostics: [Note] = []
  private var assumedZones = 0

  private struct Tally: Codable {
    var recordType: String
    var read: Int
    var outcomes: [Int]
    var first: Int64
    var last: Int64
    var units: [String: Int]
    var sources: [String]
  }

  private struct Note: Codable {
    var code: String
    var severity: String
    var count: Int
    var message: String
    var member: String?
    var byte: UInt64
    var line: UInt64
  }

  /// Takes the counts of a report.
  init(_ report: InputReport) {
    types = report.types.mapValues { tally in
      Tally(
        recordType: tally.recordType.rawValue, read: tally.read,
        outcomes: Outcome.allCases.map { tally.outcomes[$0] }, first: tally.first,
        last: tally.last, units: tally.units, sources: tally.sources.sorted())
    }
    diagnostics = report.diagnostics.all.map {
      Note(
        code: $0.code, severity: $0.severity.rawValue, count: $0.count, message: $0.message,
        member: $0.first?.member, byte: $0.first?.byte ?? 0, line: $0.first?.line ?? 0)
    }
    assumedZones = report.assumedZones
  }

  /// The spellings of the units that were declared, by native type.
  var declaredUnits: [String: Set<String>] {
    types.mapValues { Set($0.units.keys) }
  }

  /// Puts the counts back into a report.
  func restore(into report: inout InputReport) {
    report.assumedZones = assumedZones
    for (type, saved) in types {
      var tally = TypeTally(recordType: RecordType(rawValue: saved.recordType))
      tally.read = saved.read
      for (outcome, count) in zip(Outcome.allCases, saved.outcomes) {
        tally.outcomes[outcome] = count
      }
      tally.first = saved.first
      tally.last = saved.last
      tally.units = saved.units
      tally.sources = Set(saved.sources)
      report.types[type] = tally
    }
    for note in diagnostics {
      report.diagnostics.add(
        Diagnostic(
          note.code, Diagnostic.Severity(rawValue: note.severity) ?? .warning, count: note.count,
          message: note.message,
          first: note.member.map { InputPosition(member: $0, byte: note.byte, line: note.line) }))
    }
  }

  /// The checkpoint as JSON.
  func encoded() throws -> [UInt8] {
    Array(try JSONEncoder().encode(self))
  }

  /// Reads a checkpoint back; nil for text of another version, which starts the import again.
  static func decode(_ bytes: [UInt8]) -> ReportCheckpoint? {
    try? JSONDecoder().decode(ReportCheckpoint.self, from: Data(bytes))
  }
}
