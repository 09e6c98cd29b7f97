import HealthRecords
import SupportedData
import Testing

/// A row of a table, and the record that it must become.
struct SamsungCase: Sendable, CustomTestStringConvertible {
  var table: String
  var cells: [(String, String)]
  var type: String
  /// The number of a quantity.
  var number: Double?
  /// The code of a category.
  var code: String?
  /// The quantities of a value with parts, by their component.
  var components: [String: Double] = [:]
  /// Milliseconds, or days of a civil day.
  var start = SamsungDraft.start
  var end = SamsungDraft.end
  var isCivilDate = false

  var testDescription: String { table }

  static func quantity(
    _ table: String, _ cells: [(String, String)], _ type: String, _ number: Double
  ) -> SamsungCase {
    SamsungCase(table: table, cells: cells, type: type, number: number)
  }

  static func code(
    _ table: String, _ cells: [(String, String)], _ type: String, _ code: String
  ) -> SamsungCase {
    SamsungCase(table: table, cells: cells, type: type, code: code)
  }

  static func components(
    _ table: String, _ cells: [(String, String)], _ type: String, _ components: [String: Double]
  ) -> SamsungCase {
    SamsungCase(table: table, cells: cells, type: type, components: components)
  }

  static func event(
    _ table: String, _ cells: [(String, String)], _ type: String
  ) -> SamsungCase {
    SamsungCase(table: table, cells: cells, type: type)
  }

  /// The same row at a moment.
  var spot: SamsungCase {
    var spot = self
    spot.cells.append(("end_time", ""))
    spot.end = spot.start
    return spot
  }

  /// The same row of a day.
  func onDay(_ text: String) -> SamsungCase {
    var day = self
    day.cells += [("day_time", text), ("start_time", ""), ("end_time", ""), ("time_offset", "")]
    day.start = SamsungDraft.day
    day.end = SamsungDraft.day + 1
    day.isCivilDate = true
    return day
  }
}

/// Every row of the mapping: one row of its table, and what it becomes.
@Suite struct `Rows of Samsung tables` {
  static let types = EmbeddedTables.loaded?.samsungHealth.types ?? []

  static let cases: [SamsungCase] = health + bodyAndFood + days + app

  private static let health: [SamsungCase] = [
    .quantity(
      "com.samsung.health.ambient_temperature", [("temperature", "21.5")], "ambient_temperature",
      21.5
    ).spot,
    .quantity(
      "com.samsung.health.body_temperature", [("temperature", "36.6")], "body_temperature", 36.6
    ).spot,
    SamsungCase(
      table: "com.samsung.health.ecg",
      cells: [("classification", "2"), ("mean_heart_rate", "71.0"), ("sample_frequency", "500")],
      type: "electrocardiogram"),
    .quantity(
      "com.samsung.health.floors_climbed", [("floor", "2.0")], "flights_climbed", 2),
    .quantity("com.samsung.health.hba1c", [("hba1c", "5.6")], "hba1c", 5.6).spot,
    .quantity(
      "com.samsung.health.respiratory_rate", [("average", "13.645649")], "respiratory_rate",
      13.645649),
    .quantity(
      "com.samsung.health.skin_temperature", [("temperature", "33.5")], "skin_temperature", 33.5),
    .code(
      "com.samsung.health.sleep_stage", [("stage", "40003"), ("sleep_id", "abc")], "sleep_stage",
      "asleep_deep"),
    .quantity("com.samsung.health.uv_exposure", [("uv_index", "7.0")], "uv_exposure", 7).spot,
    .components(
      "com.samsung.shealth.alerted_heart_rate",
      [("heart_rate", "124.0"), ("min", "119.0"), ("max", "131.0"), ("threshold", "120.0")],
      "heart_rate_alert", ["heart_rate": 124, "minimum": 119, "maximum": 131, "threshold": 120]),
    .components(
      "com.samsung.shealth.blood_pressure", [("systolic", "118.0"), ("diastolic", "76.0")],
      "blood_pressure", ["systolic": 118, "diastolic": 76]
    ).spot,
    .quantity("com.samsung.shealth.stress", [("score", "34.0")], "stress", 34),
    .quantity(
      "com.samsung.shealth.tracker.heart_rate", [("heart_rate", "72.0")], "heart_rate", 72
    ).spot,
    .quantity(
      "com.samsung.shealth.tracker.oxygen_saturation", [("spo2", "97.0")], "oxygen_saturation",
      97),
    .quantity(
      "com.samsung.shealth.tracker.pedometer_step_count", [("count", "65")], "steps", 65),
  ]

  private static let bodyAndFood: [SamsungCase] = [
    .quantity("com.samsung.health.body_fat", [("body_fat", "24.5")], "body_fat_percentage", 24.5)
      .spot,
    .quantity(
      "com.samsung.health.caffeine_intake", [("amount", "95.0")], "dietary_caffeine", 95
    ).spot,
    .components(
      "com.samsung.health.food_intake",
      [("calorie", "146.0"), ("amount", "2.0"), ("unit", "120001"), ("meal_type", "100001")],
      "food_item", ["dietary_energy": 146]
    ).spot,
    .quantity("com.samsung.health.height", [("height", "166.0")], "height", 166).spot,
    .components(
      "com.samsung.health.nutrition",
      [
        ("calorie", "356.0"), ("total_fat", "26.0"), ("monosaturated_fat", "3.6"),
        ("sodium", "722.0"),
      ],
      "nutrition",
      [
        "dietary_energy": 356, "dietary_fat_total": 26, "dietary_fat_monounsaturated": 3.6,
        "dietary_sodium": 722,
      ]
    ).spot,
    .quantity("com.samsung.health.water_intake", [("amount", "250.0")], "dietary_water", 250)
      .spot,
    .quantity("com.samsung.health.weight", [("weight", "65.0")], "body_mass", 65).spot,
    .quantity(
      "com.samsung.shealth.blood_glucose", [("glucose", "5.6")], "blood_glucose",
      5.6 * 18.01558800000541
    ).spot,
    .quantity(
      "com.samsung.shealth.body_composition_goal", [("target_weight", "55.0")], "body_mass_goal",
      55),
    .quantity(
      "com.samsung.shealth.active_calories.goal", [("value", "200")], "active_energy_goal", 200
    )
    .spot,
    .quantity("com.samsung.shealth.activity.daily_goal", [("value", "60")], "active_time_goal", 60)
      .spot,
    .quantity("com.samsung.shealth.activity.goal", [("value", "60")], "active_time_goal", 60).spot,
    .quantity(
      "com.samsung.shealth.exercise.max_heart_rate", [("max_heart_rate", "195")],
      "maximum_heart_rate", 195
    ).spot,
    .quantity(
      "com.samsung.shealth.mean_arterial_pressure", [("measurement", "93.0"), ("type", "2")],
      "mean_arterial_pressure", 93
    ).spot,
    SamsungCase(
      table: "com.samsung.shealth.tracker.pedometer_recommendation",
      cells: [
        ("value", "7000"), ("set_time", "1767348000000"), ("start_time", ""), ("end_time", ""),
      ],
      type: "steps_goal", number: 7000, end: SamsungDraft.start),
  ]

  private static let days: [SamsungCase] = [
    .components(
      "com.samsung.shealth.activity.day_summary",
      [("step_count", "3137"), ("active_time", "2088640"), ("calorie", "102.5"), ("score", "56")],
      "day_totals",
      ["steps": 3137, "active_time": 2088.64 / 60, "active_energy": 102.5, "score": 56]
    ).onDay("2026-01-01 00:00:00.000"),
    .components(
      "com.samsung.shealth.calories_burned.details",
      [("active_calorie", "102.5"), ("rest_calorie", "1347.5"), ("active_time", "600000")],
      "day_totals", ["active_energy": 102.5, "basal_energy": 1347.5, "active_time": 10]
    ).onDay("1767225600000"),
    .quantity(
      "com.samsung.shealth.cycle.daily_temperature", [("temperature", "34.1")],
      "skin_temperature", 34.1
    ).onDay("2026-01-01 00:00:00.000"),
    .quantity(
      "com.samsung.shealth.heart_health_score", [("total_score", "81.0")], "heart_health_score",
      81
    ).onDay("2026-01-01 00:00:00.000"),
    .quantity(
      "com.samsung.shealth.step_daily_trend", [("count", "1930"), ("source_type", "-2")], "steps",
      1930
    ).onDay("1767225600000"),
    .quantity(
      "com.samsung.shealth.step_daily_trend", [("count", "1200"), ("source_type", "0")],
      "steps_by_device", 1200
    ).onDay("1767225600000"),
    .components(
      "com.samsung.shealth.tracker.floors_day_summary", [("floor_count", "13")], "day_totals",
      ["flights_climbed": 13]
    ).onDay("1767225600000"),
    .quantity(
      "com.samsung.shealth.vitality_score", [("total_score", "53.4")], "energy_score", 53.4
    ).onDay("2026-01-01 00:00:00.000"),
  ]

  private static let app: [SamsungCase] = [
    .code(
      "com.samsung.shealth.activity_level", [("activity_level", "180003")], "activity_level",
      "level_3"
    ).spot,
    SamsungCase(
      table: "com.samsung.shealth.breathing",
      cells: [("duration", "180"), ("cycle", "18"), ("end_time", "2026-01-02 10:00:00.000")],
      type: "mindful_session", end: SamsungDraft.start + 180_000),
    .event("com.samsung.shealth.cycle.flow", [], "menstruation_flow").spot,
    .event("com.samsung.shealth.cycle.prediction", [], "cycle_prediction").spot,
    .event("com.samsung.shealth.cycle.sexual_activity", [], "sexual_activity").spot,
    .event(
      "com.samsung.shealth.exercise", [("exercise_type", "1002"), ("duration", "1200000")],
      "workout"),
    SamsungCase(
      table: "com.samsung.shealth.mindfulness.history",
      cells: [("duration", "600000"), ("end_time", "")], type: "mindful_session",
      end: SamsungDraft.start + 600_000),
    .code("com.samsung.shealth.mood", [("mood_type", "4")], "mood", "level_4").spot,
    .event("com.samsung.shealth.sleep", [("sleep_score", "69")], "sleep_session"),
    .components(
      "com.samsung.shealth.sleep_combined",
      [("sleep_score", "71"), ("sleep_duration", "407"), ("factor_02", "36")], "sleep_summary",
      ["score": 71, "sleep_duration": 407, "deep_duration": 36]),
    .event("com.samsung.shealth.sleep_snoring", [("duration", "257682")], "snoring"),
  ]

  @Test func `there is a case for every row that becomes a record`() {
    let series = ["com.samsung.health.hrv", "com.samsung.health.movement"]
    let mapped = Set(Self.types.filter { $0.recordType != nil }.map(\.native))
    #expect(Set(Self.cases.map(\.table)) == mapped.subtracting(series))
    #expect(Self.types.count == 109)
    #expect(mapped.count == 50)
  }

  @Test(arguments: cases)
  func `a row becomes the record of its table`(_ expected: SamsungCase) throws {
    let batch = try samsungBatch(expected.table, expected.cells)
    let row = try batch.onlyRow
    #expect(row.type == expected.type)
    #expect(row.nativeType == expected.table)
    #expect([row.start, row.end] == [expected.start, expected.end])
    #expect(row.isCivilDate == expected.isCivilDate)
    #expect(row.code == expected.code)
    #expect(row.version == RecordVersion(number: 0, modifiedAt: SamsungDraft.updated))
    #expect(row.zone == (expected.isCivilDate ? nil : "-03:00"))
    if let number = expected.number {
      #expect(row.kind == .quantity)
      #expect(abs(row.number - number) < 1e-9)
    }
    for (name, number) in expected.components {
      #expect(row.kind == .components)
      let quantity = try #require(row.quantity(ofComponent: name), "\(name)")
      #expect(abs(quantity - number) < 1e-9, "\(name)")
    }
    #expect(batch.diagnosed == [:])
    #expect(batch.unaccounted == 0)
  }

  @Test(arguments: types.filter { $0.unsupported != nil })
  func `a row of an unsupported table is kept as it is`(_ type: TypeMapping) throws {
    let batch = try samsungBatch(type.native, [("value", "1"), ("text_value", "x")])
    let row = try batch.onlyRow
    #expect(row.type == "unknown")
    #expect(row.kind == .native)
    #expect(batch.diagnosed == ["unsupported_type": 1])
    #expect(row.native?.contains(#"["text_value","x"]"#) == true)
    #expect(batch.unaccounted == 0)
  }

  @Test(arguments: ["food_info", "user_profile", "device_profile"])
  func `a row that states no time is of none`(_ table: String) throws {
    let name = "com.samsung.health." + table
    let batch = try samsungBatch(name, [("start_time", ""), ("end_time", ""), ("value", "1")])
    let row = try batch.onlyRow
    #expect(row.kind == .native)
    #expect([row.start, row.end] == [0, 0])
    #expect(batch.tallies[name]?.first == .max)
    #expect(batch.tallies[name]?.last == .min)
  }

  @Test func `a row of a table that no one knows is kept as it is`() throws {
    let batch = try samsungBatch("com.samsung.shealth.not_yet", [("value", "1")])
    let row = try batch.onlyRow
    #expect([row.type, row.nativeType] == ["unknown", "com.samsung.shealth.not_yet"])
    #expect(batch.diagnosed == ["unsupported_type": 1])
  }

  @Test(arguments: types.flatMap { type in type.aliases.map { (type.native, $0) } })
  func `the platform's table holds the same records as the app's`(
    _ native: String, alias: String
  ) throws {
    let expected = try #require(Self.cases.first { $0.table == native } ?? nil)
    let row = try samsungRow(native, expected.cells)
    let other = try samsungRow(alias, expected.cells)
    #expect(other.id == row.id)
    #expect(other.contentHash == row.contentHash)
    #expect(other.type == row.type)
  }
}

extension PlainRow {
  /// The number of a component of the payload; nil where there is none.
  func quantity(ofComponent name: String) -> Double? {
    guard let rest = payload?.components(around: #""\#(name)":{"number":"#).dropFirst().first
    else { return nil }
    return Double(rest.prefix { $0.isNumber || ".-e+".contains($0) })
  }
}
