/// Electrocardiograms: CSV files only, the main file does not mention them.
extension ExportBody {
  mutating func writeElectrocardiograms() throws(SampleError) {
    for index in 0..<configuration.sideFiles.electrocardiograms {
      try write(electrocardiogram: index)
      counts.count(\.inserted, of: "HKDataTypeIdentifierElectrocardiogram")
    }
  }

  private mutating func write(electrocardiogram index: Int) throws(SampleError) {
    let day = day(ofElectrocardiogram: index)
    let earlier = (0..<index).count { self.day(ofElectrocardiogram: $0) == day }
    var name = ByteText()
    name.append("electrocardiograms/ecg_")
    name.append(day: CivilDay(number: plan.localDay(day)))
    if earlier > 0 {
      name.append("_")
      name.append(integer: Int64(earlier))
    }
    name.append(".csv")
    text.clear()
    // Recordings of one day follow each other by a minute each.
    let recorded = plan.instant(day: day, second: 73_000) + Int64(index) * 60
    appendElectrocardiogramHead(recorded, isFirst: index == 0)
    appendTrace(of: index)
    try write(text.bytes, to: String(decoding: name.bytes, as: UTF8.self))
    text.clear()
  }

  /// Spread over the span; the first two share a day, so that the second's name gets a counter.
  private func day(ofElectrocardiogram index: Int) -> Int {
    max(index - 1, 0) * plan.days / configuration.sideFiles.electrocardiograms
  }

  private mutating func appendTrace(of index: Int) {
    var random = plan.random(.electrocardiograms, index)
    var wave = HeartWave(beatsPerMinute: random.within(56...84))
    for _ in 0..<(30 * Self.samplesPerSecond) {
      text.append(trimmed: wave.next(&random), decimals: 3)
      text.append("\n")
    }
  }

  private static let samplesPerSecond = 512

  private mutating func appendElectrocardiogramHead(_ recorded: Instant, isFirst: Bool) {
    text.append("Name\nDate of Birth,\"Apr 17, 1988\"\nRecorded Date,")
    append(date: recorded)
    text.append("\nClassification,")
    text.append(isFirst ? "Inconclusive" : "Sinus Rhythm")
    text.append("\nSymptoms,\nSoftware Version,2.0\nDevice,\"Watch6,2\"\n")
    text.append("Sample Rate,512 hertz\n\n\nLead,Lead I\nUnit,\u{B5}V\n\n")
  }
}

/// An invented lead I trace in whole thousandths of a microvolt, by integer arithmetic alone.
private struct HeartWave {
  private let samplesPerBeat: Int64
  private var position: Int64 = 0
  private var drift: Int64 = 0

  init(beatsPerMinute: Int64) {
    samplesPerBeat = 512 * 60 / beatsPerMinute
  }

  /// The next sample, 1/512 s after the last.
  mutating func next(_ random: inout SplitMix64) -> Int64 {
    let phase = position * 1_000 / samplesPerBeat
    position += 1
    if position == samplesPerBeat { position = 0 }
    drift += random.within(-60...60) - drift / 256
    let waves =
      Self.wave(phase, center: 180, width: 55, height: 90_000)
      + Self.wave(phase, center: 292, width: 12, height: -70_000)
      + Self.wave(phase, center: 315, width: 18, height: 640_000)
      + Self.wave(phase, center: 342, width: 14, height: -140_000)
      + Self.wave(phase, center: 560, width: 110, height: 190_000)
    return waves + drift - 28_000
  }

  /// A parabola that is `height` high at its center and 0 from `width` on.
  private static func wave(
    _ phase: Int64, center: Int64, width: Int64, height: Int64
  ) -> Int64 {
    let distance = phase - center
    guard distance.magnitude < width.magnitude else { return 0 }
    return height * (width * width - distance * distance) / (width * width)
  }
}
