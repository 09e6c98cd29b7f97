import Foundation
import SonarCommands
import Testing

/// A committed sample of Samsung Health or Health Connect with what its `expected.json` says.
struct DeviceSample: Sendable, CustomTestStringConvertible {
  /// The file, below `samples`.
  let file: String
  /// The sample that it continues, below `samples`; nil for one that stands alone.
  var before: String?
  /// What the report calls its shape.
  let format: String
  /// How its import ends: the Samsung exports have a row that is cut off.
  var code = ExitCode.success
  /// Words of the command line that it needs.
  var words: [String] = []

  var testDescription: String { file }

  /// All of them.
  static let all = [
    DeviceSample(
      file: "samsung_health/export.zip", format: "samsung_health_android", code: .inputDamaged),
    DeviceSample(
      file: "samsung_health/later.zip", before: "samsung_health/export.zip",
      format: "samsung_health_android", code: .inputDamaged),
    DeviceSample(file: "samsung_health/heart_rate.csv", format: "samsung_health_android"),
    DeviceSample(file: "health_connect/records.zip", format: "health_connect_rn"),
    DeviceSample(file: "health_connect/array.zip", format: "health_connect_rn"),
    DeviceSample(
      file: "health_connect/changes.json", before: "health_connect/records.zip",
      format: "health_connect_rn"),
    DeviceSample(
      file: "health_connect/weight.open_wearables.json", format: "health_connect_open_wearables"),
    DeviceSample(
      file: "health_connect/weight.flutter.json", format: "health_connect_flutter",
      words: ["--timezone", "Europe/Berlin"]),
    DeviceSample(file: "health_connect/weight.webhook.json", format: "health_connect_webhook"),
    DeviceSample(file: "health_connect/weight.tasker.json", format: "health_connect_tasker"),
  ]

  /// The provider as reports name it.
  var provider: String { String(file.prefix { $0 != "/" }) }

  /// Where the file is.
  var path: String { Self.path(file) }

  /// Where a file below `samples` is.
  static func path(_ file: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../samples/\(file)").standardized.path
  }

  /// What its `expected.json` says.
  func expected() throws -> Expected {
    let name = file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex)
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.path("\(name).expected.json")))
    return try JSONDecoder().decode(Expected.self, from: data)
  }

  /// The counts of up to three imports.
  struct Expected: Decodable {
    var first: Account
    var again: Account
    var later: Account?
    var absent: [String: Int]?
  }

  /// The counts of one import, under the names that reports and expectations share.
  struct Account: Decodable, Equatable {
    var total: Counts
    var types: [String: Counts]

    init(_ input: Report.Input) {
      total = Counts(read: input.recordsRead, input.outcomes)
      types = Dictionary(
        uniqueKeysWithValues: input.byType.map {
          ($0.nativeType, Counts(read: $0.read, $0.outcomes))
        })
    }
  }

  /// Outcomes, of which those that keep a new record are one: the tables say which it is.
  struct Counts: Decodable, Equatable {
    var read: Int
    var kept: Int
    var updated: Int
    var duplicate: Int
    var stale: Int
    var deleted: Int
    var rejected: Int

    init(read: Int, _ outcomes: Report.Outcomes) {
      self.read = read
      kept = outcomes.inserted + outcomes.linked + outcomes.unsupported
      updated = outcomes.updated
      duplicate = outcomes.duplicate
      stale = outcomes.stale
      deleted = outcomes.deleted
      rejected = outcomes.rejected
    }
  }
}

extension Workplace {
  /// Imports a sample with the words that it needs.
  func imported(_ sample: DeviceSample, into store: String = "store.db") throws -> Ended {
    try sonar(["import", sample.path, "--into", path(store), "--json"] + sample.words)
  }

  /// The only input of a run's report.
  func onlyInput(_ run: Ended) throws -> Report.Input {
    let inputs = try run.report().inputs
    #expect(inputs.count == 1)
    return try #require(inputs.first)
  }
}

/// The types of which two accounts say something else, with both.
func difference(_ left: DeviceSample.Account, _ right: DeviceSample.Account) -> [String] {
  Set(left.types.keys).union(right.types.keys).sorted().compactMap { type in
    let (left, right) = (left.types[type], right.types[type])
    return left == right
      ? nil
      : "\(type): \(left.map { "\($0)" } ?? "none") instead of \(right.map { "\($0)" } ?? "none")"
  } + (left.total == right.total ? [] : ["total: \(left.total) instead of \(right.total)"])
}
