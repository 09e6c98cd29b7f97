import Foundation
import Testing

@testable import SampleExports

/// A generated export of Samsung Health, held in memory.
private struct SamsungExport {
  let files: [MemorySink.File]
  let expected: SampleExpectation

  init(_ configuration: SamsungHealthSample.Configuration) throws {
    let sink = MemorySink()
    expected = try SamsungHealthSample(configuration: configuration).write(into: sink)
    files = sink.files
  }

  var tables: [DelimitedCounter] {
    files.filter { $0.path.hasSuffix(".csv") }.map { DelimitedCounter($0.bytes) }
  }

  func table(_ type: String) throws -> DelimitedCounter {
    try #require(tables.first { $0.type == type })
  }

  /// The names of side files.
  var sideFiles: [String] {
    files.filter { $0.path.hasSuffix(".json") }
      .map { String($0.path.split(separator: "/").last ?? "") }
  }
}

extension SamsungHealthSample.Configuration {
  /// A few days of everything, small enough for a debug build.
  fileprivate static func small(
    seed: UInt64 = 7, days: Int = 5, _ generation: SamsungHealthSample.Generation = .first
  ) -> SamsungHealthSample.Configuration {
    var configuration = SamsungHealthSample.Configuration(seed: seed, size: .days(days))
    configuration.generation = generation
    configuration.readingsPerDay = 5
    configuration.binsPerDay = 2
    configuration.minutesPerBin = 4
    configuration.stepMinutesPerDay = 6
    configuration.pointsPerWorkout = 5
    return configuration
  }
}

@Suite struct `Samsung Health samples` {
  @Test func `the same configuration gives the same files, another seed others`() throws {
    let export = try SamsungExport(.small())
    #expect(try SamsungExport(.small()).files == export.files)
    #expect(try SamsungExport(.small(seed: 8)).files != export.files)
  }

  @Test func `the bytes of a seed are pinned`() throws {
    let export = try SamsungExport(.small())
    #expect(fingerprint(export.files.flatMap(\.bytes)) == 0xDAEA_32B6_6A8E_1B7E)
  }

  @Test(arguments: [1, 2, 5, 9], [1, 2] as [UInt64])
  func `an independent count finds what is expected`(days: Int, seed: UInt64) throws {
    let export = try SamsungExport(.small(seed: seed, days: days))
    var counter = SamsungCounter()
    counter.count(export.files)
    #expect(counter.types == export.expected.first.types)
    counter.count(export.files)
    #expect(counter.types == export.expected.first.again.types)
    #expect(export.expected.later == nil)
  }

  @Test(arguments: [3, 8], [1, 40])
  func `an independent count of a later export finds what is expected`(
    days: Int, more: Int
  ) throws {
    var counter = SamsungCounter()
    counter.count(try SamsungExport(.small(days: days)).files)
    let later = try SamsungExport(.small(days: days, .later(days: more)))
    counter.count(later.files)
    #expect(counter.types == later.expected.later?.types)
    var alone = SamsungCounter()
    alone.count(later.files)
    #expect(alone.types == later.expected.first.types)
    let windowed = "com.samsung.shealth.tracker.pedometer_step_count"
    let lost = counter.earlier.subtracting(counter.seen).filter { !$0.hasPrefix(windowed) }
    #expect(lost.count == later.expected.absent.values.reduce(0, +))
    #expect(later.expected.absent == ["com.samsung.health.weight": 1])
  }

  @Test func `files have the mark, two head lines and one field more than names`() throws {
    let export = try SamsungExport(.small())
    for file in export.files where file.path.hasSuffix(".csv") {
      #expect(file.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
      let table = DelimitedCounter(file.bytes)
      #expect(file.path == "samsunghealth_mara_20250406093093/\(table.type).20250406093093.csv")
      #expect(table.damaged.count == (table.type == "com.samsung.health.water_intake" ? 1 : 0))
      #expect(Set(table.columns).count == table.columns.count)
      let ids = table.rows.compactMap { table.cell($0, "datauuid") }
      #expect(Set(ids).count == table.rows.count)
    }
    let empty = export.tables.filter { $0.rows.isEmpty }.map(\.type)
    #expect(empty == ["com.samsung.shealth.blood_glucose"])
  }

  @Test func `side files are JSON, named by cells, and one is missing`() throws {
    let export = try SamsungExport(.small())
    let cells = export.tables.flatMap(\.rows).joined().filter { $0.hasSuffix(".json") }
    #expect(cells.count == export.sideFiles.count + 1)
    #expect(Set(export.sideFiles).subtracting(cells) == [])
    for file in export.files where file.path.hasSuffix(".json") {
      #expect(try JSONSerialization.jsonObject(with: Data(file.bytes)) is [Any])
      let parts = file.path.split(separator: "/")
      #expect(parts[1] == "jsons" && parts[4].hasPrefix(parts[3]) && parts[3].count == 1)
    }
  }

  @Test func `offsets follow the clocks at home and the trip`() throws {
    let export = try SamsungExport(.small(days: 12))
    let table = try export.table("com.samsung.shealth.tracker.heart_rate")
    let offsets = Set(table.rows.compactMap { table.cell($0, "time_offset") })
    #expect(offsets == ["UTC+0100", "UTC+0200", "UTC-0400"])
  }

  @Test func `a day's total lies between the greatest source and the sum`() throws {
    let table = try SamsungExport(.small(days: 9)).table("com.samsung.shealth.step_daily_trend")
    var days: [String: [String: Int]] = [:]
    for row in table.rows {
      let (day, kind) = (table.cell(row, "day_time"), table.cell(row, "source_type"))
      days[day ?? "", default: [:]][kind ?? ""] = table.cell(row, "count").flatMap { Int($0) }
    }
    #expect(days.count == 9)
    for (day, sources) in days {
      let total = try #require(sources["-2"])
      let parts = [try #require(sources["0"]), try #require(sources["102"])]
      #expect(total >= max(parts[0], parts[1]) && total < parts[0] + parts[1])
      #expect(try #require(Int(day)) % 86_400_000 == 0)
    }
  }

  @Test func `stages fill their session and its columns`() throws {
    let export = try SamsungExport(.small(days: 9))
    let stages = try export.table("com.samsung.health.sleep_stage")
    let sleep = try export.table("com.samsung.shealth.sleep")
    for row in sleep.rows where sleep.cell(row, "sleep_score") != "" {
      let id = sleep.cell(row, "datauuid")
      let own = stages.rows.filter { stages.cell($0, "sleep_id") == id }
      #expect(stages.cell(try #require(own.first), "start_time") == sleep.cell(row, "start_time"))
      #expect(stages.cell(try #require(own.last), "end_time") == sleep.cell(row, "end_time"))
      let minutes = ["total_light_duration", "total_rem_duration", "factor_02", "factor_05"]
        .compactMap { sleep.cell(row, $0).flatMap { Int($0) } }
      #expect(sleep.cell(row, "sleep_duration") == String(minutes.reduce(0, +)))
    }
    let without = sleep.rows.filter { sleep.cell($0, "sleep_score") == "" }
    #expect(!without.isEmpty)
  }

  @Test func `oddities of real exports occur`() throws {
    let export = try SamsungExport(.small(days: 9))
    let exercise = try export.table("com.samsung.shealth.exercise")
    #expect(exercise.rows.contains { exercise.cell($0, "exercise_type") == "15007" })
    #expect(exercise.rows.contains { exercise.cell($0, "comment")?.contains("\n") == true })
    let height = try export.table("com.samsung.health.height")
    let row = try #require(height.rows.first)
    #expect(
      try #require(height.cell(row, "update_time")) < #require(height.cell(row, "create_time")))
    let sleep = try export.table("com.samsung.shealth.sleep")
    #expect(
      sleep.rows.contains { row in
        (sleep.cell(row, "update_time") ?? "") > (sleep.cell(row, "create_time") ?? "")
      })
    #expect(export.tables.contains { $0.type == "com.samsung.shealth.moonlight_walks" })
    #expect(export.files.contains { $0.bytes == Array("[]".utf8) })
  }

  @Test(arguments: [1, 3])
  func `a size in megabytes is met within two percent`(megabytes: Int) throws {
    let configuration = SamsungHealthSample.Configuration(seed: 5, size: .megabytes(megabytes))
    let sample = SamsungHealthSample(configuration: configuration)
    for isAlone in [false, true] {
      let sink = MeasuringSink()
      let expected =
        try isAlone ? sample.writeHeartRateTable(into: sink) : sample.write(into: sink)
      let target = megabytes * 1_000_000
      #expect(abs(expected.bytes - target) < target * 2 / 100)
      #expect(sink.sizes.values.reduce(0, +) == expected.bytes)
      #expect((sink.sizes.count == 1) == isAlone)
    }
  }

  @Test func `no piece grows with the export`() throws {
    let sink = PieceSink()
    let configuration = SamsungHealthSample.Configuration(seed: 5, size: .megabytes(2))
    let expected = try SamsungHealthSample(configuration: configuration).write(into: sink)
    #expect(sink.total == expected.bytes)
    #expect(sink.largest < 160_000)
  }

  private static let refusals:
    [(String, @Sendable (inout SamsungHealthSample.Configuration) -> Void)] = [
      ("days", { $0.size = .days(0) }), ("megabytes", { $0.size = .megabytes(0) }),
      ("readings", { $0.readingsPerDay = 0 }), ("bins", { $0.binsPerDay = 17 }),
      ("points", { $0.pointsPerWorkout = 1 }), ("account", { $0.account = "../x" }),
      ("later export", { $0.generation = .later(days: 0) }),
      (
        "size of a later export",
        {
          $0.generation = .later(days: 1)
          $0.size = .megabytes(1)
        }
      ),
      ("date", { $0.exportDate = 0 }), ("zone", { $0.home.standardMinutes = 1_100 }),
    ]

  @Test(arguments: refusals.indices)
  func `what cannot be generated is refused`(index: Int) throws {
    let (name, change) = Self.refusals[index]
    var configuration = SamsungHealthSample.Configuration.small()
    change(&configuration)
    let sink = MemorySink()
    let error = #expect(throws: SampleError.self) {
      try SamsungHealthSample(configuration: configuration).write(into: sink)
    }
    #expect(error?.code == .invalidConfiguration, "\(name)")
    #expect(sink.files.isEmpty)
  }
}
