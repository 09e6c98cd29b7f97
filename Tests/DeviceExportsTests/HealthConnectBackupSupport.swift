import CSonarSQLite
import HealthRecords
import Testing

@testable import DeviceExports

/// A table of records as Health Connect makes it.
struct BackupTableForm: Sendable, CustomTestStringConvertible {
  enum Kind: Sendable {
    case instant
    case interval
  }

  var name: String
  var kind: Kind
  /// The columns that only this table has.
  var columns: [String]

  var testDescription: String { name }

  init(_ name: String, _ kind: Kind, _ columns: String) {
    self.name = name
    self.kind = kind
    self.columns = columns.split(separator: " ").map(String.init)
  }

  static func named(_ name: String) throws -> BackupTableForm {
    try #require(all.first { $0.name == name })
  }

  private static let common =
    "last_modified_time INTEGER, client_record_id TEXT, client_record_version TEXT, "
    + "device_info_id INTEGER, app_info_id INTEGER, recording_method INTEGER, dedupe_hash BLOB"

  /// The statement that creates the table.
  var sql: String {
    let times =
      kind == .instant
      ? "time INTEGER, zone_offset INTEGER, local_date INTEGER, "
        + "local_date_time INTEGER AS (time + 1000 * zone_offset)"
      : "start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, "
        + "end_zone_offset INTEGER, local_date INTEGER, "
        + "local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset)"
    let own = columns.map { ", \($0)" }.joined()
    return "CREATE TABLE \(name) (row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, "
      + "\(Self.common), \(times)\(own))"
  }

  /// All tables of records.
  static let all: [BackupTableForm] = [
    .init("active_calories_burned_record_table", .interval, "energy"),
    .init("activity_intensity_record_table", .interval, "type"),
    .init("basal_body_temperature_record_table", .instant, "measurement_location temperature"),
    .init("basal_metabolic_rate_record_table", .instant, "basal_metabolic_rate"),
    .init(
      "blood_glucose_record_table", .instant,
      "specimen_source level relation_to_meal meal_type"),
    .init(
      "blood_pressure_record_table", .instant,
      "measurement_location systolic diastolic body_position"),
    .init("body_fat_record_table", .instant, "percentage"),
    .init("body_temperature_record_table", .instant, "measurement_location temperature"),
    .init("body_water_mass_record_table", .instant, "body_water_mass"),
    .init("bone_mass_record_table", .instant, "mass"),
    .init("cervical_mucus_record_table", .instant, "sensation appearance"),
    .init("CyclingPedalingCadenceRecordTable", .interval, ""),
    .init("distance_record_table", .interval, "distance"),
    .init("elevation_gained_record_table", .interval, "elevation"),
    .init(
      "exercise_session_record_table", .interval,
      "notes exercise_type title has_route planned_exercise_session_id"),
    .init("floors_climbed_record_table", .interval, "floors"),
    .init("heart_rate_record_table", .interval, ""),
    .init("heart_rate_variability_rmssd_record_table", .instant, "heart_rate_variability_millis"),
    .init("height_record_table", .instant, "height"),
    .init("hydration_record_table", .interval, "volume"),
    .init("intermenstrual_bleeding_record_table", .instant, ""),
    .init("lean_body_mass_record_table", .instant, "mass"),
    .init("menstruation_flow_record_table", .instant, "flow"),
    .init("menstruation_period_record_table", .interval, ""),
    .init("mindfulness_session_record_table", .interval, "type title notes"),
    .init(
      "nutrition_record_table", .interval,
      "unsaturated_fat potassium thiamin meal_type trans_fat manganese energy_from_fat "
        + " caffeine dietary_fiber selenium vitamin_b6 protein chloride cholesterol copper "
        + " iodine vitamin_b12 zinc riboflavin energy molybdenum phosphorus chromium total_fat "
        + " calcium vitamin_c vitamin_e biotin vitamin_d niacin magnesium total_carbohydrate "
        + " vitamin_k polyunsaturated_fat saturated_fat sodium folate monounsaturated_fat "
        + " pantothenic_acid meal_name iron vitamin_a folic_acid sugar"),
    .init("ovulation_test_record_table", .instant, "result"),
    .init("oxygen_saturation_record_table", .instant, "percentage"),
    .init(
      "planned_exercise_session_record_table", .interval,
      "notes exercise_type title has_explicit_time completed_session_id"),
    .init("PowerRecordTable", .interval, ""),
    .init("respiratory_rate_record_table", .instant, "rate"),
    .init("resting_heart_rate_record_table", .instant, "beats_per_minute"),
    .init("sexual_activity_record_table", .instant, "protection_used"),
    .init("skin_temperature_record_table", .interval, "measurement_location baseline"),
    .init("sleep_session_record_table", .interval, "notes title"),
    .init("SpeedRecordTable", .interval, ""),
    .init("StepsCadenceRecordTable", .interval, ""),
    .init("steps_record_table", .interval, "count"),
    .init("total_calories_burned_record_table", .interval, "energy"),
    .init(
      "vo2_max_record_table", .instant,
      "measurement_method vo2_milliliters_per_minute_kilogram"),
    .init("weight_record_table", .instant, "weight"),
    .init("wheelchair_pushes_record_table", .interval, "count"),
  ]
}

/// The tables beside those of records.
private let otherTables = [
  "application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT, "
    + "app_icon BLOB, record_types_used TEXT)",
  "device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, "
    + "device_type INTEGER)",
  "health_data_category_priority_table (row_id INTEGER PRIMARY KEY, "
    + "health_data_category INTEGER, app_id_priority_order TEXT)",
  "change_logs_table (row_id INTEGER PRIMARY KEY, uuids BLOB)",
  "exercise_laps_table (parent_key INTEGER, lap_start_time, lap_end_time, lap_length)",
  "exercise_segments_table (parent_key INTEGER, segment_start_time, segment_end_time, "
    + "segment_type, repetitions_count)",
  "exercise_route_table (parent_key INTEGER, timestamp_millis, longitude, latitude)",
  "cycling_pedaling_cadence_record_table (parent_key INTEGER, epoch_millis, "
    + "revolutions_per_minute)",
  "heart_rate_record_series_table (parent_key INTEGER, beats_per_minute, epoch_millis)",
  "planned_exercise_session_blocks_table (block_row_id INTEGER PRIMARY KEY, "
    + "block_parent_id INTEGER, block_description TEXT, repetitions INTEGER)",
  "planned_exercise_session_steps_table (step_row_id INTEGER PRIMARY KEY, "
    + "step_parent_id INTEGER, step_description TEXT)",
  "planned_exercise_session_goals_table (goal_row_id INTEGER PRIMARY KEY, "
    + "goal_parent_id INTEGER, type_id INTEGER, goal_min BLOB)",
  "power_record_table (parent_key INTEGER, power REAL, epoch_millis INTEGER)",
  "skin_temperature_delta_table (parent_key INTEGER, delta REAL, epoch_millis INTEGER)",
  "sleep_stages_table (parent_key INTEGER, stage_start_time, stage_end_time, stage_type)",
  "speed_record_table (parent_key INTEGER, speed REAL, epoch_millis INTEGER)",
  "steps_cadence_record_table (parent_key INTEGER, rate REAL, epoch_millis INTEGER)",
  "medical_data_source_table (medical_data_source_row_id INTEGER PRIMARY KEY, "
    + "app_info_id INTEGER, display_name TEXT, data_source_uuid BLOB)",
  "medical_resource_table (medical_resource_row_id INTEGER PRIMARY KEY, "
    + "fhir_resource_type INTEGER, fhir_resource_id TEXT, fhir_data TEXT, data_source_id INTEGER)",
  "medical_resource_indices_table (medical_resource_id INTEGER, medical_resource_type INTEGER)",
]

/// A database in memory, written with SQL.
final class BackupFixture {
  private let handle: OpaquePointer

  /// Creates a database with the given tables of records, or all of them, and all others.
  init(_ tables: [String]? = nil, version: Int = 17, pageSize: Int = 4096) throws {
    var opened: OpaquePointer?
    #expect(sqlite3_open(":memory:", &opened) == SQLITE_OK)
    handle = try #require(opened)
    try run("PRAGMA page_size = \(pageSize); PRAGMA user_version = \(version)")
    for table in BackupTableForm.all where tables?.contains(table.name) ?? true {
      try run(table.sql)
    }
    for table in otherTables { try run("CREATE TABLE \(table)") }
  }

  /// Creates a database without tables.
  init(empty version: Int) throws {
    var opened: OpaquePointer?
    #expect(sqlite3_open(":memory:", &opened) == SQLITE_OK)
    handle = try #require(opened)
    try run("PRAGMA user_version = \(version)")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements.
  func run(_ sql: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    let result = sqlite3_exec(handle, sql, nil, nil, &message)
    defer { sqlite3_free(message) }
    try #require(result == SQLITE_OK, "\(message.map { String(cString: $0) } ?? "")")
  }

  /// The integer that a statement gives.
  func integer(_ sql: String) throws -> Int {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return Int(sqlite3_column_int64(statement, 0))
  }

  /// The file.
  func bytes() throws -> [UInt8] {
    var size: sqlite3_int64 = 0
    let start = try #require(sqlite3_serialize(handle, "main", &size, 0))
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  /// What reading the file gives.
  func reading(
    options: HealthConnectBackupOptions = HealthConnectBackupOptions()
  ) throws -> BackupReading {
    try BackupReading(bytes(), options: options)
  }
}

/// A record with its attributes as `name=value`, or the name alone for NULL.
struct BackupRecord: Equatable {
  var type: String
  var row: UInt64
  var attributes: [String]
  var parts: [String]

  init(_ type: String, _ row: UInt64, _ attributes: [String] = [], parts: [String] = []) {
    self.type = type
    self.row = row
    self.attributes = attributes
    self.parts = parts
  }

  init(_ sample: NativeSample, in batch: NativeBatch) {
    let cells = { (range: BatchRange) in
      batch.attributes[range.indices].map { BackupRecord.text(of: $0, in: batch) }
    }
    type = batch.symbols.string(of: sample.type) ?? ""
    row = batch.position(of: sample).line
    attributes = cells(sample.attributes)
    parts = batch.parts[sample.parts.indices].map { part in
      "\(batch.symbols.string(of: part.name) ?? ""): "
        + cells(part.attributes).joined(separator: " ")
    }
  }

  static func text(of attribute: NativeAttribute, in batch: NativeBatch) -> String {
    let name = batch.symbols.string(of: attribute.name) ?? ""
    return batch.symbols.string(of: attribute.value).map { "\(name)=\($0)" } ?? name
  }

  /// The value of an attribute; nil for NULL.
  func value(_ name: String) -> String? {
    attributes.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}

/// All that reading a backup gives.
struct BackupReading: Equatable {
  var records: [BackupRecord] = []
  var envelope: [String] = []
  var rejected: [String: Int] = [:]
  var counts: [String: Int] = [:]
  var notes: [String] = []
  var isComplete = false
  var format = ""
  var recordsPerPiece: [Int] = []
  var progress: [UInt64] = []

  /// Reads bytes to their end.
  init(
    _ bytes: [UInt8], options: HealthConnectBackupOptions = HealthConnectBackupOptions()
  ) throws {
    let slice = ByteSlice(ByteStore(memory: bytes, label: "memory"))
    try self.init(HealthConnectBackup(slice, member: "b.db"), options: options)
  }

  /// Reads a backup to its end.
  init(
    _ backup: HealthConnectBackup,
    options: HealthConnectBackupOptions = HealthConnectBackupOptions()
  ) throws {
    var reading = BackupReading()
    let summary = try HealthConnectBackupReader(options: options).read(
      from: backup, transform: { $0 }, consume: { reading.add($0) })
    reading.counts = summary.samplesByType
    reading.rejected = summary.rejectedTypes
    reading.notes = summary.diagnostics.all.map {
      "\($0.code) x\($0.count) \($0.first?.member ?? "") \($0.first?.line ?? 0)"
    }
    reading.isComplete = summary.complete
    reading.format = summary.formatVersion
    self = reading
  }

  private init() {}

  private mutating func add(_ piece: PieceOutput<NativeBatch>) {
    let batch = piece.output
    records += batch.samples.map { BackupRecord($0, in: batch) }
    envelope = batch.envelope.map { BackupRecord.text(of: $0, in: batch) }
    recordsPerPiece.append(batch.samples.count)
    progress.append(piece.bytes)
  }
}

/// The code of the error that reading bytes ends in.
func backupError(_ bytes: [UInt8]) -> String? {
  do {
    _ = try BackupReading(bytes)
    return nil
  } catch {
    return (error as? HealthConnectBackupError)?.code.rawValue ?? "\(error)"
  }
}
