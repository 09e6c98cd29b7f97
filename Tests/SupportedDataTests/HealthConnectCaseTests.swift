import HealthRecords
import SupportedData
import Testing

/// Faults of other tools that concern what a record means, each as the behaviour that is right.
@Suite struct `Health Connect behaviours` {
  static let start: Int64 = 1_705_305_600_000

  private func steps(_ fields: String) throws -> RecordBatch {
    try FieldDraft.normalized("rn", "Steps", #"{"count":12,\#(fields)}"#)
  }

  private func steps(_ start: String, _ end: String) throws -> RecordBatch {
    try steps(#""startTime":"\#(start)","endTime":"\#(end)""#)
  }

  @Test func `copies of two apps stay two records`() throws {
    var draft = FieldDraft()
    for app in ["com.fitbit.FitbitMobile", "com.google.android.apps.fitness"] {
      draft.add(
        "Steps",
        #"{"startTime":"2024-01-15T09:17:00Z","endTime":"2024-01-15T09:18:00Z","count":7,"metadata":{"dataOrigin":"\#(app)"}}"#
      )
    }
    let batch = try draft.normalized()
    #expect(Set(batch.rows.map(\.id)).count == 2)
    #expect(
      batch.source(1) == #"{"name":"com.google.android.apps.fitness"}"#)
    #expect(batch.tallies["Steps"]?.sources.count == 2)
  }

  @Test func `phone and watch of one app are told apart`() throws {
    func source(_ device: String) throws -> String? {
      try steps(
        #""startTime":"2024-01-15T10:00:00Z","endTime":"2024-01-15T11:00:00Z","metadata":{"dataOrigin":"sh","device":\#(device)}"#
      ).source()
    }
    #expect(
      try source(#"{"type":1,"manufacturer":"Samsung","model":"SM-R960"}"#)
        == #"{"name":"sh","device":{"manufacturer":"Samsung","model":"SM-R960","kind":"watch"}}"#)
    #expect(try source(#"{"type":2}"#) == #"{"name":"sh","device":{"kind":"phone"}}"#)
    #expect(try source("0") == #"{"name":"sh"}"#)
    #expect(try source("null") == #"{"name":"sh"}"#)
    #expect(try source(#"{"type":0}"#) == #"{"name":"sh"}"#)
  }

  @Test func `a payload without ids is a duplicate of itself, and an edit when its value changes`()
    throws
  {
    func record(_ count: Int) throws -> RecordRow {
      try FieldDraft.normalized(
        "webhook", "steps",
        #"{"count":\#(count),"start_time":"2024-01-15T09:17:00Z","end_time":"2024-01-15T09:18:00Z"}"#
      ).rows[0]
    }
    #expect(try record(7).id == record(7).id)
    #expect(try record(7).contentHash == record(7).contentHash)
    #expect(try record(7).id == record(8).id)
    #expect(try record(7).contentHash != record(8).contentHash)
  }

  @Test func `a zero-length interval keeps its count`() throws {
    let batch = try steps("2024-01-15T10:00:00Z", "2024-01-15T10:00:00Z")
    #expect(batch.summary() == "steps 12.0 {steps}")
    #expect(batch.quality() == ["version_unknown"])
  }

  @Test func `an end before the start is kept and flagged`() throws {
    let batch = try steps("2024-01-15T10:00:00Z", "2024-01-15T09:00:00Z")
    #expect(batch.quality() == ["end_before_start", "version_unknown"])
    #expect(batch.rows.map { $0.end - $0.start } == [-3_600_000])
  }

  @Test func `an all-day record may end in the future, days ahead are flagged`() throws {
    func quality(_ end: String) throws -> [String] {
      var draft = FieldDraft()
      draft.batch.origin.exportedAt = NativeInstant(milliseconds: Self.start)
      draft.add(
        "TotalCaloriesBurned",
        #"{"startTime":"2024-01-15T00:00:00Z","endTime":"\#(end)","energy":{"inKilocalories":1}}"#)
      return try draft.normalized().quality()
    }
    #expect(try quality("2024-01-16T00:00:00Z") == ["version_unknown"])
    #expect(try quality("2024-01-20T00:00:00Z") == ["future", "version_unknown"])
  }

  @Test func `no offset is not the offset 0`() throws {
    let time = #""startTime":"2024-01-15T10:00:00Z","endTime":"2024-01-15T11:00:00Z""#
    #expect(try steps(time).zone() == nil)
    #expect(try steps(time + #","startZoneOffset":null"#).zone() == nil)
    #expect(
      try steps(time + #","startZoneOffset":{"id":"Z","totalSeconds":0}"#).zone() == "+00:00")
    #expect(try steps(time + #","startZoneOffset":null"#).assumedZones == 1)
    #expect(
      try steps(
        time + #","startZoneOffset":{"totalSeconds":32400},"endZoneOffset":{"totalSeconds":-25200}"#
      ).zone() == "+09:00 -07:00")
    #expect(
      try steps(time + #","startZoneOffset":{"totalSeconds":20700}"#).zone() == "+05:45")
  }

  @Test(arguments: [
    "2024-01-15T08:00:00Z", "2024-01-15T08:00:00.000Z", "2024-01-15T08:00:00.000000Z",
    "2024-01-15T08:00:00.000999999Z", "2024-01-15T08:00Z", "2024-01-15T09:00:00+01:00",
    "2024-01-15 08:00:00", "2024-01-15T03:00:00-0500", "1705305600000", "1705305600000.0",
  ])
  func `every form of one instant is that instant`(_ text: String) throws {
    #expect(try steps(text, "2024-01-15T09:00:00Z").rows.map(\.start) == [Self.start])
  }

  @Test(arguments: [
    "", "yesterday", "2024-13-15T08:00:00Z", "2024-02-30T08:00:00Z", "2024-01-15T24:00:00Z",
    "2024-01-15T08:00:60Z", "2024-01-15T08:00:00.Z", "2024-01-15T08:00:00.1234567890Z",
    "2024-01-15T08:00:00+19:00", "2024-01-15T08:00:00Zulu", "2024-01-15T", "1e300", "-",
    "44975.78x",
    "999999999999999999",
  ])
  func `a time that is none rejects its record alone`(_ text: String) throws {
    var draft = FieldDraft()
    draft.add("Steps", #"{"count":1,"startTime":"\#(text)"}"#)
    draft.add("Steps", #"{"count":2,"startTime":"2024-01-15T08:00:00Z"}"#)
    let batch = try draft.normalized()
    #expect(batch.summary() == "steps 2.0 {steps}")
    #expect(batch.rows.count == 1)
    #expect(batch.tallies["Steps"]?.outcomes[.rejected] == 1)
    #expect(batch.diagnostics.all.map(\.code) == ["missing_date"])
    #expect(batch.diagnostics.all.map { $0.first?.line } == [1])
  }

  @Test(arguments: ["", "NaN", "Infinity", "0x10", "1,5", "abc", "1e999"])
  func `a number that is none rejects its record`(_ text: String) throws {
    let batch = try FieldDraft.normalized(
      "rn", "Steps", #"{"startTime":"2024-01-15T08:00:00Z","count":"\#(text)"}"#)
    #expect(batch.rows.isEmpty)
    #expect(batch.tallies["Steps"]?.outcomes[.rejected] == 1)
  }

  @Test func `counts as strings are numbers`() throws {
    let batch = try FieldDraft.normalized(
      "google_health", "steps",
      #"{"steps":{"count":"11","interval":{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T08:01:00Z","startUtcOffset":"-14400s"}},"dataSource":{"platform":"FITBIT"}}"#
    )
    #expect(batch.summary() == "steps 11.0 {steps}")
    #expect(batch.zone() == "-04:00")
    #expect(batch.source() == #"{"name":"FITBIT"}"#)
  }

  @Test func `variability is RMSSD, never SDNN`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "HeartRateVariabilityRmssd",
      #"{"time":"2024-01-15T08:00:00Z","heartRateVariabilityMillis":42.5}"#)
    #expect(batch.summary() == "hrv_rmssd 42.5 ms")
  }

  @Test
  func
    `a hidden route, no route and an unknown one are three things, and a route is more than each`()
    throws
  {
    func workout(_ route: String) throws -> RecordBatch {
      try FieldDraft.normalized(
        "rn", "ExerciseSession",
        #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T09:00:00Z","exerciseType":56,"exerciseRoute":\#(route)}"#
      )
    }
    let hidden = try workout(#"{"type":"CONSENT_REQUIRED","route":[]}"#)
    let none = try workout(#"{"type":"NO_DATA","route":[]}"#)
    let unknown = try workout("{}")
    let data = try workout(
      #"{"type":"DATA","route":[{"time":"2024-01-15T08:00:01Z","latitude":52.5,"longitude":13.4,"altitude":{"inMeters":30}},{"time":"2024-01-15T08:00:00Z","latitude":52.6,"longitude":13.4}]}"#
    )
    #expect(
      hidden.payload()
        == #"{"session":{"activity":"running","route_access":"consent_required"}}"#)
    #expect(none.payload() == #"{"session":{"activity":"running","route_access":"none"}}"#)
    #expect(unknown.payload() == #"{"session":{"activity":"running"}}"#)
    #expect(
      data.payload()
        == #"{"session":{"activity":"running","route_access":"available","route":{"start_deltas_ms":[0,1000],"latitude":{"scale":10,"deltas":[526,-1]},"longitude":{"scale":10,"deltas":[134,0]},"altitude":{"values":[null,30]}}}}"#
    )
    #expect(data.rows[0].completeness > hidden.rows[0].completeness)
    #expect(hidden.rows[0].id == data.rows[0].id)
  }

  @Test func `laps and segments keep their measures, and an empty list is none`() throws {
    let batch = try FieldDraft.normalized(
      "tasker", "ExerciseSession",
      #"{"startTime":1705305600000,"endTime":1705309200000,"exerciseType":0,"exerciseRouteResult":{},"laps":[{"startTime":1705305600000,"endTime":1705305660000,"length":{"meters":400.0,"feet":1312.3}}],"segments":[{"startTime":1705305600000,"endTime":1705305660000,"segmentType":46,"repetitions":1}],"title":"t"}"#
    )
    #expect(
      batch.payload()
        == #"{"session":{"activity":"other","title":"t","segments":[{"start":1705305600000,"end":1705305660000,"segment_type":"running","repetitions":1}],"laps":[{"start":1705305600000,"end":1705305660000,"length":{"number":400,"unit":"m"}}]}}"#
    )
    #expect(batch.nativeText() == #"{"attributes":[["exerciseRouteResult","{}"]]}"#)
  }

  @Test func `a series without samples is kept and holds less than one with them`() throws {
    func heartRate(_ samples: String) throws -> RecordBatch {
      try FieldDraft.normalized(
        "rn", "HeartRate",
        #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T08:01:00Z","samples":\#(samples)}"#
      )
    }
    let empty = try heartRate("[]")
    let full = try heartRate(
      #"[{"time":"2024-01-15T08:00:30Z","beatsPerMinute":62},{"time":"2024-01-15T08:00:00Z","beatsPerMinute":60}]"#
    )
    #expect(empty.rows.map(\.kind) == [.none])
    #expect(empty.rows[0].id == full.rows[0].id)
    #expect(empty.rows[0].completeness < full.rows[0].completeness)
    #expect(
      full.payload()
        == #"{"series":{"start_deltas_ms":[0,30000],"unit":"/min","values":{"scale":1,"deltas":[60,2]}}}"#
    )
  }

  @Test func `the order of samples and exact repeats do not matter`() throws {
    func content(_ samples: [String]) throws -> UInt64 {
      try FieldDraft.normalized(
        "rn", "HeartRate",
        #"{"startTime":"2024-01-15T08:00:00Z","endTime":"2024-01-15T08:01:00Z","samples":[\#(samples.joined(separator: ","))]}"#
      ).rows[0].contentHash
    }
    let first = #"{"time":"2024-01-15T08:00:00Z","beatsPerMinute":60}"#
    let second = #"{"time":"2024-01-15T08:00:30.000Z","beatsPerMinute":62.0}"#
    #expect(try content([first, second]) == content([second, first]))
    #expect(try content([first, second]) == content([second, first, second]))
    #expect(try content([first, second]) != content([first]))
  }

  @Test func `a sample without a time is left out and counted`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "HeartRate",
      #"{"startTime":"2024-01-15T08:00:00Z","samples":[{"beatsPerMinute":60},{"time":"2024-01-15T08:00:00Z","beatsPerMinute":61}]}"#
    )
    #expect(batch.rows.map(\.completeness) == [2])
    #expect(batch.diagnostics.all.map(\.code) == ["sample_without_time"])
  }

  @Test func `a stage that ends before it starts is flagged`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "SleepSession",
      #"{"startTime":"2024-01-15T00:00:00Z","endTime":"2024-01-15T08:00:00Z","stages":[{"startTime":"2024-01-15T02:00:00Z","endTime":"2024-01-15T01:00:00Z","stage":4}]}"#
    )
    #expect(batch.rows.count == 1 && batch.quality().contains("end_before_start"))
  }

  @Test func `how it was recorded`() throws {
    let time = #""startTime":"2024-01-15T10:00:00Z","endTime":"2024-01-15T11:00:00Z","#
    let methods = try ["0", "1", "2", "3", "9", #""manual""#].map {
      try steps(time + #""metadata":{"recordingMethod":\#($0)}"#).rows[0].recording
    }
    #expect(methods == [.unknown, .active, .automatic, .manual, .unknown, .manual])
  }

  @Test(arguments: [
    (#""is_manual_entry":true"#, RecordingMethod.manual), (#""is_manual_entry":false"#, .unknown),
    (#""recording_method":"automatic","is_manual_entry":true"#, .automatic),
  ]) func `an old flag says only that a record was typed in`(
    _ field: String, _ method: RecordingMethod
  ) throws {
    let batch = try FieldDraft.normalized(
      "flutter", "WEIGHT",
      #"{"uuid":"a","value":{"numeric_value":75},"unit":"KILOGRAM","date_from":"2024-01-15T08:00:00.000",\#(field)}"#
    )
    #expect(batch.rows.map(\.recording) == [method])
  }

  @Test func `fields that no rule reads are kept with the id, the rest is not repeated`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "Weight",
      #"{"time":"2024-01-15T08:00:00Z","weight":{"inKilograms":75,"inPounds":165.3},"future":{"field":1},"gone":null,"metadata":{"id":"A","clientRecordId":"c","dataOrigin":"x"}}"#
    )
    #expect(
      batch.nativeText()
        == #"{"attributes":[["future.field","1"],["metadata.id","A"],["metadata.clientRecordId","c"]]}"#
    )
  }

  @Test func `the declared number and its unit are kept where the record's unit is another`() throws
  {
    let batch = try FieldDraft.normalized(
      "ubie", "Weight", #"{"time":"2024-01-15T08:00:00Z","weight":{"unit":"gram","value":75000}}"#)
    #expect(batch.rows.map(\.number) == [75])
    #expect(batch.rows.map(\.declared) == [75_000])
    #expect(batch.nativeText() == #"{"unit":"gram"}"#)
  }

  @Test func `an implausible value is kept and flagged`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "BodyTemperature",
      #"{"time":"2024-01-15T08:00:00Z","temperature":{"inCelsius":90}}"#)
    #expect(batch.summary() == "body_temperature 90.0 Cel")
    #expect(batch.quality() == ["implausible", "version_unknown"])
  }

  @Test func `temperatures and differences of temperature convert each in its way`() throws {
    let body = try FieldDraft.normalized(
      "tasker", "BodyTemperature", #"{"time":1705305600000,"temperature":{"fahrenheit":98.6}}"#)
    #expect(body.rows.allSatisfy { ($0.number - 37).magnitude < 1e-9 })
    let skin = try FieldDraft.normalized(
      "tasker", "SkinTemperature",
      #"{"startTime":1705305600000,"deltas":[{"time":1705305600000,"delta":{"fahrenheit":18.0}}]}"#)
    #expect(skin.payload().contains(#""values":{"scale":1,"deltas":[10]}"#))
  }

  @Test func `a type that nobody knows is kept whole`() throws {
    let batch = try FieldDraft.normalized(
      "rn", "MoonPhase", #"{"time":"2024-01-15T08:00:00Z","phase":"full"}"#)
    #expect(batch.types.map(\.nativeType) == ["MoonPhase"])
    #expect(batch.types.map(\.recordType) == [.unknown])
    #expect(batch.rows.map(\.kind) == [.native])
    #expect(batch.rows.map(\.start) == [Self.start])
    #expect(
      batch.nativeText()
        == #"{"attributes":[["time","2024-01-15T08:00:00Z"],["phase","full"]]}"#)
  }

  @Test func `a medical resource is its FHIR document`() throws {
    let json =
      #"{"type":6,"dataSourceId":"ds","fhirVersion":"4.0.1","fhirResource":{"type":3,"id":"o1","data":"{\"resourceType\":\"Observation\"}"}}"#
    let batch = try FieldDraft.normalized("rn", "MedicalResource", json)
    #expect(batch.rows.map(\.kind) == [.document])
    #expect(
      batch.payload()
        == #"{"document":{"media_type":"application/fhir+json","text":"{\"resourceType\":\"Observation\"}"},"details":{"fhir_version":"4.0.1","resource_kind":"laboratory_results","resource_type":"observation"}}"#
    )
    let backup = try FieldDraft.normalized(
      "backup", "medical_resource_table",
      #"{"fhir_data":"{\"a\":1}","fhir_resource_type":3,"fhir_resource_id":"o1","data_source_id":"7","medical_data_source_table.data_source_uuid":"ds"}"#
    )
    #expect(batch.rows.map(\.id) == backup.rows.map(\.id))
  }

  @Test func `a medical resource has the time that its document tells`() throws {
    func times(_ data: String) throws -> RecordBatch {
      try FieldDraft.normalized(
        "rn", "MedicalResource",
        #"{"dataSourceId":"ds","fhirResource":{"type":3,"id":"o1","data":"\#(data)"}}"#)
    }
    let instant = try times(#"{\"effectiveDateTime\":\"2024-01-15T09:00:00+01:00\"}"#)
    #expect(instant.rows.map(\.start) == [Self.start])
    #expect(instant.tallies["MedicalResource"]?.first == Self.start)
    let day = try times(#"{\"issued\":\"2024-01-15\"}"#)
    #expect(day.rows.map(\.start) == [19_737])
    #expect(day.rows.map(\.isCivilDate) == [true])
    let none = try times(#"{\"effectiveDateTime\":\"soon\"}"#)
    #expect(none.rows.map(\.start) == [0])
    #expect(none.diagnostics.all.map(\.code) == ["clinical_time_unreadable"])
  }

  @Test func `every record is in the tally of its class`() throws {
    var draft = FieldDraft()
    draft.add("Steps", #"{"startTime":"2024-01-15T08:00:00Z","count":1}"#)
    draft.add("Steps", #"{"startTime":"2024-01-15T08:00:00Z"}"#)
    draft.add("Nothing", #"{"time":"2024-01-15T08:00:00Z"}"#)
    draft.batch.rejectedTypes = ["Steps": 2]
    let batch = try draft.normalized()
    #expect(batch.tallies["Steps"]?.read == 4)
    #expect(batch.tallies["Steps"]?.outcomes[.rejected] == 3)
    #expect(batch.tallies["Nothing"]?.read == 1)
    #expect(batch.rows.count == 2)
  }
}
