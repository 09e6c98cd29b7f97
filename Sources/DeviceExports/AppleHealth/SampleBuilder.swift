internal import HealthRecords

/// Turns elements into native samples: knows Apple's structure, and no health type.
///
/// Used by both lanes, so that they cannot differ in what an element says. Samples stand in the order of their start
/// tags; a nested sample points to the sample around it. A value, so that the compiler knows every access to its arrays
/// to be exclusive and none is checked while parsing.
struct SampleBuilder {
  /// One open element.
  struct Frame {
    /// What the element is to the samples.
    enum Role {
      /// `HealthData`.
      case root
      /// A sample.
      case sample
      /// A part of the sample around it.
      case part
      /// A list whose members are parts.
      case list
      /// Nothing: a metadata entry, or an element that was left out.
      case skipped
    }

    var role = Role.root
    var element = ElementName.healthData
    /// The sample's index in the batch.
    var sample = -1
    /// The part's index among the parts of the owner.
    var part = -1
    /// The frame of the sample that parts belong to.
    var owner = 0
    var metadata: [NativeAttribute] = []
    var parts: [NativePart] = []
    /// Bytes of memory that the parts take.
    var partBytes = 0
    /// Whether counted elements in a skipped element are counted as rejected.
    var countsChildren = false
  }

  /// How long the batch's arrays were when the open top-level element began.
  private struct Mark {
    var samples = 0
    var text = 0
    var metadata = 0
    var attributes = 0
    var parts = 0
    var documents = 0
  }

  /// The batch so far; whole only while no element is open.
  var batch: NativeBatch
  /// What the batch tells about the export.
  var facts = PieceFacts()
  /// Whether a top-level element started inside another one: the fast lane gives such a piece up.
  private(set) var isMisplaced = false
  /// The number of open elements within `HealthData`.
  private(set) var depth = 0

  let sideFiles: any SideFiles
  let limits: ReaderLimits

  var frames: [Frame]
  var dates = DateParser()
  var lastType = LastValue()
  var lastUnit = LastValue()
  var lastVersion = LastValue()
  var lastSource = LastValue()
  var lastDevice = LastValue()
  var lastKey = LastValue()
  var lastMetadata = LastValue()
  var kindOfType: (type: Symbol, kind: NativeKind) = (.none, .data)
  var lastOffset: Int16?
  private var decodedValues = DecodedValues()
  private var mark = Mark()
  /// The sizes of the last whole batch: the next piece of an export is mostly like it.
  private var usual = Mark()

  /// Creates a builder without a batch; call `begin` before the first element.
  init(sideFiles: any SideFiles, limits: ReaderLimits) {
    self.sideFiles = sideFiles
    self.limits = limits
    frames = [Frame](repeating: Frame(), count: limits.depth + 2)
    batch = NativeBatch(provider: .appleHealth, origin: BatchOrigin(member: ""))
  }

  /// Begins a batch; elements of an earlier one that are still open are forgotten.
  mutating func begin(_ origin: BatchOrigin) {
    batch = NativeBatch(provider: .appleHealth, origin: origin)
    batch.samples.reserveCapacity(usual.samples)
    batch.text.reserveCapacity(usual.text)
    batch.metadata.reserveCapacity(usual.metadata)
    facts = PieceFacts()
    lastType.reset()
    lastUnit.reset()
    lastVersion.reset()
    lastSource.reset()
    lastDevice.reset()
    lastKey.reset()
    lastMetadata.reset()
    kindOfType = (.none, .data)
    lastOffset = nil
    decodedValues.beginBatch()
    isMisplaced = false
    while depth > 0 { closeFrame() }
  }

  /// Takes the batch and what it tells; no element may be open.
  mutating func finish() -> (batch: NativeBatch, facts: PieceFacts) {
    facts.add(batch)
    usual = Mark(
      samples: batch.samples.count + batch.samples.count / 8, text: batch.text.count,
      metadata: batch.metadata.count)
    defer { batch = NativeBatch(provider: .appleHealth, origin: batch.origin) }
    return (batch, facts)
  }

  /// The source name that the raw bytes of a value stand for; nil when they are no valid value.
  @inline(__always)
  mutating func sourceName(_ raw: UnsafeBufferPointer<UInt8>) -> Symbol? {
    decodedValues.source(raw, in: &batch.symbols)
  }

  /// The device description that the raw bytes of a value stand for; nil when they are no valid value.
  @inline(__always)
  mutating func device(_ raw: UnsafeBufferPointer<UInt8>) -> Symbol? {
    decodedValues.device(raw, in: &batch.symbols)
  }

  /// Whether an element may start here; where not, an end tag before it is missing.
  func accepts(_ element: ElementName) -> Bool {
    guard element.isTopLevel, depth > 0 else { return true }
    return element == .record && frames[depth].element == .correlation
      && batch.samples.count - mark.samples <= limits.membersPerElement
  }

  /// Begins an element; `line` is that of its tag in the piece, from 0.
  mutating func startElement(_ tag: ElementTag, line: UInt32) {
    guard depth < limits.depth else {
      isMisplaced = true
      return
    }
    if !accepts(tag.element) { isMisplaced = true }
    switch frames[depth].role {
    case .root: startTopLevel(tag, line: line)
    case .sample, .part, .list: startNested(tag, line: line)
    case .skipped: startSkipped(tag)
    }
  }

  /// Ends the innermost open element; nothing where none is open.
  mutating func endElement() {
    guard depth > 0 else { return }
    switch frames[depth].role {
    case .sample: endSample()
    case .part: endPart()
    case .root, .list, .skipped: break
    }
    closeFrame()
  }

  /// Leaves out the open top-level element with all its samples, each counted as rejected.
  mutating func abandonElement() {
    guard depth > 0 else { return }
    let abandoned = batch.samples[mark.samples...]
    if let first = abandoned.first {
      let line = first.line
      report(.truncatedElement, line: line)
    }
    for sample in abandoned {
      // A statistic names the type that it sums up; it is counted as what it is.
      let type =
        sample.kind == .workoutStatistics
        ? "\(ElementName.workoutStatistics.text)" : batch.symbols.string(of: sample.type) ?? ""
      batch.rejectedTypes[type, default: 0] += 1
    }
    batch.samples.removeSubrange(mark.samples...)
    batch.text.removeSubrange(mark.text...)
    batch.metadata.removeSubrange(mark.metadata...)
    batch.attributes.removeSubrange(mark.attributes...)
    batch.parts.removeSubrange(mark.parts...)
    batch.documents.removeSubrange(mark.documents...)
    while depth > 0 { closeFrame() }
  }

  /// Skips an element that could not be read, with its children; it has no sample.
  mutating func startRejected(
    _ element: ElementName, type: String?, _ diagnostic: ReaderDiagnostic, line: UInt32
  ) {
    if depth == 0 { setMark() }
    if frames[depth].role != .skipped || frames[depth].countsChildren {
      report(diagnostic, line: line)
      let name = element == .workoutStatistics ? nil : type
      if element.isCounted { batch.rejectedTypes[name ?? "\(element.text)", default: 0] += 1 }
    }
    open(.skipped, element)
    frames[depth].countsChildren = element.isCounted
  }

  /// Counts a diagnostic; the position is looked for only where the code is new.
  mutating func report(_ diagnostic: ReaderDiagnostic, line: UInt32, times: Int = 1) {
    if times == 1, batch.diagnostics.countAgain(diagnostic.rawValue) { return }
    let isKnown = batch.diagnostics.contains(diagnostic.rawValue)
    let position = isKnown ? nil : batch.origin.position(line: line)
    batch.diagnostics.add(diagnostic.diagnostic(at: position, count: times))
  }

  /// The line of the sample that the parts of a frame belong to.
  func sampleLine(_ frame: Int) -> UInt32 {
    let index = frames[frames[frame].owner].sample
    return batch.samples.indices.contains(index) ? batch.samples[index].line : 0
  }

  // MARK: - Where an element stands

  private mutating func startTopLevel(_ tag: ElementTag, line: UInt32) {
    setMark()
    switch tag.element {
    case .exportDate:
      if facts.exportDate == nil {
        facts.exportDate = tag.value(of: .value).flatMap { dates.parse($0) }
      }
      open(.skipped, tag.element)
    case .healthData, .workoutActivity, .workoutStatistics, .workoutRoute, .fileReference,
      .metadataEntry, .beatList, .other:
      report(.unknownElement, line: line)
      let name = String(decoding: tag.name.prefix(ReaderLimits.typeBytes), as: UTF8.self)
      batch.rejectedTypes[name, default: 0] += 1
      open(.skipped, tag.element)
    default: startSample(tag, parent: -1, line: line)
    }
  }

  private mutating func startNested(_ tag: ElementTag, line: UInt32) {
    switch tag.element {
    case .metadataEntry:
      addMetadata(tag)
      open(.skipped, tag.element)
    case .beatList: open(.list, tag.element)
    case .record, .workoutStatistics, .workoutActivity, .workoutRoute:
      guard holdsSamples(tag.element) else { return startPart(tag, line: line) }
      startMember(tag, line: line)
    default: startPart(tag, line: line)
    }
  }

  /// Whether the open element is one whose children of that name are samples.
  private func holdsSamples(_ element: ElementName) -> Bool {
    guard frames[depth].role == .sample else { return false }
    switch frames[depth].element {
    case .correlation: return element == .record
    case .workout, .workoutActivity: return element != .record
    default: return false
    }
  }

  private mutating func startMember(_ tag: ElementTag, line: UInt32) {
    if batch.samples.count - mark.samples > limits.membersPerElement {
      startRejected(tag.element, type: Self.typeText(tag), .tooManyParts, line: line)
    } else {
      startSample(tag, parent: frames[depth].sample, line: line)
    }
  }

  private mutating func startSkipped(_ tag: ElementTag) {
    let counts = frames[depth].countsChildren
    if counts, tag.element.isCounted {
      let type = tag.element == .workoutStatistics ? nil : Self.typeText(tag)
      batch.rejectedTypes[type ?? "\(tag.element.text)", default: 0] += 1
    }
    open(.skipped, tag.element)
    frames[depth].countsChildren = counts
  }

  /// The `type` attribute, for counts of elements that became no sample.
  private static func typeText(_ tag: ElementTag) -> String? {
    tag.value(of: .type).map {
      String(decoding: $0.prefix(ReaderLimits.typeBytes), as: UTF8.self)
    }
  }

  // MARK: - Frames

  private mutating func setMark() {
    mark = Mark(
      samples: batch.samples.count, text: batch.text.count, metadata: batch.metadata.count,
      attributes: batch.attributes.count, parts: batch.parts.count,
      documents: batch.documents.count)
  }

  mutating func open(_ role: Frame.Role, _ element: ElementName, sample: Int = -1, part: Int = -1) {
    let owner = frames[depth].role == .sample ? depth : frames[depth].owner
    depth &+= 1
    frames[depth].role = role
    frames[depth].element = element
    frames[depth].sample = sample
    frames[depth].part = part
    frames[depth].owner = role == .sample ? depth : owner
    frames[depth].countsChildren = false
  }

  private mutating func closeFrame() {
    if !frames[depth].metadata.isEmpty { frames[depth].metadata.removeAll(keepingCapacity: true) }
    if !frames[depth].parts.isEmpty { frames[depth].parts.removeAll(keepingCapacity: true) }
    frames[depth].partBytes = 0
    depth &-= 1
  }
}

extension ReaderLimits {
  /// Bytes of a type name that counts keep.
  static let typeBytes = 128
}
