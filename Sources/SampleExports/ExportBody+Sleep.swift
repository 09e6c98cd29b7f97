/// Sleep: the phone knows when its owner was in bed, the watch knows the stages.
extension ExportBody {
  mutating func appendSleep(_ random: inout SplitMix64) throws(SampleError) {
    var writer = RunWriter(RecordRun(.sleep, units: units), random: &random)
    // A week of the phone, then the same week of the watch, as sources alternate in a file.
    for week in stride(from: 0, to: plan.days - 1, by: 7) {
      let nights = week..<min(week + 7, plan.days - 1)
      for night in nights {
        let inBed = piece(of: Night(night, plan), .inBed, from: .phone, writer: &writer, &random)
        try write(inBed, in: &writer, random: &random)
      }
      for night in nights {
        try appendStages(of: Night(night, plan), in: &writer, &random)
      }
    }
    try finish(&writer)
  }

  /// Stages without gaps from iOS 16 on; a few stretches of plain sleep before.
  private mutating func appendStages(
    of night: Night, in writer: inout RunWriter, _ random: inout SplitMix64
  ) throws(SampleError) {
    var stages = SplitMix64(seed: configuration.seed, part: .sleep, index: ~night.index)
    var part = night
    part.start += 300 + stages.below(1_200)
    var number = 0
    while part.start < night.end - 600 {
      let stage: SleepStage
      let pause: Int64
      if version >= 12 {
        part.end = min(part.start + stages.within(480...2_700), night.end)
        stage = SleepStage.cycle[number % SleepStage.cycle.count]
        pause = 0
      } else {
        part.end = min(part.start + stages.within(3_600...10_800), night.end)
        stage = .asleep
        pause = stages.within(120...900)
      }
      let record = piece(of: part, stage, from: .watch, writer: &writer, &random)
      try write(record, in: &writer, random: &random)
      part.start = part.end + pause
      number += 1
    }
  }

  /// One record of a night, saved the next morning.
  private func piece(
    of night: Night, _ stage: SleepStage, from source: SampleSource, writer: inout RunWriter,
    _ random: inout SplitMix64
  ) -> RecordDraft {
    RecordDraft(
      source: source, pointer: writer.nextPointer(&random), start: night.start, end: night.end,
      created: night.saved, value: stage.rawValue, variation: 0)
  }
}

/// The time in bed from one evening to the next morning.
private struct Night {
  let index: Int
  var start: Instant
  var end: Instant
  let saved: Instant

  /// The night after the day `index`; the same whenever asked for.
  init(_ index: Int, _ plan: SamplePlan) {
    var random = plan.random(.sleep, index)
    self.index = index
    start = plan.instant(day: index, second: 79_200) + random.below(7_200)
    end = start + random.within(22_800...30_600)
    saved = end + 60 + random.below(240)
  }
}

/// What a sleep record says; raw values index the constants of ``RecordKind/sleep``.
private enum SleepStage: Int64 {
  case inBed
  case asleep
  case core
  case deep
  case rem
  case awake

  /// The order of a textbook night, repeated until the morning.
  static let cycle: [SleepStage] = [.core, .deep, .core, .rem, .awake]
}

extension RecordKind {
  /// The type of sleep records, which are not drawn from the table of kinds.
  static let sleep = category(
    "SleepAnalysis",
    [
      "HKCategoryValueSleepAnalysisInBed", "HKCategoryValueSleepAnalysisAsleep",
      "HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueSleepAnalysisAsleepDeep",
      "HKCategoryValueSleepAnalysisAsleepREM", "HKCategoryValueSleepAnalysisAwake",
    ], 0
  ).with(.timeZone)
}
