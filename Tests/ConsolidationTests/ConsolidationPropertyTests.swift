import HealthRecords
import Testing

@testable import Consolidation

/// What holds for any records.
@Suite struct ConsolidationProperties {
  /// Numbers that look random and repeat.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let sources = [
    DayKit.watch, DayKit.phone, DayKit.fitbit, DayKit.fit, DayKit.samsung, DayKit.shealth,
  ]
  private static let zones: [String?] = [nil, "+09:00", "Europe/Paris", "-07:00 +02:00", "no zone"]

  /// Intervals of whole minutes, many of which overlap, over three days.
  private static func intervals(_ numbers: inout Numbers, zoned: Bool) throws -> [SourceRecord] {
    let midnight = try DayKit.instant("2024-03-30 00:00")
    return (0..<120).map { index in
      let start = midnight + Int64.random(in: 0..<4320, using: &numbers) * 60_000
      let length = Int64.random(in: 1..<90, using: &numbers) * 60_000
      var record = SourceRecord(
        id: RecordID(high: 0, low: UInt64(index)), (start, start + length),
        source: sources[Int.random(in: 0..<sources.count, using: &numbers)],
        value: .quantity(Double(Int.random(in: 1..<400, using: &numbers))))
      record.version.modifiedAt = Int64.random(in: 0..<3, using: &numbers)
      if zoned { record.zone = zones[Int.random(in: 0..<zones.count, using: &numbers)] }
      return record
    }
  }

  /// The same with instants, whole days, the platform's totals and doubts.
  private static func mixture(_ numbers: inout Numbers) throws -> [SourceRecord] {
    var records = try intervals(&numbers, zoned: true)
    for index in 0..<20 {
      records[index].end = records[index].start + [0, 500, 86_399_000][index % 3]
    }
    records[20].quality = .implausible
    records[21].start = try DayKit.instant("2024-03-31 00:00")
    records[21].end = records[21].start + 86_399_000
    records[22].value = .samples([TimedValue(time: records[22].start + 5, number: 70)])
    return try records + [
      DayKit.total(900, "2024-03-30", 4000, edited: 1),
      DayKit.total(901, "2024-03-30", 4100, edited: 2),
    ]
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `any order of the same records gives the same days`(seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    let records = try Self.mixture(&numbers)
    for metric in ["steps", "heart_rate", "body_mass", "dietary_energy", "uv_exposure"] {
      let days = try DayKit.days(metric, records, zone: "Europe/Paris")
      #expect(days.count >= 3)
      #expect(days.map(\.day.description) == days.map(\.day.description).sorted())
      for _ in 0..<2 {
        #expect(
          try DayKit.days(metric, records.shuffled(using: &numbers), zone: "Europe/Paris") == days)
      }
    }
    #expect(try DayKit.sleep(records.shuffled(using: &numbers)) == DayKit.sleep(records))
    #expect(try DayKit.workouts(records.shuffled(using: &numbers)) == DayKit.workouts(records))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `the explained parts that count sum to the day's value`(seed: UInt64) throws {
    var numbers = Numbers(state: seed &* 77)
    let records = try Self.mixture(&numbers)
    for metric in ["steps", "basal_energy", "dietary_energy"] {
      for day in try DayKit.days(metric, records) {
        let sum = day.explanation.reduce(0) { $0 + ($1.counts ? $1.value ?? 0 : 0) }
        #expect(abs(sum - (day.value ?? 0)) < 1e-6, "\(metric) \(day.text)")
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `all parts of a whole number, won or lost, sum to it`(seed: UInt64) throws {
    var numbers = Numbers(state: seed &* 99)
    let records = try Self.intervals(&numbers, zoned: true)
    var sums: [RecordID: Double] = [:]
    for day in try DayKit.days("steps", records) {
      for part in day.explanation {
        sums[part.record, default: 0] += part.value ?? 0
        #expect(part.value.map { $0 == $0.rounded() } == true)
      }
    }
    for record in records { #expect(record.value == .quantity(sums[record.id] ?? -1)) }
  }

  /// Each minute has the rate of the record that is believed then: the sum of a day, the slow way.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `the sums are those of a minute by minute count`(seed: UInt64) throws {
    var numbers = Numbers(state: seed &* 1234)
    let records = try Self.intervals(&numbers, zoned: false)
    let order = try DayKit.order("basal_energy", records)
    var sums: [Int64: Double] = [:]
    let believed = records.sorted { left, right in
      let (one, other) = (order.rank(of: left.source), order.rank(of: right.source))
      if one.source != other.source { return one < other }
      let (edit, otherEdit) = (left.version.modifiedAt, right.version.modifiedAt)
      if edit != otherEdit { return edit > otherEdit }
      let (length, otherLength) = (left.end - left.start, right.end - right.start)
      return length == otherLength ? left.id < right.id : length > otherLength
    }
    let midnight = try DayKit.instant("2024-03-30 00:00")
    for minute in 0..<4500 as Range<Int64> {
      let time = midnight + minute * 60_000
      guard let winner = believed.first(where: { $0.start <= time && time < $0.end }),
        case .quantity(let number) = winner.value
      else { continue }
      // What repeats Samsung's own export counts on no day that has some of it.
      if winner.source == DayKit.shealth { continue }
      sums[time / 86_400_000, default: 0] += number * 60_000 / Double(winner.end - winner.start)
    }
    let days = try DayKit.days("basal_energy", records)
    #expect(days.count == sums.count)
    for day in days {
      #expect(abs((day.value ?? 0) - (sums[day.day.daysSince1970] ?? 0)) < 1e-6)
    }
  }

  @Test(
    arguments: [
      (10, [5, 25], [2, 8]), (10, [1, 1, 1], [4, 3, 3]), (1, [1, 1], [1, 0]), (0, [3, 4], [0, 0]),
      (-7, [1, 1], [-4, -3]), (5, [0, 0], [5, 0]), (9, [0, 3], [0, 9]), (2, [1], [2]),
    ] as [(Double, [Int64], [Double])])
  func `whole parts sum to the whole, the largest rest first`(
    number: Double, weights: [Int64], parts: [Double]
  ) {
    #expect(LargestRemainder.wholeParts(of: number, weights: weights) == parts)
  }

  @Test func `a number that is not whole has no whole parts`() {
    for number in [1.5, .nan, .infinity, 1e300] {
      #expect(LargestRemainder.wholeParts(of: number, weights: [1, 2]) == nil)
    }
    #expect(LargestRemainder.parts(of: 1.5, weights: [1, 2, 0]) == [0.5, 1.0, 0])
    #expect(LargestRemainder.wholeParts(of: 9e15, weights: [.max, .max]) == [4.5e15, 4.5e15])
  }
}
