import HealthRecords

/// When a record was, in the terms of a row.
struct RecordTimes {
  var start: Int64
  var end: Int64
  var isCivilDate = false
  var zone = Symbol.none
  var quality: Quality = []
  /// The start as its field has it, whatever the zone: what identifies a flattened part.
  var writtenStart: Int64

  /// Whether there is a time at all; start and end are 0 where there is none.
  var isKnown = true
  /// Seconds east of UTC at the start, as the record says; nil where it does not, and for a civil day.
  var offset: Int?

  /// The first moment in milliseconds; of a day its midnight in UTC, and the end of time where there is none.
  var firstMoment: Int64 { isKnown ? isCivilDate ? start &* 86_400_000 : start : .max }
  /// The last moment in milliseconds, and the beginning of time where there is none.
  var lastMoment: Int64 { isKnown ? isCivilDate ? end &* 86_400_000 : end : .min }
}

/// The two fields that say a record's offset.
struct ZoneKey: Hashable {
  var start: Symbol
  var end: Symbol
}

/// What those fields say.
struct FieldZone {
  /// Seconds east of UTC at the start and at the end.
  var start: Int?
  var end: Int?
  /// The zone in the output's symbols.
  var symbol = Symbol.none
}

extension FieldNormalization {
  /// Phones and watches may disagree by minutes; only what lies a day ahead is in the future.
  private static let clockSlack: Int64 = 86_400_000

  /// When the record in hand was; throws why it has no place in time and should have one.
  func times(of plan: FieldPlan) throws(FieldRejection) -> RecordTimes {
    if native.provider == .samsungHealth { return try samsungTimes(of: plan) }
    guard let times = fieldTimes(of: plan) else { throw .missingDate }
    return times
  }

  private func fieldTimes(of plan: FieldPlan) -> RecordTimes? {
    let form = plan.timeForm ?? .utc
    let isCounted = form == .seconds
    let start = time(RecordField.start.slot, countsSeconds: isCounted, plan)
    let end = time(RecordField.end.slot, countsSeconds: isCounted, plan)
    guard start != nil || end != nil else {
      if plan.isTimed, plan.unsupported == nil { return nil }
      return RecordTimes(start: 0, end: 0, writtenStart: 0, isKnown: false)
    }
    // One end is never taken for the other where that one is written and unreadable.
    guard !isUnreadable(.start, start), !isUnreadable(.end, end) else { return nil }
    if form == .day { return day(start, end) }
    var zone = zone()
    adopt(start?.offset, into: &zone)
    var quality: Quality = []
    let first = instant(start, form, zone.start, &quality)
    var last = instant(end, form, zone.end ?? zone.start, &quality)
    if plan.hasInclusiveEnd, let inclusive = last { last = inclusive &+ 1 }
    guard let span = span(first, last, plan) else { return nil }
    var times = RecordTimes(
      start: span.start, end: span.end, zone: zone.symbol, quality: quality,
      writtenStart: start?.milliseconds ?? span.start, offset: zone.start)
    if times.end < times.start { times.quality.insert(.endBeforeStart) }
    if let writtenAt, times.end > writtenAt &+ Self.clockSlack { times.quality.insert(.future) }
    if !zone.symbol.isPresent { output.assumedZones &+= 1 }
    return times
  }

  /// Whether a time is written and is none.
  private func isUnreadable(_ field: RecordField, _ time: WrittenTime?) -> Bool {
    let value = found[field.slot].value
    return time == nil && value.isPresent && writtenTime(value) == nil
  }

  /// Both ends, the missing one by the duration; an instant where neither end nor duration is written.
  ///
  /// Without a start and a duration there is no place in time.
  private func span(
    _ start: Int64?, _ end: Int64?, _ plan: FieldPlan
  ) -> (start: Int64, end: Int64)? {
    if let start, let end { return (start, end) }
    let duration = duration(plan)
    if let start { return (start, start &+ (duration ?? 0)) }
    guard let end, let duration else { return nil }
    return (end &- duration, end)
  }

  /// How long the record in hand lasts, in milliseconds; nil where it does not say.
  func duration(_ plan: FieldPlan) -> Int64? {
    let field = found[RecordField.duration.slot]
    guard let number = decimal(field.value),
      let unit = context.tables.units.unit(ucum: plan.record.durationUnit ?? "s")
    else { return nil }
    let milliseconds = (number * unit.multiplier * 1000 / unit.divisor).rounded()
    // No record lasts a thousand years; such a number is none.
    return milliseconds.magnitude < 3e13 && milliseconds >= 0 ? Int64(milliseconds) : nil
  }

  private func day(_ start: WrittenTime?, _ end: WrittenTime?) -> RecordTimes? {
    guard let start else { return nil }
    let local = start.milliseconds &+ Int64(start.offset ?? 0) &* 1000
    let first = floorDivide(local, 86_400_000)
    let last = end.map { floorDivide($0.milliseconds, 86_400_000) } ?? first
    var times = RecordTimes(
      start: first, end: max(first, last) &+ 1, isCivilDate: true,
      writtenStart: first &* 86_400_000)
    if let writtenAt, times.start &* 86_400_000 > writtenAt &+ Self.clockSlack {
      times.quality.insert(.future)
    }
    return times
  }

  /// The time in a slot; nil where absent, unreadable, or a mark for none.
  private func time(_ slot: Int, countsSeconds: Bool, _ plan: FieldPlan) -> WrittenTime? {
    guard let time = writtenTime(found[slot].value, countsSeconds: countsSeconds) else {
      return nil
    }
    if let absent = plan.absentUntil, time.milliseconds <= absent { return nil }
    return time
  }

  /// The time that a text is; nil for a text that is none.
  func writtenTime(_ symbol: Symbol, countsSeconds: Bool = false) -> WrittenTime? {
    guard symbol.isPresent else { return nil }
    return native.symbols.withBytes(of: symbol) { text in
      if let instant = minute.time(text) { return WrittenTime(instant: instant) }
      let time = WrittenTime(text, countsSeconds: countsSeconds)
      if let time, !time.isCount { minute.note(time.milliseconds, text) }
      return time
    }
  }

  /// The instant of a written time; nil for none.
  private func instant(
    _ time: WrittenTime?, _ form: TimeForm, _ offset: Int?, _ quality: inout Quality
  ) -> Int64? {
    guard let time else { return nil }
    return instant(time, form, offset, &quality) as Int64
  }

  /// The instant of a written time.
  ///
  /// A clock on the wall without any offset is read as the caller's (`NormalizerSettings.wallClock`), else as UTC and flagged.
  func instant(
    _ time: WrittenTime, _ form: TimeForm, _ offset: Int?, _ quality: inout Quality
  ) -> Int64 {
    let isWall = form == .local && (!time.isInstant || time.isCount)
    guard isWall || form == .wall && !time.isInstant else { return time.milliseconds }
    if let offset { return time.milliseconds &- Int64(offset) &* 1000 }
    if let clock = settings.wallClock {
      return time.milliseconds &- Int64(clock.offset(atLocal: time.milliseconds)) &* 1000
    }
    quality.insert(.offsetSuspect)
    if !output.diagnostics.countAgain("local_time_without_zone") {
      output.diagnostics.add(
        Diagnostic(
          "local_time_without_zone", .warning,
          message:
            "Times are those of a clock on the wall and the file does not say in which zone. They "
            + "are read as UTC and flagged; give --timezone and import again."))
    }
    return time.milliseconds
  }

  // MARK: - Zones

  /// What the record's offsets say; remembered, because records in a row mostly share them.
  private func zone() -> FieldZone {
    let key = ZoneKey(
      start: found[RecordField.offset.slot].value, end: found[RecordField.endOffset.slot].value)
    if let lastZone, lastZone.key == key { return lastZone.zone }
    var zone = FieldZone(start: offset(key.start), end: offset(key.end))
    if let name = zoneName(key.start) {
      zone.symbol = output.symbols.intern(name)
    } else {
      name(&zone)
    }
    lastZone = (key, zone)
    return zone
  }

  /// Takes the offset that a time itself holds, where no field says one.
  private func adopt(_ offset: Int?, into zone: inout FieldZone) {
    guard let offset, zone.start == nil, !zone.symbol.isPresent else { return }
    zone.start = offset
    name(&zone)
  }

  private func name(_ zone: inout FieldZone) {
    guard let start = zone.start ?? zone.end else { return }
    var text = WrittenOffset.text(start)
    if let end = zone.end, end != start { text += " " + WrittenOffset.text(end) }
    zone.symbol = output.symbols.intern(text)
  }

  private func offset(_ symbol: Symbol) -> Int? {
    guard symbol.isPresent else { return nil }
    return native.symbols.withBytes(of: symbol) { WrittenOffset.seconds($0) }
  }

  private func zoneName(_ symbol: Symbol) -> [UInt8]? {
    guard symbol.isPresent else { return nil }
    return native.symbols.withBytes(of: symbol) { text in
      WrittenOffset.isZoneName(text) ? Array(text) : nil
    }
  }

  // MARK: - Documents

  /// Takes the time that a clinical document tells; one that cannot be read is counted and never keeps the record out.
  func clinicalTime(_ plan: FieldPlan) -> ClinicalTimePaths.Reading? {
    guard let paths = plan.mapping?.timePaths, !paths.isEmpty, let slot = plan.slots.value,
      found[slot].value.isPresent
    else { return nil }
    return ClinicalTimePaths(paths).read(native.symbols.bytes(of: found[slot].value))
  }

  func adoptClinicalTime(_ plan: FieldPlan, into row: inout RecordRow) {
    guard let reading = clinicalTime(plan) else { return }
    if reading.isUnreadable {
      diagnose(
        "clinical_time_unreadable", .warning, inHand,
        "A clinical document is no JSON, or a date in it has no form that FHIR allows. The record is "
          + "kept with the next date of the document, or without a time; the position is the record's."
      )
    }
    guard let time = reading.time else { return }
    (row.start, row.end, row.isCivilDate) = (time.start, time.end, time.isCivilDate)
    if time.endsBeforeStart { row.quality.insert(.endBeforeStart) }
    let unit: Int64 = time.isCivilDate ? 86_400_000 : 1
    plan.tally.first = min(plan.tally.first, time.start &* unit)
    plan.tally.last = max(plan.tally.last, time.end &* unit)
  }

  // MARK: - The file

  /// When the file was written: what its reader knows, else what its envelope says.
  static func writtenAt(_ native: NativeBatch, _ context: FieldContext) -> Int64? {
    if native.exportedAt.isPresent { return native.exportedAt.milliseconds }
    for path in context.shape?.writtenAt ?? [] {
      for attribute in native.envelope
      where native.symbols.string(of: attribute.name) == path && attribute.value.isPresent {
        let time = native.symbols.withBytes(of: attribute.value) { WrittenTime($0) }
        if let time { return time.milliseconds }
      }
    }
    return nil
  }
}
