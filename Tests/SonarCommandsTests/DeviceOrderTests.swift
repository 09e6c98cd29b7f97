import SonarCommands
import SonarTestSupport
import Testing

/// Records of Health Connect and Samsung Health that contradict each other: what stays is decided by them, never by the
/// order, the number or the shape of the files that bring them.
@Suite struct DeviceOrders {
  private static let seeds = 0..<24

  private static func write(
    _ files: [RandomFile], _ folder: String, _ place: Workplace
  ) throws -> [String] {
    try files.map { try place.file("\(folder)/\($0.name)", $0.text) }
  }

  private static func store(
    _ paths: [String], _ name: String, _ place: Workplace
  ) throws -> (inputs: [Report.Input], records: String) {
    let run = try place.sonar(
      ["import"] + paths + ["--into", place.path(name), "--json", "--timezone", "UTC", "--force"])
    #expect(run.code == .success, "\(run.errors)")
    return (try run.report().inputs, try place.records(of: name))
  }

  /// Imports items divided into files in three ways, the last of them once more.
  private static func check(_ items: [RandomItem], _ seed: Int, _ extra: [RandomFile] = []) throws {
    let place = try Workplace()
    var random = SeededGenerator(UInt64(seed))
    var first: String?
    for round in 0..<3 {
      let repeats = round == 2 ? items.shuffled(using: &random).prefix(4) : []
      var files = RandomFiles.divide(items + repeats, &random)
      files += extra + (round == 2 ? Array(extra.prefix(1)) : [])
      let paths = try write(files.shuffled(using: &random), "\(seed)-\(round)", place)
      let (inputs, records) = try store(paths, "\(round).db", place)
      #expect(inputs.allSatisfy { $0.balances && $0.complete })
      #expect(!records.isEmpty)
      #expect(difference(records, first ?? records) == [], "seed \(seed), round \(round)")
      first = first ?? records
      guard round == 2 else { continue }
      let again = try store(paths.shuffled(using: &random), "\(round).db", place)
      #expect(
        again.inputs.reduce(0) { $0 + $1.outcomes.changes } == 0,
        "seed \(seed), round \(round): the second import")
      #expect(difference(again.records, records) == [], "seed \(seed), round \(round), again")
    }
  }

  @Test(arguments: seeds)
  func `records of several apps end in one store in any order and division`(seed: Int) throws {
    var random = RandomConnect(seed)
    try Self.check(random.items(14), seed)
  }

  @Test(arguments: seeds)
  func `rows of several phones end in one store in any order and division`(seed: Int) throws {
    var random = RandomSamsung(seed)
    try Self.check(random.items(16), seed)
  }

  /// Deletions that are later than every edit; an earlier one meets what the store knows of the record.
  @Test(arguments: seeds)
  func `a dated deletion takes its record out wherever it comes`(seed: Int) throws {
    var random = RandomConnect(seed + 500)
    let pages = ["a1", "b2", "a3", "b4"].enumerated().map { number, id in
      RandomFile(
        name: "page\(number).json",
        text: "{\"timestamp\":\"2024-07-0\(1 + number)T00:00:00Z\",\"app_version\":\"1\","
          + "\"steps\":[],\"deleted_records\":[{\"type\":\"steps\","
          + "\"uuid\":\"6f9b2c1e-0000-4000-8000-0000000000\(id)\"}]}")
    }
    try Self.check(random.items(14), seed, pages)
  }

  /// The outcomes of every input, by type.
  private static func counts(_ inputs: [Report.Input]) -> [[Report.TypeReport]] {
    inputs.map(\.byType)
  }

  @Test(arguments: seeds)
  func `inspect says what the first import of such a file does`(seed: Int) throws {
    let place = try Workplace()
    var (connect, samsung) = (RandomConnect(seed + 900), RandomSamsung(seed + 900))
    var random = SeededGenerator(UInt64(seed))
    let files = RandomFiles.divide(connect.items(24) + samsung.items(16), &random)
    for (number, path) in try Self.write(files, "files", place).enumerated() {
      let words = [path, "--json", "--timezone", "UTC"]
      let inspected = try place.sonar(["inspect"] + words)
      let imported = try place.sonar(["import"] + words + ["--into", place.path("\(number).db")])
      let (said, done) = (try inspected.report().inputs, try imported.report().inputs)
      #expect(Self.counts(said) == Self.counts(done), "seed \(seed): \(path)")
      #expect(inspected.code == .success)
    }
    // One store for all of them: what one input leaves is what the next one meets.
    let paths = try Self.write(files, "files", place)
    let inspected = try place.sonar(["inspect"] + paths + ["--json", "--timezone", "UTC"])
    let together = try Self.store(paths, "all.db", place)
    #expect(Self.counts(try inspected.report().inputs) == Self.counts(together.inputs))
  }
}
