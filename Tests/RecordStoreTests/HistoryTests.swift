import HealthRecords
import RecordStore
import SonarSQLite
import Testing

/// What later imports and exports learn of earlier imports.
@Suite struct HistoryTests {
  private static func input(_ name: String, _ provider: Provider = .appleHealth) -> InputIdentity {
    InputIdentity(provider: provider, name: name, fingerprint: name, mappingVersion: 1)
  }

  /// Imports one record with a report; an import that does not finish stays as if it had been killed.
  private static func record(
    _ key: Int, _ input: InputIdentity, into store: RecordStore,
    details: InputDetails = InputDetails(), finishes: Bool = true
  ) throws {
    let session = try store.beginImport(input, startedAt: 1)
    session.details = details
    var rows = batch([Draft(key: key, start: Int64(key) * 1000)])
    rows.provider = input.provider
    try session.append(rows, piece: 0)
    let report = Array("report of \(input.name)".utf8)
    if finishes {
      _ = try session.finish(.complete, finishedAt: 2) { _ in report }
    } else {
      #expect(try session.commitIfDue { _ in report })
      session.cancel()
    }
  }

  private static func reports(
    _ store: RecordStore, than input: InputIdentity, limit: Int = .max
  ) throws -> [String] {
    var found: [String] = []
    try store.forEachEarlierReport(than: input) {
      found.append(String(decoding: $0, as: UTF8.self))
      return found.count < limit
    }
    return found
  }

  /// Every row is a chunk of its own, so that an import has a checkpoint before its end.
  private static func store() throws -> TemporaryStore {
    var configuration = RecordStore.Configuration()
    configuration.chunkRows = 1
    return try TemporaryStore(configuration)
  }

  @Test func `reports of the same input come first, then the latest, and none of another provider`()
    throws
  {
    let fixture = try Self.store()
    for (key, name) in ["a", "b", "c"].enumerated() {
      try Self.record(key, Self.input(name), into: fixture.store)
    }
    try Self.record(3, Self.input("a", .samsungHealth), into: fixture.store)
    let reports = try Self.reports(fixture.store, than: Self.input("a"))
    #expect(reports == ["report of a", "report of c", "report of b"])
    #expect(
      try Self.reports(fixture.store, than: Self.input("d"), limit: 2)
        == ["report of c", "report of b"])
    #expect(try Self.reports(fixture.store, than: Self.input("a", .healthConnect)) == [])
  }

  @Test func `an import under way is no earlier one, a killed one of another input is`() throws {
    let fixture = try Self.store()
    try Self.record(0, Self.input("a"), into: fixture.store)
    try Self.record(1, Self.input("b"), into: fixture.store, finishes: false)
    #expect(try Self.reports(fixture.store, than: Self.input("b")) == ["report of a"])
    #expect(
      try Self.reports(fixture.store, than: Self.input("c")) == ["report of b", "report of a"])
  }

  @Test func `offsets are kept with the date of their export`() throws {
    let fixture = try Self.store()
    let details = [
      InputDetails(exportedAt: 20, writtenOffset: 120), InputDetails(exportedAt: 10),
      InputDetails(writtenOffset: -300),
    ]
    for (key, details) in details.enumerated() {
      try Self.record(key, Self.input("\(key)"), into: fixture.store, details: details)
    }
    #expect(
      try fixture.store.writtenOffsets(of: .appleHealth) == [
        RecordStore.WrittenOffset(exportedAt: 20, minutes: 120),
        RecordStore.WrittenOffset(exportedAt: nil, minutes: -300),
      ])
    #expect(try fixture.store.writtenOffsets(of: .samsungHealth) == [])
  }

  @Test(arguments: [true, false])
  func `types with records are known, also while an import is under way`(finishes: Bool) throws {
    let fixture = try Self.store()
    #expect(try fixture.store.nativeTypesWithRecords(of: .appleHealth) == [])
    try Self.record(0, Self.input("a"), into: fixture.store, finishes: finishes)
    // A type row without a record: all of its records were refused.
    try fixture.connection().execute(
      "INSERT INTO type(provider, native_type, record_type, unit, mapping_version)"
        + " VALUES('apple_health', 'HKNothing', 'nothing', '', 1)")
    #expect(try fixture.store.nativeTypesWithRecords(of: .appleHealth) == ["HKHeartRate"])
    #expect(try fixture.store.nativeTypesWithRecords(of: .healthConnect) == [])
  }

  @Test(arguments: [false, true])
  func `only an input that can be met again is noted when it changes nothing`(
    _ canRecur: Bool
  ) throws {
    let fixture = try TemporaryStore()
    func importing(_ fingerprint: String) throws {
      let input = InputIdentity(
        provider: .appleHealth, name: "export", fingerprint: fingerprint, mappingVersion: 1,
        canRecur: canRecur)
      let session = try fixture.store.beginImport(input, startedAt: 0)
      try session.append(batch([Draft()]), piece: 0)
      _ = try session.finish(.complete, finishedAt: 1) { _ in [] }
    }
    try importing("once-1")
    let before = try fixture.files()
    try importing("once-2")
    #expect(try (fixture.files() == before) == !canRecur)
    let noted = try fixture.column("SELECT fingerprint FROM import ORDER BY id")
    #expect(noted == ["once-1"] + (canRecur ? ["once-2"] : []))
  }
}
