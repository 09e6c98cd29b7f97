extension RecordKind {
  /// The kinds of plain records in the order of the file, which is grouped by type.
  ///
  /// Weights follow large real exports: heart rate is 37 % of the records, energy another quarter.
  static let all: [RecordKind] =
    body + heart + activity + mobility + surroundings + workoutSensors + categories + unknownTypes

  /// The kinds of a configuration.
  static func available(
    in configuration: AppleHealthSample.Configuration
  ) -> [RecordKind] {
    all.filter { kind in
      kind.since.rawValue <= configuration.version.rawValue
        && (kind.isSupported || configuration.features.contains(.unknownTypes))
    }
  }

  private static let body: [RecordKind] = [
    .quantity("BodyMassIndex", .fixed("count"), 4).values(21, 24, step: 0.0001).from(.scale),
    .quantity("Height", .length, 1).values(171, 172, step: 0.5).from(.health).with(.userEntered),
    .quantity("BodyMass", .mass, 5).values(64, 71, step: 0.05).from(.scale, .health),
    .quantity("BodyFatPercentage", .fixed("%"), 4).values(0.22, 0.26, step: 0.0001).from(.scale),
    .quantity("LeanBodyMass", .mass, 4).values(49, 53, step: 0.05).from(.scale),
    .quantity("BodyTemperature", .temperature, 2).values(36.2, 38.4, step: 0.1).from(.health)
      .with(.userEntered),
    .quantity("BloodGlucose", .glucose, 120).values(70, 165, step: 1).from(.meter)
      .with(.mealTime),
    .quantity("DietaryWater", .fixed("mL"), 8).values(100, 500, step: 50).from(.foodDiary)
      .daytime,
    .quantity("DietaryCaffeine", .fixed("mg"), 5).values(40, 160, step: 5).from(.foodDiary)
      .daytime,
  ]

  private static let heart: [RecordKind] = [
    .quantity("HeartRate", .fixed("count/min"), 4_250).values(46, 138, step: 1)
      .with(.motionContext),
    .quantity("OxygenSaturation", .fixed("%"), 80).values(0.93, 1, step: 0.01).since(.v11),
    .quantity("RespiratoryRate", .fixed("count/min"), 120).values(11, 19, step: 0.5).lasting(60),
    .quantity("RestingHeartRate", .fixed("count/min"), 4).values(52, 63, step: 1)
      .lasting(70_000).since(.v8),
    .quantity("WalkingHeartRateAverage", .fixed("count/min"), 4).values(84, 108, step: 0.5)
      .lasting(70_000).since(.v8),
    .quantity("HeartRateVariabilitySDNN", .fixed("ms"), 30).values(18, 96, step: 0.0001)
      .lasting(60).with(.beats).since(.v8),
    .quantity("VO2Max", .fixed("mL/min\u{B7}kg"), 2).values(36, 44, step: 0.01)
      .with(.maximumTest).since(.v8),
    .quantity("HeartRateRecoveryOneMinute", .fixed("count/min"), 2).values(18, 36, step: 0.01)
      .since(.v12),
  ]

  private static let activity: [RecordKind] = [
    .quantity("StepCount", .fixed("count"), 650).values(4, 420, step: 1).from(.phone, .watch)
      .lasting(600).daytime,
    .quantity("DistanceWalkingRunning", .distance, 700).values(0.002, 0.31, step: 0.000001)
      .from(.phone, .watch).with(.calibrated).lasting(600).daytime,
    .quantity("ActiveEnergyBurned", .energy, 1_750).values(0.05, 4.6, step: 0.001).lasting(120),
    .quantity("BasalEnergyBurned", .energy, 900).values(8, 36, step: 0.001).lasting(1_800),
    .quantity("FlightsClimbed", .fixed("count"), 60).values(1, 4, step: 1).from(.phone, .watch)
      .lasting(120).daytime,
    .quantity("AppleExerciseTime", .fixed("min"), 150).values(1, 1, step: 1).lasting(60).daytime,
    .quantity("AppleStandTime", .fixed("min"), 300).values(1, 5, step: 1).lasting(300).daytime
      .since(.v11),
    .quantity("PhysicalEffort", .fixed("kcal/hr\u{B7}kg"), 350).values(1.1, 8.4, step: 0.1)
      .with(.effortEstimation).lasting(300).since(.v13),
    .quantity("DistanceCycling", .distance, 30).values(0.01, 0.6, step: 0.000001).lasting(120)
      .daytime,
  ]

  private static let mobility: [RecordKind] = [
    .quantity("WalkingSpeed", .speed, 100).values(2.6, 6.1, step: 0.001).from(.phone)
      .with(.placement).lasting(40).daytime.since(.v11),
    .quantity("WalkingStepLength", .length, 100).values(52, 84, step: 1).from(.phone)
      .with(.placement).lasting(40).daytime.since(.v11),
    .quantity("WalkingDoubleSupportPercentage", .fixed("%"), 90).values(0.24, 0.33, step: 0.001)
      .from(.phone).with(.placement).lasting(40).daytime.since(.v11),
    .quantity("WalkingAsymmetryPercentage", .fixed("%"), 60).values(0, 0.12, step: 0.01)
      .from(.phone).with(.placement).lasting(40).daytime.since(.v11),
    .quantity("AppleWalkingSteadiness", .fixed("%"), 2).values(0.88, 0.99, step: 0.000001)
      .from(.phone).lasting(70_000).since(.v12),
    .quantity("StairAscentSpeed", .fixed("m/s"), 20).values(0.22, 0.46, step: 0.000001)
      .lasting(20).daytime.since(.v11),
    .quantity("StairDescentSpeed", .fixed("m/s"), 20).values(0.25, 0.52, step: 0.000001)
      .lasting(20).daytime.since(.v11),
    .quantity("SixMinuteWalkTestDistance", .fixed("m"), 2).values(480, 560, step: 1)
      .with(.calibrated).since(.v11),
  ]

  private static let surroundings: [RecordKind] = [
    .quantity("EnvironmentalAudioExposure", .fixed("dBASPL"), 250).values(38, 88, step: 0.0001)
      .lasting(1_800).since(.v11),
    .quantity("HeadphoneAudioExposure", .fixed("dBASPL"), 100).values(48, 82, step: 0.0001)
      .from(.phone).lasting(1_200).daytime.since(.v11),
    .quantity("TimeInDaylight", .fixed("min"), 60).values(1, 20, step: 1).lasting(1_200).daytime
      .since(.v13),
    .quantity("AppleSleepingWristTemperature", .temperature, 4).values(34.8, 36.4, step: 0.0001)
      .since(.v12),
  ]

  private static let workoutSensors: [RecordKind] = [
    .quantity("RunningSpeed", .speed, 50).values(7.5, 13.2, step: 0.0001).lasting(6).daytime
      .since(.v12),
    .quantity("RunningPower", .fixed("W"), 50).values(140, 320, step: 1).lasting(6).daytime
      .since(.v12),
    .quantity("RunningStrideLength", .fixed("m"), 40).values(0.78, 1.21, step: 0.01).lasting(6)
      .daytime.since(.v12),
    .quantity("RunningGroundContactTime", .fixed("ms"), 40).values(220, 310, step: 1).lasting(6)
      .daytime.since(.v12),
    .quantity("RunningVerticalOscillation", .fixed("cm"), 40).values(7.1, 10.9, step: 0.1)
      .lasting(6).daytime.since(.v12),
    .quantity("CyclingCadence", .fixed("count/min"), 20).values(60, 98, step: 1).lasting(6)
      .daytime.since(.v13),
  ]

  private static let categories: [RecordKind] = [
    .category(
      "AppleStandHour",
      ["HKCategoryValueAppleStandHourStood", "HKCategoryValueAppleStandHourIdle"], 100
    ).lasting(3_600),
    .category("MindfulSession", [], 4).lasting(600).daytime,
    .category("HighHeartRateEvent", [], 1).with(.heartRateThreshold).lasting(600).since(.v8),
    .category(
      "EnvironmentalAudioExposureEvent",
      ["HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit"], 2
    ).with(.exposure).lasting(180).since(.v11),
    .category("HandwashingEvent", [], 30).lasting(24).daytime.since(.v11),
    .category("ToothbrushingEvent", [], 6).from(.health).lasting(150).daytime.since(.v11),
  ]

  private static let unknownTypes: [RecordKind] = [
    .unknown("HKQuantityTypeIdentifierLunarTideExposure", .fixed("count"), 4)
      .values(1, 90, step: 1),
    .unknown("HKDataTypeSleepDurationGoal", .fixed("hr"), 2).values(7, 9, step: 0.5)
      .from(.health),
  ]
}
