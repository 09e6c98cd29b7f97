import HealthRecords
import SonarSQLite

/// A row of the `half` table.
struct StoredHalf {
  /// What the halves of one reading agree on.
  struct Reading: Hashable {
    var start: Int64
    var duration: Int64
    /// The source as JSON.
    var source: [UInt8]
    /// The number of the zone; 0 for none.
    var zone: Int64
  }

  var sequence: Int64
  var reading: Reading
  /// The number of the component's name.
  var component: Int64
  var contentHash: UInt64
  var digest: UInt64
  var flags: RowFlags
  /// The native data as canonical JSON; empty for none.
  var native: [UInt8]
  /// `{"components":{NAME:…}}`, and what else the row says.
  var payload: [UInt8]
}

/// The record that halves make.
struct ComposedRecord {
  /// The half that gives the record its time and source.
  let first: Int64
  let contentHash: UInt64
  let digest: UInt64
  /// Those of the record, without a history.
  let flags: RowFlags
  let completeness: Int64
  let payload: [UInt8]
  let native: [UInt8]

  /// The record of the best reading of an id: the one with most values, then the greater hash, then the smaller text; nil
  /// without any half.
  init?(_ halves: [StoredHalf]) {
    let readings = Dictionary(grouping: halves, by: \.reading).values.map { reading in
      reading.sorted { $0.payload.lexicographicallyPrecedes($1.payload) }
    }
    guard let best = readings.max(by: Self.isLess), let first = best.first else { return nil }
    self.first = first.sequence
    let quality = best.reduce(0) { $0 | $1.flags.rawValue & ~0xffff }
    flags = RowFlags(rawValue: first.flags.rawValue | quality)
    // A doubt that comes later is a change for the feed.
    let doubt: UInt64 = flags.quality.contains(.mixedReading) ? 1 : 0
    contentHash = Self.hash(best.map(\.contentHash) + [doubt])
    digest = Self.hash(best.map(\.digest) + [UInt64(bitPattern: flags.rawValue)])
    completeness = Int64(1 + best.count)
    payload = best.dropFirst().reduce(first.payload) { JSONUnion.of($0, $1.payload) }
    let natives = best.map(\.native).filter { !$0.isEmpty }
    native = natives.dropFirst().reduce(natives.first ?? []) { JSONUnion.of($0, $1) }
  }

  private static func isLess(_ left: [StoredHalf], _ right: [StoredHalf]) -> Bool {
    if left.count != right.count { return left.count < right.count }
    let hashes = (hash(left.map(\.contentHash)), hash(right.map(\.contentHash)))
    if hashes.0 != hashes.1 { return hashes.0 < hashes.1 }
    return right.flatMap(\.text).lexicographicallyPrecedes(left.flatMap(\.text))
  }

  /// A hash of hashes in their order.
  private static func hash(_ hashes: [UInt64]) -> UInt64 {
    hashes.reduce(UInt64(hashes.count)) { Hash128.finalized($0 &* 31 ^ $1) }
  }
}

extension StoredHalf {
  /// What tells two halves of equal contents apart.
  fileprivate var text: [UInt8] { native + [0] + reading.source + [0] }
}

/// The statements about halves.
final class HalfStatements {
  /// Writes a half, or another one in its place.
  var keep: RecordWriter
  let forget: Statement
  private let select: Statement
  private let flag: Statement
  private let compose: Statement

  init(_ connection: Connection) throws {
    keep = try RecordWriter(connection, verb: "REPLACE", table: "half")
    forget = try connection.prepare("DELETE FROM half WHERE id = ?1")
    select = try connection.prepare(
      "SELECT h.change_seq, h.start, h.duration, s.json, coalesce(h.zone, 0), h.code, h.content,"
        + " h.digest, h.flags, iif(typeof(h.native) = 'integer', n.json, h.native), h.payload"
        + " FROM half h LEFT JOIN native n ON n.id = h.native"
        + " LEFT JOIN source s ON s.id = h.source WHERE h.id = ?1")
    flag = try connection.prepare("UPDATE half SET flags = flags | ?2 WHERE change_seq = ?1")
    compose = try connection.prepare(
      "REPLACE INTO record(change_seq, type, start, duration, id, digest, content, modified_at,"
        + " flags, source, native, version_number, completeness, mapping_version, zone, payload,"
        + " links) SELECT ?1, type, start, duration, id, ?2, ?3, modified_at, ?4, source, ?5,"
        + " version_number, ?6, mapping_version, zone, ?7, links FROM half WHERE change_seq = ?8")
  }

  /// The kept halves of a record, in no order.
  func halves(of record: RecordID) throws -> [StoredHalf] {
    select.bind(1, blob: record.bytes)
    var found: [StoredHalf] = []
    try select.forEachRow { found.append(StoredHalf($0)) }
    return found
  }

  /// Notes that a half came with another content of the same version.
  func doubt(_ half: StoredHalf) throws {
    flag.bind(1, half.sequence)
    flag.bind(2, Int64(Quality.mixedReading.rawValue) << 16)
    try flag.run()
  }

  /// Writes a composed record at a change sequence, whatever is there.
  func write(_ record: ComposedRecord, sequence: Int64, history: Int64) throws {
    compose.bind(1, sequence)
    compose.bind(2, bits: record.digest)
    compose.bind(3, bits: record.contentHash)
    compose.bind(4, record.flags.rawValue | history)
    if record.native.isEmpty { compose.bindNull(5) } else { compose.bind(5, text: record.native) }
    compose.bind(6, record.completeness)
    compose.bind(7, text: record.payload)
    compose.bind(8, record.first)
    try compose.run()
  }
}

extension StoredHalf {
  fileprivate init(_ row: Statement) {
    sequence = row.integer(0)
    reading = Reading(
      start: row.integer(1), duration: row.integer(2), source: row.bytes(3), zone: row.integer(4))
    component = row.integer(5)
    contentHash = row.bits(6)
    digest = row.bits(7)
    flags = RowFlags(rawValue: row.integer(8))
    native = row.bytes(9)
    payload = row.bytes(10)
  }
}
