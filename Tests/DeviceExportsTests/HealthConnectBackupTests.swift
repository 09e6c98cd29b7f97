import HealthRecords
import Testing

@testable import DeviceExports

@Suite struct `Records of a Health Connect backup` {
  private let uuid = "x'00112233445566778899aabbccddeeff'"
  private let uuidText = "00112233-4455-6677-8899-aabbccddeeff"

  @Test func `A row is a record with its columns and with those of its app and device`() throws {
    let fixture = try BackupFixture(["weight_record_table"])
    try fixture.run(
      """
      INSERT INTO application_info_table VALUES (4, 'com.example.scale', 'Scale', x'89504e47', '1');
      INSERT INTO device_info_table VALUES (9, 'Example', NULL, 3);
      INSERT INTO weight_record_table (row_id, uuid, last_modified_time, client_record_id,
        client_record_version, device_info_id, app_info_id, recording_method, dedupe_hash, time,
        zone_offset, local_date, weight)
      VALUES (7, \(uuid), 1790000000123, NULL, '3', 9, 4, 3, x'00ff', 1790000000000, -34200,
        20717, 71250.5);
      """)
    let reading = try fixture.reading()
    #expect(
      reading.records == [
        BackupRecord(
          "weight_record_table", 7,
          [
            "row_id=7", "uuid=\(uuidText)", "last_modified_time=1790000000123",
            "client_record_id", "client_record_version=3", "device_info_id=9", "app_info_id=4",
            "recording_method=3", "dedupe_hash=00ff", "time=1790000000000", "zone_offset=-34200",
            "local_date=20717", "weight=71250.5",
            "application_info_table.package_name=com.example.scale",
            "application_info_table.app_name=Scale", "device_info_table.manufacturer=Example",
            "device_info_table.device_type=3",
          ])
      ])
    #expect(reading.notes == [])
    #expect(reading.counts == ["weight_record_table": 1])
    #expect(reading.isComplete)
    #expect(reading.format == "health_connect_backup_17")
  }

  @Test func `Samples, stages and laps become parts of their own record in the order of writing`()
    throws
  {
    let fixture = try BackupFixture()
    try fixture.run(
      """
      INSERT INTO heart_rate_record_table (row_id, uuid) VALUES (1, \(uuid)), (3, \(uuid)),
        (4, \(uuid));
      INSERT INTO heart_rate_record_series_table VALUES (3, 61, 30), (1, 71, 10), (3, 62, 20);
      INSERT INTO exercise_session_record_table (row_id, uuid) VALUES (1, \(uuid));
      INSERT INTO exercise_route_table VALUES (1, 50, 8.5, -0.25);
      INSERT INTO exercise_laps_table VALUES (1, 1, 2, 400.0);
      INSERT INTO SpeedRecordTable (row_id, uuid) VALUES (2, \(uuid));
      INSERT INTO speed_record_table VALUES (2, 2.5, 77);
      """)
    let reading = try fixture.reading()
    #expect(
      reading.records.map { BackupRecord($0.type, $0.row, parts: $0.parts) } == [
        BackupRecord(
          "exercise_session_record_table", 1,
          parts: [
            "exercise_laps_table: lap_start_time=1 lap_end_time=2 lap_length=400.0",
            "exercise_route_table: timestamp_millis=50 longitude=8.5 latitude=-0.25",
          ]),
        BackupRecord(
          "heart_rate_record_table", 1,
          parts: ["heart_rate_record_series_table: beats_per_minute=71 epoch_millis=10"]),
        BackupRecord(
          "heart_rate_record_table", 3,
          parts: [
            "heart_rate_record_series_table: beats_per_minute=61 epoch_millis=30",
            "heart_rate_record_series_table: beats_per_minute=62 epoch_millis=20",
          ]),
        BackupRecord("heart_rate_record_table", 4),
        BackupRecord(
          "SpeedRecordTable", 2, parts: ["speed_record_table: speed=2.5 epoch_millis=77"]),
      ])
    #expect(reading.notes == [])
  }

  @Test func `A plan's blocks, steps and goals are parts that keep their keys`() throws {
    let fixture = try BackupFixture(["planned_exercise_session_record_table"])
    try fixture.run(
      """
      INSERT INTO planned_exercise_session_record_table (row_id, uuid)
        VALUES (1, \(uuid)), (2, \(uuid));
      INSERT INTO planned_exercise_session_blocks_table VALUES (10, 2, 'b', 3), (11, 1, NULL, 1);
      INSERT INTO planned_exercise_session_steps_table VALUES (20, 11, 's'), (21, 10, 't');
      INSERT INTO planned_exercise_session_goals_table VALUES (30, 21, 5, x'0a'), (31, 21, 6, NULL);
      """)
    let block = "planned_exercise_session_blocks_table: block_row_id="
    let step = "planned_exercise_session_steps_table: step_row_id="
    let goal = "planned_exercise_session_goals_table: goal_row_id="
    #expect(
      try fixture.reading().records.map(\.parts) == [
        [
          "\(block)11 block_description repetitions=1",
          "\(step)20 step_parent_id=11 step_description=s",
        ],
        [
          "\(block)10 block_description=b repetitions=3",
          "\(step)21 step_parent_id=10 step_description=t",
          "\(goal)30 goal_parent_id=21 type_id=5 goal_min=0a",
          "\(goal)31 goal_parent_id=21 type_id=6 goal_min",
        ],
      ])
  }

  @Test func `A medical resource keeps its FHIR text and gets its data source and that one's app`()
    throws
  {
    let fixture = try BackupFixture([])
    try fixture.run(
      """
      INSERT INTO application_info_table VALUES (2, 'com.example.clinic', 'Clinic', NULL, NULL);
      INSERT INTO medical_data_source_table VALUES (5, 2, 'Clinic', \(uuid));
      INSERT INTO medical_resource_table
        VALUES (8, 4, 'r1', '{"resourceType":"Observation","note":"é"}', 5);
      INSERT INTO medical_resource_indices_table VALUES (8, 3);
      """)
    let reading = try fixture.reading()
    #expect(
      reading.records == [
        BackupRecord(
          "medical_resource_table", 8,
          [
            "medical_resource_row_id=8", "fhir_resource_type=4", "fhir_resource_id=r1",
            "fhir_data={\"resourceType\":\"Observation\",\"note\":\"é\"}", "data_source_id=5",
            "application_info_table.package_name=com.example.clinic",
            "application_info_table.app_name=Clinic",
            "medical_data_source_table.display_name=Clinic",
            "medical_data_source_table.data_source_uuid=\(uuidText)",
          ], parts: ["medical_resource_indices_table: medical_resource_type=3"])
      ])
    #expect(reading.notes == [])
  }

  @Test(arguments: BackupTableForm.all)
  func `Every table of records is read with all that it stores`(table: BackupTableForm) throws {
    let fixture = try BackupFixture()
    let values = table.columns.indices.map { ", \($0 + 100)" }.joined()
    try fixture.run(
      "INSERT INTO \(table.name) (uuid\(table.columns.map { ", \($0)" }.joined())) "
        + "VALUES (\(uuid)\(values))")
    let reading = try fixture.reading()
    let record = try #require(reading.records.first)
    #expect(reading.counts == [table.name: 1])
    #expect(record.value("uuid") == uuidText)
    #expect(
      table.columns.map { record.value($0) } == table.columns.indices.map { "\($0 + 100)" })
    #expect(record.value("local_date_time") == nil)
    #expect(!record.attributes.contains { $0.hasPrefix("local_date_time") })
    #expect(reading.notes == [])
  }

  @Test func `All tables of a backup are read in the order of its schema`() throws {
    let fixture = try BackupFixture()
    for table in BackupTableForm.all {
      try fixture.run("INSERT INTO \(table.name) (uuid) VALUES (\(uuid))")
    }
    let reading = try fixture.reading()
    #expect(reading.records.map(\.type) == BackupTableForm.all.map(\.name))
    #expect(BackupTableForm.all.count == 42)
  }

  @Test func `The order of apps stands in the envelope, by category`() throws {
    let fixture = try BackupFixture(["steps_record_table"])
    try fixture.run(
      """
      INSERT INTO application_info_table (row_id, package_name)
        VALUES (1, 'a.one'), (2, 'b.two'), (3, 'c.three');
      INSERT INTO health_data_category_priority_table VALUES (1, 1, '3,1,2'), (2, 5, '2,9');
      INSERT INTO steps_record_table (uuid, app_info_id) VALUES (\(uuid), 1);
      """)
    let reading = try fixture.reading()
    #expect(
      reading.envelope == [
        "schema_version=17", "priority.1=c.three,a.one,b.two", "priority.5=b.two",
      ])
    #expect(
      reading.notes == ["reference_missing x1 b.db/health_data_category_priority_table 0"])
  }

  @Test(arguments: [
    ("1749366.5", "1749366.5"), ("72.0", "72.0"), ("4.9e-324", "5e-324"),
    ("1.401298464324817e-45", "1.401298464324817e-45"), ("1e16", "1e+16"), ("-0.1", "-0.1"),
    ("0.1 + 0.2", "0.30000000000000004"), ("9e999", "inf"), ("-1", "-1"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("'kg'", "kg"), ("x'00Ab'", "00ab"),
    ("''", ""), ("x''", ""), ("'ü\u{1F600}'", "ü\u{1F600}"),
  ])
  func `A value is written so that nothing of it is lost`(sql: String, text: String) throws {
    let fixture = try BackupFixture(["weight_record_table"])
    try fixture.run("INSERT INTO weight_record_table (uuid, weight) VALUES (\(uuid), \(sql))")
    #expect(try fixture.reading().records.map { $0.value("weight") } == [text])
  }

  @Test func `A value of another kind than its column's is kept as it is`() throws {
    let fixture = try BackupFixture(["weight_record_table"])
    try fixture.run(
      """
      INSERT INTO weight_record_table (uuid, time, zone_offset, weight, app_info_id)
        VALUES (\(uuid), 'noon', 32400000, x'ff', 'app');
      """)
    let record = try #require(fixture.reading().records.first)
    #expect(record.value("time") == "noon")
    #expect(record.value("zone_offset") == "32400000")
    #expect(record.value("weight") == "ff")
    #expect(record.value("app_info_id") == "app")
  }

  @Test func `Records without a sound uuid are read and counted, equal ones are both read`() throws
  {
    let fixture = try BackupFixture(["steps_record_table"])
    try fixture.run(
      """
      INSERT INTO steps_record_table (row_id, uuid) VALUES (1, NULL), (2, x'0102'),
        (3, 'text-uuid'), (4, \(uuid)), (5, \(uuid));
      """)
    let reading = try fixture.reading()
    #expect(
      reading.records.map { $0.value("uuid") } == [nil, "0102", "text-uuid", uuidText, uuidText])
    #expect(
      reading.notes == [
        "uuid_missing x1 b.db/steps_record_table 1", "uuid_malformed x2 b.db/steps_record_table 2",
      ])
    #expect(reading.isComplete)
  }

  @Test func `Rows of child tables without a record are counted`() throws {
    let fixture = try BackupFixture(["heart_rate_record_table"])
    try fixture.run(
      """
      INSERT INTO heart_rate_record_table (row_id, uuid) VALUES (2, \(uuid)), (5, \(uuid));
      INSERT INTO heart_rate_record_series_table VALUES (NULL, 1, 1), (1, 2, 2), (2, 3, 3),
        (3, 4, 4), (5, 5, 5), (6, 6, 6), ('five', 7, 7), (x'05', 8, 8), (2.5, 9, 9);
      INSERT INTO sleep_stages_table VALUES (1, 1, 1, 1);
      """)
    let reading = try fixture.reading()
    #expect(
      reading.records.map(\.parts) == [
        ["heart_rate_record_series_table: beats_per_minute=3 epoch_millis=3"],
        ["heart_rate_record_series_table: beats_per_minute=5 epoch_millis=5"],
      ])
    #expect(reading.notes == ["orphaned_child x8 b.db/heart_rate_record_series_table 0"])
  }

  @Test func `An app or device that is not there is counted, -1 and NULL mean that there is none`()
    throws
  {
    let fixture = try BackupFixture(["steps_record_table"])
    try fixture.run(
      """
      INSERT INTO steps_record_table (uuid, app_info_id, device_info_id)
        VALUES (\(uuid), -1, NULL), (\(uuid), 7, 8);
      """)
    #expect(
      try fixture.reading().notes == ["reference_missing x2 b.db/steps_record_table 2"])
  }
}

@Suite struct `Schemas of a Health Connect backup` {
  private let uuid = "x'00112233445566778899aabbccddeeff'"

  @Test(arguments: [
    (8, ["schema_version_unknown x1 b.db 0"]), (9, []), (26, []),
    (27, ["schema_version_unknown x1 b.db 0"]), (0, ["schema_version_unknown x1 b.db 0"]),
  ])
  func `A version that is not known is read and told`(version: Int, notes: [String]) throws {
    let fixture = try BackupFixture(["steps_record_table"], version: version)
    try fixture.run("INSERT INTO steps_record_table (uuid, count) VALUES (\(uuid), 5)")
    let reading = try fixture.reading()
    #expect(reading.records.map { $0.value("count") } == ["5"])
    #expect(reading.notes == notes)
    #expect(reading.format == "health_connect_backup_\(version)")
    #expect(reading.isComplete)
  }

  @Test func `Columns are found by name, whichever are there and in whatever order`() throws {
    let fixture = try BackupFixture(empty: 23)
    try fixture.run(
      """
      CREATE TABLE weight_record_table (weight_grams REAL, "odd ""name" TEXT, uuid BLOB,
        row_id INTEGER PRIMARY KEY);
      INSERT INTO weight_record_table VALUES (1.5, 'x', \(uuid), 3);
      """)
    let reading = try fixture.reading()
    #expect(
      reading.records == [
        BackupRecord(
          "weight_record_table", 3,
          [
            "weight_grams=1.5", "odd \"name=x", "uuid=00112233-4455-6677-8899-aabbccddeeff",
            "row_id=3",
          ])
      ])
    #expect(reading.notes == [])
  }

  @Test func `An unknown table with a uuid is read as records, one without is counted`() throws {
    let fixture = try BackupFixture([])
    try fixture.run(
      """
      CREATE TABLE new_session (row_id INTEGER PRIMARY KEY, uuid BLOB, depth REAL);
      INSERT INTO new_session VALUES (1, \(uuid), 3.5);
      CREATE TABLE new_settings (name TEXT);
      CREATE TABLE more_settings (name TEXT);
      """)
    let reading = try fixture.reading()
    #expect(reading.counts == ["new_session": 1])
    #expect(reading.records.map { $0.value("depth") } == ["3.5"])
    #expect(reading.notes == ["unknown_table x2 b.db/new_settings 0"])
    #expect(reading.isComplete)
  }

  @Test func `A table of records without a uuid column is read all the same`() throws {
    let fixture = try BackupFixture(empty: 17)
    try fixture.run(
      """
      CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, count INTEGER);
      INSERT INTO steps_record_table VALUES (1, 9);
      """)
    let reading = try fixture.reading()
    #expect(reading.records == [BackupRecord("steps_record_table", 1, ["row_id=1", "count=9"])])
    #expect(reading.notes == ["uuid_missing x1 b.db/steps_record_table 1"])
  }

  @Test(arguments: [
    "CREATE VIEW steps_record_table AS SELECT 1 AS row_id, x'00' AS uuid",
    "CREATE TABLE steps_record_table (row_id INTEGER, uuid BLOB)",
    "CREATE TABLE steps_record_table (row_id TEXT PRIMARY KEY, uuid BLOB)",
    "CREATE TABLE steps_record_table (row_id INTEGER, uuid BLOB, PRIMARY KEY (row_id, uuid))",
    "CREATE VIRTUAL TABLE steps_record_table USING fts5(row_id, uuid)",
  ])
  func `A table of records that is not stored as Health Connect stores it is refused`(
    sql: String
  ) throws {
    let fixture = try BackupFixture(["weight_record_table"])
    try fixture.run(sql)
    try fixture.run("INSERT INTO weight_record_table (uuid) VALUES (\(uuid))")
    let reading = try fixture.reading()
    #expect(reading.counts == ["weight_record_table": 1])
    #expect(reading.notes.contains("table_refused x1 b.db/steps_record_table 0"))
    #expect(!reading.isComplete)
  }

  @Test func `A child table without the column of its parents is refused, its records are read`()
    throws
  {
    let fixture = try BackupFixture(empty: 17)
    try fixture.run(
      """
      CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB);
      CREATE TABLE heart_rate_record_series_table (parent INTEGER);
      INSERT INTO heart_rate_record_table VALUES (1, \(uuid));
      """)
    let reading = try fixture.reading()
    #expect(reading.counts == ["heart_rate_record_table": 1])
    #expect(reading.notes == ["table_refused x1 b.db/heart_rate_record_series_table 0"])
    #expect(!reading.isComplete)
  }

  @Test func `Rows of a child table whose table of records is not there are counted`() throws {
    let fixture = try BackupFixture(["steps_record_table"])
    try fixture.run("INSERT INTO sleep_stages_table VALUES (1, 1, 1, 1), (2, 1, 1, 1)")
    let reading = try fixture.reading()
    #expect(reading.records == [])
    #expect(reading.notes == ["orphaned_child x2 b.db/sleep_stages_table 0"])
  }

  @Test func `A database in UTF-16 gives the same text`() throws {
    let fixture = try BackupFixture(empty: 17)
    try fixture.run(
      """
      PRAGMA encoding = 'UTF-16le';
      CREATE TABLE sleep_session_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB, title TEXT);
      INSERT INTO sleep_session_record_table VALUES (1, \(uuid), 'Schläfchen');
      """)
    #expect(try fixture.reading().records.map { $0.value("title") } == ["Schläfchen"])
  }
}
