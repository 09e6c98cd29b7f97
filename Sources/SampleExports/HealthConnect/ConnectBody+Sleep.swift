extension ConnectBody {
  /// One night as two apps saw it, with other stages; one night of three is sent again unchanged.
  mutating func appendSleep(_ day: Int) throws(SampleError) {
    var random = plan.random(.connectSleep, day)
    let bed = -random.within(20...80) * 60
    let minutes = random.within(380...500)
    let watch = sleepRecord(day, 0, second: bed, minutes: minutes, by: .fitbit)
    try append(watch) { Self.appendStages(to: &$0, of: watch, in: Self.watchCycle) }
    let phone = sleepRecord(day, 1, second: bed + 150, minutes: minutes + 6, by: .fit)
    try append(phone) { Self.appendStages(to: &$0, of: phone, in: Self.phoneCycle) }
    guard day % 3 == 2 else { return }
    try appendSleepAgain(watch)
  }

  /// The same content under a later time is a duplicate.
  private mutating func appendSleepAgain(_ record: ConnectRecord) throws(SampleError) {
    var copy = record
    copy.modified += 7_200_000
    try append(copy, \.duplicate) { Self.appendStages(to: &$0, of: record, in: Self.watchCycle) }
  }

  /// Fitbit's session of a night.
  func sleepRecord(_ day: Int) -> ConnectRecord {
    var random = plan.random(.connectSleep, day)
    let bed = -random.within(20...80) * 60
    return sleepRecord(day, 0, second: bed, minutes: random.within(380...500), by: .fitbit)
  }

  private func sleepRecord(
    _ day: Int, _ place: Int, second: Int64, minutes: Int64, by source: ConnectSource
  ) -> ConnectRecord {
    plan.interval(
      .sleepSession, plan.id(.connectSleep, day * 2 + place), day, second: second,
      length: minutes * 60, by: source)
  }

  /// Stage and minutes: light 4, deep 5, REM 6, awake 1.
  static let watchCycle: [(Int64, Int64)] = [(4, 30), (5, 22), (4, 15), (6, 18), (1, 4)]
  /// Without REM, coarser.
  private static let phoneCycle: [(Int64, Int64)] = [(4, 70), (5, 34), (1, 6)]

  /// Appends title and stages that fill the session, with a minute's gap after the fourth.
  static func appendStages(
    to json: inout ConnectJSON, of record: ConnectRecord, in cycle: [(Int64, Int64)]
  ) {
    json.field("title", word: "null")
    json.field("notes", word: "null")
    json.openList("stages")
    var start = record.start
    let end = record.end ?? start
    var index = 0
    while start < end {
      let (stage, minutes) = cycle[index % cycle.count]
      let until = min(start + minutes * 60_000, end)
      json.openElement()
      json.field("startTime", time: start)
      json.field("endTime", time: until)
      json.field("stage", stage)
      json.closeObject()
      start = index == 3 ? until + 60_000 : until
      index += 1
    }
    json.closeList()
  }
}
