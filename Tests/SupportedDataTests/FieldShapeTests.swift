import HealthRecords
import SupportedData
import Testing

/// One record in a shape.
struct ShapeCase: Sendable, CustomTestStringConvertible {
  var shape: String
  var type: String?
  var json: String
  var summary: String

  init(_ shape: String, _ type: String?, _ json: String, _ summary: String) {
    self.shape = shape
    self.type = type
    self.json = json
    self.summary = summary
  }

  var testDescription: String { "\(shape) \(type ?? "-")" }
}

@Suite struct `Shapes of Health Connect` {
  static let id = "6F9B2C1E-0000-4000-8000-0000000000AA"
  static let start: Int64 = 1_705_305_600_000

  /// 75 kg at 2024-01-15 08:00 UTC, as every shape writes it (FORMAT §4).
  static let weights: [ShapeCase] = [
    ShapeCase(
      "rn", "Weight",
      #"{"time":"2024-01-15T08:00:00Z","zoneOffset":{"id":"+09:00","totalSeconds":32400},"weight":{"inKilograms":75,"inGrams":75000},"metadata":{"id":"\#(id)"}}"#,
      ""),
    ShapeCase(
      "tasker", nil,
      #"{"metadata":{"id":"\#(id)"},"time":1705305600000,"weight":{"grams":75000.0,"kilograms":75.0},"zoneOffset":{"id":"+09:00","totalSeconds":32400}}"#,
      ""),
    ShapeCase(
      "ubie", "Weight",
      #"{"type":"Weight","time":"2024-01-15T08:00:00Z","zoneOffset":"+09:00","weight":{"unit":"gram","value":75000},"metadata":{"id":"\#(id)"}}"#,
      ""),
    ShapeCase(
      "hcgateway", "weight",
      #"{"_id":"\#(id)","start":"2024-01-15T08:00:00Z","end":null,"app":"","data":{"weight":{"inKilograms":75,"inGrams":75000}}}"#,
      ""),
    ShapeCase(
      "webhook", "weight", #"{"kilograms":75.0,"time":"2024-01-15T08:00:00Z","uuid":"\#(id)"}"#, ""),
    ShapeCase(
      "deadronos", "weight",
      #"{"record_type":"weight","value":75,"unit":"kg","start_time_ms":1705305600000,"end_time_ms":1705305600000}"#,
      ""),
    ShapeCase("jonkeren", "weight", #"{"time":"2024-01-15T08:00:00Z","kg":75.0}"#, ""),
    ShapeCase(
      "haru217", "Weight",
      #"{"type":"Weight","recordId":"\#(id)","time":"2024-01-15T08:00:00Z","payload":{"weight":{"inKilograms":75}}}"#,
      ""),
    ShapeCase(
      "open_wearables", "WEIGHT",
      #"{"id":"\#(id)","type":"WEIGHT","value":75.0,"unit":"kg","startDate":"2024-01-15T08:00:00Z","endDate":"2024-01-15T08:00:00Z","zoneOffset":"+09:00"}"#,
      ""),
    ShapeCase(
      "capgo", "weight",
      #"{"dataType":"weight","value":75,"unit":"kilogram","startDate":"2024-01-15T08:00:00.000Z","platformId":"\#(id)"}"#,
      ""),
    ShapeCase(
      "google_health", "weight",
      #"{"weight":{"weightGrams":75000,"sampleTime":{"physicalTime":"2024-01-15T08:00:00Z","utcOffset":"32400s"}}}"#,
      ""),
    ShapeCase(
      "backup", "weight_record_table",
      #"{"uuid":"\#(id.lowercased())","time":1705305600000,"zone_offset":32400,"weight":75000.0,"row_id":12,"dedupe_hash":"00ff"}"#,
      ""),
  ]

  @Test(arguments: weights)
  func `the same weight is one record in every shape`(_ example: ShapeCase) throws {
    let batch = try FieldDraft.normalized(example.shape, example.type, example.json)
    #expect(batch.summary() == "body_mass 75.0 kg")
    #expect(batch.types.map(\.nativeType) == ["Weight"])
    #expect(batch.rows.map(\.start) == [Self.start])
    #expect(batch.rows.map(\.end) == [Self.start])
    let hasZone = ["rn", "tasker", "ubie", "open_wearables", "google_health", "backup"]
    #expect(batch.zone() == (hasZone.contains(example.shape) ? "+09:00" : nil))
  }

  @Test func `the record id makes one identity across shapes, whatever its case`() throws {
    let ids = try Self.weights.filter { $0.json.lowercased().contains(Self.id.lowercased()) }.map {
      try FieldDraft.normalized($0.shape, $0.type, $0.json).rows[0].id
    }
    #expect(ids.count == 9)
    #expect(Set(ids).count == 1)
  }

  @Test func `shapes that say the same have equal content`() throws {
    let same = ["rn", "tasker", "ubie", "open_wearables", "backup"]
    let hashes = try Self.weights.filter { same.contains($0.shape) }.map {
      try FieldDraft.normalized($0.shape, $0.type, $0.json).rows[0].contentHash
    }
    #expect(hashes.count == same.count)
    #expect(Set(hashes).count == 1)
  }

  @Test func `Flutter's wall clock is read in the caller's zone, else flagged`() throws {
    let json =
      #"{"uuid":"\#(Self.id)","type":"WEIGHT","unit":"KILOGRAM","value":{"__type":"NumericHealthValue","numericValue":75.0},"#
      + #""dateFrom":"2024-01-15T17:00:00.000","dateTo":"2024-01-15T17:00:00.000"}"#
    let tokyo = NormalizerSettings(wallClock: WallClock(offset: 32_400))
    let known = try FieldDraft.normalized("flutter", "WEIGHT", json, tokyo)
    #expect(known.summary() == "body_mass 75.0 kg")
    #expect(known.rows.map(\.start) == [Self.start])
    #expect(known.quality() == ["version_unknown"])
    let unknown = try FieldDraft.normalized("flutter", "WEIGHT", json)
    #expect(unknown.rows.map(\.start) == [Self.start + 32_400_000])
    #expect(unknown.quality() == ["offset_suspect", "version_unknown"])
    #expect(unknown.diagnostics.all.map(\.code) == ["local_time_without_zone"])
    #expect(known.rows[0].id == unknown.rows[0].id)
  }

  @Test func `a wall clock has a step at each change of its offset`() {
    let clock = WallClock(
      offset: 3600,
      steps: [.init(localStart: 2000, offset: 0), .init(localStart: 1000, offset: 7200)])
    #expect([999, 1000, 1999, 2000].map { clock.offset(atLocal: $0) } == [3600, 7200, 7200, 0])
  }

  // MARK: - Units

  /// 312 kcal; `calories` means another unit in each shape (cases 38).
  static let energies: [ShapeCase] = [
    ShapeCase(
      "rn", "ActiveCaloriesBurned",
      #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T09:00:00Z","energy":{"inCalories":312000,"inKilocalories":312}}"#,
      ""),
    ShapeCase(
      "rn", "ActiveCaloriesBurned",
      #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T09:00:00Z","energy":{"inCalories":312000}}"#,
      ""),
    ShapeCase(
      "rn", "ActiveCaloriesBurned",
      #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T09:00:00Z","energy":{"value":312,"unit":"kilocalories"}}"#,
      ""),
    ShapeCase(
      "tasker", "ActiveCaloriesBurned",
      #"{"startTime":1705305600000,"endTime":1705309200000,"energy":{"calories":312000.0}}"#, ""),
    ShapeCase(
      "ubie", "ActiveCaloriesBurned",
      #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T09:00:00Z","energy":{"unit":"calories","value":312000}}"#,
      ""),
    ShapeCase(
      "webhook", "active_calories",
      #"{"start_time":"2024-01-15T08:00:00Z","end_time":"2024-01-15T09:00:00Z","calories":312}"#, ""
    ),
    ShapeCase(
      "flutter", "ACTIVE_ENERGY_BURNED",
      #"{"dateFrom":"2024-01-15T08:00:00","dateTo":"2024-01-15T09:00:00","value":{"numericValue":312},"unit":"KILOCALORIE"}"#,
      ""),
    ShapeCase(
      "backup", "active_calories_burned_record_table",
      #"{"start_time":1705305600000,"end_time":1705309200000,"energy":312000.0}"#, ""),
    ShapeCase(
      "capgo", "calories",
      #"{"startDate":"2024-01-15T08:00:00Z","endDate":"2024-01-15T09:00:00Z","value":312,"unit":"kilocalorie"}"#,
      ""),
  ]

  @Test(arguments: energies)
  func `calories are kilocalories or small calories by the shape`(_ example: ShapeCase) throws {
    let batch = try FieldDraft.normalized(example.shape, example.type, example.json)
    #expect(batch.summary() == "active_energy 312.0 kcal")
  }

  static let rates: [ShapeCase] = [
    ShapeCase(
      "webhook", "basal_metabolic_rate", #"{"time":"2024-01-15T08:00:00Z","watts":10}"#, ""),
    ShapeCase(
      "rn", "BasalMetabolicRate",
      #"{"time":"2024-01-15T08:00:00Z","basalMetabolicRate":{"inWatts":10}}"#, ""),
    ShapeCase(
      "backup", "basal_metabolic_rate_record_table",
      #"{"time":1705305600000,"basal_metabolic_rate":10}"#, ""),
    ShapeCase(
      "flutter", "BASAL_ENERGY_BURNED",
      #"{"dateFrom":"2024-01-15T08:00:00","value":{"numericValue":206.50095613349956},"unit":"KILOCALORIE"}"#,
      ""),
    ShapeCase(
      "open_wearables", "BASAL_METABOLIC_RATE",
      #"{"startDate":"2024-01-15T08:00:00Z","value":206.50095613349956,"unit":"kcal/day"}"#, ""),
  ]

  @Test(arguments: rates)
  func `a basal metabolic rate is in watts or in kilocalories a day by the shape`(
    _ example: ShapeCase
  ) throws {
    let batch = try FieldDraft.normalized(example.shape, example.type, example.json)
    let expected = 206.50095613349956
    #expect(batch.rows.allSatisfy { ($0.number - expected).magnitude < 1e-6 })
    #expect(batch.types.map(\.recordType.rawValue) == ["basal_metabolic_rate"])
    #expect(batch.rows.count == 1)
  }

  @Test(arguments: [
    ("rn", #"{"inMillimolesPerLiter":5.4,"inMilligramsPerDeciliter":97.2}"#),
    ("rn", #"{"inMillimolesPerLiter":5.4}"#),
    ("ubie", #"{"value":97.2,"unit":"mg/dL"}"#), ("ubie", #"{"value":5.4,"unit":"mmol/L"}"#),
  ])
  func `glucose converts by exactly 18`(_ shape: String, _ level: String) throws {
    let batch = try FieldDraft.normalized(
      shape, "BloodGlucose", #"{"time":"2024-01-15T08:00:00Z","level":\#(level)}"#)
    #expect(batch.rows.allSatisfy { ($0.number - 97.2).magnitude < 1e-9 })
    #expect(batch.rows.count == 1)
  }

  @Test func `an unknown unit keeps the number in it`() throws {
    let batch = try FieldDraft.normalized(
      "ubie", "Weight", #"{"time":"2024-01-15T08:00:00Z","weight":{"value":12,"unit":"stone"}}"#)
    #expect(batch.payload() == #"{"native":{"number":12,"unit":"stone"}}"#)
    #expect(batch.quality().contains("unit_mismatch"))
    #expect(batch.diagnostics.all.map(\.code) == ["unknown_unit"])
  }

  // MARK: - Records as readers hand them over

  static let others: [ShapeCase] = [
    ShapeCase(
      "hcgateway", nil,
      #"{"_id":"e5","id":"e5","app":"com.example.pulse","start":"2024-03-05T07:00:00Z","end":null,"data":{"beatsPerMinute":54}}"#,
      "resting_heart_rate 54.0 /min"),
    ShapeCase(
      "tasker", nil,
      #"{"endTime":1709622600000,"floors":2.0,"metadata":{"dataOrigin":{"packageName":"com.example.stairs"},"device":null,"id":"b2"},"startTime":1709622000000,"startZoneOffset":null}"#,
      "flights_climbed 2.0 {flights}"),
    ShapeCase(
      "haru217", "WeightRecord",
      #"{"type":"WeightRecord","recordId":"f7","recordKey":"9a","source":"com.example.scale","time":"2024-03-05T07:00:00Z","unit":null,"payload":{"weight.inKilograms":70.5}}"#,
      "body_mass 70.5 kg"),
    ShapeCase(
      "capgo", "bloodPressure",
      #"{"dataType":"bloodPressure","value":121,"unit":"mmHg","startDate":"2024-03-05T07:00:00Z","systolic":121,"diastolic":80,"sourceName":"Cuff","platformId":"h9"}"#,
      #"blood_pressure {"components":{"systolic":{"number":121,"unit":"mm[Hg]"},"diastolic":{"number":80,"unit":"mm[Hg]"}}}"#
    ),
    ShapeCase(
      "flutter", "STEPS",
      #"{"value":{"numeric_value":"12"},"data_type":"STEPS","date_from":"2024-03-05T08:00:00.000"}"#,
      "steps 12.0 {steps}"),
    ShapeCase(
      "kas_cor", nil,
      #"{"date":"2024-03-05","steps":{"total_steps":6021,"records_count":12},"metadata":{"export_timestamp":"2024-03-06T01:00:00Z"}}"#,
      #"day_totals {"components":{"steps":{"number":6021,"unit":"{steps}"}}}"#),
    ShapeCase(
      "avro", nil,
      #"{"hcUid":"i1","startTimeEpochMillis":1709622000000,"zoneOffsetId":"+01:00","floors":12}"#,
      "flights_climbed 12.0 {flights}"),
    ShapeCase(
      "jonkeren", "sleep",
      #"{"start_time":"2024-03-05T01:00:00Z","end_time":"2024-03-05T01:30:00Z","stage":"DEEP"}"#,
      "sleep_stage asleep_deep"),
    ShapeCase(
      "open_wearables", "workouts",
      #"{"id":"w1","type":"RUNNING","startDate":"2024-03-05T07:00:00Z","endDate":"2024-03-05T08:00:00Z"}"#,
      #"workout {"session":{"activity":"running"}}"#),
  ]

  @Test(arguments: others)
  func `records of every shape have their meaning`(_ example: ShapeCase) throws {
    let batch = try FieldDraft.normalized(example.shape, example.type, example.json)
    #expect(batch.summary() == example.summary)
  }

  @Test func `a planned session keeps what no rule reads of its parts`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "PlannedExerciseSession",
      #"{"startTime":"2024-01-15T08:00:00Z","exerciseType":56,"blocks":[{"repetitions":2,"steps":[{"exercisePhase":3,"completionGoal":{"type":"Distance","distance":{"inMeters":400}}}]}]}"#
    )
    #expect(
      batch.payload() == #"{"session":{"activity":"running","blocks":[{"repetitions":2}]}}"#)
    #expect(
      batch.nativeText()
        == #"{"parts":[["blocks",[["steps.0.exercisePhase","3"],["steps.0.completionGoal.type","Distance"],["steps.0.completionGoal.distance.inMeters","400"]]]]}"#
    )
  }

  // MARK: - Codes

  @Test(arguments: [
    ("rn", "ExerciseSession", "exerciseType", "56", "running"),
    ("rn", "ExerciseSession", "exerciseType", "79", "walking"),
    ("backup", "exercise_session_record_table", "exercise_type", "33", "running"),
    ("backup", "exercise_session_record_table", "exercise_type", "53", "walking"),
    ("ubie", "ExerciseSession", "exerciseType", #""running""#, "running"),
    (
      "ubie", "ExerciseSession", "exerciseType", #""EXERCISE_TYPE_RUNNING_TREADMILL""#,
      "running_treadmill"
    ),
    ("webhook", "exercise", "type", #""biking""#, "cycling"),
    ("webhook", "exercise", "type", #""8""#, "cycling"),
  ])
  func `exercise numbers are those of the shape's numbering`(
    _ shape: String, _ type: String, _ field: String, _ value: String, _ code: String
  ) throws {
    let json =
      #"{"startTime":"2024-01-15T08:00:00Z","start_time":"2024-01-15T08:00:00Z","\#(field)":\#(value)}"#
    let batch = try FieldDraft.normalized(shape, type, json)
    #expect(batch.payload() == #"{"session":{"activity":"\#(code)"}}"#)
  }

  @Test(arguments: [("rn", "mindfulnessSessionType", 2), ("backup", "type", 3)])
  func `mindfulness numbers differ from 2 upward and mean the same`(
    _ shape: String, _ field: String, _ number: Int
  ) throws {
    let json = #"{"startTime":1705305600000,"start_time":1705305600000,"\#(field)":\#(number)}"#
    let type = shape == "rn" ? "MindfulnessSession" : "mindfulness_session_record_table"
    let batch = try FieldDraft.normalized(shape, type, json)
    #expect(batch.summary() == "mindful_session breathing")
    #expect(batch.rows.map(\.number) == [2])
  }

  @Test func `an unknown code is kept as written`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "ExerciseSession", #"{"startTime":"2024-01-15T08:00:00Z","exerciseType":15007}"#)
    #expect(
      batch.payload() == #"{"session":{"activity":"unknown","native_activity":"15007"}}"#)
    let flow = try FieldDraft.normalized(
      "rn", "MenstruationFlow", #"{"time":"2024-01-15T08:00:00Z","flow":9}"#)
    #expect(flow.payload() == #"{"native":{"text":"9"}}"#)
    #expect(batch.diagnostics.all.map(\.code) == ["unknown_code"])
    #expect(flow.diagnostics.all.map(\.code) == ["unknown_code"])
  }

  // MARK: - Sentinels

  @Test func `the backup's marks for none are none`() throws {
    let nutrition = try FieldDraft.normalized(
      "backup", "nutrition_record_table",
      #"{"start_time":1705305600000,"protein":20.0,"iron":4.9E-324,"energy":4.9E-324,"meal_name":"Soup","meal_type":-1}"#
    )
    #expect(
      nutrition.payload()
        == #"{"components":{"dietary_protein":{"number":20,"unit":"g"}},"details":{"name":"Soup"}}"#
    )
    let weight = try FieldDraft.normalized(
      "backup", "weight_record_table", #"{"time":1705305600000,"weight":4.9E-324}"#)
    #expect(weight.rows.isEmpty)
    #expect(weight.tallies["Weight"]?.outcomes[.rejected] == 1)
    #expect(weight.diagnostics.all.map(\.code) == ["missing_value"])
    let effort = try FieldDraft.normalized(
      "backup", "exercise_session_record_table",
      #"{"start_time":1705305600000,"exercise_type":33,"session_rate_of_perceived_exertion":1.4E-45}"#
    )
    #expect(effort.payload() == #"{"session":{"activity":"running"}}"#)
  }

  @Test func `an all-zero nutrient is none`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "Nutrition",
      #"{"startTime":"2024-01-15T08:00:00Z","iron":{"inGrams":0,"inMilligrams":0},"zinc":{"inMilligrams":2}}"#
    )
    #expect(batch.payload() == #"{"components":{"dietary_zinc":{"number":2,"unit":"mg"}}}"#)
  }

  // MARK: - Flattened shapes

  @Test func `a flattened sample is a part of its record, told by the time as written`() throws {
    var draft = FieldDraft("open_wearables")
    for (index, bpm) in [60, 61].enumerated() {
      draft.add(
        "HEART_RATE",
        #"{"id":"\#(Self.id)-s\#(index)","parentId":"\#(Self.id)","value":\#(bpm),"unit":"bpm","startDate":"2024-01-15T08:00:0\#(index)Z"}"#
      )
    }
    let batch = try draft.normalized()
    #expect(batch.summary(0) == "heart_rate 60.0 /min")
    #expect(batch.summary(1) == "heart_rate 61.0 /min")
    let whole = try FieldDraft.normalized(
      "rn", "HeartRate", #"{"startTime":"2024-01-15T08:00:00Z","metadata":{"id":"\#(Self.id)"}}"#)
    #expect(batch.links.map(\.role) == [.partOf, .partOf])
    #expect(batch.links.map(\.id) == [whole.rows[0].id, whole.rows[0].id])
    #expect(Set(batch.rows.map(\.id)).count == 2)
    // The index in the id is not stable; the time is.
    let again = try FieldDraft.normalized(
      "open_wearables", "HEART_RATE",
      #"{"id":"\#(Self.id)-s9","value":60,"unit":"bpm","startDate":"2024-01-15T08:00:00.000Z"}"#)
    #expect(again.rows[0].id == batch.rows[0].id)
  }

  @Test(arguments: [
    ("flutter", "uuid", "", ""), ("open_wearables", "id", "-sys", "-dia"),
  ])
  func `each half of a blood pressure is a row of the record that both form`(
    _ shape: String, _ key: String, _ first: String, _ second: String
  ) throws {
    let time = #""dateFrom":"2024-01-15T08:00:00","startDate":"2024-01-15T08:00:00Z""#
    func half(_ suffix: String, _ value: Int) -> String {
      #"{"\#(key)":"\#(Self.id)\#(suffix)",\#(time),"value":\#(value),"unit":"mmHg"}"#
    }
    var draft = FieldDraft(shape)
    draft.add("BLOOD_PRESSURE_SYSTOLIC", half(first, 120))
    draft.add("BLOOD_PRESSURE_DIASTOLIC", half(second, 80))
    let batch = try draft.normalized()
    #expect(
      batch.rows.indices.map { batch.summary($0) } == [
        #"blood_pressure {"components":{"systolic":{"number":120,"unit":"mm[Hg]"}}}"#,
        #"blood_pressure {"components":{"diastolic":{"number":80,"unit":"mm[Hg]"}}}"#,
      ])
    #expect(batch.rows.map { batch.symbols.string(of: $0.code) } == ["systolic", "diastolic"])
    #expect(batch.rows.allSatisfy { $0.isHalf && $0.standing == .member && $0.completeness == 2 })
    #expect(batch.tallies["BloodPressure"]?.read == 2)
    #expect(batch.tallies["BloodPressure"]?.outcomes == OutcomeCounts())
    #expect(batch.links.isEmpty)
    let whole = try FieldDraft.normalized(
      "rn", "BloodPressure",
      #"{"time":"2024-01-15T08:00:00Z","systolic":{"inMillimetersOfMercury":120},"metadata":{"id":"\#(Self.id)"}}"#
    )
    #expect(batch.rows.map(\.id) == [whole.rows[0].id, whole.rows[0].id])
    #expect(!whole.rows[0].isHalf && whole.rows[0].standing == .whole)
  }

  @Test func `a stage that stands alone is a part of its night`() throws {
    let batch = try FieldDraft.normalized(
      "flutter", "SLEEP_DEEP",
      #"{"uuid":"\#(Self.id)","dateFrom":"2024-01-15T01:00:00","dateTo":"2024-01-15T01:10:00","value":{"numericValue":10},"unit":"MINUTE"}"#
    )
    #expect(batch.summary() == "sleep_stage asleep_deep")
    #expect(batch.links.map(\.role) == [.partOf])
  }

  @Test func `a webhook's night starts its duration before its end`() throws {
    let batch = try FieldDraft.normalized(
      "webhook", "sleep",
      #"{"session_end_time":"2024-01-15T06:00:00Z","duration_seconds":3600,"stages":[{"stage":"5","start_time":"2024-01-15T05:00:00Z","end_time":"2024-01-15T06:00:00Z"},{"stage":"light","start_time":"2024-01-15T05:30:00Z"}]}"#
    )
    #expect(batch.rows.map { $0.end - $0.start } == [3_600_000])
    #expect(batch.payload().contains(#""stage":"asleep_deep""#))
    #expect(batch.payload().contains(#""stage":"asleep_light""#))
    #expect(batch.rows.map(\.completeness) == [3])
  }

  // MARK: - Estimates

  @Test func `a day's totals are an estimate of a civil day, never samples`() throws {
    let batch = try FieldDraft.normalized(
      "daily_totals", nil,
      #"{"time":"2024-01-15T21:00:00Z","data":{"steps":8000,"active_calories":300,"sleep_duration_seconds":27000}}"#
    )
    #expect(
      batch.summary()
        == #"day_totals {"components":{"steps":{"number":8000,"unit":"{steps}"},"active_energy":{"number":300,"unit":"kcal"},"sleep_duration":{"number":450,"unit":"min"}}}"#
    )
    #expect(batch.quality() == ["version_unknown", "estimate"])
    #expect(batch.rows.map(\.isCivilDate) == [true])
    #expect(batch.rows.map(\.start) == [19737])
  }

  @Test func `an aggregate of the app is an estimate with the zone of its row`() throws {
    let batch = try FieldDraft.normalized(
      "rn", nil,
      #"{"startTime":"2024-09-03T15:00","endTime":"2024-09-03T16:00","zoneOffset":"+09:00","result":{"COUNT_TOTAL":120,"dataOrigins":["a"]}}"#
    )
    #expect(
      batch.summary() == #"day_totals {"components":{"steps":{"number":120,"unit":"{steps}"}}}"#)
    #expect(batch.quality() == ["version_unknown", "estimate"])
    #expect(batch.rows.map(\.start) == [1_725_343_200_000])
  }
}
