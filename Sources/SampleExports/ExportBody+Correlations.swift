/// Meals and blood-pressure readings.
///
/// A correlation stands in its own section of the file; every row of it also stands among the
/// plain records of its type. Both places are generated from the meal's or reading's number.
extension ExportBody {
  /// The rows at top level, grouped by type like all records.
  mutating func appendCorrelationRows() throws(SampleError) {
    for (index, nutrient) in RecordKind.nutrients.enumerated() {
      let run = RecordRun(nutrient, units: units)
      for meal in 0..<mealCount {
        append(Meal(meal, plan).row(index, of: nutrient), in: run, level: 1)
        counts.count(\.inserted, of: nutrient.type)
        try flushIfFull()
      }
    }
    for (index, side) in RecordKind.bloodPressure.enumerated() {
      let run = RecordRun(side, units: units)
      for reading in 0..<readingCount {
        append(PressureReading(reading, plan).row(index), in: run, level: 1)
        // The one record of the reading absorbs both of its rows.
        counts.count(\.linked, of: side.type)
        try flushIfFull()
      }
    }
  }

  /// The correlations themselves with their rows inside.
  mutating func appendCorrelations() throws(SampleError) {
    let nutrients = RecordKind.nutrients.map { RecordRun($0, units: units) }
    for number in 0..<mealCount {
      let meal = Meal(number, plan)
      let rows = nutrients.enumerated().map { ($1, meal.row($0, of: $1.kind)) }
      append(correlation: "HKCorrelationTypeIdentifierFood", rows)
      try flushIfFull()
    }
    let sides = RecordKind.bloodPressure.map { RecordRun($0, units: units) }
    for number in 0..<readingCount {
      let reading = PressureReading(number, plan)
      let rows = sides.enumerated().map { ($1, reading.row($0)) }
      append(correlation: "HKCorrelationTypeIdentifierBloodPressure", rows)
      try flushIfFull()
    }
  }

  private mutating func append(
    correlation type: String, _ rows: [(run: RecordRun, draft: RecordDraft)]
  ) {
    guard let first = rows.first else { return }
    text.append(" <Correlation type=\"")
    text.append(verbatim: type)
    text.append("\"")
    append(source: first.draft.source, at: first.draft.start, pointer: first.draft.pointer)
    append(created: first.draft.created, start: first.draft.start, end: first.draft.end)
    text.append(">\n")
    appendMetadata(of: first.draft, in: first.run, level: 2)
    for row in rows {
      append(row.draft, in: row.run, level: 2)
      counts.count(\.linked, of: row.run.kind.type)
    }
    text.append(" </Correlation>\n")
    counts.count(\.inserted, of: type)
  }

  /// What a food app stores with a meal: among it two keys that differ only in case.
  mutating func appendFood(_ variation: UInt64, level: Int) {
    append(metadata: "HKWasUserEntered", "1", level: level)
    append(metadata: "HKFoodType", Meal.dishes[Int(variation >> 8 & 3)], level: level)
    append(metadata: "meal", Meal.names[Int(variation & 1)], level: level)
    append(metadata: "Meal", "meal", level: level)
    if variation & 2 != 0 {
      openMetadata("HKExternalUUID", level: level)
      text.append(uuid: variation, variation &* 0x9E37_79B9_7F4A_7C15)
      text.append("\"/>\n")
    }
  }

  /// Two meals a day.
  private var mealCount: Int { plan.days * 2 }

  /// A reading every other day.
  private var readingCount: Int { (plan.days + 1) / 2 }
}

/// One meal, the same whenever asked for.
private struct Meal {
  private let start: Instant
  private let variation: UInt64
  private var random: SplitMix64

  static let names: [StaticString] = ["Breakfast", "Dinner"]
  static let dishes: [StaticString] = [
    "Porridge &quot;large&quot; &amp; berries", "Lentil stew", "Cr\u{E8}me fra\u{EE}che &lt;20 %",
    "Rye bread, cheese",
  ]

  init(_ number: Int, _ plan: SamplePlan) {
    random = plan.random(.meals, number)
    let isDinner = number % 2 == 1
    let second: Int64 = (isDinner ? 67_500 : 26_100) + random.below(90) * 60
    start = plan.instant(day: number / 2, second: second)
    variation = random.next() & ~1 | (isDinner ? 1 : 0)
  }

  /// The row of the nutrient at `index` in the table.
  func row(_ index: Int, of kind: RecordKind) -> RecordDraft {
    var random = self.random
    var value: Int64 = 0
    for _ in 0...index { value = Int64(truncatingIfNeeded: random.next() >> 32) }
    if case .quantity(let low, let high, let step) = kind.value {
      value = low + value % ((high - low) / step + 1) * step
    }
    return RecordDraft(
      source: .foodDiary, pointer: 0, start: start, end: start, created: start + 340,
      value: value, variation: variation)
  }
}

/// One blood-pressure reading, the same whenever asked for.
private struct PressureReading {
  private let start: Instant
  private let values: [Int64]

  init(_ number: Int, _ plan: SamplePlan) {
    var random = plan.random(.bloodPressure, number)
    start = plan.instant(day: number * 2, second: 28_800) + random.below(3_600)
    values = [random.within(108...134), random.within(66...86)]
  }

  /// Systolic at 0, diastolic at 1.
  func row(_ index: Int) -> RecordDraft {
    RecordDraft(
      source: .cuff, pointer: 0, start: start, end: start, created: start + 5,
      value: values[index] * 1_000_000_000, variation: 0)
  }
}

extension RecordKind {
  /// The rows of a meal.
  static let nutrients: [RecordKind] = [
    .quantity("DietaryEnergyConsumed", .energy, 0).values(180, 950, step: 1).with(.food),
    .quantity("DietaryCarbohydrates", .fixed("g"), 0).values(12, 120, step: 0.1).with(.food),
    .quantity("DietaryProtein", .fixed("g"), 0).values(4, 48, step: 0.1).with(.food),
    .quantity("DietaryFatTotal", .fixed("g"), 0).values(2, 44, step: 0.1).with(.food),
    .quantity("DietaryFiber", .fixed("g"), 0).values(1, 14, step: 0.1).with(.food),
    .quantity("DietarySodium", .fixed("mg"), 0).values(80, 1_400, step: 1).with(.food),
  ]

  /// The rows of a blood-pressure reading.
  static let bloodPressure: [RecordKind] = [
    .quantity("BloodPressureSystolic", .fixed("mmHg"), 0).values(90, 160, step: 1),
    .quantity("BloodPressureDiastolic", .fixed("mmHg"), 0).values(50, 100, step: 1),
  ]
}
