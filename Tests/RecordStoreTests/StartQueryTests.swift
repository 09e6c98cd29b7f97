import HealthRecords
import RecordStore
import Testing

/// Reading by start, whatever native types records have.
@Suite struct StartQueries {
  private static let heartRate = RecordType(rawValue: "heart_rate")
  private static let steps = RecordType(rawValue: "steps")

  private static func drafts() -> [Draft] {
    (0..<40).map { key in
      var draft = Draft(key: key, start: Int64((key * 7) % 40) * 1000)
      draft.nativeType = ["HKHeartRate", "HKOther", "HKThird"][key % 3]
      if key % 10 == 0 { draft.recordType = "steps" }
      return draft
    }
  }

  private static func starts(
    _ query: RecordStore.StartQuery, in store: RecordStore
  ) throws -> [Int64] {
    var starts: [Int64] = []
    try store.forEachRecord(byStart: query) { starts.append($0.start) }
    return starts
  }

  @Test func `records of several native types come by start`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.drafts())
    let expected = Self.drafts().filter { $0.recordType == "heart_rate" }.map(\.start).sorted()
    #expect(try Self.starts(.init([Self.heartRate]), in: fixture.store) == expected)
    #expect(try Self.starts(.init([Self.heartRate, Self.steps]), in: fixture.store).count == 40)
    #expect(try Self.starts(.init([RecordType(rawValue: "unheard_of")]), in: fixture.store) == [])
    #expect(try Self.starts(.init([]), in: fixture.store) == [])
  }

  @Test func `a span and native types restrict them`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing(Self.drafts())
    var query = RecordStore.StartQuery([Self.heartRate, Self.steps])
    (query.from, query.until) = (5000, 9000)
    #expect(try Self.starts(query, in: fixture.store) == [5000, 6000, 7000, 8000])
    query.nativeTypes = ["HKThird"]
    #expect(
      try Self.starts(query, in: fixture.store)
        == Self.drafts().filter { $0.nativeType == "HKThird" && 5000..<9000 ~= $0.start }
        .map(\.start).sorted())
  }

  @Test func `civil days are read apart from instants`() throws {
    let fixture = try TemporaryStore()
    try fixture.importing([
      Draft(key: 1, start: 19_000, isCivilDate: true), Draft(key: 2, start: 19_000),
      Draft(key: 3, start: .max), Draft(key: 4, start: .min),
    ])
    var query = RecordStore.StartQuery([Self.heartRate])
    #expect(try Self.starts(query, in: fixture.store) == [.min, 19_000])
    query.isCivilDate = true
    #expect(try Self.starts(query, in: fixture.store) == [19_000])
  }

  @Test func `equal starts come by id`() throws {
    let fixture = try TemporaryStore()
    let drafts = (0..<9).map { key in
      Draft(key: key).changed { $0.nativeType = key % 2 == 0 ? "HKHeartRate" : "HKOther" }
    }
    try fixture.importing(drafts)
    var ids: [RecordID] = []
    try fixture.store.forEachRecord(byStart: .init([Self.heartRate])) { ids.append($0.id) }
    #expect(ids == drafts.map(\.id).sorted())
  }

  @Test func `the providers are those of which there are records`() throws {
    let fixture = try TemporaryStore()
    #expect(try fixture.store.providers(of: [Self.heartRate]) == [])
    try fixture.importing([Draft()])
    #expect(try fixture.store.providers(of: [Self.heartRate, Self.steps]) == [.appleHealth])
    #expect(try fixture.store.providers(of: [Self.steps]) == [])
  }
}
