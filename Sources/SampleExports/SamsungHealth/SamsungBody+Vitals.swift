extension SamsungBody {
  /// Oxygen, stress, variability and breathing, each with side files.
  mutating func writeVitals() throws(SampleError) {
    try writeOxygen()
    try writeStress()
    try writeVariability()
    try writeBreathing()
  }

  /// The first sleep of a night carries the measurements of sleep.
  private func night(_ day: Int) -> SamsungSleep? { sleeps(day).first }

  private func nightStamp(_ part: SamplePart, _ day: Int, _ night: SamsungSleep) -> SamsungStamp {
    stamp(plan.uuid(part, day), day, from: night.start, to: night.end, by: .watch)
  }

  private mutating func writeOxygen() throws(SampleError) {
    try begin(.oxygen)
    let (tag, value) = (try column("tag_id"), try column("spo2"))
    let (greatest, least) = (try column("max"), try column("min"))
    let (file, low) = (try column("binning"), try column("low_duration"))
    for day in 0..<plan.days {
      guard let night = night(day) else { continue }
      let stamp = nightStamp(.samsungOxygen, day, night)
      row.set(tag, "31301")
      row.set(value, 940 + Int64(stamp.uuid.low % 5) * 10, decimals: 1)
      row.set(greatest, "99.0")
      row.set(least, "90.0")
      row.set(low, "0")
      row.set(file, fileOf: stamp.uuid, "com.samsung.health.oxygen_saturation.binning")
      try endRow(stamp, fate(day))
    }
    try endTable()
    try writeNightFiles(.samsungOxygen, "com.samsung.health.oxygen_saturation.binning") {
      (value, text) in
      text.append("{\"spo2\":")
      text.append(integer: 92 + value % 6)
      text.append(".0,\"spo2_max\":")
      text.append(integer: 93 + value % 6)
      text.append(".0,\"spo2_min\":")
      text.append(integer: 91 + value % 6)
      text.append(".0,")
    }
  }

  private mutating func writeVariability() throws(SampleError) {
    try begin(.variability)
    let file = try column("binning_data")
    for day in 0..<plan.days {
      guard let night = night(day) else { continue }
      let stamp = nightStamp(.samsungVariability, day, night)
      row.set(file, fileOf: stamp.uuid, "binning_data")
      try endRow(stamp, fate(day))
    }
    try endTable()
    try writeNightFiles(.samsungVariability, "binning_data") { value, text in
      text.append("{\"sdnn\":")
      text.append(decimal: 3_400 + value * 13 % 4_000, decimals: 2)
      text.append(",\"rmssd\":")
      text.append(decimal: 2_100 + value * 17 % 4_000, decimals: 2)
      text.append(",")
    }
  }

  private mutating func writeBreathing() throws(SampleError) {
    try begin(.breathing)
    let (average, file) = (try column("average"), try column("binning_data"))
    let (lower, upper) = (try column("lower_limit"), try column("upper_limit"))
    let (outlier, version) = (try column("is_outlier"), try column("pplib_version"))
    for day in 0..<plan.days {
      guard let night = night(day) else { continue }
      let stamp = nightStamp(.samsungBreathing, day, night)
      row.set(average, 13_000_000 + Int64(stamp.uuid.low % 4_000_000), decimals: 6)
      row.set(lower, "12.234999")
      row.set(upper, "17.645649")
      row.set(outlier, "0")
      row.set(version, "1.01.04")
      row.set(file, fileOf: stamp.uuid, "binning_data")
      try endRow(stamp, fate(day))
    }
    try endTable()
    try writeNightFiles(.samsungBreathing, "binning_data") { value, text in
      text.append("{\"respiratory_rate\":")
      text.append(decimal: 130 + value % 40, decimals: 1)
      text.append(",")
    }
  }

  /// The side files of a table with one row a night: as many minutes as a bin has, five apart.
  private mutating func writeNightFiles(
    _ part: SamplePart, _ field: StaticString, _ value: (Int64, inout ByteText) -> Void
  ) throws(SampleError) {
    let minutes = configuration.minutesPerBin
    for day in 0..<plan.days {
      guard let night = night(day) else { continue }
      var random = plan.random(part, day)
      try writeSideFile(plan.uuid(part, day), field) { text in
        text.append("[")
        for minute in 0..<minutes {
          if minute > 0 { text.append(",") }
          value(random.below(1_000), &text)
          let start = night.start + Millis(minute) * 300_000
          text.append("\"start_time\":")
          text.append(integer: start)
          text.append(",\"end_time\":")
          text.append(integer: start + 299_000)
          text.append("}")
        }
        text.append("]")
      }
    }
  }
}

// MARK: - Stress

extension SamsungBody {
  private mutating func writeStress() throws(SampleError) {
    try begin(.stress)
    let (tag, score) = (try column("tag_id"), try column("score"))
    let (greatest, least) = (try column("max"), try column("min"))
    let file = try column("binning_data")
    for day in 0..<plan.days {
      for index in 0..<configuration.binsPerDay {
        let bin = bin(.samsungStress, day, index, in: 3...88)
        let uuid = plan.uuid(.samsungStress, day * 32 + index)
        row.set(tag, "10011")
        row.set(score, bin.meanTenths, decimals: 1)
        row.set(greatest, bin.greatest * 10, decimals: 1)
        row.set(least, bin.least * 10, decimals: 1)
        row.set(file, fileOf: uuid, "binning_data")
        try endRow(stamp(uuid, day, from: bin.start, to: bin.end, by: .watch), fate(day))
      }
      // A reading that the owner asked for; zero is a real score.
      let start = calendar.millis(day, second: 39_900)
      let uuid = plan.uuid(.samsungStress, day * 32 + 31)
      row.set(tag, "10000")
      row.set(score, day % 3 == 0 ? 0 : Int64(uuid.low % 70) * 10, decimals: 1)
      try endRow(stamp(uuid, day, from: start, to: start, by: plan.phone(on: day)), fate(day))
    }
    try endTable()
    for day in 0..<plan.days {
      for index in 0..<configuration.binsPerDay {
        let bin = bin(.samsungStress, day, index, in: 3...88)
        try writeSideFile(plan.uuid(.samsungStress, day * 32 + index), "binning_data") { text in
          bin.append(to: &text, field: "score")
        }
      }
    }
  }
}
