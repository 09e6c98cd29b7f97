import HealthRecords

// When Samsung Health rows were, which version they are, and on what device they were recorded.
extension FieldNormalization {
  /// What the reader says in a batch's envelope: `device.<deviceuuid>.model`, `sleep.<datauuid>.time_offset`.
  static func facts(_ native: NativeBatch) -> [String: Symbol] {
    let pairs = native.envelope.map { (native.symbols.string(of: $0.name) ?? "", $0.value) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// When the row in hand was; throws why it has no place in time.
  ///
  /// A row that is kept as it is may have none.
  func samsungTimes(of plan: FieldPlan) throws(FieldRejection) -> RecordTimes {
    do {
      return plan.timeForm == .day ? try samsungDay() : try samsungSpan(plan)
    } catch {
      guard plan.unsupported == nil else {
        return RecordTimes(start: 0, end: 0, writtenStart: 0, isKnown: false)
      }
      throw error
    }
  }

  private func samsungDay() throws(FieldRejection) -> RecordTimes {
    let cell = found[RecordField.start.slot].value
    guard cell.isPresent else { throw .missingDate }
    let day = try read(cell) { clock, text throws(SamsungClock.Fault) in
      try clock.civilDay(text)
    }
    return RecordTimes(
      start: day, end: day &+ 1, isCivilDate: true, writtenStart: day &* 86_400_000)
  }

  private func samsungSpan(_ plan: FieldPlan) throws(FieldRejection) -> RecordTimes {
    let zone = samsungZone(plan)
    guard let start = try instant(of: RecordField.start, zone.start) else { throw .missingDate }
    var end = start
    do {
      if let written = try instant(of: RecordField.end, zone.start) {
        end = SamsungClock.exclusiveEnd(start: start, end: written)
      } else {
        end = start &+ (duration(plan) ?? 0)
      }
    } catch FieldRejection.sentinelTime {
      // An end that was never set: the row is a moment.
      end = start
    }
    var times = RecordTimes(
      start: start, end: end, zone: zone.symbol, writtenStart: start, offset: zone.start)
    if end < start { times.quality.insert(.endBeforeStart) }
    if samsungClock.assumesZone {
      noteAssumedZone()
      output.assumedZones &+= 1
    } else if !zone.symbol.isPresent {
      output.assumedZones &+= 1
    }
    return times
  }

  /// The instant of a field; nil where its cell is empty.
  private func instant(
    of field: RecordField, _ offset: Int?
  ) throws(FieldRejection) -> Int64? {
    let cell = found[field.slot].value
    guard cell.isPresent else { return nil }
    if let recent = recentInstant(cell) { return recent }
    let instant = try read(cell) { clock, text throws(SamsungClock.Fault) in
      try clock.instant(text, offset: offset)
    }
    if instant >= SamsungClock.beyondPlaceholders {
      native.symbols.withBytes(of: cell) { minute.note(instant, $0) }
    }
    return instant
  }

  /// The instant of a cell in the last minute that was read; only what the Android app writes is an instant by itself.
  private func recentInstant(_ cell: Symbol) -> Int64? {
    guard samsungClock.dialect == .android else { return nil }
    return native.symbols.withBytes(of: cell) { minute.time($0) }
  }

  private func read(
    _ cell: Symbol,
    _ body: (SamsungClock, UnsafeBufferPointer<UInt8>) throws(SamsungClock.Fault) -> Int64
  ) throws(FieldRejection) -> Int64 {
    let clock = samsungClock
    let result = native.symbols.withBytes(of: cell) { text in
      Result { () throws(SamsungClock.Fault) in try body(clock, text) }
    }
    switch result {
    case .success(let time): return time
    case .failure(let fault): throw FieldRejection(fault)
    }
  }

  /// The instant of a fact or of an element of a side file; nil for a cell that is none.
  func samsungInstant(_ cell: Symbol, offset: Int?) -> Int64? {
    let clock = samsungClock
    return native.symbols.withBytes(of: cell) { try? clock.instant($0, offset: offset) }
  }

  /// When the element of a side file in hand was; nil where it has no readable time.
  ///
  /// `offset` is its row's in seconds east of UTC, where it has one.
  func samsungPartSpan(offset: Int?) -> (start: Int64, end: Int64)? {
    guard let start = samsungInstant(foundInPart[PartPlan.start].value, offset: offset) else {
      return nil
    }
    let end = samsungInstant(foundInPart[PartPlan.end].value, offset: offset) ?? start
    return (start, SamsungClock.exclusiveEnd(start: start, end: end))
  }

  /// The edit version of the row in hand.
  func samsungVersion() -> (version: RecordVersion, isKnown: Bool) {
    let cell = found[RecordField.modified.slot].value
    let (clock, offset) = (samsungClock, lastZone?.zone.start)
    let modified =
      recentInstant(cell)
      ?? native.symbols.withBytes(of: cell) { clock.version($0, offset: offset) }
    return SamsungHealthRules.version(modified: modified)
  }

  // MARK: - Zones

  /// The row's own offset, else that of the record that it is a part of.
  private func samsungZone(_ plan: FieldPlan) -> FieldZone {
    var cell = found[RecordField.offset.slot].value
    if !cell.isPresent { cell = parentOffset(plan) }
    let key = ZoneKey(start: cell, end: .none)
    if let lastZone, lastZone.key == key { return lastZone.zone }
    var zone = FieldZone()
    zone.start = native.symbols.withBytes(of: cell) { SamsungTime.offset($0) }
    if let offset = zone.start { zone.symbol = output.symbols.intern(WrittenOffset.text(offset)) }
    lastZone = (key, zone)
    return zone
  }

  /// The offset of the night that a stage belongs to, where the reader has found it.
  private func parentOffset(_ plan: FieldPlan) -> Symbol {
    guard let slot = plan.slots.links.first, found[slot].value.isPresent,
      let night = native.symbols.string(of: found[slot].value)
    else { return .none }
    return samsungFacts["sleep.\(night).time_offset"] ?? .none
  }

  // MARK: - Identity

  /// The id of a row: of a derived day its natural key, else what its writer calls it, else its `datauuid`.
  ///
  /// A row that its writer has named is also known by its `datauuid`, under which an export of an older version holds it:
  /// that one is a part which this one absorbs.
  func samsungKey(_ plan: FieldPlan, _ source: FieldSource) -> RowKey? {
    guard let id = samsungID(found[RecordField.id.slot].value, plan) else { return nil }
    let client = found[RecordField.clientID.slot].value
    guard client.isPresent, !source.origin.isEmpty else { return RowKey(id: id) }
    let written = identity.keyed(
      type: plan.nativeBytes, by: [source.origin, native.symbols.bytes(of: client)])
    return RowKey(id: written, whole: RecordLink(.absorbs, id))
  }

  /// The id of a row by its `datauuid`, as `SamsungHealthRules.canonicalID` makes it, without a copy; nil for none.
  private func samsungID(_ own: Symbol, _ plan: FieldPlan) -> RecordID? {
    native.symbols.withBytes(of: own) { text in
      text.isEmpty ? nil : identity.record(type: plan.nativeBytes, lowercasing: text)
    }
  }

  // MARK: - Devices

  /// The model and kind of the device that the row names, as its profile says.
  func samsungDevice(_ key: FieldSourceKey) -> FieldSourceKey {
    guard let id = native.symbols.string(of: key.device) else { return key }
    var key = key
    key.manufacturer = samsungFacts["device.\(id).manufacturer"] ?? key.manufacturer
    key.model = samsungFacts["device.\(id).model"] ?? key.model
    key.kind = samsungFacts["device.\(id).group"] ?? key.kind
    return key
  }

  private func noteAssumedZone() {
    guard !output.diagnostics.countAgain("zone_assumed") else { return }
    output.diagnostics.add(
      Diagnostic(
        "zone_assumed", .info,
        message: "Data Viewer writes times by the clock of the phone that exported. They were read "
          + "in the zone of --timezone; if that is another one, all these records are shifted."))
  }
}

extension FieldRejection {
  /// What the fault of a time means for its row.
  init(_ fault: SamsungClock.Fault) {
    switch fault {
    case .unreadable: self = .missingDate
    case .ambiguousDate: self = .ambiguousDate
    case .sentinel: self = .sentinelTime
    case .timezoneRequired: self = .timezoneRequired
    }
  }
}
