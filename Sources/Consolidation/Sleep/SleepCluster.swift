import HealthRecords
import SupportedData

/// Sleep of all sources that lies close together: what has to be decided at once.
struct SleepCluster {
  /// What one source says of the sleep.
  private struct Account {
    /// What counts, in order.
    var sessions: [SleepSession] = []
    /// Sessions that tell no more than the span of single stages.
    var frames: [SleepSession] = []

    /// What is left without what overlaps a span; nil where nothing counts.
    func outside(of bounds: Range<Int64>) -> Account? {
      let rest = sessions.filter { !$0.bounds.overlaps(bounds) }
      let framing = frames.filter { frame in
        !frame.bounds.overlaps(bounds) && rest.contains { $0.bounds.overlaps(frame.bounds) }
      }
      return rest.isEmpty ? nil : Account(sessions: rest, frames: framing)
    }
  }

  private(set) var sessions: [SleepSession] = []
  private(set) var end = Int64.min
  private(set) var start = Int64.max

  mutating func append(_ session: SleepSession) {
    sessions.append(session)
    start = min(start, session.bounds.lowerBound)
    end = max(end, session.bounds.upperBound)
  }

  /// The sleeps in it: one source for each, and what others say of the same time left out.
  func periods() -> [SleepPeriod] {
    var explanation: [ExplainedPart] = []
    let inBed = sessions.filter(\.isInBed)
    var left = Dictionary(grouping: sessions.filter { !$0.isInBed }, by: \.source)
      .mapValues { Self.versions($0, &explanation) }
    var periods: [SleepPeriod] = []
    while let best = left.values.min(by: { Self.precedes($0.sessions, $1.sessions) }),
      let first = best.sessions.first
    {
      left[first.source] = nil
      var period = SleepPeriod(
        rank: first.rank, sessions: best.sessions, frames: best.frames, inBed: Spans([]),
        explanation: explanation)
      explanation = []
      period.explanation += Self.counted(best.sessions, against: left.mapValues(\.sessions))
      leaveOut(from: &left, covered: &period)
      periods.append(period)
    }
    if periods.isEmpty, let period = Self.onlyInBed(inBed) { return [period] }
    for index in periods.indices { Self.add(inBed, to: &periods[index]) }
    return periods
  }

  // MARK: - One source

  /// The sessions of one source without earlier states of each other.
  ///
  /// What is half covered by others is one of them, what is less is cut where they begin. A session that single stages
  /// cover still frames them, but for an earlier state of another session.
  private static func versions(
    _ sessions: [SleepSession], _ explanation: inout [ExplainedPart]
  ) -> Account {
    var account = Account()
    var (taken, whole) = (Spans([]), Spans([]))
    for session in sessions.sorted(by: { $0.precedes($1) }) {
      let isFrame = !session.isStage && !session.isMostly(within: whole)
      if session.isMostly(within: taken) {
        explanation.append(part(of: session, (false, .nested), against: session.rank))
        if isFrame { account.frames.append(session) }
      } else {
        account.sessions += session.outside(of: taken)
        taken.insert(session.bounds)
      }
      if isFrame { whole.insert(session.bounds) }
    }
    account.sessions.sort { $0.bounds.lowerBound < $1.bounds.lowerBound }
    return account
  }

  // MARK: - Several sources

  /// A source with stages comes first, then by device, then by the newest edit, then by name.
  private static func precedes(_ left: [SleepSession], _ right: [SleepSession]) -> Bool {
    guard let one = left.first?.rank, let other = right.first?.rank else {
      return right.isEmpty && !left.isEmpty
    }
    if (one.mirroredProvider == nil) != (other.mirroredProvider == nil) {
      return one.mirroredProvider == nil
    }
    let stages = (left.contains(where: \.hasStages), right.contains(where: \.hasStages))
    if stages.0 != stages.1 { return stages.0 }
    if one.position != other.position { return one.position < other.position }
    let edits = (left.map(\.version.modifiedAt).max(), right.map(\.version.modifiedAt).max())
    if edits.0 != edits.1 { return edits.0 ?? .min > edits.1 ?? .min }
    return one < other
  }

  private static func counted(
    _ best: [SleepSession], against left: [Int: [SleepSession]]
  ) -> [ExplainedPart] {
    let others = left.values.filter { sessions in
      sessions.contains { other in best.contains { $0.bounds.overlaps(other.bounds) } }
    }
    let second = others.min(by: precedes)
    return best.map { session in
      let reason: ExplainedPart.Reason =
        second.flatMap { second in
          second.contains(where: \.hasStages) == best.contains(where: \.hasStages)
            ? second.first.map { Self.reason(session.rank, over: $0.rank) } : .hasStages
        } ?? .onlySource
      return part(of: session, (true, reason), against: second?.first?.rank)
    }
  }

  private static func reason(
    _ rank: SourceRank, over other: SourceRank
  ) -> ExplainedPart.Reason {
    rank.position == other.position ? .newerRecord : rank.reason(over: other)
  }

  /// Removes what other sources say of the time from the first to the last session of a period.
  private func leaveOut(from left: inout [Int: Account], covered period: inout SleepPeriod) {
    let bounds = period.bounds
    for (source, account) in left.sorted(by: { $0.key < $1.key }) {
      for session in account.sessions where session.bounds.overlaps(bounds) {
        period.explanation.append(Self.part(of: session, (false, .covered), against: period.rank))
      }
      left[source] = account.outside(of: bounds)
    }
  }

  // MARK: - In bed

  /// Time in bed of the period's own source, or of the best other one.
  private static func add(_ inBed: [SleepSession], to period: inout SleepPeriod) {
    let bounds = period.bounds
    let near = inBed.filter { $0.bounds.overlaps(bounds) }
    let ranks = near.map(\.rank)
    guard let rank = ranks.first(where: { $0.source == period.rank.source }) ?? ranks.min() else {
      return
    }
    period.inBed = Spans(near.filter { $0.rank.source == rank.source }.map(\.bounds))
  }

  /// A night of which nothing is known but the time in bed.
  private static func onlyInBed(_ inBed: [SleepSession]) -> SleepPeriod? {
    guard let rank = inBed.map(\.rank).min() else { return nil }
    let sessions = inBed.filter { $0.rank.source == rank.source }
    return SleepPeriod(
      rank: rank, sessions: sessions, inBed: Spans(sessions.map(\.bounds)),
      explanation: sessions.map { part(of: $0, (true, .onlySource), against: nil) })
  }

  private static func part(
    of session: SleepSession, _ verdict: (Bool, ExplainedPart.Reason), against other: SourceRank?
  ) -> ExplainedPart {
    let asleep = session.pieces.reduce(0) { $1.stage.isAsleep ? $0 + $1.bounds.length : $0 }
    var part = ExplainedPart(
      session.bounds, of: session.record, source: session.rank.source.label,
      value: session.pieces.isEmpty || session.isInBed ? nil : Double(asleep) / 60_000,
      verdict: verdict)
    part.other = other?.source.label
    return part
  }
}
