import HealthRecords
import RecordStore
import SonarSQLite
import Testing

@Suite struct QueryTests {
  @Test func `a canonical line has every field in a fixed order`() throws {
    let draft = Draft(
      start: 1_700_000_000_000, duration: 500, number: 61.5, versionNumber: 3,
      modifiedAt: 1_700_000_001_000, native: "x", zone: "Europe/Berlin")
    let fixture = try TemporaryStore()
    try fixture.importing([draft])
    let expected =
      "{\"id\":\"\(draft.id.hexadecimal)\",\"version\":{\"number\":3,"
      + "\"modified_at\":1700000001000},\"type\":\"heart_rate\",\"native_type\":\"HKHeartRate\","
      + "\"provider\":\"apple_health\",\"start\":1700000000000,\"end\":1700000000500,"
      + "\"zone\":\"Europe/Berlin\",\"value\":{\"quantity\":61.5,\"unit\":\"count/min\"},"
      + "\"source\":{\"name\":\"Watch\",\"version\":\"1\"},\"recording\":\"unknown\","
      + "\"native\":{\"note\":\"x\"},\"mapping_version\":1,\"quality\":[],\"links\":[]}"
    #expect(try fixture.lines() == [expected])
  }

  @Test(arguments: [
    (ValueKind.none, "null"), (.code, "{\"code\":\"asleep\",\"number\":4}"),
    (.series, "{\"series\":{}}"), (.document, "{\"series\":{}}"),
  ])
  func `each form of a value has its own JSON`(_ kind: ValueKind, _ json: String) throws {
    var draft = Draft(number: 4, kind: kind)
    if kind == .code { draft.code = "asleep" }
    if kind == .series || kind == .document { draft.payload = "{\"series\":{}}" }
    let fixture = try TemporaryStore()
    try fixture.importing([draft])
    #expect(try fixture.lines().allSatisfy { $0.contains("\"value\":\(json),\"source\"") })
  }

  @Test(arguments: [
    (0, "1970-01-01"), (-1, "1969-12-31"), (19_782, "2024-02-29"), (11_016, "2000-02-29"),
    (-25_509, "1900-02-28"), (-25_508, "1900-03-01"), (-719_528, "0000-01-01"),
    (2_932_896, "9999-12-31"), (18_627, "2020-12-31"),
  ])
  func `a civil day is written as its date`(_ day: Int64, _ date: String) throws {
    let fixture = try TemporaryStore()
    try fixture.importing([Draft(start: day, isCivilDate: true)])
    #expect(try fixture.lines().allSatisfy { $0.contains("\"date\":\"\(date)\",\"zone\":null") })
  }

  /// The kind, and whether a record of it at 0 is of a time.
  @Test(arguments: [
    (ValueKind.document, false), (.native, false), (.none, false), (.quantity, true),
    (.code, true), (.series, true), (.session, true), (.components, true),
  ])
  func `a record that states no time is at none, and not in 1970`(
    _ kind: ValueKind, _ isTimed: Bool
  ) throws {
    let fixture = try TemporaryStore()
    try fixture.importing([
      Draft(key: 1, start: 0, kind: kind), Draft(key: 2, start: 0, duration: 1, kind: kind),
    ])
    let times = isTimed ? "\"start\":0,\"end\":0," : "\"start\":null,\"end\":null,"
    let lines = try fixture.lines()
    #expect(lines.count { $0.contains(times) } == 1)
    #expect(lines.count { $0.contains("\"start\":0,\"end\":1,") } == 1)
    var timed: [Int64: Bool] = [:]
    try fixture.store.forEachRecord { timed[$0.end] = $0.hasTime }
    #expect(timed == [0: isTimed, 1: true])
    let epoch = "1970-01-01T00:00:00.000Z"
    #expect(
      try fixture.column(
        "SELECT coalesce(start, 'none') || coalesce(\"end\", 'none')"
          + " || coalesce(start_ms, 'none') || coalesce(end_ms, 'none') FROM records"
          + " ORDER BY end_ms IS NOT NULL, end_ms")
        == [
          isTimed ? epoch + epoch + "00" : "nonenonenonenone",
          epoch + "1970-01-01T00:00:00.001Z01",
        ])
  }

  @Test func `a civil day without a value has its date, also the first of 1970`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing([Draft(start: 0, kind: .none, isCivilDate: true)])
    #expect(try fixture.lines().allSatisfy { $0.contains("\"date\":\"1970-01-01\"") })
    #expect(try fixture.column("SELECT start FROM records") == ["1970-01-01"])
  }

  @Test func `extreme instants and numbers come back`() throws {
    let drafts = [
      Draft(key: 1, start: .min, duration: 5), Draft(key: 2, start: .max),
      Draft(key: 3, start: 0, duration: .min), Draft(key: 4, number: 1e300),
      Draft(key: 5, number: -0.0), Draft(key: 6, number: 4_000_000_000),
      Draft(key: 7, start: .max, isCivilDate: true),
      Draft(key: 8, versionNumber: .min, modifiedAt: .max),
    ]
    let fixture = try TemporaryStore()
    #expect(try fixture.importing(drafts).totals == [.inserted: drafts.count])
    var found: [RecordID: [Double]] = [:]
    try fixture.store.forEachRecord {
      found[$0.id] = [Double($0.start), Double($0.end), $0.number, Double($0.version.number)]
    }
    for draft in drafts {
      let end = Double(draft.start &+ draft.duration)
      #expect(
        found[draft.id] == [
          Double(draft.start), end, draft.number, Double(draft.versionNumber),
        ])
    }
    #expect(try fixture.importing(drafts).totals == [.duplicate: drafts.count])
    let filed = RecordStore.Configuration()
    #expect(
      try run(drafts, on: fixture.reopened(filed), fingerprint: "x").totals == [
        .duplicate: drafts.count
      ])
  }

  @Test func `records come in the order that was asked for`() throws {
    let drafts =
      [30, 10, 20].map { Draft(start: $0 * 1000) }
      + [Draft(nativeType: "HKSteps", recordType: "steps", start: 5000)]
    let fixture = try TemporaryStore()
    try fixture.importing(drafts)
    func starts(_ query: RecordQuery) throws -> [Int64] {
      var starts: [Int64] = []
      try fixture.store.forEachRecord(query) { starts.append($0.start) }
      return starts
    }
    var query = RecordQuery()
    #expect(try starts(query) == [5000, 10_000, 20_000, 30_000])
    query.order = .change
    #expect(try starts(query) == [30_000, 10_000, 20_000, 5000])
    query.order = .typeAndStart
    #expect(try starts(query) == [10_000, 20_000, 30_000, 5000])
    query.recordTypes = [RecordType(rawValue: "heart_rate")]
    query.from = 20_000
    query.until = 30_000
    #expect(try starts(query) == [20_000])
    query.recordTypes = []
    #expect(try starts(query).isEmpty)
  }

  @Test func `the change feed gives each latest state once, page by page`() throws {
    let drafts = (0..<10).map { Draft(key: $0) }
    let fixture = try TemporaryStore()
    try fixture.importing(drafts)
    try fixture.importing([drafts[3].changed { ($0.number, $0.versionNumber) = (1, 1) }])
    var after: Int64 = 0
    var ids: [RecordID] = []
    while let page = try? fixture.store.changes(after: after, limit: 3), let last = page.last {
      #expect(page.map(\.changeSequence) == page.map(\.changeSequence).sorted())
      for change in page {
        if case .record(let record) = change { ids.append(record.id) }
      }
      after = last.changeSequence
    }
    #expect(ids.count == 10)
    #expect(Set(ids) == Set(drafts.map(\.id)))
    #expect(ids.last == drafts[3].id)
  }

  @Test func `the views show records to people`() throws {
    let series = Draft(
      nativeType: "HKSeries", recordType: "hrv_beats", start: 1000, kind: .series,
      payload:
        "{\"series\":{\"start_deltas_ms\":[0,500,250],\"values\":{\"scale\":10,\"deltas\":[600,5,-10]}}}"
    )
    let plain = series.changed {
      ($0.key, $0.payload) =
        (2, "{\"series\":{\"start_deltas_ms\":[5,5],\"values\":{\"values\":[1.5,2.5]}}}")
    }
    let fixture = try TemporaryStore()
    try fixture.importing([
      Draft(start: 1_700_000_000_000, number: 61), series, plain,
      Draft(nativeType: "HKDay", recordType: "activity_summary", start: 19_782, isCivilDate: true),
      Draft(nativeType: "HKBad", recordType: "Robert'); DROP TABLE record;--"),
    ])
    #expect(
      try fixture.column(
        "SELECT type || ' ' || start || ' ' || value || ' ' || source || ' ' || recording"
          + " FROM heart_rate")
        == ["heart_rate 2023-11-14T22:13:20.000Z 61.0 Watch unknown"])
    #expect(try fixture.column("SELECT start FROM activity_summary") == ["2024-02-29"])
    #expect(
      try fixture.column(
        "SELECT start_ms || '=' || value FROM sample WHERE type = 'hrv_beats' ORDER BY 1")
        == ["1000=60.0", "1005=1.5", "1010=2.5", "1500=60.5", "1750=59.5"])
    #expect(try fixture.column("SELECT count(*) FROM records") == ["5"])
  }
}
