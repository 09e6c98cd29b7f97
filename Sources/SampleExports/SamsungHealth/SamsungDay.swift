/// What the owner did on one day, as the tables of activity tell it.
struct SamsungDay {
  let phoneSteps: Int64
  let watchSteps: Int64
  /// All sources together: more than the greatest, less than the sum.
  let steps: Int64
  let runSteps: Int64
  let floors: Int64
  /// The multiple of a minute that the ten-minute bins begin to fill.
  let firstBin: Int

  init(_ plan: SamsungPlan, _ day: Int) {
    var random = plan.random(.samsungDays, day)
    phoneSteps = random.within(1_200...5_200)
    watchSteps = random.within(3_600...11_000)
    steps = max(phoneSteps, watchSteps) + random.below(min(phoneSteps, watchSteps))
    runSteps = random.within(0...300)
    floors = random.within(0...14)
    firstBin = Int(random.within(42...54))
  }

  /// Hundredths of a metre that so many steps take.
  static func centimetres(_ steps: Int64) -> Int64 { steps * 74 }

  /// Hundredths of a kilocalorie that so many steps burn.
  static func calories(_ steps: Int64) -> Int64 { steps * 4 }

  /// Milliseconds that so many steps take.
  static func milliseconds(_ steps: Int64) -> Int64 { steps * 560 }
}

/// Whose steps a row of the daily trend counts.
enum SamsungStepSource: Int, CaseIterable {
  case combined = -2
  case phone = 0
  case watch = 102

  /// The row's place among those of its day.
  var place: Int {
    switch self {
    case .combined: 0
    case .phone: 1
    case .watch: 2
    }
  }

  func steps(_ day: SamsungDay) -> Int64 {
    switch self {
    case .combined: day.steps
    case .phone: day.phoneSteps
    case .watch: day.watchSteps
    }
  }
}
