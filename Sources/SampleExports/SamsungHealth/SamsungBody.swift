/// The export under construction: what is written so far, what it counts, where it goes.
///
/// Each group of tables is an extension of its own.
struct SamsungBody {
  let plan: SamsungPlan
  let sink: any SampleSink
  var row = SamsungRow()
  /// The table being written and its stamp columns; both are set by ``begin(_:size:)``.
  private(set) var table = SamsungTable.heartRate
  private(set) var stamps = SamsungStampColumns(.heartRate)
  private var text = ByteText(capacity: SamsungBody.bufferSize + 65_536)
  private var sideText = ByteText(capacity: 16_384)
  private var expectation = SampleExpectation()
  private var outcomes = RecordTally.Outcomes()
  private var laterOutcomes = RecordTally.Outcomes()

  private static let bufferSize = 131_072

  init(plan: SamsungPlan, sink: any SampleSink) {
    self.plan = plan
    self.sink = sink
    if plan.earlierDays != nil { expectation.later = RecordTally() }
  }

  var configuration: SamsungPlan.Configuration { plan.configuration }
  var calendar: DayCalendar { plan.calendar }

  /// Bytes handed to the sink so far.
  var bytes: Int { expectation.bytes }

  /// Bytes of the table being written that the sink has not seen.
  var unflushedBytes: Int { text.count }

  /// What all that was written must be counted as.
  func finished() -> SampleExpectation { expectation }
}

// MARK: - Tables

extension SamsungBody {
  /// Starts the file of a table with its two head lines.
  mutating func begin(_ table: SamsungTable, size: MemberSize = .unknown) throws(SampleError) {
    self.table = table
    stamps = SamsungStampColumns(table)
    outcomes = RecordTally.Outcomes()
    laterOutcomes = RecordTally.Outcomes()
    try sink.beginFile(named: "\(plan.folder)/\(table.type).\(plan.stamp).csv", size: size)
    text.clear()
    text.append(Self.byteOrderMark)
    text.append(verbatim: "\(table.type),6307003,\(table.version)\n")
    text.append(verbatim: table.columns.joined(separator: ","))
    text.append("\n")
    row.clear(columns: table.columns.count)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The position of a column of the table being written.
  func column(_ name: String) throws(SampleError) -> Int { try table.column(name) }

  /// Writes the row with its stamp and starts the next one.
  mutating func endRow(_ stamp: SamsungStamp, _ fate: SamsungFate) throws(SampleError) {
    row.set(stamp, in: stamps)
    row.append(to: &text)
    count(fate)
    row.clear(columns: table.columns.count)
    try flushIfFull()
  }

  /// Writes a row that breaks off after a few cells, as a partial copy of a file has it.
  mutating func appendDamagedRow(_ cells: StaticString) throws(SampleError) {
    text.append(cells)
    text.append("\n")
    count(.damaged)
    try flushIfFull()
  }

  /// Ends the file.
  mutating func endTable() throws(SampleError) {
    try flush()
    try sink.endFile()
    expectation.first.add(outcomes, to: table.type)
    expectation.later?.add(laterOutcomes, to: table.type)
  }

  /// Notes a row of the export before that this one has no more.
  mutating func countAbsent() {
    expectation.absent[table.type, default: 0] += 1
  }

  private mutating func count(_ fate: SamsungFate) {
    switch fate {
    case .new:
      outcomes.kept += 1
      laterOutcomes.kept += 1
    case .same:
      outcomes.kept += 1
      laterOutcomes.duplicate += 1
    case .edited:
      outcomes.kept += 1
      laterOutcomes.updated += 1
    case .repeated:
      outcomes.duplicate += 1
      laterOutcomes.duplicate += 1
    case .damaged:
      outcomes.rejected += 1
      laterOutcomes.rejected += 1
    }
  }

  private mutating func flushIfFull() throws(SampleError) {
    guard text.count >= Self.bufferSize else { return }
    try flush()
  }

  private mutating func flush() throws(SampleError) {
    try sink.write(text.bytes)
    expectation.bytes += text.count
    text.clear()
  }
}

// MARK: - Side files

extension SamsungBody {
  /// Writes the side file of one row of the table written last.
  mutating func writeSideFile(
    _ uuid: SampleUUID, _ field: StaticString, _ write: (inout ByteText) -> Void
  ) throws(SampleError) {
    var name = ByteText()
    name.append(uuid)
    let first = String(decoding: name.bytes.prefix(1), as: UTF8.self)
    name.append(".")
    name.append(field)
    name.append(".json")
    let file = String(decoding: name.bytes, as: UTF8.self)
    sideText.clear()
    write(&sideText)
    try sink.beginFile(
      named: "\(plan.folder)/jsons/\(table.type)/\(first)/\(file)",
      size: .known(UInt64(sideText.count)))
    try sink.write(sideText.bytes)
    try sink.endFile()
    expectation.bytes += sideText.count
  }
}

extension SamsungBody {
  /// The stamp of a row that was stored seconds after it ended and never changed.
  func stamp(
    _ uuid: SampleUUID, _ day: Int, from start: Millis, to end: Millis, by device: SamsungDevice
  ) -> SamsungStamp {
    // The delay is drawn from the id: one draw less in every row.
    let created = end + 400 + Millis(uuid.low % 60_000)
    return SamsungStamp(
      uuid: uuid, start: start, end: end, created: created, updated: created,
      offsetMinutes: calendar.offsetMinutes(day, at: start), device: device)
  }

  /// The fate of a row that no later export changes.
  func fate(_ day: Int) -> SamsungFate { plan.isEarlier(day) ? .same : .new }
}
