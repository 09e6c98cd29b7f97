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
  mutating func startSample(_ tag: ElementTag, parent: Int, line: UInt32) {
    var sample = NativeSample(kind: .data)
    sample.parent = Int32(truncatingIfNeeded: parent)
    sample.line = line
    let element = tag.element
    let textStart = batch.text.count
    let attributesStart = batch.attributes.count
    var dates = DateIndices()
    for index in tag.attributes.indices {
      let attribute = tag.attributes[index]
      if !setField(attribute, element, &sample), !note(attribute.kind, index, element, &dates) {
        addAttribute(attribute)
      }
    }
    setImplied(element, &sample)
    guard sample.type.isPresent else {
      batch.text.removeSubrange(textStart...)
      batch.attributes.removeSubrange(attributesStart...)
      return startRejected(element, type: nil, .missingType, line: line)
    }
    setDates(dates, tag, &sample)
    if batch.attributes.count > attributesStart {
      sample.attributes = BatchRange(
        start: attributesStart, count: batch.attributes.count &- attributesStart)
      setRareFields(tag, &sample)
    }
    open(.sample, element, sample: batch.samples.count)
    batch.samples.append(sample)
  }

  /// Sets what attributes without a field of their own say besides.
  private mutating func setRareFields(_ tag: ElementTag, _ sample: inout NativeSample) {
    // iOS 8 wrote `source`; the attribute itself is kept as well.
    if !sample.sourceName.isPresent, let source = tag.value(of: .source) {
      sample.sourceName = batch.symbols.intern(source)
    }
    if tag.element == .clinicalRecord, let path = tag.value(of: .resourceFilePath) {
      attachDocument(path, to: &sample)
    }
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
    _ attribute: TagAttribute, _ element: ElementName, _ sample: inout NativeSample
  ) -> Bool {
    let value = attribute.value
    switch attribute.kind {
    case .type:
      guard element.namesItsType else { return false }
      sample.type = lastType.intern(value, in: &batch.symbols)
    case .unit: sample.unit = lastUnit.intern(value, in: &batch.symbols)
    case .sourceName: sample.sourceName = sourceSymbol(attribute)
    case .sourceVersion: sample.sourceVersion = lastVersion.intern(value, in: &batch.symbols)
    case .device: sample.device = deviceSymbol(attribute)
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
  @inline(__always)
  private mutating func setDates(
    _ indices: DateIndices, _ tag: ElementTag, _ sample: inout NativeSample
  ) {
    let start = indices.start < 0 ? nil : dates.parse(tag.attributes[indices.start].value)
    if let start {
      sample.start = NativeInstant(milliseconds: start.milliseconds)
      sample.writtenOffset = start.offset
      if start.offset != lastOffset {
        lastOffset = start.offset
        facts.offsets.insert(start.offset)
      }
    }
    if indices.start >= 0, start?.isCanonical != true {
      addAttribute(tag.attributes[indices.start])
    }
    sample.end = instant(indices.end, tag, offset: sample.writtenOffset)
    sample.creation = instant(indices.creation, tag, offset: sample.writtenOffset)
  }

  @inline(__always)
  private mutating func instant(_ index: Int, _ tag: ElementTag, offset: Int16) -> NativeInstant {
    guard index >= 0 else { return .absent }
    let date = dates.parse(tag.attributes[index].value)
    if date?.isCanonical != true || date?.offset != offset { addAttribute(tag.attributes[index]) }
    guard let date else { return .absent }
    return NativeInstant(milliseconds: date.milliseconds)
  }

  // MARK: - Sources and devices

  @inline(__always)
  private mutating func sourceSymbol(_ attribute: TagAttribute) -> Symbol {
    if attribute.symbol.isPresent { return attribute.symbol }
    return lastSource.intern(attribute.value, in: &batch.symbols)
  }

  @inline(__always)
  private mutating func deviceSymbol(_ attribute: TagAttribute) -> Symbol {
    if attribute.symbol.isPresent { return attribute.symbol }
    guard let pointer = DevicePointer.range(inDecoded: attribute.value) else {
      return lastDevice.intern(attribute.value, in: &batch.symbols)
    }
    return DevicePointer.removing(pointer, from: attribute.value).withUnsafeBufferPointer {
      lastDevice.intern($0, in: &batch.symbols)
    }
  }

  // MARK: - Children

  /// Adds an attribute that has no field.
  mutating func addAttribute(_ attribute: TagAttribute) {
    let value =
      switch attribute.kind {
      case .sourceName: sourceSymbol(attribute)
      case .device: deviceSymbol(attribute)
      default: batch.symbols.intern(attribute.value)
      }
    batch.attributes.append(
      NativeAttribute(name: batch.symbols.intern(attribute.name), value: value))
  }

  /// Adds a metadata entry to the open sample or part; the same key and value again adds nothing.
  mutating func addMetadata(_ tag: ElementTag) {
    var entry = NativeAttribute(name: .none, value: .none)
    for attribute in tag.attributes {
      switch attribute.kind {
      case .key: entry.name = lastKey.intern(attribute.value, in: &batch.symbols)
      case .value: entry.value = lastMetadata.intern(attribute.value, in: &batch.symbols)
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
  mutating func startPart(_ tag: ElementTag, line: UInt32) {
    let owner = frames[depth].owner
    let bytes = Self.partBytes(tag)
    guard canHold(bytes, owner: owner) else {
      report(.tooManyParts, line: line)
      return open(.skipped, tag.element)
    }
    let start = batch.attributes.count
    for attribute in tag.attributes { addAttribute(attribute) }
    let part = NativePart(
      name: batch.symbols.intern(tag.name),
      attributes: BatchRange(start: start, count: batch.attributes.count - start))
    add(part, bytes: bytes, owner: owner)
    let index = frames[owner].parts.count - 1
    if tag.element == .fileReference, frames[owner].element == .workoutRoute {
      readRoute(tag, owner: owner, line: line)
    }
    open(.part, tag.element, part: index)
  }

  /// Memory for a part; its source and device count nothing, as they are shared.
  private static func partBytes(_ tag: ElementTag) -> Int {
    tag.attributes.reduce(MemoryLayout<NativePart>.size) { bytes, attribute in
      let isShared = attribute.kind == .sourceName || attribute.kind == .device
      let length = isShared ? 0 : attribute.value.count
      return bytes + MemoryLayout<NativeAttribute>.size * 2 + length
    }
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
