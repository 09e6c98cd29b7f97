extension ConnectBody {
  /// Measurements of every night and morning, and blood pressure every third day.
  mutating func appendVitals(_ day: Int) throws(SampleError) {
    var random = plan.random(.connectVitals, day)
    let variability = random.within(210...900)
    try append(vital(.heartRateVariability, day, 0, hour: 5)) {
      $0.field("heartRateVariabilityMillis", variability, decimals: 1)
    }
    let resting = random.within(48...66)
    try append(vital(.restingHeartRate, day, 1, hour: 6)) { $0.field("beatsPerMinute", resting) }
    let oxygen = random.within(930...990)
    try append(vital(.oxygenSaturation, day, 2, hour: 4)) {
      $0.field("percentage", oxygen, decimals: 1)
    }
    let breaths = random.within(120...170)
    try append(vital(.respiratoryRate, day, 3, hour: 3)) {
      $0.field("rate", breaths, decimals: 1)
    }
    guard day % 3 == 0 else { return }
    let systolic = random.within(108...136)
    try append(vital(.bloodPressure, day, 4, hour: 20, by: .diary)) { json in
      json.pressure("systolic", systolic)
      json.pressure("diastolic", systolic - 44)
      json.field("bodyPosition", 2)
      json.field("measurementLocation", 1)
    }
  }

  private func vital(
    _ type: ConnectType, _ day: Int, _ place: Int, hour: Int64, by source: ConnectSource = .fitbit
  ) -> ConnectRecord {
    plan.instant(
      type, plan.id(.connectVitals, day * 8 + place), day, second: hour * 3_600, by: source)
  }
}

// MARK: - Weight

extension ConnectBody {
  /// A weighing every second day; of five weighings one is written twice, byte for byte.
  mutating func appendBody(_ day: Int) throws(SampleError) {
    guard day % 2 == 0 else { return }
    let (record, milligrams) = weight(day)
    try append(record) { $0.mass("weight", milligrams) }
    guard day % 10 == 4 else { return }
    try append(record, \.duplicate) { $0.mass("weight", milligrams) }
  }

  /// The weighing of an even day, and its result in milligrams.
  func weight(_ day: Int) -> (record: ConnectRecord, milligrams: Int64) {
    var random = plan.random(.connectBody, day)
    let record = plan.instant(
      .weight, plan.id(.connectBody, day), day, second: 25_200 + random.below(1_200), by: .diary)
    return (record, 64_000_000 + random.below(2_400) * 1_000)
  }

  /// The days with a weighing.
  var weightDays: StrideTo<Int> { stride(from: 0, to: plan.days, by: 2) }
}
