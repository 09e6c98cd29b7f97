extension AppleHealthSample {
  /// Everything that can be chosen about a sample.
  package struct Configuration: Sendable {
    /// The seed of all random numbers.
    package var seed: UInt64
    /// How much to generate.
    package var size: Size
    /// The format version the export pretends to have; default 14.
    package var version: ExportVersion = .v14
    /// When the export is taken, in seconds since 1970; default 2025-06-15 07:30:00 UTC.
    ///
    /// No date of the export is later.
    package var exportDate: Int64 = 1_749_972_600
    /// The one offset all dates are written under, in minutes east of UTC; default 120.
    package var exportOffsetMinutes = 120
    /// Where the owner lives; default Central Europe.
    package var zone: HomeZone = .berlin
    /// `locale` of the root element; default `en_DE`.
    package var locale = "en_DE"
    /// How beat times are written; default 24 hours with a decimal point.
    package var beatClock: BeatClock = .twentyFourHoursWithPoint
    /// The owner's display units; default metric.
    package var displayUnits: DisplayUnits = .metric
    /// What the export contains beside plain records; default everything.
    package var features: Features = .all
    /// The owner; invented.
    package var owner = Owner()
    /// Records of the table of kinds per day; default 780, a phone and a watch in daily use.
    ///
    /// Taken as a minimum when the size is in megabytes.
    package var recordsPerDay = 780
    /// How often records repeat or change.
    package var rates = Rates()
    /// Limits of the files beside the main one.
    package var sideFiles = SideFileLimits()

    /// A configuration with defaults for all but seed and size.
    package init(seed: UInt64, size: Size) {
      self.seed = seed
      self.size = size
    }
  }

  /// How much to generate.
  package enum Size: Sendable, Equatable {
    /// So many times 365 days; 1 to 40.
    case years(Int)
    /// So many days; 1 to 14,600.
    case days(Int)
    /// A main file of about so many million bytes (within 3 %), 1 to 100,000, over at most ten
    /// years.
    case megabytes(Int)
  }

  /// The versions of the export format that can be generated, by the number in the file's comment.
  package enum ExportVersion: Int, Sendable, CaseIterable {
    /// iOS 9 and 10.
    case v3 = 3
    /// iOS 12: routes inside the main file.
    case v8 = 8
    /// iOS 14: routes as files.
    case v11 = 11
    /// iOS 16.0 and 16.1: a document type declaration that no parser accepts.
    case v12 = 12
    /// Later iOS 16 and 17.
    case v13 = 13
    /// iOS 18 and later.
    case v14 = 14
  }

  /// How the time of a heart beat is written.
  package enum BeatClock: Sendable {
    /// `20:14:07.68`
    case twentyFourHoursWithPoint
    /// `20:14:07,68`
    case twentyFourHoursWithComma
    /// `8:14:07.68 PM`
    case twelveHours
  }

  /// Optional contents.
  ///
  /// Those newer than the chosen version are left out silently.
  package struct Features: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt32

    /// A set from its bits.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Routes of outdoor workouts; needs `workouts`.
    package static let routes = Features(rawValue: 1 << 0)
    /// Electrocardiograms as CSV files.
    package static let electrocardiograms = Features(rawValue: 1 << 1)
    /// FHIR resources of a clinic.
    package static let clinicalRecords = Features(rawValue: 1 << 2)
    /// Meals and blood-pressure readings, with their rows repeated at top level.
    package static let correlations = Features(rawValue: 1 << 3)
    /// Workouts with events, activities and statistics.
    package static let workouts = Features(rawValue: 1 << 4)
    /// One summary of the rings for each day.
    package static let activitySummaries = Features(rawValue: 1 << 5)
    /// Beat lists inside heart-rate variability.
    package static let beats = Features(rawValue: 1 << 6)
    /// Hearing tests.
    package static let audiogram = Features(rawValue: 1 << 7)
    /// A prescription of glasses.
    package static let vision = Features(rawValue: 1 << 8)
    /// The clinical document, as malformed as the phone writes it.
    package static let cda = Features(rawValue: 1 << 9)
    /// Records with sync identifiers, some edited, some stale.
    package static let syncVersions = Features(rawValue: 1 << 10)
    /// Repeated records of three kinds.
    package static let duplicates = Features(rawValue: 1 << 11)
    /// Types that no mapping knows.
    package static let unknownTypes = Features(rawValue: 1 << 12)

    /// Everything.
    package static let all = Features(rawValue: (1 << 13) - 1)
  }

  /// How many of a million plain records repeat or change.
  ///
  /// One record has at most one fate.
  package struct Rates: Sendable, Equatable {
    /// Repeated byte for byte; default 4,000.
    package var exactDuplicates = 4_000
    /// Repeated with another device pointer; default 2,000.
    package var pointerDuplicates = 2_000
    /// Repeated with a later creation date; default 200.
    package var resyncedCopies = 200
    /// Carrying a sync identifier and version; default 4,000.
    package var syncIdentifiers = 4_000
    /// Followed by a greater version with another value; default 400.
    package var edits = 400
    /// Followed by a lower version with another value; default 60.
    package var staleVersions = 60

    /// The default rates, those seen in large exports.
    package init() {}
  }

  /// Limits of what stands beside the main file.
  package struct SideFileLimits: Sendable, Equatable {
    /// The latest so many outdoor workouts have a route; default 40.
    package var routes = 40
    /// Points of a route, one a second; default 900.
    package var pointsPerRoute = 900
    /// Electrocardiograms; default 12, of 30 seconds each.
    package var electrocardiograms = 12

    /// The default limits.
    package init() {}
  }

  /// The invented owner of the data.
  package struct Owner: Sendable, Equatable {
    /// Name of the phone, which the owner may edit; default with U+2019.
    package var phoneName = "Mara\u{2019}s iPhone"
    /// Name of the watch; default with U+2019 and, as watches have it, U+00A0.
    package var watchName = "Mara\u{2019}s Apple\u{00A0}Watch"
    /// Date of birth as `yyyy-MM-dd`, or empty.
    package var dateOfBirth = "1988-04-17"

    /// The default owner.
    package init() {}
  }
}

// MARK: - Validation

extension AppleHealthSample.Configuration {
  /// Refuses what cannot be generated.
  func validate() throws(SampleError) {
    switch size {
    case .years(let years): try require((1...40).contains(years), "Choose 1 to 40 years.")
    case .days(let days): try require((1...14_600).contains(days), "Choose 1 to 14,600 days.")
    case .megabytes(let count):
      try require((1...100_000).contains(count), "Choose 1 to 100,000 megabytes.")
    }
    try require(
      (1...20_000).contains(recordsPerDay), "Choose 1 to 20,000 records a day.")
    // 1990 to 2200: the longest span before it still has four-digit years.
    try require(
      (631_152_000...7_258_118_400).contains(exportDate),
      "Choose an export date between 1990 and 2200.")
    let offsets = -1_080...1_080
    try require(
      offsets.contains(exportOffsetMinutes) && offsets.contains(zone.standardMinutes),
      "Choose offsets of at most 18 hours.")
    try require(
      (0...5_000).contains(sideFiles.routes) && (0...5_000).contains(sideFiles.electrocardiograms)
        && (2...3_600).contains(sideFiles.pointsPerRoute),
      "Choose 0 to 5,000 side files and 2 to 3,600 points a route.")
    try validateTexts()
  }

  /// Names reach the XML and must stay distinct sources once spaces are normalised.
  private func validateTexts() throws(SampleError) {
    for text in [owner.phoneName, owner.watchName, owner.dateOfBirth, locale, zone.name] {
      try require(
        !text.utf8.contains { $0 < 0x20 || $0 == 0x7F },
        "Remove control characters from names, locale and zone.")
    }
    let names =
      [owner.phoneName, owner.watchName].map { name in
        name.split { $0 == " " || $0 == "\u{00A0}" }.joined(separator: " ")
      } + SampleSources.appNames
    try require(
      !names.contains("") && Set(names).count == names.count,
      "Give the phone and the watch two different names that no generated app has.")
  }

  private func require(_ condition: Bool, _ remedy: String) throws(SampleError) {
    guard condition else { throw SampleError(.invalidConfiguration, remedy) }
  }
}
