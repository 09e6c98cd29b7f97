internal import HealthRecords

/// The batches that a piece becomes: one for each run of records with one shape and one envelope.
///
/// What is from an envelope with deletions has a batch of its own, and all of it the same one.
struct HealthConnectBatches {
  /// The batches that no more is added to.
  private(set) var finished: [NativeBatch] = []
  /// The ids of all shapes, in the order of first sight.
  private(set) var shapes: [String] = []

  private let member: String
  private var batch = NativeBatch(provider: .healthConnect, origin: BatchOrigin(member: ""))
  /// Whether there is a batch at all.
  private var isOpen = false
  /// What tells the envelope of the batch from all others, where that has deletions.
  private var page: Int?
  private var flattener: RecordFlattener
  /// What rejected values without a type are counted under.
  private static let invalid = "(invalid)"

  init(member: String, limits: HealthConnectLimits) {
    self.member = member
    flattener = RecordFlattener(limits: limits)
  }

  /// Begins a piece.
  mutating func begin() {
    finished = []
    shapes = []
    isOpen = false
  }

  /// Ends the last batch.
  mutating func finish() {
    if isOpen { finished.append(batch) }
    isOpen = false
  }

  /// Makes sure that what follows goes into a batch of this shape and envelope.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - envelope: What the envelope has said so far.
  ///   - page: What tells an envelope with deletions from all others; nil for what may share a batch.
  ///   - position: Where what follows begins.
  mutating func enter(
    _ shape: JSONShape, envelope: [JSONMember], page: Int?, at position: JSONPosition
  ) {
    if shapes.last != shape.id, !shapes.contains(shape.id) { shapes.append(shape.id) }
    if isOpen, batch.shape == shape.id, self.page == page {
      if envelope.isEmpty, batch.envelope.isEmpty { return }
      let attributes = flattener.attributes(of: envelope, &batch)
      // Of one and the same envelope more has been read.
      if page != nil { batch.envelope = attributes }
      if attributes == batch.envelope { return }
    }
    start(shape.id, at: position)
    self.page = page
    batch.envelope = flattener.attributes(of: envelope, &batch)
  }

  private mutating func start(_ shape: String, at position: JSONPosition) {
    finish()
    // The next batch mostly is of the size of the last one.
    let last = batch
    batch = NativeBatch(
      provider: .healthConnect,
      origin: BatchOrigin(
        member: member, byte: UInt64(position.byte), line: UInt64(position.line - 1)))
    batch.reserve(like: last)
    batch.shape = shape
    isOpen = true
    page = nil
    flattener.beginBatch(&batch.symbols)
  }

  // MARK: - Samples

  /// Adds a record.
  mutating func addRecord(
    _ record: JSONElement, type: UnsafeBufferPointer<UInt8>?, at position: JSONPosition
  ) {
    _ = add(record, as: .record, type: type, at: position)
  }

  /// Adds a deletion, whose id is under a key of the element or is the element itself.
  mutating func addDeletion(
    _ deletion: JSONElement, id path: JSONPath, type: UnsafeBufferPointer<UInt8>?,
    at position: JSONPosition
  ) {
    let id = deletion.string ?? path.value(in: deletion)?.string
    guard let id, !id.isEmpty else { return reject(.deletionWithoutID, type: type, at: position) }
    guard add(deletion, as: .deletion, type: type, at: position), let key = path.keys.last else {
      return
    }
    nameDeletedID(id, key)
  }

  private mutating func nameDeletedID(_ id: UnsafeBufferPointer<UInt8>, _ key: JSONKey) {
    guard let last = batch.samples.indices.last else { return }
    let name = batch.symbols.intern("id")
    let other = batch.symbols.intern(key.bytes)
    let range = batch.samples[last].attributes
    if range.isEmpty {
      batch.samples[last].attributes = BatchRange(start: batch.attributes.count, count: 1)
      batch.attributes.append(NativeAttribute(name: name, value: batch.symbols.intern(id)))
    }
    for index in range.indices where batch.attributes[index].name == other {
      batch.attributes[index].name = name
    }
  }

  private mutating func add(
    _ element: JSONElement, as kind: NativeKind, type: UnsafeBufferPointer<UInt8>?,
    at position: JSONPosition
  ) -> Bool {
    let (attributes, parts) = (batch.attributes.count, batch.parts.count)
    do {
      let content = try flattener.append(element, to: &batch)
      var sample = NativeSample(kind: kind)
      if let type { sample.type = batch.symbols.intern(type) }
      sample.attributes = content.attributes
      sample.parts = content.parts
      sample.line = batch.origin.place(position)
      batch.samples.append(sample)
      if flattener.hasRepeatedKey { note(.duplicateKey, at: position) }
      return true
    } catch {
      batch.attributes.removeLast(batch.attributes.count - attributes)
      batch.parts.removeLast(batch.parts.count - parts)
      reject(error.reason, type: type, at: position)
      return false
    }
  }

  // MARK: - What is no sample

  /// Counts what became no sample.
  mutating func reject(
    _ reason: HealthConnectDiagnostic, type: UnsafeBufferPointer<UInt8>?,
    at position: JSONPosition
  ) {
    note(reason, at: position)
    count(type.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Counts what could not be parsed.
  mutating func reject(
    _ fault: JSONFault.Code, type: UnsafeBufferPointer<UInt8>?, at position: JSONPosition
  ) {
    startUnlessStarted(at: position)
    if !batch.diagnostics.countAgain(fault.rawValue) {
      batch.diagnostics.add(
        Diagnostic(fault.rawValue, .error, message: fault.message, first: place(position)))
    }
    count(type.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Says something about a place.
  mutating func note(_ diagnostic: HealthConnectDiagnostic, at position: JSONPosition) {
    startUnlessStarted(at: position)
    guard !batch.diagnostics.countAgain(diagnostic.rawValue) else { return }
    batch.diagnostics.add(diagnostic.diagnostic(at: place(position)))
  }

  private mutating func startUnlessStarted(at position: JSONPosition) {
    if !isOpen { start(shapes.last ?? "", at: position) }
  }

  private mutating func count(_ type: String?) {
    batch.rejectedTypes[type ?? Self.invalid, default: 0] += 1
  }

  private func place(_ position: JSONPosition) -> InputPosition {
    InputPosition(member: member, byte: UInt64(position.byte), line: UInt64(position.line))
  }
}

extension BatchOrigin {
  /// Remembers a place, and returns its line in the piece; of several on one line the first one counts.
  fileprivate mutating func place(_ position: JSONPosition) -> UInt32 {
    let line = UInt32(truncatingIfNeeded: UInt64(position.line - 1) &- self.line)
    if places.last?.line != line {
      let byte = UInt32(truncatingIfNeeded: UInt64(position.byte) &- self.byte)
      places.append(LinePlace(line: line, byte: byte))
    }
    return line
  }
}
