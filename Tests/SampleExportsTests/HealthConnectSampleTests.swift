import Foundation
import Testing

@testable import SampleExports

extension HealthConnectSample.Configuration {
  /// A few days of everything, small enough for a debug build.
  fileprivate static func small(
    seed: UInt64 = 7, days: Int = 6, form: HealthConnectSample.Form = .ndjson
  ) -> HealthConnectSample.Configuration {
    var configuration = HealthConnectSample.Configuration(seed: seed, size: .days(days))
    configuration.form = form
    configuration.stepMinutesPerDay = 5
    configuration.heartRatesPerDay = 6
    configuration.samplesPerSeries = 5
    return configuration
  }
}

/// A generated dump, held in memory.
private struct ConnectDump {
  let bytes: [UInt8]
  let expected: SampleExpectation

  init(
    _ write: (any SampleSink) throws -> SampleExpectation
  ) throws {
    let sink = MemorySink()
    expected = try write(sink)
    bytes = try #require(sink.files.first).bytes
    #expect(sink.files.count == 1 && bytes.count == expected.bytes)
  }

  init(_ configuration: HealthConnectSample.Configuration) throws {
    try self.init { try HealthConnectSample(configuration: configuration).write(into: $0) }
  }

  /// The whole file as JSON.
  func json() throws -> Any {
    try JSONSerialization.jsonObject(with: Data(bytes))
  }

  /// One JSON object a line.
  func lines() throws -> [[String: Any]] {
    try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }
}

@Suite struct `Health Connect samples` {
  @Test func `the same configuration gives the same bytes, another seed others`() throws {
    let dump = try ConnectDump(.small())
    #expect(try ConnectDump(.small()).bytes == dump.bytes)
    #expect(try ConnectDump(.small(seed: 8)).bytes != dump.bytes)
  }

  @Test func `the bytes of a seed are pinned`() throws {
    let bytes = try ConnectDump(.small()).bytes
    #expect(fingerprint(bytes) == 0x9398_B1B1_3EF9_D156)
  }

  @Test(arguments: [1, 2, 5, 12], [1, 2] as [UInt64])
  func `an independent count finds what is expected`(days: Int, seed: UInt64) throws {
    let dump = try ConnectDump(.small(seed: seed, days: days))
    var counter = ConnectCounter()
    try counter.count(dump.lines())
    #expect(counter.types == dump.expected.first.types)
    try counter.count(dump.lines())
    #expect(counter.types == dump.expected.first.again.types)
  }

  @Test func `all record classes occur, and every outcome that records have`() throws {
    let expected = try ConnectDump(.small()).expected
    #expect(expected.first.types.keys.sorted() == ConnectType.allCases.map(\.rawValue).sorted())
    #expect(expected.first.types.count == 42)
    let total = expected.first.total
    #expect([total.kept, total.updated, total.duplicate, total.stale].allSatisfy { $0 > 0 })
    #expect(total.deleted == 0 && total.rejected == 0)
  }

  @Test func `the forms hold the same records`() throws {
    let lines = try ConnectDump(.small()).lines() as NSArray
    let array = try ConnectDump(.small(form: .array))
    #expect(try lines == array.json() as? NSArray)
    let envelope = try ConnectDump(.small(form: .envelope)).json() as? [String: Any]
    #expect(envelope?["records"] as? NSArray == lines)
    #expect(envelope?["pageToken"] is NSNull)
    #expect(try array.expected.first == ConnectDump(.small()).expected.first)
  }

  @Test(arguments: [1, 2, 3, 8])
  func `a page of changes is counted for a new store and for one with the records`(
    days: Int
  ) throws {
    let configuration = HealthConnectSample.Configuration.small(days: days)
    let dump = try ConnectDump {
      try HealthConnectSample(configuration: configuration).writeChanges(into: $0)
    }
    let page = try #require(try dump.json() as? [String: Any])
    var alone = ConnectCounter()
    try alone.count(page: page)
    #expect(alone.types == dump.expected.first.types)
    var counter = ConnectCounter()
    try counter.count(ConnectDump(configuration).lines())
    try counter.count(page: page)
    #expect(counter.types == dump.expected.later?.types)
  }

  @Test(arguments: HealthConnectSample.WeightShape.allCases)
  func `weights of another shape are those of the records`(
    shape: HealthConnectSample.WeightShape
  ) throws {
    let dump = try ConnectDump {
      try HealthConnectSample(configuration: .small()).writeWeights(as: shape, into: $0)
    }
    let records = try ConnectDump(.small()).lines().filter {
      $0["recordType"] as? String == "Weight"
    }
    let weights = records.map { ($0["weight"] as? [String: Any])?["inKilograms"] as? Double }
    var kept: [Double?] = []
    for weight in weights where !kept.contains(weight) { kept.append(weight) }
    let text = String(decoding: dump.bytes, as: UTF8.self)
    _ = try dump.json()
    for weight in kept { #expect(text.contains(":\(try #require(weight))")) }
    #expect(dump.expected.first.types.keys.sorted() == ["Weight"])
    #expect(dump.expected.first.total.kept == kept.count)
    let ids = Set(records.compactMap { ($0["metadata"] as? [String: Any])?["id"] as? String })
    let found = ids.filter { text.contains($0) }
    #expect(found.count == (shape == .webhook ? 0 : ids.count))
  }

  @Test func `both origins of a minute count the same steps`() throws {
    let records = try ConnectDump(.small(days: 1)).lines()
    var origins: [String: [[String]]] = [:]
    for record in records where record["recordType"] as? String == "Steps" {
      let metadata = try #require(record["metadata"] as? [String: Any])
      let origin = try #require(metadata["dataOrigin"] as? String)
      let row = ["startTime", "endTime", "count"].map { "\(record[$0] ?? "")" }
      origins[origin, default: []].append(row)
    }
    #expect(origins["com.fitbit.FitbitMobile"]?.count == 5)
    #expect(origins["com.fitbit.FitbitMobile"] == origins["com.google.android.apps.fitness"])
    #expect(Set(origins["com.sec.android.app.shealth"]?.map { $0[0] } ?? []).count == 1)
  }

  @Test func `parts lie inside their record and follow each other`() throws {
    for record in try ConnectDump(.small()).lines() where record["stages"] != nil {
      let stages = try #require(record["stages"] as? [[String: Any]])
      let times = stages.flatMap { [$0["startTime"] as? String, $0["endTime"] as? String] }
        .compactMap { $0 }
      #expect(times.count == stages.count * 2 && times == times.sorted())
      #expect(times.first == record["startTime"] as? String)
      #expect(times.last == record["endTime"] as? String)
    }
  }

  @Test func `heart rate has from one to sixty samples, offsets a day of flight`() throws {
    var configuration = HealthConnectSample.Configuration.small(days: 8)
    configuration.heartRatesPerDay = 60
    configuration.samplesPerSeries = 60
    let records = try ConnectDump(configuration).lines()
    let hearts = records.filter { $0["recordType"] as? String == "HeartRate" }
    let counts = hearts.compactMap { ($0["samples"] as? [Any])?.count }
    #expect(hearts.count == 480 && counts.min() == 1 && counts.max() == 60)
    #expect(hearts.contains { $0["startTime"] as? String == $0["endTime"] as? String })
    let flights = records.filter { record in
      guard record["recordType"] as? String == "TotalCaloriesBurned" else { return false }
      return record["startZoneOffset"] as? NSDictionary != record["endZoneOffset"] as? NSDictionary
    }
    // Out, home, and the change of the clocks.
    #expect(flights.count == 3)
  }

  @Test(arguments: [1, 3])
  func `a size in megabytes is met within two percent`(megabytes: Int) throws {
    let configuration = HealthConnectSample.Configuration(seed: 5, size: .megabytes(megabytes))
    let sink = MeasuringSink()
    let expected = try HealthConnectSample(configuration: configuration).write(into: sink)
    let target = megabytes * 1_000_000
    #expect(abs(expected.bytes - target) < target * 2 / 100)
    #expect(sink.sizes == ["records.ndjson": expected.bytes])
  }

  @Test(arguments: HealthConnectSample.Form.allCases)
  func `no piece grows with the dump`(form: HealthConnectSample.Form) throws {
    let sink = PieceSink()
    var configuration = HealthConnectSample.Configuration(seed: 5, size: .megabytes(1))
    configuration.form = form
    let expected = try HealthConnectSample(configuration: configuration).write(into: sink)
    #expect(sink.total == expected.bytes)
    #expect(sink.largest < 160_000)
  }

  private static let refusals:
    [(String, @Sendable (inout HealthConnectSample.Configuration) -> Void)] = [
      ("days", { $0.size = .days(0) }), ("megabytes", { $0.size = .megabytes(100_001) }),
      ("steps", { $0.stepMinutesPerDay = 841 }), ("heart rates", { $0.heartRatesPerDay = 0 }),
      ("samples", { $0.samplesPerSeries = 61 }), ("date", { $0.exportDate = 0 }),
      ("zone", { $0.away.standardMinutes = -1_100 }),
    ]

  @Test(arguments: refusals.indices)
  func `what cannot be generated is refused`(index: Int) throws {
    let (name, change) = Self.refusals[index]
    var configuration = HealthConnectSample.Configuration.small()
    change(&configuration)
    let sink = MemorySink()
    let error = #expect(throws: SampleError.self) {
      try HealthConnectSample(configuration: configuration).write(into: sink)
    }
    #expect(error?.code == .invalidConfiguration, "\(name)")
    #expect(sink.files.isEmpty)
  }
}

@Suite struct `Name-based ids` {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `the digest is that of RFC 1321`(message: String, digest: String) {
    var text = ByteText()
    for byte in MessageDigest5.digest(of: Array(message.utf8)) {
      text.append(hexadecimal: UInt64(byte), width: 2)
    }
    #expect(String(decoding: text.bytes, as: UTF8.self) == digest)
  }

  @Test(
    arguments: [
      ("com.fitbit.FitbitMobile", 13, "fb-20260328-0917", "043fe7e5-d960-3b06-8ff0-241d9414bf54"),
      ("com.sec.android.app.shealth", 4, "wk-77", "232f8e3c-e614-3441-a5aa-5636d78de411"),
      ("com.example", 53, "\u{E4}", "2a6d170b-e8cd-35ba-b8fd-cea74f4bd23d"),
    ] as [(String, UInt32, String, String)])
  func `ids are those of the phone`(
    package: String, type: UInt32, clientID: String, id: String
  ) {
    var text = ByteText()
    text.append(SampleUUID(package: package, typeNumber: type, clientID: clientID))
    #expect(String(decoding: text.bytes, as: UTF8.self) == id)
  }
}
