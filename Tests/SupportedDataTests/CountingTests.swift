import HealthRecords
import SonarTestSupport
import SupportedData
import Testing

/// Records that are only counted have all that counts, and nothing that only a store keeps.
@Suite struct `Counting without keeping` {
  /// What an account and the merge rule ask of a row.
  private struct Counted: Equatable {
    var id: RecordID
    var sharedID: RecordID
    var type: UInt32
    var version: RecordVersion
    var completeness: UInt32
    var contentHash: UInt64
    var quality: Quality
    var links: [RecordLink]
    var times: [Int64]

    init(_ row: RecordRow, _ batch: RecordBatch) {
      (id, sharedID, type, version) = (row.id, row.sharedID, row.type, row.version)
      (completeness, contentHash, quality) = (row.completeness, row.contentHash, row.quality)
      links = Array(batch.links[row.links.indices])
      times = [row.start, row.end]
    }
  }

  private static let counting: NormalizerSettings = {
    var settings = NormalizerSettings()
    settings.isForCounting = true
    return settings
  }()

  private func check(_ kept: RecordBatch, _ counted: RecordBatch, keeps: (RecordRow) -> Bool) {
    #expect(
      counted.rows.map { Counted($0, counted) } == kept.rows.map { Counted($0, kept) })
    #expect(counted.types == kept.types)
    #expect(counted.diagnostics == kept.diagnostics)
    #expect(counted.tallies.mapValues(\.read) == kept.tallies.mapValues(\.read))
    let keeping = [kept, counted].map { $0.rows.contains(where: keeps) }
    #expect(keeping == [true, false])
    #expect(counted.rows.allSatisfy { $0.digest == 0 })
    #expect(kept.rows.allSatisfy { $0.digest != 0 })
  }

  @Test func `rows of Samsung Health are the same without their native data`() throws {
    var draft = SamsungDraft()
    for rate in ["61.0", "70", "no number"] {
      draft.add(
        "com.samsung.shealth.tracker.heart_rate", [("heart_rate", rate), ("tag_id", "21312")])
    }
    draft.add("com.samsung.shealth.unheard_of", [("value", "1")])
    check(try draft.normalized(), try draft.normalized(Self.counting)) { $0.native.isPresent }
  }

  @Test func `series of Health Connect are the same without their samples`() throws {
    var draft = FieldDraft()
    for start in ["10:00:00", "10:05:00"] {
      draft.add(
        "HeartRate",
        "{\"metadata\":{\"id\":\"a\",\"dataOrigin\":\"app\"},\"startTime\":\"2026-01-02T\(start)Z\","
          + "\"endTime\":\"2026-01-02T10:10:00Z\",\"samples\":["
          + "{\"time\":\"2026-01-02T10:06:00Z\",\"beatsPerMinute\":61},"
          + "{\"time\":\"2026-01-02T10:07:30Z\",\"beatsPerMinute\":72}]}")
    }
    check(try draft.normalized(), try draft.normalized(Self.counting)) { !$0.payload.isEmpty }
  }
}
