import HealthRecords

/// The parts of one record that one rule takes, as columns in the order of their times.
struct PartColumns {
  /// Milliseconds since 1970.
  var starts: [Int64] = []
  /// Milliseconds since 1970; equal to the start for an instant.
  var ends: [Int64] = []
  /// One column per field; NaN for a gap.
  var columns: [[Double]]
  /// Parts without a readable time.
  var undated = 0
  /// Doubts about the times of the parts.
  var quality: Quality = []

  init(fields: Int) {
    columns = Array(repeating: [], count: fields)
  }

  /// Makes room for the times of so many parts.
  mutating func reserve(_ count: Int) {
    starts.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  /// Takes the numbers of all parts, those of one part behind each other.
  mutating func take(rows numbers: [Double]) {
    if columns.count == 1 {
      columns[0] = numbers
    } else {
      for column in columns.indices {
        columns[column] = stride(from: column, to: numbers.count, by: columns.count)
          .map { numbers[$0] }
      }
    }
  }

  /// Sorts by time, then by the values, and drops exact repeats: sources list samples in no order.
  mutating func sort() {
    let isSorted = (1..<max(1, starts.count)).allSatisfy { precedes($0 - 1, $0) }
    guard !isSorted else { return }
    var order = Array(starts.indices)
    order.sort { precedes($0, $1) }
    var distinct: [Int] = []
    for index in order {
      if let last = distinct.last, !precedes(last, index) { continue }
      distinct.append(index)
    }
    starts = distinct.map { starts[$0] }
    ends = distinct.map { ends[$0] }
    for column in columns.indices { columns[column] = distinct.map { columns[column][$0] } }
  }

  /// Joins neighbours of one time whose columns do not contradict each other: live data name each measure of a moment on
  /// its own.
  ///
  /// Must be sorted.
  mutating func joinMoments() {
    guard starts.count > 1 else { return }
    var kept = 0
    for index in 1..<starts.count {
      if starts[index] == starts[kept], ends[index] == ends[kept], fit(kept, index) {
        for column in columns.indices where columns[column][kept].isNaN {
          columns[column][kept] = columns[column][index]
        }
        continue
      }
      kept += 1
      starts[kept] = starts[index]
      ends[kept] = ends[index]
      for column in columns.indices { columns[column][kept] = columns[column][index] }
    }
    starts.removeSubrange((kept + 1)...)
    ends.removeSubrange((kept + 1)...)
    for column in columns.indices { columns[column].removeSubrange((kept + 1)...) }
  }

  /// Whether no column holds two numbers of one moment.
  private func fit(_ left: Int, _ right: Int) -> Bool {
    columns.allSatisfy {
      $0[left].isNaN || $0[right].isNaN || $0[left] == $0[right]
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    if starts[left] != starts[right] { return starts[left] < starts[right] }
    if ends[left] != ends[right] { return ends[left] < ends[right] }
    for column in columns {
      let (first, second) = (column[left].bitPattern, column[right].bitPattern)
      if first != second { return first < second }
    }
    return false
  }
}

extension FieldNormalization {
  // MARK: - Series

  /// Writes the samples of the record's own quantity, if it has any.
  func series(
    _ sample: NativeSample, _ plan: FieldPlan, _ times: RecordTimes, _ value: inout FieldValue
  ) {
    guard !sample.parts.isEmpty,
      let index = plan.parts.firstIndex(where: { $0.rule.form == .series })
    else { return }
    let part = plan.parts[index]
    let parts = partsByRule(sample, plan)
    var columns = columns(parts[index], part, plan, times)
    columns.sort()
    noteUndated(columns, sample)
    guard !columns.starts.isEmpty else { return }
    value.quality.formUnion(columns.quality)
    value.kind = .series
    value.parts += columns.starts.count
    openPayload()
    writer.key("series")
    writer.beginObject()
    writeTimes(columns, times)
    writer.key("unit")
    writer.text(plan.definition?.unit ?? "")
    writeColumns(columns, part, first: "values")
    writer.endObject()
    if let range = plan.plausible, columns.columns[0].contains(where: { !range.contains($0) }) {
      value.quality.insert(.implausible)
    }
  }

  private func writeTimes(_ columns: PartColumns, _ times: RecordTimes) {
    let origin = times.isCivilDate ? times.start &* 86_400_000 : times.start
    writeInstants("start_deltas_ms", columns.starts, origin)
    if columns.ends != columns.starts { writeInstants("end_deltas_ms", columns.ends, origin) }
  }

  private func writeInstants(_ key: String, _ instants: [Int64], _ origin: Int64) {
    let offsets = instants.map { $0 &- origin }
    if !isForCounting {
      writer.json.key(key)
      PackedDecimals.write(deltasOf: offsets, to: &writer.json)
    }
    writer.content.append(text: key)
    writer.content.append(contentsOf: offsets)
  }

  /// Writes the packed columns that hold a number; their exact bytes enter the content hash.
  private func writeColumns(
    _ columns: PartColumns, _ part: PartPlan, first: String? = nil
  ) {
    for (index, numbers) in columns.columns.enumerated() {
      guard numbers.contains(where: { !$0.isNaN }) else { continue }
      packed.removeAll()
      for number in numbers {
        if number.isNaN { packed.append(nil) } else { packed.append(value: number) }
      }
      let name = index == 0 ? first ?? part.rule.fields[0].name : part.rule.fields[index].name
      columnWriter.removeAll()
      packed.write(to: &columnWriter)
      writer.key(name)
      if !isForCounting { writer.json.raw(columnWriter.bytes) }
      writer.content.append(text: columnWriter.bytes)
    }
  }

  // MARK: - Parts of a session

  /// Writes what the rules make of the parts of a record that is no session, but for the samples of its quantity.
  func writeOtherParts(
    _ sample: NativeSample, _ plan: FieldPlan, _ times: RecordTimes, _ value: inout FieldValue
  ) {
    guard !sample.parts.isEmpty else { return }
    restOfParts.removeAll(keepingCapacity: true)
    writeParts(sample, plan, times, &value)
  }

  /// Writes what each rule makes of its parts.
  func writeParts(
    _ sample: NativeSample, _ plan: FieldPlan, _ times: RecordTimes, _ value: inout FieldValue
  ) {
    let parts = partsByRule(sample, plan)
    for (index, part) in plan.parts.enumerated()
    where !parts[index].isEmpty && part.rule.form != .series && part.rule.form != .none {
      if part.rule.form == .list {
        value.parts += writeList(parts[index], part, plan, times, &value.quality)
        continue
      }
      var columns = columns(parts[index], part, plan, times)
      if part.isTimed {
        columns.sort()
        columns.joinMoments()
      }
      noteUndated(columns, sample)
      guard !columns.starts.isEmpty else { continue }
      value.quality.formUnion(columns.quality)
      value.parts += columns.starts.count
      openPayload()
      writer.key(part.rule.name)
      writer.beginObject()
      if part.isTimed { writeTimes(columns, times) }
      writeColumns(columns, part)
      writer.endObject()
    }
  }

  /// The indices of the parts that each rule of the plan takes; the others are kept in the native data.
  private func partsByRule(_ sample: NativeSample, _ plan: FieldPlan) -> [[Int]] {
    var parts: [[Int]] = Array(repeating: [], count: plan.parts.count)
    var start = sample.parts.indices.lowerBound
    while start < sample.parts.indices.upperBound {
      // Parts of one name mostly follow each other.
      let name = native.parts[start].name
      var end = start + 1
      while end < sample.parts.indices.upperBound, native.parts[end].name == name { end += 1 }
      if let rule = plan.part(named: name, context, native.symbols) {
        parts[rule].append(contentsOf: start..<end)
      } else {
        restOfParts.append(contentsOf: start..<end)
      }
      start = end
    }
    return parts
  }

  /// The numbers of parts; a part whose first field is a gap is none of a series.
  private func columns(
    _ parts: [Int], _ part: PartPlan, _ plan: FieldPlan, _ times: RecordTimes
  ) -> PartColumns {
    let width = part.rule.fields.count
    let dropsGaps = part.rule.form == .series
    var columns = PartColumns(fields: width)
    // Row by row: a list in a list is checked twice for each number.
    var numbers: [Double] = []
    numbers.reserveCapacity(parts.count * width)
    columns.reserve(parts.count)
    for index in parts {
      gatherPart(index, part)
      guard let span = part.isTimed ? partSpan(part, plan, times, &columns.quality) : (0, 0) else {
        columns.undated += 1
        continue
      }
      for field in 0..<width { numbers.append(columnNumber(PartPlan.fields + field, part)) }
      if dropsGaps, numbers[numbers.count - width].isNaN {
        numbers.removeLast(width)
        continue
      }
      columns.starts.append(span.start)
      columns.ends.append(span.end)
    }
    columns.take(rows: numbers)
    return columns
  }

  private func columnNumber(_ index: Int, _ part: PartPlan) -> Double {
    let slot = part.names.slots[index]
    if case .value(let number, _, _) = number(foundInPart[index], slot) { return number }
    return .nan
  }

  /// Writes one object per part, in the order of their times; returns their number.
  private func writeList(
    _ parts: [Int], _ part: PartPlan, _ plan: FieldPlan, _ times: RecordTimes,
    _ quality: inout Quality
  ) -> Int {
    let order = parts.map { index -> (index: Int, start: Int64) in
      gatherPart(index, part)
      return (index, partSpan(part, plan, times, &quality)?.start ?? .min)
    }
    openPayload()
    writer.key(part.rule.name)
    writer.beginArray()
    for entry in order.sorted(by: { ($0.start, $0.index) < ($1.start, $1.index) }) {
      gatherPart(entry.index, part, notesRest: true)
      writer.beginObject()
      if let span = partSpan(part, plan, times, &quality) {
        writer.key("start")
        writer.integer(span.start)
        writer.key("end")
        writer.integer(span.end)
      }
      for index in part.rule.fields.indices {
        let slot = part.names.slots[PartPlan.fields + index]
        guard let fact = fact(foundInPart[PartPlan.fields + index], slot) else { continue }
        write(fact, named: part.rule.fields[index].name)
      }
      writer.endObject()
    }
    writer.endArray()
    return parts.count
  }

  private func gatherPart(_ index: Int, _ part: PartPlan, notesRest: Bool = false) {
    let hasRest = Self.gather(
      native.parts[index].attributes, part.names, native, into: &foundInPart)
    if hasRest, notesRest { restOfParts.append(index) }
  }

  /// When a part was, by a clock on the wall at the offset of its record's start; nil where it has no readable time.
  private func partSpan(
    _ part: PartPlan, _ plan: FieldPlan, _ times: RecordTimes, _ quality: inout Quality
  ) -> (start: Int64, end: Int64)? {
    let span =
      native.provider == .samsungHealth
      ? samsungPartSpan(offset: times.offset) : fieldSpan(part, plan, times, &quality)
    if let span, span.end < span.start { quality.insert(.endBeforeStart) }
    return span
  }

  private func fieldSpan(
    _ part: PartPlan, _ plan: FieldPlan, _ times: RecordTimes, _ quality: inout Quality
  ) -> (start: Int64, end: Int64)? {
    let form = part.rule.timeForm ?? plan.timeForm ?? .utc
    let isCounted = form == .seconds
    guard let start = writtenTime(foundInPart[PartPlan.start].value, countsSeconds: isCounted)
    else { return nil }
    let end = writtenTime(foundInPart[PartPlan.end].value, countsSeconds: isCounted)
    let first: Int64 = instant(start, form, times.offset, &quality)
    guard let end else { return (first, first) }
    return (first, instant(end, form, times.offset, &quality))
  }

  private func noteUndated(_ columns: PartColumns, _ sample: NativeSample) {
    guard columns.undated > 0 else { return }
    diagnose(
      "sample_without_time", .warning, sample, times: columns.undated,
      "A sample of a record has no readable time and was left out of its series. "
        + "Export again; if it stays, the app that recorded it is at fault.")
  }
}
