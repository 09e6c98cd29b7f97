import HealthRecords
import SupportedData
import Testing

/// What the values and codes of Samsung rows are.
@Suite struct `Values of Samsung rows` {
  private static let heartRate = "com.samsung.shealth.tracker.heart_rate"
  private static let stress = "com.samsung.shealth.stress"
  private static let trend = "com.samsung.shealth.step_daily_trend"
  private static let timeless = [("start_time", ""), ("end_time", ""), ("time_offset", "")]

  // MARK: - Sentinels

  /// Table, cells, and the number of the record.
  @Test(
    arguments: [
      (stress, [("score", "0.0")], 0), ("com.samsung.health.floors_climbed", [("floor", "0")], 0),
      ("com.samsung.shealth.tracker.pedometer_step_count", [("count", "0")], 0),
      ("com.samsung.health.ambient_temperature", [("temperature", "0.0")], 0),
      ("com.samsung.health.water_intake", [("amount", "0.0")], 0),
    ] as [(String, [(String, String)], Double)])
  func `zero is a value where there can be nothing`(
    _ table: String, cells: [(String, String)], number: Double
  ) throws {
    #expect(try samsungRow(table, cells).number == number)
  }

  @Test(arguments: [
    (stress, [("score", "-1")]), (heartRate, [("heart_rate", "0.0")]),
    (heartRate, [("heart_rate", "-1.0")]), ("com.samsung.health.weight", [("weight", "0")]),
    ("com.samsung.health.height", [("height", "")]),
    ("com.samsung.shealth.blood_pressure", [("systolic", "0"), ("diastolic", "0")]),
    ("com.samsung.health.hba1c", [("hba1c", "0.0")]),
  ])
  func `a mark for no value is no sample`(_ table: String, cells: [(String, String)]) throws {
    let batch = try samsungBatch(table, cells)
    #expect(batch.rows.isEmpty)
    #expect(batch.diagnosed == ["missing_value": 1])
    #expect(batch.unaccounted == 0)
  }

  @Test func `an energy score that is not available is none, whatever its parts`() throws {
    let cells = [("day_time", "2026-01-01 00:00:00.000")] + Self.timeless
    let batch = try samsungBatch(
      "com.samsung.shealth.vitality_score",
      cells + [("total_score", "-1.0"), ("sleep_score", "80")])
    #expect(batch.rows.isEmpty)
    let row = try samsungRow(
      "com.samsung.shealth.vitality_score",
      cells + [("total_score", "53.4"), ("sleep_score", "-1"), ("shr_value", "61.5")])
    #expect(row.number == 53.4)
    #expect(row.quantity(ofComponent: "sleep_score") == nil)
    #expect(row.quantity(ofComponent: "sleep_heart_rate") == 61.5)
  }

  /// `tag_id`, and how the row came to be; a spot that a person measured and tagged was not typed in.
  @Test(arguments: [
    ("20000", RecordingMethod.active), ("21000", .active), ("21204", .active), ("21301", .active),
    ("21309", .active), ("21310", .active), ("21316", .active), ("21312", .automatic),
    ("21313", .automatic), ("21314", .automatic),
  ])
  func `a heart rate's tag tells how it was measured`(
    _ tag: String, _ recording: RecordingMethod
  ) throws {
    let batch = try samsungBatch(Self.heartRate, [("heart_rate", "60"), ("tag_id", tag)])
    #expect(try batch.onlyRow.recording == recording)
    #expect(batch.diagnosed == [:])
  }

  @Test func `one that is missing among others is left out`() throws {
    let pressure = try samsungRow(
      "com.samsung.shealth.blood_pressure",
      [("systolic", "118"), ("diastolic", "76"), ("mean", "0"), ("pulse", "62"), ("end_time", "")])
    #expect(pressure.quantity(ofComponent: "mean") == nil)
    #expect(pressure.quantity(ofComponent: "heart_rate") == 62)
    let weight = try samsungRow(
      "com.samsung.health.weight",
      [("weight", "65.0"), ("height", ""), ("body_fat", "38.07"), ("end_time", "")])
    #expect(weight.number == 65)
    #expect(weight.quantity(ofComponent: "height") == nil)
    #expect(weight.quantity(ofComponent: "body_fat_percentage") == 38.07)
  }

  @Test func `a warm-up bin of breathing has no sample`() throws {
    let row = try samsungRow(
      "com.samsung.health.respiratory_rate", [("average", "13.6")],
      parts: [
        SamsungPart("binning_data", ("respiratory_rate", "0.0"), ("start_time", "1767348000000")),
        SamsungPart("binning_data", ("respiratory_rate", "14.5"), ("start_time", "1767348060000")),
        SamsungPart("binning_data", ("respiratory_rate", "13.5"), ("start_time", "1767348120000")),
      ])
    #expect(row.payload?.contains(#""start_deltas_ms":[60000,60000]"#) == true)
    #expect(row.payload?.contains(#""values":{"scale":10,"deltas":[145,-10]}"#) == true)
  }

  // MARK: - Bins

  @Test func `without its side file a bin keeps its mean, minimum and maximum`() throws {
    let row = try samsungRow(
      Self.heartRate,
      [
        ("heart_rate", "72.0"), ("min", "61.0"), ("max", "98.0"), ("tag_id", "21313"),
        ("binning_data", "x.binning_data.json"),
      ])
    #expect(row.kind == .quantity)
    #expect(row.number == 72)
    #expect(row.quantity(ofComponent: "minimum") == 61)
    #expect(row.quantity(ofComponent: "maximum") == 98)
    #expect(row.recording == .automatic)
  }

  @Test func `with its side file a bin is its minutes in place of its mean`() throws {
    let row = try samsungRow(
      Self.stress,
      [("score", "57.0"), ("min", "14.0"), ("max", "100.0"), ("tag_id", "10011")],
      parts: [
        SamsungPart(
          "binning_data", ("score", "0"), ("score_min", "0"), ("score_max", "12"),
          ("start_time", "1767348000000"), ("end_time", "1767348059000")),
        SamsungPart(
          "binning_data", ("score", "40.0"), ("score_min", "30"), ("score_max", "50"),
          ("start_time", "1767348060000"), ("end_time", "1767348119000")),
      ])
    #expect(row.kind == .series)
    #expect(row.payload?.contains(#""values":{"scale":1,"deltas":[0,40]}"#) == true)
    #expect(row.payload?.contains(#""minimum":{"scale":1,"deltas":[0,30]}"#) == true)
  }

  @Test func `heart-rate variability is in the side file alone`() throws {
    let row = try samsungRow(
      "com.samsung.health.hrv", [("binning_data", "x.json")],
      parts: [
        SamsungPart(
          "binning_data", ("sdnn", "51.5"), ("rmssd", "42.5"), ("start_time", "1767348000000"),
          ("end_time", "1767348299000"))
      ])
    #expect(row.type == "hrv_rmssd")
    #expect(row.kind == .series)
    #expect(row.payload?.contains(#""unit":"ms""#) == true)
    #expect(row.payload?.contains(#""values":{"scale":10,"deltas":[425]}"#) == true)
    #expect(row.payload?.contains(#""sdnn":{"scale":10,"deltas":[515]}"#) == true)
  }

  // MARK: - Codes

  @Test(
    arguments: [
      ("40001", "awake"), ("40002", "asleep_light"), ("40003", "asleep_deep"),
      ("40004", "asleep_rem"),
    ])
  func `stages are Samsung's own codes`(_ stage: String, code: String) throws {
    let row = try samsungRow("com.samsung.health.sleep_stage", [("stage", stage)])
    #expect(row.code == code)
    #expect(row.number == Double(stage))
  }

  @Test(arguments: ["40009", "4", "x"])
  func `a stage that no table knows is kept as written`(_ stage: String) throws {
    let batch = try samsungBatch("com.samsung.health.sleep_stage", [("stage", stage)])
    let row = try batch.onlyRow
    #expect(row.type == "sleep_stage")
    #expect(row.native?.contains(stage) == true || row.payload?.contains(stage) == true)
    #expect(batch.diagnosed == ["unknown_code": 1])
  }

  @Test(arguments: [
    ("1002", "running"), ("1002.0", "running"), ("0", "other"), ("11007", "cycling"),
  ])
  func `an exercise is named by its code`(_ type: String, code: String) throws {
    let row = try samsungRow("com.samsung.shealth.exercise", [("exercise_type", type)])
    #expect(row.payload?.contains(#""activity":"\#(code)""#) == true)
  }

  @Test func `an exercise of an unknown code survives`() throws {
    let batch = try samsungBatch("com.samsung.shealth.exercise", [("exercise_type", "15007")])
    let row = try batch.onlyRow
    #expect(row.type == "workout")
    #expect(row.payload?.contains("15007") == true || row.native?.contains("15007") == true)
    #expect(batch.diagnosed == ["unknown_code": 1])
  }

  // MARK: - Units

  @Test func `glucose is in millimoles of glucose`() throws {
    let row = try samsungRow(
      "com.samsung.health.blood_glucose",
      [("glucose", "5.6"), ("meal_type", "80001"), ("end_time", "")])
    #expect(row.unit == "mg/dL")
    #expect(abs(row.number - 100.887) < 0.001)
    #expect(row.declared == 5.6)
    #expect(row.payload?.contains(#""meal_relation":"fasting""#) == true)
  }

  @Test func `the speed of a table and of its side file are in one unit`() throws {
    let row = try samsungRow(
      Self.trend,
      Self.timeless + [
        ("day_time", "1767225600000"), ("source_type", "-2"), ("count", "100"), ("speed", "1.25"),
      ],
      parts: [SamsungPart("binning_data", ("count", "100"), ("speed", "4.5"))])
    #expect(row.quantity(ofComponent: "speed") == 1.25)
    #expect(row.payload?.contains(#""speed":{"scale":100,"deltas":[125]}"#) == true)
  }

  // MARK: - Sleep

  @Test func `a night, its stages and the combined night are one session`() throws {
    var draft = SamsungDraft()
    let night = [
      ("start_time", "2026-01-01 23:00:00.000"), ("end_time", "2026-01-02 07:00:00.000"),
    ]
    draft.add("com.samsung.shealth.sleep", night + [("datauuid", "N"), ("sleep_score", "69")])
    draft.add("com.samsung.shealth.sleep_combined", night + [("sleep_duration", "480")])
    for (index, stage) in ["40002", "40003", "40004"].enumerated() {
      draft.add(
        "com.samsung.health.sleep_stage",
        night + [("sleep_id", "n"), ("stage", stage), ("datauuid", "\(index)")])
    }
    let rows = try draft.normalized().plainRows
    #expect(
      rows.map(\.type)
        == ["sleep_session", "sleep_summary", "sleep_stage", "sleep_stage", "sleep_stage"])
    #expect(rows[0].quantity(ofComponent: "score") == 69)
    for stage in rows[2...] { #expect(stage.links == [RecordLink(.parent, rows[0].id)]) }
  }

  // MARK: - Exercise

  @Test func `active time is the duration and not the span`() throws {
    let row = try samsungRow(
      "com.samsung.shealth.exercise",
      [
        ("exercise_type", "1001"), ("end_time", "2026-01-02 10:30:00.000"),
        ("duration", "1200000"), ("distance", "1500.5"), ("mean_speed", "1.25"), ("calorie", "80"),
        ("source_type", "1"),
      ])
    #expect(row.end - row.start == 1_800_000)
    #expect(row.quantity(ofComponent: "duration") == 1200)
    #expect(row.quantity(ofComponent: "distance") == 1500.5)
    #expect(row.quantity(ofComponent: "active_energy") == 80)
    #expect(row.quantity(ofComponent: "speed_mean") == 1.25)
    #expect(row.recording == .active)
  }

  @Test func `live data of one moment are one sample`() throws {
    let row = try samsungRow(
      "com.samsung.shealth.exercise", [("exercise_type", "1002")],
      parts: [
        SamsungPart("live_data", ("start_time", "1767348000000"), ("heart_rate", "90")),
        SamsungPart("live_data", ("start_time", "1767348000000"), ("distance", "2.5")),
        SamsungPart("live_data", ("start_time", "1767348005000"), ("heart_rate", "95")),
      ])
    #expect(row.payload?.contains(#""start_deltas_ms":[0,5000]"#) == true)
    #expect(row.payload?.contains(#""heart_rate":{"scale":1,"deltas":[90,5]}"#) == true)
    #expect(row.payload?.contains(#""distance":{"values":[2.5,null]}"#) == true)
  }

  @Test func `two measures of one moment that differ stay two samples`() throws {
    let row = try samsungRow(
      "com.samsung.shealth.exercise", [("exercise_type", "1002")],
      parts: [
        SamsungPart("live_data", ("start_time", "1767348000000"), ("heart_rate", "90")),
        SamsungPart("live_data", ("start_time", "1767348000000"), ("heart_rate", "91")),
      ])
    #expect(row.payload?.contains(#""start_deltas_ms":[0,0]"#) == true)
    #expect(row.payload?.contains(#""heart_rate":{"scale":1,"deltas":[90,1]}"#) == true)
  }

  @Test func `bins of a day have no times and keep their order`() throws {
    let row = try samsungRow(
      Self.trend,
      Self.timeless + [("day_time", "1767225600000"), ("source_type", "0"), ("count", "30")],
      parts: [
        SamsungPart("binning_data", ("count", "20")), SamsungPart("binning_data", ("count", "0")),
        SamsungPart("binning_data", ("count", "10")),
      ])
    #expect(row.payload?.contains(#""bins":{"steps":{"scale":1,"deltas":[20,-20,10]}}"#) == true)
  }

  @Test func `an element of a side file that no rule reads is kept as it is`() throws {
    let row = try samsungRow(
      "com.samsung.shealth.exercise", [("exercise_type", "1002")],
      parts: [SamsungPart("sensing_status", ("max_hr", "190"))])
    #expect(row.native?.contains(#""parts":[["sensing_status",[["max_hr","190"]]]]"#) == true)
  }

  @Test func `raw data of sensors stay in the export`() throws {
    let row = try samsungRow(
      "com.samsung.shealth.sleep_raw_data", [("sleep_uuid", "n"), ("data", "x.data.json")],
      parts: [SamsungPart("data.data", ("acc.0", "12"))])
    #expect(row.native?.contains(#"["data","x.data.json"]"#) == true)
    #expect(row.native?.contains("acc.0") == false)
  }

  @Test func `a route is part of its exercise, and one without points is none`() throws {
    let cells = [("exercise_type", "1002"), ("location_data", "x.json")]
    let row = try samsungRow(
      "com.samsung.shealth.exercise", cells,
      parts: [
        SamsungPart(
          "location_data", ("start_time", "1767348000000"), ("latitude", "52.5"),
          ("longitude", "13.25"), ("altitude", "34.5"), ("accuracy", "4.0")),
        SamsungPart(
          "location_data", ("start_time", "1767348001000"), ("latitude", "52.6"),
          ("longitude", "13.35")),
      ])
    #expect(row.payload?.contains(#""route":{"start_deltas_ms":[0,1000]"#) == true)
    #expect(row.payload?.contains(#""latitude":{"scale":10,"deltas":[525,1]}"#) == true)
    let empty = try samsungRow("com.samsung.shealth.exercise", cells)
    #expect(empty.payload?.contains("route") == false)
  }

  @Test func `lengths of a pool have no times`() throws {
    let row = try samsungRow(
      "com.samsung.shealth.exercise", [("exercise_type", "14001")],
      parts: [
        SamsungPart("additional.lengths", ("duration", "32000"), ("stroke_count", "18")),
        SamsungPart("additional.lengths", ("duration", "31000"), ("stroke_count", "17")),
      ])
    #expect(row.payload?.contains(#""lengths":[{"duration":{"number":32,"unit":"s"}"#) == true)
  }

  // MARK: - What is not added

  @Test func `only the combined row of a day is steps`() throws {
    var types: [String: String] = [:]
    for source in ["-2", "-1", "0", "102", "108", ""] {
      let row = try samsungRow(
        Self.trend,
        Self.timeless + [
          ("day_time", "1767225600000"), ("source_type", source), ("count", "100"),
        ])
      types[source] = row.type
    }
    let device = "steps_by_device"
    #expect(
      types == ["-2": "steps", "-1": device, "0": device, "102": device, "108": device, "": device]
    )
  }

  @Test func `a goal that was deleted is no goal`() throws {
    let cells = [("target_weight", "55.0"), ("end_time", "2027-06-21 02:59:59.000")]
    let table = "com.samsung.shealth.body_composition_goal"
    #expect(try samsungRow(table, cells + [("is_deleted", "0")]).type == "body_mass_goal")
    #expect(try samsungRow(table, cells + [("is_deleted", "1")]).type == "unknown")
  }

  @Test(arguments: ["1", "3", ""])
  func `a difference of pressures is no pressure`(_ type: String) throws {
    let row = try samsungRow(
      "com.samsung.shealth.mean_arterial_pressure", [("measurement", "-3"), ("type", type)])
    #expect(row.type == "unknown")
  }
}
