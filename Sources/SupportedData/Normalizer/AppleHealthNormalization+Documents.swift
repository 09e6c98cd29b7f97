import HealthRecords

extension AppleHealthNormalization {
  /// Normalizes a sample that is neither a plain value nor a workout or group.
  mutating func document(_ sample: NativeSample) {
    switch sample.kind {
    case .activitySummary: activitySummary(sample)
    case .clinicalRecord: clinicalRecord(sample)
    case .audiogram: audiogram(sample)
    case .visionPrescription: visionPrescription(sample)
    case .characteristics: characteristics(sample)
    case .electrocardiogram: electrocardiogram(sample)
    case .workoutRoute: route(sample, parent: nil)
    default: orphan(sample)
    }
  }

  /// A statistic or activity outside a workout: nothing it could be a part of.
  private mutating func orphan(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    reject(sample, plan, .missingIdentifier)
  }

  // MARK: - Days and the person

  /// The goals and totals of one civil day; the newest export's figures win.
  private mutating func activitySummary(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    let attributes = NativeAttributes(sample.attributes, in: native)
    guard let text = attributes["dateComponents"], let day = CivilDay(text)?.daysSince1970 else {
      return reject(sample, plan, .invalidDay)
    }
    let midnight = day * 86_400_000
    plan.first = min(plan.first, midnight)
    plan.last = max(plan.last, midnight + 86_400_000)
    var row = keyedRow(plan, by: [Array(text.utf8)], modifiedAt: native.exportedAt)
    row.isCivilDate = true
    row.start = day
    row.end = day + 1
    writeFields(tables.appleHealth.activitySummaryFields, attributes)
    finishDocument(&row, sample, plan, kind: .components)
  }

  /// Writes the known fields of an element as components: `{"components":{"name":{…},…}}`.
  private mutating func writeFields(_ fields: [ElementField], _ attributes: NativeAttributes) {
    writer.removeAll()
    writer.beginObject()
    writer.key("components")
    writer.beginObject()
    for field in fields {
      guard let number = attributes.decimal(field.attribute) else { continue }
      let unit = field.unitAttribute.flatMap { attributes[$0] } ?? field.unit
      guard let quantity = convert(number.value, unit: unit, to: field.canonicalUnit) else {
        continue
      }
      writer.key(field.name)
      writer.quantity(quantity)
    }
    writer.endObject()
    writer.endObject()
  }

  /// The person: codes and a date of birth, without a time of their own (they start at 0).
  private mutating func characteristics(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    let attributes = NativeAttributes(sample.attributes, in: native)
    var row = keyedRow(plan, by: [], modifiedAt: native.exportedAt)
    row.start = 0
    row.end = 0
    writer.removeAll()
    writer.beginObject()
    writer.key("characteristics")
    writer.beginObject()
    for (name, value) in attributes.all.sorted(by: { $0.name < $1.name }) where !value.isEmpty {
      guard let rule = tables.appleHealth.characteristic(name) else { continue }
      if rule.identifies, output.identifyingTraits[rule.name] == nil {
        output.identifyingTraits[rule.name] = value
      }
      writer.key(rule.name)
      writer.text(
        rule.codeSet.flatMap { tables.appleHealth.code(value, in: $0)?.code } ?? value)
    }
    writer.endObject()
    writer.endObject()
    finishDocument(&row, sample, plan, kind: .document)
  }

  // MARK: - Documents

  /// A FHIR resource with the time that its document tells; the file name and the day of receipt change with every
  /// export and identify nothing.
  private mutating func clinicalRecord(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    plan.count(unit: .none, source: sample.sourceName)
    let attributes = NativeAttributes(sample.attributes, in: native)
    guard let identifier = attributes["identifier"], !identifier.isEmpty else {
      return reject(sample, plan, .missingIdentifier)
    }
    let url = attributes["sourceURL"] ?? ""
    var row = keyedRow(
      plan, by: [Array(identifier.utf8), Array(url.utf8)], modifiedAt: sample.creation)
    row.source = source(of: sample).json
    row.start = sample.start.isPresent ? sample.start.milliseconds : 0
    row.end = row.start
    let index = Int(sample.document)
    let document = native.documents.indices.contains(index) ? native.documents[index] : nil
    let time = document.flatMap { clinicalTime(in: $0, sample, plan) }
    if let time { take(time, into: &row, plan) }
    writeClinicalDocument(document, fhirVersion: attributes["fhirVersion"] ?? "")
    if document != nil { row.completeness = 1 }
    // The time of the element, where there is one, is no part of what the document says.
    finishDocument(&row, sample, plan, kind: .document, timed: time != nil)
  }

  /// The time that a document tells; one that cannot be read is counted and never keeps the record out.
  private mutating func clinicalTime(
    in document: [UInt8], _ sample: NativeSample, _ plan: TypePlan
  ) -> ClinicalTime? {
    let reading = plan.clinicalTimes.read(document)
    if reading.isUnreadable {
      diagnose(
        "clinical_time_unreadable", .warning, sample,
        "A clinical document is no JSON, or a date in it has no form that FHIR allows. The record is "
          + "kept with the next date of the document, or without a time; the position is the record's."
      )
    }
    return reading.time
  }

  private mutating func take(_ time: ClinicalTime, into row: inout RecordRow, _ plan: TypePlan) {
    (row.start, row.end, row.isCivilDate) = (time.start, time.end, time.isCivilDate)
    let unit: Int64 = time.isCivilDate ? 86_400_000 : 1
    plan.first = min(plan.first, time.start * unit)
    plan.last = max(plan.last, time.end * unit)
    doubtTime(of: &row)
    if time.endsBeforeStart { row.quality.insert(.endBeforeStart) }
    if !time.isCivilDate { output.assumedZones &+= 1 }
  }

  /// Writes `{"document":{…}}`, with the text of the document where the export holds it.
  private mutating func writeClinicalDocument(_ document: [UInt8]?, fhirVersion: String) {
    writer.removeAll()
    writer.beginObject()
    writer.key("document")
    writer.beginObject()
    writer.key("media_type")
    writer.text("application/fhir+json")
    writer.key("fhir_version")
    writer.text(fhirVersion)
    if let document {
      writer.key("text")
      writer.text(String(decoding: document, as: UTF8.self))
    }
    writer.endObject()
    writer.endObject()
  }

  /// A hearing test: its points are its identity.
  private mutating func audiogram(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    plan.count(unit: .none, source: sample.sourceName)
    guard sample.start.isPresent, sample.end.isPresent else {
      return reject(sample, plan, .missingDate)
    }
    let numbers = numbersOfParts(sample, ["frequencyValue", "leftEarValue", "rightEarValue"])
    let metadata = metadata(of: sample)
    var row = RecordRow(
      id: contentID(sample, plan, source(of: sample), .numbers(numbers), metadata.qualifier))
    adopt(sample, plan, source(of: sample), metadata, into: &row)
    writeParts(sample, as: "points")
    row.completeness = sample.parts.count
    finishDocument(&row, sample, plan, kind: .document)
  }

  /// A prescription: the day it was issued and its figures are its identity.
  private mutating func visionPrescription(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    plan.count(unit: .none, source: sample.sourceName)
    guard sample.start.isPresent else { return reject(sample, plan, .missingDate) }
    var dated = sample
    dated.end = sample.start
    let metadata = metadata(of: sample)
    let figures = figures(of: sample)
    var row = RecordRow(
      id: contentID(dated, plan, source(of: sample), .text(figures), metadata.qualifier))
    adopt(dated, plan, source(of: sample), metadata, into: &row)
    row.quality.remove(.versionUnknown)
    writeParts(sample, as: "prescription")
    row.completeness = sample.parts.count
    finishDocument(&row, sample, plan, kind: .document)
  }

  /// All attributes of the parts as text, in the order of the file.
  private func figures(of sample: NativeSample) -> [UInt8] {
    var text = ""
    for part in native.parts[sample.parts.indices] {
      text += (native.symbols.string(of: part.name) ?? "") + ";"
      for attribute in NativeAttributes(part.attributes, in: native).all {
        text += attribute.name + "=" + AppleDate.withoutOffset(attribute.value) + ";"
      }
    }
    return Array(text.utf8)
  }

  private func numbersOfParts(_ sample: NativeSample, _ names: [String]) -> [Double] {
    native.parts[sample.parts.indices].flatMap { part in
      let attributes = NativeAttributes(part.attributes, in: native)
      return names.map { attributes.decimal($0)?.value ?? -1 }
    }
  }

  /// Writes the parts with all their attributes in snake_case: `{"points":[{…},…]}`.
  private mutating func writeParts(_ sample: NativeSample, as key: String) {
    writer.removeAll()
    writer.beginObject()
    for attribute in NativeAttributes(sample.attributes, in: native).all {
      writer.key(snakeCase(attribute.name))
      writer.text(AppleDate.withoutOffset(attribute.value))
    }
    writer.key(key)
    writer.beginArray()
    for part in native.parts[sample.parts.indices] {
      writer.beginObject()
      writer.key("element")
      writer.text(snakeCase(native.symbols.string(of: part.name) ?? ""))
      writePartAttributes(NativeAttributes(part.attributes, in: native))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// Numbers with a unit attribute beside them become quantities as declared; all else is text.
  private mutating func writePartAttributes(_ attributes: NativeAttributes) {
    for attribute in attributes.all where !attribute.name.hasSuffix("Unit") {
      let isValue = attribute.name.hasSuffix("Value")
      let base = isValue ? String(attribute.name.dropLast(5)) : attribute.name
      writer.key(snakeCase(base))
      if let number = DecimalText(Array(attribute.value.utf8)) {
        let unit = attributes[base + "Unit"] ?? ""
        writer.quantity(Quantity(number: number.value, unit: unit, base: number.value))
      } else {
        writer.text(attribute.value)
      }
    }
  }

  // MARK: - Shared steps

  /// A row whose id comes from a key of its own and whose version is an instant.
  mutating func keyedRow(
    _ plan: TypePlan, by key: [[UInt8]], modifiedAt: NativeInstant
  ) -> RecordRow {
    let id = plan.nativeBytes.withUnsafeBufferPointer { identity.keyed(type: $0, by: key) }
    var row = RecordRow(id: id)
    row.type = plan.batchType
    row.version.modifiedAt = modifiedAt.isPresent ? modifiedAt.milliseconds : 0
    if !modifiedAt.isPresent { row.quality.insert(.versionUnknown) }
    return row
  }

  /// Takes the writer's payload and appends the row.
  ///
  /// `timed` is false where the row's time is not that of what the record is about.
  mutating func finishDocument(
    _ row: inout RecordRow, _ sample: NativeSample, _ plan: TypePlan, kind: ValueKind,
    timed: Bool = true
  ) {
    let source = source(of: sample)
    let metadata = metadata(of: sample)
    row.kind = kind
    if sample.sourceName.isPresent { row.source = source.json }
    takePayload(into: &row)
    row.native = nativeSymbol(sample, keepsValue: false)
    var value = PointValue()
    value.hasPayload = true
    let (start, end) = (row.start, row.end)
    if !timed { (row.start, row.end) = (0, 0) }
    finish(&row, plan, source, metadata, value: value)
    (row.start, row.end) = (start, end)
    output.rows.append(row)
  }
}

/// `frequencyValue` as `frequency_value`; names that hold a run of capitals keep it together (`farPD` is `far_pd`).
func snakeCase(_ name: String) -> String {
  var result = ""
  var previousIsLower = false
  for character in name {
    if character.isUppercase {
      if previousIsLower { result += "_" }
      result += character.lowercased()
      previousIsLower = false
    } else {
      result.append(character)
      previousIsLower = character.isLetter || character.isNumber
    }
  }
  return result
}
