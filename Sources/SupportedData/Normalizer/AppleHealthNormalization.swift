import HealthRecords

/// The normalization of one batch of Apple Health samples: native samples in, records and counted outcomes out.
///
/// What samples have in common (type, source, unit, metadata) is worked out once per batch and looked up by symbol;
/// a plain sample then costs its number, its two hashes and one row, without allocation.
struct AppleHealthNormalization {
  let native: NativeBatch
  let tables: MappingTables
  var output: RecordBatch
  var identity = AppleIdentity()
  var writer = ValueWriter()
  var nativeJSON: NativeJSONCache
  var beatNames = BeatNames()
  /// Statistics are parts of a workout; they have no record type of their own.
  var workoutStatistics = TypeTally(recordType: RecordType(rawValue: "workout"))

  private let planner: SourcePlanner
  /// Plans by the index of the type's symbol in the native batch.
  private var typePlans: [TypePlan?] = []
  private var sourcePlans: [SourceKey: SourcePlan] = [:]
  private var lastSource: (key: SourceKey, plan: SourcePlan)?
  var metadataRules: MetadataRuleCache

  init(_ native: NativeBatch, tables: MappingTables, planner: SourcePlanner) {
    self.native = native
    self.tables = tables
    self.planner = planner
    nativeJSON = NativeJSONCache()
    metadataRules = MetadataRuleCache(tables: tables)
    output = RecordBatch(provider: native.provider, mappingVersion: tables.appleHealth.version)
    output.rows.reserveCapacity(native.samples.count)
  }

  /// Normalizes all samples in their order.
  mutating func run() -> RecordBatch {
    var index = 0
    while index < native.samples.count {
      index = normalize(at: index)
    }
    finishTallies()
    output.diagnostics.add(native.diagnostics)
    return output
  }

  /// Normalizes the sample at `index` with its children; returns the index after them.
  private mutating func normalize(at index: Int) -> Int {
    let sample = native.samples[index]
    switch sample.kind {
    case .quantity, .category, .data:
      point(sample)
      return index + 1
    case .correlation: return correlation(at: index)
    case .workout: return workout(at: index)
    default:
      document(sample)
      return index + 1
    }
  }

  // MARK: - Plans

  /// The plan of a sample's type; counts the sample as read.
  @inline(__always)
  mutating func readPlan(of sample: NativeSample) -> TypePlan {
    let plan = plan(ofType: sample.type)
    plan.read &+= 1
    if sample.start.isPresent { plan.first = min(plan.first, sample.start.milliseconds) }
    if sample.end.isPresent { plan.last = max(plan.last, sample.end.milliseconds) }
    return plan
  }

  /// The plan of a native type.
  mutating func plan(ofType type: Symbol) -> TypePlan {
    let index = Int(type.index)
    if index < typePlans.count, let plan = typePlans[index] { return plan }
    while typePlans.count <= index { typePlans.append(nil) }
    let plan = TypePlan(native: native.symbols.string(of: type) ?? "", tables: tables)
    plan.batchType = UInt32(truncatingIfNeeded: output.types.count)
    output.types.append(
      BatchType(
        nativeType: plan.nativeType, recordType: plan.recordType, unit: plan.unit?.ucum ?? ""))
    typePlans[index] = plan
    return plan
  }

  /// The plan behind an entry of the output's types.
  func planOfOutputType(_ index: UInt32) -> TypePlan? {
    typePlans.lazy.compactMap { $0 }.first { $0.batchType == index }
  }

  /// The plan of a sample's source.
  mutating func source(of sample: NativeSample) -> SourcePlan {
    let key = SourceKey(
      name: sample.sourceName, version: sample.sourceVersion, device: sample.device)
    if let lastSource, lastSource.key == key { return lastSource.plan }
    let plan: SourcePlan
    if let known = sourcePlans[key] {
      plan = known
    } else {
      plan = planner.plan(key, from: native.symbols, into: &output.symbols)
      sourcePlans[key] = plan
    }
    lastSource = (key, plan)
    return plan
  }

  private mutating func finishTallies() {
    for case .some(let plan) in typePlans where plan.read > 0 {
      output.tallies[plan.nativeType, default: TypeTally(recordType: plan.recordType)]
        .add(plan.tally(native.symbols))
    }
    if workoutStatistics.read > 0 { output.tallies["WorkoutStatistics"] = workoutStatistics }
    output.addRejected(native.rejectedTypes)
  }

  // MARK: - Outcomes that need no store

  /// Counts a sample that cannot be kept.
  mutating func reject(_ sample: NativeSample, _ plan: TypePlan, _ reason: RejectReason) {
    plan.outcomes[.rejected] += 1
    diagnose(reason, sample)
  }

  /// Adds the diagnostic of a rejected sample.
  mutating func diagnose(_ reason: RejectReason, _ sample: NativeSample) {
    diagnose(reason.code, .warning, sample, reason.message)
  }

  /// Adds a diagnostic of `times` cases, at least 1; finding the position costs a scan, so it is done for the first of
  /// a code only.
  mutating func diagnose(
    _ code: String, _ severity: Diagnostic.Severity, _ sample: NativeSample, times: Int = 1,
    _ message: String
  ) {
    let isKnown = output.diagnostics.contains(code)
    output.diagnose(
      code, severity, times: times, message, first: isKnown ? nil : native.position(of: sample))
  }
}

/// Why a sample cannot be kept.
enum RejectReason {
  case missingDate
  case missingType
  case missingValue
  case invalidValue
  case missingIdentifier
  case invalidDay
  case rejectedParent

  /// The stable word.
  var code: String {
    switch self {
    case .missingDate: "missing_date"
    case .missingType: "missing_type"
    case .missingValue: "missing_value"
    case .invalidValue: "invalid_value"
    case .missingIdentifier: "missing_identifier"
    case .invalidDay: "invalid_day"
    case .rejectedParent: "rejected_parent"
    }
  }

  /// What it means and what to do.
  var message: String {
    switch self {
    case .missingDate:
      "A record without a readable startDate and endDate has no place in time and was not kept. "
        + "Export again; if it stays, the app that wrote it is at fault."
    case .missingType: "A record without a type cannot be named and was not kept."
    case .missingValue:
      "A quantity without a value was not kept. Export again; a cut-off file ends like this."
    case .invalidValue:
      "A quantity whose value is not a finite decimal number was not kept. "
        + "The position names the line; the value itself is not repeated here."
    case .missingIdentifier: "A document without an identifier was not kept."
    case .invalidDay: "A day summary without a readable day (yyyy-MM-dd) was not kept."
    case .rejectedParent:
      "A part of a record that was rejected has no record to belong to and was not kept. "
        + "The reason is that of the record around it."
    }
  }
}
