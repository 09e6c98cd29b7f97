import HealthRecords
import SupportedData

/// Makes native batches of JSON text, as the readers of records do (the contract of `NativeSample`): every leaf is an
/// attribute under its dotted path, every element of an array of objects a part.
struct FieldDraft {
  var batch: NativeBatch

  init(_ shape: String = "rn", provider: Provider = .healthConnect) {
    batch = NativeBatch(provider: provider, origin: BatchOrigin(member: "records.json"))
    batch.shape = shape
  }

  /// Adds a record of a type word; `nil` where the shape does not say one.
  @discardableResult
  mutating func add(_ type: String?, _ json: String, kind: NativeKind = .record) -> Self {
    var sample = NativeSample(kind: kind)
    if let type { sample.type = batch.symbols.intern(type) }
    sample.line = UInt32(batch.samples.count)
    var scan = LeafScan(json)
    let (leaves, parts) = scan.record()
    sample.attributes = append(leaves)
    sample.parts = BatchRange(start: batch.parts.count, count: parts.count)
    for (name, leaves) in parts {
      batch.parts.append(
        NativePart(name: batch.symbols.intern(name), attributes: append(leaves)))
    }
    batch.samples.append(sample)
    return self
  }

  /// Adds a field of the envelope.
  mutating func envelope(_ name: String, _ value: String) {
    batch.envelope.append(
      NativeAttribute(name: batch.symbols.intern(name), value: batch.symbols.intern(value)))
  }

  private mutating func append(_ leaves: [LeafScan.Leaf]) -> BatchRange {
    let start = batch.attributes.count
    for leaf in leaves {
      batch.attributes.append(
        NativeAttribute(
          name: batch.symbols.intern(leaf.name),
          value: leaf.value.map { batch.symbols.intern($0) } ?? .none))
    }
    return BatchRange(start: start, count: batch.attributes.count - start)
  }

  /// The batch as records.
  func normalized(_ settings: NormalizerSettings = NormalizerSettings()) throws -> RecordBatch {
    Normalizer(tables: try EmbeddedTables.tables, settings: settings).normalize(batch)
  }

  /// One record as records.
  static func normalized(
    _ shape: String, _ type: String?, _ json: String,
    _ settings: NormalizerSettings = NormalizerSettings()
  ) throws -> RecordBatch {
    var draft = FieldDraft(shape)
    return try draft.add(type, json).normalized(settings)
  }
}

/// The leaves of a JSON object with their text as written.
struct LeafScan {
  struct Leaf: Hashable {
    var name: String
    var value: String?
  }

  private let bytes: [UInt8]
  private var index = 0
  private var leaves: [Leaf] = []
  private var parts: [(String, [Leaf])] = []
  private var isPart = false

  init(_ json: String) {
    bytes = Array(json.utf8)
  }

  mutating func record() -> ([Leaf], [(String, [Leaf])]) {
    value(at: "")
    return (leaves, parts)
  }

  private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipSpace() {
    while [0x20, 0x0A, 0x2C, 0x3A].contains(peek) { index += 1 }
  }

  private mutating func value(at path: String) {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): object(at: path)
    case UInt8(ascii: "["): array(at: path)
    case UInt8(ascii: "\""): leaves.append(Leaf(name: path, value: text()))
    default:
      let word = scalar()
      leaves.append(Leaf(name: path, value: word == "null" ? nil : word))
    }
  }

  private mutating func object(at path: String) {
    index += 1
    skipSpace()
    if peek == UInt8(ascii: "}") {
      index += 1
      leaves.append(Leaf(name: path, value: "{}"))
      return
    }
    while peek != UInt8(ascii: "}"), index < bytes.count {
      let key = text()
      value(at: path.isEmpty ? key : path + "." + key)
      skipSpace()
    }
    index += 1
  }

  private mutating func array(at path: String) {
    index += 1
    skipSpace()
    if peek == UInt8(ascii: "]") {
      index += 1
      leaves.append(Leaf(name: path, value: "[]"))
      return
    }
    var place = 0
    while peek != UInt8(ascii: "]"), index < bytes.count {
      if peek == UInt8(ascii: "{"), !isPart {
        part(named: path)
      } else {
        value(at: "\(path).\(place)")
      }
      place += 1
      skipSpace()
    }
    index += 1
  }

  private mutating func part(named path: String) {
    let outer = leaves
    leaves = []
    isPart = true
    value(at: "")
    isPart = false
    parts.append((path, leaves))
    leaves = outer
  }

  private mutating func text() -> String {
    skipSpace()
    index += 1
    var text: [UInt8] = []
    while peek != UInt8(ascii: "\""), index < bytes.count {
      if peek == UInt8(ascii: "\\") { index += 1 }
      text.append(peek)
      index += 1
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func scalar() -> String {
    let start = index
    while index < bytes.count, ![0x2C, 0x7D, 0x5D, 0x20, 0x0A].contains(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}

extension RecordBatch {
  /// The structured value of a row as JSON text; empty for none.
  func payload(_ index: Int = 0) -> String {
    rows.indices.contains(index)
      ? String(decoding: payloads[rows[index].payload.indices], as: UTF8.self) : "no row"
  }

  /// The native data of a row as JSON text; empty for none.
  func nativeText(_ index: Int = 0) -> String {
    symbols.string(of: rows[index].native) ?? ""
  }

  /// `body_mass 75.0 kg`, and so on for the other kinds.
  func summary(_ index: Int = 0) -> String {
    guard rows.indices.contains(index) else { return "no row" }
    let row = rows[index]
    let type = types[Int(row.type)]
    switch row.kind {
    case .quantity: return "\(type.recordType.rawValue) \(row.number) \(type.unit)"
    case .code: return "\(type.recordType.rawValue) \(symbols.string(of: row.code) ?? "")"
    case .none: return type.recordType.rawValue
    default: return "\(type.recordType.rawValue) \(payload(index))"
    }
  }

  /// The quality flags of a row, by name.
  func quality(_ index: Int = 0) -> [String] {
    Quality.names.filter { rows[index].quality.contains($0.flag) }.map(\.name)
  }

  /// The zone of a row.
  func zone(_ index: Int = 0) -> String? {
    symbols.string(of: rows[index].zone)
  }

  /// The source of a row.
  func source(_ index: Int = 0) -> String? {
    symbols.string(of: rows[index].source)
  }
}
