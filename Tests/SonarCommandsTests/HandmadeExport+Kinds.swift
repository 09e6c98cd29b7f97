extension HandmadeExport {
  /// One record of each kind, a duplicate, a type that no mapping knows, and a value that is no number.
  static let everyKind = HandmadeExport(elements: [
    record(
      "HKQuantityTypeIdentifierHeartRate", unit: "count/min", at: "2024-02-01 07:00:00 +0100",
      value: "61.5"),
    record(
      "HKQuantityTypeIdentifierHeartRate", unit: "count/min", at: "2024-02-01 07:00:00 +0100",
      value: "61.5"),
    record(
      "HKQuantityTypeIdentifierBodyMass", source: "Scale, &quot;big&quot;", unit: "lb",
      at: "2024-02-02 07:00:00 +0100", value: "100"),
    record(
      "HKQuantityTypeIdentifierStepCount", unit: "count", at: "2024-02-03 07:00:00 +0100",
      value: "many"),
    record(
      "HKQuantityTypeIdentifierOfTomorrow", unit: "count", at: "2024-02-03 08:00:00 +0100",
      value: "3"),
    record(
      "HKCategoryTypeIdentifierSleepAnalysis", at: "2024-02-04 01:00:00 +0100",
      value: "HKCategoryValueSleepAnalysisAsleepREM"),
    """
    <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff"\
     creationDate="2024-02-05 07:00:00 +0100" startDate="2024-02-05 07:00:00 +0100"\
     endDate="2024-02-05 07:00:00 +0100">
    \(pressure("Systolic", "121"))
    \(pressure("Diastolic", "79"))
     </Correlation>
    """,
    pressure("Systolic", "121"), pressure("Diastolic", "79"),
    """
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min"\
     sourceName="Watch" creationDate="2024-02-06 08:00:00 +0100"\
     startDate="2024-02-06 07:00:00 +0100" endDate="2024-02-06 07:30:00 +0100">
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning"\
     startDate="2024-02-06 07:00:00 +0100" endDate="2024-02-06 07:30:00 +0100" sum="5" unit="km"/>
     </Workout>
    """,
    """
    <ActivitySummary dateComponents="2024-02-06" activeEnergyBurned="500"\
     activeEnergyBurnedGoal="400" activeEnergyBurnedUnit="kcal" appleExerciseTime="30"\
     appleExerciseTimeGoal="30" appleStandHours="10" appleStandHoursGoal="12"/>
    """,
  ])

  private static func pressure(_ side: String, _ value: String) -> String {
    record(
      "HKQuantityTypeIdentifierBloodPressure\(side)", source: "Cuff", unit: "mmHg",
      at: "2024-02-05 07:00:00 +0100", value: value)
  }
}
