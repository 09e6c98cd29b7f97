/// A small file that lives in `samples/samsung_health` or `samples/health_connect`, generated and
/// checked in, with its expected counts beside it.
package struct CommittedExport: Sendable {
  /// The file's name; the counts are in ``expectedName``.
  package let name: String
  /// What it shows, in one line.
  package let purpose: String
  /// Writes the file and closes the output.
  package let write: @Sendable (any ByteOutput) throws(SampleError) -> SampleExpectation

  /// The name of the file with the counts: without the last extension, `.expected.json` behind.
  package var expectedName: String {
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    return "\(stem).expected.json"
  }
}

// MARK: - Samsung Health

extension CommittedExport {
  /// All in `samples/samsung_health`.
  package static let samsungHealth: [CommittedExport] = [
    CommittedExport(
      name: "export.zip",
      purpose: "four days over a change of the clocks and a trip, with side files, one of them "
        + "missing, a row cut off, an unknown code and a table of an unknown type"
    ) { output throws(SampleError) in
      try SamsungHealthSample(configuration: .committed()).writeZip(to: output)
    },
    CommittedExport(
      name: "later.zip",
      purpose: "the same person's export a day later on a new phone: edited rows, a deleted one, "
        + "rows of days written anew under other ids"
    ) { output throws(SampleError) in
      try SamsungHealthSample(configuration: .committed(.later(days: 1))).writeZip(to: output)
    },
    CommittedExport(
      name: "heart_rate.csv", purpose: "one table alone, renamed"
    ) { output throws(SampleError) in
      var configuration = SamsungHealthSample.Configuration(seed: 22, size: .days(2))
      configuration.readingsPerDay = 40
      return try SamsungHealthSample(configuration: configuration)
        .writeHeartRateTable(into: SingleFileSink(output: output))
    },
  ]
}

extension SamsungHealthSample.Configuration {
  fileprivate static func committed(
    _ generation: SamsungHealthSample.Generation = .first
  ) -> SamsungHealthSample.Configuration {
    var configuration = SamsungHealthSample.Configuration(seed: 21, size: .days(4))
    // Wednesday, 2025-04-02: the second of the four days has 23 hours at home.
    configuration.exportDate = 1_743_579_000
    configuration.generation = generation
    configuration.readingsPerDay = 6
    configuration.binsPerDay = 1
    configuration.minutesPerBin = 5
    configuration.stepMinutesPerDay = 6
    configuration.pointsPerWorkout = 5
    return configuration
  }
}

// MARK: - Health Connect

extension CommittedExport {
  /// All in `samples/health_connect`.
  package static let healthConnect: [CommittedExport] =
    [
      CommittedExport(
        name: "records.zip",
        purpose: "eight days of all 42 record classes, one record a line, with mirrored origins, a "
          + "record of a whole day that grows, and repeats"
      ) { output throws(SampleError) in
        try HealthConnectSample(configuration: .committed()).writeZip(to: output)
      },
      CommittedExport(
        name: "array.zip", purpose: "two days of another person as one array"
      ) { output throws(SampleError) in
        var configuration = HealthConnectSample.Configuration.committed(seed: 32, days: 2)
        configuration.form = .array
        return try HealthConnectSample(configuration: configuration).writeZip(to: output)
      },
      CommittedExport(
        name: "changes.json",
        purpose: "a page of changes that follows `records.zip`: upserts, deletions, an unknown id, "
          + "an id both upserted and deleted"
      ) { output throws(SampleError) in
        try HealthConnectSample(configuration: .committed())
          .writeChanges(into: SingleFileSink(output: output))
      },
    ] + HealthConnectSample.WeightShape.allCases.map(weights)

  private static func weights(_ shape: HealthConnectSample.WeightShape) -> CommittedExport {
    CommittedExport(
      name: "weight.\(shape.rawValue).json",
      purpose: "the weights of `records.zip` in the shape of another app (\(shape.rawValue))"
    ) { output throws(SampleError) in
      try HealthConnectSample(configuration: .committed())
        .writeWeights(as: shape, into: SingleFileSink(output: output))
    }
  }
}

extension HealthConnectSample.Configuration {
  fileprivate static func committed(
    seed: UInt64 = 31, days: Int = 8
  ) -> HealthConnectSample.Configuration {
    var configuration = HealthConnectSample.Configuration(seed: seed, size: .days(days))
    configuration.stepMinutesPerDay = 4
    configuration.heartRatesPerDay = 3
    configuration.samplesPerSeries = 6
    return configuration
  }
}
