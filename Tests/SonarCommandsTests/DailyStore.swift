import Foundation
import HealthRecords
import RecordStore
import Testing

/// A store filled with records that a test writes one by one, of any provider.
struct DailyStore {
  /// One record to be.
  struct Row {
    var provider = Provider.healthConnect
    var native = "Steps"
    var type = "steps"
    var unit = "{steps}"
    var kind = ValueKind.quantity
    var start: Int64
    var end: Int64
    var number = 0.0
    var code: String?
    var payload = ""
    var source = "{\"name\":\"com.fitbit.FitbitMobile\"}"
    var zone: String? = "+00:00"
    var isCivilDate = false
    var quality: Quality = []

    /// A record of some minutes of 10 March 2024 in UTC, counted from midnight.
    init(minutes: Range<Int64>, _ change: (inout Row) -> Void = { _ in }) {
      start = DailyStore.midnight + minutes.lowerBound * 60_000
      end = DailyStore.midnight + minutes.upperBound * 60_000
      change(&self)
    }

    /// A record of 10 March 2024 as a civil day.
    init(day change: (inout Row) -> Void) {
      start = DailyStore.midnight / 86_400_000
      end = start + 1
      isCivilDate = true
      zone = nil
      change(&self)
    }
  }

  /// 10 March 2024 in UTC.
  static let midnight: Int64 = 1_710_028_800_000
  static let watch = "{\"name\":\"app.run\",\"device\":{\"model\":\"SM-R870\",\"kind\":\"watch\"}}"
  static let phone = "{\"name\":\"app.run\",\"device\":{\"model\":\"SM-S921\"}}"
  static let samsung = "{\"name\":\"com.sec.android.app.shealth\"}"

  /// Writes the rows to a new store, in batches by provider.
  static func write(_ rows: [Row], to path: String) throws {
    let store = try RecordStore.open(path: path, create: true)
    for provider in Provider.allCases {
      let own = rows.enumerated().filter { $0.element.provider == provider }
      guard !own.isEmpty else { continue }
      var batch = RecordBatch(provider: provider, mappingVersion: 1)
      for (index, row) in own { append(row, UInt64(index), to: &batch) }
      let input = InputIdentity(
        provider: provider, name: "input", fingerprint: provider.rawValue, mappingVersion: 1)
      let session = try store.beginImport(input, startedAt: 1)
      session.details = InputDetails(format: "test", exportedAt: nil)
      try session.append(batch, piece: 0)
      _ = try session.finish(.complete, finishedAt: 2) { _ in [] }
    }
  }

  private static func append(_ row: Row, _ index: UInt64, to batch: inout RecordBatch) {
    let type = BatchType(
      nativeType: row.native, recordType: RecordType(rawValue: row.type), unit: row.unit)
    if !batch.types.contains(type) { batch.types.append(type) }
    let scale: Int64 = row.isCivilDate ? 86_400_000 : 1
    var made = RecordRow(
      id: RecordID(Hash128(Array("\(index)".utf8)), startMilliseconds: row.start &* scale))
    made.type = UInt32(batch.types.firstIndex(of: type) ?? 0)
    made.kind = row.kind
    made.quality = row.quality
    made.isCivilDate = row.isCivilDate
    (made.start, made.end, made.number) = (row.start, row.end, row.number)
    (made.contentHash, made.digest) = (index, index)
    made.source = batch.symbols.intern(row.source)
    if let zone = row.zone { made.zone = batch.symbols.intern(zone) }
    if let code = row.code { made.code = batch.symbols.intern(code) }
    if !row.payload.isEmpty {
      made.payload = BatchRange(start: batch.payloads.count, count: row.payload.utf8.count)
      batch.payloads.append(contentsOf: row.payload.utf8)
    }
    batch.rows.append(made)
  }

  /// A store with a day of most kinds: two devices, a total, a night, a pulse, a doubt.
  static let mixture: [Row] = [
    Row(minutes: 600..<610) { ($0.source, $0.number) = (watch, 1000) },
    Row(minutes: 600..<620) { ($0.source, $0.number) = (phone, 1800) },
    Row(minutes: 700..<701) { ($0.number, $0.quality) = (9, .implausible) },
    Row(minutes: 1435..<1465) { ($0.source, $0.number) = (phone, 12) },
    Row(day: {
      ($0.provider, $0.native) = (.samsungHealth, "com.samsung.shealth.step_daily_trend")
      ($0.source, $0.number) = (samsung, 2500)
    }),
    Row(minutes: -60..<420) {
      ($0.native, $0.type, $0.unit, $0.kind) = ("SleepSession", "sleep_session", "", .session)
      let (from, middle, to) = ($0.start, $0.start + 18_000_000, $0.end)
      $0.payload =
        "{\"session\":{\"title\":\"night\",\"stages\":["
        + "{\"start\":\(from),\"end\":\(middle),\"stage\":\"asleep_light\"},"
        + "{\"start\":\(middle),\"end\":\(to),\"stage\":\"asleep_rem\"},{\"stage\":\"awake\"}]}}"
    },
    Row(minutes: 840..<870) {
      ($0.provider, $0.native, $0.type) = (
        .samsungHealth, "com.samsung.health.sleep_stage", "sleep_stage"
      )
      ($0.unit, $0.kind, $0.code, $0.source) = ("", .code, "asleep_deep", samsung)
    },
    Row(minutes: 480..<490) {
      ($0.native, $0.type, $0.unit, $0.kind) = ("HeartRate", "heart_rate", "/min", .series)
      $0.payload =
        "{\"series\":{\"start_deltas_ms\":[0,1000,1000],\"unit\":\"/min\","
        + "\"values\":{\"scale\":10,\"deltas\":[600,null,205]}}}"
    },
    Row(minutes: 500..<500) {
      ($0.native, $0.type, $0.unit, $0.kind) = ("BloodPressure", "blood_pressure", "", .components)
      $0.payload =
        "{\"components\":{\"diastolic\":{\"number\":80,\"unit\":\"mm[Hg]\"},"
        + "\"position\":{\"code\":\"sitting\"},\"systolic\":{\"number\":120,\"unit\":\"mm[Hg]\"}}}"
    },
    Row(minutes: 1020..<1080) {
      ($0.native, $0.type, $0.unit, $0.kind) = ("ExerciseSession", "workout", "", .session)
      ($0.payload, $0.source) = ("{\"session\":{\"activity\":\"running\"}}", phone)
    },
    Row(minutes: 1022..<1080) {
      ($0.native, $0.type, $0.unit, $0.kind) = ("ExerciseSession", "workout", "", .session)
      ($0.payload, $0.source) = ("{\"session\":{\"activity\":\"running\"}}", watch)
    },
  ]
}
