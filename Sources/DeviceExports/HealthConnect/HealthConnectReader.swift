package import HealthRecords

/// Reads JSON that apps write of Health Connect: bytes to native samples, in bounded memory.
///
/// What an object is, its keys tell, never a file's name; `JSONShape.all` describes the shapes. The input is one envelope,
/// a list of records or envelopes, or any number of these one behind the other, such as newline-delimited JSON. Shapes may
/// be mixed. Memory is bounded by the largest record, and by the largest page of changes up to a limit.
package struct HealthConnectReader: Sendable {
  /// The name of the file in positions.
  package let member: String
  /// How to read.
  package let options: HealthConnectOptions

  /// Creates a reader of one file.
  package init(member: String, options: HealthConnectOptions = HealthConnectOptions()) {
    self.member = member
    self.options = options
  }

  /// Reads the file to its end, or until `consume` throws.
  ///
  /// A piece gives one output for each run of records with one shape and one envelope, all with the piece's number. Only
  /// the last of them has a resume point. A page of changes, with all its records and deletions, is one output of its own
  /// up to `HealthConnectLimits.pageBytes`.
  ///
  /// - Parameters:
  ///   - open: Makes the source of the file's bytes; called once, on the thread that reads.
  ///   - transform: Turns a batch into what is wanted of it; called on several threads at once.
  ///   - consume: Takes the results in the order of the file, on the caller's thread.
  /// - Returns: What the file was; damage is told there, not thrown. `formatVersion` is `health_connect_` and the shape's
  ///   id, or `health_connect_mixed`.
  /// - Throws: What `open` and `consume` throw, or a `HealthConnectError` when nothing in the first piece is of a known
  ///   shape. All threads have ended.
  package func read<Source: ByteSource, Output: Sendable>(
    from open: @escaping @Sendable () throws -> Source,
    transform: @escaping @Sendable (NativeBatch) -> Output,
    consume: (PieceOutput<Output>) throws -> Void
  ) throws -> ExportSummary {
    let (member, options) = (member, options)
    let ending = Guarded(HealthConnectEnding())
    var tally = HealthConnectTally(member: member, skipped: options.skipPieces)
    let lanes = OrderedLanes(lanes: options.lanes, costLimit: max(1, options.pieceBytes) * 7)
    do {
      try lanes.run(
        makeJobs: { put in
          var cutter = try HealthConnectCutter(try open(), options: options)
          while let piece = cutter.next(), put(piece, piece.cost) {}
          let last = cutter.ending
          ending.update { $0 = last }
        },
        makeLane: { try HealthConnectLane(member: member, limits: options.limits) },
        work: { Self.work(&$0, $1, transform) },
        consume: { try tally.take($0, consume) })
    } catch is JSONFault {
      // A parser could not be made: the faults of values are told, not thrown.
      throw HealthConnectError.outOfMemory(member: member)
    } catch let error as AppleHealthError where error.code == .outOfMemory {
      // Nor could a thread.
      throw HealthConnectError.outOfMemory(member: member)
    }
    return try tally.summary(ending.update { $0 })
  }

  /// The ids of all shapes that are read here; the backup's is not among them.
  package static var shapes: [String] { JSONShape.all.map(\.id) }

  /// The id of the shape that the first object of a file has; nil where it is no JSON, or of no known shape.
  ///
  /// - Parameter head: The file's first bytes, such as 64 KiB of them: more than the first record.
  /// - Returns: The id, as in `NativeBatch.shape`.
  package static func shape(ofHead head: [UInt8]) -> String? {
    guard let parser = try? JSONParser() else { return nil }
    return head.withUnsafeBufferPointer { bytes in
      var next = 0
      // An object or two that are not known do not make the others unknown.
      for _ in 0..<4 {
        guard let head = JSONHead.closed(bytes, from: next) else { return nil }
        let shape = try? head.parse(by: parser) { JSONShape.shape(of: $0, isWhole: $1) }
        if let shape { return shape }
        next = head.end
      }
      return nil
    }
  }

  private static func work<Output>(
    _ lane: inout HealthConnectLane, _ piece: HealthConnectPiece,
    _ transform: (NativeBatch) -> Output
  ) -> HealthConnectResult<Output> {
    var reading = lane.read(piece)
    var outputs: [(output: Output, facts: PieceFacts)] = []
    for batch in reading.batches {
      var facts = PieceFacts()
      facts.add(batch)
      outputs.append((transform(batch), facts))
    }
    reading.batches = []
    return HealthConnectResult(
      index: piece.index, end: piece.end, outputs: outputs, reading: reading)
  }
}

extension JSONShape {
  /// The id of the shape of an object, or of the first objects of a list; nil where there is none.
  fileprivate static func shape(of value: JSONElement, isWhole: Bool) -> String? {
    if value.kind == .array {
      return value.firstObjects.lazy.compactMap { shape(of: $0, isWhole: isWhole) }.first
    }
    switch match(value, isWhole: isWhole) {
    case .record(let number), .envelope(let number, _): return all[number].id
    case nil: return nil
    }
  }
}
