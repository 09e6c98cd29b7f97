extension SamsungBody {
  /// Sleep, its stages and the nights joined from segments.
  mutating func writeNights() throws(SampleError) {
    try writeSleep()
    try writeStages()
    try writeCombined()
  }

  /// The app scores old nights again: a later export has some with another score.
  private func isScoredAgain(_ day: Int) -> Bool { plan.isEarlier(day) && day % 3 == 1 }

  private mutating func writeSleep() throws(SampleError) {
    try begin(.sleep)
    let (score, duration) = (try column("sleep_score"), try column("sleep_duration"))
    let (efficiency, quality) = (try column("efficiency"), try column("quality"))
    let (light, rem) = (try column("total_light_duration"), try column("total_rem_duration"))
    let (deep, awake) = (try column("factor_02"), try column("factor_05"))
    let (total, combined) = (try column("factor_06"), try column("combined_id"))
    let (kind, data) = (try column("sleep_type"), try column("has_sleep_data"))
    let (bed, goal) = (try column("original_bed_time"), try column("goal_bed_time"))
    for day in 0..<plan.days {
      for sleep in sleeps(day) {
        let uuid = sleepUUID(day, sleep.index)
        row.set(duration, sleep.minutes)
        row.set(total, sleep.minutes)
        row.set(data, "0")
        row.set(kind, "-1")
        row.set(quality, "0")
        row.set(goal, "82800000")
        if sleep.stages.isEmpty {
          row.set(efficiency, "-1.0")
        } else {
          row.set(score, Int64(60 + uuid.high % 39) + (isScoredAgain(day) ? 1 : 0))
          row.set(efficiency, 880 + Int64(uuid.low % 100), decimals: 1)
          row.set(light, sleep.minutes(in: 40_002))
          row.set(deep, sleep.minutes(in: 40_003))
          row.set(rem, sleep.minutes(in: 40_004))
          row.set(awake, sleep.minutes(in: 40_001))
          row.set(bed, time: sleep.start - 300_000)
        }
        if isInterrupted(day) && sleep.index < 2 {
          row.set(combined, plan.uuid(.samsungSleepCombined, day))
        }
        try endRow(sleepStamp(day, sleep), isScoredAgain(day) ? .edited : fate(day))
      }
    }
    try endTable()
  }

  /// Scored in the hours after waking, and in a later export once more.
  private func sleepStamp(_ day: Int, _ sleep: SamsungSleep) -> SamsungStamp {
    let uuid = sleepUUID(day, sleep.index)
    var stamp = stamp(uuid, day, from: sleep.start, to: sleep.end, by: .watch)
    stamp.updated = stamp.created + Millis(uuid.high % 18_000_000)
    if isScoredAgain(day) { stamp.updated = plan.phoneChange + 7_200_000 }
    return stamp
  }

  private mutating func writeStages() throws(SampleError) {
    try begin(.sleepStages)
    let (parent, stage) = (try column("sleep_id"), try column("stage"))
    for day in 0..<plan.days {
      for sleep in sleeps(day) {
        var start = sleep.start
        for (index, part) in sleep.stages.enumerated() {
          let end = start + part.minutes * 60_000
          let uuid = plan.uuid(.samsungSleepStages, (day * 4 + sleep.index) << 6 | index)
          row.set(parent, sleepUUID(day, sleep.index))
          row.set(stage, part.code)
          try endRow(stamp(uuid, day, from: start, to: end, by: .watch), fate(day))
          start = end
        }
      }
    }
    try endTable()
  }

  private mutating func writeCombined() throws(SampleError) {
    try begin(.sleepCombined)
    let (score, duration) = (try column("sleep_score"), try column("sleep_duration"))
    let kind = try column("sleep_type")
    for day in 0..<plan.days where isInterrupted(day) {
      let segments = sleeps(day).filter { $0.index < 2 }
      guard let first = segments.first, let last = segments.last else { continue }
      row.set(score, "71")
      // Without the gap between the segments.
      row.set(duration, segments.reduce(0) { $0 + $1.minutes })
      row.set(kind, "3")
      let uuid = plan.uuid(.samsungSleepCombined, day)
      try endRow(stamp(uuid, day, from: first.start, to: last.end, by: .watch), fate(day))
    }
    try endTable()
  }
}
