import HealthRecords

extension AppleHealthNormalization {
  /// Normalizes a workout with everything inside it; returns the index after them.
  ///
  /// Statistics are parts of the workout or of the activity that holds them: linked, or rejected with it. Activities
  /// and routes are records of their own, because they carry their own identity; the workout, if kept, is their parent.
  mutating func workout(at index: Int) -> Int {
    let workout = native.samples[index]
    let plan = readPlan(of: workout)
    plan.count(unit: .none, source: workout.sourceName)
    let end = endOfChildren(after: index)
    var row: RecordRow?
    if workout.start.isPresent, workout.end.isPresent {
      let kept = workoutRow(workout, at: index, children: index + 1..<end, plan)
      output.rows.append(kept)
      row = kept
    } else {
      reject(workout, plan, .missingDate)
    }
    children(index + 1..<end, of: index, row)
    return end
  }

  /// Normalizes what is inside a workout, whose row is nil where it was rejected.
  private mutating func children(_ range: Range<Int>, of index: Int, _ row: RecordRow?) {
    let workout = native.samples[index]
    // The samples whose records hold the parts inside them.
    var holders: Set<Int32> = row == nil ? [] : [Int32(truncatingIfNeeded: index)]
    for child in range {
      let sample = native.samples[child]
      switch sample.kind {
      case .workoutActivity:
        if activity(sample, at: child, of: workout, parent: row, children: range) {
          holders.insert(Int32(truncatingIfNeeded: child))
        }
      case .workoutRoute:
        route(sample, parent: row?.id)
      case .workoutStatistics:
        statistics(sample, isHeld: holders.contains(sample.parent))
      default:
        part(sample, isHeld: holders.contains(sample.parent))
      }
    }
  }

  /// The index after the samples whose parent chain leads to the workout.
  private func endOfChildren(after index: Int) -> Int {
    var next = index + 1
    while next < native.samples.count, native.samples[next].parent >= Int32(index) { next += 1 }
    return next
  }

  /// Counts a part of a record: linked where the record was kept.
  private mutating func part(_ sample: NativeSample, isHeld: Bool) {
    let plan = readPlan(of: sample)
    plan.count(unit: sample.unit, source: sample.sourceName)
    if isHeld { plan.outcomes[.linked] += 1 } else { reject(sample, plan, .rejectedParent) }
  }

  /// Counts one statistic under its element's name, not under the type it summarises.
  private mutating func statistics(_ sample: NativeSample, isHeld: Bool) {
    workoutStatistics.read += 1
    if isHeld {
      workoutStatistics.outcomes[.linked] += 1
    } else {
      workoutStatistics.outcomes[.rejected] += 1
      diagnose(RejectReason.rejectedParent, sample)
    }
    guard sample.start.isPresent, sample.end.isPresent else { return }
    workoutStatistics.first = min(workoutStatistics.first, sample.start.milliseconds)
    workoutStatistics.last = max(workoutStatistics.last, sample.end.milliseconds)
  }

  private mutating func workoutRow(
    _ workout: NativeSample, at index: Int, children: Range<Int>, _ plan: TypePlan
  ) -> RecordRow {
    let source = source(of: workout)
    let metadata = metadata(of: workout)
    let attributes = NativeAttributes(workout.attributes, in: native)
    let activity = activityCode(attributes["workoutActivityType"] ?? "")
    var value = PointValue()
    value.identity = activity.number.map { .code($0) } ?? .text(Array(activity.native.utf8))
    value.hasPayload = true
    var row = RecordRow(id: contentID(workout, plan, source, value.identity, metadata.qualifier))
    adopt(workout, plan, source, metadata, into: &row)
    row.kind = .session
    writer.removeAll()
    writer.beginObject()
    writer.key("session")
    writer.beginObject()
    writer.key("activity")
    writer.text(activity.code)
    writeDuration(attributes)
    writeTotals(attributes)
    row.completeness = writeStatistics(of: index, children)
    row.completeness += writeEvents(workout.parts)
    writer.endObject()
    writer.endObject()
    takePayload(into: &row)
    row.native = nativeSymbol(workout, keepsValue: false)
    finish(&row, plan, source, metadata, value: value)
    return row
  }

  /// The code of an activity type; the native name stands in for one that no table knows.
  private func activityCode(_ name: String) -> (code: String, number: Int64?, native: String) {
    guard let set = tables.appleHealth.workoutActivitySet,
      let code = tables.appleHealth.code(name, in: set)
    else { return ("unknown", nil, name) }
    return (code.code, Int64(code.number), name)
  }

  // MARK: - Parts

  private mutating func writeDuration(_ attributes: NativeAttributes) {
    guard let duration = attributes.decimal("duration"),
      let quantity = convert(duration.value, unit: attributes["durationUnit"] ?? "min", to: "s")
    else { return }
    writer.key("duration")
    writer.quantity(quantity)
  }

  /// The totals that exports up to version 11 write as attributes; later ones have statistics instead.
  private mutating func writeTotals(_ attributes: NativeAttributes) {
    var totals: [(String, Quantity)] = []
    for total in tables.appleHealth.workoutTotals {
      guard let number = attributes.decimal(total.attribute),
        let quantity = convert(
          number.value, unit: total.unitAttribute.flatMap { attributes[$0] } ?? total.unit,
          to: total.canonicalUnit)
      else { continue }
      totals.append((total.name, quantity))
    }
    guard !totals.isEmpty else { return }
    writer.key("totals")
    writer.beginObject()
    for (name, quantity) in totals {
      writer.key(name)
      writer.quantity(quantity)
    }
    writer.endObject()
  }

  /// Writes the statistics whose parent is `owner`; returns their number.
  private mutating func writeStatistics(of owner: Int, _ children: Range<Int>) -> UInt32 {
    let own = children.filter {
      native.samples[$0].kind == .workoutStatistics && native.samples[$0].parent == Int32(owner)
    }
    guard !own.isEmpty else { return 0 }
    writer.key("statistics")
    writer.beginArray()
    for index in own { writeStatistic(native.samples[index]) }
    writer.endArray()
    return UInt32(truncatingIfNeeded: own.count)
  }

  private mutating func writeStatistic(_ statistic: NativeSample) {
    let plan = plan(ofType: statistic.type)
    let attributes = NativeAttributes(statistic.attributes, in: native)
    writer.beginObject()
    writer.key("type")
    writer.text(plan.recordType == .unknown ? plan.nativeType : plan.recordType.rawValue)
    if statistic.start.isPresent, statistic.end.isPresent {
      writer.key("start")
      writer.integer(statistic.start.milliseconds)
      writer.key("end")
      writer.integer(statistic.end.milliseconds)
    }
    let unit = native.symbols.string(of: statistic.unit) ?? plan.unit?.ucum ?? ""
    for name in ["average", "minimum", "maximum", "sum"] {
      guard let number = attributes.decimal(name) else { continue }
      writer.key(name)
      let canonical = convert(number.value, unit: unit, to: plan.unit?.ucum ?? unit)
      writer.quantity(canonical ?? Quantity(number: number.value, unit: unit, base: number.value))
    }
    writer.endObject()
  }

  /// Writes the events among the parts; returns their number.
  private mutating func writeEvents(_ parts: BatchRange) -> UInt32 {
    let events = native.parts[parts.indices].filter {
      native.symbols.string(of: $0.name) == "WorkoutEvent"
    }
    guard !events.isEmpty else { return 0 }
    writer.key("events")
    writer.beginArray()
    for event in events { writeEvent(event) }
    writer.endArray()
    return UInt32(truncatingIfNeeded: events.count)
  }

  private mutating func writeEvent(_ event: NativePart) {
    let attributes = NativeAttributes(event.attributes, in: native)
    let type = attributes["type"] ?? ""
    writer.beginObject()
    writer.key("type")
    writer.text(
      tables.appleHealth.workoutEventSet.flatMap { tables.appleHealth.code(type, in: $0)?.code }
        ?? type)
    if let start = attributes.instant("date") {
      writer.key("start")
      writer.integer(start)
    }
    writeDuration(attributes)
    if !event.metadata.isEmpty {
      writer.key("metadata")
      writer.beginArray()
      for entry in native.metadata[event.metadata.indices] {
        writer.beginArray()
        writer.text(native.symbols.string(of: entry.name) ?? "")
        writer.text(native.symbols.string(of: entry.value) ?? "")
        writer.endArray()
      }
      writer.endArray()
    }
    writer.endObject()
  }

  // MARK: - Activities

  /// A part of a workout with its own UUID: interval, leg of a multisport session; false when it was rejected.
  private mutating func activity(
    _ sample: NativeSample, at index: Int, of workout: NativeSample, parent: RecordRow?,
    children: Range<Int>
  ) -> Bool {
    let plan = readPlan(of: sample)
    plan.count(unit: .none, source: workout.sourceName)
    let attributes = NativeAttributes(sample.attributes, in: native)
    guard let uuid = attributes["uuid"], !uuid.isEmpty else {
      reject(sample, plan, .missingIdentifier)
      return false
    }
    guard sample.start.isPresent else {
      reject(sample, plan, .missingDate)
      return false
    }
    var dated = sample
    if !sample.end.isPresent { dated.end = sample.start }
    dated.creation = workout.creation
    let source = source(of: workout)
    let metadata = metadata(of: sample)
    let id = plan.nativeBytes.withUnsafeBufferPointer {
      identity.keyed(type: $0, by: [Array(uuid.lowercased().utf8)])
    }
    var row = RecordRow(id: id)
    adopt(dated, plan, source, metadata, into: &row)
    if !row.zone.isPresent, let parent { row.zone = parent.zone }
    row.kind = .session
    writer.removeAll()
    writer.beginObject()
    writer.key("session")
    writer.beginObject()
    writeDuration(attributes)
    row.completeness = writeStatistics(of: index, children)
    row.completeness += writeEvents(sample.parts)
    writer.endObject()
    writer.endObject()
    takePayload(into: &row)
    if let parent { appendLinks([RecordLink(.parent, parent.id)], to: &row) }
    row.native = nativeSymbol(sample, keepsValue: false)
    var value = PointValue()
    value.hasPayload = true
    finish(&row, plan, source, metadata, value: value)
    output.rows.append(row)
    return true
  }

  /// Converts a number between two units of one dimension; nil where a unit is unknown or the dimensions differ.
  func convert(_ number: Double, unit spelling: String, to canonical: String) -> Quantity? {
    guard let target = tables.units.unit(ucum: canonical),
      let declared = tables.units.unit(spelling: spelling, provider: .appleHealth),
      let conversion = tables.units.conversion(from: declared, to: target)
    else { return nil }
    return Quantity(
      number: conversion.convert(number), unit: target.ucum,
      base: declared.scale * declared.unit.factor * number + declared.unit.offset)
  }
}
