import HealthRecords

/// Remembers the native JSON of samples with the same unit, value text and metadata: most samples share a few.
struct NativeJSONCache {
  private var known: [UInt64: Symbol] = [:]

  /// The interned JSON of a key's hash.
  subscript(hash: UInt64) -> Symbol? {
    get { known[hash] }
    set { known[hash] = newValue }
  }
}

extension AppleHealthNormalization {
  /// The sample's native data as canonical JSON, interned; `none` where there is nothing to say.
  ///
  /// `{"unit":…,"value":…,"attributes":[[name,value],…],"metadata":[[key,value],…]}`, absent members left out. The
  /// value's text is there only when the number cannot give it back.
  mutating func nativeSymbol(_ sample: NativeSample, keepsValue: Bool) -> Symbol {
    if !sample.unit.isPresent, !keepsValue, sample.metadata.isEmpty, sample.attributes.isEmpty {
      return .none
    }
    let key = nativeKey(sample, keepsValue: keepsValue)
    if let known = nativeJSON[key] { return known }
    let symbol = output.symbols.intern(nativeBytes(sample, keepsValue: keepsValue))
    nativeJSON[key] = symbol
    return symbol
  }

  /// A hash of all that enters the JSON; symbols stand for their bytes within a batch.
  private mutating func nativeKey(_ sample: NativeSample, keepsValue: Bool) -> UInt64 {
    content.removeAll()
    content.append(UInt64(sample.unit.index))
    if keepsValue {
      native.text.withUnsafeBufferPointer {
        content.append(text: UnsafeBufferPointer(rebasing: $0[sample.value.indices]))
      }
    }
    content.append(tag: UInt8(ascii: "a"))
    for attribute in native.attributes[sample.attributes.indices] {
      content.append(UInt64(attribute.name.index) << 32 | UInt64(attribute.value.index))
    }
    content.append(tag: UInt8(ascii: "m"))
    for entry in native.metadata[sample.metadata.indices] {
      content.append(UInt64(entry.name.index) << 32 | UInt64(entry.value.index))
    }
    return content.hash.low
  }

  private func nativeBytes(_ sample: NativeSample, keepsValue: Bool) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    if sample.unit.isPresent {
      json.key("unit")
      native.symbols.withBytes(of: sample.unit) { json.string($0) }
    }
    if keepsValue {
      json.key("value")
      native.text.withUnsafeBufferPointer {
        json.string(UnsafeBufferPointer(rebasing: $0[sample.value.indices]))
      }
    }
    write(native.attributes[sample.attributes.indices], as: "attributes", to: &json)
    write(native.metadata[sample.metadata.indices], as: "metadata", to: &json)
    json.endObject()
    return json.bytes
  }

  private func write(
    _ pairs: ArraySlice<NativeAttribute>, as key: StaticString, to json: inout JSONWriter
  ) {
    guard !pairs.isEmpty else { return }
    json.key(key)
    json.beginArray()
    for pair in pairs {
      json.beginArray()
      native.symbols.withBytes(of: pair.name) { json.string($0) }
      native.symbols.withBytes(of: pair.value) { json.string($0) }
      json.endArray()
    }
    json.endArray()
  }
}
