/// Objects around records.
let healthConnectEnvelopes: [HealthConnectFixture] = [
  HealthConnectFixture(
    shape: "rn", name: "a page",
    json: #"""
      {"pageToken":"more","records":[
      {"time":"2024-03-05T07:00:00Z","rate":14,"metadata":{"dataOrigin":"com.example.a"}},
      {"time":"2024-03-05T08:00:00Z","rate":15,"metadata":{"dataOrigin":"com.example.b"}}]}
      """#,
    samples: [
      "rn record - @2 time=2024-03-05T07:00:00Z rate=14 metadata.dataOrigin=com.example.a",
      "rn record - @3 time=2024-03-05T08:00:00Z rate=15 metadata.dataOrigin=com.example.b",
    ],
    envelopes: ["rn: pageToken=more"], diagnostics: ["incomplete_page×1 0:1"]),
  HealthConnectFixture(
    shape: "rn", name: "a page of changes",
    json: #"""
      {"upsertionChanges":[
      {"record":{"recordType":"Weight","weight":{"inKilograms":70},"metadata":{"id":"a"}}}],
      "deletionChanges":[{"recordId":"b"},
      {"recordId":"c","note":1}],
      "nextChangesToken":"t","changesTokenExpired":true,"hasMore":true}
      """#,
    samples: [
      "rn record Weight @2 recordType=Weight weight.inKilograms=70 metadata.id=a",
      "rn deletion - @3 id=b", "rn deletion - @4 id=c note=1",
    ],
    diagnostics: ["incomplete_page×1 0:1", "changes_token_expired×1 0:1"]),
  HealthConnectFixture(
    shape: "rn", name: "an upload to HCGateway",
    json: #"{"data":[{"time":"2024-03-05T07:00:00Z","rate":14,"metadata":{"dataOrigin":"x"}}]}"#,
    samples: ["rn record - @1 time=2024-03-05T07:00:00Z rate=14 metadata.dataOrigin=x"]),
  HealthConnectFixture(
    shape: "tasker", name: "a page",
    json:
      #"{"pageToken":null,"records":[{"metadata":{"dataOrigin":{"packageName":"x"}},"time":5,"rate":14.0}]}"#,
    samples: ["tasker record - @1 metadata.dataOrigin.packageName=x time=5 rate=14.0"],
    envelopes: ["tasker: pageToken"]),
  HealthConnectFixture(
    shape: "ubie", name: "a page of changes",
    json: #"""
      {"changes":[{"type":"Upsert","record":{"type":"Steps","startTime":"x","count":1}},
      {"type":"Delete","recordId":"b"}],"nextToken":"t"}
      """#,
    samples: [
      "ubie record Steps @1 type=Steps startTime=x count=1", "ubie deletion - @2 type=Delete id=b",
    ]),
  HealthConnectFixture(
    shape: "flutter", name: "a page of changes",
    json: #"""
      {"changes":[{"type":"upsert","dataTypeKey":"STEPS","dataPoint":{"uuid":"a","value":9,"date_from":5}},
      {"type":"delete","recordId":"b"}],"nextChangesToken":"t","hasMore":false,"changesTokenExpired":false}
      """#,
    samples: [
      "flutter record STEPS @1 uuid=a value=9 date_from=5",
      "flutter deletion - @2 type=delete id=b",
    ]),
  HealthConnectFixture(
    shape: "webhook", name: "a delivery",
    json: #"""
      {"timestamp":"2024-03-05T09:00:00Z","app_version":"1.2","source":{"device":"Phone"},
      "steps":[{"count":7,"start_time":"a","end_time":"b","uuid":"u1"}],
      "heart_rate":[{"bpm":61,"time":"c","metadata":{"device":null}}],
      "deleted_records":[{"type":"steps","uuid":"u0"}],
      "deletions_unavailable":["sleep","weight"],
      "window_complete":false}
      """#,
    samples: [
      "webhook record steps @2 count=7 start_time=a end_time=b uuid=u1",
      "webhook record heart_rate @3 bpm=61 time=c metadata.device",
      "webhook deletion steps @4 type=steps id=u0",
    ],
    envelopes: [
      "webhook: timestamp=2024-03-05T09:00:00Z app_version=1.2 source.device=Phone"
    ],
    diagnostics: ["deletions_unavailable×2 292:5", "incomplete_window×1 0:1"]),
  HealthConnectFixture(
    shape: "webhook", name: "a delivery without records",
    json: #"{"timestamp":"2024-03-05T09:00:00Z","app_version":"1.2"}"#, samples: []),
  HealthConnectFixture(
    shape: "deadronos", name: "a batch",
    json: #"{"records":[{"record_type":"weight","value":70,"unit":"kg","start_time_ms":5}]}"#,
    samples: ["deadronos record weight @1 record_type=weight value=70 unit=kg start_time_ms=5"]),
  HealthConnectFixture(
    shape: "jonkeren", name: "a day",
    json: #"""
      {"export_date":"2024-03-05","device":"Phone","exported_at":"x",
      "data":{"steps":[{"start_time":"a","count":7}],
      "sleep":[{"stage":"DEEP"},{"stage":"REM"}],"weight":[]}}
      """#,
    samples: [
      "jonkeren record steps @2 start_time=a count=7", "jonkeren record sleep @3 stage=DEEP",
      "jonkeren record sleep @3 stage=REM",
    ],
    envelopes: ["jonkeren: export_date=2024-03-05 device=Phone exported_at=x"]),
  HealthConnectFixture(
    shape: "haru217", name: "a batch",
    json:
      #"{"deviceId":"p","syncId":"s","records":[{"type":"StepsRecord","recordId":"a","payload":{"count":1}}]}"#,
    samples: ["haru217 record StepsRecord @1 type=StepsRecord recordId=a payload.count=1"],
    envelopes: ["haru217: deviceId=p syncId=s"]),
  HealthConnectFixture(
    shape: "haru217", name: "a batch without records",
    json: #"{"deviceId":"p","syncId":"s","records":[]}"#, samples: [],
    envelopes: ["haru217: deviceId=p syncId=s"]),
  HealthConnectFixture(
    shape: "open_wearables", name: "a payload",
    json: #"""
      {"provider":"health_connect","sdkVersion":"0.1","syncTimestamp":"x","data":{
      "records":[{"id":"a","type":"STEP_COUNT","value":1}],
      "sleep":[{"id":"b","stage":"deep"}],
      "workouts":[{"id":"c","type":"RUNNING","laps":[{"distanceM":400}]}]}}
      """#,
    samples: [
      "open_wearables record STEP_COUNT @2 id=a type=STEP_COUNT value=1",
      "open_wearables record sleep @3 id=b stage=deep",
      "open_wearables record workouts @4 id=c type=RUNNING laps{distanceM=400}",
    ],
    envelopes: ["open_wearables: provider=health_connect sdkVersion=0.1 syncTimestamp=x"]),
  HealthConnectFixture(
    shape: "capgo", name: "samples",
    json: #"{"samples":[{"dataType":"steps","value":7,"startDate":"a"}]}"#,
    samples: ["capgo record steps @1 dataType=steps value=7 startDate=a"]),
  HealthConnectFixture(
    shape: "capgo", name: "workouts",
    json: #"{"workouts":[{"workoutType":"running","duration":60}],"anchor":"t"}"#,
    samples: ["capgo record workouts @1 workoutType=running duration=60"]),
  HealthConnectFixture(
    shape: "google_health", name: "a page",
    json: #"""
      {"dataPoints":[{"name":"users/me/1","sleep":{"type":"STAGES"},"dataSource":{"platform":"X"}},
      {"weight":{"weightGrams":75000}}],"nextPageToken":"n"}
      """#,
    samples: [
      "google_health record sleep @1 name=users/me/1 sleep.type=STAGES dataSource.platform=X",
      "google_health record weight @2 weight.weightGrams=75000",
    ],
    diagnostics: ["incomplete_page×1 0:1"]),
  HealthConnectFixture(
    shape: "google_health", name: "a page without points",
    json: #"{"dataPoints":[],"nextPageToken":"n"}"#, samples: [],
    envelopes: ["google_health: nextPageToken=n"], diagnostics: ["incomplete_page×1 0:1"]),
]
