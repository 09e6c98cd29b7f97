/// The small samples that live in `samples/apple_health`, generated and checked in.
package enum CommittedSamples {
  /// One committed sample: a zip and its expected counts.
  package struct Sample: Sendable {
    /// The zip's file name without extension; the counts are `<name>.expected.json`.
    package let name: String
    /// What it shows, in one line.
    package let purpose: String
    /// How to generate it.
    package let configuration: AppleHealthSample.Configuration
  }

  /// All committed samples.
  package static let all: [Sample] = [everything, version12, phoneAndWatch, editsAndDuplicates]

  private static let everything: Sample = {
    var configuration = small(seed: 1, days: 14)
    configuration.sideFiles.electrocardiograms = 2
    // Two weeks are too short for the rates of years.
    configuration.rates.resyncedCopies = 1_000
    configuration.rates.edits = 1_500
    configuration.rates.staleVersions = 600
    return Sample(
      name: "export",
      purpose: "two weeks of a phone and a watch in format version 14, with every kind of content",
      configuration: configuration)
  }()

  private static let version12: Sample = {
    var configuration = small(seed: 12, days: 7)
    configuration.version = .v12
    // Monday, 2022-10-17 in New York, on a phone that shows imperial units.
    configuration.exportDate = 1_666_009_800
    configuration.exportOffsetMinutes = -240
    configuration.zone = .newYork
    configuration.locale = "en_US"
    configuration.beatClock = .twelveHours
    configuration.displayUnits = .imperial
    configuration.sideFiles.electrocardiograms = 0
    return Sample(
      name: "export_v12",
      purpose: "format version 12, whose document type declaration no XML parser accepts",
      configuration: configuration)
  }()

  private static let phoneAndWatch: Sample = {
    var configuration = small(seed: 3, days: 10)
    configuration.features = [.workouts, .activitySummaries]
    return Sample(
      name: "phone_and_watch",
      purpose: "a phone and a watch that count the same steps, distances and sleep",
      configuration: configuration)
  }()

  private static let editsAndDuplicates: Sample = {
    var configuration = small(seed: 4, days: 5)
    configuration.features = [.duplicates, .syncVersions, .correlations]
    configuration.rates.exactDuplicates = 40_000
    configuration.rates.pointerDuplicates = 40_000
    configuration.rates.resyncedCopies = 30_000
    configuration.rates.syncIdentifiers = 60_000
    configuration.rates.edits = 40_000
    configuration.rates.staleVersions = 20_000
    return Sample(
      name: "edits_and_duplicates",
      purpose: "repeated records of three kinds, edits and stale versions, at high rates",
      configuration: configuration)
  }()

  private static func small(seed: UInt64, days: Int) -> AppleHealthSample.Configuration {
    var configuration = AppleHealthSample.Configuration(seed: seed, size: .days(days))
    configuration.recordsPerDay = 220
    configuration.sideFiles.pointsPerRoute = 120
    return configuration
  }
}
