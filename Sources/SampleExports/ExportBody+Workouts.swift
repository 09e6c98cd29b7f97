/// Workouts with their events, activities, statistics and routes.
extension ExportBody {
  mutating func appendWorkouts() throws(SampleError) {
    for index in 0..<Workout.count(in: plan) {
      append(Workout(index, plan))
      try flushIfFull()
    }
  }

  private mutating func append(_ workout: Workout) {
    var random = workout.random
    text.append(" <Workout workoutActivityType=\"HKWorkoutActivityType")
    text.append(workout.activity.name)
    text.append("\"")
    append(durationMicroseconds: workout.activeMicroseconds)
    if version < 12 { appendTotals(of: workout) }
    append(source: .watch, at: workout.start, pointer: devicePointer(&random))
    append(created: workout.end + 8, start: workout.start, end: workout.end)
    text.append(">\n")
    appendMetadata(of: workout)
    appendEvents(of: workout, within: workout.start...workout.end, level: 2)
    if version >= 12 {
      appendActivities(of: workout, &random)
      appendStatistics(of: workout, over: workout.start...workout.end, level: 2)
    }
    if has(.routes, since: 8), let route = Route(of: workout, plan) {
      append(route, &random)
      // Phones repeat the metadata behind a route.
      appendMetadata(of: workout)
    }
    text.append(" </Workout>\n")
    counts.count(\.inserted, of: "HKWorkoutTypeIdentifier")
  }

  private mutating func append(durationMicroseconds: Int64) {
    text.append(" duration=\"")
    text.append(quotient: durationMicroseconds.magnitude, by: 60_000_000, decimals: 14)
    text.append("\" durationUnit=\"min\"")
  }

  private mutating func appendMetadata(of workout: Workout) {
    append(metadata: "HKIndoorWorkout", workout.activity.isOutdoors ? "0" : "1")
    openMetadata("HKTimeZone")
    text.append(escaping: configuration.zone.name)
    text.append("\"/>\n")
    guard workout.activity.isOutdoors else { return }
    // The weather is written in the owner's degrees, humidity as a percentage of percent.
    openMetadata("HKWeatherTemperature")
    text.append(integer: configuration.displayUnits.temperature == .celsius ? 14 : 57)
    text.append(configuration.displayUnits.temperature == .celsius ? " degC\"/>\n" : " degF\"/>\n")
    append(metadata: "HKWeatherHumidity", "5700 %")
    append(metadata: "HKElevationAscended", "2140 cm")
    append(metadata: "HKAverageMETs", "7.41203 kcal/hr\u{B7}kg")
  }

  /// A pause with its end, and segments for two splits that overlap.
  private mutating func appendEvents(
    of workout: Workout, within interval: ClosedRange<Instant>, level: Int
  ) {
    let pause = workout.pause
    append(event: "Pause", at: pause.lowerBound, within: interval, level: level)
    append(event: "Resume", at: pause.upperBound, within: interval, level: level)
    for split in [300, 483] as [Int64] {
      for start in stride(from: workout.start, to: workout.end - split, by: Int(split)) {
        append(event: "Segment", at: start, lasting: split, within: interval, level: level)
      }
    }
  }

  private mutating func append(
    event: StaticString, at instant: Instant, lasting seconds: Int64 = 0,
    within interval: ClosedRange<Instant>, level: Int
  ) {
    guard interval.contains(instant) else { return }
    append(spaces: level)
    text.append("<WorkoutEvent type=\"HKWorkoutEventType")
    text.append(event)
    text.append("\" date=\"")
    append(date: instant)
    text.append("\"")
    if seconds > 0 && version >= 8 { append(durationMicroseconds: seconds * 1_000_000 + 417_063) }
    text.append("/>\n")
  }

  /// The parts repeat the events and statistics of their interval.
  private mutating func appendActivities(of workout: Workout, _ random: inout SplitMix64) {
    for part in 0..<workout.parts {
      let interval = workout.interval(ofPart: part)
      text.append("  <WorkoutActivity uuid=\"")
      text.append(uuid: random.next(), random.next())
      text.append("\" startDate=\"")
      append(date: interval.lowerBound)
      text.append("\" endDate=\"")
      append(date: interval.upperBound)
      text.append("\"")
      append(durationMicroseconds: (interval.upperBound - interval.lowerBound) * 1_000_000)
      text.append(">\n")
      appendEvents(of: workout, within: interval, level: 3)
      appendStatistics(of: workout, over: interval, level: 3)
      if workout.parts > 1 { append(metadata: "WOIntervalStepSuccessful", "1", level: 3) }
      text.append("  </WorkoutActivity>\n")
      counts.count(\.inserted, of: "WorkoutActivity")
    }
  }

  /// Until version 11 a workout carried its totals itself.
  private mutating func appendTotals(of workout: Workout) {
    let seconds = workout.end - workout.start
    if workout.activity.distance != nil {
      append(attribute: " totalDistance", workout.billionthsOfKilometers(in: seconds), .distance)
    }
    append(
      attribute: " totalEnergyBurned", workout.billionthsOfKilocalories(in: seconds), .energy)
  }

  private mutating func append(attribute: StaticString, _ billionths: Int64, _ unit: KindUnit) {
    let shown = unit.shown(in: units)
    text.append(attribute)
    text.append("=\"")
    text.append(trimmed: shown.convert(billionths), decimals: 9)
    text.append("\"")
    text.append(attribute)
    text.append("Unit=\"")
    text.append(shown.text)
    text.append("\"")
  }

  private mutating func appendStatistics(
    of workout: Workout, over interval: ClosedRange<Instant>, level: Int
  ) {
    let seconds = interval.upperBound - interval.lowerBound
    append(statistics: "ActiveEnergyBurned", over: interval, level: level)
    append(sum: workout.billionthsOfKilocalories(in: seconds), .energy)
    append(statistics: "BasalEnergyBurned", over: interval, level: level)
    append(sum: seconds * 20_833_333, .energy)
    if let distance = workout.activity.distance {
      append(statistics: distance, over: interval, level: level)
      append(sum: workout.billionthsOfKilometers(in: seconds), .distance)
    }
    append(statistics: "HeartRate", over: interval, level: level)
    text.append(" average=\"")
    text.append(fixed: 131_000 + seconds % 17_000, decimals: 3)
    text.append("\" minimum=\"88\" maximum=\"161\" unit=\"count/min\"/>\n")
  }

  private mutating func append(
    statistics type: String, over interval: ClosedRange<Instant>, level: Int
  ) {
    append(spaces: level)
    text.append("<WorkoutStatistics type=\"HKQuantityTypeIdentifier")
    text.append(verbatim: type)
    text.append("\" startDate=\"")
    append(date: interval.lowerBound)
    text.append("\" endDate=\"")
    append(date: interval.upperBound)
    text.append("\"")
    counts.count(\.linked, of: "WorkoutStatistics")
  }

  private mutating func append(sum billionths: Int64, _ unit: KindUnit) {
    let shown = unit.shown(in: units)
    text.append(" sum=\"")
    text.append(billionths: shown.convert(billionths))
    text.append("\" unit=\"")
    text.append(shown.text)
    text.append("\"/>\n")
  }
}

extension Workout {
  /// Distance covered in a time.
  fileprivate func billionthsOfKilometers(in seconds: Int64) -> Int64 {
    seconds * activity.kilometersPerHour * 1_000_000_000 / 3_600
  }

  /// Energy burned in a time, at a rate that grows with the speed.
  fileprivate func billionthsOfKilocalories(in seconds: Int64) -> Int64 {
    seconds * (300 + activity.kilometersPerHour * 30) * 1_000_000_000 / 3_600
  }
}
