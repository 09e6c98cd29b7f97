import HealthRecords

/// The id of a row, and the whole record that it is a part of.
struct RowKey {
  var id: RecordID
  var whole: RecordLink?
}

extension FieldNormalization {
  /// The id of the record in hand: its own, that of its fields, or that of its content (DESIGN §4).
  func key(
    of plan: FieldPlan, _ source: FieldSource, _ times: RecordTimes, _ value: FieldValue
  ) -> RowKey {
    if !plan.slots.keys.isEmpty { return RowKey(id: keyed(plan, times)) }
    if native.provider == .samsungHealth, let key = samsungKey(plan, source) { return key }
    if plan.isPart, let parent = ownID(RecordField.parent) ?? ownID(RecordField.id) {
      let whole = identity.record(type: [], id: parent)
      let id = identity.part(of: parent, type: plan.nativeBytes, at: times.writtenStart)
      return RowKey(id: id, whole: RecordLink(.partOf, whole))
    }
    let own =
      plan.component == nil
      ? ownID(RecordField.id) : ownID(RecordField.parent) ?? ownID(RecordField.id)
    if let own = own ?? clientID(plan, source) {
      return RowKey(id: identity.record(type: scope(plan.nativeBytes), id: own))
    }
    var content = ContentKey(
      type: plan.nativeBytes, origin: source.origin, device: source.device, start: times.start,
      end: times.end)
    if times.isCivilDate {
      content.start = times.firstMoment
      content.end = times.lastMoment
    }
    content.distinct = distinct(plan)
    return RowKey(id: identity.content(content))
  }

  /// The id of another record by its own id; nil where the text is empty.
  func recordID(_ symbol: Symbol, type: String) -> RecordID? {
    canonicalID(symbol).map { identity.record(type: scope(Array(type.utf8)), id: $0) }
  }

  /// Health Connect's ids are unique for a person, Samsung's within a table.
  private func scope(_ type: [UInt8]) -> [UInt8] {
    native.provider == .healthConnect ? [] : type
  }

  /// The canonical text of an id in the record in hand; nil for none.
  func ownID(_ field: RecordField) -> [UInt8]? {
    canonicalID(found[field.slot].value)
  }

  func canonicalID(_ symbol: Symbol) -> [UInt8]? {
    guard symbol.isPresent else { return nil }
    let isHealthConnect = native.provider == .healthConnect
    let isThere = native.symbols.withBytes(of: symbol) { text in
      isHealthConnect
        ? HealthConnectRules.canonicalID(text, into: &canonicalText)
        : SamsungHealthRules.canonicalID(text, into: &canonicalText)
    }
    return isThere ? canonicalText : nil
  }

  /// The id that Health Connect derives from the writing app's own key; nil without such a key.
  private func clientID(_ plan: FieldPlan, _ source: FieldSource) -> [UInt8]? {
    let symbol = found[RecordField.clientID.slot].value
    guard native.provider == .healthConnect, symbol.isPresent,
      let number = plan.mapping?.fields.number
    else { return nil }
    let clientID = native.symbols.bytes(of: symbol)
    guard !clientID.isEmpty else { return nil }
    return HealthConnectRules.clientUUID(
      package: source.origin, type: number, clientID: clientID)
  }

  private func keyed(_ plan: FieldPlan, _ times: RecordTimes) -> RecordID {
    let keys = plan.slots.keys.map { slot -> [UInt8] in
      // One day is written as a date or as milliseconds: the same key for both.
      if times.isCivilDate, isStart(slot, plan) {
        return Array(CivilDay(daysSince1970: times.start).description.utf8)
      }
      let symbol = found[slot].value
      return symbol.isPresent ? native.symbols.bytes(of: symbol) : []
    }
    return identity.keyed(
      type: plan.nativeBytes, by: keys, start: times.isCivilDate ? times.firstMoment : nil)
  }

  private func isStart(_ slot: Int, _ plan: FieldPlan) -> Bool {
    let index = slot - plan.slots.keys.lowerBound
    guard let key = plan.mapping?.fields.keys[index] else { return false }
    return plan.record.paths[.start]?.contains(key) ?? false
  }

  /// What tells two records without a key apart, where the table says that equal ones may both be true.
  private func distinct(_ plan: FieldPlan) -> [ContentKey.Distinct] {
    (plan.mapping?.fields.distinct ?? []).map { name in
      guard
        let slot = plan.names.slots.firstIndex(where: { $0.name == name }),
        let text = text(of: found[slot], plan.names.slots[slot])
      else { return .none }
      if case .value(let number, _, _) = number(slot, plan.names),
        plan.names.slots[slot].form == .quantity
      {
        return .number(number)
      }
      return .text(native.symbols.bytes(of: text))
    }
  }

  /// The edit version of the record in hand, and whether the record itself says it.
  func version(of plan: FieldPlan) -> (version: RecordVersion, isKnown: Bool) {
    guard native.provider == .healthConnect else { return samsungVersion() }
    let isCounted = plan.timeForm == .seconds
    let modified = writtenTime(
      found[RecordField.modified.slot].value, countsSeconds: isCounted)?.milliseconds
    let counter = decimal(found[RecordField.clientVersion.slot].value)
    return HealthConnectRules.version(
      modified: modified, counter: counter.flatMap { Int64(exactly: $0) } ?? 0,
      writtenAt: writtenAt)
  }
}
