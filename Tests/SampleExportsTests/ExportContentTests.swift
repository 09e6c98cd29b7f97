import Testing

@testable import SampleExports

@Suite struct `Export content` {
  @Test func `every date is written under the one offset and none is later than the export`()
    throws
  {
    let export = try GeneratedExport(.small())
    let root = try parseElements(export.lines())
    let names = ["creationDate", "startDate", "endDate", "date"]
    let dates = (root.all("Record") + root.all("Workout") + root.all("WorkoutEvent"))
      .flatMap { element in names.compactMap { element.attributes[$0] } }
    #expect(dates.count > 1_000)
    #expect(dates.filter { !$0.hasSuffix(" +0200") } == [])
    let limit = try #require(seconds(root.children[0]["value"]))
    #expect(dates.filter { (seconds($0) ?? .max) > limit } == [])
  }

  @Test func `no record ends before it starts or is saved before it ends`() throws {
    let root = try parseElements(GeneratedExport(.small().restless).lines())
    let wrong = root.all("Record").filter { record in
      guard let start = seconds(record["startDate"]), let end = seconds(record["endDate"]),
        let saved = seconds(record["creationDate"])
      else { return true }
      return end < start || saved < end
    }
    #expect(wrong.isEmpty)
  }

  @Test func `records are grouped by type and not sorted inside a type`() throws {
    let root = try parseElements(GeneratedExport(.small()).lines())
    let records = root.children.filter { $0.name == "Record" }
    var runs: [String] = []
    for record in records where runs.last != record["type"] { runs.append(record["type"]) }
    #expect(runs.count == Set(runs).count)
    #expect(runs.count > 50)
    let heart = records.filter { $0["type"] == "HKQuantityTypeIdentifierHeartRate" }
    for date in ["startDate", "creationDate"] {
      #expect(heart.map { $0[date] } != heart.map { $0[date] }.sorted())
    }
  }

  @Test func `the shares of types and metadata are those of large exports`() throws {
    var configuration = AppleHealthSample.Configuration(seed: 9, size: .days(7))
    configuration.features.remove(.electrocardiograms)
    let export = try GeneratedExport(configuration)
    let root = try parseElements(export.lines())
    let records = root.children.filter { $0.name == "Record" }
    let heart = records.count { $0["type"] == "HKQuantityTypeIdentifierHeartRate" }
    #expect((36...39).contains(heart * 100 / records.count))
    let described = records.count { !$0.metadata.isEmpty }
    #expect((45...65).contains(described * 100 / records.count))
    #expect((440...540).contains(export.counts.mainFileBytes / records.count))
  }

  @Test func `beats are local wall clock, an hour off the file's offset in winter`() throws {
    var configuration = AppleHealthSample.Configuration.small(days: 3)
    // 2025-01-20 07:30 UTC, in an export whose offset claims summer.
    configuration.exportDate = 1_737_358_200
    let root = try parseElements(GeneratedExport(configuration).lines())
    let records = root.all("Record").filter { !$0.all("InstantaneousBeatsPerMinute").isEmpty }
    #expect(!records.isEmpty)
    for record in records {
      let first = try #require(record.all("InstantaneousBeatsPerMinute").first)["time"]
      let clock = first.split { ":.".contains($0) }.compactMap { Int($0) }
      let start = try #require(seconds(record["startDate"]))
      let beat = clock[0] * 3_600 + clock[1] * 60 + clock[2]
      #expect((0...1).contains((beat - (start + 3_600) % 86_400 + 86_400) % 86_400))
    }
  }

  @Test(arguments: [
    (AppleHealthSample.BeatClock.twentyFourHoursWithPoint, 11),
    (.twentyFourHoursWithComma, 11), (.twelveHours, 13),
  ])
  func `beat times follow the clock style`(
    style: AppleHealthSample.BeatClock, shortest: Int
  ) throws {
    var configuration = AppleHealthSample.Configuration.small()
    configuration.beatClock = style
    let root = try parseElements(GeneratedExport(configuration).lines())
    let times = root.all("InstantaneousBeatsPerMinute").map { $0["time"] }
    #expect(!times.isEmpty)
    #expect(times.allSatisfy { $0.count >= shortest })
    #expect(times.allSatisfy { $0.contains(",") == (style == .twentyFourHoursWithComma) })
    let marked = times.filter { $0.hasSuffix(" AM") || $0.hasSuffix(" PM") }
    #expect(marked.count == (style == .twelveHours ? times.count : 0))
  }

  @Test func `rows of correlations repeat at top level byte for byte`() throws {
    let export = try GeneratedExport(.small())
    let text = try String(decoding: export.bytes(at: "export.xml"), as: UTF8.self)
    let opening = "\n  <Record "
    let nested = text.components(separator: opening).dropFirst().compactMap {
      $0.split(separator: "\n").first
    }
    let top = Set(
      text.components(separator: "\n <Record ").dropFirst().compactMap {
        $0.split(separator: "\n").first
      })
    #expect(nested.count > 40)
    #expect(nested.allSatisfy { top.contains($0) })
  }

  @Test func `the device pointer changes and exact copies keep it`() throws {
    var configuration = AppleHealthSample.Configuration.small(days: 10)
    configuration.features = [.duplicates]
    configuration.rates.exactDuplicates = 50_000
    let lines = try GeneratedExport(configuration).lines().filter { $0.hasPrefix("<Record ") }
    #expect(lines.count - Set(lines).count > 20)
    let pointers = Set(
      lines.filter { $0.contains("HeartRate\"") }.compactMap { line in
        line.components(separator: "HKDevice: 0x").dropFirst().first?.prefix(9)
      })
    #expect(pointers.count > 1)
  }

  @Test func `names are escaped and keep their unusual spaces`() throws {
    var configuration = AppleHealthSample.Configuration.small(days: 1)
    configuration.owner.phoneName = "A \"B\" <C> & D"
    let root = try parseElements(GeneratedExport(configuration).lines())
    let names = Set(root.all("Record").map { $0["sourceName"] })
    #expect(names.contains("A &quot;B&quot; &lt;C&gt; &amp; D"))
    #expect(names.contains("Mara\u{2019}s Apple\u{A0}Watch"))
  }

  @Test(arguments: [
    (AppleHealthSample.DisplayUnits.metric, "km", "kg", "kcal", "degC"),
    (.imperial, "mi", "lb", "Cal", "degF"),
  ])
  func `display units are the owner's`(
    units: AppleHealthSample.DisplayUnits, distance: String, mass: String, energy: String,
    temperature: String
  ) throws {
    var configuration = AppleHealthSample.Configuration.small(days: 2)
    configuration.displayUnits = units
    let root = try parseElements(GeneratedExport(configuration).lines())
    let found = Dictionary(
      root.all("Record").map { ($0["type"], $0["unit"]) }, uniquingKeysWith: { first, _ in first })
    #expect(found["HKQuantityTypeIdentifierDistanceWalkingRunning"] == distance)
    #expect(found["HKQuantityTypeIdentifierBodyMass"] == mass)
    #expect(found["HKQuantityTypeIdentifierActiveEnergyBurned"] == energy)
    #expect(found["HKQuantityTypeIdentifierBodyTemperature"] == temperature)
  }

  @Test func `routes name their files and the files exist`() throws {
    let export = try GeneratedExport(.small(days: 8))
    let root = try parseElements(export.lines())
    let named = root.all("FileReference").map { String($0["path"].dropFirst()) }
    let files = export.paths.filter { $0.hasPrefix("workout-routes/") }
    #expect(named.count == 3)
    #expect(named == files)
  }

  @Test func `a route file has a point a second`() throws {
    let export = try GeneratedExport(.small(days: 1))
    let path = try #require(export.paths.first { $0.hasPrefix("workout-routes/") })
    let text = try String(decoding: export.bytes(at: path), as: UTF8.self)
    let times = text.components(separator: "<time>").dropFirst(2).map { $0.prefix(20) }
    #expect(times.count == 20)
    #expect(Set(times).count == 20)
    #expect(text.hasSuffix("    </trkseg>\n  </trk>\n</gpx>\n"))
  }

  @Test func `clinical records name their files and the files exist`() throws {
    let export = try GeneratedExport(.small())
    let root = try parseElements(export.lines())
    let named = root.all("ClinicalRecord").map { String($0["resourceFilePath"].dropFirst()) }
    #expect(named == export.paths.filter { $0.hasPrefix("clinical-records/") })
  }

  @Test func `electrocardiograms of one day are numbered`() throws {
    var configuration = AppleHealthSample.Configuration.small(days: 9)
    configuration.sideFiles.electrocardiograms = 3
    let export = try GeneratedExport(configuration)
    let paths = export.paths.filter { $0.hasPrefix("electrocardiograms/") }
    #expect(
      paths == [
        "electrocardiograms/ecg_2025-06-06.csv", "electrocardiograms/ecg_2025-06-06_1.csv",
        "electrocardiograms/ecg_2025-06-09.csv",
      ])
    let text = try String(decoding: export.bytes(at: paths[0]), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 13 + 15_360 + 1)
    #expect(lines[2] == "Recorded Date,2025-06-06 20:16:40 +0200")
    #expect(lines[13...].dropLast().allSatisfy { Double($0) != nil })
  }

  @Test func `the clinical document ends its root too early`() throws {
    let bytes = try GeneratedExport(.small()).bytes(at: "export_cda.xml")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.hasSuffix("</ClinicalDocument>\n"))
    #expect(text.contains("</ClinicalDocument>\n <component>"))
  }
}

extension String {
  /// The pieces between occurrences of a separator.
  fileprivate func components(separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
