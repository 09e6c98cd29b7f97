/// JSON of one shape, with what must become of it.
struct HealthConnectFixture: CustomStringConvertible {
  let shape: String
  /// What is special about it.
  let name: String
  let json: String
  /// As `FoundHealthConnect.samples`, with the line of the fixture.
  let samples: [String]
  var envelopes: [String] = []
  var diagnostics: [String] = []

  var description: String { "\(shape), \(name)" }
}

/// Records that are recognised by themselves.
let healthConnectRecords: [HealthConnectFixture] = [
  HealthConnectFixture(
    shape: "rn", name: "a record of a page",
    json:
      #"{"startTime":"2024-03-05T07:00:00Z","endTime":"2024-03-05T07:10:00Z","startZoneOffset":{"id":"+01:00","totalSeconds":3600},"endZoneOffset":null,"count":812,"metadata":{"id":"a1","dataOrigin":"com.example.walk","device":0}}"#,
    samples: [
      "rn record - @1 startTime=2024-03-05T07:00:00Z endTime=2024-03-05T07:10:00Z startZoneOffset.id=+01:00 startZoneOffset.totalSeconds=3600 endZoneOffset count=812 metadata.id=a1 metadata.dataOrigin=com.example.walk metadata.device=0"
    ]),
  HealthConnectFixture(
    shape: "rn", name: "a record with its type",
    json: #"{"recordType":"Height","time":"2024-03-05T07:00:00Z","height":{"inMeters":1.7}}"#,
    samples: ["rn record Height @1 recordType=Height time=2024-03-05T07:00:00Z height.inMeters=1.7"]
  ),
  HealthConnectFixture(
    shape: "rn", name: "a record of an old version",
    json: #"{"time":"2024-03-05T07:00:00Z","mass":{"inGrams":3000}}"#,
    samples: ["rn record - @1 time=2024-03-05T07:00:00Z mass.inGrams=3000"]),
  HealthConnectFixture(
    shape: "rn", name: "a series",
    json:
      #"{"startTime":"2024-03-05T07:00:00Z","samples":[{"time":"2024-03-05T07:00:00Z","beatsPerMinute":61},{"time":"2024-03-05T07:00:10Z","beatsPerMinute":63}],"endTime":"2024-03-05T07:01:00Z","metadata":{"dataOrigin":"com.example.pulse"}}"#,
    samples: [
      "rn record - @1 startTime=2024-03-05T07:00:00Z endTime=2024-03-05T07:01:00Z metadata.dataOrigin=com.example.pulse samples{time=2024-03-05T07:00:00Z beatsPerMinute=61} samples{time=2024-03-05T07:00:10Z beatsPerMinute=63}"
    ]),
  HealthConnectFixture(
    shape: "rn", name: "an aggregate",
    json: #"{"COUNT_TOTAL":5000,"dataOrigins":["com.example.walk","com.example.run"]}"#,
    samples: [
      "rn record - @1 COUNT_TOTAL=5000 dataOrigins.0=com.example.walk dataOrigins.1=com.example.run"
    ]),
  HealthConnectFixture(
    shape: "rn", name: "an aggregate of a period",
    json:
      #"{"startTime":"2024-03-05T15:00","endTime":"2024-03-06T15:00","result":{"inKilometers":4.5,"dataOrigins":[]}}"#,
    samples: [
      "rn record - @1 startTime=2024-03-05T15:00 endTime=2024-03-06T15:00 result.inKilometers=4.5 result.dataOrigins=[]"
    ]),
  HealthConnectFixture(
    shape: "tasker", name: "a record",
    json:
      #"{"endTime":1709622600000,"floors":2.0,"metadata":{"dataOrigin":{"packageName":"com.example.stairs"},"device":null,"id":"b2"},"startTime":1709622000000,"startZoneOffset":null}"#,
    samples: [
      "tasker record - @1 endTime=1709622600000 floors=2.0 metadata.dataOrigin.packageName=com.example.stairs metadata.device metadata.id=b2 startTime=1709622000000 startZoneOffset"
    ]),
  HealthConnectFixture(
    shape: "ubie", name: "a record",
    json:
      #"{"type":"Weight","time":"2024-03-05T07:00:00Z","zoneOffset":"+09:00","weight":{"unit":"gram","value":64000},"metadata":{"id":"c3","dataOrigin":"com.example.scale"}}"#,
    samples: [
      "ubie record Weight @1 type=Weight time=2024-03-05T07:00:00Z zoneOffset=+09:00 weight.unit=gram weight.value=64000 metadata.id=c3 metadata.dataOrigin=com.example.scale"
    ]),
  HealthConnectFixture(
    shape: "ubie", name: "a record without metadata",
    json:
      #"{"type":"Weight","time":"2024-03-05T07:00:00Z","zoneOffset":"+09:00","weight":{"unit":"gram","value":64000}}"#,
    samples: [
      "ubie record Weight @1 type=Weight time=2024-03-05T07:00:00Z zoneOffset=+09:00 weight.unit=gram weight.value=64000"
    ]),
  HealthConnectFixture(
    shape: "flutter", name: "a point",
    json:
      #"{"uuid":"d4","value":{"__type":"NumericHealthValue","numericValue":71.5},"type":"WEIGHT","unit":"KILOGRAM","dateFrom":"2024-03-05T08:00:00.000","dateTo":"2024-03-05T08:00:00.000","sourcePlatform":"googleHealthConnect","sourceId":"","sourceName":"com.example.scale"}"#,
    samples: [
      "flutter record WEIGHT @1 uuid=d4 value.__type=NumericHealthValue value.numericValue=71.5 type=WEIGHT unit=KILOGRAM dateFrom=2024-03-05T08:00:00.000 dateTo=2024-03-05T08:00:00.000 sourcePlatform=googleHealthConnect sourceId= sourceName=com.example.scale"
    ]),
  HealthConnectFixture(
    shape: "flutter", name: "a point of an old version",
    json:
      #"{"value":{"numeric_value":"12"},"data_type":"STEPS","date_from":"2024-03-05T08:00:00.000","platform_type":"PlatformType.ANDROID"}"#,
    samples: [
      "flutter record STEPS @1 value.numeric_value=12 data_type=STEPS date_from=2024-03-05T08:00:00.000 platform_type=PlatformType.ANDROID"
    ]),
  HealthConnectFixture(
    shape: "hcgateway", name: "a record",
    json:
      #"{"_id":"e5","id":"e5","app":"com.example.pulse","start":"2024-03-05T07:00:00Z","end":null,"data":{"beatsPerMinute":54}}"#,
    samples: [
      "hcgateway record - @1 _id=e5 id=e5 app=com.example.pulse start=2024-03-05T07:00:00Z end data.beatsPerMinute=54"
    ]),
  HealthConnectFixture(
    shape: "hcgateway", name: "a record of the first version",
    json:
      ##"{"$id":"e6","$collectionId":"floorsClimbed","app":"com.example.stairs","data":{"floors":3}}"##,
    samples: [
      "hcgateway record floorsClimbed @1 $id=e6 $collectionId=floorsClimbed app=com.example.stairs data.floors=3"
    ]),
  HealthConnectFixture(
    shape: "deadronos", name: "a record",
    json:
      #"{"record_type":"steps","value":40,"unit":"count","start_time_ms":1709622000000,"end_time_ms":1709622060000,"captured_at_ms":1709630000000}"#,
    samples: [
      "deadronos record steps @1 record_type=steps value=40 unit=count start_time_ms=1709622000000 end_time_ms=1709622060000 captured_at_ms=1709630000000"
    ]),
  HealthConnectFixture(
    shape: "haru217", name: "a record",
    json:
      #"{"type":"WeightRecord","recordId":"f7","recordKey":"9a","source":"com.example.scale","time":"2024-03-05T07:00:00Z","unit":null,"payload":{"weight.inKilograms":70.5}}"#,
    samples: [
      "haru217 record WeightRecord @1 type=WeightRecord recordId=f7 recordKey=9a source=com.example.scale time=2024-03-05T07:00:00Z unit payload.weight.inKilograms=70.5"
    ]),
  HealthConnectFixture(
    shape: "open_wearables", name: "a record",
    json:
      #"{"id":"g8-sys","type":"BLOOD_PRESSURE_SYSTOLIC","startDate":"2024-03-05T07:00:00Z","endDate":"2024-03-05T07:00:00Z","zoneOffset":"+01:00","source":{"appId":"com.example.cuff"},"value":121,"unit":"mmHg","parentId":"g8"}"#,
    samples: [
      "open_wearables record BLOOD_PRESSURE_SYSTOLIC @1 id=g8-sys type=BLOOD_PRESSURE_SYSTOLIC startDate=2024-03-05T07:00:00Z endDate=2024-03-05T07:00:00Z zoneOffset=+01:00 source.appId=com.example.cuff value=121 unit=mmHg parentId=g8"
    ]),
  HealthConnectFixture(
    shape: "capgo", name: "a sample",
    json:
      #"{"dataType":"bloodPressure","value":121,"unit":"mmHg","startDate":"2024-03-05T07:00:00Z","systolic":121,"diastolic":80,"sourceName":"Cuff","platformId":"h9"}"#,
    samples: [
      "capgo record bloodPressure @1 dataType=bloodPressure value=121 unit=mmHg startDate=2024-03-05T07:00:00Z systolic=121 diastolic=80 sourceName=Cuff platformId=h9"
    ]),
  HealthConnectFixture(
    shape: "daily_totals", name: "a day",
    json: #"{"time":"2024-03-05T00:00:00Z","data":{"steps":6021,"total_calories":2101.5}}"#,
    samples: [
      "daily_totals record - @1 time=2024-03-05T00:00:00Z data.steps=6021 data.total_calories=2101.5"
    ]
  ),
  HealthConnectFixture(
    shape: "kas_cor", name: "a day",
    json:
      #"{"date":"2024-03-05","steps":{"total_steps":6021,"records_count":12},"exercises":[{"exercise_type":"Walking","duration_minutes":30}],"metadata":{"export_timestamp":"2024-03-06T01:00:00Z"}}"#,
    samples: [
      "kas_cor record - @1 date=2024-03-05 steps.total_steps=6021 steps.records_count=12 metadata.export_timestamp=2024-03-06T01:00:00Z exercises{exercise_type=Walking duration_minutes=30}"
    ]),
  HealthConnectFixture(
    shape: "avro", name: "a row",
    json:
      #"{"hcUid":"i1","startTimeEpochMillis":1709622000000,"zoneOffsetId":"+01:00","count":12}"#,
    samples: [
      "avro record - @1 hcUid=i1 startTimeEpochMillis=1709622000000 zoneOffsetId=+01:00 count=12"
    ]
  ),
  HealthConnectFixture(
    shape: "google_health", name: "a data point",
    json:
      #"{"dataSource":{"platform":"FITBIT"},"steps":{"count":"11","interval":{"startTime":"2024-03-05T07:00:00Z","startUtcOffset":"3600s"}}}"#,
    samples: [
      "google_health record steps @1 dataSource.platform=FITBIT steps.count=11 steps.interval.startTime=2024-03-05T07:00:00Z steps.interval.startUtcOffset=3600s"
    ]),
]
