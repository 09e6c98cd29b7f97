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
}
