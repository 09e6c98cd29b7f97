import HealthRecords

/// What the steps of normalizing one record hand to each other; a structured value is in the writer.
struct FieldValue {
  var kind: ValueKind = .none
  var number = 0.0
  var declared = Double.nan
  var code = Symbol.none
  var quality: Quality = []
  /// The UCUM unit of `declared`.
  var unit: String?
  /// The value of a plain record as one word of its content hash.
  var contentWord: UInt64 = 0
  var hasPayload = false
  /// The number of samples, stages, laps and other parts.
  var parts = 0
}

/// A code of a field, resolved.
struct FieldCode {
  /// The number in the plain numbering; nil for a code that the set does not hold.
  var number: Int64?
  /// The code, or the text as written.
  var text: String
  /// `text` in the output's symbols.
  var symbol: Symbol
}

/// A unit as a record declares it, for one target.
struct DeclaredUnit: Hashable {
  var spelling: Symbol
  var target: String
}

/// What a number field holds.
enum FieldNumber {
  case absent
  case invalid
  /// In a unit that no table knows, or of another dimension.
  case foreign(Double, Symbol)
  case value(Double, declared: Double, isIdentity: Bool)
}

extension FieldNormalization {
  /// The value of the record in hand; nil when it was rejected (and counted).
  func value(
    of sample: NativeSample, _ plan: FieldPlan, _ variant: RowVariant, _ times: RecordTimes
  ) -> FieldValue? {
    if let reason = variant.unsupported { return unsupported(reason, sample, plan) }
    var value = FieldValue()
    let isKept: Bool
    if plan.component != nil {
      isKept = halfValue(sample, plan, &value)
    } else {
      isKept = whole(sample, plan, times, &value)
    }
    guard isKept else { return nil }
    if plan.kind != .session {
      if !writesDetails(plan) { writeDetails(plan, within: "details") }
      writeOtherParts(sample, plan, times, &value)
    }
    closePayload(&value)
    return value
  }

  /// Whether the details of a kind are its value, and written with it.
  private func writesDetails(_ plan: FieldPlan) -> Bool {
    plan.kind == .characteristics || plan.kind == .electrocardiogram
  }

  private func whole(
    _ sample: NativeSample, _ plan: FieldPlan, _ times: RecordTimes, _ value: inout FieldValue
  ) -> Bool {
    switch plan.kind {
    case .category: return code(sample, plan, &value)
    case .components: return components(sample, plan, &value)
    case .session:
      session(sample, plan, times, &value)
      return true
    case .document, .clinical: return document(sample, plan, &value)
    case .characteristics:
      characteristics(plan, &value)
      return true
    case .electrocardiogram:
      value.kind = .document
      writeDetails(plan, within: "waveform")
      return true
    case .event: return true
    case .series where !plan.isPart:
      series(sample, plan, times, &value)
      return true
    default: return quantity(sample, plan, times, &value)
    }
  }

  /// A record of a type without a mapping: its fields are kept as they are.
  private func unsupported(
    _ reason: FieldPlan.UnsupportedReason, _ sample: NativeSample, _ plan: FieldPlan
  ) -> FieldValue {
    var value = FieldValue()
    value.kind = .native
    switch reason {
    case .ambiguous:
      diagnose(
        "ambiguous_type", .warning, sample,
        "A record does not say its type and its fields fit several; it is kept as a native record. "
          + "Add \"recordType\" (the class, such as \"BodyFat\") to the records, or give --assume-type, "
          + "and import again.")
    case .table: diagnose("unsupported_type", .info, sample, unsupportedTypeMessage)
    }
    restOfParts = sample.parts.indices.filter { index in
      let rule = plan.part(named: native.parts[index].name, context, native.symbols)
      return rule.map { plan.parts[$0].rule.form != .none } ?? true
    }
    return value
  }

  // MARK: - Quantities

  /// A number in the type's unit; samples of the record take the place of its mean.
  private func quantity(
    _ sample: NativeSample, _ plan: FieldPlan, _ times: RecordTimes, _ value: inout FieldValue
  ) -> Bool {
    if !sample.parts.isEmpty, !plan.isPart, plan.parts.contains(where: { $0.rule.form == .series })
    {
      series(sample, plan, times, &value)
      if value.kind == .series { return true }
    }
    guard let slot = plan.slots.value else { return reject(sample, plan, .missingValue) }
    switch number(slot, plan.names) {
    case .absent: return reject(sample, plan, .missingValue)
    case .invalid: return reject(sample, plan, .invalidValue)
    case .foreign(let number, let unit): foreign(number, unit, sample, &value)
    case .value(let number, let declared, let isIdentity):
      value.kind = .quantity
      value.number = number
      value.contentWord = number.stableBits ^ UInt64(ValueKind.quantity.rawValue) << 1
      if !isIdentity {
        value.declared = declared
        value.unit = unitName(slot, plan.names)
      }
      if let range = plan.plausible, !range.contains(number) { value.quality.insert(.implausible) }
      let unit = Int(found[slot].unit)
      plan.unitCounts[unit >= 0 ? unit + 1 : 0] += 1
    }
    return true
  }

  private func reject(
    _ sample: NativeSample, _ plan: FieldPlan, _ reason: FieldRejection
  ) -> Bool {
    let rejection: Void = reject(sample, plan, reason)
    _ = rejection
    return false
  }

  /// A number in a unit that cannot be converted: kept with its own unit, never guessed at.
  private func foreign(
    _ number: Double, _ unit: Symbol, _ sample: NativeSample, _ value: inout FieldValue
  ) {
    value.kind = .native
    value.quality.insert(.unitMismatch)
    openPayload()
    writer.key("native")
    writer.beginObject()
    writer.key("number")
    writer.json.number(number)
    writer.content.append(number.stableBits)
    writer.key("unit")
    writer.text(native.symbols.string(of: unit) ?? "")
    writer.endObject()
    diagnose(
      "unknown_unit", .warning, sample,
      "A unit is unknown or does not fit its type; the number is kept in that unit. "
        + "Add the spelling to units.json and give the folder with --mappings.")
  }

  /// The number in a slot, in the unit of its record.
  func number(_ index: Int, _ names: FieldNames) -> FieldNumber {
    number(found[index], names.slots[index])
  }

  /// The number that was found for a slot, in the unit of its record.
  func number(_ field: FoundField, _ slot: FieldSlot) -> FieldNumber {
    guard let text = text(of: field, slot) else { return .absent }
    guard let number = decimal(text) else { return .invalid }
    if slot.absentNumbers.contains(number) { return .absent }
    let conversion: UnitConversion?
    if field.unit >= 0 {
      conversion = slot.keyConversions[Int(field.unit)]
    } else if field.declaredUnit.isPresent {
      conversion = declaredConversion(field.declaredUnit, slot)
      if conversion == nil { return .foreign(number, field.declaredUnit) }
    } else {
      conversion = slot.bare
    }
    guard let conversion else { return .value(number, declared: number, isIdentity: true) }
    return .value(
      conversion.convert(number), declared: number, isIdentity: conversion.isIdentity)
  }

  /// A unit's text as it stands, else in lower case: shapes write `METERS` and `meters`.
  private func declaredConversion(_ spelling: Symbol, _ slot: FieldSlot) -> UnitConversion? {
    guard let target = slot.target, let text = native.symbols.string(of: spelling) else {
      return nil
    }
    let (units, provider) = (context.tables.units, native.provider)
    let unit =
      units.unit(spelling: text, provider: provider)
      ?? units.unit(spelling: text.lowercased(), provider: provider)
    return unit.flatMap { units.conversion(from: $0, to: target) }
  }

  private func unitName(_ index: Int, _ names: FieldNames) -> String? {
    let field = found[index]
    if field.unit >= 0 { return context.shape?.unitKeys[Int(field.unit)].unit }
    if field.declaredUnit.isPresent { return native.symbols.string(of: field.declaredUnit) }
    return names.slots[index].bareUnit
  }

  /// The text in a slot; nil where there is none, or one that means none.
  func text(of field: FoundField, _ slot: FieldSlot) -> Symbol? {
    guard field.value.isPresent else { return nil }
    guard let form = slot.form else { return field.value }
    let isAbsent = native.symbols.withBytes(of: field.value) { text in
      text.isEmpty
        || text.count == 2
          && (text.elementsEqual(Self.noObject) || text.elementsEqual(Self.noArray))
        || form != .quantity && slot.absentTexts.contains { text.elementsEqual($0) }
    }
    return isAbsent ? nil : field.value
  }

  private static let noObject = Array("{}".utf8)
  private static let noArray = Array("[]".utf8)

  /// The number that a text is; nil for a text that is none.
  func decimal(_ symbol: Symbol) -> Double? {
    guard symbol.isPresent else { return nil }
    return native.symbols.withBytes(of: symbol) { text in
      Self.smallInteger(text) ?? DecimalText(text)?.value
    }
  }

  /// The number of a text of up to 15 digits, as most are: exact in a double; nil for any other text.
  @inline(__always)
  private static func smallInteger(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard 1...15 ~= text.count else { return nil }
    var value: Int64 = 0
    for byte in text {
      guard byte &- 0x30 < 10 else { return nil }
      value = value &* 10 &+ Int64(byte &- 0x30)
    }
    return Double(value)
  }

  // MARK: - Codes

  private func code(
    _ sample: NativeSample, _ plan: FieldPlan, _ value: inout FieldValue
  ) -> Bool {
    guard let slot = plan.slots.value else { return reject(sample, plan, .missingValue) }
    let code: FieldCode?
    if let fixed = plan.word?.code {
      code = self.code(named: fixed, in: plan.names.slots[slot])
    } else {
      code = self.code(found[slot], plan.names.slots[slot], sample)
    }
    guard let code else {
      // A code without a value says that the event took place.
      return true
    }
    guard let number = code.number else {
      value.kind = .native
      openPayload()
      writer.key("native")
      writer.beginObject()
      writer.key("text")
      writer.text(code.text)
      writer.endObject()
      return true
    }
    value.kind = .code
    value.number = Double(number)
    value.code = code.symbol
    value.contentWord = output.symbols.hash(of: code.symbol)
    return true
  }

  /// The code of a field; nil where there is none.
  func code(
    _ field: FoundField, _ slot: FieldSlot, _ sample: NativeSample
  ) -> FieldCode? {
    guard let symbol = text(of: field, slot), codes.indices.contains(slot.codeSet) else {
      return nil
    }
    if let known = codes[slot.codeSet][symbol] {
      if known.number == nil { unknownCode(sample) }
      return known
    }
    let text = native.symbols.string(of: symbol) ?? ""
    let match = context.code(text, in: slot.codeSet)
    let name = match?.code ?? text
    let code = FieldCode(
      number: match?.number, text: name, symbol: output.symbols.intern(name))
    if match == nil { unknownCode(sample) }
    codes[slot.codeSet][symbol] = code
    return code
  }

  private func code(named name: String, in slot: FieldSlot) -> FieldCode? {
    guard context.table.codeSets.indices.contains(slot.codeSet),
      let code = context.table.codeSets[slot.codeSet].codes.first(where: { $0.code == name })
    else { return nil }
    return FieldCode(
      number: Int64(code.number), text: name, symbol: output.symbols.intern(name))
  }

  private func unknownCode(_ sample: NativeSample) {
    diagnose(
      "unknown_code", .warning, sample,
      "A code is not in its code set; it is kept as written. "
        + "Add it to the provider's table and give the folder with --mappings.")
  }

  // MARK: - Values with parts

  private func components(
    _ sample: NativeSample, _ plan: FieldPlan, _ value: inout FieldValue
  ) -> Bool {
    value.kind = .components
    let count = writeComponents(plan, as: "components", &value)
    value.parts += count
    if count > 0 { return true }
    // What has no quantity at all still may say what was eaten.
    let hasDetails = plan.slots.details.contains { index in
      text(of: found[index], plan.names.slots[index]) != nil
    }
    guard hasDetails else { return reject(sample, plan, .missingValue) }
    value.kind = .none
    return true
  }

  /// Writes the components that the record holds, in the order of the table; returns their number.
  private func writeComponents(
    _ plan: FieldPlan, as key: String, _ value: inout FieldValue
  ) -> Int {
    var count = 0
    for index in plan.slots.components {
      let slot = plan.names.slots[index]
      guard case .value(let number, _, _) = self.number(index, plan.names) else { continue }
      if count == 0 {
        openPayload()
        writer.key(key)
        writer.beginObject()
      }
      writer.key(slot.name)
      write(number, slot)
      doubt(number, slot, &value)
      count += 1
    }
    if count > 0 { writer.endObject() }
    return count
  }

  /// Flags a number outside the limits of its component.
  private func doubt(_ number: Double, _ slot: FieldSlot, _ value: inout FieldValue) {
    if let range = slot.plausible, !range.contains(number) { value.quality.insert(.implausible) }
  }

  /// The one value that a half of a record holds.
  private func halfValue(
    _ sample: NativeSample, _ plan: FieldPlan, _ value: inout FieldValue
  ) -> Bool {
    let slot = plan.slots.components.first { plan.names.slots[$0].name == plan.component }
    guard let slot else { return reject(sample, plan, .missingValue) }
    switch number(slot, plan.names) {
    case .value(let number, _, _):
      value.kind = .components
      value.parts = 1
      let slot = plan.names.slots[slot]
      openPayload()
      writer.key("components")
      writer.beginObject()
      writer.key(slot.name)
      write(number, slot)
      writer.endObject()
      doubt(number, slot, &value)
      return true
    case .absent: return reject(sample, plan, .missingValue)
    default: return reject(sample, plan, .invalidValue)
    }
  }

  private func session(
    _ sample: NativeSample, _ plan: FieldPlan, _ times: RecordTimes, _ value: inout FieldValue
  ) {
    value.kind = .session
    openPayload()
    writer.key("session")
    writer.beginObject()
    writeDetails(plan, within: nil)
    _ = writeComponents(plan, as: "totals", &value)
    writeParts(sample, plan, times, &value)
    writer.endObject()
  }

  private func document(
    _ sample: NativeSample, _ plan: FieldPlan, _ value: inout FieldValue
  ) -> Bool {
    guard let slot = plan.slots.value,
      let text = text(of: found[slot], plan.names.slots[slot])
    else { return reject(sample, plan, .missingValue) }
    value.kind = .document
    openPayload()
    writer.key("document")
    writer.beginObject()
    writer.key("media_type")
    writer.text(plan.mapping?.fields.mediaType ?? "text/plain")
    writer.key("text")
    writer.text(native.symbols.string(of: text) ?? "")
    writer.endObject()
    value.parts = 1
    return true
  }

  private func characteristics(_ plan: FieldPlan, _ value: inout FieldValue) {
    value.kind = .document
    writeDetails(plan, within: "characteristics")
    for index in plan.slots.details {
      guard let name = plan.names.slots[index].rule?.name,
        let symbol = text(of: found[index], plan.names.slots[index]),
        let rule = context.table.characteristics.first(where: { $0.name == name }),
        rule.identifies
      else { continue }
      output.identifyingTraits[name] = native.symbols.string(of: symbol)
    }
  }
}
