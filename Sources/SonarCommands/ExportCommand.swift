import Consolidation
import HealthRecords
import RecordStore
import SonarArguments
import SupportedData

/// `sonar export STORE`.
struct ExportCommand {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Writes records to standard output until all are written or nobody reads any more.
  func run() throws -> ExitCode {
    let matches = context.matches
    if matches[SonarProgram.dictionary] {
      let isCSV = try matches[SonarProgram.exportFormat] == "csv"
      try context.streams.output.write(
        ExportDictionary.text(ofCSV: isCSV, for: context.streams.outputTerminal))
      return .success
    }
    let query = try query()
    let timeline = try timeline()
    let store = try RecordStore.openForReading(path: try matches[SonarProgram.store])
    try check(query.recordTypes, in: store)
    let dates =
      matches[SonarProgram.localDates] ? try LocalDates(store, timeline: timeline) : nil
    if try matches[SonarProgram.exportFormat] == "csv" {
      try writeCSV(store, query, dates)
    } else {
      try writeLines(store, query, dates)
    }
    return .success
  }

  private func timeline() throws -> ZoneTimeline? {
    let timeline = try ZoneTimeline.ofOption(context.matches[SonarProgram.exportTimezone])
    guard timeline == nil || context.matches[SonarProgram.localDates] else {
      throw CommandFailure(
        code: .usage,
        message: "--timezone changes nothing but local days. Give --local-dates with it.")
    }
    return timeline
  }

  private func query() throws -> RecordQuery {
    var query = RecordQuery()
    let types = try context.matches[SonarProgram.types]
    if !types.isEmpty { query.recordTypes = Set(types.map { RecordType(rawValue: $0) }) }
    query.from = try day(try context.matches[SonarProgram.from], "--from")
    query.until = try day(try context.matches[SonarProgram.to], "--to").map { $0 + 86_400_000 }
    return query
  }

  /// A mistyped name must not look like a type without records.
  private func check(_ types: Set<RecordType>?, in store: RecordStore) throws {
    guard let types else { return }
    let registry = try context.tables().recordTypes
    let stored = try store.recordTypes()
    for type in types.sorted(by: { $0.rawValue < $1.rawValue })
    where registry.definition(of: type) == nil && !stored.contains(type.rawValue) {
      throw CommandFailure(
        code: .usage,
        message: "--type: '\(type.rawValue)' is no record type. 'sonar mappings list' names them; "
          + "repeat the option for several.")
    }
  }

  private func day(_ text: String?, _ option: String) throws -> Int64? {
    guard let text else { return nil }
    guard let day = CivilDay(text)?.daysSince1970 else {
      throw CommandFailure(
        code: .usage, message: "\(option): '\(text)' is no day. Write it as 2024-01-31.")
    }
    return day * 86_400_000
  }

  private func writeLines(
    _ store: RecordStore, _ query: RecordQuery, _ dates: LocalDates?
  ) throws {
    var dates = dates
    try store.exportCanonical(query, adding: { dates?.write($0, to: &$1) }, to: write)
  }

  private func writeCSV(
    _ store: RecordStore, _ query: RecordQuery, _ dates: LocalDates?
  ) throws {
    var (query, dates) = (query, dates)
    query.order = .typeAndStart
    let columns = [RecordCSV.header] + (dates == nil ? [] : LocalDates.columns)
    var lines = Array((columns.joined(separator: ",") + "\n").utf8)
    try store.forEachRecord(query) { record in
      RecordCSV.append(record, adding: dates?.cells(of: record) ?? [], to: &lines)
      if lines.count > 1 << 16 {
        try write(lines)
        lines.removeAll(keepingCapacity: true)
      }
    }
    try write(lines)
  }

  private func write(_ bytes: [UInt8]) throws {
    try context.streams.output.write(bytes: bytes)
    if context.streams.output.isClosed { throw ReaderGone() }
  }
}

/// Whoever read the output has gone, as `head` does: a quiet end.
struct ReaderGone: Error {}

/// Records as CSV by RFC 4180: one row per record, the same columns for all.
enum RecordCSV {
  /// The columns; docs/store.md explains them.
  static let header =
    "id,type,native_type,provider,start,end,date,value,unit,code,zone,recording,source,quality,"
    + "version,modified_at,payload,native"

  /// Appends one row, with further cells at its end.
  static func append(_ record: StoredRecord, adding more: [String], to bytes: inout [UInt8]) {
    let isQuantity = record.kind == .quantity
    let cells: [String] = [
      record.id.hexadecimal, record.type.recordType.rawValue, record.type.nativeType,
      record.provider.rawValue,
      record.isCivilDate || !record.hasTime ? "" : UTCText.instant(record.start),
      record.isCivilDate || !record.hasTime ? "" : UTCText.instant(record.end),
      record.isCivilDate ? UTCText.day(record.start) : "",
      isQuantity || record.kind == .code ? number(record.number) : "",
      isQuantity ? record.type.unit : "", record.code ?? "", record.zone ?? "",
      record.recording.name, text(record.source),
      Quality.names.filter { record.quality.contains($0.flag) }.map(\.name).joined(separator: " "),
      String(record.version.number), UTCText.instant(record.version.modifiedAt),
      text(record.payload), text(record.native),
    ]
    for (index, cell) in (cells + more).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func number(_ value: Double) -> String {
    var json = JSONWriter()
    json.number(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func text(_ json: [UInt8]?) -> String {
    json.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func append(_ cell: String, to bytes: inout [UInt8]) {
    let needsQuotes = cell.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else {
      bytes.append(contentsOf: cell.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
