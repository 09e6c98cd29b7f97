import SonarTestSupport
import Testing

/// `inspect` says what an import into an empty store does, in every order of conflicting records.
@Suite struct InspectEqualsImport {
  private static func record(_ random: inout SeededGenerator, indent: String) -> String {
    let type = ["HeartRate", "StepCount", "Nothing"].randomElement(using: &random) ?? ""
    let minute = Int.random(in: 0..<3, using: &random)
    let created = Int.random(in: 1...3, using: &random)
    let value = Int.random(in: 60...61, using: &random)
    return
      "\(indent)<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"S\" unit=\"count/min\""
      + " creationDate=\"2024-01-01 0\(created):00:00 +0000\""
      + " startDate=\"2024-01-01 00:0\(minute):00 +0000\" endDate=\"2024-01-01 00:0\(minute):00 +0000\""
      + " value=\"\(value)\"/>"
  }

  private static func workout(_ random: inout SeededGenerator) -> String {
    let created = Int.random(in: 1...2, using: &random)
    let events = (0..<Int.random(in: 0...2, using: &random)).map {
      "  <WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"2024-01-01 00:0\($0):00 +0000\"/>\n"
    }
    return " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"S\""
      + " creationDate=\"2024-01-01 0\(created):00:00 +0000\" startDate=\"2024-01-01 00:00:00 +0000\""
      + " endDate=\"2024-01-01 00:30:00 +0000\">\n\(events.joined()) </Workout>"
  }

  private static func correlation(_ random: inout SeededGenerator) -> String {
    let members = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      record(&random, indent: "  ")
    }
    return " <Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"S\""
      + " creationDate=\"2024-01-01 01:00:00 +0000\" startDate=\"2024-01-01 00:00:00 +0000\""
      + " endDate=\"2024-01-01 00:00:00 +0000\">\n\(members.joined(separator: "\n"))\n </Correlation>"
  }

  @Test(arguments: 0..<24) func `for conflicting records in any order`(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let place = try Workplace()
    let elements = (0..<12).map { _ in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: Self.workout(&random)
      case 1, 2: Self.correlation(&random)
      default: Self.record(&random, indent: " ")
      }
    }
    let export = try place.file(
      "a.xml",
      "<HealthData locale=\"en\">\n" + elements.joined(separator: "\n") + "\n</HealthData>\n")
    let inspected = try place.sonar("inspect", export, "--json").report().inputs
    let imported = try place.imported(export).inputs
    #expect(inspected == imported)
  }

  private static func synced(_ random: inout SeededGenerator) -> String {
    let minute = Int.random(in: 0..<2, using: &random)
    let version = Int.random(in: 1...3, using: &random)
    let value = Int.random(in: 60...61, using: &random)
    let metadata = [
      ("HKMetadataKeySyncIdentifier", ["a", "b"].randomElement(using: &random) ?? ""),
      ("HKMetadataKeySyncVersion", "\(version)"),
    ].map { "  <MetadataEntry key=\"\($0.0)\" value=\"\($0.1)\"/>\n" }
    return
      " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"S\" unit=\"count/min\""
      + " creationDate=\"2024-01-01 0\(version):00:00 +0000\""
      + " startDate=\"2024-01-01 00:0\(minute):00 +0000\" endDate=\"2024-01-01 00:0\(minute):00 +0000\""
      + " value=\"\(value)\">\n\(metadata.joined()) </Record>"
  }

  @Test(arguments: 0..<24) func `for an edit in another input, which moves a start`(_ seed: Int)
    throws
  {
    var random = SeededGenerator(UInt64(seed))
    let place = try Workplace()
    let exports = try (0..<2).map { number in
      // One start of each identifier in an input: what two in one input come to is decided when both are known.
      let records = [Self.synced(&random)]
      return try place.file(
        "\(number).xml",
        "<HealthData locale=\"en\">\n" + records.joined(separator: "\n") + "\n</HealthData>\n")
    }
    let inspected = try place.sonar(["inspect"] + exports + ["--json"]).report().inputs
    let run = try place.sonar(
      ["import"] + exports + ["--into", place.path("a.db"), "--json", "--force"])
    #expect(try inspected.map(\.byType) == run.report().inputs.map(\.byType))
  }

  @Test func `for one input given twice`() throws {
    let place = try Workplace()
    let page = try place.file(
      "page.json",
      [
        "{\"timestamp\":\"2024-07-01T00:00:00Z\",\"app_version\":\"1\",\"steps\":[],"
          + "\"deleted_records\":[{\"type\":\"weight\",\"uuid\":\"6f9b2c1e-0000-4000-8000-0000000000a1\"}]}",
        "{\"timestamp\":\"2024-07-02T00:00:00Z\",\"app_version\":\"1\",\"weight\":[{\"kilograms\":75.0,"
          + "\"time\":\"2024-01-15T08:00:00Z\",\"uuid\":\"6f9b2c1e-0000-4000-8000-0000000000a1\"}]}",
      ].joined(separator: "\n"))
    let inspected = try place.sonar("inspect", page, page, "--json").report().inputs
    let run = try place.sonar("import", page, page, "--into", place.path("a.db"), "--json")
    #expect(try inspected.map(\.byType) == run.report().inputs.map(\.byType))
    #expect(inspected.map(\.outcomes.deleted) == [1, 0])
  }
}
