import HealthRecords
import SupportedData
import Testing

/// A change that breaks one table, and the problem that it must give.
struct BrokenTable: CustomTestStringConvertible {
  let file: String
  let old: String
  let new: String
  let code: MappingProblem.Code
  let row: String

  init(
    _ file: String, _ old: String, _ new: String, _ code: MappingProblem.Code, _ row: String
  ) {
    self.file = file
    self.old = old
    self.new = new
    self.code = code
    self.row = row
  }

  var testDescription: String { "\(code.rawValue) at \(row)" }
}

@Suite struct `Mapping check` {
  private static let steps = #""native": "HKQuantityTypeIdentifierStepCount""#

  static let broken: [BrokenTable] =
    [
      // units.json
      .init("units.json", #""version": 1"#, #""version": 0"#, .invalidVersion, "version"),
      .init("units.json", #""id": "power""#, #""id": "Power""#, .invalidName, "Power"),
      .init("units.json", #""base": "W""#, #""base": "PS""#, .unknownUnit, "power"),
      .init("units.json", #""base": "W""#, #""base": "kg""#, .dimensionMismatch, "power"),
      .init("units.json", #""base": "W""#, #""base": "kW""#, .invalidFactor, "power"),
      .init("units.json", #""ucum": "kW", "name""#, #""ucum": "W", "name""#, .duplicateID, "W"),
      .init("units.json", #""factor": 201168"#, #""factor": -201168"#, .invalidFactor, "[mi_i]"),
      .init("units.json", #""scale": 100"#, #""scale": 0"#, .invalidFactor, "%"),
      .init(
        "units.json", #""spelling": "lb""#, #""spelling": "kg""#, .duplicateSpelling, "kg"),
      .init(
        "units.json", #""spelling": "lb", "ucum": "[lb_av]""#,
        #""spelling": "lb", "ucum": "pound""#, .unknownUnit, "lb"),
      .init(
        "units.json", #""dimension": "illuminance""#, #""dimension": "light""#, .unknownDimension,
        "lx"),
      // record_types.json
      .init("record_types.json", #""version": 1"#, #""version": -1"#, .invalidVersion, "version"),
      .init("record_types.json", #""id": "falls""#, #""id": "Falls""#, .invalidName, "Falls"),
      .init("record_types.json", #""id": "falls""#, #""id": "steps""#, .duplicateID, "steps"),
      .init(
        "record_types.json", #""unit": "{steps}", "dimension": "count", "aggregation""#,
        #""unit": "{stepps}", "dimension": "count", "aggregation""#, .unknownUnit, "steps"),
      .init(
        "record_types.json", #""unit": "{steps}", "dimension": "count", "aggregation""#,
        #""unit": "{steps}", "dimension": "length", "aggregation""#, .dimensionMismatch, "steps"),
      .init(
        "record_types.json", #""unit": "{steps}", "dimension": "count", "aggregation""#,
        #""aggregation""#, .incomplete, "steps"),
      .init(
        "record_types.json", #"["80404-7"]"#, #"["80404-8"]"#, .invalidLOINC, "hrv_sdnn"),
      .init(
        "record_types.json", #"["8480-6"]"#, #"["LP8480-6"]"#, .invalidLOINC,
        "blood_pressure.systolic"),
      .init(
        "record_types.json", "[13, 47]", "[47, 13]", .invalidRange, "body_temperature"),
      .init(
        "record_types.json", #""id": "systolic""#, #""id": "diastolic""#, .duplicateID,
        "blood_pressure"),
      .init(
        "record_types.json", #""value": "series""#,
        #""value": "series", "components": [{"id": "a","#
          + #" "name": "A", "unit": "m", "dimension": "length"}]"#, .incomplete, "workout_route"),
      .init(
        "record_types.json", #""value": "series""#, #""value": "series", "plausible": [1, 2]"#,
        .incomplete, "workout_route"),
      // apple_health.json
      .init("apple_health.json", #""version": 2"#, #""version": 0"#, .invalidVersion, "version"),
      .init(
        "apple_health.json", steps, #""native": "HKQuantityTypeIdentifierHeartRate""#,
        .duplicateNative, "HKQuantityTypeIdentifierHeartRate"),
      .init(
        "apple_health.json", #""aliases": ["Workout"]"#, #""aliases": ["Me"]"#, .duplicateNative,
        "Me"
      ),
      .init(
        "apple_health.json", #""record_type": "steps""#, #""record_type": "stepps""#,
        .unknownRecordType, "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #""record_type": "steps", "#, "", .incomplete,
        "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #""record_type": "steps""#,
        #""record_type": "steps", "unsupported": "no""#, .incomplete,
        "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #""record_type": "steps""#, #""record_type": "sleep_stage""#,
        .kindMismatch, "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #""record_type": "steps""#, #""record_type": "running_power""#,
        .dimensionMismatch, "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #""record_type": "steps", "unit": "count""#,
        #""record_type": "steps", "unit": "steps""#, .unknownUnit,
        "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #""record_type": "steps", "unit": "count""#,
        #""record_type": "steps""#, .incomplete, "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #""component": "systolic""#, #""component": "upper""#,
        .unknownComponent,
        "HKQuantityTypeIdentifierBloodPressureSystolic"),
      .init(
        "apple_health.json", #""code_set": "HKCategoryValueSleepAnalysis""#,
        #""code_set": "HKCategoryValueSleep""#, .unknownCodeSet,
        "HKCategoryTypeIdentifierSleepAnalysis"),
      .init(
        "apple_health.json", #", "code_set": "HKCategoryValueSleepAnalysis""#, "", .incomplete,
        "HKCategoryTypeIdentifierSleepAnalysis"),
      .init(
        "apple_health.json", #"SleepAnalysisAwake", "number": 2"#,
        #"SleepAnalysisAwake", "number": 3"#, .duplicateNumber, "HKCategoryValueSleepAnalysis"),
      .init(
        "apple_health.json", #"SleepAnalysisAsleep", "number": 1"#,
        #"SleepAnalysisAsleep", "number": 9"#, .duplicateNumber, "HKCategoryValueSleepAnalysis"),
      .init("apple_health.json", #", "identifies": true"#, "", .incomplete, "characteristics"),
      .init(
        "apple_health.json", #""code": "asleep_rem""#, #""code": "asleepREM""#, .invalidName,
        "HKCategoryValueSleepAnalysis"),
      .init(
        "apple_health.json", #"SleepAnalysisAwake", "#, #"SleepAnalysisInBed", "#, .duplicateNative,
        "HKCategoryValueSleepAnalysis"),
      .init(
        "apple_health.json", #""missing": "not_applicable""#, #""missing": "present""#,
        .unknownCode,
        "HKCategoryValue"),
      .init(
        "apple_health.json", #"{"id": "HKWaterSalinity", "codes": ["#,
        #"{"id": "HKWaterTaste", "codes": []}, {"id": "HKWaterSalinity", "codes": ["#, .incomplete,
        "HKWaterTaste"),
      .init(
        "apple_health.json", #""HKLapLength""#, #""HKTimeZone""#, .duplicateNative, "HKTimeZone"),
      .init(
        "apple_health.json", #""code_set": "HKWaterSalinity""#, #""code_set": "HKWaterTaste""#,
        .unknownCodeSet, "water_salinity"),
      .init(
        "apple_health.json", #"{"keys": ["meal"], "name": "meal""#, #"{"keys": [], "name": "meal""#,
        .incomplete, "meal"),
      .init(
        "apple_health.json", #""dimension": "illuminance""#, #""dimension": "light""#,
        .unknownDimension, "maximum_light_intensity"),
      .init(
        "apple_health.json", #""dimension": "illuminance""#,
        #""dimension": "illuminance", "percent": "above_100_divided""#, .incomplete,
        "maximum_light_intensity"),
      .init(
        "apple_health.json", #""code_set": "HKBloodType""#, #""code_set": "HKBlood""#,
        .unknownCodeSet, "HKCharacteristicTypeIdentifierBloodType"),
      .init(
        "apple_health.json", #""component": "stand_hours""#, #""component": "stood""#,
        .unknownComponent, "appleStandHours"),
      .init(
        "apple_health.json", #""component": "stand_hours", "native_unit": "count""#,
        #""component": "stand_hours", "native_unit": "hours""#, .unknownUnit, "appleStandHours"),
      .init(
        "apple_health.json", #""component": "stand_hours", "native_unit": "count""#,
        #""component": "stand_hours", "native_unit": "min""#, .dimensionMismatch, "appleStandHours"),
      .init(
        "apple_health.json", #""workout_events": "HKWorkoutEventType""#,
        #""workout_events": "HKWorkoutEvent""#, .unknownCodeSet, "workouts"),
      .init(
        "apple_health.json", steps, steps + #", "time_paths": ["date"]"#, .incomplete,
        "HKQuantityTypeIdentifierStepCount"),
      .init(
        "apple_health.json", #"["authoredOn"]"#, #"["authoredOn", "authoredOn"]"#, .duplicateID,
        "MedicationRequest"),
      .init(
        "apple_health.json", #""context.period""#, #""context..period""#, .invalidName,
        "DocumentReference"),
      .init(
        "apple_health.json", #""context.period""#, #""context[0].period""#, .invalidName,
        "DocumentReference"),
    ] + brokenFields + brokenConsolidation

  /// Breaks the rules of records that are read by their fields.
  static let brokenFields: [BrokenTable] = [
    .init(
      "health_connect.json", #"{"words": ["HeartRateSeries"], "type": "HeartRate"}"#,
      #"{"words": ["HeartRateSeries"], "type": "HartRate"}"#, .unknownType,
      "ubie.HeartRateSeries"),
    .init(
      "health_connect.json", stepsValue, #""value": {"at": ["count"], "unit": "m"}"#,
      .dimensionMismatch, "Steps.value"),
    .init(
      "health_connect.json", stepsValue, #""value": {"at": ["count"], "unit": "paces"}"#,
      .unknownUnit, "Steps.value"),
    .init(
      "health_connect.json", stepsValue, #""value": {"at": ["count"], "form": "text"}"#,
      .kindMismatch, "Steps"),
    .init(
      "health_connect.json", stepsValue,
      #""value": {"at": ["count"], "unit": "{steps}", "scale": -1}"#, .invalidFactor,
      "Steps.value"),
    .init("health_connect.json", stepsValue, #""details": []"#, .incomplete, "Steps"),
    .init(
      "health_connect.json", #""codes": "protection""#, #""codes": "protections""#,
      .unknownCodeSet, "SexualActivity.value"),
    .init(
      "health_connect.json", #"{"name": "systolic""#, #"{"name": "upper""#, .unknownComponent,
      "BloodPressure"),
    .init(
      "health_connect.json", #"{"key": "inWatts", "unit": "W"}"#,
      #"{"key": "inWatts", "unit": "watt"}"#, .unknownUnit, "rn"),
    .init(
      "health_connect.json", #"{"dimension": "mass_concentration", "unit": "mg/dL"}"#,
      #"{"dimension": "mass_concentration", "unit": "kcal"}"#, .dimensionMismatch, "flutter"),
    .init(
      "health_connect.json", #""start": ["time", "epoch_millis", "epochMillis", "timestamp"]"#,
      #""start": []"#, .incomplete, "HeartRate.series"),
  ]

  /// Breaks the rules by which records of several sources are read together.
  private static let brokenConsolidation: [BrokenTable] = [
    .init(
      "consolidation.json", #""version": 1"#, #""version": 0"#, .invalidVersion, "version"),
    .init(
      "consolidation.json", #""class": "ring""#, #""class": "Ring""#, .invalidName, "Ring"),
    .init(
      "consolidation.json", #""words": ["ring""#, #""words": ["Ring""#, .invalidName, "ring"),
    .init(
      "consolidation.json", #"["watch", "ring", "band""#, #"["watch", "band""#, .incomplete,
      "device_order"),
    .init(
      "consolidation.json", #""device_order": ["scale", "unknown", "phone""#,
      #""device_order": ["scale", "scale", "phone""#, .duplicateID, "body_mass"),
    .init(
      "consolidation.json", #", "of_app": "com.fitbit.FitbitMobile""#, "", .incomplete,
      "com.google.android.apps.fitness"),
    .init(
      "consolidation.json", #"{"record_type": "steps""#, #"{"record_type": "stepps""#,
      .unknownRecordType, "stepps"),
    .init(
      "consolidation.json", #"{"record_type": "steps""#, #"{"record_type": "heart_rate""#,
      .kindMismatch, "heart_rate"),
    .init(
      "consolidation.json", #""ActivitySummary", "component": "move_time""#,
      #""ActivitySummary", "component": "moves""#, .unknownComponent, "move_time"),
    .init(
      "consolidation.json", #""ActivitySummary", "component": "move_time""#,
      #""Rings", "component": "move_time""#, .unknownRecordType, "move_time"),
    .init(
      "consolidation.json", #""part_type": "steps_by_device", "estimate": true"#,
      #""part_type": "steps_by_device""#, .kindMismatch, "steps"),
    .init(
      "consolidation.json", #""part_type": "steps_by_device""#, #""part_type": "body_mass""#,
      .kindMismatch, "steps"),
    .init(
      "consolidation.json", #""part_type": "steps_by_device""#, #""part_type": "step_parts""#,
      .unknownRecordType, "steps"),
    .init(
      "consolidation.json", #""longest_sleep_hours": 24"#, #""longest_sleep_hours": 0"#,
      .invalidRange, "limits"),
    .init(
      "consolidation.json", #""workout_overlap_percent": 80"#,
      #""workout_overlap_percent": 180"#, .invalidRange, "limits"),
    .init(
      "consolidation.json", #""code": "asleep_deep""#, #""code": "asleep_rem""#, .duplicateID,
      "sleep"),
  ]

  private static let stepsValue = #""value": {"at": ["count"], "unit": "{steps}"}"#

  @Test(arguments: broken)
  func `a broken table gives the named problem`(_ table: BrokenTable) throws {
    let tables = try EmbeddedTables.replacing(table.old, by: table.new, in: table.file)
    let problems = MappingCheck.run(tables)
    #expect(
      problems.contains { ($0.code, $0.file, $0.row) == (table.code, table.file, table.row) },
      "\(problems)")
  }

  @Test func `every kind of problem has a broken table`() {
    #expect(Set(Self.broken.map(\.code)) == Set(MappingProblem.Code.allCases))
  }

  @Test func `a problem says file, row and reason`() throws {
    let tables = try EmbeddedTables.replacing(
      #"["80404-7"]"#, by: #"["80404-8"]"#, in: "record_types.json")
    #expect(
      MappingCheck.run(tables).map(\.description) == [
        "record_types.json: hrv_sdnn: \"80404-8\" is no LOINC code: its check digit is wrong."
      ])
  }

  @Test(arguments: ["8867-4", "40443-4", "85354-9", "2708-6", "100304-5", "9052-2"])
  func `a right check digit is accepted`(_ code: String) throws {
    #expect(try problems(withLOINC: code) == [])
  }

  @Test(arguments: [
    "8867-5", "8867", "-4", "8867-", "88674", "8867-45", "1234567890-1", "88a7-4", "٣-4",
  ])
  func `a wrong code is refused`(_ code: String) throws {
    #expect(try problems(withLOINC: code) == [.invalidLOINC])
  }

  private func problems(withLOINC code: String) throws -> [MappingProblem.Code] {
    let tables = try EmbeddedTables.replacing(
      #"["80404-7"]"#, by: #"["\#(code)"]"#, in: "record_types.json")
    return MappingCheck.run(tables).map(\.code)
  }
}
