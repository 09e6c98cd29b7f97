import HealthRecords
import SonarSQLite

/// The edit version of a half, and that of the tables that read it.
struct HalfVersion: Equatable {
  let version: RecordVersion
  let mappingVersion: Int

  init(_ version: RecordVersion, _ mappingVersion: Int) {
    self.version = version
    self.mappingVersion = mappingVersion
  }

  var modifiedAt: Int64 { version.modifiedAt }

  func precedes(_ other: HalfVersion, _ order: RecordVersion.Order) -> Bool {
    version == other.version
      ? mappingVersion < other.mappingVersion : version.precedes(other.version, order)
  }
}

/// A row of the `half` table.
struct StoredHalf {
  /// The bit of `mixed_reading`: the half came with two contents of one version.
  static let doubtBit = Int64(Quality.mixedReading.rawValue) << 16
  /// What tells how the row came to be: that it had another content once (9), and the doubt.
  static let historyBits = RowFlags.updatedBit | doubtBit

  var sequence: Int64
  var place: HalfPlace
  var version: HalfVersion
  var contentHash: UInt64
  var digest: UInt64
  var flags: RowFlags
  /// The native data as canonical JSON; empty for none.
  var native: [UInt8]
  /// `{"components":{NAME:…}}`, and what else the row says.
  var payload: [UInt8]

  /// A half as it is written.
  init(_ arrival: Arrival, sequence: Int64, _ batch: RecordBatch) {
    self.sequence = sequence
    place = batch.place(of: arrival.row)
    version = HalfVersion(arrival.row.version, batch.mappingVersion)
    contentHash = arrival.row.contentHash
    digest = arrival.digest
    flags = arrival.flags
    native = batch.symbols.bytes(of: arrival.row.native)
    payload = Array(batch.payloads[arrival.row.payload.indices])
  }

  fileprivate init(_ row: Statement) {
    func hash(_ column: Int32) -> UInt64 {
      row.isNull(column) ? 0 : row.withBytes(column) { Hash128($0).low }
    }
    sequence = row.integer(0)
    flags = RowFlags(rawValue: row.integer(8))
    let start = row.integer(1)
    place = HalfPlace(
      start: start, end: start &+ row.integer(2), recording: flags.recording, source: hash(3),
      zone: hash(4), component: hash(5))
    contentHash = row.bits(6)
    digest = row.bits(7)
    native = row.bytes(9)
    payload = row.bytes(10)
    version = HalfVersion(
      RecordVersion(number: row.integer(11), modifiedAt: row.integer(12)), Int(row.integer(13)))
  }
}

/// The record that halves make.
struct ComposedRecord {
  /// The half that gives the record its version, and what all of them agree on.
  let newest: Int64
  let contentHash: UInt64
  let digest: UInt64
  /// Those of the record, without a history.
  let flags: RowFlags
  let completeness: Int64
  let payload: [UInt8]
  let native: [UInt8]

  /// The record of the best reading of an id: the newest, then the one with most values, then the greater hash, then the
  /// smaller text; nil without any half.
  ///
  /// It is flagged `mixed_reading` where one of its values came with two contents of one version, or with an older
  /// content while the others were not written since; and where another reading is as new or has a value more.
  init?(_ halves: [StoredHalf], _ order: RecordVersion.Order) {
    let readings = Dictionary(grouping: halves, by: \.place.reading).values
      .map { Reading($0, order) }
    guard let best = readings.max(by: { $0.isWorse(than: $1, order) }) else { return nil }
    let isMixed =
      best.isMixed
      || readings.contains { $0.place != best.place && $0.rivals(best) }
    let doubt = isMixed ? StoredHalf.doubtBit : 0
    newest = best.newest.sequence
    flags = RowFlags(rawValue: best.flags & ~StoredHalf.historyBits | RowFlags.memberBit | doubt)
    // One half alone says what a whole record with its one value says. A doubt is a change for the feed.
    contentHash =
      halves.count == 1 && !isMixed
      ? best.newest.contentHash
      : Self.hash(best.halves.map(\.contentHash) + [isMixed ? 1 : 0])
    digest = Self.hash(best.halves.map(\.digest) + [UInt64(bitPattern: flags.rawValue)])
    completeness = Int64(1 + best.halves.count)
    payload = Self.union(best.halves.map(\.payload))
    native = Self.union(best.halves.map(\.native).filter { !$0.isEmpty })
  }

  private static func union(_ texts: [[UInt8]]) -> [UInt8] {
    texts.dropFirst().reduce(texts.first ?? []) { JSONUnion.of($0, $1) }
  }

  /// A hash of hashes in their order.
  fileprivate static func hash(_ hashes: [UInt64]) -> UInt64 {
    hashes.reduce(UInt64(hashes.count)) { Hash128.finalized($0 &* 31 ^ $1) }
  }
}

/// Halves that belong together.
private struct Reading {
  /// In the order of their values' names.
  let halves: [StoredHalf]
  let newest: StoredHalf

  /// `halves` has one at least.
  init(_ halves: [StoredHalf], _ order: RecordVersion.Order) {
    self.halves = halves.sorted { $0.payload.lexicographicallyPrecedes($1.payload) }
    newest = self.halves.dropFirst().reduce(self.halves[0]) {
      $0.version.precedes($1.version, order) ? $1 : $0
    }
  }

  var place: UInt64 { newest.place.reading }

  /// The flags of the record, with all doubts of its halves.
  var flags: Int64 {
    halves.reduce(newest.flags.rawValue) { $0 | $1.flags.rawValue & ~0xffff }
  }

  var isMixed: Bool {
    let isEdited = halves.contains { $0.flags.isUpdated }
    return halves.contains { $0.flags.rawValue & StoredHalf.doubtBit != 0 }
      || isEdited && halves.contains { $0.version != newest.version }
  }

  /// Whether it makes a better reading doubtful.
  func rivals(_ best: Reading) -> Bool {
    newest.version == best.newest.version
      || halves.contains { half in
        !best.halves.contains { $0.place.component == half.place.component }
      }
  }

  func isWorse(than other: Reading, _ order: RecordVersion.Order) -> Bool {
    if newest.version != other.newest.version {
      return newest.version.precedes(other.newest.version, order)
    }
    if halves.count != other.halves.count { return halves.count < other.halves.count }
    let hashes = [self, other].map { ComposedRecord.hash($0.halves.map(\.contentHash)) }
    if hashes[0] != hashes[1] { return hashes[0] < hashes[1] }
    return place > other.place
  }
}

/// The statements about halves.
final class HalfStatements {
  /// Writes a half, or another one in its place.
  var keep: RecordWriter
  private let select: Statement
  private let dropOne: Statement
  private let dropAll: Statement
  private let flag: Statement
  private let compose: Statement
  private let selectDeletion: Statement
  private let addDeletion: Statement
  private let dropDeletion: Statement

  init(_ connection: Connection) throws {
    keep = try RecordWriter(connection, verb: "REPLACE", table: "half")
    select = try connection.prepare(
      "SELECT h.change_seq, h.start, h.duration, s.json, z.name, c.text, h.content, h.digest,"
        + " h.flags, iif(typeof(h.native) = 'integer', n.json, h.native), h.payload,"
        + " h.version_number, h.modified_at, coalesce(h.mapping_version, t.mapping_version)"
        + " FROM half h JOIN type t ON t.id = h.type LEFT JOIN native n ON n.id = h.native"
        + " LEFT JOIN source s ON s.id = h.source LEFT JOIN zone z ON z.id = h.zone"
        + " LEFT JOIN code c ON c.id = h.code WHERE h.id = ?1")
    dropOne = try connection.prepare("DELETE FROM half WHERE change_seq = ?1")
    dropAll = try connection.prepare("DELETE FROM half WHERE id = ?1")
    flag = try connection.prepare("UPDATE half SET flags = ?2 WHERE change_seq = ?1")
    compose = try connection.prepare(
      "REPLACE INTO record(change_seq, type, start, duration, id, digest, content, modified_at,"
        + " flags, source, native, version_number, completeness, mapping_version, zone, payload,"
        + " links) SELECT ?1, type, start, duration, id, ?2, ?3, modified_at, ?4, source, ?5,"
        + " version_number, ?6, mapping_version, zone, ?7, links FROM half WHERE change_seq = ?8")
    selectDeletion = try connection.prepare(
      "SELECT modified_at FROM half_deletion WHERE id = ?1")
    addDeletion = try connection.prepare(
      "REPLACE INTO half_deletion(id, modified_at) VALUES(?1, ?2)")
    dropDeletion = try connection.prepare("DELETE FROM half_deletion WHERE id = ?1")
  }

  /// The kept halves of a record, in no order.
  func halves(of record: RecordID) throws -> [StoredHalf] {
    select.bind(1, blob: record.bytes)
    var found: [StoredHalf] = []
    try select.forEachRow { found.append(StoredHalf($0)) }
    return found
  }

  /// Removes one half.
  func drop(_ half: StoredHalf) throws {
    dropOne.bind(1, half.sequence)
    try dropOne.run()
  }

  /// Removes all that is known of the halves of a record.
  func forget(_ record: RecordID) throws {
    dropAll.bind(1, blob: record.bytes)
    try dropAll.run()
    dropDeletion.bind(1, blob: record.bytes)
    try dropDeletion.run()
  }

  /// Writes the flags of a half.
  func mark(_ half: StoredHalf) throws {
    flag.bind(1, half.sequence)
    flag.bind(2, half.flags.rawValue)
    try flag.run()
  }

  /// Keeps the date of a deletion that a half outlived.
  func remember(_ deletion: Tombstone) throws {
    addDeletion.bind(1, blob: deletion.id.bytes)
    addDeletion.bind(2, deletion.modifiedAt)
    try addDeletion.run()
  }

  /// The date of the deletion that the halves of a record outlived.
  func deletion(of record: RecordID) throws -> Int64? {
    selectDeletion.bind(1, blob: record.bytes)
    defer { selectDeletion.reset() }
    return try selectDeletion.step() ? selectDeletion.integer(0) : nil
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
    compose.bind(8, record.newest)
    try compose.run()
  }
}
