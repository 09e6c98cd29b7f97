import SonarCommands
import Testing

/// Exports of all three providers in one store.
@Suite struct MixedProviders {
  private static let inputs = [
    (
      path: "apple_health/edits_and_duplicates.zip", provider: "apple_health",
      format: "healthkit_export_14"
    ),
    (
      path: "samsung_health/later.zip", provider: "samsung_health",
      format: "samsung_health_android"
    ),
    (path: "health_connect/records.zip", provider: "health_connect", format: "health_connect_rn"),
  ]

  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  private static func run(_ order: [Int], _ store: String, _ place: Workplace) throws -> Ended {
    let paths = order.map { DeviceSample.path(inputs[$0].path) }
    return try place.sonar(["import"] + paths + ["--into", place.path(store), "--json"])
  }

  @Test func `one import of all three tells them apart, in any order to the same store`() throws {
    let place = try Workplace()
    var first: String?
    for order in Self.orders {
      let store = order.map(String.init).joined() + ".db"
      let report = try Self.run(order, store, place).report()
      #expect(report.inputs.map(\.provider) == order.map { Self.inputs[$0].provider })
      #expect(report.inputs.map(\.format) == order.map { Self.inputs[$0].format })
      #expect(report.inputs.allSatisfy { $0.balances && $0.complete && $0.recordsRead > 100 })
      let records = try place.records(of: store)
      #expect(difference(records, first ?? records) == [], "order \(order)")
      first = first ?? records
    }
  }

  @Test func `what each provider brings is what it brings alone`() throws {
    let place = try Workplace()
    let together = try Self.run([0, 1, 2], "all.db", place).report()
    var apart: [Report.Input] = []
    var lines: [Substring] = []
    for number in Self.inputs.indices {
      apart += try Self.run([number], "\(number).db", place).report().inputs
      lines += try place.records(of: "\(number).db").split(separator: "\n")
    }
    #expect(together.inputs == apart)
    #expect(try place.records(of: "all.db").split(separator: "\n").sorted() == lines.sorted())
  }

  @Test(arguments: [[0, 1, 2], [2, 0, 1]])
  func `the second import of all three changes nothing, in another order too`(
    _ order: [Int]
  ) throws {
    let place = try Workplace()
    let first = try Self.run([0, 1, 2], "store.db", place).report()
    let (records, file) = (try place.records(), try place.bytes("store.db"))
    let second = try Self.run(order, "store.db", place).report()
    #expect(second.inputs.allSatisfy { $0.balances && $0.outcomes.changes == 0 })
    #expect(second.store == first.store)
    #expect(try difference(place.records(), records) == [])
    #expect(try place.bytes("store.db") == file)
  }

  @Test func `inspect of all three says the same as their import`() throws {
    let place = try Workplace()
    let paths = Self.inputs.map { DeviceSample.path($0.path) }
    let inspected = try place.sonar(["inspect"] + paths + ["--json"]).report()
    #expect(try inspected.inputs == Self.run([0, 1, 2], "all.db", place).report().inputs)
  }

  @Test func `a folder of several kinds is read as one, and says what else it holds`() throws {
    let place = try Workplace()
    let weight =
      "[{\"recordType\":\"Weight\",\"time\":\"2024-05-01T08:00:00Z\",\"weight\":{\"inKilograms\":61},"
      + "\"metadata\":{\"id\":\"id1\"}}]"
    let table =
      "com.samsung.health.weight,6307003,1\nstart_time,time_offset,weight,datauuid\n"
      + "2024-05-01 08:00:00.000,UTC+0100,61.5,u1,\n"
    try place.file("all/phone/records.json", weight)
    try place.file("all/galaxy/com.samsung.health.weight.20250101101061.csv", table)
    try place.file("all/notes.txt", "no export at all")
    let first = try place.onlyInput(try place.sonar("inspect", place.path("all"), "--json"))
    #expect(first.format == "samsung_health_android" && first.recordsRead == 1)
    let left = first.diagnostics.filter { $0.code == "other_export" }
    #expect(left.map(\.count) == [1])
    #expect(left.first?.first?.member.hasSuffix("phone/records.json") == true)

    try place.file(
      "all/apple/export.xml",
      "<HealthData locale=\"en\">\n <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"S\""
        + " unit=\"count\" creationDate=\"2024-01-01 01:00:00 +0000\" startDate=\"2024-01-01 00:00:00 +0000\""
        + " endDate=\"2024-01-01 00:01:00 +0000\" value=\"7\"/>\n</HealthData>\n")
    let second = try place.onlyInput(try place.sonar("inspect", place.path("all"), "--json"))
    #expect(second.provider == "apple_health" && second.recordsRead == 1)
    #expect(second.diagnostics.filter { $0.code == "other_export" }.map(\.count) == [2])
  }
}
