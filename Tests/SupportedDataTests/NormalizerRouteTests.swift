import HealthRecords
import SupportedData
import Testing

/// Routes: points as packed columns.
@Suite struct NormalizerRouteTests {
  /// A workout whose route has these points.
  static func route(
    _ points: [[(String, String)]], start: Int64? = NativeDraft.start
  ) -> NativeDraft {
    var draft = NormalizerWorkoutTests.workout()
    draft.add("HKWorkoutRouteTypeIdentifier") {
      $0.kind = .workoutRoute
      $0.parent = 0
      $0.start = start
      $0.end = start.map { $0 + 2000 }
    }
    for point in points { draft.part("trkpt", point) }
    return draft
  }

  @Test func `a route's points are packed columns and its parent is the workout`() throws {
    let batch = try Self.route([
      [("lat", "48.852966"), ("lon", "-2.35"), ("ele", "35.1"), ("time", "2024-05-01T10:00:00Z")],
      [
        ("lat", "48.852979"), ("lon", "-2.349902"), ("ele", "35"),
        ("time", "2024-05-01T10:00:01.250Z"), ("speed", "2.5"),
      ],
      [("lat", "48.85"), ("lon", "-2.35"), ("time", "later")],
    ]).normalized()
    let route = try batch.row(ofType: "workout_route")
    #expect(
      route.payload
        == #"{"route":{"start_deltas_ms":[0,1250],"latitude":{"scale":1000000,"deltas":[48852966,13]},"#
        + #""longitude":{"scale":1000000,"deltas":[-2350000,98]},"#
        + #""altitude":{"scale":10,"deltas":[351,-1]},"speed":{"values":[null,2.5]}}}"#)
    #expect(route.kind == .series)
    #expect(route.completeness == 2)
    #expect(route.links == [RecordLink(.parent, try batch.row(ofType: "workout").id)])
    #expect(batch.unaccounted == 0)
  }

  @Test func `points without a time are counted, and the first route with one is named`() throws {
    var draft = Self.route([[("lat", "1"), ("time", "2024-05-01T10:00:00Z")]])
    for _ in 0..<2 {
      draft.add("HKWorkoutRouteTypeIdentifier") {
        $0.kind = .workoutRoute
        $0.parent = 0
      }
      draft.part("FileReference", [("path", "/workout-routes/r.gpx")])
      draft.part("trkpt", [("lat", "1")])
      draft.part("trkpt", [("lat", "1"), ("time", "later")])
      draft.part("trkpt", [("lat", "1"), ("time", "2024-05-01T10:00:00Z")])
    }
    draft.batch.origin = BatchOrigin(
      member: "export.xml", byte: 100, line: 10, raw: Array("a\nb\nc\nd\n".utf8))
    draft.batch.origin.exportedAt = NativeInstant(milliseconds: NativeDraft.exported)
    let batch = try draft.normalized()
    let said = try #require(batch.diagnostics.all.first)
    #expect(batch.diagnosed == ["point_without_time": 4])
    #expect(said.severity == .warning)
    #expect(said.first == InputPosition(member: "export.xml", byte: 104, line: 13))
    #expect(batch.unaccounted == 0)
  }

  @Test func `a reference to a file is no point`() throws {
    var draft = Self.route([[("lat", "1"), ("time", "2024-05-01T10:00:00Z")]])
    draft.part("FileReference", [("path", "/workout-routes/r.gpx")])
    #expect(try draft.normalized().diagnosed == [:])
  }

  @Test func `inline locations and GPX points are one route`() throws {
    let spellings = [
      [("lat", "1.5"), ("lon", "2.5"), ("time", "2024-05-01T10:00:00Z"), ("hAcc", "3")],
      [
        ("date", "2024-05-01 12:00:00 +0200"), ("latitude", "1.5"), ("longitude", "2.5"),
        ("horizontalAccuracy", "3"),
      ],
    ]
    let rows = try spellings.map {
      try Self.route([$0]).normalized().row(ofType: "workout_route")
    }
    #expect(rows[0] == rows[1])
  }

  @Test func `a route without dates takes them from its points`() throws {
    let points = ["2024-05-01T10:00:05Z", "2024-05-01T10:00:09Z"].map {
      [("lat", "1"), ("time", $0)]
    }
    let route = try Self.route(points, start: nil).normalized().row(ofType: "workout_route")
    #expect([route.start, route.end] == [NativeDraft.start + 5000, NativeDraft.start + 9000])
  }

  @Test func `a route without any date is rejected`() throws {
    let batch = try Self.route([], start: nil).normalized()
    #expect(try batch.onlyRow.type == "workout")
    #expect(batch.diagnosed == ["missing_date": 1])
    #expect(batch.unaccounted == 0)
  }

  @Test func `coordinates that no shared scale can hold are written plainly`() throws {
    let points = ["1e-12", "9007199254740993", "5e300", "0e9"].map {
      [("lat", $0), ("time", "2024-05-01T10:00:00Z")]
    }
    let route = try Self.route(points).normalized().row(ofType: "workout_route")
    #expect(
      route.payload
        == #"{"route":{"start_deltas_ms":[0,0,0,0],"#
        + #""latitude":{"values":[1e-12,9007199254740992,5e+300,0]}}}"#)
  }
}
