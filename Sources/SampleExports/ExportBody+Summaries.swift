/// One summary of the rings for each local day, the last one of an unfinished day.
extension ExportBody {
  mutating func appendActivitySummaries() throws(SampleError) {
    let energy = KindUnit.energy.shown(in: units)
    for day in 0...plan.days {
      append(summaryOf: day, energy: energy)
      counts.count(\.inserted, of: "ActivitySummary")
      try flushIfFull()
    }
  }

  private mutating func append(summaryOf day: Int, energy: ShownUnit) {
    var random = plan.random(.summaries, day)
    // The watch was set up during the first day: a day of zeros, as real files have them.
    let share: Int64 = day == 0 ? 0 : day == plan.days ? 3 : 10
    text.append(" <ActivitySummary dateComponents=\"")
    text.append(day: CivilDay(number: plan.localDay(day)))
    text.append("\" activeEnergyBurned=\"")
    let burned = random.within(310_000...720_000) * 1_000_000 * share / 10
    text.append(billionths: energy.convert(burned))
    text.append("\" activeEnergyBurnedGoal=\"")
    text.append(billionths: energy.convert(480_000_000_000))
    text.append("\" activeEnergyBurnedUnit=\"")
    text.append(energy.text)
    if version >= 11 { text.append("\" appleMoveTime=\"0\" appleMoveTimeGoal=\"0") }
    text.append("\" appleExerciseTime=\"")
    text.append(integer: random.within(12...75) * share / 10)
    text.append("\" appleExerciseTimeGoal=\"30\" appleStandHours=\"")
    text.append(integer: random.within(8...15) * share / 10)
    text.append("\" appleStandHoursGoal=\"12\"/>\n")
  }
}
