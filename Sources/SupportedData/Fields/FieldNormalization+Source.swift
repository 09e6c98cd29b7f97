import HealthRecords

/// The fields that say who recorded, by their symbols.
struct FieldSourceKey: Hashable {
  var origin: Symbol
  var device: Symbol
  var manufacturer: Symbol
  var model: Symbol
  var kind: Symbol
}

/// What all records of one source have in common: computed once per batch.
final class FieldSource {
  /// The source as canonical JSON, in the output's symbols; `none` where the record says nothing of it.
  let json: Symbol
  /// The app as it enters ids: under its old name where it was renamed.
  let origin: [UInt8]
  /// The device as it enters ids.
  let device: [UInt8]
  /// A hash of what content hashes know of the source.
  let contentHash: UInt64

  init(json: Symbol, origin: [UInt8], device: [UInt8], contentHash: UInt64) {
    self.json = json
    self.origin = origin
    self.device = device
    self.contentHash = contentHash
  }
}

extension FieldNormalization {
  /// The source of the record in hand.
  func source() -> FieldSource {
    let key = FieldSourceKey(
      origin: found[RecordField.origin.slot].value, device: found[RecordField.deviceID.slot].value,
      manufacturer: found[RecordField.manufacturer.slot].value,
      model: found[RecordField.model.slot].value, kind: found[RecordField.deviceType.slot].value)
    if let lastSource, lastSource.key == key { return lastSource.source }
    let source: FieldSource
    if let known = sources[key] {
      source = known
    } else {
      source = makeSource(key)
      sources[key] = source
    }
    lastSource = (key, source)
    return source
  }

  private func makeSource(_ written: FieldSourceKey) -> FieldSource {
    let symbols = native.symbols
    let isSamsung = native.provider == .samsungHealth
    let key = isSamsung ? samsungDevice(written) : written
    let name = symbols.string(of: key.origin) ?? ""
    let normalized = SourceName.normalized(name)
    let origin = planner.aliases[normalized] ?? normalized
    let fields: [(String, String?)] = [
      ("id", symbols.string(of: key.device)),
      ("manufacturer", symbols.string(of: key.manufacturer)),
      ("model", symbols.string(of: key.model)), ("kind", deviceKind(key.kind)),
    ]
    let known = fields.compactMap { key, text -> (key: String, text: String)? in
      text.flatMap { $0.isEmpty ? nil : (key, $0) }
    }
    var device = CanonicalBytes()
    // What another table says of a device is no part of a row: it may be missing in another export.
    for field in known where !isSamsung || field.key == "id" {
      device.append(text: field.key)
      device.append(text: field.text)
    }
    var content = CanonicalBytes()
    content.append(text: origin)
    content.append(text: device.contents)
    return FieldSource(
      json: sourceJSON(name, known), origin: Array(origin.utf8), device: device.contents,
      contentHash: content.hash.low)
  }

  private func sourceJSON(
    _ name: String, _ device: [(key: String, text: String)]
  ) -> Symbol {
    guard !name.isEmpty || !device.isEmpty else { return .none }
    var json = JSONWriter()
    json.beginObject()
    json.key("name")
    json.string(name)
    if !device.isEmpty {
      json.key("device")
      json.beginObject()
      for field in device {
        json.key(field.key)
        json.string(field.text)
      }
      json.endObject()
    }
    json.endObject()
    return output.symbols.intern(json.bytes)
  }

  /// The kind of device; nil for one that the source does not know.
  private func deviceKind(_ symbol: Symbol) -> String? {
    guard let text = native.symbols.string(of: symbol),
      let set = deviceTypes.flatMap({ context.codeSetIndex($0) })
    else { return nil }
    guard let code = context.code(text, in: set) else { return text }
    return code.code == "unknown" ? nil : code.code
  }

  private var deviceTypes: String? {
    context.shape?.record.deviceTypes ?? context.table.record.deviceTypes
  }

  /// How the record in hand was recorded, as far as it says.
  func recording(_ plan: FieldPlan) -> RecordingMethod {
    let symbol = found[RecordField.recording.slot].value
    guard symbol.isPresent else { return .unknown }
    if let lastRecording, lastRecording.symbol == symbol { return lastRecording.method }
    let method = recordings[symbol] ?? method(of: symbol, plan)
    recordings[symbol] = method
    lastRecording = (symbol, method)
    return method
  }

  private func method(of symbol: Symbol, _ plan: FieldPlan) -> RecordingMethod {
    let set = plan.record.recordings.flatMap { context.codeSetIndex($0) }
    let code = set.flatMap { context.code(native.symbols.string(of: symbol) ?? "", in: $0) }
    return RecordingMethod.allCases.first { $0.name == code?.code } ?? .unknown
  }
}
