extension ConnectBody {
  /// A page of changes: all upserts, then all deletions, as the library returns it.
  ///
  /// The last weight is corrected and deleted: the upsert is newer than what a store knows, so the
  /// deletion came before it. One deleted id was never seen.
  mutating func writeChanges(to path: String) throws(SampleError) {
    let last = (plan.days - 1) / 2 * 2
    try sink.beginFile(named: path, size: .unknown)
    json.text.append("{")
    json.openList("upsertionChanges")
    appendWeightChange(0, gramsMore: -400, isKnown: true)
    if last > 0 { appendWeightChange(last, gramsMore: 300, isKnown: true) }
    appendWeightChange(last + 2, gramsMore: 0, isKnown: false)
    appendSleepChange()
    json.closeList()
    json.openList("deletionChanges")
    appendDeletion(plan.id(.connectDays, 8), \.deleted)
    appendDeletion(plan.id(.connectChanges, 1), \.deleted)
    if last > 0 { appendDeletion(weight(last).record.id, \.stale) }
    json.closeList()
    json.field("nextChangesToken", text: "4711")
    json.field("hasMore", word: "false")
    json.field("changesTokenExpired", word: "false")
    json.text.append("}\n")
    try endFile()
  }

  /// The weighing of a day, corrected after the dump or new in it.
  private mutating func appendWeightChange(_ day: Int, gramsMore: Int64, isKnown: Bool) {
    var (record, milligrams) = weight(day)
    milligrams += gramsMore * 1_000
    record.modified = changeTime + Millis(day)
    appendUpsert(record) { $0.mass("weight", milligrams) }
    count(\.kept, later: isKnown ? \.updated : \.kept, of: record.type.rawValue)
  }

  /// The first night, stored once more as it was.
  private mutating func appendSleepChange() {
    var record = sleepRecord(0)
    record.modified = changeTime
    appendUpsert(record) { Self.appendStages(to: &$0, of: record, in: Self.watchCycle) }
    count(\.kept, later: \.duplicate, of: record.type.rawValue)
  }

  /// A day after the dump.
  private var changeTime: Millis { (configuration.exportDate + 86_400) * 1_000 }

  private mutating func appendUpsert(
    _ record: ConnectRecord, _ fields: (inout ConnectJSON) -> Void
  ) {
    json.openElement()
    json.key("record")
    json.append(record, fields)
    json.closeObject()
  }

  private mutating func appendDeletion(
    _ id: SampleUUID, _ outcome: WritableKeyPath<RecordTally.Outcomes, Int>
  ) {
    json.openElement()
    json.field("recordId", id)
    json.closeObject()
    count(outcome, later: outcome, of: "Deletion")
  }
}
