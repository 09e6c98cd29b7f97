import Testing

@testable import SampleExports

/// Counts the rows of a CSV file by the rules of RFC 4180, one byte at a time.
///
/// Knows nothing of how the file was generated.
struct DelimitedCounter {
  /// The type in the first line, without the mark in front of it.
  private(set) var type = ""
  /// Column names as written.
  private(set) var columns: [String] = []
  /// Rows with as many fields as columns, or one more that is empty.
  private(set) var rows: [[String]] = []
  /// Rows with another number of fields.
  private(set) var damaged: [[String]] = []

  init(_ bytes: [UInt8]) {
    var records = Self.records(
      bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
    type = records.first?.first ?? ""
    columns = records.dropFirst().first ?? []
    records.removeFirst(min(2, records.count))
    for record in records {
      if record.count == columns.count + 1, record.last?.isEmpty == true {
        rows.append(record.dropLast())
      } else {
        damaged.append(record)
      }
    }
  }

  /// The cell of a row under a column whose name ends like this.
  func cell(_ row: [String], _ name: String) -> String? {
    columns.firstIndex { $0 == name || $0.hasSuffix(".\(name)") }.map { row[$0] }
  }

  private static func records(_ bytes: ArraySlice<UInt8>) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") {
        // A doubled quote closes and opens again; the cells here need no more.
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        record.append(String(decoding: field, as: UTF8.self))
        field = []
      } else if byte == UInt8(ascii: "\n"), !isQuoted {
        record.append(String(decoding: field, as: UTF8.self))
        records.append(record)
        (record, field) = ([], [])
      } else {
        field.append(byte)
      }
    }
    return records
  }
}

/// Counts exports of Samsung Health, the first one and others after it, with dictionaries of text.
struct SamsungCounter {
  typealias Outcomes = RecordTally.Outcomes

  private struct Stored {
    var updated: String
    var content: [String]
  }

  private var store: [String: Stored] = [:]
  private(set) var types: [String: Outcomes] = [:]
  /// Keys seen by the export counted last, and those before it.
  private(set) var seen: Set<String> = []
  private(set) var earlier: Set<String> = []

  /// Tables whose rows are those of a day, whatever id a phone gave them.
  private static let days: Set<String> = [
    "com.samsung.shealth.step_daily_trend", "com.samsung.shealth.activity.day_summary",
    "com.samsung.shealth.calories_burned.details",
  ]

  /// What says nothing about the day or the measurement.
  private static let incidental: Set<String> = [
    "datauuid", "create_time", "update_time", "create_sh_ver", "modify_sh_ver", "binning_data",
    "deviceuuid",
  ]

  /// Counts the tables of one export into the store.
  mutating func count(_ files: [MemorySink.File]) {
    types = [:]
    earlier.formUnion(seen)
    seen = []
    for file in files where file.path.hasSuffix(".csv") { count(DelimitedCounter(file.bytes)) }
  }

  private mutating func count(_ table: DelimitedCounter) {
    for row in table.rows {
      let day = [table.cell(row, "day_time"), table.cell(row, "source_type")]
      let id = Self.days.contains(table.type) ? "\(day)" : table.cell(row, "datauuid") ?? ""
      let key = "\(table.type) \(id)"
      seen.insert(key)
      let kept = table.columns.indices.filter { index in
        !Self.incidental.contains(String(table.columns[index].split(separator: ".").last ?? ""))
      }
      let new = Stored(
        updated: table.cell(row, "update_time") ?? "", content: kept.map { row[$0] })
      add(merge(new, under: key), table.type)
    }
    for _ in table.damaged { add(\.rejected, table.type) }
  }

  private mutating func merge(
    _ new: Stored, under key: String
  ) -> WritableKeyPath<Outcomes, Int> {
    guard let old = store[key] else {
      store[key] = new
      return \.kept
    }
    if old.content == new.content { return \.duplicate }
    guard old.updated < new.updated else { return \.stale }
    store[key] = new
    return \.updated
  }

  private mutating func add(_ outcome: WritableKeyPath<Outcomes, Int>, _ type: String) {
    types[type, default: Outcomes()][keyPath: outcome] += 1
  }
}
