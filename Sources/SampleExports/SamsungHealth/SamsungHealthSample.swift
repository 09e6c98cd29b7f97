/// A synthetic Samsung Health export: invented data in the shape that the Android app writes, the
/// same bytes for the same configuration on every platform.
///
/// Streams with flat memory but for one entry a file in a zip's directory; see ``Configuration``
/// for what can be chosen and ``SampleExpectation`` for what an import must report.
package struct SamsungHealthSample: Sendable {
  /// What to generate.
  package let configuration: Configuration

  /// A sample for a configuration, checked when it is written.
  package init(configuration: Configuration) {
    self.configuration = configuration
  }

  /// Writes the folder of the export and finishes the sink.
  ///
  /// Every table is followed by its side files; heart rate comes last.
  /// - Returns: what an import must count.
  /// - Throws: `invalidConfiguration` before the first byte, or the sink's error.
  package func write(into sink: any SampleSink) throws(SampleError) -> SampleExpectation {
    try configuration.validate()
    var body = SamsungBody(plan: SamsungPlan(configuration), sink: sink)
    try body.writeActivity()
    try body.writeNights()
    try body.writeVitals()
    try body.writeExercise()
    try body.writePerson()
    try body.writeFood()
    try body.writeAccount()
    try body.writeHeartRate()
    try sink.finish()
    return body.finished()
  }

  /// Writes the table of heart rate alone, single readings only, and finishes the sink: one file of
  /// any size, for measurements of a reader.
  package func writeHeartRateTable(
    into sink: any SampleSink
  ) throws(SampleError) -> SampleExpectation {
    try configuration.validate()
    var body = SamsungBody(plan: SamsungPlan(configuration), sink: sink)
    try body.writeHeartRateReadings()
    try sink.finish()
    return body.finished()
  }

  /// Writes the export as a zip and closes the output.
  package func writeZip(
    to output: any ByteOutput, level: Int32 = 6
  ) throws(SampleError) -> SampleExpectation {
    try write(into: ZipWriter(output: output, level: level))
  }
}

extension SamsungHealthSample {
  /// Everything that can be chosen about a sample.
  package struct Configuration: Sendable {
    /// The seed of all random numbers.
    package var seed: UInt64
    /// How much to generate.
    package var size: Size
    /// When the first export is taken, in seconds since 1970; default 2025-04-06 07:30:00 UTC,
    /// a week after Europe's clocks changed.
    package var exportDate: Int64 = 1_743_924_600
    /// Where the owner lives; default Central Europe.
    package var home: HomeZone = .berlin
    /// Where the owner is for three days of every ninety; default the east of the United States.
    package var away: HomeZone = .newYork
    /// The name in the folder's name; default `mara`, invented.
    package var account = "mara"
    /// Which of the owner's exports; default the first.
    package var generation = Generation.first
    /// Single readings of heart rate a day; default 144.
    ///
    /// With a size in megabytes they fill what the other tables leave.
    package var readingsPerDay = 144
    /// Bins of an hour a day, of heart rate and of stress, each with a side file; default 14.
    package var binsPerDay = 14
    /// Minutes in a bin's side file; default 60.
    package var minutesPerBin = 60
    /// Minutes with steps a day; default 180, in the last 31 days only.
    package var stepMinutesPerDay = 180
    /// Points in the side files of a workout; default 180.
    package var pointsPerWorkout = 180

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
    /// Files of together about so many million bytes, unpacked (within 2 %), 1 to 100,000, over at
    /// most ten years.
    case megabytes(Int)
  }

  /// Which export of one owner.
  package enum Generation: Sendable, Equatable {
    /// The first.
    case first
    /// One taken so many days later (1 to 1,000) on a new phone: more days, edited rows, one row
    /// deleted, the rows of days written anew under other ids.
    case later(days: Int)
  }
}

extension SamsungHealthSample.Configuration {
  /// Refuses what cannot be generated.
  func validate() throws(SampleError) {
    switch size {
    case .days(let days): try require((1...14_600).contains(days), "Choose 1 to 14,600 days.")
    case .megabytes(let count):
      try require((1...100_000).contains(count), "Choose 1 to 100,000 megabytes.")
      try require(generation == .first, "Choose a later export by days, not by size.")
    }
    if case .later(let days) = generation {
      try require((1...1_000).contains(days), "Choose a later export of 1 to 1,000 days.")
    }
    try require(
      (946_684_800...7_258_118_400).contains(exportDate),
      "Choose an export date between 2000 and 2200.")
    try require(
      (1...20_000).contains(readingsPerDay) && (0...16).contains(binsPerDay)
        && (1...60).contains(minutesPerBin) && (0...840).contains(stepMinutesPerDay)
        && (2...3_600).contains(pointsPerWorkout),
      "Choose 1 to 20,000 readings, 0 to 16 bins of 1 to 60 minutes, 0 to 840 minutes with steps"
        + " and 2 to 3,600 points.")
    let offsets = -1_080...1_020
    try require(
      offsets.contains(home.standardMinutes) && offsets.contains(away.standardMinutes),
      "Choose zones of at most 17 hours.")
    try require(
      !account.isEmpty && account.utf8.allSatisfy { (0x61...0x7A).contains($0) },
      "Choose an account name of the letters a to z.")
  }

  private func require(_ condition: Bool, _ remedy: String) throws(SampleError) {
    guard condition else { throw SampleError(.invalidConfiguration, remedy) }
  }
}
