internal import HealthRecords

/// What a piece became, before it is transformed.
struct HealthConnectReading {
  /// An object of no shape.
  struct Unknown: Sendable {
    /// Its keys, in order.
    let keys: [String]
    /// Where it begins.
    let position: JSONPosition
  }

  /// The batches, in order.
  var batches: [NativeBatch] = []
  /// The ids of the shapes that were recognised.
  var shapes: [String] = []
  /// The first object that was not.
  var unknown: Unknown?
  /// The first place where there was no JSON.
  var fault: (code: JSONFault.Code, position: JSONPosition)?
}

/// Parses pieces and turns their records into native samples; one for each thread.
struct HealthConnectLane {
  private let parser: JSONParser
  private let limits: HealthConnectLimits
  /// Tells what an object is that does not parse.
  private let chooser: EnvelopeChooser
  /// What was made of the piece so far.
  var batches: HealthConnectBatches
  private var reading = HealthConnectReading()
  /// The shape of the last record of its own: most are like the one before.
  private var lastShape: Int?
  /// How many values of the piece did not parse.
  private var faults = 0
  /// Whether what is added is from an envelope that does not parse as a whole.
  private var isInDamaged = false
  /// The list in `batches`, by its number in the piece.
  private var listNumber = -1

  init(member: String, limits: HealthConnectLimits) throws(JSONFault) {
    var parserLimits = JSONLimits()
    parserLimits.bytes = limits.recordBytes
    parserLimits.depth = limits.depth
    parser = try JSONParser(limits: parserLimits)
    chooser = try EnvelopeChooser()
    self.limits = limits
    batches = HealthConnectBatches(member: member, limits: limits)
  }

  /// Reads a piece; the same one always gives the same.
  mutating func read(_ piece: HealthConnectPiece) -> HealthConnectReading {
    reading = HealthConnectReading(unknown: piece.unknown)
    lastShape = nil
    faults = 0
    batches.begin()
    addEntries(of: piece)
    batches.finish()
    reading.batches = batches.finished
    reading.shapes = batches.shapes
    batches.begin()
    return reading
  }

  private mutating func addEntries(of piece: HealthConnectPiece) {
    listNumber = -1
    piece.bytes.withUnsafeBufferPointer { bytes in
      for entry in piece.entries {
        let json = PaddedJSON(
          paddedBytes: bytes.slice(entry.start, entry.start + entry.count))
        add(entry, json, of: piece)
      }
    }
    listNumber = -1
  }

  private mutating func add(
    _ entry: HealthConnectPiece.Entry, _ json: PaddedJSON, of piece: HealthConnectPiece
  ) {
    switch entry.content {
    case .value:
      let problem = parse(json) { root, lane in lane.addValue(root, json.bytes, at: entry.position)
      }
      listNumber = -1
      if let problem, !addDamaged(json.bytes, at: entry.position) {
        reject(problem, type: nil, at: entry.position)
      }
    case .element(let number): addElement(number, json, of: piece, at: entry.position)
    case .envelopeEnd(let shape, let envelope):
      let problem = parse(json) { root, lane in
        lane.endEnvelope(root.headerMembers, shape: shape, envelope: envelope, at: entry.position)
      }
      listNumber = -1
      if let problem {
        endEnvelope([], shape: shape, envelope: envelope, at: entry.position)
        reject(problem, type: nil, at: entry.position)
      }
    case .fault(let number): reject(piece.faults[number], type: nil, at: entry.position)
    }
  }

  /// Adds the records of an envelope that does not parse as a whole, list by list as those of a large one.
  ///
  /// Returns false where it is no envelope, and where no fault was found in it that could be counted.
  private mutating func addDamaged(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: JSONPosition
  ) -> Bool {
    guard !isInDamaged, bytes.first == UInt8(ascii: "{") else { return false }
    _ = chooser.paths(forHead: bytes)
    guard chooser.chosen != nil else { return false }
    let faultsBefore = faults
    isInDamaged = true
    var cutter = HealthConnectCutter(bytes, at: position, chooser: chooser, limits: limits)
    while let piece = cutter.next() { addEntries(of: piece) }
    isInDamaged = false
    return faults > faultsBefore
  }

  private mutating func addElement(
    _ number: Int, _ json: PaddedJSON, of piece: HealthConnectPiece, at position: JSONPosition
  ) {
    guard piece.lists.indices.contains(number) else { return }
    let list = piece.lists[number]
    if number != listNumber { enter(list, at: position) }
    listNumber = number
    list.key.withUnsafeBufferPointer { key in
      let place = ListPlace(shape: list.shape, envelope: list.envelope, list: list.list, key: key)
      let problem = parse(json) { $1.addElement($0, of: place, at: position) }
      if let problem { reject(problem, type: key, at: position) }
    }
  }

  /// Parses and hands the value over; returns what is wrong with it.
  mutating func parse(
    _ json: PaddedJSON, _ body: (JSONElement, inout HealthConnectLane) -> Void
  ) -> JSONFault.Code? {
    do {
      try parser.parse(json) { body($0, &self) }
      return nil
    } catch {
      return (error as? JSONFault)?.code ?? .outOfMemory
    }
  }

  private mutating func reject(
    _ fault: JSONFault.Code, type: UnsafeBufferPointer<UInt8>?, at position: JSONPosition
  ) {
    faults += 1
    if reading.fault == nil { reading.fault = (fault, position) }
    batches.reject(fault, type: type, at: position)
  }

  // MARK: - Values of their own

  private mutating func addValue(
    _ value: JSONElement, _ bytes: UnsafeBufferPointer<UInt8>, at position: JSONPosition
  ) {
    guard value.kind == .object else { return reject(.notARecord, type: nil, at: position) }
    if let number = lastShape, JSONShape.all[number].isRecord(value) {
      return addRecord(value, shape: number, at: position)
    }
    switch JSONShape.match(value) {
    case .record(let number):
      lastShape = number
      addRecord(value, shape: number, at: position)
    case .envelope(let shape, let envelope):
      lastShape = nil
      addEnvelope(
        value, EnvelopeWalk(shape: shape, envelope: envelope, bytes: bytes, position: position),
        at: position)
    case nil:
      if reading.unknown == nil {
        reading.unknown = HealthConnectReading.Unknown(keys: value.keyTexts, position: position)
      }
      batches.reject(.unknownRecord, type: nil, at: position)
    }
  }

  private mutating func addRecord(
    _ record: JSONElement, shape number: Int, at position: JSONPosition
  ) {
    let shape = JSONShape.all[number]
    batches.enter(shape, envelope: [], page: nil, at: position)
    batches.addRecord(record, type: shape.type.word(of: record, listKey: nil), at: position)
  }
}
