/// An hour of one value a minute.
struct SamsungBin {
  let start: Millis
  let values: [Int64]

  /// The end as the app writes it: a millisecond before the next hour.
  var end: Millis { start + 3_599_999 }
  var least: Int64 { values.min() ?? 0 }
  var greatest: Int64 { values.max() ?? 0 }
  /// The mean, in tenths.
  var meanTenths: Int64 { values.reduce(0, +) * 10 / Int64(max(values.count, 1)) }
}

extension SamsungBody {
  /// The bin `index` of a day: values within a range, wandering.
  func bin(
    _ part: SamplePart, _ day: Int, _ index: Int, in range: ClosedRange<Int64>
  ) -> SamsungBin {
    var random = plan.random(part, day * 16 + index)
    let hour = Int64(22 - configuration.binsPerDay + index)
    let start = calendar.millis(day, second: hour * 3_600)
    var value = random.within(range)
    let values = (0..<configuration.minutesPerBin).map { _ in
      value = min(max(value + random.within(-3...3), range.lowerBound), range.upperBound)
      return value
    }
    return SamsungBin(start: start, values: values)
  }

  /// The table of heart rate: bins with side files and single readings.
  mutating func writeHeartRate() throws(SampleError) {
    try begin(.heartRate, size: heartRateSize)
    try appendHeartRateBins()
    // The readings fill the size, less what the side files that follow will take.
    try appendReadings(besides: sizeOfHeartRateBins())
    try endTable()
    try writeHeartRateBins()
  }

  /// The table of heart rate without bins.
  mutating func writeHeartRateReadings() throws(SampleError) {
    try begin(.heartRate, size: heartRateSize)
    try appendReadings(besides: 0)
    try endTable()
  }

  private var heartRateSize: MemberSize {
    (plan.target ?? 0) > 2_000_000_000 ? .unknownAndLarge : .unknown
  }

  private mutating func appendHeartRateBins() throws(SampleError) {
    let tag = try column("tag_id")
    let (count, file) = (try column("heart_beat_count"), try column("binning_data"))
    let (greatest, least) = (try column("max"), try column("min"))
    let mean = try column("heart_rate")
    for day in 0..<plan.days {
      for index in 0..<configuration.binsPerDay {
        let bin = heartRateBin(day, index)
        let uuid = plan.uuid(.samsungHeartBins, day * 16 + index)
        row.set(tag, "21313")
        row.set(count, "1")
        row.set(file, fileOf: uuid, "com.samsung.health.heart_rate.binning_data")
        row.set(greatest, bin.greatest * 10, decimals: 1)
        row.set(least, bin.least * 10, decimals: 1)
        row.set(mean, bin.meanTenths, decimals: 1)
        try endRow(stamp(uuid, day, from: bin.start, to: bin.end, by: .watch), fate(day))
      }
    }
  }

  private func heartRateBin(_ day: Int, _ index: Int) -> SamsungBin {
    bin(.samsungHeartBins, day, index, in: 52...142)
  }

  /// The file of the second day's first bin is missing, as some are in real exports.
  private func isMissing(_ day: Int, _ index: Int) -> Bool { day == 1 && index == 0 }

  private mutating func writeHeartRateBins() throws(SampleError) {
    for day in 0..<plan.days {
      for index in 0..<configuration.binsPerDay where !isMissing(day, index) {
        let bin = heartRateBin(day, index)
        let uuid = plan.uuid(.samsungHeartBins, day * 16 + index)
        try writeSideFile(uuid, "com.samsung.health.heart_rate.binning_data") { text in
          bin.append(to: &text, field: "heart_rate")
        }
      }
    }
  }

  private func sizeOfHeartRateBins() -> Int {
    guard plan.target != nil else { return 0 }
    var text = ByteText()
    // Texts differ by a few bytes; those of a few days stand for all.
    let days = min(plan.days, 8)
    for day in 0..<days {
      for index in 0..<configuration.binsPerDay where !isMissing(day, index) {
        heartRateBin(day, index).append(to: &text, field: "heart_rate")
      }
    }
    return text.count * plan.days / days
  }
}

// MARK: - Single readings

extension SamsungBody {
  /// The columns of a single reading.
  private struct Columns {
    let tag, count, value: Int

    init(_ table: SamsungTable) throws(SampleError) {
      tag = try table.column("tag_id")
      count = try table.column("heart_beat_count")
      value = try table.column("heart_rate")
    }
  }

  private mutating func appendReadings(besides sideBytes: Int) throws(SampleError) {
    let columns = try Columns(table)
    let readings = try readings(besides: sideBytes, columns)
    for day in 0..<plan.days {
      // The remainder goes to the first days.
      let count = readings / plan.days + (day < readings % plan.days ? 1 : 0)
      var random = plan.random(.samsungHeartRates, day)
      let midnight = calendar.millis(day, second: 0)
      for index in 0..<count {
        let start =
          midnight + (86_000_000 * Millis(index) + random.below(86_000_000)) / Millis(count)
        try appendReading(start, day, index, &random, columns)
      }
    }
  }

  private mutating func appendReading(
    _ start: Millis, _ day: Int, _ index: Int, _ random: inout SplitMix64, _ columns: Columns
  ) throws(SampleError) {
    row.set(columns.tag, "21312")
    row.set(columns.count, "1")
    row.set(columns.value, random.within(48...165) * 10, decimals: 1)
    let uuid = plan.uuid(.samsungHeartRates, day << 24 | index)
    try endRow(stamp(uuid, day, from: start, to: start, by: .watch), fate(day))
  }

  /// How many readings: so many a day, or what fills the size.
  private func readings(
    besides sideBytes: Int, _ columns: Columns
  ) throws(SampleError) -> Int {
    guard let target = plan.target else { return configuration.readingsPerDay * plan.days }
    // All rows are within a byte or two of this one.
    var probe = SamsungBody(plan: plan, sink: MeasuringSink())
    try probe.begin(.heartRate)
    var random = plan.random(.samsungHeartRates, 0)
    let head = probe.unflushedBytes
    for index in 0..<256 {
      try probe.appendReading(calendar.millis(0, second: 43_200), 0, index, &random, columns)
    }
    let rows = probe.unflushedBytes - head
    return max((target - bytes - unflushedBytes - sideBytes) * 256 / rows, plan.days)
  }
}

extension SamsungBin {
  /// Appends the body of a side file of heart rate or stress.
  func append(to text: inout ByteText, field: StaticString) {
    text.append("[")
    for (minute, value) in values.enumerated() {
      if minute > 0 { text.append(",") }
      text.append("{\"")
      text.append(field)
      text.append("\":")
      text.append(integer: value)
      text.append(".0,\"")
      text.append(field)
      text.append("_max\":")
      text.append(integer: value + 2)
      text.append(".0,\"")
      text.append(field)
      text.append("_min\":")
      text.append(integer: value - 2)
      text.append(".0,\"start_time\":")
      let start = self.start + Millis(minute) * 60_000
      text.append(integer: start)
      text.append(",\"end_time\":")
      text.append(integer: start + 59_000)
      text.append("}")
    }
    text.append("]")
  }
}
