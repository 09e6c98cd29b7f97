import HealthRecords
import SupportedData

/// One element of a side file, as the reader hands it over: the cell's column, and its leaves.
struct SamsungPart: Sendable, Hashable {
  var column: String
  var leaves: [(String, String)] = []

  init(_ column: String, _ leaves: (String, String)...) {
    self.column = column
    self.leaves = leaves
  }

  static func == (left: SamsungPart, right: SamsungPart) -> Bool {
    left.column == right.column && left.leaves.elementsEqual(right.leaves, by: ==)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(column)
  }
}

/// Rows of Samsung Health tables as a reader hands them over.
struct SamsungDraft {
  private(set) var batch = NativeBatch(
    provider: .samsungHealth, origin: BatchOrigin(member: "table.csv"))

  /// 2026-01-02T10:00:00Z, when rows start unless they say otherwise.
  static let start: Int64 = 1_767_348_000_000
  /// 2026-01-02T11:00:00Z, when rows end unless they say otherwise.
  static let end: Int64 = 1_767_351_600_000
  /// 2026-01-03T09:00:00.250Z, when rows were changed last unless they say otherwise.
  static let updated: Int64 = 1_767_430_800_250
  /// 2026-01-01 as days since 1970.
  static let day: Int64 = 20_454

  /// What rows have in common, before a test changes it.
  static let common = [
    ("datauuid", "0A1B2C3D-0000-4000-8000-000000000001"), ("deviceuuid", "60rRju/E5J"),
    ("pkg_name", "com.sec.android.app.shealth"), ("create_time", "2026-01-02 11:00:01.000"),
    ("update_time", "2026-01-03 09:00:00.250"), ("start_time", "2026-01-02 10:00:00.000"),
    ("end_time", "2026-01-02 11:00:00.000"), ("time_offset", "UTC-0300"),
  ]

  init(_ shape: String = "android") {
    batch.shape = shape
  }

  /// Adds a row of the common cells with `cells` in their place; an empty cell is absent.
  mutating func add(
    _ table: String, _ cells: [(String, String)], parts: [SamsungPart] = []
  ) {
    var sample = NativeSample(kind: .row)
    sample.type = batch.symbols.intern(table)
    let replaced = Set(cells.map(\.0))
    sample.attributes = attributes(Self.common.filter { !replaced.contains($0.0) } + cells)
    let first = batch.parts.count
    for part in parts {
      let range = attributes(part.leaves)
      batch.parts.append(
        NativePart(name: batch.symbols.intern(part.column), attributes: range))
    }
    sample.parts = BatchRange(start: first, count: parts.count)
    sample.line = UInt32(batch.samples.count)
    batch.origin.places.append(LinePlace(line: sample.line, byte: sample.line * 100))
    batch.samples.append(sample)
  }

  /// Says something about the whole export.
  mutating func envelope(_ name: String, _ value: String) {
    batch.envelope.append(
      NativeAttribute(name: batch.symbols.intern(name), value: batch.symbols.intern(value)))
  }

  private mutating func attributes(_ pairs: [(String, String)]) -> BatchRange {
    let filled = pairs.filter { !$0.1.isEmpty }
    let range = BatchRange(start: batch.attributes.count, count: filled.count)
    for (name, value) in filled {
      batch.attributes.append(
        NativeAttribute(name: batch.symbols.intern(name), value: batch.symbols.intern(value)))
    }
    return range
  }

  /// The records that the embedded tables make of the rows.
  func normalized(_ settings: NormalizerSettings = NormalizerSettings()) throws -> RecordBatch {
    guard settings != NormalizerSettings() else { return try Self.plain.get().normalize(batch) }
    return try Normalizer(tables: EmbeddedTables.tables, settings: settings).normalize(batch)
  }

  /// The normalizer of a person who has decided nothing, made once.
  private static let plain = Result { Normalizer(tables: try EmbeddedTables.tables) }
}

/// The batch of one row.
func samsungBatch(
  _ table: String, _ cells: [(String, String)] = [], parts: [SamsungPart] = [],
  shape: String = "android", _ settings: NormalizerSettings = NormalizerSettings()
) throws -> RecordBatch {
  var draft = SamsungDraft(shape)
  draft.add(table, cells, parts: parts)
  return try draft.normalized(settings)
}

/// The record of one row.
func samsungRow(
  _ table: String, _ cells: [(String, String)] = [], parts: [SamsungPart] = [],
  shape: String = "android", _ settings: NormalizerSettings = NormalizerSettings()
) throws -> PlainRow {
  try samsungBatch(table, cells, parts: parts, shape: shape, settings).onlyRow
}
