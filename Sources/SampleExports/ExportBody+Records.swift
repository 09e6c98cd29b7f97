/// Plain records: those of the table of kinds, then sleep, then the rows of correlations.
extension ExportBody {
  mutating func appendRecords() throws(SampleError) {
    let kinds = RecordKind.available(in: configuration)
    let weights = kinds.reduce(0) { $0 + $1.weight }
    var random = plan.random(.records, 0)
    for kind in kinds {
      let count = max(plan.records * kind.weight / weights, plan.records > 0 ? 1 : 0)
      try appendRun(of: kind, count: count, random: &random)
    }
    try appendSleep(&random)
    if has(.correlations) { try appendCorrelationRows() }
  }

  /// One type: its sources take turns, and some records come back.
  private mutating func appendRun(
    of kind: RecordKind, count: Int, random: inout SplitMix64
  ) throws(SampleError) {
    var writer = RunWriter(RecordRun(kind, units: units), random: &random)
    var series = kind.sources.enumerated().map { index, _ in
      let share = (count + index) / kind.sources.count
      return SlotSeries(count: share, days: plan.days, isDaytime: kind.isDaytime)
    }
    while let turn = series.indices.min(by: { series[$0].progress < series[$1].progress }),
      series[turn].remaining > 0
    {
      let source = kind.sources[turn]
      for _ in 0..<min(Int(random.within(3...24)), series[turn].remaining) {
        let start = plan.start + series[turn].next(&random)
        let draft = writer.draft(from: source, at: start, plan: plan, random: &random)
        try write(draft, in: &writer, random: &random)
      }
    }
    try finish(&writer)
  }

  /// Writes a record, decides its fate, and writes what is due.
  mutating func write(
    _ draft: RecordDraft, in writer: inout RunWriter, random: inout SplitMix64
  ) throws(SampleError) {
    var draft = draft
    let fate = writer.fate(of: &draft, configuration, &random)
    if writer.run.kind.isSupported {
      writer.outcomes.inserted += 1
    } else {
      writer.outcomes.unsupported += 1
    }
    append(draft, in: writer.run, level: 1)
    try flushIfFull()
    let exportDate = configuration.exportDate
    writer.schedule(draft, fate, exportDate: exportDate, random: &random)
    while let due = writer.pending.nextDue() {
      append(due, in: writer.run, level: 1)
      try flushIfFull()
    }
  }

  /// Writes the records still to come back and counts the run.
  mutating func finish(_ writer: inout RunWriter) throws(SampleError) {
    while let left = writer.pending.nextLeft() {
      append(left, in: writer.run, level: 1)
      try flushIfFull()
    }
    counts.add(writer.outcomes, to: writer.run.kind.type)
  }

  /// Appends one record as XML, `level` spaces deep.
  mutating func append(_ draft: RecordDraft, in run: RecordRun, level: Int) {
    append(spaces: level)
    text.append(run.opening)
    append(source: draft.source, at: draft.start, pointer: draft.pointer)
    text.append(run.unitAttribute)
    append(created: draft.created, start: draft.start, end: draft.end)
    appendValue(of: draft, in: run)
    let before = text.count
    text.append(">\n")
    let open = text.count
    appendMetadata(of: draft, in: run, level: level + 1)
    if text.count == open {
      text.replaceLast(open - before, with: "/>\n")
    } else {
      append(spaces: level)
      text.append("</Record>\n")
    }
  }

  private mutating func appendValue(of draft: RecordDraft, in run: RecordRun) {
    switch run.kind.value {
    case .quantity:
      text.append(" value=\"")
      text.append(billionths: run.unit.convert(draft.value))
      text.append("\"")
    case .codes(let codes):
      text.append(" value=\"")
      text.append(codes[Int(draft.value) % codes.count])
      text.append("\"")
    case .absent:
      break
    }
  }
}

/// A run of records being written: its text, its outcomes, what still comes back.
struct RunWriter {
  let run: RecordRun
  var outcomes = ExpectedCounts.Outcomes()
  var pending = PendingRecords()
  private var pointer: UInt64
  private var pointerUses = 0

  /// Records after which a device's address in memory changes.
  private static let pointerLifetime = 800

  init(_ run: RecordRun, random: inout SplitMix64) {
    self.run = run
    pointer = devicePointer(&random)
  }

  /// A new record of a source at a start.
  mutating func draft(
    from source: SampleSource, at start: Instant, plan: SamplePlan, random: inout SplitMix64
  ) -> RecordDraft {
    let longest = run.kind.longest
    // A beat list always covers its whole minute.
    let isWhole = longest == 0 || run.kind.metadata == .beats
    let length = isWhole ? longest : 1 + random.below(longest)
    let end = min(start + length, plan.configuration.exportDate)
    let created = min(end + 1 + random.below(900), plan.configuration.exportDate)
    return RecordDraft(
      source: source, pointer: nextPointer(&random), start: start, end: end, created: created,
      value: drawValue(&random), variation: random.next())
  }

  /// The current address of the device.
  mutating func nextPointer(_ random: inout SplitMix64) -> UInt64 {
    pointerUses += 1
    if pointerUses % Self.pointerLifetime == 0 { pointer = devicePointer(&random) }
    return pointer
  }

  private func drawValue(_ random: inout SplitMix64) -> Int64 {
    switch run.kind.value {
    case .quantity(let low, let high, let step):
      // The mean of two draws: values in the middle are more frequent.
      let steps = (high - low) / step + 1
      return low + (random.below(steps) + random.below(steps)) / 2 * step
    case .codes(let codes):
      return random.below(Int64(codes.count))
    case .absent:
      return 0
    }
  }

  /// Draws a record's fate and gives it a sync identifier where the fate needs one.
  func fate(
    of draft: inout RecordDraft, _ configuration: AppleHealthSample.Configuration,
    _ random: inout SplitMix64
  ) -> RecordFate {
    let rates = configuration.rates
    let draw = Int(random.below(1_000_000))
    guard run.kind.isSupported else { return .single }
    var limit = 0
    func falls(_ rate: Int, _ feature: AppleHealthSample.Features) -> Bool {
      guard configuration.features.contains(feature) else { return false }
      limit += rate
      return draw >= limit - rate && draw < limit
    }
    if falls(rates.exactDuplicates, .duplicates) { return .repeated }
    if falls(rates.pointerDuplicates, .duplicates) { return .repeatedWithOtherPointer }
    if falls(rates.resyncedCopies, .duplicates) { return .resynced }
    guard case .quantity = run.kind.value, configuration.version != .v3 else { return .single }
    if falls(rates.edits, .syncVersions) {
      draft.sync = Self.sync(version: 1, &random)
      return .edited
    }
    if falls(rates.staleVersions, .syncVersions) {
      draft.sync = Self.sync(version: 2, &random)
      return .followedByStale
    }
    if falls(rates.syncIdentifiers, .syncVersions) { draft.sync = Self.sync(version: 1, &random) }
    return .single
  }

  private static func sync(version: Int64, _ random: inout SplitMix64) -> RecordDraft.Sync {
    RecordDraft.Sync(high: random.next(), low: random.next(), version: version)
  }

  /// Plans the second appearance of a record and counts it.
  mutating func schedule(
    _ draft: RecordDraft, _ fate: RecordFate, exportDate: Instant, random: inout SplitMix64
  ) {
    var copy = draft
    switch fate {
    case .single:
      return
    case .repeated:
      outcomes.duplicate += 1
    case .repeatedWithOtherPointer:
      copy.pointer = devicePointer(&random)
      outcomes.duplicate += 1
    case .resynced:
      copy.created = min(copy.created + 86_400 + random.below(864_000), exportDate)
      outcomes.duplicate += 1
    case .edited:
      copy.created = min(copy.created + 3_600 + random.below(86_400), exportDate)
      copy.sync?.version = 2
      copy.value = otherValue(than: draft.value)
      outcomes.updated += 1
    case .followedByStale:
      copy.created = max(copy.created - 600, copy.end)
      copy.sync?.version = 1
      copy.value = otherValue(than: draft.value)
      outcomes.stale += 1
    }
    pending.add(copy, delay: Int(random.within(1...40)))
  }

  /// A value on the same grid that differs by at least a tenth, so that four significant digits
  /// show it in every unit; inside the kind's range or just below it where that is possible.
  private func otherValue(than value: Int64) -> Int64 {
    guard case .quantity(let low, let high, let step) = run.kind.value else { return value }
    let change = (value / 10 / step + 1) * step
    return value + change > high && value - change > low / 2 ? value - change : value + change
  }
}
