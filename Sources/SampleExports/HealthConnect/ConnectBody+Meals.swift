extension ConnectBody {
  /// Two meals a day, and two glasses of water that are equal but for their ids.
  mutating func appendMeals(_ day: Int) throws(SampleError) {
    for meal in 0..<2 {
      let id = plan.id(.connectNutrition, day * 4 + meal)
      let record = plan.interval(
        .nutrition, id, day, second: Int64(28_800 + meal * 18_000), length: 900, by: .diary)
      let grams = 40 + Int64(id.low % 60)
      try append(record) { Self.appendNutrients(to: &$0, meal: meal, grams: grams) }
    }
    for glass in 0..<2 {
      try append(
        plan.interval(
          .hydration, plan.id(.connectNutrition, day * 4 + 2 + glass), day, second: 36_000,
          length: 60, by: .diary)
      ) { $0.volume("volume", 250) }
    }
  }

  /// What is eaten has an amount; the library prints every other nutrient as zero in all units.
  private static func appendNutrients(to json: inout ConnectJSON, meal: Int, grams: Int64) {
    json.field("name", text: meal == 0 ? "Porridge" : "Bean stew")
    json.field("mealType", meal == 0 ? 1 : 2)
    json.energy("energy", grams * 9_000)
    json.energy("energyFromFat", 0)
    json.mass("totalCarbohydrate", grams * 1_000)
    json.mass("protein", grams * 310)
    json.mass("totalFat", grams * 240)
    json.mass("sodium", 410)
    for name in absentNutrients { json.mass(name, 0) }
  }

  private static let absentNutrients: [StaticString] = [
    "biotin", "caffeine", "calcium", "chloride", "cholesterol", "chromium", "copper",
    "dietaryFiber", "folate", "folicAcid", "iodine", "iron", "magnesium", "manganese",
    "molybdenum", "monounsaturatedFat", "niacin", "pantothenicAcid", "phosphorus",
    "polyunsaturatedFat", "potassium", "riboflavin", "saturatedFat", "selenium", "sugar",
    "thiamin", "transFat", "unsaturatedFat", "vitaminA", "vitaminB12", "vitaminB6", "vitaminC",
    "vitaminD", "vitaminE", "vitaminK", "zinc",
  ]
}
