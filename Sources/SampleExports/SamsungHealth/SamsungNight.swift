/// One sleep of the owner, or one of the two halves of an interrupted night.
struct SamsungSleep {
  /// Its number inside its day: 0 and 1 for nights, 2 for naps.
  let index: Int
  let start: Millis
  /// Codes of `sleep_stage` with minutes, touching each other; empty for naps.
  let stages: [(code: Int64, minutes: Int64)]
  let minutes: Int64

  var end: Millis { start + minutes * 60_000 }

  /// Minutes in a stage.
  func minutes(in code: Int64) -> Int64 {
    stages.reduce(0) { $0 + ($1.code == code ? $1.minutes : 0) }
  }
}

extension SamsungBody {
  /// Every fourth night is in two segments, which `sleep_combined` joins.
  func isInterrupted(_ day: Int) -> Bool { day % 4 == 2 }

  /// The night that ends in the morning of a day, then the day's nap if it has one.
  func sleeps(_ day: Int) -> [SamsungSleep] {
    var random = plan.random(.samsungSleep, day)
    let bed = -random.within(30...90) * 60
    var sleeps: [SamsungSleep] = []
    var start = calendar.millis(day, second: bed)
    for index in 0..<(isInterrupted(day) ? 2 : 1) {
      let sleep = night(index, from: start, cycles: isInterrupted(day) ? 2 : 5, &random)
      sleeps.append(sleep)
      start = sleep.end + 40 * 60_000
    }
    if day % 5 == 3 {
      sleeps.append(
        SamsungSleep(
          index: 2, start: calendar.millis(day, second: 50_400), stages: [],
          minutes: random.within(25...70)))
    }
    return sleeps
  }

  private func night(
    _ index: Int, from start: Millis, cycles: Int, _ random: inout SplitMix64
  ) -> SamsungSleep {
    var stages: [(code: Int64, minutes: Int64)] = []
    for _ in 0..<cycles {
      for (code, range) in Self.cycle { stages.append((code, random.within(range))) }
    }
    let minutes = stages.reduce(0) { $0 + $1.minutes }
    return SamsungSleep(index: index, start: start, stages: stages, minutes: minutes)
  }

  /// Light, deep, light, REM, awake.
  private static let cycle: [(Int64, ClosedRange<Int64>)] = [
    (40_002, 18...30), (40_003, 12...24), (40_002, 10...20), (40_004, 8...20), (40_001, 1...5),
  ]

  func sleepUUID(_ day: Int, _ index: Int) -> SampleUUID {
    plan.uuid(.samsungSleep, day * 4 + index)
  }
}
