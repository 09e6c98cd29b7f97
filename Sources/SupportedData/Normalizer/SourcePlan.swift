import HealthRecords

/// What all records of one source, source version and device have in common: computed once per batch.
final class SourcePlan {
  /// The source as canonical JSON, interned in the batch's symbols.
  let json: Symbol
  /// The normalised name as it enters ids: the old one where the source was renamed.
  let identityName: [UInt8]
  /// A hash of what content hashes know of the source: the name and the device's hardware.
  let contentHash: UInt64

  init(json: Symbol, identityName: [UInt8], contentHash: UInt64) {
    self.json = json
    self.identityName = identityName
    self.contentHash = contentHash
  }
}

/// The key of a source plan within one batch.
struct SourceKey: Hashable {
  var name: Symbol
  var version: Symbol
  var device: Symbol
}

/// Builds source plans.
struct SourcePlanner {
  /// The name that ids are derived from, by the name in an input, both normalised: new names to old ones.
  let aliases: [String: String]

  /// The plan of one source; interns its JSON into `output`.
  func plan(
    _ key: SourceKey, from symbols: SymbolTable, into output: inout SymbolTable
  ) -> SourcePlan {
    let name = symbols.string(of: key.name) ?? ""
    let device = symbols.string(of: key.device).map(DeviceDescription.init)
    let normalized = SourceName.normalized(name)
    let identityName = aliases[normalized] ?? normalized
    var content = CanonicalBytes()
    content.append(text: identityName)
    content.append(text: device?[.hardware] ?? "")
    return SourcePlan(
      json: output.intern(
        Self.json(name: name, version: symbols.string(of: key.version), device: device)),
      identityName: Array(identityName.utf8), contentHash: content.hash.low)
  }

  /// The source's raw words: `{"name":…,"version":…,"device":{…}}`, absent ones left out.
  private static func json(name: String, version: String?, device: DeviceDescription?) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("name")
    json.string(name)
    if let version {
      json.key("version")
      json.string(version)
    }
    if let device {
      json.key("device")
      write(device, to: &json)
    }
    json.endObject()
    return json.bytes
  }

  private static func write(_ device: DeviceDescription, to json: inout JSONWriter) {
    json.beginObject()
    if let text = device.unparsed {
      json.key("description")
      json.string(text)
    }
    for field in device.fields {
      json.key(field.key.jsonKey)
      json.string(field.value)
    }
    json.endObject()
  }
}
