extension ConnectBody {
  /// Steps, distance and energy of a day.
  mutating func appendActivity(_ day: Int) throws(SampleError) {
    try appendStepMinutes(day)
    try appendGrowingDay(day)
    try appendEnergy(day)
  }

  /// Minutes that Fitbit wrote and Google Fit mirrors: the same counts at the same times.
  private mutating func appendStepMinutes(_ day: Int) throws(SampleError) {
    let minutes = configuration.stepMinutesPerDay
    for (place, source) in [ConnectSource.fitbit, .fit].enumerated() {
      var random = plan.random(.connectSteps, day)
      for index in 0..<minutes {
        let second = Int64(7 * 3_600 + index * 840 / minutes * 60)
        let count = random.within(3...120)
        let key = (day << 12 | index) << 3 | place << 1
        try append(
          plan.interval(
            .steps, plan.id(.connectSteps, key), day, second: second, length: 60, by: source)
        ) { $0.field("count", count) }
        guard index % 12 == 0 else { continue }
        // Fit's distances end a millisecond late and carry the noise of 32-bit floats.
        var distance = plan.interval(
          .distance, plan.id(.connectSteps, key | 1), day, second: second, length: 300,
          by: source)
        if place == 1 { distance.end = distance.start + 300_001 }
        try append(distance) { $0.length("distance", count * 3_700 + Int64(place)) }
      }
    }
  }

  /// One record of the whole day, which grows: written at noon, in the evening and at night under
  /// one key of the writer, each time ending at 23:59.
  ///
  /// One day of four gets its first version once more, too late.
  private mutating func appendGrowingDay(_ day: Int) throws(SampleError) {
    let clientID = "steps-\(calendar.civilDay(day))"
    let id = SampleUUID(
      package: "com.sec.android.app.shealth", typeNumber: 13, clientID: clientID)
    var random = plan.random(.connectDays, day)
    let total = random.within(4_000...14_000)
    let versions: [(hour: Int64, share: Int64)] = [(12, 40), (18, 75), (24, 100)]
    let order = day % 4 == 2 ? [0, 1, 2, 0] : [0, 1, 2]
    for (place, version) in order.enumerated() {
      var record = plan.interval(
        .steps, id, day, second: 0, length: 86_340, by: .samsungPhone)
      record.clientID = clientID
      record.clientVersion = Int64(version)
      record.modified = calendar.millis(day, second: versions[version].hour * 3_600) + 900
      let count = total * versions[version].share / 100
      try append(record, place == 0 ? \.kept : place < 3 ? \.updated : \.stale) {
        $0.field("count", count)
      }
    }
  }

  private mutating func appendEnergy(_ day: Int) throws(SampleError) {
    for hour in stride(from: 8, to: 20, by: 4) {
      let id = plan.id(.connectDays, day << 5 | hour)
      let calories = 40_000 + Int64(id.low % 160_000)
      try append(
        plan.interval(
          .activeCalories, id, day, second: Int64(hour) * 3_600, length: 4 * 3_600,
          by: .samsungWatch)
      ) { $0.energy("energy", calories) }
    }
    var record = plan.interval(
      .totalCalories, plan.id(.connectDays, day << 5 | 31), day, second: 0, length: 86_400,
      by: .samsungPhone)
    // On the day of a flight the record ends under another offset.
    record.endOffset = calendar.zone(on: day + 1).offsetMinutes(at: (record.end ?? 0) / 1_000)
    try append(record) { $0.energy("energy", 1_980_000) }
  }
}

// MARK: - Workouts

extension ConnectBody {
  /// A run with laps, segments and a route, and the series that were recorded during it.
  mutating func appendWorkout(_ day: Int) throws(SampleError) {
    let seconds: Int64 = 2_400
    var session = plan.interval(
      .exerciseSession, plan.id(.connectExercise, day * 8), day, second: 64_800, length: seconds,
      by: .samsungWatch)
    let clientID = "run-\(calendar.civilDay(day))"
    session.clientID = clientID
    session.id = SampleUUID(
      package: "com.sec.android.app.shealth", typeNumber: 4, clientID: clientID)
    let start = session.start
    let points = Int64(configuration.samplesPerSeries)
    try append(session) { json in
      json.field("exerciseType", 56)
      json.field("title", text: "Evening run")
      json.field("notes", word: "null")
      json.appendLaps(from: start, seconds: seconds)
      json.appendRoute(from: start, seconds: seconds, points: points)
    }
    try appendSeries(.speed, day, 1) { $0.velocity("speed", 2_600 + $1 * 7) }
    try appendSeries(.stepsCadence, day, 2) { $0.field("rate", 1_640 + $1, decimals: 1) }
    guard day % 4 == 0 else { return }
    try appendSeries(.power, day, 3) { $0.power("power", 210_000 + $1 * 900) }
    try appendSeries(.cyclingCadence, day, 4) {
      $0.field("revolutionsPerMinute", 810 + $1, decimals: 1)
    }
  }

  private mutating func appendSeries(
    _ type: ConnectType, _ day: Int, _ place: Int,
    _ value: (inout ConnectJSON, Int64) -> Void
  ) throws(SampleError) {
    let record = plan.interval(
      type, plan.id(.connectExercise, day * 8 + place), day, second: 64_800, length: 2_400,
      by: .samsungWatch)
    let samples = Int64(configuration.samplesPerSeries)
    let start = record.start
    try append(record) { json in
      json.openList("samples")
      for sample in 0..<samples {
        json.openElement()
        json.field("time", time: start + 2_400_000 * sample / samples)
        value(&json, sample)
        json.closeObject()
      }
      json.closeList()
    }
  }
}

extension ConnectJSON {
  /// Three laps with a gap, of three segments.
  fileprivate mutating func appendLaps(from start: Millis, seconds: Int64) {
    let third = seconds * 1_000 / 3
    openList("segments")
    for part in 0..<3 as Range<Int64> {
      openElement()
      field("startTime", time: start + third * part)
      field("endTime", time: start + third * part + third)
      // Walking, running, walking in the numbering of the SDK.
      field("segmentType", part == 1 ? 46 : 64)
      field("repetitions", 0)
      closeObject()
    }
    closeList()
    openList("laps")
    for part in 0..<3 as Range<Int64> {
      openElement()
      field("startTime", time: start + third * part)
      field("endTime", time: start + third * part + third - 5_000)
      length("length", 1_000_000)
      closeObject()
    }
    closeList()
  }

  fileprivate mutating func appendRoute(from start: Millis, seconds: Int64, points: Int64) {
    openObject("exerciseRoute")
    field("type", text: "DATA")
    openList("route")
    for point in 0..<points {
      openElement()
      field("time", time: start + seconds * 1_000 * point / points)
      field("latitude", 5_252_000 + point * 9, decimals: 5)
      field("longitude", 1_340_500 + point * 13, decimals: 5)
      if point % 4 != 3 { length("altitude", 34_000 + point * 100) }
      length("horizontalAccuracy", 4_500)
      closeObject()
    }
    closeList()
    closeObject()
  }
}
