/// One workout of a sample, the same whenever asked for: the main file and the route files both
/// need it.
struct Workout {
  /// What is done, and which statistics come of it.
  struct Activity {
    let name: StaticString
    let isOutdoors: Bool
    let distance: String?
    let kilometersPerHour: Int64
  }

  let index: Int
  let activity: Activity
  let start: Instant
  let end: Instant
  /// Time without pauses, in microseconds.
  let activeMicroseconds: Int64
  /// Number of WorkoutActivity elements.
  let parts: Int
  /// Further random numbers of this workout.
  let random: SplitMix64

  private static let activities: [Activity] = [
    Activity(
      name: "Running", isOutdoors: true, distance: "DistanceWalkingRunning",
      kilometersPerHour: 10),
    Activity(
      name: "FunctionalStrengthTraining", isOutdoors: false, distance: nil, kilometersPerHour: 0),
    Activity(
      name: "Cycling", isOutdoors: true, distance: "DistanceCycling", kilometersPerHour: 22),
    Activity(
      name: "Walking", isOutdoors: true, distance: "DistanceWalkingRunning",
      kilometersPerHour: 5),
  ]

  /// Every other day has a workout.
  static func count(in plan: SamplePlan) -> Int { (plan.days + 1) / 2 }

  init(_ index: Int, _ plan: SamplePlan) {
    var random = plan.random(.workouts, index)
    self.index = index
    activity = Self.activities[index % Self.activities.count]
    start = plan.instant(day: index * 2, second: 61_200) + random.below(5_400)
    end = start + random.within(1_500...4_200)
    let pause = random.within(20...90)
    activeMicroseconds = (end - start - pause) * 1_000_000 - random.below(1_000_000)
    parts = index % 5 == 4 ? 3 : 1
    self.random = random
  }

  /// The pause inside the workout, shorter than the time between a tenth and its end.
  var pause: ClosedRange<Instant> {
    let begin = start + (end - start) / 10
    let length = (end - start) - activeMicroseconds / 1_000_000
    return begin...(begin + max(length, 1))
  }

  /// The interval of one part.
  func interval(ofPart part: Int) -> ClosedRange<Instant> {
    let length = (end - start) / Int64(parts)
    let begin = start + Int64(part) * length
    return begin...(part == parts - 1 ? end : begin + length)
  }
}

/// The route of an outdoor workout.
struct Route {
  let workout: Workout
  let points: Int

  /// The route of a workout, if it has one: only the latest outdoor workouts have.
  init?(of workout: Workout, _ plan: SamplePlan) {
    let limits = plan.configuration.sideFiles
    let later = Workout.count(in: plan) - 1 - workout.index
    // Three of four workouts are outdoors, so counting all of them needs a third more.
    guard workout.activity.isOutdoors, later * 3 < limits.routes * 4 else { return nil }
    self.workout = workout
    points = min(limits.pointsPerRoute, Int(workout.end - workout.start))
  }

  var start: Instant { workout.start }
  var end: Instant { workout.start + Int64(points) - 1 }

  /// `route_2025-03-04_10.18am.gpx`: the end in local time, as the phone names them.
  func fileName(in zone: HomeZone) -> [UInt8] {
    var text = ByteText()
    text.append("route_")
    appendEnd(in: zone, dayEnd: "_", hourEnd: ".", to: &text)
    text.append(".gpx")
    return text.bytes
  }

  /// The end in local time again, as the track's name.
  func title(in zone: HomeZone) -> [UInt8] {
    var text = ByteText()
    text.append("Route ")
    appendEnd(in: zone, dayEnd: " ", hourEnd: ":", to: &text)
    return text.bytes
  }

  private func appendEnd(
    in zone: HomeZone, dayEnd: StaticString, hourEnd: StaticString, to text: inout ByteText
  ) {
    let local = zone.local(end)
    let day = local.floorDivided(by: 86_400)
    let minute = (local - day * 86_400) / 60
    text.append(day: CivilDay(number: day))
    text.append(dayEnd)
    text.append(integer: (minute / 60 + 11) % 12 + 1)
    text.append(hourEnd)
    text.append(twoDigits: minute % 60)
    text.append(minute < 720 ? "am" : "pm")
  }
}

/// One point of a route, in whole millionths: degrees, meters, meters per second.
struct RoutePoint {
  var time: Instant
  var latitude: Int64
  var longitude: Int64
  var altitude: Int64
  var speed: Int64
  var course: Int64
  var horizontalAccuracy: Int64
  var verticalAccuracy: Int64
}

extension Route {
  /// Calls `body` with each point in order: a walk around a place in the open Pacific.
  func forEachPoint(seed: UInt64, _ body: (RoutePoint) -> Void) {
    var random = SplitMix64(seed: seed, part: .routes, index: workout.index)
    let speed = workout.activity.kilometersPerHour * 1_000_000 * 10 / 36
    var point = RoutePoint(
      time: start, latitude: -48_876_000, longitude: -123_393_000, altitude: 4_000_000,
      speed: speed, course: 45_000_000, horizontalAccuracy: 1_800_000,
      verticalAccuracy: 1_200_000)
    for _ in 0..<points {
      body(point)
      point.time += 1
      point.latitude += random.within(-2...12)
      point.longitude += random.within(-4...18)
      point.altitude += random.within(-9_000...9_500)
      point.speed = max(speed / 2, point.speed + random.within(-40_000...40_000))
      point.course = (point.course + random.within(0...900_000)) % 360_000_000
    }
  }
}
