/// A synthetic Apple Health export: invented data in the real format, the same bytes for the same
/// configuration on every platform.
///
/// Streams with flat memory; see ``Configuration`` for what can be chosen and ``ExpectedCounts``
/// for what an import of the result must report.
package struct AppleHealthSample: Sendable {
  /// What to generate.
  package let configuration: Configuration

  /// A sample for a configuration, checked when it is written.
  package init(configuration: Configuration) {
    self.configuration = configuration
  }

  /// The folder inside an export that holds every file, whatever the phone's language.
  package static let folder = "apple_health_export"

  /// Writes the whole export and finishes the sink.
  ///
  /// Files come in the phone's order: the main file first, the clinical document last.
  /// - Returns: what an import into a new store must count.
  /// - Throws: `invalidConfiguration` before the first byte, or the sink's error.
  package func write(into sink: any SampleSink) throws(SampleError) -> ExpectedCounts {
    try configuration.validate()
    let plan = try SamplePlan(configuration: configuration)
    var body = ExportBody(plan: plan, sink: sink)
    try body.writeMainFile()
    try body.writeSideFiles()
    try sink.finish()
    return body.counts
  }

  /// Writes the export as a zip and closes the output.
  package func writeZip(to output: any ByteOutput) throws(SampleError) -> ExpectedCounts {
    try write(into: ZipWriter(output: output))
  }
}

/// What the size of a configuration means in days and records.
struct SamplePlan {
  let configuration: AppleHealthSample.Configuration
  /// Local midnight of the first day.
  let start: Instant
  /// Whole local days before the day of the export.
  let days: Int
  /// Records drawn from the table of kinds; sleep, meals, workouts and the like come on top.
  let records: Int
  /// The main file may reach 4 GiB.
  let isLarge: Bool

  /// The span the phone has been in use never exceeds this, however large the file.
  private static let longestSpanDays = 3_650
  /// All-inclusive average, only to choose a span; the real average is then measured.
  private static let typicalBytesPerRecord = 540

  /// The plan for a configuration that has been validated.
  init(configuration: AppleHealthSample.Configuration) throws(SampleError) {
    switch configuration.size {
    case .years(let years):
      self.init(configuration, days: years * 365, perDay: configuration.recordsPerDay)
    case .days(let days):
      self.init(configuration, days: days, perDay: configuration.recordsPerDay)
    case .megabytes(let megabytes):
      let target = megabytes * 1_000_000
      let records = target / Self.typicalBytesPerRecord
      let days = min(max(records / configuration.recordsPerDay, 1), Self.longestSpanDays)
      try self.init(configuration, days: days, target: target)
    }
  }

  private init(_ configuration: AppleHealthSample.Configuration, days: Int, perDay: Int) {
    self.init(configuration, days: days, records: days * perDay)
  }

  /// Finds the number of records for a size by generating a short span first.
  private init(
    _ configuration: AppleHealthSample.Configuration, days: Int, target: Int
  ) throws(SampleError) {
    let probeDays = min(days, 28)
    let guess = max(target / Self.typicalBytesPerRecord / days * probeDays, 1_000)
    let empty = try Self.measure(SamplePlan(configuration, days: probeDays, records: 0))
    let filled = try Self.measure(SamplePlan(configuration, days: probeDays, records: guess))
    // Bytes that come with each day, whatever the number of records, and bytes per record.
    let daily = empty / probeDays * days
    let records = max(target - daily, 0) * guess / max(filled - empty, 1)
    self.init(configuration, days: days, records: records)
  }

  private init(_ configuration: AppleHealthSample.Configuration, days: Int, records: Int) {
    self.configuration = configuration
    self.days = days
    self.records = records
    let zone = configuration.zone
    let exportDay = zone.local(configuration.exportDate).floorDivided(by: 86_400)
    start = zone.instant(day: exportDay - Int64(days), second: 0)
    isLarge = records * (Self.typicalBytesPerRecord * 2) > 0xFFFF_FFFF
  }

  private static func measure(_ plan: SamplePlan) throws(SampleError) -> Int {
    var body = ExportBody(plan: plan, sink: MeasuringSink())
    try body.writeMainFile()
    return body.counts.mainFileBytes
  }

  /// Number of the local day `index` days after the first, counted from 1970.
  func localDay(_ index: Int) -> Int64 {
    configuration.zone.local(start).floorDivided(by: 86_400) + Int64(index)
  }

  /// The instant of a local clock time on the day `index`.
  func instant(day index: Int, second: Int64) -> Instant {
    configuration.zone.instant(day: localDay(index), second: second)
  }

  /// The sequence of one item of a part.
  func random(_ part: SamplePart, _ index: Int) -> SplitMix64 {
    SplitMix64(seed: configuration.seed, part: part, index: index)
  }
}
