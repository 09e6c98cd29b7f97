import HealthRecords
import SupportedData

extension DayTally {
  /// What the value of the day rests on.
  private enum Choice {
    case total(Claim)
    case dayRecord(Claim)
    case parts
  }

  /// The day as a whole, when nothing can be added any more.
  func result(_ metric: Metric, explains: Bool) -> DayResult {
    let parts = parts
    let summary = parts.summary(metric.aggregation)
    let choice = choice(parts, summary.value)
    var result = DayResult(
      metric: metric.name, day: CivilDay(daysSince1970: day), unit: metric.unit)
    write(choice, parts, summary.value, isSum: metric.aggregation == .sum, to: &result)
    result.platformTotal = total?.number
    if metric.aggregation == .sum { result.rebuilt = summary.value }
    if metric.aggregation == .mean, let least = parts.least, let greatest = parts.greatest {
      result.extremes = least.number...greatest.number
    }
    result.isEstimate = isEstimate(metric, result, choice)
    result.allSources = sources.union(parts.bySource.keys).count
    result.records = records
    result.assumedZones = assumedZones
    result.leftOut = leftOut
    result.overlap = overlap
    result.divided = divided
    result.longestGap = longestGap
    if explains { result.explanation = explanation(choice, summary.part) }
    return result
  }

  /// A platform's total outranks all, a record of the whole day what was measured in parts; but a total of nothing is
  /// none where something was measured, and a better device that measured more than the whole-day record is believed,
  /// any that measured more than one device's part.
  private func choice(_ parts: Parts, _ rebuilt: Double?) -> Choice {
    let others = max(rebuilt ?? 0, dayRecord?.number ?? 0)
    if let total, total.number != 0 || others == 0 { return .total(total) }
    guard let dayRecord else { return .parts }
    let isBetter = parts.bySource.values.contains {
      $0.rank.position < dayRecord.rank.position && !leavesOut($0.rank)
    }
    if isBetter || dayRecord.isPart, let rebuilt, rebuilt > dayRecord.number { return .parts }
    return .dayRecord(dayRecord)
  }

  private func write(
    _ choice: Choice, _ parts: Parts, _ summary: Double?, isSum: Bool, to result: inout DayResult
  ) {
    switch choice {
    case .total(let claim):
      (result.value, result.basis) = (claim.number, .platformTotal)
      result.sources = [Self.share(claim)]
    case .dayRecord(let claim):
      (result.value, result.basis) = (claim.number, .dayRecord)
      result.sources = [Self.share(claim)]
    case .parts:
      result.value = summary
      result.basis = summary == nil ? .none : .records
      result.sources = shares(parts, hasValues: isSum)
    }
  }

  private static func share(_ claim: Claim) -> SourceShare {
    SourceShare(
      label: claim.rank.source.label, deviceClass: claim.rank.deviceClass, value: claim.number,
      records: 1)
  }

  private func shares(_ parts: Parts, hasValues: Bool) -> [SourceShare] {
    let sorted = parts.bySource.values.sorted {
      $0.sum == $1.sum || !hasValues ? $0.rank < $1.rank : $0.sum > $1.sum
    }
    return sorted.map {
      SourceShare(
        label: $0.rank.source.label, deviceClass: $0.rank.deviceClass,
        value: hasValues ? $0.sum : nil, records: $0.records)
    }
  }

  /// Whether an app added it up, or the platform has totals of its own and this one is missing.
  private func isEstimate(_ metric: Metric, _ result: DayResult, _ choice: Choice) -> Bool {
    guard result.value != nil, result.basis != .platformTotal else { return false }
    if case .dayRecord(let claim) = choice, claim.isEstimate { return true }
    return metric.totals.contains { !$0.isEstimate && providers.contains($0.provider) }
  }

  // MARK: - Explaining

  private func explanation(_ choice: Choice, _ chosen: Part?) -> [ExplainedPart] {
    let winner: Claim? =
      switch choice {
      case .total(let claim), .dayRecord(let claim): claim
      case .parts: nil
      }
    let whole = claims.sorted { $0.precedes($1) }.map {
      explained($0, winner)
    }
    let single = explanation.map { entry in
      var part = entry.part
      guard part.counts else { return part }
      if leavesOut(entry.rank) {
        (part.counts, part.reason) = (false, .mirror)
      } else if let winner {
        (part.counts, part.reason) = (false, .outranked)
        part.other = winner.rank.source.label
      } else if let chosen, !chosen.isMeant(by: part) {
        (part.counts, part.reason) = (false, .notChosen)
        part.other = chosen.item.rank.source.label
      }
      return part
    }
    return whole + single.sorted { ($0.start, $0.end, $0.record) < ($1.start, $1.end, $1.record) }
  }

  private func explained(_ claim: Claim, _ winner: Claim?) -> ExplainedPart {
    let record = claim.record
    let counts = record.id == winner?.record.id
    let isTotal = record.id == total?.record.id
    let scale: Int64 = record.isCivilDate ? 86_400_000 : 1
    let start = record.start.multipliedReportingOverflow(by: scale).partialValue
    let end = record.end.multipliedReportingOverflow(by: scale).partialValue
    var part = ExplainedPart(
      start..<max(start, end), of: record.id, source: claim.rank.source.label,
      value: claim.number,
      verdict: (
        counts, counts ? (isTotal ? .platformTotal : .wholeDay) : .outranked
      ))
    part.isCivilDate = record.isCivilDate
    if !counts { part.other = winner?.rank.source.label }
    return part
  }
}

extension DayTally.Part {
  /// Whether an explanation is of this part.
  fileprivate func isMeant(by part: ExplainedPart) -> Bool {
    item.record == part.record && bounds.lowerBound == part.start && bounds.upperBound == part.end
  }
}
