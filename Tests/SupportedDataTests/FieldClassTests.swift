import HealthRecords
import SupportedData
import Testing

/// One record of a class in the React Native shape, and the record that it becomes.
struct ClassCase: Sendable, CustomTestStringConvertible {
  var type: String
  var fields: String
  var summary: String
  var isInterval = true

  var testDescription: String { type }

  var json: String {
    let time =
      isInterval
      ? #""startTime":"2026-03-01T10:00:00Z","endTime":"2026-03-01T10:30:00Z""#
      : #""time":"2026-03-01T10:00:00Z""#
    let comma = fields.isEmpty ? "" : ","
    return #"{"metadata":{"id":"6f9b2c1e-0000-4000-8000-000000000001"},"# + time + comma + fields
      + "}"
  }

  static func instant(_ type: String, _ fields: String, _ summary: String) -> ClassCase {
    ClassCase(type: type, fields: fields, summary: summary, isInterval: false)
  }

  static func interval(_ type: String, _ fields: String, _ summary: String) -> ClassCase {
    ClassCase(type: type, fields: fields, summary: summary)
  }

  static func sample(_ fields: String) -> String {
    #""samples":[{"time":"2026-03-01T10:05:00Z",\#(fields)}]"#
  }

  static func series(_ type: String, _ unit: String, _ value: String) -> String {
    type + #" {"series":{"start_deltas_ms":[300000],"unit":""# + unit
      + #"","values":{"scale":1,"deltas":[\#(value)]}}}"#
  }

  static let all: [ClassCase] = [
    interval(
      "ActiveCaloriesBurned", #""energy":{"inCalories":312000,"inKilocalories":312}"#,
      "active_energy 312.0 kcal"),
    interval("ActivityIntensity", #""activityIntensityType":1"#, "activity_intensity vigorous"),
    instant(
      "BasalBodyTemperature", #""temperature":{"inCelsius":36.5,"inFahrenheit":97.7}"#,
      "basal_body_temperature 36.5 Cel"),
    instant(
      "BasalMetabolicRate", #""basalMetabolicRate":{"inWatts":10,"inKilocaloriesPerDay":206.5}"#,
      "basal_metabolic_rate 206.5 kcal/d"),
    instant(
      "BloodGlucose", #""level":{"inMillimolesPerLiter":5.4,"inMilligramsPerDeciliter":97.2}"#,
      "blood_glucose 97.2 mg/dL"),
    instant(
      "BloodPressure",
      #""systolic":{"inMillimetersOfMercury":120},"diastolic":{"inMillimetersOfMercury":80},"bodyPosition":2"#,
      #"blood_pressure {"components":{"systolic":{"number":120,"unit":"mm[Hg]"},"diastolic":{"number":80,"unit":"mm[Hg]"}},"details":{"body_position":"sitting_down"}}"#
    ),
    instant("BodyFat", #""percentage":23.5"#, "body_fat_percentage 23.5 %"),
    instant("BodyTemperature", #""temperature":{"inCelsius":37.1}"#, "body_temperature 37.1 Cel"),
    instant(
      "BodyWaterMass", #""mass":{"inKilograms":40,"inGrams":40000}"#, "body_water_mass 40.0 kg"),
    instant("BoneMass", #""mass":{"inKilograms":3}"#, "bone_mass 3.0 kg"),
    instant("CervicalMucus", #""appearance":5,"sensation":1"#, "cervical_mucus_quality egg_white"),
    interval(
      "CyclingPedalingCadence", sample(#""revolutionsPerMinute":80"#),
      series("cycling_cadence", "/min", "80")),
    interval("Distance", #""distance":{"inMeters":1380,"inKilometers":1.38}"#, "distance 1380.0 m"),
    interval("ElevationGained", #""elevation":{"inMeters":-1}"#, "elevation_gained -1.0 m"),
    interval(
      "ExerciseSession", #""exerciseType":56,"laps":[],"title":"Run""#,
      #"workout {"session":{"activity":"running","title":"Run"}}"#),
    interval("FloorsClimbed", #""floors":2.5"#, "flights_climbed 2.5 {flights}"),
    interval("HeartRate", sample(#""beatsPerMinute":61"#), series("heart_rate", "/min", "61")),
    instant("HeartRateVariabilityRmssd", #""heartRateVariabilityMillis":42"#, "hrv_rmssd 42.0 ms"),
    instant("Height", #""height":{"inMeters":1.78}"#, "height 178.0 cm"),
    interval(
      "Hydration", #""volume":{"inLiters":0.25,"inMilliliters":250}"#, "dietary_water 250.0 mL"),
    instant("IntermenstrualBleeding", "", "intermenstrual_bleeding"),
    instant("LeanBodyMass", #""mass":{"inKilograms":55}"#, "lean_body_mass 55.0 kg"),
    instant("MenstruationFlow", #""flow":2"#, "menstruation_flow medium"),
    interval("MenstruationPeriod", "", "menstruation_period"),
    interval("MindfulnessSession", #""mindfulnessSessionType":2"#, "mindful_session breathing"),
    interval(
      "Nutrition",
      #""energy":{"inKilocalories":500},"protein":{"inGrams":20},"sodium":{"inGrams":0.5,"inMilligrams":500},"iron":{"inGrams":0},"name":"Soup""#,
      #"nutrition {"components":{"dietary_energy":{"number":500,"unit":"kcal"},"dietary_protein":{"number":20,"unit":"g"},"dietary_sodium":{"number":500,"unit":"mg"}},"details":{"name":"Soup"}}"#
    ),
    instant("OvulationTest", #""result":1"#, "ovulation_test luteinizing_hormone_surge"),
    instant("OxygenSaturation", #""percentage":97"#, "oxygen_saturation 97.0 %"),
    interval(
      "PlannedExerciseSession",
      #""hasExplicitTime":true,"exerciseType":79,"blocks":[{"repetitions":3}]"#,
      #"planned_workout {"session":{"activity":"walking","has_explicit_time":true,"blocks":[{"repetitions":3}]}}"#
    ),
    interval("Power", sample(#""power":{"inWatts":210}"#), series("power", "W", "210")),
    instant("RespiratoryRate", #""rate":14"#, "respiratory_rate 14.0 /min"),
    instant("RestingHeartRate", #""beatsPerMinute":52"#, "resting_heart_rate 52.0 /min"),
    instant("SexualActivity", #""protectionUsed":1"#, "sexual_activity protected"),
    interval(
      "SkinTemperature",
      #""baseline":{"inCelsius":33},"deltas":[{"time":"2026-03-01T10:05:00Z","delta":{"inCelsius":1,"inFahrenheit":1.8}}],"measurementLocation":3"#,
      #"skin_temperature_deviation {"series":{"start_deltas_ms":[300000],"unit":"Cel{difference}","values":{"scale":1,"deltas":[1]}},"details":{"baseline":{"number":33,"unit":"Cel"},"measurement_location":"wrist"}}"#
    ),
    interval(
      "SleepSession",
      #""stages":[{"startTime":"2026-03-01T10:10:00Z","endTime":"2026-03-01T10:20:00Z","stage":5},{"startTime":"2026-03-01T10:00:00Z","endTime":"2026-03-01T10:10:00Z","stage":4}]"#,
      #"sleep_session {"session":{"stages":[{"start":1772359200000,"end":1772359800000,"stage":"asleep_light"},{"start":1772359800000,"end":1772360400000,"stage":"asleep_deep"}]}}"#
    ),
    interval("Speed", sample(#""speed":{"inMetersPerSecond":3}"#), series("speed", "m/s", "3")),
    interval("Steps", #""count":800"#, "steps 800.0 {steps}"),
    interval("StepsCadence", sample(#""rate":110"#), series("step_cadence", "/min", "110")),
    interval("TotalCaloriesBurned", #""energy":{"inKilocalories":90.5}"#, "total_energy 90.5 kcal"),
    instant(
      "Vo2Max", #""vo2MillilitersPerMinuteKilogram":41,"measurementMethod":3"#,
      "vo2_max 41.0 mL/kg/min"),
    instant("Weight", #""weight":{"inGrams":75000,"inKilograms":75}"#, "body_mass 75.0 kg"),
    interval("WheelchairPushes", #""count":30"#, "wheelchair_pushes 30.0 {pushes}"),
  ]
}

@Suite struct `Classes of Health Connect` {
  @Test(arguments: ClassCase.all)
  func `every class becomes its record type`(_ example: ClassCase) throws {
    let batch = try FieldDraft.normalized("rn", example.type, example.json)
    #expect(batch.summary() == example.summary)
    #expect(batch.types.map(\.nativeType) == [example.type])
    let start: Int64 = 1_772_359_200_000
    #expect(batch.rows.map(\.start) == [start])
    #expect(batch.rows.map(\.end) == [start + (example.isInterval ? 1_800_000 : 0)])
    #expect(batch.tallies[example.type]?.read == 1)
    #expect(batch.diagnostics.all.isEmpty)
  }

  @Test func `all 42 classes are there, each once`() throws {
    let table = try EmbeddedTables.tables.healthConnect
    let classes = table.types.filter { $0.fields.number != nil }.map(\.native)
    #expect(classes.sorted() == ClassCase.all.map(\.type).sorted())
    #expect(Set(table.types.compactMap(\.fields.number)).count == 42)
  }

  @Test(arguments: ClassCase.all)
  func `a class without its type word is told by its fields, or not at all`(
    _ example: ClassCase
  ) throws {
    let ambiguous: Set = [
      "ActiveCaloriesBurned", "TotalCaloriesBurned", "BodyFat", "OxygenSaturation",
      "BasalBodyTemperature", "BodyTemperature", "BodyWaterMass", "BoneMass", "LeanBodyMass",
    ]
    let batch = try FieldDraft.normalized("rn", nil, example.json)
    if ["Steps", "WheelchairPushes"].contains(example.type) {
      #expect(batch.types.map(\.nativeType) == ["Steps"])
      #expect(batch.diagnostics.all.map(\.code) == ["assumed_type"])
      #expect(batch.summary().hasPrefix("steps "))
    } else if ambiguous.contains(example.type) {
      #expect(batch.types.map(\.nativeType) == ["Ambiguous"])
      #expect(batch.rows.map(\.kind) == [.native])
      #expect(batch.diagnostics.all.map(\.code) == ["ambiguous_type"])
    } else {
      #expect(batch.summary() == example.summary)
    }
  }

  @Test func `an ambiguous record takes the type that the caller names, if it fits`() throws {
    let energy = ClassCase.all.first { $0.type == "ActiveCaloriesBurned" }
    let json = try #require(energy?.json)
    let named = try FieldDraft.normalized(
      "rn", nil, json, NormalizerSettings(assumedType: "ActiveCaloriesBurned"))
    #expect(named.summary() == energy?.summary)
    let other = try FieldDraft.normalized(
      "rn", nil, json, NormalizerSettings(assumedType: "Weight"))
    #expect(other.rows.map(\.kind) == [.native])
  }
}
