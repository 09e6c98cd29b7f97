import Consolidation
import Testing

/// Offsets by what clocks on the wall showed.
@Suite struct WallOffsetTests {
  private func seconds(_ zone: ZoneTimeline, at local: String) throws -> Int {
    let time = try milliseconds(local)
    let offsets = zone.wallOffsets()
    return try #require((offsets.last { $0.localStart <= time } ?? offsets.first)?.seconds)
  }

  @Test(arguments: [
    ("2024-01-15T12:00:00.000", 3600), ("2024-03-31T01:59:59.000", 3600),
    // Skipped: 02:30 never was, and counts by the winter's offset.
    ("2024-03-31T02:30:00.000", 3600), ("2024-03-31T03:00:00.000", 7200),
    ("2024-07-01T12:00:00.000", 7200),
    // Shown twice: the first of them is still summer.
    ("2024-10-27T02:30:00.000", 7200), ("2024-10-27T03:00:00.000", 3600),
  ]) func `Paris`(_ local: String, _ expected: Int) throws {
    let paris = ZoneTimeline(try #require(Zone("Europe/Paris")))
    #expect(try seconds(paris, at: local) == expected)
  }

  @Test func `a move counts from its midnight by the clock of the new zone`() throws {
    let paris = try #require(Zone("Europe/Paris"))
    let tokyo = try #require(Zone("Asia/Tokyo"))
    let moved = try #require(
      ZoneTimeline(paris, moves: [ZoneTimeline.Move(firstDay: 19_814, to: tokyo)]))
    #expect(try seconds(moved, at: "2024-03-31T23:59:59.000") == 7200)
    #expect(try seconds(moved, at: "2024-04-01T00:00:00.000") == 32_400)
    #expect(try seconds(moved, at: "2024-12-01T00:00:00.000") == 32_400)
  }

  @Test func `a fixed offset never changes`() {
    let zone = ZoneTimeline(Zone(minutes: -210))
    #expect(zone.wallOffsets() == [WallOffset(localStart: 631_152_000_000, seconds: -12_600)])
  }
}
