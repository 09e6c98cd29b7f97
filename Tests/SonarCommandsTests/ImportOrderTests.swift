import SampleExports
import SonarCommands
import Testing

/// Several exports of one person end in one store, in whatever order and however often they come.
@Suite struct ImportOrder {
  private typealias Configuration = AppleHealthSample.Configuration

  private static func phone() -> Configuration {
    var configuration = Configuration(seed: 7, size: .days(3))
    configuration.recordsPerDay = 60
    configuration.sideFiles.pointsPerRoute = 20
    configuration.sideFiles.routes = 1
    configuration.sideFiles.electrocardiograms = 1
    return configuration
  }

  /// The exports by name: one phone at one time, seen under other settings, and earlier and later.
  private static func exports(_ place: Workplace) throws -> [String] {
    var winter = phone()
    winter.exportOffsetMinutes = 60
    var imperial = phone()
    imperial.displayUnits = .imperial
    var old = phone()
    old.version = .v12
    var later = phone()
    later.exportDate += 2 * 86_400
    later.displayUnits = .imperial
    later.locale = "en_US"
    return try [("a", phone()), ("b", winter), ("c", imperial), ("d", old), ("e", later)].map {
      try place.export("\($0.0).zip", $0.1)
    }
  }

  @Test func `any order and repetition of exports gives the same bytes`() throws {
    let place = try Workplace()
    let paths = try Self.exports(place)
    let orders = [
      [0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [3, 4, 3, 0, 2, 1, 2],
      [1, 1, 3, 2, 0, 4, 0],
    ]
    var results: [String] = []
    var rows: [String] = []
    for (number, order) in orders.enumerated() {
      let store = place.path("\(number).db")
      let run = try place.sonar(
        ["import"] + order.map { paths[$0] } + ["--into", store, "--json", "--force"])
      #expect(run.code == .success)
      #expect(try run.report().inputs.allSatisfy { $0.balances })
      results.append(try place.records(of: "\(number).db"))
      rows.append(try place.sonar("export", store, "--format", "csv", "--local-dates").output)
    }
    #expect(!results[0].isEmpty)
    #expect(rows[0].split(separator: "\n").count > results[0].split(separator: "\n").count)
    for (number, result) in results.enumerated().dropFirst() {
      #expect(
        difference(result, results[0]) == [], "order \(orders[number]) differs from \(orders[0])")
      #expect(
        difference(rows[number], rows[0]) == [],
        "rows of order \(orders[number]) differ from \(orders[0])")
    }
  }

  @Test func `one command over many exports and many commands over one each are the same`() throws {
    let place = try Workplace()
    let paths = try Self.exports(place)
    _ = try place.sonar(["import"] + paths + ["--into", place.path("together.db"), "--quiet"])
    for path in paths { _ = try place.imported(path, into: "apart.db") }
    #expect(try difference(place.records(of: "together.db"), place.records(of: "apart.db")) == [])
  }

  @Test(arguments: [60, -300, 0, 345, 840])
  func `the same phone read in another season or zone changes nothing`(offset: Int) throws {
    let place = try Workplace()
    var phone = Self.phone()
    phone.features.subtract(Self.withWrittenOffsets)
    var other = phone
    other.exportOffsetMinutes = offset
    let first = try place.imported(try place.export("a.zip", phone))
    let records = try place.records()
    let input = try #require(
      try place.imported(try place.export("b.zip", other)).inputs.first)
    #expect(input.outcomes.changes == 0)
    #expect(input.lacking == 0)
    #expect(input.recordsRead == first.inputs.first?.recordsRead)
    #expect(try difference(place.records(), records) == [])
  }

  /// Parts whose records keep a date as it was written, with the offset of the export's season.
  private static let withWrittenOffsets: AppleHealthSample.Features = [
    .vision, .electrocardiograms, .clinicalRecords,
  ]

  @Test func `prescriptions and side files too are the same in another season`() throws {
    let place = try Workplace()
    var other = Self.phone()
    other.exportOffsetMinutes = 0
    _ = try place.imported(try place.export("a.zip", Self.phone()))
    let records = try place.records()
    let input = try #require(
      try place.imported(try place.export("b.zip", other)).inputs.first)
    #expect(input.recordsRead > 0)
    let again = try place.records()
    #expect(input.outcomes.changes == 0)
    #expect(difference(again, records) == [])
  }

  @Test func `other display units repeat all but rare rounding ties`() throws {
    let place = try Workplace()
    var imperial = Self.phone()
    imperial.displayUnits = .imperial
    _ = try place.imported(try place.export("a.zip", Self.phone()))
    let input = try #require(
      try place.imported(try place.export("b.zip", imperial)).inputs.first)
    #expect(input.outcomes.updated == 0)
    #expect(input.outcomes.inserted * 100 <= input.recordsRead)
    #expect(input.balances)
  }
}
