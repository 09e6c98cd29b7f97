extension SamsungBody {
  /// Weight, height and blood pressure.
  mutating func writePerson() throws(SampleError) {
    try writeWeight()
    try writeHeight()
    try writeBloodPressure()
    try begin(.bloodGlucose)
    try endTable()
  }

  private struct WeightColumns {
    let weight, height, fat, fatMass, fatFree, fatFreeMass: Int
    let muscle, muscleMass, water, rate: Int

    init(_ table: SamsungTable) throws(SampleError) {
      weight = try table.column("weight")
      height = try table.column("height")
      fat = try table.column("body_fat")
      fatMass = try table.column("body_fat_mass")
      fatFree = try table.column("fat_free")
      fatFreeMass = try table.column("fat_free_mass")
      muscle = try table.column("skeletal_muscle")
      muscleMass = try table.column("skeletal_muscle_mass")
      water = try table.column("total_body_water")
      rate = try table.column("basal_metabolic_rate")
    }
  }

  /// A weighing every second day; of the first two one is corrected and one deleted later.
  private mutating func writeWeight() throws(SampleError) {
    try begin(.weight)
    let columns = try WeightColumns(table)
    for day in stride(from: 0, to: plan.days, by: 2) {
      if day == 2 && plan.isEarlier(day) {
        countAbsent()
        continue
      }
      let isCorrected = day == 0 && plan.isEarlier(day)
      let uuid = plan.uuid(.samsungBody, day)
      setWeight(64_000 + Int64(uuid.high % 2_400) - (isCorrected ? 500 : 0), columns)
      let start = calendar.millis(day, second: 25_500) + Millis(uuid.low % 900_000)
      var stamp = stamp(uuid, day, from: start, to: start, by: plan.phone(on: day))
      if isCorrected { stamp.updated = plan.phoneChange + 3_600_000 }
      try endRow(stamp, isCorrected ? .edited : fate(day))
    }
    try endTable()
  }

  /// Sets all columns that a scale fills, from grams.
  private mutating func setWeight(_ grams: Int64, _ columns: WeightColumns) {
    let fat = grams * 312 / 1_000
    row.set(columns.weight, grams, decimals: 3)
    row.set(columns.height, "166.0")
    row.set(columns.fat, "31.2")
    row.set(columns.fatMass, fat, decimals: 3)
    row.set(columns.fatFree, "68.8")
    row.set(columns.fatFreeMass, grams - fat, decimals: 3)
    row.set(columns.muscle, "33.532482")
    row.set(columns.muscleMass, grams * 335 / 1_000, decimals: 3)
    row.set(columns.water, grams * 472 / 1_000, decimals: 3)
    row.set(columns.rate, grams / 52)
  }

  /// One row, stored by a phone whose clock was behind: `update_time` before `create_time`.
  private mutating func writeHeight() throws(SampleError) {
    try begin(.height)
    row.set(try column("height"), "166.0")
    let start = calendar.millis(0, second: 43_200)
    var stamp = stamp(plan.uuid(.samsungHeight, 0), 0, from: start, to: start, by: .phone)
    stamp.created = stamp.updated + 900_000
    try endRow(stamp, fate(0))
    try endTable()
  }

  private mutating func writeBloodPressure() throws(SampleError) {
    try begin(.bloodPressure)
    let (systolic, diastolic) = (try column("systolic"), try column("diastolic"))
    let (mean, pulse) = (try column("mean"), try column("pulse"))
    for day in stride(from: 0, to: plan.days, by: 3) {
      let uuid = plan.uuid(.samsungBloodPressure, day)
      let upper = 108 + Int64(uuid.low % 28)
      row.set(systolic, upper * 10, decimals: 1)
      row.set(diastolic, (upper - 42) * 10, decimals: 1)
      row.set(mean, "0.0")
      row.set(pulse, 56 + Int64(uuid.high % 30))
      let start = calendar.millis(day, second: 72_000) + Millis(uuid.low % 600_000)
      try endRow(stamp(uuid, day, from: start, to: start, by: plan.phone(on: day)), fate(day))
    }
    try endTable()
  }
}
