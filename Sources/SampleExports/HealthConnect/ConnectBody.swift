/// What a configuration means in days and ids.
struct ConnectPlan {
  typealias Configuration = HealthConnectSample.Configuration

  let configuration: Configuration
  let calendar: DayCalendar
  /// Whole local days before the day of the dump.
  let days: Int
  /// The size to reach, in bytes.
  let target: Int?

  /// The span never exceeds this, however large the dump.
  private static let longestSpanDays = 3_650
  /// An average, only to choose a span.
  private static let typicalBytesPerDay = 350_000

  init(_ configuration: Configuration) {
    self.configuration = configuration
    switch configuration.size {
    case .days(let count):
      days = count
      target = nil
    case .megabytes(let megabytes):
      let bytes = megabytes * 1_000_000
      days = min(max(bytes / Self.typicalBytesPerDay, 1), Self.longestSpanDays)
      target = bytes
    }
    calendar = DayCalendar(
      days: days, before: configuration.exportDate, home: configuration.home,
      away: configuration.away)
  }

  /// The sequence of one item of a part.
  func random(_ part: SamplePart, _ index: Int) -> SplitMix64 {
    SplitMix64(seed: configuration.seed, part: part, index: index)
  }

  /// The random id that the phone gave to a record.
  func id(_ part: SamplePart, _ index: Int) -> SampleUUID {
    SampleUUID(seed: configuration.seed, part: part, index: index).marked(version: 4)
  }

  /// An instant of a day; `second` is local.
  func instant(
    _ type: ConnectType, _ id: SampleUUID, _ day: Int, second: Int64, by source: ConnectSource
  ) -> ConnectRecord {
    let time = calendar.millis(day, second: second)
    return ConnectRecord(
      type: type, id: id, start: time, offset: offset(day, time, source), source: source,
      modified: time + 2_000 + Millis(id.low % 30_000))
  }

  /// An interval of a day; `second` and `length` are in seconds.
  func interval(
    _ type: ConnectType, _ id: SampleUUID, _ day: Int, second: Int64, length: Int64,
    by source: ConnectSource
  ) -> ConnectRecord {
    let start = calendar.millis(day, second: second)
    let end = start + length * 1_000
    return ConnectRecord(
      type: type, id: id, start: start, end: end, offset: offset(day, start, source),
      endOffset: offset(day, end, source), source: source,
      modified: end + 2_000 + Millis(id.low % 30_000))
  }

  /// Google Fit writes none.
  func offset(_ day: Int, _ time: Millis, _ source: ConnectSource) -> Int? {
    if case .fit = source { return nil }
    return calendar.offsetMinutes(day, at: time)
  }
}

/// The dump under construction: what is written so far, what it counts, where it goes.
///
/// Each group of records is an extension of its own.
struct ConnectBody {
  let plan: ConnectPlan
  let sink: any SampleSink
  var json = ConnectJSON()
  private(set) var expectation = SampleExpectation()
  private var counts: [ConnectType: RecordTally.Outcomes] = [:]
  private var isFirstRecord = true

  private static let bufferSize = 131_072

  init(plan: ConnectPlan, sink: any SampleSink) {
    self.plan = plan
    self.sink = sink
  }

  var configuration: ConnectPlan.Configuration { plan.configuration }
  var calendar: DayCalendar { plan.calendar }

  /// Bytes made so far.
  var bytes: Int { expectation.bytes + json.text.count }

  /// Writes all records, day by day.
  mutating func writeRecords(to path: String) throws(SampleError) {
    let isLarge = (plan.target ?? 0) > 3_000_000_000
    try sink.beginFile(named: path, size: isLarge ? .unknownAndLarge : .unknown)
    switch configuration.form {
    case .ndjson: break
    case .array: json.text.append("[\n")
    case .envelope: json.text.append("{\"records\":[\n")
    }
    var hearts = HeartRateBudget(plan)
    for day in 0..<plan.days {
      try appendDay(day)
      try appendHeartRates(day, &hearts)
    }
    switch configuration.form {
    case .ndjson: json.text.append("\n")
    case .array: json.text.append("\n]\n")
    case .envelope: json.text.append("\n],\"pageToken\":null}\n")
    }
    try endFile()
  }

  private mutating func appendDay(_ day: Int) throws(SampleError) {
    try appendActivity(day)
    try appendSleep(day)
    try appendVitals(day)
    try appendBody(day)
    try appendMeals(day)
    if day % 2 == 0 { try appendWorkout(day) }
    if day % 7 == 0 { try appendSeldom(day) }
  }
}

// MARK: - Records

extension ConnectBody {
  /// Writes a record and counts it.
  mutating func append(
    _ record: ConnectRecord, _ outcome: WritableKeyPath<RecordTally.Outcomes, Int> = \.kept,
    _ fields: (inout ConnectJSON) -> Void
  ) throws(SampleError) {
    startRecord()
    json.append(record, fields)
    counts[record.type, default: RecordTally.Outcomes()][keyPath: outcome] += 1
    try flushIfFull()
  }

  /// A line for each record in every form; the forms differ in the commas.
  private mutating func startRecord() {
    if isFirstRecord {
      isFirstRecord = false
    } else {
      json.text.append(configuration.form == .ndjson ? "\n" : ",\n")
    }
  }

  /// Counts a record that stands in a shape of its own.
  mutating func count(
    _ outcome: WritableKeyPath<RecordTally.Outcomes, Int>, of type: String
  ) {
    expectation.first.count(outcome, of: type)
  }

  /// Counts an element of a page of changes, for a new store and for one that has the records.
  mutating func count(
    _ first: WritableKeyPath<RecordTally.Outcomes, Int>,
    later: WritableKeyPath<RecordTally.Outcomes, Int>, of type: String
  ) {
    expectation.first.count(first, of: type)
    var tally = expectation.later ?? RecordTally()
    tally.count(later, of: type)
    expectation.later = tally
  }

  /// Ends the file.
  mutating func endFile() throws(SampleError) {
    try flush()
    try sink.endFile()
    for (type, outcomes) in counts { expectation.first.add(outcomes, to: type.rawValue) }
  }

  private mutating func flushIfFull() throws(SampleError) {
    guard json.text.count >= Self.bufferSize else { return }
    try flush()
  }

  private mutating func flush() throws(SampleError) {
    try sink.write(json.text.bytes)
    expectation.bytes += json.text.count
    json.text.clear()
  }
}
