import Foundation
import HealthRecords
import RecordStore
import SonarSQLite

/// A store in a folder of its own, which goes with it.
final class TemporaryStore {
  let folder: URL
  let store: RecordStore
  private var imports = 0

  var path: String { folder.appendingPathComponent("store.sqlite").path }

  init(_ configuration: RecordStore.Configuration = RecordStore.Configuration()) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sonar-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try RecordStore.open(
      path: folder.appendingPathComponent("store.sqlite").path, create: true,
      configuration: configuration)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Opens the same file a second time.
  func reopened(
    _ configuration: RecordStore.Configuration = RecordStore.Configuration()
  ) throws -> RecordStore {
    try RecordStore.open(path: path, create: false, configuration: configuration)
  }

  /// A connection of the test's own, for what the store has no function for.
  func connection() throws -> Connection {
    var options = Connection.Options()
    options.creates = false
    return try Connection(path: path, options: options)
  }

  /// The first column of a query, as text.
  func column(_ sql: String) throws -> [String] {
    let statement = try connection().prepare(sql)
    var values: [String] = []
    try statement.forEachRow { values.append($0.text(0)) }
    return values
  }

  /// Imports drafts in batches of `size` and finishes.
  @discardableResult
  func importing(
    _ drafts: [Draft], size: Int = 100, fingerprint: String? = nil, exportedAt: Int64? = nil,
    _ options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    imports += 1
    return try run(
      drafts, on: store, size: size, fingerprint: fingerprint ?? "input \(imports)",
      exportedAt: exportedAt, options)
  }

  /// The bytes of the file and of its journals; a journal that is not there is like an empty one.
  func files() throws -> [Data] {
    try [path, path + "-journal", path + "-wal"].map {
      guard FileManager.default.fileExists(atPath: $0) else { return Data() }
      return try Data(contentsOf: URL(fileURLWithPath: $0))
    }
  }

  /// The canonical export, as lines.
  func lines() throws -> [String] {
    var bytes: [UInt8] = []
    try store.exportCanonical { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// All tombstones but those of absorbed parts, as text.
  func tombstones() throws -> [String] {
    try column(
      "SELECT hex(id) || ' ' || modified_at || ' ' || reason FROM tombstone"
        + " WHERE reason <> 'absorbed' ORDER BY 1")
  }
}

/// Imports drafts into a store, goes on where a killed import stopped, and finishes.
@discardableResult
func run(
  _ drafts: [Draft], on store: RecordStore, size: Int = 100, fingerprint: String = "input",
  exportedAt: Int64? = nil, _ options: ImportOptions = ImportOptions()
) throws -> ImportSummary {
  let input = InputIdentity(
    provider: .appleHealth, name: "export.zip", fingerprint: fingerprint, mappingVersion: 1)
  let point = try store.resumePoint(for: input)
  let session = try store.beginImport(input, options: options, startedAt: 1, resuming: point)
  session.details = InputDetails(format: "apple_health 14", exportedAt: exportedAt)
  let pieces = stride(from: 0, to: max(drafts.count, 1), by: size).map {
    Array(drafts[$0..<min($0 + size, drafts.count)])
  }
  for (number, piece) in pieces.enumerated() where number >= point?.pieces ?? 0 {
    try session.append(batch(piece), piece: number)
    try session.commitIfDue { _ in Array("piece \(number)".utf8) }
  }
  return try session.finish(.complete, finishedAt: 2) { _ in [] }
}

extension ImportSummary {
  /// The outcomes of all native types together, without the zeros.
  var totals: [Outcome: Int] {
    var sum = OutcomeCounts()
    for counts in outcomes.values { sum.add(counts) }
    return Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0, sum[$0]) })
      .filter { $0.value != 0 }
  }
}

/// The code of the store error that `body` throws; nil when it throws none.
func storeError(_ body: () throws -> Void) throws -> StoreError? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return error
  }
}
