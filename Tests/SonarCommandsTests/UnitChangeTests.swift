import SampleExports
import SonarCommands
import Testing

/// A phone that shows other units than at the last export: few ids change, and the report says so.
@Suite struct UnitChanges {
  private static let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
  private static let heartRate = "HKQuantityTypeIdentifierHeartRate"

  /// Walks in a unit, one a day, and two heart rates; 1.2355 km and 0.767704 mi round to different four digits.
  private static func walks(_ unit: String, _ values: [String]) -> HandmadeExport {
    let walks = values.enumerated().map {
      HandmadeExport.record(
        distance, unit: unit, at: "2024-02-0\($0.offset + 1) 07:00:00 +0100", value: $0.element)
    }
    return HandmadeExport(elements: walks + HandmadeExport.heartRates(0..<2))
  }

  private static let kilometers = walks("km", ["1.2355", "1", "10"])
  private static let miles = walks("mi", ["0.767704", "0.621371", "6.21371"])

  private static func types(_ input: Report.Input) -> [String: Report.TypeReport] {
    Dictionary(uniqueKeysWithValues: input.byType.map { ($0.nativeType, $0) })
  }

  private static func changes(_ input: Report.Input) -> [Report.Diagnostic] {
    input.diagnostics.filter { $0.code == "unit_changed" }
  }

  private static func input(_ place: Workplace, _ words: String...) throws -> Report.Input {
    let run = try place.sonar(["import"] + words + ["--into", place.path("store.db"), "--json"])
    return try #require(try run.report().inputs.last, "\(run.errors)")
  }

  @Test func `another unit is said with the type and the unit before`() throws {
    let place = try Workplace()
    let (old, new) = try (
      place.file("km.xml", Self.kilometers.xml), place.file("mi.xml", Self.miles.xml)
    )
    let first = try Self.input(place, old)
    #expect(Self.changes(first).isEmpty && first.byType.allSatisfy(\.earlierUnits.isEmpty))
    let second = try Self.input(place, new)
    let types = Self.types(second)
    #expect(types[Self.distance]?.outcomes == Report.Outcomes(inserted: 1, duplicate: 2))
    #expect(types[Self.distance]?.units == ["mi": 3])
    #expect(types[Self.distance]?.earlierUnits == ["km"])
    #expect(types[Self.heartRate]?.outcomes == Report.Outcomes(duplicate: 2))
    #expect(types[Self.heartRate]?.earlierUnits == [])
    let said = try #require(Self.changes(second).first)
    #expect(Self.changes(second).count == 1)
    #expect(said.severity == "info" && said.count == 1 && said.first == nil)
    #expect(said.message.contains("rounding ties") && said.message.contains("--snapshot"))
    #expect(!said.message.contains("1.2355"), "values are no matter for messages")
  }

  @Test func `the same file again says nothing, nor does another spelling of the unit`() throws {
    let place = try Workplace()
    let (old, new) = try (
      place.file("km.xml", Self.kilometers.xml), place.file("mi.xml", Self.miles.xml)
    )
    // Each file is compared with itself once it is known, whatever came in between.
    for (path, says) in [(old, false), (old, false), (new, true), (new, false), (old, false)] {
      #expect(Self.changes(try Self.input(place, path)).isEmpty == !says, "\(path)")
    }
  }

  @Test func `a type is compared with the last import of it, by unit and not by spelling`() throws {
    let place = try Workplace()
    let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
    let steps: [(unit: String, earlier: [String])] = [
      ("kcal", []), ("Cal", []), ("kJ", ["Cal"]), ("kJ", []), ("kcal", ["kJ"]),
    ]
    for (index, step) in steps.enumerated() {
      let record = HandmadeExport.record(
        energy, unit: step.unit, at: "2024-02-01 07:00:00 +0100", value: "10\(index)")
      let export = HandmadeExport(elements: [record] + HandmadeExport.heartRates(0..<1))
      let input = try Self.input(place, try place.file("\(index).xml", export.xml))
      #expect(Self.types(input)[energy]?.earlierUnits == step.earlier, "\(index)")
      #expect(Self.types(input)[energy]?.outcomes == Report.Outcomes(inserted: 1))
      // Another export without the type tells nothing about it.
      let other = HandmadeExport(elements: HandmadeExport.heartRates(0..<index + 2))
      _ = try Self.input(place, try place.file("other-\(index).xml", other.xml))
    }
  }

  @Test func `a type that the store holds no record of has no unit before`() throws {
    let place = try Workplace()
    // The only walk of the first export is rejected, so its unit was declared for nothing.
    let bad = try place.file("bad.xml", Self.walks("km", ["far"]).xml)
    #expect(try Self.input(place, bad).outcomes.rejected == 1)
    let new = try place.file("mi.xml", Self.miles.xml)
    let input = try Self.input(place, new)
    #expect(Self.changes(input).isEmpty)
    #expect(Self.types(input)[Self.distance]?.earlierUnits == [])
    #expect(Self.types(input)[Self.distance]?.outcomes == Report.Outcomes(inserted: 3))
  }

  @Test func `a snapshot leaves no rounding tie behind`() throws {
    let place = try Workplace()
    let (old, new) = try (
      place.file("km.xml", Self.kilometers.xml), place.file("mi.xml", Self.miles.xml)
    )
    _ = try Self.input(place, old)
    let input = try Self.input(place, new, "--snapshot", "--force")
    #expect(
      Self.types(input)[Self.distance]?.outcomes == Report.Outcomes(inserted: 1, duplicate: 2))
    #expect(Self.types(input)[Self.distance]?.tombstoned == 1)
    #expect(Self.changes(input).first?.message.contains("were deleted") == true)
    _ = try place.imported(new, into: "fresh.db")
    #expect(try Self.ids(place, "store.db") == Self.ids(place, "fresh.db"))
  }

  private static func ids(_ place: Workplace, _ store: String) throws -> [Substring] {
    try place.records(of: store).split(separator: "\n").map { $0.prefix { $0 != "," } }
  }

  private static func phone(
    _ units: AppleHealthSample.DisplayUnits
  ) -> AppleHealthSample.Configuration {
    var configuration = AppleHealthSample.Configuration(seed: 7, size: .days(10))
    configuration.recordsPerDay = 300
    configuration.displayUnits = units
    configuration.sideFiles.pointsPerRoute = 5
    configuration.sideFiles.routes = 1
    configuration.sideFiles.electrocardiograms = 1
    return configuration
  }

  private static let unitsBefore = [
    "AppleSleepingWristTemperature": ["degC"], "BloodGlucose": ["mmol<180.1558800000541>/L"],
    "BodyMass": ["kg"], "BodyTemperature": ["degC"], "DistanceCycling": ["km"],
    "DistanceWalkingRunning": ["km"], "Height": ["cm"], "LeanBodyMass": ["kg"],
    "RunningSpeed": ["km/hr"], "WalkingSpeed": ["km/hr"], "WalkingStepLength": ["cm"],
  ]

  @Test func `a generated phone in other units repeats all but few ties, and a snapshot all`()
    throws
  {
    let place = try Workplace()
    let metric = try place.export("metric.zip", Self.phone(.metric))
    let imperial = try place.export("imperial.zip", Self.phone(.imperial))
    let first = try Self.input(place, metric)
    let second = try Self.input(place, imperial)
    #expect(second.balances && second.recordsRead == first.recordsRead)
    // Three ties are new; two workouts whose statistics are ties have other contents at the same version.
    #expect(
      second.outcomes
        == Report.Outcomes(inserted: 3, updated: 2, duplicate: 3349, stale: 4, linked: 186))
    #expect(Self.changes(second).map(\.count) == [Self.unitsBefore.count])
    let changed = second.byType.filter { !$0.earlierUnits.isEmpty }.map {
      ($0.nativeType.replacing("HKQuantityTypeIdentifier", with: ""), $0.earlierUnits)
    }
    #expect(Dictionary(uniqueKeysWithValues: changed) == Self.unitsBefore)
    let third = try Self.input(place, imperial, "--snapshot")
    #expect(
      third.outcomes == Report.Outcomes(duplicate: 3354, stale: 4, linked: 186))
    #expect(third.tombstoned == 3)
    #expect(Self.changes(third).isEmpty)
    _ = try place.imported(imperial, into: "fresh.db")
    #expect(try Self.ids(place, "store.db") == Self.ids(place, "fresh.db"))
  }
}
