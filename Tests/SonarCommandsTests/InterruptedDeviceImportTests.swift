import DeviceExports
import Foundation
import HealthRecords
import RecordStore
import SampleExports
import SupportedData
import Testing

@testable import SonarCommands

/// Imports of Samsung Health and Health Connect that stop behind each of their pieces, and go on.
///
/// What a killed process leaves is the file as it is: it is copied at each of these moments.
@Suite struct InterruptedDeviceImports {
  /// An import that commits behind every piece.
  private struct Importer {
    let tables: MappingTables
    let export: String

    func run(into store: String, progress: (Int) throws -> Void = { _ in }) throws -> InputReport {
      var configuration = RecordStore.Configuration()
      configuration.chunkRows = 1
      let store = try RecordStore.open(path: store, create: true, configuration: configuration)
      var options = ImportOptions()
      options.keepsRenamed = true
      let work = StoreImport(
        store: store, options: options, tables: tables, settingsFingerprint: "-a",
        clockFingerprint: "-b", now: { 1_764_482_400_000 })
      let pass = try ExportPass(
        .path(export), normalizer: Normalizer(tables: tables), lanes: 2)
      var report = InputReport(path: export)
      report.provider = pass.provider.rawValue
      var failure: (any Error)?
      try work.run(pass, into: &report, meter: ByteMeter()) { records in
        do { try progress(records) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
      return report
    }

    /// Where the next import into a store would go on.
    func piecesDone(in store: String) throws -> Int {
      let pass = try ExportPass(
        .path(export), normalizer: Normalizer(tables: tables), lanes: 2)
      let fingerprint = try #require(pass.fingerprint())
      let identity = InputIdentity(
        provider: pass.provider, name: export, fingerprint: fingerprint + "-a-b",
        mappingVersion: tables.table(of: pass.provider)?.version ?? 0, canRecur: true)
      return try RecordStore.open(path: store, create: false).resumePoint(for: identity)?.pieces
        ?? 0
    }
  }

  /// The counts of a report.
  private struct Account: Equatable {
    var outcomes: [String: OutcomeCounts]
    var read: [String: Int]
    var codes: [String: Int]

    init(_ report: InputReport) {
      outcomes = report.types.mapValues(\.outcomes)
      read = report.types.mapValues(\.read)
      codes = Dictionary(
        uniqueKeysWithValues: report.diagnostics.all.map { ($0.code, $0.count) })
    }
  }

  private static func copy(_ store: String, to copy: String) throws {
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: store + suffix) {
      try FileManager.default.copyItem(atPath: store + suffix, toPath: copy + suffix)
    }
  }

  /// Imports a file, keeping what a kill behind each piece would leave, and goes on from each of these.
  private static func check(
    _ export: String, _ place: Workplace, before: [String] = [], atLeast pieces: Int
  ) throws {
    let importer = Importer(tables: try .embedded(), export: export)
    for earlier in before {
      _ = try Importer(tables: importer.tables, export: earlier).run(into: place.path("a.db"))
    }
    var copies: [String] = []
    let straight = try importer.run(into: place.path("a.db")) { _ in
      copies.append("copy\(copies.count).db")
      try copy(place.path("a.db"), to: place.path(copies[copies.count - 1]))
    }
    let records = try place.records(of: "a.db")
    #expect(copies.count >= pieces)
    var resumed = 0
    for name in copies {
      if try importer.piecesDone(in: place.path(name)) > 0 { resumed += 1 }
      let report = try importer.run(into: place.path(name))
      #expect(Account(report) == Account(straight), "\(name) of \(copies.count)")
      #expect(try difference(place.records(of: name), records) == [], "\(name)")
    }
    #expect(resumed >= pieces - 1)
  }

  @Test func `a Samsung export goes on behind any of its tables`() throws {
    try Self.check(
      DeviceSample.path("samsung_health/export.zip"), try Workplace(), atLeast: 20)
  }

  @Test func `a later Samsung export goes on in a store that has the earlier one`() throws {
    try Self.check(
      DeviceSample.path("samsung_health/later.zip"), try Workplace(),
      before: [DeviceSample.path("samsung_health/export.zip")], atLeast: 20)
  }

  @Test func `records of Health Connect go on behind any of their pieces`() throws {
    let place = try Workplace()
    let output = MemoryOutput()
    let phone = HealthConnectSample.Configuration(seed: 11, size: .megabytes(3))
    _ = try HealthConnectSample(configuration: phone).writeZip(to: output)
    try Self.check(try place.file("records.zip", output.bytes), place, atLeast: 3)
  }
}
