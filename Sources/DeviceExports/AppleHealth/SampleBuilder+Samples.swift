internal import HealthRecords

// Attributes and children of samples: the hot path of the reader.

extension SampleBuilder {
  /// Where the dates of an element stand among its attributes; -1 for none.
  private struct DateIndices {
    var start = -1
    var end = -1
    var creation = -1
  }

  /// Appends a sample and opens its element; leaves it out when it has no type.
  mutating func startSample(
    _ element: ElementName, _ attributes: RawAttributes, parent: Int, line: UInt32
  ) {
    var sample = NativeSample(kind: .data)
    sample.parent = Int32(truncatingIfNeeded: parent)
    sample.line = line
    let textStart = batch.text.count
    let attributesStart = batch.attributes.count
    var dates = DateIndices()
    var documentIndex = -1
    for index in 0..<attributes.count {
      guard let name = attributes.name(index) else { continue }
      let attribute = names.attribute(name)
      if !setField(attribute, attributes.value(index), element, &sample),
        !note(attribute, index, element, &dates)
      {
        addAttribute(name, attributes.value(index))
      }
      if attribute == .source { setSource(attributes.value(index), &sample) }
      if attribute == .resourceFilePath { documentIndex = index }
    }
    setImplied(element, &sample)
    guard sample.type.isPresent else {
      batch.text.removeSubrange(textStart...)
      batch.attributes.removeSubrange(attributesStart...)
      return startRejected(element, type: nil, .missingType, line: line)
    }
    setDates(dates, attributes, &sample)
    sample.attributes = BatchRange(
      start: attributesStart, count: batch.attributes.count &- attributesStart)
    if documentIndex >= 0, element == .clinicalRecord {
      attachDocument(attributes.value(documentIndex), to: &sample)
    }
    open(.sample, element, sample: batch.samples.count)
    batch.samples.append(sample)
  }

  /// Gives the open sample its metadata and parts.
  mutating func endSample() {
    let index = frames[depth].sample
    if !frames[depth].metadata.isEmpty {
      batch.samples[index].metadata = flushMetadata()
    }
    if !frames[depth].parts.isEmpty {
      batch.samples[index].parts = BatchRange(
        start: batch.parts.count, count: frames[depth].parts.count)
      batch.parts.append(contentsOf: frames[depth].parts)
    }
  }

  /// Puts an attribute into its field; false when it has none.
  @inline(__always)
  private mutating func setField(
    _ attribute: AttributeName, _ value: UnsafeBufferPointer<UInt8>, _ element: ElementName,
    _ sample: inout NativeSample
  ) -> Bool {
    switch attribute {
    case .type:
      guard element.namesItsType else { return false }
      sample.type = lastType.intern(value, in: &batch.symbols)
    case .unit: sample.unit = lastUnit.intern(value, in: &batch.symbols)
    case .sourceName: sample.sourceName = sourceSymbol(value)
    case .sourceVersion: sample.sourceVersion = lastVersion.intern(value, in: &batch.symbols)
    case .device: sample.device = deviceSymbol(value)
    case .value:
      sample.hasValue = true
      sample.value = BatchRange(start: batch.text.count, count: value.count)
      batch.text.append(contentsOf: value)
    default: return false
    }
    return true
  }

  /// Notes where a date stands; false for other attributes.
  @inline(__always)
  private mutating func note(
    _ attribute: AttributeName, _ index: Int, _ element: ElementName, _ dates: inout DateIndices
  ) -> Bool {
    switch attribute {
    case .startDate: dates.start = index
    case .endDate: dates.end = index
    case .creationDate: dates.creation = index
    case .receivedDate where element == .clinicalRecord: dates.creation = index
    case .dateIssued where element == .visionPrescription: dates.start = index
    default: return false
    }
    return true
  }

  /// iOS 8 wrote `source`; the attribute itself is kept as well.
  private mutating func setSource(_ value: UnsafeBufferPointer<UInt8>, _ sample: inout NativeSample)
  {
    guard !sample.sourceName.isPresent else { return }
    sample.sourceName = batch.symbols.intern(value)
  }

  private mutating func setImplied(_ element: ElementName, _ sample: inout NativeSample) {
    if !sample.type.isPresent, let type = element.impliedType {
      sample.type = batch.symbols.intern(type.utf8Bytes)
    }
    guard let kind = element.kind else {
      sample.kind = recordKind(sample.type)
      return
    }
    sample.kind = kind
  }

  /// The kind of a record, which only the prefix of its type tells.
  private mutating func recordKind(_ type: Symbol) -> NativeKind {
    if type == kindOfType.type { return kindOfType.kind }
    let kind: NativeKind = batch.symbols.withBytes(of: type) { bytes in
      if bytes.starts(with: ("HKQuantityTypeIdentifier" as StaticString).utf8Bytes) {
        return .quantity
      }
      let isCategory = bytes.starts(with: ("HKCategoryTypeIdentifier" as StaticString).utf8Bytes)
      return isCategory ? .category : .data
    }
    kindOfType = (type, kind)
    return kind
  }

  // MARK: - Dates

  /// Sets the instants; a date that they and the start's offset cannot give back stays as text.
  private mutating func setDates(
    _ indices: DateIndices, _ attributes: RawAttributes, _ sample: inout NativeSample
  ) {
    let start = indices.start < 0 ? nil : dates.parse(attributes.value(indices.start))
    if let start {
      sample.start = NativeInstant(milliseconds: start.milliseconds)
      sample.writtenOffset = start.offset
      if start.offset != lastOffset {
        lastOffset = start.offset
        facts.offsets.insert(start.offset)
      }
    }
    if indices.start >= 0, start?.isCanonical != true { keepText(indices.start, attributes) }
    sample.end = instant(indices.end, attributes, offset: sample.writtenOffset)
    sample.creation = instant(indices.creation, attributes, offset: sample.writtenOffset)
  }

  @inline(__always)
  private mutating func instant(
    _ index: Int, _ attributes: RawAttributes, offset: Int16
  ) -> NativeInstant {
    guard index >= 0 else { return .absent }
    let date = dates.parse(attributes.value(index))
    if date?.isCanonical != true || date?.offset != offset { keepText(index, attributes) }
    guard let date else { return .absent }
    return NativeInstant(milliseconds: date.milliseconds)
  }

  private mutating func keepText(_ index: Int, _ attributes: RawAttributes) {
    guard let name = attributes.name(index) else { return }
    addAttribute(name, attributes.value(index))
  }

  /// The `value` of an `ExportDate`.
  mutating func exportDate(_ attributes: RawAttributes) -> WrittenDate? {
    for index in 0..<attributes.count {
      guard let name = attributes.name(index), names.attribute(name) == .value else { continue }
      return dates.parse(attributes.value(index))
    }
    return nil
  }

  // MARK: - Sources and devices

  private mutating func sourceSymbol(_ value: UnsafeBufferPointer<UInt8>) -> Symbol {
    if let rewrites { return rewrites.source(value, in: &batch.symbols) }
    return lastSource.intern(value, in: &batch.symbols)
  }

  private mutating func deviceSymbol(_ value: UnsafeBufferPointer<UInt8>) -> Symbol {
    if let rewrites { return rewrites.device(value, in: &batch.symbols) }
    guard let pointer = DevicePointer.range(inDecoded: value) else {
      return lastDevice.intern(value, in: &batch.symbols)
    }
    return DevicePointer.removing(pointer, from: value).withUnsafeBufferPointer {
      lastDevice.intern($0, in: &batch.symbols)
    }
  }

  // MARK: - Children

  /// Adds an attribute that has no field.
  mutating func addAttribute(_ name: UnsafePointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    let symbol = names.symbol(ofAttribute: name, in: &batch.symbols)
    batch.attributes.append(
      NativeAttribute(name: symbol, value: batch.symbols.intern(value)))
  }

  /// Adds a metadata entry to the open sample or part; the same key and value again adds nothing.
  mutating func addMetadata(_ attributes: RawAttributes) {
    var entry = NativeAttribute(name: .none, value: .none)
    for index in 0..<attributes.count {
      guard let name = attributes.name(index) else { continue }
      switch names.attribute(name) {
      case .key: entry.name = lastKey.intern(attributes.value(index), in: &batch.symbols)
      case .value: entry.value = lastMetadata.intern(attributes.value(index), in: &batch.symbols)
      default: break
      }
    }
    let target = frames[depth].role == .list ? frames[depth].owner : depth
    guard entry.name.isPresent, !hasMetadata(entry, frame: target) else { return }
    guard frames[target].metadata.count < limits.partsPerSample else {
      return report(.tooManyParts, line: sampleLine(target))
    }
    frames[target].metadata.append(entry)
  }

  /// Repeats stand near the end of short lists; long ones are not searched whole.
  private func hasMetadata(_ entry: NativeAttribute, frame: Int) -> Bool {
    frames[frame].metadata.suffix(256).contains(entry)
  }

  private mutating func flushMetadata() -> BatchRange {
    let range = BatchRange(start: batch.metadata.count, count: frames[depth].metadata.count)
    batch.metadata.append(contentsOf: frames[depth].metadata)
    return range
  }

  /// Adds a part to the sample around it and opens its element.
  mutating func startPart(
    _ element: ElementName, _ name: UnsafePointer<UInt8>, _ attributes: RawAttributes, line: UInt32
  ) {
    let owner = frames[depth].owner
    let bytes = partBytes(attributes)
    guard canHold(bytes, owner: owner) else {
      report(.tooManyParts, line: line)
      return open(.skipped, element)
    }
    let start = batch.attributes.count
    for index in 0..<attributes.count {
      guard let attribute = attributes.name(index) else { continue }
      addPartAttribute(attribute, attributes.value(index))
    }
    let part = NativePart(
      name: batch.symbols.intern(NameCache.bytes(name)),
      attributes: BatchRange(start: start, count: batch.attributes.count - start))
    add(part, bytes: bytes, owner: owner)
    let index = frames[owner].parts.count - 1
    if element == .fileReference, frames[owner].element == .workoutRoute {
      readRoute(attributes, owner: owner, line: line)
    }
    open(.part, element, part: index)
  }

  /// Memory for a part; its source and device count the same in both lanes, one of which sees them as numbers.
  private mutating func partBytes(_ attributes: RawAttributes) -> Int {
    var bytes = MemoryLayout<NativePart>.size
    for index in 0..<attributes.count {
      guard let name = attributes.name(index) else { continue }
      let attribute = names.attribute(name)
      let isShared = attribute == .sourceName || attribute == .device
      bytes += MemoryLayout<NativeAttribute>.size * 2
      if !isShared { bytes += attributes.value(index).count }
    }
    return bytes
  }

  private mutating func addPartAttribute(
    _ name: UnsafePointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    let symbol: Symbol
    switch names.attribute(name) {
    case .sourceName: symbol = sourceSymbol(value)
    case .device: symbol = deviceSymbol(value)
    default: return addAttribute(name, value)
    }
    let nameSymbol = names.symbol(ofAttribute: name, in: &batch.symbols)
    batch.attributes.append(NativeAttribute(name: nameSymbol, value: symbol))
  }

  /// Gives the open part its metadata.
  mutating func endPart() {
    guard !frames[depth].metadata.isEmpty else { return }
    let metadata = flushMetadata()
    frames[frames[depth].owner].parts[frames[depth].part].metadata = metadata
  }

  /// Whether a sample may take another part.
  func canHold(_ bytes: Int, owner: Int) -> Bool {
    frames[owner].parts.count < limits.partsPerSample
      && frames[owner].partBytes + bytes <= limits.partBytesPerSample
  }

  /// Adds a finished part to a sample.
  mutating func add(_ part: NativePart, bytes: Int, owner: Int) {
    frames[owner].parts.append(part)
    frames[owner].partBytes += bytes
  }
}

extension ElementName {
  /// Whether the `type` attribute is the native type.
  fileprivate var namesItsType: Bool { impliedType == nil || self == .audiogram }

  /// The kind of sample; nil for records, whose type decides.
  fileprivate var kind: NativeKind? {
    switch self {
    case .correlation: .correlation
    case .workout: .workout
    case .workoutStatistics: .workoutStatistics
    case .workoutActivity: .workoutActivity
    case .workoutRoute: .workoutRoute
    case .activitySummary: .activitySummary
    case .clinicalRecord: .clinicalRecord
    case .audiogram: .audiogram
    case .visionPrescription: .visionPrescription
    case .me: .characteristics
    default: nil
    }
  }
}
