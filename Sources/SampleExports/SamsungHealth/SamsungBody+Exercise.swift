/// One workout of the sample.
private struct SamsungWorkout {
  let start: Millis
  /// Seconds, without pauses.
  let seconds: Int64
  /// The code of `exercise_type`.
  let type: Int64
  /// Metres; 0 indoors.
  let metres: Int64
  let heartRate: Int64

  var end: Millis { start + seconds * 1_000 + 90_000 }
  var isOutdoors: Bool { metres > 0 }
}

extension SamsungBody {
  /// Workouts with live data and places.
  mutating func writeExercise() throws(SampleError) {
    try begin(.exercise)
    let columns = try ExerciseColumns(table)
    for day in 0..<plan.days where hasWorkout(day) {
      try appendWorkout(day, columns)
      if day % 4 == 1 { try appendPhoneCopy(day, columns) }
    }
    try endTable()
    for day in 0..<plan.days where hasWorkout(day) {
      let (workout, uuid) = (workout(day), plan.uuid(.samsungExercise, day * 2))
      try writeLiveData(workout, uuid)
      try writePlaces(workout, uuid, day)
    }
  }

  private func hasWorkout(_ day: Int) -> Bool { day % 2 == 1 }

  /// Walks, runs, and every third time a type that no public list of codes has.
  private func workout(_ day: Int) -> SamsungWorkout {
    var random = plan.random(.samsungExercise, day)
    let type: Int64 = day % 6 == 3 ? 15_007 : day % 4 == 1 ? 1_001 : 1_002
    let seconds = random.within(1_500...3_600)
    return SamsungWorkout(
      start: calendar.millis(day, second: 61_200 + random.below(3_600)), seconds: seconds,
      type: type, metres: type == 15_007 ? 0 : seconds * (type == 1_001 ? 14 : 27) / 10,
      heartRate: random.within(92...151))
  }

  private struct ExerciseColumns {
    let type, duration, calorie, total, distance, speed: Int
    let mean, greatest, least, source, comment: Int
    let live, places, latitude, longitude: Int

    init(_ table: SamsungTable) throws(SampleError) {
      type = try table.column("exercise_type")
      duration = try table.column("duration")
      calorie = try table.column("calorie")
      total = try table.column("total_calorie")
      distance = try table.column("distance")
      speed = try table.column("mean_speed")
      mean = try table.column("mean_heart_rate")
      greatest = try table.column("max_heart_rate")
      least = try table.column("min_heart_rate")
      source = try table.column("source_type")
      comment = try table.column("comment")
      live = try table.column("live_data")
      places = try table.column("location_data")
      latitude = try table.column("start_latitude")
      longitude = try table.column("start_longitude")
    }
  }

  private mutating func appendWorkout(
    _ day: Int, _ columns: ExerciseColumns
  ) throws(SampleError) {
    let workout = workout(day)
    let uuid = plan.uuid(.samsungExercise, day * 2)
    setTotals(of: workout, columns)
    row.set(columns.mean, workout.heartRate * 10, decimals: 1)
    row.set(columns.greatest, workout.heartRate * 10 + 220, decimals: 1)
    row.set(columns.least, workout.heartRate * 10 - 310, decimals: 1)
    row.set(columns.source, "1")
    row.set(columns.live, fileOf: uuid, "com.samsung.health.exercise.live_data")
    row.set(columns.places, fileOf: uuid, "com.samsung.health.exercise.location_data")
    if workout.isOutdoors {
      row.set(columns.latitude, 525_200, decimals: 4)
      row.set(columns.longitude, 134_050, decimals: 4)
    }
    if day % 4 == 3 { row.set(columns.comment, quoting: "windy, but dry\nthe \"long\" way") }
    try endRow(stamp(uuid, day, from: workout.start, to: workout.end, by: .watch), fate(day))
  }

  /// The same walk as the phone noticed it by itself.
  private mutating func appendPhoneCopy(
    _ day: Int, _ columns: ExerciseColumns
  ) throws(SampleError) {
    let workout = workout(day)
    let uuid = plan.uuid(.samsungExercise, day * 2 + 1)
    setTotals(of: workout, columns)
    row.set(columns.source, "4")
    let device = plan.phone(on: day)
    try endRow(
      stamp(uuid, day, from: workout.start + 60_000, to: workout.end - 60_000, by: device),
      fate(day))
  }

  private mutating func setTotals(of workout: SamsungWorkout, _ columns: ExerciseColumns) {
    row.set(columns.type, workout.type)
    row.set(columns.duration, workout.seconds * 1_000)
    row.set(columns.calorie, workout.seconds * 9, decimals: 2)
    row.set(columns.total, workout.seconds * 11, decimals: 2)
    guard workout.isOutdoors else { return }
    row.set(columns.distance, workout.metres * 10, decimals: 1)
    row.set(columns.speed, workout.metres * 10_000 / workout.seconds, decimals: 4)
  }

  private mutating func writeLiveData(
    _ workout: SamsungWorkout, _ uuid: SampleUUID
  ) throws(SampleError) {
    let count = Int64(configuration.pointsPerWorkout)
    try writeSideFile(uuid, "com.samsung.health.exercise.live_data") { text in
      text.append("[")
      for index in 0..<count {
        let start = workout.start + workout.seconds * 1_000 * index / count
        if index > 0 { text.append(",") }
        // Two kinds of samples, some at the same time.
        text.append("{\"start_time\":")
        text.append(integer: start)
        text.append(",\"heart_rate\":")
        text.append(integer: workout.heartRate + index % 17 - 8)
        text.append(".0},{\"start_time\":")
        text.append(integer: start)
        text.append(",\"cadence\":")
        text.append(integer: 104 + index % 9)
        text.append(".0,\"speed\":")
        text.append(decimal: 1_420 + index % 55, decimals: 3)
        text.append("}")
      }
      text.append("]")
    }
  }

  /// Without reception indoors the list is empty.
  private mutating func writePlaces(
    _ workout: SamsungWorkout, _ uuid: SampleUUID, _ day: Int
  ) throws(SampleError) {
    let count = workout.isOutdoors ? Int64(configuration.pointsPerWorkout) : 0
    try writeSideFile(uuid, "com.samsung.health.exercise.location_data") { text in
      text.append("[")
      for index in 0..<count {
        if index > 0 { text.append(",") }
        text.append("{\"start_time\":")
        text.append(integer: workout.start + 2_000 + workout.seconds * 1_000 * index / count)
        text.append(",\"latitude\":")
        text.append(decimal: 5_252_000 + index * 7, decimals: 5)
        text.append(",\"longitude\":")
        text.append(decimal: 1_340_500 + index * 11, decimals: 5)
        if index % 10 != 9 {
          text.append(",\"altitude\":")
          text.append(decimal: 340 + index % 21, decimals: 1)
        }
        text.append(",\"accuracy\":6.5}")
      }
      text.append("]")
    }
  }
}
