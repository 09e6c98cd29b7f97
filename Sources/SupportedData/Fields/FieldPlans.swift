/// Plans that outlive a batch: what a type word and the names of its fields mean is the same in the next one.
///
/// Unchecked because the compiler cannot see that one batch at a time has them: `FieldContext` hands them over.
final class FieldPlans: @unchecked Sendable {
  /// What a plan is for.
  enum Key: Hashable {
    /// Records with this type word: by its bytes, as texts that look alike are other types.
    case word([UInt8])
    /// Records without one whose fields tell the type, or let it be assumed.
    case inferred(String, isAssumed: Bool)
    /// Records whose fields fit several types, or none.
    case ambiguous
    case unknown
  }

  /// Type words and names come from outside, and what is kept of them is limited.
  private static let limit = 512
  private static let nameLimit = 1 << 15
  private static let nameByteLimit = 1 << 20

  private var plans: [Key: FieldPlan] = [:]
  private var batch = 0

  /// Begins a batch.
  func beginBatch() {
    batch &+= 1
  }

  /// Ends a batch: lets go of all plans where they have become too many, or know too much.
  func endBatch() {
    let names = plans.values.lazy.flatMap(\.allNames)
    if plans.count > Self.limit || names.reduce(0, { $0 + $1.knownCount }) > Self.nameLimit
      || names.reduce(0, { $0 + $1.knownBytes }) > Self.nameByteLimit
    {
      plans.removeAll()
    }
  }

  /// The plan of a key, and whether the batch meets it for the first time.
  func plan(
    _ key: Key, _ make: () -> FieldPlan
  ) -> (plan: FieldPlan, isFirst: Bool) {
    let plan = plans[key] ?? make()
    plans[key] = plan
    guard plan.batch != batch else { return (plan, false) }
    plan.begin(batch: batch)
    return (plan, true)
  }
}
