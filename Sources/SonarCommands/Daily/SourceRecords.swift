import Consolidation
import HealthRecords
import RecordStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes of stored records what consolidation sees: reads sources and structured values from their JSON.
///
/// Values that do not have the form of docs/store.md count for nothing, and are counted.
struct SourceRecords {
  private struct SourceKey: Hashable {
    var provider: Provider
    var json: [UInt8]?
  }

  /// Distinct sources that are kept; files may hold any number of them.
  private static let limit = 4096
  private let decoder = JSONDecoder()
  private var sources: [SourceKey: RecordSource] = [:]
  /// Values and sources that could not be read.
  private(set) var unreadable = 0

  /// The record as consolidation sees it.
  mutating func record(_ stored: StoredRecord) -> SourceRecord {
    let session = stored.kind == .session ? payload(SessionForm.self, of: stored) : nil
    var record = SourceRecord(
      id: stored.id, nativeType: stored.type.nativeType, (stored.start, stored.end),
      source: source(of: stored), value: session?.value ?? value(of: stored))
    record.recordType = stored.type.recordType
    record.activeTime = session?.activeTime
    record.isCivilDate = stored.isCivilDate
    record.zone = stored.zone
    record.quality = stored.quality
    record.version = stored.version
    return record
  }

  private mutating func source(of stored: StoredRecord) -> RecordSource {
    let key = SourceKey(provider: stored.provider, json: stored.source)
    if let known = sources[key] { return known }
    if sources.count >= Self.limit { sources.removeAll(keepingCapacity: true) }
    var source = RecordSource(provider: stored.provider, app: "")
    if let json = stored.source, let form = decode(SourceForm.self, json) {
      source.app = form.name ?? ""
      source.maker = form.device?.manufacturer ?? ""
      source.model = form.device?.model ?? ""
      source.deviceName = form.device?.name ?? ""
      source.hardware = form.device?.hardware ?? ""
      source.kind = form.device?.kind ?? ""
      source.deviceID = form.device?.id ?? ""
    }
    sources[key] = source
    return source
  }

  private mutating func value(of stored: StoredRecord) -> SourceRecord.Value {
    switch stored.kind {
    case .quantity: return .quantity(stored.number)
    case .code: return stored.code.map { .code($0) } ?? .none
    case .components:
      guard let form = payload(ComponentsForm.self, of: stored) else { return .none }
      return .components(form.components.compactMapValues(\.number))
    case .series:
      guard let form = payload(SeriesForm.self, of: stored) else { return .none }
      return .samples(form.samples(from: stored.start))
    case .none, .session, .document, .native: return .none
    }
  }

  private mutating func payload<Form: Decodable>(
    _ form: Form.Type, of stored: StoredRecord
  ) -> Form? {
    stored.payload.flatMap { decode(form, $0) }
  }

  private mutating func decode<Form: Decodable>(_ form: Form.Type, _ json: [UInt8]) -> Form? {
    do {
      return try decoder.decode(form, from: Data(json))
    } catch {
      unreadable += 1
      return nil
    }
  }
}

/// A source in the store.
private struct SourceForm: Decodable {
  struct Device: Decodable {
    var id: String?
    var manufacturer: String?
    var model: String?
    var name: String?
    var hardware: String?
    var kind: String?
  }
  var name: String?
  var device: Device?
}

/// A quantity in the store; one of another form has no number.
private struct QuantityForm: Decodable {
  var number: Double?

  private enum Key: String, CodingKey { case number }

  init(from decoder: any Decoder) throws {
    let container = try? decoder.container(keyedBy: Key.self)
    number = (try? container?.decodeIfPresent(Double.self, forKey: .number)) ?? nil
  }
}

/// Named quantities in the store.
private struct ComponentsForm: Decodable {
  var components: [String: QuantityForm]
}

/// Samples in the store: times and values as running sums.
private struct SeriesForm: Decodable {
  struct Column: Decodable {
    var scale: Double?
    var deltas: [Int64?]?
    var values: [Double?]?

    /// The values; nil for a gap.
    var numbers: [Double?] {
      guard let deltas, let scale, scale != 0 else { return values ?? [] }
      var sum: Int64 = 0
      return deltas.map { delta in
        guard let delta else { return nil }
        sum &+= delta
        return Double(sum) / scale
      }
    }
  }
  struct Series: Decodable {
    var starts: [Int64]
    var values: Column?

    private enum CodingKeys: String, CodingKey {
      case starts = "start_deltas_ms"
      case values
    }
  }
  var series: Series?

  func samples(from start: Int64) -> [TimedValue] {
    guard let series else { return [] }
    var time = start
    var samples: [TimedValue] = []
    for (delta, number) in zip(series.starts, series.values?.numbers ?? []) {
      time &+= delta
      if let number { samples.append(TimedValue(time: time, number: number)) }
    }
    return samples
  }
}

/// The stages and the active time of a session in the store.
private struct SessionForm: Decodable {
  struct Stage: Decodable {
    var start: Int64?
    var end: Int64?
    var stage: String?
  }
  struct Totals: Decodable {
    var duration: QuantityForm?
  }
  struct Session: Decodable {
    var stages: [Stage]?
    /// Seconds, without pauses: Apple's own, and as a total Samsung's.
    var duration: QuantityForm?
    var totals: Totals?
  }
  var session: Session?

  /// What consolidation takes of it.
  var value: SourceRecord.Value { stages.map { .stages($0) } ?? .none }

  /// Milliseconds without pauses; nil where it does not say.
  var activeTime: Int64? {
    let seconds = session?.duration?.number ?? session?.totals?.duration?.number
    return seconds.flatMap { Int64(exactly: ($0 * 1000).rounded()) }
  }

  /// The stages that say when and what; nil where there are none.
  var stages: [TimedCode]? {
    session?.stages.map { stages in
      stages.compactMap { stage in
        guard let start = stage.start, let end = stage.end, let code = stage.stage else {
          return nil
        }
        return TimedCode(start: start, end: end, code: code)
      }
    }
  }
}
