/// A synthetic dump of Health Connect: invented records in the shape that the React Native library
/// gives them, the same bytes for the same configuration on every platform.
///
/// Streams with flat memory; see ``Configuration`` for what can be chosen and ``SampleExpectation``
/// for what an import must report.
package struct HealthConnectSample: Sendable {
  /// What to generate.
  package let configuration: Configuration

  /// A sample for a configuration, checked when it is written.
  package init(configuration: Configuration) {
    self.configuration = configuration
  }

  /// Writes all records as one file and finishes the sink.
  /// - Returns: what an import must count.
  /// - Throws: `invalidConfiguration` before the first byte, or the sink's error.
  package func write(into sink: any SampleSink) throws(SampleError) -> SampleExpectation {
    try configuration.validate()
    var body = ConnectBody(plan: ConnectPlan(configuration), sink: sink)
    try body.writeRecords(to: configuration.form.fileName)
    try sink.finish()
    return body.expectation
  }

  /// Writes the file inside a zip and closes the output.
  package func writeZip(
    to output: any ByteOutput, level: Int32 = 6
  ) throws(SampleError) -> SampleExpectation {
    try write(into: ZipWriter(output: output, level: level))
  }

  /// Writes one page of changes that follow the records, with deletions, and finishes the sink.
  ///
  /// `later` in what it returns holds for a store that has the records.
  package func writeChanges(into sink: any SampleSink) throws(SampleError) -> SampleExpectation {
    try configuration.validate()
    var body = ConnectBody(plan: ConnectPlan(configuration), sink: sink)
    try body.writeChanges(to: "changes.json")
    try sink.finish()
    return body.expectation
  }

  /// Writes the weights of the records once more, in the shape of another app, and finishes the
  /// sink.
  package func writeWeights(
    as shape: WeightShape, into sink: any SampleSink
  ) throws(SampleError) -> SampleExpectation {
    try configuration.validate()
    var body = ConnectBody(plan: ConnectPlan(configuration), sink: sink)
    try body.writeWeights(as: shape, to: "\(shape.rawValue).json")
    try sink.finish()
    return body.expectation
  }
}

extension HealthConnectSample {
  /// Everything that can be chosen about a sample.
  package struct Configuration: Sendable {
    /// The seed of all random numbers.
    package var seed: UInt64
    /// How much to generate.
    package var size: Size
    /// How the records follow each other; default one a line.
    package var form = Form.ndjson
    /// When the dump is taken, in seconds since 1970; default 2025-04-06 07:30:00 UTC, a week after
    /// Europe's clocks changed.
    package var exportDate: Int64 = 1_743_924_600
    /// Where the owner lives; default Central Europe.
    package var home: HomeZone = .berlin
    /// Where the owner is for three days of every ninety; default the east of the United States.
    package var away: HomeZone = .newYork
    /// Minutes with steps a day, which two apps write both; default 60.
    package var stepMinutesPerDay = 60
    /// Heart-rate records a day, of 1 to 60 samples; default 96.
    ///
    /// With a size in megabytes they fill what the other records leave.
    package var heartRatesPerDay = 96
    /// Most samples of a series, stages aside; default 60.
    package var samplesPerSeries = 60

    /// A configuration with defaults for all but seed and size.
    package init(seed: UInt64, size: Size) {
      self.seed = seed
      self.size = size
    }
  }

  /// How much to generate.
  package enum Size: Sendable, Equatable {
    /// So many days; 1 to 14,600.
    case days(Int)
    /// A file of about so many million bytes (within 2 %), 1 to 100,000, over at most ten years.
    case megabytes(Int)
  }

  /// How the records of a file follow each other.
  package enum Form: String, Sendable, CaseIterable {
    /// One record a line.
    case ndjson
    /// One array of all records.
    case array
    /// An object whose `records` is the array, as the library's `readRecords` returns it.
    case envelope

    /// The name of the file.
    package var fileName: String {
      switch self {
      case .ndjson: "records.ndjson"
      case .array, .envelope: "records.json"
      }
    }
  }

  /// Shapes of other apps, in which weights are written too.
  package enum WeightShape: String, Sendable, CaseIterable {
    /// The payload of Open Wearables' SDK; ids are those of the records.
    case openWearables = "open_wearables"
    /// The Flutter package `health`; ids are those of the records, times local without an offset.
    case flutter
    /// The webhook family; no ids, no offsets.
    case webhook
    /// Tasker's plug-in; ids are those of the records, times in milliseconds.
    case tasker
  }
}

extension HealthConnectSample.Configuration {
  /// Refuses what cannot be generated.
  func validate() throws(SampleError) {
    switch size {
    case .days(let days): try require((1...14_600).contains(days), "Choose 1 to 14,600 days.")
    case .megabytes(let count):
      try require((1...100_000).contains(count), "Choose 1 to 100,000 megabytes.")
    }
    try require(
      (946_684_800...7_258_118_400).contains(exportDate),
      "Choose an export date between 2000 and 2200.")
    try require(
      (0...840).contains(stepMinutesPerDay) && (1...20_000).contains(heartRatesPerDay)
        && (1...60).contains(samplesPerSeries),
      "Choose 0 to 840 minutes with steps, 1 to 20,000 heart-rate records and 1 to 60 samples.")
    let offsets = -1_080...1_020
    try require(
      offsets.contains(home.standardMinutes) && offsets.contains(away.standardMinutes),
      "Choose zones of at most 17 hours.")
  }

  private func require(_ condition: Bool, _ remedy: String) throws(SampleError) {
    guard condition else { throw SampleError(.invalidConfiguration, remedy) }
  }
}
