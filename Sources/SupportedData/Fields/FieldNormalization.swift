import HealthRecords

/// The normalization of one batch of records that come as names and values: Health Connect and Samsung Health.
///
/// What each native name is to its type is worked out once and kept for the next batches (`FieldPlans`); a record then is
/// one pass over its attributes by symbol, its numbers and times, its two hashes and one row.
///
/// A class, because a value of this size would be copied for closures and calls with every record. It lives on one thread
/// for one batch, and no method hands one of its properties on while it is changed: accesses are not checked again when
/// the program runs.
final class FieldNormalization {
  let native: NativeBatch
  let context: FieldContext
  let settings: NormalizerSettings
  /// Whether nothing is made that only a store keeps (`NormalizerSettings.isForCounting`).
  let isForCounting: Bool
  let planner: SourcePlanner
  @exclusivity(unchecked) var output: RecordBatch
  @exclusivity(unchecked) var identity: FieldIdentity
  @exclusivity(unchecked) var writer = ValueWriter()
  @exclusivity(unchecked) var nativeWriter = JSONWriter()
  /// Names as they begin a pair, back to back, and where each lies by the index of its symbol; nowhere for one that was not
  /// asked for.
  @exclusivity(unchecked) var pairHeads: [UInt8] = []
  @exclusivity(unchecked) var pairRanges: [BatchRange] = []
  /// The column in hand, and its JSON.
  @exclusivity(unchecked) var packed = PackedDecimals()
  @exclusivity(unchecked) var columnWriter = JSONWriter()
  /// The canonical text of the last id.
  @exclusivity(unchecked) var canonicalText: [UInt8] = []
  /// What was found for each slot of the record in hand.
  @exclusivity(unchecked) var found: [FoundField] = []
  /// What was found for each slot of the part in hand.
  @exclusivity(unchecked) var foundInPart: [FoundField] = []
  /// The record in hand.
  @exclusivity(unchecked) var inHand = NativeSample(kind: .record)
  /// Whether an object is open in `writer`.
  @exclusivity(unchecked) var hasPayload = false
  /// Parts with fields that no rule reads, of the record in hand.
  @exclusivity(unchecked) var restOfParts: [Int] = []
  /// Codes by set and text.
  @exclusivity(unchecked) var codes: [[Symbol: FieldCode]]
  @exclusivity(unchecked) var declaredUnits: [DeclaredUnit: UnitConversion?] = [:]
  @exclusivity(unchecked) var sources: [FieldSourceKey: FieldSource] = [:]
  @exclusivity(unchecked) var lastSource: (key: FieldSourceKey, source: FieldSource)?
  @exclusivity(unchecked) var lastZone: (key: ZoneKey, zone: FieldZone)?
  @exclusivity(unchecked) var minute: RecentMinute
  @exclusivity(unchecked) var recordings: [Symbol: RecordingMethod] = [:]
  @exclusivity(unchecked) var lastRecording: (symbol: Symbol, method: RecordingMethod)?
  @exclusivity(unchecked) var inference: TypeInference
  @exclusivity(unchecked) var deletions = DeletionLedger()
  /// When the file was written, as far as its envelope says.
  let writtenAt: Int64?
  /// How the times of a Samsung Health table are read.
  let samsungClock: SamsungClock
  /// What the reader of a Samsung Health export knows of other tables: devices, nights.
  let samsungFacts: [String: Symbol]

  private let kept: FieldPlans
  /// Plans by the index of the type word's symbol.
  @exclusivity(unchecked) private var plans: [FieldPlan?] = []
  /// All plans of the batch, in the order in which they were met.
  @exclusivity(unchecked) private var allPlans: [FieldPlan] = []

  init(
    _ native: NativeBatch, context: FieldContext, settings: NormalizerSettings,
    planner: SourcePlanner
  ) {
    self.native = native
    self.context = context
    self.settings = settings
    isForCounting = settings.isForCounting
    self.planner = planner
    output = RecordBatch(provider: native.provider, mappingVersion: context.table.version)
    output.rows.reserveCapacity(native.samples.count)
    identity = FieldIdentity(provider: native.provider)
    codes = context.table.codeSets.map { _ in [:] }
    minute = RecentMinute(isUTC: native.provider != .samsungHealth)
    inference = TypeInference(context)
    kept = context.takePlans()
    kept.beginBatch()
    writtenAt = Self.writtenAt(native, context)
    samsungClock = SamsungClock(shape: native.shape, wallClock: settings.wallClock)
    samsungFacts = native.provider == .samsungHealth ? Self.facts(native) : [:]
    deletions.isNeeded = native.samples.contains { $0.kind == .deletion }
    writer.isExact = true
  }

  /// Normalizes all samples in their order.
  func run() -> RecordBatch {
    for sample in native.samples {
      if sample.kind == .deletion { deletion(sample) } else { record(sample) }
    }
    finishDeletions()
    for plan in allPlans where plan.tally.read > 0 {
      output.tallies[plan.nativeType, default: TypeTally(recordType: plan.recordType)]
        .add(plan.finishedTally(context, native.symbols))
    }
    output.addRejected(native.rejectedTypes)
    output.diagnostics.add(native.diagnostics)
    context.giveBack(kept)
    return output
  }

  // MARK: - Plans

  /// The plan of a sample's type word, or of the type that its fields tell.
  private func plan(of sample: NativeSample) -> FieldPlan {
    let index = Int(sample.type.index)
    if sample.type.isPresent, index < plans.count, let plan = plans[index] { return plan }
    guard sample.type.isPresent else { return inferredPlan(of: sample) }
    let text = native.symbols.string(of: sample.type) ?? ""
    let plan = plan(.word(native.symbols.bytes(of: sample.type))) {
      let type = context.type(of: text)
      return FieldPlan(
        named: type.mapping?.native ?? text, mapping: type.mapping, word: type.word, text: text,
        context: context)
    }
    while plans.count <= index { plans.append(nil) }
    plans[index] = plan
    return plan
  }

  private func inferredPlan(of sample: NativeSample) -> FieldPlan {
    if let plan = inference.known(sample, native) {
      if plan.isAssumed { tellAssumption(sample) }
      return plan
    }
    let plan: FieldPlan
    switch inference.type(of: sample, native, assumed: settings.assumedType) {
    case .one(let mapping): plan = self.plan(of: mapping, isAssumed: false)
    case .assumed(let mapping):
      plan = self.plan(of: mapping, isAssumed: true)
      tellAssumption(sample)
    case .several:
      plan = self.plan(.ambiguous) {
        FieldPlan(named: "Ambiguous", mapping: nil, isAmbiguous: true, context: context)
      }
    case .none:
      plan = self.plan(.unknown) { FieldPlan(named: "Unknown", mapping: nil, context: context) }
    }
    inference.remember(plan, sample, native)
    return plan
  }

  private func plan(of mapping: TypeMapping, isAssumed: Bool) -> FieldPlan {
    plan(.inferred(mapping.native, isAssumed: isAssumed)) {
      FieldPlan(named: mapping.native, mapping: mapping, isAssumed: isAssumed, context: context)
    }
  }

  /// A plan that is kept or made, with an entry in the output's types.
  private func plan(_ key: FieldPlans.Key, _ make: () -> FieldPlan) -> FieldPlan {
    let (plan, isFirst) = kept.plan(key, make)
    guard isFirst else { return plan }
    plan.batchType = appendType(plan.nativeType, plan.definition)
    allPlans.append(plan)
    return plan
  }

  private func tellAssumption(_ sample: NativeSample) {
    diagnose(
      "assumed_type", .info, sample,
      "A record does not say its type and its fields fit several; the usual one of them was taken. "
        + "Add \"recordType\" to the records, or give --assume-type, if they are another.")
  }

  /// Adds an entry to the output's types.
  func appendType(_ native: String, _ definition: RecordTypeDefinition?) -> UInt32 {
    output.types.append(
      BatchType(
        nativeType: native, recordType: definition?.type ?? .unknown,
        unit: definition?.unit ?? ""))
    return UInt32(truncatingIfNeeded: output.types.count - 1)
  }

  // MARK: - Records

  private func record(_ sample: NativeSample) {
    let plan = plan(of: sample)
    plan.tally.read += 1
    inHand = sample
    gather(sample.attributes, plan.names)
    let source = source()
    plan.count(origin: found[RecordField.origin.slot].value)
    let times: RecordTimes
    do {
      times = try self.times(of: plan)
    } catch {
      return reject(sample, plan, error)
    }
    plan.tally.first = min(plan.tally.first, times.firstMoment)
    plan.tally.last = max(plan.tally.last, times.lastMoment)
    startPayload()
    let variant = variant(of: plan)
    guard var value = value(of: sample, plan, variant, times) else { return }
    let key = key(of: plan, source, times, value)
    var row = RecordRow(id: key.id)
    fill(&row, plan, source, times)
    row.type = variant.type
    adopt(value, into: &row, plan)
    if let parent = key.whole { output.appendLinks([parent], to: &row) }
    appendLinks(plan, to: &row)
    row.completeness =
      variant.unsupported == nil ? UInt32(truncatingIfNeeded: 1 + value.parts) : 0
    if let component = plan.component {
      row.isHalf = true
      row.standing = .member
      row.code = output.symbols.intern(component)
    }
    if value.hasPayload, !isForCounting { output.takePayload(writer.json, into: &row) }
    row.native = nativeSymbol(
      sample, plan, unit: value.unit, keepsAll: variant.unsupported != nil)
    if variant.unsupported != nil { value.contentWord = contentOfFields(sample, plan) }
    deletions.saw(row)
    finish(&row, recordType: variant.hash, source, value)
    output.rows.append(row)
  }

  /// Fills the slots of `names` from a range of attributes.
  @inline(__always)
  private func gather(_ attributes: BatchRange, _ names: FieldNames) {
    Self.gather(attributes, names, native, into: &found)
  }

  /// Fills the slots of `names`, the best name of each; returns whether a field was met that no slot asks for.
  @discardableResult
  static func gather(
    _ attributes: BatchRange, _ names: FieldNames, _ native: NativeBatch,
    into found: inout [FoundField]
  ) -> Bool {
    let count = names.slots.count
    if found.count != count {
      found.removeAll(keepingCapacity: true)
      found.append(contentsOf: repeatElement(FoundField(), count: count))
    } else {
      found.withUnsafeMutableBufferPointer { $0.update(repeating: FoundField()) }
    }
    // One check and one reference for all of the record, rather than one for each field.
    return native.attributes[attributes.indices].withUnsafeBufferPointer { attributes in
      found.withUnsafeMutableBufferPointer { found in
        var hasRest = false
        for attribute in attributes where attribute.value.isPresent {
          let roles = names.places(of: attribute.name, in: native.symbols)
          if roles.isEmpty { hasRest = true }
          for place in roles { names.role(at: place).take(attribute.value, into: found) }
        }
        return hasRest
      }
    }
  }

  /// What every row has: time, version, zone, source, and how it was recorded.
  private func fill(
    _ row: inout RecordRow, _ plan: FieldPlan, _ source: FieldSource, _ times: RecordTimes
  ) {
    row.start = times.start
    row.end = times.end
    row.isCivilDate = times.isCivilDate
    row.quality = times.quality
    row.zone = times.zone
    row.source = source.json
    row.recording = recording(plan)
    let version = version(of: plan)
    row.version = version.version
    if !version.isKnown { row.quality.insert(.versionUnknown) }
    if plan.isEstimate { row.quality.insert(.estimate) }
    if plan.kind == .clinical { adoptClinicalTime(plan, into: &row) }
  }

  private func adopt(_ value: FieldValue, into row: inout RecordRow, _ plan: FieldPlan) {
    row.kind = value.kind
    row.number = value.number
    row.declared = value.declared
    row.code = value.code
    row.quality.formUnion(value.quality)
  }

  /// The type of a row, which the value of one of its fields may decide.
  private func variant(of plan: FieldPlan) -> RowVariant {
    guard !plan.slots.variants.isEmpty else {
      return RowVariant(
        type: plan.batchType, hash: plan.recordTypeHash, unsupported: plan.unsupported)
    }
    for (index, slot) in plan.slots.variants.enumerated() {
      guard let rule = plan.mapping?.fields.variants[index] else { continue }
      let text = native.symbols.string(of: found[slot].value)
      guard text.map(rule.values.contains) ?? rule.values.isEmpty else { continue }
      let definition = rule.recordType.flatMap { context.tables.recordTypes.definition(of: $0) }
      let type = plan.variantTypes[index] ?? appendType(plan.nativeType, definition)
      plan.variantTypes[index] = type
      let name = definition?.type ?? .unknown
      return RowVariant(
        type: type, hash: Hash128(Array(name.rawValue.utf8)).low,
        unsupported: definition == nil ? .table : plan.unsupported)
    }
    return RowVariant(
      type: plan.batchType, hash: plan.recordTypeHash, unsupported: plan.unsupported)
  }

  private func appendLinks(_ plan: FieldPlan, to row: inout RecordRow) {
    guard !plan.slots.links.isEmpty else { return }
    var links = Array(output.links[row.links.indices])
    for (index, slot) in plan.slots.links.enumerated() {
      guard let rule = plan.mapping?.fields.links[index],
        let id = recordID(found[slot].value, type: rule.type)
      else { continue }
      links.append(RecordLink(rule.role, id))
    }
    if !links.isEmpty { output.appendLinks(links, to: &row) }
  }

  /// Computes the content hash and the digest of a finished row.
  func finish(
    _ row: inout RecordRow, recordType: UInt64, _ source: FieldSource, _ value: FieldValue
  ) {
    output.sign(
      &row, recordType: recordType, content: value.contentWord,
      payload: value.hasPayload ? writer.content.hash.low : 0, source: source.contentHash,
      hasDigest: !isForCounting)
  }

  // MARK: - Outcomes that need no store

  /// Counts a sample that cannot be kept.
  func reject(_ sample: NativeSample, _ plan: FieldPlan, _ reason: FieldRejection) {
    plan.tally.outcomes[.rejected] += 1
    diagnose(reason.rawValue, .warning, sample, reason.message)
  }

  /// Adds a diagnostic with the position of the first sample that gave rise to it.
  func diagnose(
    _ code: String, _ severity: Diagnostic.Severity, _ sample: NativeSample, times: Int = 1,
    _ message: String
  ) {
    let isKnown = output.diagnostics.contains(code)
    output.diagnose(
      code, severity, times: times, message, first: isKnown ? nil : native.position(of: sample))
  }
}

/// What the fields of one row make of its type.
struct RowVariant {
  /// The index in the output's types.
  var type: UInt32
  /// The hash of the record type's name.
  var hash: UInt64
  /// Why the row is kept as it is; nil for one that is mapped.
  var unsupported: FieldPlan.UnsupportedReason?
}

/// Why a record that is read by its fields cannot be kept; the raw value is the stable word.
enum FieldRejection: String, Error {
  case missingDate = "missing_date"
  case missingValue = "missing_value"
  case invalidValue = "invalid_value"
  case missingIdentifier = "missing_identifier"
  case ambiguousDate = "ambiguous_date"
  case sentinelTime = "sentinel_time"
  case timezoneRequired = "timezone_required"

  /// What it means and what to do.
  var message: String {
    switch self {
    case .missingDate:
      "A record without a readable time has no place in time and was not kept. "
        + "Export again; if it stays, the app that wrote it is at fault."
    case .missingValue:
      "A record without its value was not kept: the field is missing, or holds the mark that the "
        + "provider writes for none."
    case .invalidValue:
      "A record whose value is not a finite decimal number was not kept. "
        + "The position names the line; the value itself is not repeated here."
    case .missingIdentifier: "A deletion that names no record was not kept."
    case .ambiguousDate:
      "A row whose date could be two days (03/04/2021) was not kept. "
        + "Set the phone's region to one that writes dates with dots or the year first, and export again."
    case .sentinelTime:
      "A row that holds a placeholder in place of a time (1970, 2000-01-01) has no place in time and was not kept."
    case .timezoneRequired:
      "A row has local times and the file does not say in which zone, so it was not kept. "
        + "Give the zone of the phone that exported with --timezone and import again."
    }
  }
}
