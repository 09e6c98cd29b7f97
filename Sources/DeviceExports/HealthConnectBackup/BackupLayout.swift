/// How a backup's tables hang together, as data; which of them hold what is no concern of the reader.
enum BackupLayout {
  /// A column whose integers are the keys of another table's rows.
  struct Link: Hashable {
    /// The table that has the column.
    var table: String
    /// The column.
    var column: String
    /// The table that it points into.
    var target: String
    /// The key column of that table.
    var targetKey: String

    init(_ table: String, _ column: String, _ target: String, _ targetKey: String) {
      self.table = table
      self.column = column
      self.target = target
      self.targetKey = targetKey
    }
  }

  /// The tables whose rows are parts of another table's records, in the order in which their rows become parts.
  static let children = [
    Link(
      "cycling_pedaling_cadence_record_table", "parent_key", "CyclingPedalingCadenceRecordTable",
      "row_id"),
    Link("exercise_laps_table", "parent_key", "exercise_session_record_table", "row_id"),
    Link("exercise_segments_table", "parent_key", "exercise_session_record_table", "row_id"),
    Link("exercise_route_table", "parent_key", "exercise_session_record_table", "row_id"),
    Link("heart_rate_record_series_table", "parent_key", "heart_rate_record_table", "row_id"),
    Link(
      "planned_exercise_session_blocks_table", "block_parent_id",
      "planned_exercise_session_record_table", "row_id"),
    Link(
      "planned_exercise_session_steps_table", "step_parent_id",
      "planned_exercise_session_blocks_table", "block_row_id"),
    Link(
      "planned_exercise_session_goals_table", "goal_parent_id",
      "planned_exercise_session_steps_table", "step_row_id"),
    Link("power_record_table", "parent_key", "PowerRecordTable", "row_id"),
    Link("skin_temperature_delta_table", "parent_key", "skin_temperature_record_table", "row_id"),
    Link("sleep_stages_table", "parent_key", "sleep_session_record_table", "row_id"),
    Link("speed_record_table", "parent_key", "SpeedRecordTable", "row_id"),
    Link("steps_cadence_record_table", "parent_key", "StepsCadenceRecordTable", "row_id"),
    Link(
      "medical_resource_indices_table", "medical_resource_id", "medical_resource_table",
      "medical_resource_row_id"),
  ]

  /// A table whose rows say who or what made records.
  struct Source: Hashable {
    /// The column of a record that points into it.
    var reference: String
    /// The table.
    var table: String
    /// Its key column.
    var key: String
    /// Columns that are of no use to a reader: local numbers and pictures.
    var omitted: Set<String>
  }

  /// The sources; one that refers to another comes behind it.
  static let sources = [
    Source(
      reference: "app_info_id", table: "application_info_table", key: "row_id",
      omitted: ["row_id", "app_icon", "record_types_used"]),
    Source(
      reference: "device_info_id", table: "device_info_table", key: "row_id", omitted: ["row_id"]),
    Source(
      reference: "data_source_id", table: "medical_data_source_table",
      key: "medical_data_source_row_id", omitted: ["medical_data_source_row_id"]),
  ]

  /// The user's own order of apps, by category.
  static let priorityTable = "health_data_category_priority_table"

  /// Tables of records that have no uuid column, with their key.
  static let keysOfRecordTables = ["medical_resource_table": "medical_resource_row_id"]

  /// The key of every other table of records.
  static let recordKey = "row_id"

  /// Columns besides those named `uuid` that hold the 16 bytes of a UUID.
  static let uuidColumns: Set<String> = [
    "uuid", "data_source_uuid", "planned_exercise_session_id", "completed_session_id",
  ]

  /// Tables that hold the phone's own bookkeeping.
  static let bookkeeping: Set<String> = [
    "activity_date_table", "change_logs_table", "change_log_request_table", "preference_table",
    "access_logs_table", "migration_entity_table", "read_access_logs_table",
    "backup_change_token_table", "device_data_sources_table",
    "device_data_provider_metadata_table", "android_metadata",
  ]

  /// Whether a table is known and holds no records.
  static func isAuxiliary(_ name: String) -> Bool {
    bookkeeping.contains(name) || name == priorityTable || name.hasPrefix("sqlite_")
      || sources.contains { $0.table == name }
  }

  /// The link of a child table; nil for any other table.
  static func link(of name: String) -> Link? {
    children.first { $0.table == name }
  }

  /// The links from a child table up to the table of its records.
  static func path(of link: Link) -> [Link] {
    var path = [link]
    while let next = self.link(of: path[path.count - 1].target), path.count < children.count {
      path.append(next)
    }
    return path
  }

  /// Whether a name is built like those of Health Connect's tables of records.
  static func isRecordName(_ name: String) -> Bool {
    let word = name.lowercased()
    return word.hasSuffix("record_table") || word.hasSuffix("recordtable")
      || keysOfRecordTables[name] != nil
  }

  /// The versions of the schema that are known: since UUIDs are bytes.
  static let knownVersions: ClosedRange<Int64> = 9...26
}
