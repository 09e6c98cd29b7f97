/// Routes: inside the main file in version 8, as GPX files since.
extension ExportBody {
  mutating func append(_ route: Route, _ random: inout SplitMix64) {
    text.append("  <WorkoutRoute")
    append(source: .watch, at: route.start, pointer: devicePointer(&random))
    append(created: route.workout.end + 14, start: route.start, end: route.end)
    text.append(">\n")
    if version < 11 {
      route.forEachPoint(seed: configuration.seed) { append(location: $0) }
    } else {
      openMetadata("HKMetadataKeySyncIdentifier", level: 3)
      text.append(uuid: random.next(), random.next())
      text.append("\"/>\n")
      append(metadata: "HKMetadataKeySyncVersion", "2", level: 3)
      text.append("   <FileReference path=\"/workout-routes/")
      text.append(route.fileName(in: configuration.zone))
      text.append("\"/>\n")
    }
    text.append("  </WorkoutRoute>\n")
    counts.count(\.inserted, of: "HKWorkoutRouteTypeIdentifier")
  }

  private mutating func append(location point: RoutePoint) {
    text.append("   <Location date=\"")
    append(date: point.time)
    let fields: [(StaticString, Int64)] = [
      ("latitude", point.latitude), ("longitude", point.longitude), ("altitude", point.altitude),
      ("horizontalAccuracy", point.horizontalAccuracy),
      ("verticalAccuracy", point.verticalAccuracy), ("course", point.course),
      ("speed", point.speed),
    ]
    for (name, value) in fields {
      text.append("\" ")
      text.append(name)
      text.append("=\"")
      text.append(trimmed: value, decimals: 6)
    }
    text.append("\"/>\n")
  }

  mutating func writeRouteFiles() throws(SampleError) {
    for index in 0..<Workout.count(in: plan) {
      guard let route = Route(of: Workout(index, plan), plan) else { continue }
      let name = String(decoding: route.fileName(in: configuration.zone), as: UTF8.self)
      try write(gpx(of: route), to: "workout-routes/\(name)")
    }
  }

  private func gpx(of route: Route) -> [UInt8] {
    var text = ByteText(capacity: route.points * 240 + 1_024)
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    text.append("<gpx version=\"1.1\" creator=\"Apple Health Export\"")
    text.append(" xmlns=\"http://www.topografix.com/GPX/1/1\"")
    text.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"")
    text.append(" xsi:schemaLocation=\"http://www.topografix.com/GPX/1/1")
    text.append(" http://www.topografix.com/GPX/1/1/gpx.xsd\">\n  <metadata>\n    <time>")
    text.append(utc: configuration.exportDate)
    text.append("</time>\n  </metadata>\n  <trk>\n    <name>")
    text.append(route.title(in: configuration.zone))
    text.append("</name>\n    <trkseg>\n")
    route.forEachPoint(seed: configuration.seed) { Self.append(track: $0, to: &text) }
    text.append("    </trkseg>\n  </trk>\n</gpx>\n")
    return text.bytes
  }

  private static func append(track point: RoutePoint, to text: inout ByteText) {
    text.append("      <trkpt lon=\"")
    text.append(fixed: point.longitude, decimals: 6)
    text.append("\" lat=\"")
    text.append(fixed: point.latitude, decimals: 6)
    text.append("\"><ele>")
    text.append(fixed: point.altitude, decimals: 6)
    text.append("</ele><time>")
    text.append(utc: point.time)
    text.append("</time><extensions><speed>")
    text.append(fixed: point.speed, decimals: 6)
    text.append("</speed><course>")
    text.append(fixed: point.course, decimals: 6)
    text.append("</course><hAcc>")
    text.append(fixed: point.horizontalAccuracy, decimals: 6)
    text.append("</hAcc><vAcc>")
    text.append(fixed: point.verticalAccuracy, decimals: 6)
    text.append("</vAcc></extensions></trkpt>\n")
  }
}
