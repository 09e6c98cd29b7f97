/// How many heart-rate records a day gets: so many, or what fills the size.
struct HeartRateBudget {
  private let target: Int?
  private let days: Int
  private let perDay: Int
  /// Bytes and number of the records so far, to foresee the next ones.
  private var bytes: Int
  private var count: Int

  init(_ plan: ConnectPlan) {
    target = plan.target
    days = plan.days
    perDay = plan.configuration.heartRatesPerDay
    // A record without samples, and half of the most samples: good enough for the first day, whose
    // end is set by bytes.
    count = 1
    bytes = 520 + 58 * plan.configuration.samplesPerSeries / 2
  }

  /// How many bytes of heart rate a day may have beside what is written; nil where the number of
  /// records is given.
  func allowance(day: Int, written: Int) -> Int? {
    target.map { max(($0 - written) / (days - day), 0) }
  }

  /// How many records that will be about.
  func foreseen(_ allowance: Int?) -> Int {
    guard let allowance else { return perDay }
    return max(allowance * count / bytes, 1)
  }

  mutating func add(bytes: Int, count: Int) {
    self.bytes += bytes
    self.count += count
  }
}

extension ConnectBody {
  /// The heart rate of a day, of 1 to 60 samples a record; one of eight has one sample and no
  /// length, as Fitbit writes them.
  mutating func appendHeartRates(
    _ day: Int, _ budget: inout HeartRateBudget
  ) throws(SampleError) {
    let written = bytes
    let allowance = budget.allowance(day: day, written: written)
    let foreseen = budget.foreseen(allowance)
    // Room for a tenth more than foreseen, so that records never reach into the next day.
    let slots = allowance == nil ? foreseen : foreseen + foreseen / 10 + 16
    var random = plan.random(.connectHeartRate, day)
    var index = 0
    while index < slots {
      if let allowance, bytes - written >= allowance { break }
      try appendHeartRate(day, index, of: slots, &random)
      index += 1
    }
    budget.add(bytes: bytes - written, count: index)
  }

  private mutating func appendHeartRate(
    _ day: Int, _ index: Int, of slots: Int, _ random: inout SplitMix64
  ) throws(SampleError) {
    let isSingle = random.below(8) == 0
    let samples = isSingle ? 1 : random.within(1...Int64(configuration.samplesPerSeries))
    // A day has 23 hours when the clocks go forward.
    let slot = 82_000_000 / Millis(slots)
    let step = min(max(slot / samples, 1), 60_000)
    let id = plan.id(.connectHeartRate, day << 24 | index)
    var record = plan.instant(
      .heartRate, id, day, second: 0, by: isSingle ? .fitbit : .samsungWatch)
    record.start += slot * Millis(index)
    record.offset = calendar.offsetMinutes(day, at: record.start)
    record.end = record.start + step * (samples - 1)
    record.endOffset = record.offset
    record.modified = record.start + step * samples + 2_000
    let start = record.start
    var rate = random.within(52...130)
    try append(record) { json in
      json.openList("samples")
      for sample in 0..<samples {
        rate = min(max(rate + random.within(-3...3), 42), 190)
        json.openElement()
        json.field("time", time: start + step * sample)
        json.field("beatsPerMinute", rate)
        json.closeObject()
      }
      json.closeList()
    }
  }
}
