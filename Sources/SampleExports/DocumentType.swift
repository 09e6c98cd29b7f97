/// The document type declaration in front of an export.
///
/// It carries the only mark of the format version, in a comment. The declarations name what the
/// version's exporter knew; as in real files they do not quite match the data that follows. Version
/// 12 is malformed in the ways that broke strict parsers: a list without its end, a stray line, a
/// second declaration of an element and one closing bracket too many.
struct DocumentType {
  let version: AppleHealthSample.ExportVersion

  /// The declaration with its line ends.
  func text() -> [UInt8] {
    var text = ByteText()
    text.append("<!DOCTYPE HealthData [\n<!-- HealthKit Export Version: ")
    text.append(integer: Int64(version.rawValue))
    text.append(" -->\n")
    for element in elements { append(element, to: &text) }
    if version == .v12 {
      text.append("  device CDATA #IMPLIED\n")
      append(metadataEntry, to: &text)
      text.append(">\n")
    }
    text.append("]>\n")
    return text.bytes
  }

  private struct Element {
    let name: String
    let model: String
    var required = ""
    var implied = ""
  }

  private func append(_ element: Element, to text: inout ByteText) {
    text.append(verbatim: "<!ELEMENT \(element.name) \(element.model)>\n")
    let attributes =
      element.required.split(separator: " ").map { "  \($0) CDATA #REQUIRED\n" }
      + element.implied.split(separator: " ").map { "  \($0) CDATA #IMPLIED\n" }
    guard !attributes.isEmpty else { return }
    text.append(verbatim: "<!ATTLIST \(element.name)\n")
    for attribute in attributes { text.append(verbatim: attribute) }
    // The list that version 12 leaves open.
    if version != .v12 || element.name != "VisionPrescription" { text.append(">\n") }
  }

  private func has(_ since: AppleHealthSample.ExportVersion) -> Bool {
    version.rawValue >= since.rawValue
  }

  private var elements: [Element] {
    var list = [root] + heads + workouts + [summary, metadataEntry]
    if has(.v8) { list += beatsAndClinicalRecords }
    if has(.v11) { list += audiogram }
    if has(.v12) { list += vision }
    return list
  }
}

// MARK: - Declarations

extension DocumentType {
  /// Attributes that all samples share.
  private static let header = "sourceVersion device creationDate"

  private var root: Element {
    var children = "Record|Correlation|Workout|ActivitySummary"
    if has(.v8) { children += "|ClinicalRecord" }
    if has(.v13) { children += "|Audiogram" }
    if has(.v12) { children += "|VisionPrescription" }
    return Element(
      name: "HealthData", model: "(ExportDate,Me,(\(children))*)", required: "locale")
  }

  private var heads: [Element] {
    let characteristics = [
      "DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType",
    ].map { "HKCharacteristicTypeIdentifier\($0)" }
    let medications = "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse"
    return [
      Element(name: "ExportDate", model: "EMPTY", required: "value"),
      Element(
        name: "Me", model: "EMPTY",
        required: (characteristics + (has(.v13) ? [medications] : [])).joined(separator: " ")),
      Element(
        name: "Record",
        model: has(.v8)
          ? "((MetadataEntry|HeartRateVariabilityMetadataList)*)" : "(MetadataEntry*)",
        required: "type sourceName startDate endDate", implied: "unit value " + Self.header),
      Element(
        name: "Correlation", model: "((MetadataEntry|Record)*)",
        required: "type sourceName startDate endDate", implied: Self.header),
    ]
  }

  private var workouts: [Element] {
    var list = [
      Element(
        name: "Workout", model: "((\(workoutChildren))*)",
        required: "workoutActivityType sourceName startDate endDate",
        implied: "duration durationUnit totalDistance totalDistanceUnit totalEnergyBurned "
          + "totalEnergyBurnedUnit " + Self.header),
      Element(
        name: "WorkoutEvent", model: has(.v13) ? "(MetadataEntry*)" : "EMPTY",
        required: "type date", implied: has(.v8) ? "duration durationUnit" : ""),
    ]
    if has(.v12) {
      list += [
        Element(
          name: "WorkoutActivity", model: has(.v13) ? "(MetadataEntry*)" : "EMPTY",
          required: "uuid startDate", implied: "endDate duration durationUnit"),
        Element(
          name: "WorkoutStatistics", model: "EMPTY", required: "type startDate endDate",
          implied: "average minimum maximum sum" + (has(.v13) ? " unit" : "")),
      ]
    }
    return list + (has(.v8) ? route : [])
  }

  private var workoutChildren: String {
    var children = "MetadataEntry|WorkoutEvent"
    if has(.v8) { children += "|WorkoutRoute" }
    if has(.v13) { children += "|WorkoutStatistics" }
    return children
  }

  private var route: [Element] {
    let place =
      has(.v11)
      ? Element(name: "FileReference", model: "EMPTY", required: "path")
      : Element(
        name: "Location", model: "EMPTY", required: "date latitude longitude",
        implied: "altitude horizontalAccuracy verticalAccuracy course speed")
    return [
      Element(
        name: "WorkoutRoute", model: "((MetadataEntry|\(place.name))*)",
        required: "sourceName startDate endDate", implied: Self.header), place,
    ]
  }

  private var summary: Element {
    let energy = "activeEnergyBurned activeEnergyBurnedGoal activeEnergyBurnedUnit"
    let move =
      has(.v12) ? "appleMoveTime appleMoveTimeGoal" : "appleMoveMinutes appleMoveMinutesGoal"
    let rest = "appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal"
    return Element(
      name: "ActivitySummary", model: "EMPTY",
      implied: "dateComponents \(energy) \(has(.v11) ? move + " " : "")\(rest)")
  }

  private var metadataEntry: Element {
    Element(name: "MetadataEntry", model: "EMPTY", required: "key value")
  }

  private var beatsAndClinicalRecords: [Element] {
    [
      Element(
        name: "HeartRateVariabilityMetadataList", model: "(InstantaneousBeatsPerMinute*)"),
      Element(name: "InstantaneousBeatsPerMinute", model: "EMPTY", required: "bpm time"),
      Element(
        name: "ClinicalRecord", model: "EMPTY",
        required: "type identifier sourceName sourceURL fhirVersion receivedDate "
          + "resourceFilePath"),
    ]
  }

  private var audiogram: [Element] {
    var ears = "leftEarValue leftEarUnit rightEarValue rightEarUnit"
    if has(.v14) {
      let more = ["Masked", "ClampingRangeLowerBound", "ClampingRangeUpperBound"]
      for side in ["leftEar", "rightEar"] { for name in more { ears += " \(side)\(name)" } }
    }
    return [
      Element(
        name: "Audiogram",
        model: has(.v13) ? "((MetadataEntry|SensitivityPoint)*)" : "EMPTY",
        required: "type sourceName startDate endDate", implied: Self.header),
      Element(
        name: "SensitivityPoint", model: "EMPTY", required: "frequencyValue frequencyUnit",
        implied: ears),
    ]
  }

  private var vision: [Element] {
    let measures = [
      "sphere", "cylinder", "axis", "add", "vertex", "prismAmount", "prismAngle", "farPD",
      "nearPD", "baseCurve", "diameter",
    ]
    let eye = measures.map { "\($0) \($0)Unit" }.joined(separator: " ")
    let attachment = Element(name: "Attachment", model: "EMPTY", implied: "identifier")
    return [
      Element(
        name: "VisionPrescription",
        model: has(.v13)
          ? "((RightEye|LeftEye|Attachment|MetadataEntry)*)" : "((RightEye|LeftEye)*)",
        required: "type dateIssued", implied: "expirationDate brand"),
      Element(name: "RightEye", model: "EMPTY", implied: eye),
      Element(name: "LeftEye", model: "EMPTY", implied: eye),
    ] + (has(.v13) ? [attachment] : [])
  }
}
