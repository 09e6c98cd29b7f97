internal import HealthRecords

/// What a piece became.
struct HealthConnectResult<Output: Sendable>: Sendable {
  let index: Int
  /// Bytes of the file up to the end of the piece.
  let end: UInt64
  let outputs: [(output: Output, facts: PieceFacts)]
  /// What was found, without the batches.
  let reading: HealthConnectReading
}

/// Takes the results in order, and sums them up.
struct HealthConnectTally {
  private let member: String
  private let skipped: Int
  private var facts = ExportSummary()
  private var shapes: [String] = []

  init(member: String, skipped: Int) {
    self.member = member
    self.skipped = skipped
  }

  /// Hands a piece's results on; throws where the first piece shows that the file is of no known shape.
  mutating func take<Output>(
    _ result: HealthConnectResult<Output>, _ consume: (PieceOutput<Output>) throws -> Void
  ) throws {
    facts.pieces += 1
    facts.bytes = result.end
    guard result.index >= skipped else { return }
    if result.index == 0 { try refuseUnknown(result.reading) }
    for shape in result.reading.shapes where !shapes.contains(shape) { shapes.append(shape) }
    for (number, (output, facts)) in result.outputs.enumerated() {
      self.facts.add(facts)
      let isLast = number == result.outputs.count - 1
      try consume(
        PieceOutput(
          index: result.index, resumePoint: isLast ? result.index + 1 : nil, bytes: result.end,
          output: output))
    }
  }

  private func refuseUnknown(_ reading: HealthConnectReading) throws {
    guard reading.shapes.isEmpty else { return }
    if let unknown = reading.unknown {
      throw HealthConnectError.unknownShape(keys: unknown.keys, at: place(unknown.position))
    }
    if let fault = reading.fault {
      throw HealthConnectError.notJSON(fault.code, at: place(fault.position))
    }
  }

  private func place(_ position: JSONPosition) -> InputPosition {
    InputPosition(member: member, byte: UInt64(position.byte), line: UInt64(position.line))
  }

  /// What the file was; throws where it holds nothing.
  func summary(_ ending: HealthConnectEnding) throws -> ExportSummary {
    if !ending.hasValues, ending.failure == nil {
      throw HealthConnectError.notJSON(.empty, at: InputPosition(member: member, byte: 0, line: 1))
    }
    var summary = facts
    summary.formatVersion = "health_connect_" + (shapes.count == 1 ? shapes[0] : "mixed")
    if shapes.isEmpty { summary.formatVersion = "health_connect_unknown" }
    summary.complete = ending.isComplete
    summary.readFailure = ending.failure
    if !ending.isComplete, !summary.diagnostics.contains(JSONFault.Code.truncated.rawValue) {
      summary.diagnostics.add(
        Diagnostic(
          JSONFault.Code.truncated.rawValue, .error, message: JSONFault.Code.truncated.message,
          first: InputPosition(member: member, byte: summary.bytes)))
    }
    return summary
  }
}
