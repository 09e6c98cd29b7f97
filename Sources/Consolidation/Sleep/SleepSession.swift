import HealthRecords
import SupportedData

/// A span that one source calls sleep: a session with its stages, or a single stage.
struct SleepSession {
  /// A stage of it.
  struct Piece: Hashable {
    var bounds: Range<Int64>
    var stage: SleepStage
  }

  var record: RecordID
  var source: Int
  var rank: SourceRank
  var version: RecordVersion
  var zone: String?
  var bounds: Range<Int64>
  /// The stages in order, without overlaps; empty where none are known.
  var pieces: [Piece]
  /// Whether it is a single stage and no session.
  var isStage = false
  /// Whether it only says that the person was in bed.
  var isInBed: Bool { !pieces.isEmpty && pieces.allSatisfy { $0.stage == .inBed } }
  /// Whether it tells the stages of sleep.
  var hasStages: Bool {
    pieces.contains { $0.stage == .light || $0.stage == .deep || $0.stage == .rem }
  }

  /// Reads a record; nil for one that is no sleep.
  init?(_ record: SourceRecord, _ entry: (number: Int, rank: SourceRank), _ rule: SleepRule) {
    guard record.end > record.start else { return nil }
    self.record = record.id
    source = entry.number
    rank = entry.rank
    version = record.version
    zone = record.zone
    bounds = record.start..<record.end
    switch record.value {
    case .code(let code):
      guard let stage = rule.stages[code] else { return nil }
      isStage = true
      pieces = [Piece(bounds: bounds, stage: stage)]
    case .stages(let stages):
      pieces = Self.pieces(stages, rule, within: bounds)
    case .none, .quantity, .components, .samples:
      pieces = []
    }
  }

  /// Stages in order, each cut where the next one begins and at the session's ends; unknown codes are gaps.
  private static func pieces(
    _ stages: [TimedCode], _ rule: SleepRule, within bounds: Range<Int64>
  ) -> [Piece] {
    let known = stages.compactMap { stage in rule.stages[stage.code].map { (stage, $0) } }
      .sorted { ($0.0.start, $0.0.end, $0.0.code) < ($1.0.start, $1.0.end, $1.0.code) }
    var pieces: [Piece] = []
    for (index, (stage, meaning)) in known.enumerated() {
      let next = index + 1 < known.count ? known[index + 1].0.start : .max
      let start = max(stage.start, bounds.lowerBound)
      let end = min(stage.end, bounds.upperBound, max(next, stage.start))
      if end > start { pieces.append(Piece(bounds: start..<end, stage: meaning)) }
    }
    return pieces
  }

  /// Whether it is kept where two sessions of one source overlap: what tells stages, then what tells anything, then the
  /// longer, the newer.
  func precedes(_ other: SleepSession) -> Bool {
    if hasStages != other.hasStages { return hasStages }
    if pieces.isEmpty != other.pieces.isEmpty { return other.pieces.isEmpty }
    if bounds.length != other.bounds.length { return bounds.length > other.bounds.length }
    if version != other.version {
      return other.version.precedes(version, rank.source.provider.versionOrder)
    }
    return (record, bounds.lowerBound) < (other.record, other.bounds.lowerBound)
  }

  /// Whether half of it or more lies within spans.
  func isMostly(within spans: Spans) -> Bool {
    spans.overlap(with: bounds) * 2 >= bounds.length
  }

  /// What of it lies outside of spans that are taken.
  func outside(of taken: Spans) -> [SleepSession] {
    taken.outside(of: bounds).map { span in
      var part = self
      part.bounds = span
      part.pieces = pieces.compactMap { piece in
        let clamped = piece.bounds.clamped(to: span)
        return clamped.isEmpty ? nil : Piece(bounds: clamped, stage: piece.stage)
      }
      return part
    }
  }
}

/// One sleep of a person: a night or a nap, from one source.
struct SleepPeriod {
  var rank: SourceRank
  var sessions: [SleepSession]
  /// Sessions of the source that tell no more than the span of single stages: they count as time in bed.
  var frames: [SleepSession] = []
  /// Time in bed as any source tells it.
  var inBed: Spans
  var explanation: [ExplainedPart]

  var bounds: Range<Int64> {
    let all = sessions + frames
    let start = all.map(\.bounds.lowerBound).min() ?? 0
    return start..<max(start, all.map(\.bounds.upperBound).max() ?? start)
  }

  /// Milliseconds of one stage.
  func length(_ stage: SleepStage) -> Int64 {
    sessions.reduce(0) { sum, session in
      session.pieces.reduce(sum) { $1.stage == stage ? $0 + $1.bounds.length : $0 }
    }
  }

  /// Sessions that tell more than that they were.
  private var told: [SleepSession] { sessions.filter { !$0.pieces.isEmpty && !$0.isInBed } }

  /// Milliseconds asleep; nil where no session tells.
  var asleep: Int64? {
    told.isEmpty
      ? nil : SleepStage.allCases.reduce(0) { $1.isAsleep ? $0 + length($1) : $0 }
  }

  /// Whether a session of it does not tell how long the person slept.
  var isPartlyKnown: Bool { !told.isEmpty && told.count < sessions.count }

  var hasStages: Bool { sessions.contains(where: \.hasStages) }

  /// Milliseconds in bed: the sessions and what is known beside them, without the time up.
  var timeInBed: Int64 {
    let known = inBed.ranges + (sessions + frames).map(\.bounds)
    return max(0, Spans(known).length - length(.outOfBed))
  }
}
