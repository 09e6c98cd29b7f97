/// Hearing tests and the prescription of glasses.
extension ExportBody {
  /// A hearing test for every started half year.
  mutating func appendAudiograms() {
    for number in 0...(plan.days / 183) {
      var random = plan.random(.examinations, number)
      let day = min(number * 183 + 1, plan.days - 1)
      let start = plan.instant(day: day, second: 36_000)
      text.append(" <Audiogram type=\"HKDataTypeIdentifierAudiogram\"")
      append(source: .health, at: start, pointer: 0)
      append(created: start + 420, start: start, end: start + 400)
      text.append(">\n")
      append(metadata: "HKWasUserEntered", "1")
      for frequency in [250, 500, 1_000, 2_000, 4_000, 8_000] as [Int64] {
        append(frequency: frequency, left: random.within(2...24), right: random.within(2...24))
      }
      text.append(" </Audiogram>\n")
      counts.count(\.inserted, of: "HKDataTypeIdentifierAudiogram")
    }
  }

  private mutating func append(frequency: Int64, left: Int64, right: Int64) {
    text.append("  <SensitivityPoint frequencyValue=\"")
    text.append(integer: frequency)
    text.append("\" frequencyUnit=\"Hz\" leftEarValue=\"")
    text.append(integer: left)
    text.append("\" leftEarUnit=\"dBHL\"")
    if version >= 14 { text.append(" leftEarMasked=\"false\"") }
    text.append(" rightEarValue=\"")
    text.append(integer: right)
    text.append("\" rightEarUnit=\"dBHL\"")
    if version >= 14 { text.append(" rightEarMasked=\"false\"") }
    text.append("/>\n")
  }

  mutating func appendVisionPrescription() {
    let issued = plan.instant(day: 0, second: 39_600)
    text.append(" <VisionPrescription type=\"HKVisionPrescriptionTypeGlasses\" dateIssued=\"")
    append(date: issued)
    text.append("\" expirationDate=\"")
    append(date: issued + 730 * 86_400)
    text.append("\" brand=\"Harbour Optics\">\n")
    append(eye: "RightEye", sphere: "-1.25", axis: "85")
    append(eye: "LeftEye", sphere: "-1.5", axis: "92")
    text.append(" </VisionPrescription>\n")
    counts.count(\.inserted, of: "HKVisionPrescriptionTypeIdentifier")
  }

  private mutating func append(eye: StaticString, sphere: StaticString, axis: StaticString) {
    text.append("  <")
    text.append(eye)
    text.append(" sphere=\"")
    text.append(sphere)
    text.append("\" sphereUnit=\"D\" cylinder=\"-0.5\" cylinderUnit=\"D\" axis=\"")
    text.append(axis)
    text.append("\" axisUnit=\"deg\" farPD=\"31.5\" farPDUnit=\"mm\"/>\n")
  }
}
