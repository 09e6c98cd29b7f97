import Consolidation
import HealthRecords
import RecordStore
import SonarArguments
import SupportedData

/// Reads the days of a store, one type after the other; memory holds what is open and not the records.
struct DayReading {
  private let store: RecordStore
  private let tables: MappingTables
  private let calendar: DayCalendar
  /// The days to give, as days since 1970-01-01.
  let days: ClosedRange<Int64>
  /// Whether each day is explained.
  let explains: Bool
  /// Values that could not be read.
  private(set) var unreadable = 0

  private static let millisecondsPerDay: Int64 = 86_400_000
  /// Days that no calendar reaches: limits for readings without one.
  private static let allDays: ClosedRange<Int64> = -50_000_000...50_000_000

  /// Opens the reading that a command line asks for.
  init(_ context: CommandContext, _ store: RecordStore, explains: Bool) throws {
    self.store = store
    self.explains = explains
    tables = try context.tables()
    let timeline = try ZoneTimeline.ofOption(context.matches[SonarProgram.dailyTimezone])
    calendar = try LocalDates(store, timeline: timeline).calendar
    let first = try Self.day(context.matches[SonarProgram.dailyFrom], "--from")
    let last = try Self.day(context.matches[SonarProgram.dailyTo], "--to")
    let (from, to) = (first ?? Self.allDays.lowerBound, last ?? Self.allDays.upperBound)
    guard from <= to else {
      throw UsageError(.invalidValue, "--from must not be after --to")
    }
    days = from...to
  }

  /// The types that a command line asks for.
  func types(_ words: [String]) throws -> [DailyType] {
    try DailyType.types(named: words, in: store.recordTypes(), tables)
  }

  private static func day(_ text: String?, _ option: String) throws -> Int64? {
    guard let text else { return nil }
    guard let day = CivilDay(text) else {
      throw UsageError(
        .invalidValue, "\(option): '\(text)' is no day. Write it as 2024-01-31")
    }
    return day.daysSince1970
  }

  /// Calls `body` with each day of a type, by day for each metric.
  mutating func forEachDay(
    of type: DailyType, _ body: (DayResult) throws -> Void
  ) throws {
    var records = SourceRecords()
    let days = days
    var consolidations = try consolidations(of: type)
    func emit(_ result: DayResult) throws {
      if days.contains(result.day.daysSince1970) { try body(result) }
    }
    for query in queries(of: type) {
      try store.forEachRecord(byStart: query) { stored in
        guard stored.hasTime else { return }
        let record = records.record(stored)
        for index in consolidations.indices { try consolidations[index].take(record, emit) }
      }
    }
    for index in consolidations.indices { try consolidations[index].finish(emit) }
    unreadable += records.unreadable
  }

  private func consolidations(of type: DailyType) throws -> [any DayConsolidation] {
    let rules = tables.consolidation
    let present = try store.providers(of: type.recordTypes)
    func order(_ recordType: RecordType) -> SourceOrder {
      SourceOrder(rules, type: recordType, present: present)
    }
    switch type.kind {
    case .quantity(let metrics):
      return metrics.map {
        QuantityDays(
          $0, order: order($0.recordType), calendar: calendar, explains: explains)
      }
    case .sleep:
      return [
        SleepDays(
          rules, order: order(rules.sleep.stageType), calendar: calendar, explains: explains)
      ]
    case .workouts:
      return [
        WorkoutDays(rules, order: order(rules.workoutType), calendar: calendar, explains: explains)
      ]
    }
  }

  /// The totals of other types first, then the type's own civil days, then all else.
  private func queries(of type: DailyType) -> [RecordStore.StartQuery] {
    var queries: [RecordStore.StartQuery] = []
    if case .quantity(let metrics) = type.kind {
      for total in metrics.flatMap(\.totals) where total.component != nil {
        guard let mapping = tables.table(of: total.provider)?.type(named: total.nativeType),
          let recordType = mapping.recordType
        else { continue }
        var query = civil([recordType])
        query.nativeTypes = [total.nativeType]
        queries.append(query)
      }
    }
    queries.append(civil(type.recordTypes))
    var query = RecordStore.StartQuery(type.recordTypes)
    // What reaches into the first day began at most the longest interval before, by any clock.
    let reach = Int64(tables.consolidation.limits.longestIntervalHours) / 24 + 3
    query.from = (days.lowerBound - reach) * Self.millisecondsPerDay
    query.until = (days.upperBound + 3) * Self.millisecondsPerDay
    return queries + [query]
  }

  private func civil(_ types: Set<RecordType>) -> RecordStore.StartQuery {
    var query = RecordStore.StartQuery(types)
    query.isCivilDate = true
    query.from = days.lowerBound
    query.until = days.upperBound + 1
    return query
  }
}
