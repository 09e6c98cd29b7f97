import Foundation

@testable import SampleExports

/// Counts records of Health Connect by id, version and content, with parsed JSON and dictionaries.
///
/// Knows nothing of how the records were generated.
struct ConnectCounter {
  typealias Outcomes = RecordTally.Outcomes

  private struct Stored {
    var modified: String
    var version: Int
    var content: String
  }

  private var store: [String: Stored] = [:]
  /// The version an id had before the page being counted.
  private var before: [String: String] = [:]
  private(set) var types: [String: Outcomes] = [:]

  /// Counts records in their order.
  mutating func count(_ records: [[String: Any]]) throws {
    types = [:]
    for record in records { try upsert(record) }
  }

  /// Counts a page of changes: a deletion of an id that the page also has holds only where the
  /// upsert is no newer than what was stored.
  mutating func count(page: [String: Any]) throws {
    types = [:]
    before = store.mapValues(\.modified)
    var upserted: Set<String> = []
    for change in page["upsertionChanges"] as? [[String: Any]] ?? [] {
      let record = change["record"] as? [String: Any] ?? [:]
      try upsert(record)
      upserted.insert(Self.metadata(record, "id"))
    }
    for change in page["deletionChanges"] as? [[String: Any]] ?? [] {
      let id = change["recordId"] as? String ?? ""
      let lives = upserted.contains(id) && store[id]?.modified ?? "" > before[id] ?? ""
      let outcome: WritableKeyPath<Outcomes, Int> = lives ? \.stale : \.deleted
      types["Deletion", default: Outcomes()][keyPath: outcome] += 1
    }
  }

  private mutating func upsert(_ record: [String: Any]) throws {
    let type = record["recordType"] as? String ?? ""
    let outcome = try merge(record, under: Self.metadata(record, "id"))
    types[type, default: Outcomes()][keyPath: outcome] += 1
  }

  private mutating func merge(
    _ record: [String: Any], under id: String
  ) throws -> WritableKeyPath<Outcomes, Int> {
    var values = record
    values["metadata"] = nil
    let content = try JSONSerialization.data(withJSONObject: values, options: .sortedKeys)
    // Without the fraction "Z" would sort behind ".": times here differ by seconds where it counts.
    let new = Stored(
      modified: Self.metadata(record, "lastModifiedTime"),
      version: Int(Self.metadata(record, "clientRecordVersion")) ?? 0,
      content: String(decoding: content, as: UTF8.self))
    guard let old = store[id] else {
      store[id] = new
      return \.kept
    }
    if old.content == new.content { return \.duplicate }
    guard (old.modified, old.version) < (new.modified, new.version) else { return \.stale }
    store[id] = new
    return \.updated
  }

  private static func metadata(_ record: [String: Any], _ name: String) -> String {
    let metadata = record["metadata"] as? [String: Any] ?? [:]
    return metadata[name].map { "\($0)" } ?? ""
  }
}
