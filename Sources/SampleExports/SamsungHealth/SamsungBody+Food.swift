extension SamsungBody {
  /// Water, coffee, foods, what was eaten and the nutrients of meals.
  mutating func writeFood() throws(SampleError) {
    try writeWater()
    try writeCaffeine()
    try writeFoods()
    try writeIntake()
    try writeNutrition()
  }

  /// Three glasses a day; one row is cut off in the middle, one is corrected later.
  private mutating func writeWater() throws(SampleError) {
    try begin(.water)
    let (amount, unit) = (try column("amount"), try column("unit_amount"))
    for day in 0..<plan.days {
      if day == 1 { try appendDamagedRow("2025-03-29 09:14:05.120,250.0,,2025-03-29") }
      for index in 0..<3 {
        let isCorrected = day == 0 && index == 1 && plan.isEarlier(day)
        let uuid = plan.uuid(.samsungWater, day * 4 + index)
        row.set(amount, isCorrected ? "300.0" : "250.0")
        row.set(unit, "250.0")
        var stamp = momentStamp(uuid, day, hour: 9 + 4 * index)
        if isCorrected { stamp.updated = plan.phoneChange + 1_800_000 }
        try endRow(stamp, isCorrected ? .edited : fate(day))
      }
    }
    try endTable()
  }

  private mutating func writeCaffeine() throws(SampleError) {
    try begin(.caffeine)
    let (amount, unit) = (try column("amount"), try column("unit_amount"))
    for day in 0..<plan.days {
      row.set(amount, "95.0")
      row.set(unit, "95.0")
      try endRow(momentStamp(plan.uuid(.samsungCaffeine, day), day, hour: 8), fate(day))
    }
    try endTable()
  }

  /// A time within the hour, drawn from the id.
  private func momentStamp(_ uuid: SampleUUID, _ day: Int, hour: Int) -> SamsungStamp {
    let start = calendar.millis(day, second: Int64(hour) * 3_600) + Millis(uuid.high % 3_500_000)
    return stamp(uuid, day, from: start, to: start, by: plan.phone(on: day))
  }
}

// MARK: - Meals

extension SamsungBody {
  /// A food of the sample with its nutrients in one serving.
  private struct Food {
    let name, description: StaticString
    /// Kilocalories; the rest in tenths of a gram.
    let calorie, carbohydrate, protein, fat: Int64
  }

  private static let foods: [Food] = [
    Food(
      name: "Oat porridge", description: "61 kcal, per 100 g", calorie: 280,
      carbohydrate: 482, protein: 101, fat: 54),
    Food(
      name: "Bean stew", description: "a plate, with \"fresh\" herbs", calorie: 410,
      carbohydrate: 520, protein: 214, fat: 96),
    Food(
      name: "Rye bread with cheese", description: "two slices", calorie: 350,
      carbohydrate: 402, protein: 158, fat: 141),
  ]

  private mutating func writeFoods() throws(SampleError) {
    try begin(.foodInfo)
    let (name, description) = (try column("name"), try column("description"))
    let (calorie, carbohydrate) = (try column("calorie"), try column("carbohydrate"))
    let (protein, fat) = (try column("protein"), try column("total_fat"))
    let (amount, unit) = (try column("metric_serving_amount"), try column("metric_serving_unit"))
    for (index, food) in Self.foods.enumerated() {
      row.set(name, food.name)
      row.set(description, quoting: food.description)
      row.set(calorie, food.calorie * 10, decimals: 1)
      row.set(carbohydrate, food.carbohydrate, decimals: 1)
      row.set(protein, food.protein, decimals: 1)
      row.set(fat, food.fat, decimals: 1)
      row.set(amount, "100")
      row.set(unit, "g")
      let start = calendar.millis(0, second: 20_000)
      let uuid = plan.uuid(.samsungFoodInfo, index)
      try endRow(stamp(uuid, 0, from: start, to: start, by: .phone), fate(0))
    }
    try endTable()
  }

  private mutating func writeIntake() throws(SampleError) {
    try begin(.foodIntake)
    let (name, food) = (try column("name"), try column("food_info_id"))
    let (amount, unit) = (try column("amount"), try column("unit"))
    let (calorie, meal) = (try column("calorie"), try column("meal_type"))
    for day in 0..<plan.days {
      for (index, eaten) in Self.foods.enumerated() {
        row.set(name, eaten.name)
        row.set(food, plan.uuid(.samsungFoodInfo, index))
        row.set(amount, "1.0")
        row.set(unit, "120001")
        row.set(calorie, eaten.calorie * 10, decimals: 1)
        row.set(meal, Int64(100_001 + index))
        let uuid = plan.uuid(.samsungFoodIntake, day * 4 + index)
        try endRow(momentStamp(uuid, day, hour: 7 + 6 * index), fate(day))
      }
    }
    try endTable()
  }

  /// The meals' sums: each meal is one food here, so they repeat it.
  private mutating func writeNutrition() throws(SampleError) {
    try begin(.nutrition)
    let (title, meal) = (try column("title"), try column("meal_type"))
    let (calorie, carbohydrate) = (try column("calorie"), try column("carbohydrate"))
    let (protein, fat) = (try column("protein"), try column("total_fat"))
    let (iron, trans) = (try column("iron"), try column("trans_fat"))
    for day in 0..<plan.days {
      for (index, food) in Self.foods.enumerated() {
        if day % 4 == 0 && index == 1 {
          row.set(title, quoting: "Lunch,\nin the garden")
        } else {
          row.set(title, food.name)
        }
        row.set(meal, Int64(100_001 + index))
        row.set(calorie, food.calorie * 10, decimals: 1)
        row.set(carbohydrate, food.carbohydrate, decimals: 1)
        row.set(protein, food.protein, decimals: 1)
        row.set(fat, food.fat, decimals: 1)
        // Percent of a daily value.
        row.set(iron, "15.2")
        row.set(trans, "0.0")
        let uuid = plan.uuid(.samsungNutrition, day * 4 + index)
        try endRow(momentStamp(uuid, day, hour: 7 + 6 * index), fate(day))
      }
    }
    try endTable()
  }
}
