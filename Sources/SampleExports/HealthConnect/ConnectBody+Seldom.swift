extension ConnectBody {
  /// The classes that a person writes once a week or less, each once.
  mutating func appendSeldom(_ day: Int) throws(SampleError) {
    try appendBodyComposition(day)
    try appendTemperatures(day)
    try appendCycle(day)
    try appendFitness(day)
    try appendSessions(day)
  }

  private func seldom(_ type: ConnectType, _ day: Int, _ place: Int) -> ConnectRecord {
    plan.instant(
      type, plan.id(.connectSeldom, day * 32 + place), day, second: 26_000 + Int64(place) * 60,
      by: .diary)
  }

  private func seldom(
    _ type: ConnectType, _ day: Int, _ place: Int, length: Int64
  ) -> ConnectRecord {
    plan.interval(
      type, plan.id(.connectSeldom, day * 32 + place), day, second: 30_000 + Int64(place) * 900,
      length: length, by: .diary)
  }

  private mutating func appendBodyComposition(_ day: Int) throws(SampleError) {
    try append(seldom(.bodyFat, day, 0)) { $0.field("percentage", 312, decimals: 1) }
    try append(seldom(.bodyWaterMass, day, 1)) { $0.mass("mass", 30_400_000) }
    try append(seldom(.boneMass, day, 2)) { $0.mass("mass", 2_450_000) }
    try append(seldom(.leanBodyMass, day, 3)) { $0.mass("mass", 44_100_000) }
    try append(seldom(.height, day, 4)) { $0.length("height", 1_660) }
    try append(seldom(.basalMetabolicRate, day, 5)) { $0.power("basalMetabolicRate", 65_300) }
    try append(seldom(.bloodGlucose, day, 6)) { json in
      json.glucose("level", 5_300)
      json.field("specimenSource", 2)
      json.field("mealType", 1)
      json.field("relationToMeal", 2)
    }
    try append(seldom(.vo2Max, day, 7)) { json in
      json.field("vo2MillilitersPerMinuteKilogram", 385, decimals: 1)
      json.field("measurementMethod", 0)
    }
  }

  private mutating func appendTemperatures(_ day: Int) throws(SampleError) {
    try append(seldom(.basalBodyTemperature, day, 8)) { json in
      json.temperature("temperature", 36_400)
      json.field("measurementLocation", 3)
    }
    try append(seldom(.bodyTemperature, day, 9)) { json in
      json.temperature("temperature", 36_750)
      json.field("measurementLocation", 1)
    }
    let night = seldom(.skinTemperature, day, 10, length: 600)
    try append(night) { json in
      json.temperature("baseline", 33_200)
      json.field("measurementLocation", 3)
      json.openList("deltas")
      for sample in 0..<10 as Range<Int64> {
        json.openElement()
        json.field("time", time: night.start + sample * 60_000)
        json.temperatureDelta("delta", sample * 40 - 120)
        json.closeObject()
      }
      json.closeList()
    }
  }

  private mutating func appendCycle(_ day: Int) throws(SampleError) {
    try append(seldom(.cervicalMucus, day, 11)) { json in
      json.field("appearance", 2)
      json.field("sensation", 1)
    }
    try append(seldom(.intermenstrualBleeding, day, 12)) { _ in }
    try append(seldom(.menstruationFlow, day, 13)) { $0.field("flow", 2) }
    try append(seldom(.menstruationPeriod, day, 14, length: 259_200)) { _ in }
    // Inconclusive has the number 0 here.
    try append(seldom(.ovulationTest, day, 15)) { $0.field("result", 0) }
    try append(seldom(.sexualActivity, day, 16)) { $0.field("protectionUsed", 1) }
  }

  private mutating func appendFitness(_ day: Int) throws(SampleError) {
    try append(seldom(.activityIntensity, day, 17, length: 1_200)) {
      $0.field("activityIntensityType", 1)
    }
    try append(seldom(.elevationGained, day, 18, length: 600)) {
      $0.length("elevation", 12_400)
    }
    try append(seldom(.floorsClimbed, day, 19, length: 120)) {
      $0.field("floors", 25, decimals: 1)
    }
    try append(seldom(.wheelchairPushes, day, 20, length: 60)) { $0.field("count", 24) }
  }

  private mutating func appendSessions(_ day: Int) throws(SampleError) {
    try append(seldom(.mindfulnessSession, day, 21, length: 600)) { json in
      // Music in the numbering of the SDK.
      json.field("mindfulnessSessionType", 3)
      json.field("title", text: "Evening calm")
      json.field("notes", word: "null")
    }
    var planned = seldom(.plannedExercise, day, 22, length: 2_700)
    // Plans may lie in the future.
    planned.start += 86_400_000
    planned.end = planned.end.map { $0 + 86_400_000 }
    planned.modified -= 7_200_000
    try append(planned) { json in
      json.field("hasExplicitTime", word: "true")
      json.field("exerciseType", 56)
      json.field("completedExerciseSessionId", word: "null")
      json.field("title", text: "Intervals")
      json.field("notes", word: "null")
      json.openList("blocks")
      json.openElement()
      json.field("repetitions", 4)
      json.field("description", text: "Quick, then easy")
      json.openList("steps")
      for step in 0..<2 as Range<Int64> { json.appendPlannedStep(step) }
      json.closeList()
      json.closeObject()
      json.closeList()
    }
  }
}

extension ConnectJSON {
  fileprivate mutating func appendPlannedStep(_ step: Int64) {
    openElement()
    field("exerciseType", step == 0 ? 46 : 64)
    field("exercisePhase", 3)
    field("description", word: "null")
    openObject("completionGoal")
    field("type", text: "DurationGoal")
    field("durationSeconds", step == 0 ? 60 : 90)
    closeObject()
    openList("performanceTargets")
    closeList()
    closeObject()
  }
}
