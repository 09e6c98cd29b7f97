import HealthRecords
import SupportedData
import Testing

@Suite struct `Embedded tables` {
  @Test func `the tables agree with themselves`() throws {
    #expect(MappingCheck.run(try EmbeddedTables.tables) == [])
  }

  @Test func `the number of rows is pinned`() throws {
    let tables = try EmbeddedTables.tables
    let apple = tables.appleHealth
    var kinds: [NativeTypeKind: Int] = [:]
    for type in apple.types { kinds[type.kind, default: 0] += 1 }
    #expect(
      kinds == [
        .quantity: 120, .category: 70, .correlation: 2, .workout: 1, .workoutActivity: 1,
        .series: 2,
        .activitySummary: 1, .electrocardiogram: 1, .audiogram: 1, .vision: 1, .stateOfMind: 1,
        .scoredAssessment: 2, .clinical: 10, .document: 1, .data: 1, .characteristics: 1,
      ])
    #expect(apple.codeSet(named: "HKWorkoutActivityType")?.codes.count == 84)
    #expect(apple.codeSets.count == 39)
    #expect(apple.metadataRules.count == 86)
    #expect(apple.characteristics.count == 7)
    #expect(tables.recordTypes.definitions.count == 237)
    #expect(tables.units.units.count == 114)
    #expect([tables.recordTypes.version, tables.units.version, apple.version] == [1, 1, 2])
    #expect(apple.provider == .appleHealth)
  }

  @Test(arguments: EmbeddedTables.recordTypes)
  func `every record type is found by its name`(_ definition: RecordTypeDefinition) throws {
    let registry = try EmbeddedTables.tables.recordTypes
    #expect(registry.definition(of: definition.type) == definition)
    #expect(registry.definition(named: definition.type.rawValue) == definition)
    #expect(
      definition.components.map { definition.component(named: $0.id) } == definition.components)
    #expect(
      definition.plausible.map { PlausibleBounds(lower: $0.lowerBound, upper: $0.upperBound) }
        == definition.plausibleBounds)
  }

  @Test func `every record type but the unknown one has a source`() throws {
    let tables = try EmbeddedTables.tables
    let types = tables.providers.flatMap(\.types)
    let targets =
      types.compactMap(\.recordType) + types.flatMap(\.fields.variants).compactMap(\.recordType)
    let without = tables.recordTypes.definitions.map(\.type).filter { !targets.contains($0) }
    let waiting: Set = [
      "skin_temperature", "muscle_mass", "skeletal_muscle_mass", "body_fat_mass",
      "body_composition", "steps_day_total", "steps_day_device", "flights_climbed_day_total",
      "stress", "energy_score", "sleep_score", "movement_level", "hba1c", "mean_arterial_pressure",
      "ambient_temperature", "ambient_humidity", "maximum_heart_rate", "heart_rate_recovery",
      "antioxidant_index", "advanced_glycation_index", "vascular_load", "sweat_loss", "snoring",
      "mood", "activity_level", "steps_goal", "exercise_time_goal", "active_energy_goal",
      "dietary_energy_goal", "dietary_water_goal", "body_mass_goal", "sleep_goal",
      "cycle_prediction", "cycle_symptom",
    ]
    #expect(Set(without.map(\.rawValue)).subtracting(waiting) == ["unknown"])
  }

  @Test(arguments: EmbeddedTables.types)
  func `every native type is found by each of its names`(_ type: TypeMapping) throws {
    let table = try EmbeddedTables.tables.appleHealth
    for name in [type.native] + type.aliases {
      #expect(table.type(named: name) == type)
      #expect(table.type(named: Array(name.utf8)) == type)
    }
  }

  @Test(arguments: EmbeddedTables.types.filter { $0.kind == .quantity })
  func `every quantity converts from its native unit`(_ type: TypeMapping) throws {
    let tables = try EmbeddedTables.tables
    let target = try #require(tables.canonicalUnit(of: type))
    let spelling = try #require(type.unit)
    let native = try #require(tables.unit(spelling: spelling, of: type, provider: .appleHealth))
    #expect(tables.units.conversion(from: native, to: target) != nil)
  }

  @Test(arguments: EmbeddedTables.codeSets)
  func `every code is found by its name and its integer`(_ set: CodeSet) throws {
    let table = try EmbeddedTables.tables.appleHealth
    for code in set.codes {
      #expect(table.code(code.native, in: set.id) == code)
      #expect(table.code(Array(code.native.utf8), in: set.id) == code)
      let byNumber = try #require(table.code(String(code.number), in: set.id))
      #expect(byNumber.isLegacy == false)
      #expect([byNumber.number] == [code.number])
      #expect(byNumber.code == code.code)
    }
  }

  @Test(arguments: EmbeddedTables.metadataRules)
  func `every metadata rule is found by each of its keys`(_ rule: MetadataRule) throws {
    let table = try EmbeddedTables.tables.appleHealth
    for key in rule.keys {
      #expect(table.metadata(key: key) == rule)
      #expect(table.metadata(key: Array(key.utf8)) == rule)
    }
  }

  @Test(arguments: EmbeddedTables.metadataRules.filter { $0.keys[0].hasPrefix("HKMetadataKey") })
  func `a documented key has both spellings`(_ rule: MetadataRule) {
    let short = "HK" + rule.keys[0].dropFirst("HKMetadataKey".count)
    #expect(rule.keys == [rule.keys[0], short])
  }

  @Test(arguments: EmbeddedTables.characteristics)
  func `every characteristic is found by its name`(_ rule: CharacteristicRule) throws {
    #expect(try EmbeddedTables.tables.appleHealth.characteristic(rule.native) == rule)
  }

  // MARK: - Meaning

  @Test(arguments: [
    ("HKCategoryValueSleepAnalysisInBed", "in_bed"), ("0", "in_bed"),
    ("HKCategoryValueSleepAnalysisAsleep", "asleep_unspecified"),
    ("HKCategoryValueSleepAnalysisAsleepUnspecified", "asleep_unspecified"),
    ("1", "asleep_unspecified"), ("2", "awake"), ("3", "asleep_light"), ("4", "asleep_deep"),
    ("HKCategoryValueSleepAnalysisAsleepREM", "asleep_rem"),
  ])
  func `sleep stages have neutral codes`(_ value: String, _ code: String) throws {
    #expect(try recordCode(of: value, "HKCategoryValueSleepAnalysis") == code)
  }

  @Test(arguments: ["HKCategoryValueMenstrualFlow", "HKCategoryValueVaginalBleeding"])
  func `both names of the flow are known in both sets`(_ set: String) throws {
    for (number, level) in ["Unspecified", "Light", "Medium", "Heavy", "None"].enumerated() {
      for name in ["HKCategoryValueMenstrualFlow", "HKCategoryValueVaginalBleeding"] {
        let code = try EmbeddedTables.tables.appleHealth.code(name + level, in: set)
        #expect(code?.code == level.lowercased())
        #expect(code?.number == number + 1)
      }
    }
  }

  @Test(arguments: ["HKCategoryValueNotApplicable", "0", ""])
  func `an event without a value is not applicable`(_ value: String) throws {
    #expect(try recordCode(of: value, "HKCategoryValue") == "not_applicable")
  }

  @Test(arguments: [
    "", "5", "-1", "00", "+1", "1.0", " 1", "HKCategoryValueSeverityExtreme", "mild",
  ])
  func `a value outside the set is no code`(_ value: String) throws {
    #expect(try recordCode(of: value, "HKCategoryValueSeverity") == nil)
  }

  @Test func `an unknown set holds no code`() throws {
    #expect(try recordCode(of: "0", "HKCategoryValueUnheardOf") == nil)
  }

  @Test func `the halves of a blood pressure are its components`() throws {
    let table = try EmbeddedTables.tables.appleHealth
    for half in ["Systolic", "Diastolic"] {
      let type = table.type(named: "HKQuantityTypeIdentifierBloodPressure\(half)")
      #expect(type?.recordType == RecordType(rawValue: "blood_pressure"))
      #expect(type?.component == half.lowercased())
    }
  }

  @Test(
    arguments: [
      ("HKQuantityTypeIdentifierBloodPressureSystolic", "mm[Hg]", 20.0...500),
      ("HKQuantityTypeIdentifierBloodPressureDiastolic", "mm[Hg]", 5...400),
      ("HKQuantityTypeIdentifierHeartRate", "/min", 20...300),
      ("HKQuantityTypeIdentifierStepCount", "{steps}", nil),
      ("HKDataTypeSleepDurationGoal", nil, nil),
      ("HKCorrelationTypeIdentifierBloodPressure", nil, nil),
      ("HKDataTypeIdentifierStateOfMind", nil, nil),
    ] as [(String, String?, ClosedRange<Double>?)])
  func `a native type has the unit and range of its target`(
    _ native: String, _ unit: String?, _ range: ClosedRange<Double>?
  ) throws {
    let tables = try EmbeddedTables.tables
    let type = try #require(tables.appleHealth.type(named: native))
    #expect(tables.canonicalUnit(of: type)?.ucum == unit)
    #expect(tables.plausible(of: type) == range)
  }

  @Test(arguments: [
    ("HKSyncIdentifier", MetadataRole.syncIdentifier), ("HKSyncVersion", .syncVersion),
    ("HKExternalUUID", .externalUUID), ("HKFoodType", .foodType), ("HKTimeZone", .timeZone),
    ("HKWasUserEntered", .userEntered), ("HKWeatherHumidity", .meaning),
    ("Modified Date", .identityPrivate), ("lark_uuid", .identityPrivate), ("meal", .meaning),
  ])
  func `a key has its role`(_ key: String, _ role: MetadataRole) throws {
    #expect(try EmbeddedTables.tables.appleHealth.metadata(key: key)?.role == role)
  }

  @Test func `only percentages are divided above 100`() throws {
    let divided = try EmbeddedTables.tables.appleHealth.metadataRules
      .filter(\.dividesPercentAbove100).map(\.name)
    #expect(divided == ["alpine_slope_grade", "weather_humidity"])
  }

  @Test func `keys that differ only by case have two rules`() throws {
    let table = try EmbeddedTables.tables.appleHealth
    #expect(table.metadata(key: "meal")?.name == "meal")
    #expect(table.metadata(key: "Meal")?.name == "meal_kind")
    #expect(table.metadata(key: "MEAL") == nil)
  }

  @Test func `a day's summary has its fields`() throws {
    let fields = try EmbeddedTables.tables.appleHealth.activitySummaryFields
    #expect(fields.map(\.attribute).contains("appleMoveMinutes"))
    #expect(
      fields.filter { $0.unitAttribute != nil }.map(\.name)
        == ["active_energy", "active_energy_goal"])
    #expect(Set(fields.map(\.canonicalUnit)) == ["kcal", "min", "{hours}"])
  }

  private func recordCode(of value: String, _ set: String) throws -> String? {
    try EmbeddedTables.tables.appleHealth.code(value, in: set)?.code
  }
}
