import DeviceExports
import HealthRecords

/// What the reader made of some JSON, as text that can be compared at once.
struct FoundHealthConnect: Equatable {
  /// One line for each sample: shape, kind, type, line of the file, attributes, and parts in braces.
  ///
  /// A name without `=` is an attribute without value.
  var samples: [String] = []
  /// `shape: attributes` of every batch with an envelope.
  var envelopes: [String] = []
  /// `code×count byte:line` of every diagnostic.
  var diagnostics: [String] = []
  /// Rejected values by what they are counted under.
  var rejected: [String: Int] = [:]
  var format = ""
  var isComplete = true
}

/// Reads JSON, or throws why it cannot be read.
func readHealthConnect(
  _ json: some Collection<UInt8>, readSize: Int = .max,
  options: HealthConnectOptions = HealthConnectOptions()
) throws -> FoundHealthConnect {
  let bytes = Array(json)
  let reader = HealthConnectReader(member: "file.json", options: options)
  var found = FoundHealthConnect()
  let summary = try reader.read(
    from: { MemorySource(bytes, readSize: readSize) }, transform: { $0 },
    consume: { found.add($0.output) })
  found.format = summary.formatVersion
  found.isComplete = summary.complete
  found.rejected = summary.rejectedTypes
  found.diagnostics = summary.diagnostics.all.map { diagnostic in
    let place = diagnostic.first.map { " \($0.byte):\($0.line)" } ?? ""
    return "\(diagnostic.code)×\(diagnostic.count)\(place)"
  }
  return found
}

func readHealthConnect(_ json: String) throws -> FoundHealthConnect {
  try readHealthConnect(json.utf8)
}

/// The code of the error that the JSON is refused with; nil where it is read.
func healthConnectRefusal(_ json: some Collection<UInt8>) -> HealthConnectError? {
  do {
    _ = try readHealthConnect(json)
    return nil
  } catch {
    return error as? HealthConnectError
  }
}

extension FoundHealthConnect {
  fileprivate mutating func add(_ batch: NativeBatch) {
    if !batch.envelope.isEmpty {
      let envelope = "\(batch.shape): \(batch.text(batch.envelope[...]))"
      if envelopes.last != envelope { envelopes.append(envelope) }
    }
    for sample in batch.samples {
      let type = batch.symbols.string(of: sample.type) ?? "-"
      var line = "\(batch.shape) \(sample.kind) \(type) @\(batch.position(of: sample).line)"
      let attributes = batch.text(batch.attributes[sample.attributes.indices])
      if !attributes.isEmpty { line += " " + attributes }
      for part in batch.parts[sample.parts.indices] {
        let name = batch.symbols.string(of: part.name) ?? "-"
        line += " \(name){\(batch.text(batch.attributes[part.attributes.indices]))}"
      }
      samples.append(line)
    }
  }
}

extension NativeBatch {
  fileprivate func text(_ attributes: ArraySlice<NativeAttribute>) -> String {
    attributes.map { attribute in
      let name = symbols.string(of: attribute.name) ?? "-"
      return symbols.string(of: attribute.value).map { "\(name)=\($0)" } ?? name
    }
    .joined(separator: " ")
  }
}
