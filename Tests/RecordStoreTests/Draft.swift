import HealthRecords
import RecordStore

/// A record as a test describes it; `batch` makes the row that the normalizer would make.
struct Draft: Hashable {
  var nativeType = "HKHeartRate"
  var recordType = "heart_rate"
  /// What tells records of one type and start apart.
  var key = 0
  var start: Int64 = 1_000_000
  var duration: Int64 = 0
  var number = 60.0
  var versionNumber: Int64 = 0
  var modifiedAt: Int64 = 2_000_000
  var source = "Watch"
  var native = ""
  var standing = RecordStanding.whole
  var kind = ValueKind.quantity
  var code = ""
  var isCivilDate = false
  var payload = ""
  /// A sync identifier: the id does not depend on the start then.
  var syncIdentifier: String?
  var links: [RecordLink] = []
  var zone = ""
  var completeness: UInt32 = 0
  /// Whether it is a half, of the component in `code`.
  var isHalf = false

  var contentID: RecordID {
    let text = "\(nativeType) \(key) \(start) \(duration) \(number)"
    let milliseconds = isCivilDate ? start &* 86_400_000 : start
    return RecordID(Hash128(Array(text.utf8)), startMilliseconds: milliseconds)
  }

  /// The id for records of one identity with different values: their value is no part of it.
  var id: RecordID {
    if let syncIdentifier {
      return RecordID(Hash128(Array("\(nativeType) \(syncIdentifier)".utf8)))
    }
    return RecordID(
      Hash128(Array("\(nativeType) \(key) \(start)".utf8)),
      startMilliseconds: isCivilDate ? start &* 86_400_000 : start)
  }

  var contentHash: UInt64 {
    Hash128(Array("\(start) \(duration) \(number) \(code) \(payload) \(zone)".utf8)).low
  }

  var digest: UInt64 {
    let text = "\(contentHash) \(versionNumber) \(modifiedAt) \(source) \(native)"
    return Hash128(Array(text.utf8)).low
  }

  func changed(_ change: (inout Draft) -> Void) -> Draft {
    var copy = self
    change(&copy)
    return copy
  }

  func append(to batch: inout RecordBatch) {
    var row = RecordRow(id: id)
    let type = BatchType(
      nativeType: nativeType, recordType: RecordType(rawValue: recordType), unit: "count/min")
    if !batch.types.contains(type) { batch.types.append(type) }
    row.type = UInt32(batch.types.firstIndex(of: type) ?? 0)
    row.kind = kind
    row.standing = standing
    row.isCivilDate = isCivilDate
    row.isHalf = isHalf
    row.completeness = completeness
    row.start = start
    row.end = start &+ duration
    row.number = number
    row.version = RecordVersion(number: versionNumber, modifiedAt: modifiedAt)
    row.contentHash = contentHash
    row.digest = digest
    row.source = batch.symbols.intern("{\"name\":\"\(source)\",\"version\":\"1\"}")
    if !native.isEmpty { row.native = batch.symbols.intern("{\"note\":\"\(native)\"}") }
    if !code.isEmpty { row.code = batch.symbols.intern(code) }
    if !zone.isEmpty { row.zone = batch.symbols.intern(zone) }
    if !payload.isEmpty {
      row.payload = BatchRange(start: batch.payloads.count, count: payload.utf8.count)
      batch.payloads.append(contentsOf: payload.utf8)
    }
    if !links.isEmpty {
      row.links = BatchRange(start: batch.links.count, count: links.count)
      batch.links.append(contentsOf: links.sorted())
    }
    if syncIdentifier != nil {
      row.hasSyncIdentifier = true
      row.sharedID = RecordID(
        Hash128(Array("shared \(id.hexadecimal) \(start) \(duration)".utf8)),
        startMilliseconds: start)
    }
    batch.rows.append(row)
  }
}

/// One batch of drafts in their order.
func batch(_ drafts: [Draft], mappingVersion: Int = 1) -> RecordBatch {
  var batch = RecordBatch(provider: .appleHealth, mappingVersion: mappingVersion)
  for draft in drafts { draft.append(to: &batch) }
  return batch
}
