extension SamsungBody {
  /// Steps, activity and energy of days, steps of minutes, floors.
  mutating func writeActivity() throws(SampleError) {
    try writeStepTrend()
    try writeStepMinutes()
    try writePedometerDays()
    try writeActivityDays()
    try writeCalories()
    try writeFloors()
  }

  /// The stamp of a row of a day table: written at the end of the day or, after a change of phones,
  /// by the new one.
  private func dayStamp(
    _ part: SamplePart, _ index: Int, _ day: Int, by device: SamsungDevice
  ) -> SamsungStamp {
    let isAnew = plan.isEarlier(day) && device != .watch
    let uuid = isAnew ? plan.uuidOnNewPhone(part, index) : plan.uuid(part, index)
    let end = calendar.millis(day, second: 86_400)
    var stamp = stamp(uuid, day, from: end, to: end, by: device)
    if isAnew {
      stamp.created = plan.phoneChange + Millis(uuid.low % 90_000)
      stamp.updated = stamp.created
    }
    return stamp
  }

  /// The phone that a day's rows name: the new one has written the old days anew.
  private func writer(of day: Int) -> SamsungDevice {
    plan.earlierDays == nil ? .phone : .newPhone
  }

  /// Appends the civil date of a day as the milliseconds of its midnight in UTC.
  private mutating func setDay(_ column: Int, _ day: Int) {
    row.set(column, calendar.civilDay(day) * 86_400_000)
  }
}

// MARK: - Steps

extension SamsungBody {
  private func device(of source: SamsungStepSource, _ day: Int) -> SamsungDevice {
    switch source {
    case .combined: .combined
    case .phone: writer(of: day)
    case .watch: .watch
    }
  }

  private func trendStamp(_ source: SamsungStepSource, _ day: Int) -> SamsungStamp {
    dayStamp(
      .samsungStepTrend, day * 4 + source.place, day, by: device(of: source, day))
  }

  /// A new phone counts old days of its own as the old one did, but for the last digit of floats.
  private func trendFate(_ source: SamsungStepSource, _ day: Int) -> SamsungFate {
    guard plan.isEarlier(day) else { return .new }
    return source == .phone ? .edited : .same
  }

  private mutating func writeStepTrend() throws(SampleError) {
    try begin(.stepTrend)
    let (file, kind) = (try column("binning_data"), try column("source_type"))
    let (count, speed) = (try column("count"), try column("speed"))
    let (distance, calorie) = (try column("distance"), try column("calorie"))
    let (package, date) = (try column("source_pkg_name"), try column("day_time"))
    for day in 0..<plan.days {
      let facts = SamsungDay(plan, day)
      for source in SamsungStepSource.allCases {
        let (stamp, fate) = (trendStamp(source, day), trendFate(source, day))
        let steps = source.steps(facts)
        if source != .phone { row.set(file, fileOf: stamp.uuid, "binning_data") }
        row.set(kind, Int64(source.rawValue))
        row.set(count, steps)
        row.set(speed, 13_500_000 + steps * 7, decimals: 7)
        let metres = SamsungDay.centimetres(steps) * 1_000
        row.set(distance, fate == .edited ? metres - 1 : metres, decimals: 5)
        row.set(calorie, SamsungDay.calories(steps), decimals: 2)
        row.set(package, "com.sec.android.app.shealth")
        setDay(date, day)
        try endRow(stamp, fate)
      }
    }
    try endTable()
    for day in 0..<plan.days {
      let facts = SamsungDay(plan, day)
      for source in [SamsungStepSource.combined, .watch] {
        try writeSideFile(trendStamp(source, day).uuid, "binning_data") { text in
          facts.appendBins(of: source.steps(facts), to: &text)
        }
      }
    }
  }

  private mutating func writeStepMinutes() throws(SampleError) {
    try begin(.stepMinutes)
    let columns = try StepMinuteColumns(table)
    // The app keeps these for about a month.
    for day in max(plan.days - 31, 0)..<plan.days {
      var random = plan.random(.samsungStepMinutes, day)
      let minutes = configuration.stepMinutesPerDay
      for index in 0..<minutes {
        let second = Int64(7 * 3_600 + index * 840 / max(minutes, 1) * 60)
        let start = calendar.millis(day, second: second)
        let steps = random.within(4...118)
        // Phone and watch count the same walk in every third minute.
        let devices: [SamsungDevice] =
          index % 3 == 0 ? [plan.phone(on: day), .watch] : [.watch]
        for (place, device) in devices.enumerated() {
          let uuid = plan.uuid(.samsungStepMinutes, (day << 12 | index) << 1 | place)
          setMinute(max(steps - Int64(place) * 3, 1), columns)
          try endRow(stamp(uuid, day, from: start, to: start + 60_000, by: device), fate(day))
        }
      }
    }
    try endTable()
  }

  private struct StepMinuteColumns {
    let duration, version, run, walk, count, speed, distance, calorie: Int

    init(_ table: SamsungTable) throws(SampleError) {
      duration = try table.column("duration")
      version = try table.column("version_code")
      run = try table.column("run_step")
      walk = try table.column("walk_step")
      count = try table.column("count")
      speed = try table.column("speed")
      distance = try table.column("distance")
      calorie = try table.column("calorie")
    }
  }

  private mutating func setMinute(_ steps: Int64, _ columns: StepMinuteColumns) {
    row.set(columns.duration, min(SamsungDay.milliseconds(steps), 60_000))
    row.set(columns.version, "4")
    row.set(columns.run, "0")
    row.set(columns.walk, steps)
    row.set(columns.count, steps)
    row.set(columns.speed, 11_000_000 + steps * 31_337, decimals: 7)
    row.set(columns.distance, SamsungDay.centimetres(steps), decimals: 2)
    row.set(columns.calorie, SamsungDay.calories(steps), decimals: 2)
  }

  private mutating func writePedometerDays() throws(SampleError) {
    try begin(.pedometerDays)
    let (count, walk) = (try column("step_count"), try column("walk_step_count"))
    let (run, active) = (try column("run_step_count"), try column("active_time"))
    let (distance, calorie) = (try column("distance"), try column("calorie"))
    let (package, date) = (try column("source_package_name"), try column("day_time"))
    let recommendation = try column("recommendation")
    for day in 0..<plan.days {
      let facts = SamsungDay(plan, day)
      let uuid = plan.uuid(.samsungPedometerDays, day)
      row.set(count, facts.steps)
      row.set(run, facts.runSteps)
      row.set(walk, facts.steps - facts.runSteps)
      row.set(active, SamsungDay.milliseconds(facts.steps))
      row.set(recommendation, "6000")
      row.set(distance, SamsungDay.centimetres(facts.steps), decimals: 2)
      row.set(calorie, SamsungDay.calories(facts.steps), decimals: 2)
      row.set(package, "com.sec.android.app.shealth")
      setDay(date, day)
      let end = calendar.millis(day, second: 86_400)
      try endRow(stamp(uuid, day, from: end, to: end, by: .combined), fate(day))
    }
    try endTable()
  }
}

// MARK: - Days

extension SamsungBody {
  private mutating func writeActivityDays() throws(SampleError) {
    try begin(.activityDays)
    let (count, distance) = (try column("step_count"), try column("distance"))
    let (active, walk) = (try column("active_time"), try column("walk_time"))
    let (run, others) = (try column("run_time"), try column("others_time"))
    let (calorie, score) = (try column("calorie"), try column("score"))
    let (goal, floors) = (try column("goal"), try column("floor_count"))
    let date = try column("day_time")
    for day in 0..<plan.days {
      let facts = SamsungDay(plan, day)
      let stamp = dayStamp(.samsungActivityDays, day, day, by: writer(of: day))
      let time = SamsungDay.milliseconds(facts.steps)
      let runTime = SamsungDay.milliseconds(facts.runSteps)
      row.set(count, facts.steps)
      row.set(distance, SamsungDay.centimetres(facts.steps), decimals: 2)
      row.set(active, time)
      row.set(walk, time - runTime)
      row.set(run, runTime)
      row.set(others, "0")
      row.set(calorie, SamsungDay.calories(facts.steps), decimals: 2)
      // The new phone scores old days anew.
      row.set(score, facts.steps / 120 + (plan.isEarlier(day) ? 1 : 0))
      row.set(goal, "-1")
      row.set(floors, facts.floors * 10, decimals: 1)
      row.set(date, time: calendar.civilDay(day) * 86_400_000)
      try endRow(stamp, plan.isEarlier(day) ? .edited : .new)
    }
    try endTable()
  }

  private mutating func writeCalories() throws(SampleError) {
    try begin(.calories)
    let (rest, burned) = (try column("rest_calorie"), try column("active_calorie"))
    let (active, tef) = (try column("active_time"), try column("tef_calorie"))
    let (goal, date) = (try column("active_calories_goal"), try column("day_time"))
    for day in 0..<plan.days {
      let facts = SamsungDay(plan, day)
      // The first export has the second day twice under two ids, as real ones have some days.
      let copies = day == 1 && plan.earlierDays == nil ? 2 : 1
      for copy in 0..<copies {
        row.set(goal, "500")
        row.set(rest, 13_478_859 + (plan.isEarlier(day) ? 5 : 0), decimals: 4)
        row.set(burned, SamsungDay.calories(facts.steps), decimals: 2)
        row.set(active, SamsungDay.milliseconds(facts.steps))
        row.set(tef, "0.0")
        setDay(date, day)
        var stamp = dayStamp(.samsungCalories, day * 2, day, by: writer(of: day))
        if copy > 0 { stamp.uuid = plan.uuid(.samsungCalories, day * 2 + copy) }
        let fate: SamsungFate = plan.isEarlier(day) ? .edited : .new
        try endRow(stamp, copy > 0 ? .repeated : fate)
      }
    }
    try endTable()
  }

  private mutating func writeFloors() throws(SampleError) {
    try begin(.floors)
    let (floor, file) = (try column("floor"), try column("raw_data"))
    for day in 0..<plan.days {
      for index in 0..<floorCount(day) {
        let stamp = floorStamp(day, index)
        row.set(floor, "1.0")
        if index == 0 { row.set(file, fileOf: stamp.uuid, "raw_data") }
        try endRow(stamp, fate(day))
      }
    }
    try endTable()
    for day in 0..<plan.days where floorCount(day) > 0 {
      let stamp = floorStamp(day, 0)
      try writeSideFile(stamp.uuid, "raw_data") { text in
        text.append("[{\"end_time\":")
        text.append(integer: stamp.end)
        text.append(",\"floor\":1.0}]")
      }
    }
  }

  private func floorCount(_ day: Int) -> Int { Int(SamsungDay(plan, day).floors) / 4 }

  private func floorStamp(_ day: Int, _ index: Int) -> SamsungStamp {
    let uuid = plan.uuid(.samsungFloors, day * 4 + index)
    let start =
      calendar.millis(day, second: Int64(9 + 3 * index) * 3_600) + Millis(uuid.low % 999_000)
    return stamp(uuid, day, from: start, to: start + 42_000, by: .watch)
  }
}

extension SamsungDay {
  /// Appends the 144 bins of ten minutes, by position, that make so many steps.
  func appendBins(of steps: Int64, to text: inout ByteText) {
    text.append("[")
    for bin in 0..<144 {
      if bin > 0 { text.append(",") }
      let isActive = bin >= firstBin && bin < firstBin + 64
      let first = steps / 64 + (bin == firstBin ? steps % 64 : 0)
      let count = isActive ? first : 0
      text.append("{\"count\":")
      text.append(integer: count)
      text.append(",\"calorie\":")
      text.append(decimal: Self.calories(count), decimals: 2)
      text.append(",\"distance\":")
      text.append(decimal: Self.centimetres(count), decimals: 2)
      text.append(",\"speed\":")
      text.append(isActive ? "4.86" : "0.0")
      text.append("}")
    }
    text.append("]")
  }
}
