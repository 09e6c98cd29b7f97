import HealthRecords
import SupportedData

/// Builds native batches as a reader would, one sample after the other.
struct NativeDraft {
  var batch: NativeBatch

  init(exportedAt: Int64? = NativeDraft.exported) {
    batch = NativeBatch(
      provider: .appleHealth, origin: BatchOrigin(member: "export.xml", raw: []))
    if let exportedAt { batch.origin.exportedAt = NativeInstant(milliseconds: exportedAt) }
  }

  /// 2024-05-01T10:00:00Z, when samples start unless they say otherwise.
  static let start: Int64 = 1_714_557_600_000
  /// One minute later, when they end.
  static let end: Int64 = start + 60_000
  /// Two minutes after the start, when they were saved.
  static let created: Int64 = start + 120_000
  /// A month later, when the export was written.
  static let exported: Int64 = start + 30 * 86_400_000

  /// What a sample says beyond its type and value; the defaults are those of an unremarkable sample.
  struct Words {
    var kind: NativeKind?
    var unit: String?
    var source: String? = "Watch"
    var version: String?
    var device: String?
    var start: Int64? = NativeDraft.start
    var end: Int64? = NativeDraft.end
    var created: Int64? = NativeDraft.created
    var offset: Int16 = 0
    var metadata: [(String, String)] = []
    var attributes: [(String, String)] = []
    var parent: Int32 = -1
    var document: String?
  }

  /// Adds a sample and returns its index.
  ///
  /// `edit` changes what it says.
  @discardableResult
  mutating func add(
    _ type: String, _ value: String? = nil, unit: String? = nil, metadata: [(String, String)] = [],
    _ edit: (inout Words) -> Void = { _ in }
  ) -> Int32 {
    var words = Words()
    words.unit = unit
    words.metadata = metadata
    edit(&words)
    var sample = NativeSample(kind: words.kind ?? Self.kind(of: type))
    sample.type = batch.symbols.intern(type)
    sample.unit = symbol(words.unit)
    sample.sourceName = symbol(words.source)
    sample.sourceVersion = symbol(words.version)
    sample.device = symbol(words.device)
    sample.start = instant(words.start)
    sample.end = instant(words.end)
    sample.creation = instant(words.created)
    sample.writtenOffset = words.offset
    sample.parent = words.parent
    sample.line = UInt32(batch.samples.count)
    if let value {
      sample.hasValue = true
      sample.value = BatchRange(start: batch.text.count, count: value.utf8.count)
      batch.text.append(contentsOf: value.utf8)
    }
    sample.metadata = entries(words.metadata)
    sample.attributes = attributes(words.attributes)
    if let document = words.document {
      sample.document = Int32(batch.documents.count)
      batch.documents.append(Array(document.utf8))
    }
    batch.samples.append(sample)
    return Int32(batch.samples.count - 1)
  }

  /// Gives the last sample one more part.
  mutating func part(
    _ name: String, _ attributes: [(String, String)], metadata: [(String, String)] = []
  ) {
    let part = NativePart(
      name: batch.symbols.intern(name), attributes: self.attributes(attributes),
      metadata: entries(metadata))
    let last = batch.samples.count - 1
    if batch.samples[last].parts.isEmpty {
      batch.samples[last].parts = BatchRange(start: batch.parts.count)
    }
    batch.samples[last].parts.count += 1
    batch.parts.append(part)
  }

  private static func kind(of type: String) -> NativeKind {
    if type.hasPrefix("HKQuantityTypeIdentifier") { return .quantity }
    return type.hasPrefix("HKCategoryTypeIdentifier") ? .category : .data
  }

  private mutating func symbol(_ text: String?) -> Symbol {
    text.map { batch.symbols.intern($0) } ?? .none
  }

  private func instant(_ milliseconds: Int64?) -> NativeInstant {
    milliseconds.map { NativeInstant(milliseconds: $0) } ?? .absent
  }

  private mutating func entries(_ pairs: [(String, String)]) -> BatchRange {
    let range = BatchRange(start: batch.metadata.count, count: pairs.count)
    for (name, value) in pairs {
      batch.metadata.append(
        NativeAttribute(name: batch.symbols.intern(name), value: batch.symbols.intern(value)))
    }
    return range
  }

  private mutating func attributes(_ pairs: [(String, String)]) -> BatchRange {
    let range = BatchRange(start: batch.attributes.count, count: pairs.count)
    for (name, value) in pairs {
      batch.attributes.append(
        NativeAttribute(name: batch.symbols.intern(name), value: batch.symbols.intern(value)))
    }
    return range
  }

  /// The records that the embedded tables make of the batch.
  func normalized(_ settings: NormalizerSettings = NormalizerSettings()) throws -> RecordBatch {
    try Normalizer(tables: EmbeddedTables.tables, settings: settings).normalize(batch)
  }
}

/// The batch of one sample; see `NativeDraft.add`.
func normalized(
  _ type: String, _ value: String? = nil, unit: String? = nil, metadata: [(String, String)] = [],
  _ edit: (inout NativeDraft.Words) -> Void = { _ in }
) throws -> RecordBatch {
  var draft = NativeDraft()
  draft.add(type, value, unit: unit, metadata: metadata, edit)
  return try draft.normalized()
}

/// The row of one sample.
func row(
  _ type: String, _ value: String? = nil, unit: String? = nil, metadata: [(String, String)] = [],
  _ edit: (inout NativeDraft.Words) -> Void = { _ in }
) throws -> PlainRow {
  try normalized(type, value, unit: unit, metadata: metadata, edit).onlyRow
}

/// A row with the text that it refers to: equal rows mean the same to a store, whatever their batch.
struct PlainRow: Hashable {
  var id: RecordID
  var sharedID: RecordID
  var contentHash: UInt64
  var digest: UInt64
  var type: String
  var nativeType: String
  var unit: String
  var kind: ValueKind
  var number: Double
  /// Nil where the row has no declared number.
  var declared: Double?
  var code: String?
  var payload: String?
  var native: String?
  var source: String?
  var zone: String?
  var start: Int64
  var end: Int64
  var isCivilDate: Bool
  var version: RecordVersion
  var quality: Quality
  var recording: RecordingMethod
  var standing: RecordStanding
  var completeness: UInt32
  var hasSyncIdentifier: Bool
  var links: [RecordLink]

  init(_ row: RecordRow, in batch: RecordBatch) {
    let entry = batch.types[Int(row.type)]
    id = row.id
    sharedID = row.sharedID
    contentHash = row.contentHash
    digest = row.digest
    type = entry.recordType.rawValue
    nativeType = entry.nativeType
    unit = entry.unit
    kind = row.kind
    number = row.number
    declared = row.declared.isNaN ? nil : row.declared
    code = batch.symbols.string(of: row.code)
    payload =
      row.payload.isEmpty
      ? nil : String(decoding: batch.payloads[row.payload.indices], as: UTF8.self)
    native = batch.symbols.string(of: row.native)
    source = batch.symbols.string(of: row.source)
    zone = batch.symbols.string(of: row.zone)
    start = row.start
    end = row.end
    isCivilDate = row.isCivilDate
    version = row.version
    quality = row.quality
    recording = row.recording
    standing = row.standing
    completeness = row.completeness
    hasSyncIdentifier = row.hasSyncIdentifier
    links = Array(batch.links[row.links.indices])
  }
}

/// A batch does not hold the one row that a test needs.
struct UnexpectedRows: Error {
  var count: Int
}

extension RecordBatch {
  /// The rows with their text, in their order.
  var plainRows: [PlainRow] { rows.map { PlainRow($0, in: self) } }

  /// The single row; throws where there is none or another one.
  var onlyRow: PlainRow {
    get throws {
      guard let row = rows.first, rows.count == 1 else { throw UnexpectedRows(count: rows.count) }
      return PlainRow(row, in: self)
    }
  }

  /// The first row of a record type; throws where there is none.
  func row(ofType type: String) throws -> PlainRow {
    guard let row = plainRows.first(where: { $0.type == type }) else {
      throw UnexpectedRows(count: 0)
    }
    return row
  }

  /// The codes of the diagnostics with their counts.
  var diagnosed: [String: Int] {
    Dictionary(diagnostics.all.map { ($0.code, $0.count) }, uniquingKeysWith: +)
  }

  /// Counted samples that ended in neither a row nor an outcome; 0 in every batch.
  var unaccounted: Int {
    var missing = 0
    for tally in tallies.values { missing += tally.read - tally.outcomes.total }
    return missing - rows.count
  }
}
