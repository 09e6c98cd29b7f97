import HealthRecords

/// What the steps of normalizing one plain sample hand to each other.
struct PointValue {
  var kind: ValueKind = .none
  var number = 0.0
  var declared = Double.nan
  var code = Symbol.none
  var quality: Quality = []
  /// The value as it enters the id.
  var identity = AppleIdentityValue.none
  /// Whether the native data must hold the value's text.
  var keepsText = false
  /// Structured value, in the writer.
  var hasPayload = false
}

extension AppleHealthNormalization {
  /// Normalizes a quantity, category or other sample that stands on its own.
  mutating func point(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    guard let row = pointRow(sample, plan, standing: .whole) else { return }
    output.rows.append(row)
  }

  /// The row of a plain sample; nil when it was rejected (and counted).
  mutating func pointRow(
    _ sample: NativeSample, _ plan: TypePlan, standing: RecordStanding
  ) -> RecordRow? {
    plan.count(unit: sample.unit, source: sample.sourceName)
    guard sample.start.isPresent, sample.end.isPresent else {
      reject(sample, plan, plan.nativeType.isEmpty ? .missingType : .missingDate)
      return nil
    }
    guard var value = pointValue(sample, plan) else { return nil }
    if !sample.parts.isEmpty { beats(of: sample, &value) }
    let metadata = metadata(of: sample)
    let source = source(of: sample)
    var row = RecordRow(
      id: contentID(sample, plan, source, value.identity, metadata.qualifier))
    row.kind = value.kind
    row.number = value.number
    row.declared = value.declared
    row.code = value.code
    row.quality = value.quality
    row.standing = standing
    adopt(sample, plan, source, metadata, into: &row)
    if value.hasPayload { takePayload(into: &row) }
    row.native = nativeSymbol(sample, keepsValue: value.keepsText)
    finish(&row, plan, source, metadata, value: value)
    return row
  }

  // MARK: - Value

  private mutating func pointValue(_ sample: NativeSample, _ plan: TypePlan) -> PointValue? {
    guard plan.isMapped else { return unknownValue(sample, plan) }
    return sample.kind == .category ? category(sample, plan) : quantity(sample, plan)
  }

  /// A number with its unit, converted to the type's canonical unit.
  private mutating func quantity(_ sample: NativeSample, _ plan: TypePlan) -> PointValue? {
    guard sample.hasValue else {
      reject(sample, plan, .missingValue)
      return nil
    }
    guard let text = number(of: sample) else {
      reject(sample, plan, .invalidValue)
      return nil
    }
    let unit = plan.unitPlan(sample.unit, symbols: native.symbols, tables: tables)
    var value = PointValue()
    value.keepsText = !text.isShortest
    guard unit.fit != .foreign else {
      foreign(text.value, sample, &value)
      return value
    }
    if unit.fit == .assumed { value.quality.insert(.assumedUnit) }
    value.kind = .quantity
    value.number = unit.canonical(text.value)
    if !unit.isIdentity { value.declared = text.value }
    value.identity = .quantity(base: unit.base(text.value))
    if let range = plan.plausible, !range.contains(value.number) {
      value.quality.insert(.implausible)
    }
    if plan.component != nil { component(plan, &value) }
    return value
  }

  private func number(of sample: NativeSample) -> DecimalText? {
    native.text.withUnsafeBufferPointer {
      DecimalText(UnsafeBufferPointer(rebasing: $0[sample.value.indices]))
    }
  }

  /// A number in a unit that cannot be converted: kept with its own unit, never guessed at.
  private mutating func foreign(
    _ number: Double, _ sample: NativeSample, _ value: inout PointValue
  ) {
    value.kind = .native
    value.quality.insert(.unitMismatch)
    value.identity = .foreignQuantity(number: number, unit: sample.unit)
    writer.removeAll()
    writer.beginObject()
    writer.key("native")
    writer.beginObject()
    writer.key("number")
    writer.json.number(number)
    writer.content.append(SignificantDigits(number))
    writer.key("unit")
    writer.text(native.symbols.string(of: sample.unit) ?? "")
    writer.endObject()
    writer.endObject()
    value.hasPayload = true
    diagnose(
      "unknown_unit", .warning, sample,
      "A unit is unknown or does not fit its type; the number is kept in that unit. "
        + "Add the spelling to units.json and give the folder with --mappings.")
  }

  /// One half of a value that belongs together: written as components, so that a whole record can take its place.
  private mutating func component(_ plan: TypePlan, _ value: inout PointValue) {
    guard let name = plan.component, case .quantity(let base) = value.identity else {
      return
    }
    writer.removeAll()
    writer.beginObject()
    writer.key("components")
    writer.beginObject()
    writer.key(name)
    writer.quantity(Quantity(number: value.number, unit: plan.unit?.ucum ?? "", base: base))
    writer.endObject()
    writer.endObject()
    value.kind = .components
    value.hasPayload = true
  }

  /// A code of a closed set; a missing value is the set's "not applicable".
  private mutating func category(_ sample: NativeSample, _ plan: TypePlan) -> PointValue? {
    let text =
      sample.hasValue ? Array(native.text[sample.value.indices]) : Self.notApplicable
    var value = PointValue()
    value.keepsText = sample.hasValue
    if let code = plan.code(of: text, tables: tables, symbols: &output.symbols) {
      value.kind = .code
      value.number = Double(code.number)
      value.code = code.symbol
      value.identity = .code(code.number)
      return value
    }
    guard sample.hasValue else {
      value.kind = .none
      value.identity = .code(0)
      return value
    }
    nativeText(text, &value)
    diagnose(
      "unknown_code", .warning, sample,
      "A category value is not in its code set; it is kept as native text. "
        + "Add it to the provider's table and give the folder with --mappings.")
    return value
  }

  /// The value of a type without a mapping: its text, and the unit it declares.
  private mutating func unknownValue(_ sample: NativeSample, _ plan: TypePlan) -> PointValue {
    let text = native.valueText(of: sample) ?? []
    var value = PointValue()
    value.keepsText = sample.hasValue
    nativeText(text, &value)
    diagnose("unsupported_type", .info, sample, unsupportedTypeMessage)
    return value
  }

  private mutating func nativeText(_ text: [UInt8], _ value: inout PointValue) {
    value.kind = .native
    value.identity = .text(text)
    writer.removeAll()
    writer.beginObject()
    writer.key("native")
    writer.beginObject()
    writer.key("text")
    writer.text(String(decoding: text, as: UTF8.self))
    writer.endObject()
    writer.endObject()
    value.hasPayload = true
  }

  private static let notApplicable = Array("HKCategoryValueNotApplicable".utf8)

  // MARK: - Identity and hashes

  /// The id of a sample by its content.
  mutating func contentID(
    _ sample: NativeSample, _ plan: TypePlan, _ source: SourcePlan, _ value: AppleIdentityValue,
    _ qualifier: AppleIdentity.Qualifier
  ) -> RecordID {
    identity.content(
      plan, source, start: sample.start.milliseconds, end: sample.end.milliseconds, value: value,
      qualifier: qualifier, symbols: native.symbols)
  }

  /// Fills what every dated sample has: type, time, version, zone, source, sync identity.
  mutating func adopt(
    _ sample: NativeSample, _ plan: TypePlan, _ source: SourcePlan, _ metadata: SampleMetadata,
    into row: inout RecordRow
  ) {
    row.type = plan.batchType
    row.start = sample.start.milliseconds
    row.end = sample.end.milliseconds
    doubtTime(of: &row)
    row.version.modifiedAt = sample.creation.isPresent ? sample.creation.milliseconds : 0
    if !sample.creation.isPresent { row.quality.insert(.versionUnknown) }
    row.source = source.json
    row.recording = metadata.recording
    if metadata.timeZone.isPresent {
      row.zone = native.symbols.withBytes(of: metadata.timeZone) { output.symbols.intern($0) }
    } else {
      output.assumedZones &+= 1
    }
    if metadata.syncIdentifier.isPresent {
      row.version.number = metadata.syncVersion
      takeSyncIdentity(plan, source, metadata, &row)
    }
  }

  /// Flags an end before the start, and an end after the export was written.
  ///
  /// Of civil days the last one counts from its midnight in UTC.
  @inline(__always)
  func doubtTime(of row: inout RecordRow) {
    if row.end < row.start { row.quality.insert(.endBeforeStart) }
    let last = row.isCivilDate ? (row.end - 1) * 86_400_000 : row.end
    if native.exportedAt.isPresent, last > native.exportedAt.milliseconds + Self.clockSlack {
      row.quality.insert(.future)
    }
  }

  /// Watches and phones may disagree by minutes; only what lies a day ahead is in the future.
  private static let clockSlack: Int64 = 86_400_000

  private mutating func takeSyncIdentity(
    _ plan: TypePlan, _ source: SourcePlan, _ metadata: SampleMetadata, _ row: inout RecordRow
  ) {
    let (start, end) = (row.start, row.end)
    plan.nativeBytes.withUnsafeBufferPointer { type in
      native.symbols.withBytes(of: metadata.syncIdentifier) { identifier in
        row.id = identity.synced(
          type: type, source: source.identityName, identifier: identifier)
        row.sharedID = identity.sharedSync(
          type: type, source: source.identityName, identifier: identifier, start: start, end: end)
      }
    }
    row.hasSyncIdentifier = true
  }

  /// Moves the writer's JSON into the batch's payloads.
  mutating func takePayload(into row: inout RecordRow) {
    output.takePayload(writer.json, into: &row)
  }

  /// Computes the content hash and the digest of a finished row.
  mutating func finish(
    _ row: inout RecordRow, _ plan: TypePlan, _ source: SourcePlan, _ metadata: SampleMetadata,
    value: PointValue
  ) {
    output.sign(
      &row, recordType: plan.recordTypeHash,
      content: Self.contentWord(of: value.identity, row.kind),
      payload: value.hasPayload ? writer.content.hash.low : 0, source: source.contentHash,
      metadata: metadata.contentHash)
  }

  /// The value of a plain record as one word: a number at four significant digits, or a code.
  private static func contentWord(of value: AppleIdentityValue, _ kind: ValueKind) -> UInt64 {
    switch value {
    case .quantity(let base) where kind == .quantity:
      let digits = SignificantDigits(base)
      return UInt64(kind.rawValue) << 56 | UInt64(UInt16(bitPattern: digits.exponent)) << 16
        | UInt64(UInt16(bitPattern: digits.digits))
    case .code(let code):
      return UInt64(kind.rawValue) << 56 ^ UInt64(bitPattern: code)
    default:
      return UInt64(kind.rawValue) << 56
    }
  }
}
