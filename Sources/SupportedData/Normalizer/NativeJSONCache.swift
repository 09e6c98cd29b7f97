import HealthRecords

/// Remembers the native JSON of samples with the same unit, value text and metadata: most samples share a few.
struct NativeJSONCache {
  private var slots = [(key: UInt64, symbol: Symbol)](repeating: (0, .none), count: 512)

  /// The interned JSON of a key's hash, while it is in its slot.
  subscript(hash: UInt64) -> Symbol? {
    get {
      let entry = slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)]
      return entry.key == hash && entry.symbol.isPresent ? entry.symbol : nil
    }
    set {
      slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)] = (hash, newValue ?? .none)
    }
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
  private func nativeKey(_ sample: NativeSample, keepsValue: Bool) -> UInt64 {
    var hash = Hash128.finalized(UInt64(sample.unit.index) << 1 | (keepsValue ? 1 : 0))
    if keepsValue {
      let value = native.text.withUnsafeBytes {
        Hash128(UnsafeRawBufferPointer(rebasing: $0[sample.value.indices])).low
      }
      hash = Self.mixed(hash, value)
    }
    hash = Self.mixed(hash, UInt64(sample.attributes.count) << 32 | UInt64(sample.metadata.count))
    for index in sample.attributes.indices {
      hash = Self.mixed(hash, Self.word(native.attributes[index]))
    }
    for index in sample.metadata.indices {
      hash = Self.mixed(hash, Self.word(native.metadata[index]))
    }
    return hash
  }

  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    Hash128.finalized(hash ^ word) &+ 0x9e37_79b9_7f4a_7c15
  }

  private static func word(_ pair: NativeAttribute) -> UInt64 {
    UInt64(pair.name.index) << 32 | UInt64(pair.value.index)
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
    write(native.attributes[sample.attributes.indices], as: "attributes", to: &json) {
      AppleDate.withoutOffset($0)
    }
    // Dates in metadata are always written in UTC.
    write(native.metadata[sample.metadata.indices], as: "metadata", to: &json) { $0 }
    json.endObject()
    return json.bytes
  }

  private func write(
    _ pairs: ArraySlice<NativeAttribute>, as key: StaticString, to json: inout JSONWriter,
    _ written: (String) -> String
  ) {
    guard !pairs.isEmpty else { return }
    json.key(key)
    json.beginArray()
    for pair in pairs {
      json.beginArray()
      native.symbols.withBytes(of: pair.name) { json.string($0) }
      json.string(written(native.symbols.string(of: pair.value) ?? ""))
      json.endArray()
    }
    json.endArray()
  }
}
