/// The export under construction: what is written so far, what it counts, where it goes.
///
/// Each section of the file is an extension of its own. The buffer goes to the sink whenever it is
/// full, so memory does not grow with the export.
struct ExportBody {
  typealias Outcomes = ExpectedCounts.Outcomes

  let plan: SamplePlan
  let sink: any SampleSink
  let sources: SampleSources
  let units: AppleHealthSample.DisplayUnits
  var text = ByteText(capacity: ExportBody.bufferSize + 65_536)
  var dates: DateWriter
  var counts = ExpectedCounts()
  private var fileBytes = 0

  private static let bufferSize = 131_072

  init(plan: SamplePlan, sink: any SampleSink) {
    self.plan = plan
    self.sink = sink
    sources = SampleSources(plan: plan)
    units = plan.configuration.displayUnits
    dates = DateWriter(offsetMinutes: plan.configuration.exportOffsetMinutes)
  }

  var configuration: AppleHealthSample.Configuration { plan.configuration }
  var version: Int { plan.configuration.version.rawValue }

  /// The feature is chosen and the version has it.
  func has(_ feature: AppleHealthSample.Features, since version: Int = 3) -> Bool {
    configuration.features.contains(feature) && self.version >= version
  }

  /// The main file, in Apple's order: owner, records by type, then everything else by element.
  mutating func writeMainFile() throws(SampleError) {
    let path = "\(AppleHealthSample.folder)/export.xml"
    try begin(path, size: plan.isLarge ? .unknownAndLarge : .unknown)
    appendHead()
    try appendRecords()
    if has(.correlations) { try appendCorrelations() }
    if has(.workouts) { try appendWorkouts() }
    if has(.activitySummaries) { try appendActivitySummaries() }
    if has(.clinicalRecords, since: 8) { appendClinicalRecords() }
    if has(.audiogram, since: 11) { appendAudiograms() }
    if has(.vision, since: 12) { appendVisionPrescription() }
    text.append("</HealthData>\n")
    counts.mainFileBytes = try end()
  }

  /// The files beside the main one; the clinical document comes last.
  mutating func writeSideFiles() throws(SampleError) {
    if has(.routes, since: 11) && has(.workouts) { try writeRouteFiles() }
    if has(.electrocardiograms, since: 8) { try writeElectrocardiograms() }
    if has(.clinicalRecords, since: 8) { try writeClinicalResources() }
    if has(.cda) { try writeClinicalDocument() }
  }

  private mutating func appendHead() {
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    text.append(DocumentType(version: configuration.version).text())
    text.append("<HealthData locale=\"")
    text.append(escaping: configuration.locale)
    text.append("\">\n <ExportDate value=\"")
    append(date: configuration.exportDate)
    text.append("\"/>\n <Me HKCharacteristicTypeIdentifierDateOfBirth=\"")
    text.append(escaping: configuration.owner.dateOfBirth)
    text.append("\" HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexFemale\"")
    text.append(" HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeAPositive\"")
    text.append(" HKCharacteristicTypeIdentifierFitzpatrickSkinType=")
    text.append("\"HKFitzpatrickSkinTypeNotSet\"")
    if version >= 11 {
      text.append(" HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"None\"")
    }
    text.append("/>\n")
    counts.count(\.inserted, of: "Me")
  }
}

// MARK: - Files

extension ExportBody {
  /// Starts a file; its text is appended to `text`.
  mutating func begin(_ path: String, size: MemberSize) throws(SampleError) {
    text.clear()
    fileBytes = 0
    try sink.beginFile(named: path, size: size)
  }

  /// Hands a full buffer to the sink; to be called after every record.
  mutating func flushIfFull() throws(SampleError) {
    guard text.count >= Self.bufferSize else { return }
    try flush()
  }

  /// Ends a file and returns its size in bytes.
  mutating func end() throws(SampleError) -> Int {
    try flush()
    try sink.endFile()
    return fileBytes
  }

  /// Writes a small file whose text is complete, as the phone does when it knows the size.
  mutating func write(_ contents: [UInt8], to path: String) throws(SampleError) {
    try sink.beginFile(
      named: "\(AppleHealthSample.folder)/\(path)", size: .known(UInt64(contents.count)))
    try sink.write(contents)
    try sink.endFile()
  }

  private mutating func flush() throws(SampleError) {
    try sink.write(text.bytes)
    fileBytes += text.count
    text.clear()
  }
}

// MARK: - Attributes

extension ExportBody {
  /// Appends a date under the file's offset.
  mutating func append(date: Instant) {
    dates.append(date, to: &text)
  }

  /// Appends the source and device attributes of a source at a time.
  mutating func append(source: SampleSource, at instant: Instant, pointer: UInt64) {
    let revision = sources.revision(of: source, at: instant)
    text.append(revision.name)
    guard !revision.beforePointer.isEmpty else { return }
    text.append(revision.beforePointer)
    text.append(hexadecimal: pointer, width: 9)
    text.append(revision.afterPointer)
  }

  /// Appends creation, start and end date attributes.
  mutating func append(created: Instant, start: Instant, end: Instant) {
    text.append(" creationDate=\"")
    append(date: created)
    text.append("\" startDate=\"")
    append(date: start)
    text.append("\" endDate=\"")
    append(date: end)
    text.append("\"")
  }

  /// Appends one metadata entry, `level` spaces deep, with plain text.
  mutating func append(metadata key: StaticString, _ value: StaticString, level: Int = 2) {
    openMetadata(key, level: level)
    text.append(value)
    text.append("\"/>\n")
  }

  /// Appends a metadata entry up to its value.
  mutating func openMetadata(_ key: StaticString, level: Int = 2) {
    append(spaces: level)
    text.append("<MetadataEntry key=\"")
    text.append(key)
    text.append("\" value=\"")
  }

  /// Appends indentation.
  mutating func append(spaces: Int) {
    for _ in 0..<spaces { text.append(byte: UInt8(ascii: " ")) }
  }
}

/// A heap address as a device description shows it; phones put theirs in this range.
func devicePointer(_ random: inout SplitMix64) -> UInt64 {
  0x3_0000_0000 | UInt64(random.below(0x1000_0000)) << 4
}
