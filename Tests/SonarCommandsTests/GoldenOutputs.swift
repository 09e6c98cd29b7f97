/// What the commands print for ``HandmadeExport/everyKind``, with paths and seconds replaced by words.
enum GoldenOutputs {
  /// The report for people.
  static let table = #"""
    INPUT, healthkit_export_14, written 2024-03-01T07:00:00Z, complete, 15 records in SECONDS s
    native type              record type       read  inserted  duplicate  linked  unsupported  rejected
    ActivitySummary          activity_summary     1         1
    SleepAnalysis            sleep_stage          1         1
    BloodPressure            blood_pressure       1         1
    BloodPressureDiastolic   blood_pressure       2                            2
    BloodPressureSystolic    blood_pressure       2                            2
    BodyMass                 body_mass            1         1
    HeartRate                heart_rate           2         1          1
    OfTomorrow               unknown              1                                         1
    StepCount                steps                1                                                   1
    HKWorkoutTypeIdentifier  workout              1         1
    Me                       characteristics      1         1
    WorkoutStatistics        workout              1                            1
    total                                        15         7          1       5            1         1
    warning: invalid_value (first: kinds.xml, line 12,\#
     byte 1318): A quantity whose value is not a finite decimal number was not kept. The position names \#
    the line; the value itself is not repeated here.
    info: unsupported_type (first: kinds.xml, line 13,\#
     byte 1551): A type without a mapping is kept as a native record of type unknown. 'sonar mappings list' says of \#
    which types, and why.

    STORE: 8 records, 0 deletions, change 8

    """#

  /// The report for programs: the contract.
  static let report = #"""
    {"inputs":[{"path":"INPUT","provider":"apple_health","format":"healthkit_export_14",\#
    "exported_at":"2024-03-01T07:00:00Z","locale":"en_FR","complete":true,"bytes":3869,\#
    "seconds":SECONDS,"records_read":15,"outcomes":{"inserted":7,"updated":0,"duplicate":1,"stale":0,\#
    "deleted":0,"linked":5,"unsupported":1,"rejected":1},"tombstoned":0,"lacking":0,"assumed_zone":11,\#
    "by_type":[{"native_type":"ActivitySummary","record_type":"activity_summary","read":1,\#
    "outcomes":{"inserted":1,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":0,\#
    "rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-06T00:00:00Z",\#
    "last":"2024-02-07T00:00:00Z","units":{},"earlier_units":[],\#
    "sources":0},\#
    {"native_type":"HKCategoryTypeIdentifierSleepAnalysis","record_type":"sleep_stage","read":1,\#
    "outcomes":{"inserted":1,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":0,\#
    "rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-04T00:00:00Z",\#
    "last":"2024-02-04T00:00:00Z","units":{},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKCorrelationTypeIdentifierBloodPressure","record_type":"blood_pressure","read":1,\#
    "outcomes":{"inserted":1,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":0,\#
    "rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-05T06:00:00Z",\#
    "last":"2024-02-05T06:00:00Z","units":{},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKQuantityTypeIdentifierBloodPressureDiastolic","record_type":"blood_pressure",\#
    "read":2,"outcomes":{"inserted":0,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":2,\#
    "unsupported":0,"rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-05T06:00:00Z",\#
    "last":"2024-02-05T06:00:00Z","units":{"mmHg":2},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKQuantityTypeIdentifierBloodPressureSystolic","record_type":"blood_pressure",\#
    "read":2,"outcomes":{"inserted":0,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":2,\#
    "unsupported":0,"rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-05T06:00:00Z",\#
    "last":"2024-02-05T06:00:00Z","units":{"mmHg":2},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKQuantityTypeIdentifierBodyMass","record_type":"body_mass","read":1,\#
    "outcomes":{"inserted":1,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":0,\#
    "rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-02T06:00:00Z",\#
    "last":"2024-02-02T06:00:00Z","units":{"lb":1},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKQuantityTypeIdentifierHeartRate","record_type":"heart_rate","read":2,\#
    "outcomes":{"inserted":1,"updated":0,"duplicate":1,"stale":0,"deleted":0,"linked":0,"unsupported":0,\#
    "rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-01T06:00:00Z",\#
    "last":"2024-02-01T06:00:00Z","units":{"count/min":2},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKQuantityTypeIdentifierOfTomorrow","record_type":"unknown","read":1,\#
    "outcomes":{"inserted":0,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":1,\#
    "rejected":0},"tombstoned":0,"lacking":0,"first":"2024-02-03T07:00:00Z",\#
    "last":"2024-02-03T07:00:00Z","units":{"count":1},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKQuantityTypeIdentifierStepCount","record_type":"steps","read":1,\#
    "outcomes":{"inserted":0,"updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":0,\#
    "rejected":1},"tombstoned":0,"lacking":0,"first":"2024-02-03T06:00:00Z",\#
    "last":"2024-02-03T06:00:00Z","units":{"count":1},"earlier_units":[],\#
    "sources":1},\#
    {"native_type":"HKWorkoutTypeIdentifier","record_type":"workout","read":1,"outcomes":{"inserted":1,\#
    "updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":0,"rejected":0},\#
    "tombstoned":0,"lacking":0,"first":"2024-02-06T06:00:00Z","last":"2024-02-06T06:30:00Z","units":{},"earlier_units":[],\#
    "sources":1},{"native_type":"Me","record_type":"characteristics","read":1,"outcomes":{"inserted":1,\#
    "updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":0,"unsupported":0,"rejected":0},\#
    "tombstoned":0,"lacking":0,"first":null,"last":null,"units":{},"earlier_units":[],\#
    "sources":0},\#
    {"native_type":"WorkoutStatistics","record_type":"workout","read":1,"outcomes":{"inserted":0,\#
    "updated":0,"duplicate":0,"stale":0,"deleted":0,"linked":1,"unsupported":0,"rejected":0},\#
    "tombstoned":0,"lacking":0,"first":"2024-02-06T06:00:00Z","last":"2024-02-06T06:30:00Z","units":{},"earlier_units":[],\#
    "sources":0}],"diagnostics":[{"code":"invalid_value","severity":"warning","count":1,\#
    "message":"A quantity whose value is not a finite decimal number was not kept. The position names \#
    the line; the value itself is not repeated here.","first":{"member":"kinds.xml","byte":1318,\#
    "line":12}},{"code":"unsupported_type","severity":"info","count":1,\#
    "message":"A type without a mapping is kept as a native record of type unknown. 'sonar mappings list' says of which types, and why.",\#
    "first":{"member":"kinds.xml","byte":1551,"line":13}}]}],"store":{"path":"STORE","records":8,\#
    "tombstones":0,"change_seq":8}}

    """#

  /// The canonical export.
  static let records = #"""
    {"id":"1360cecb4ca022f404c64a9490fbd0bb","version":{"number":0,"modified_at":1709276400000},\#
    "type":"characteristics","native_type":"Me","provider":"apple_health","start":null,"end":null,"zone":null,\#
    "value":{"characteristics":{"biological_sex":"not_set","blood_type":"not_set",\#
    "cardio_fitness_medications_use":"None","date_of_birth":"1980-02-29",\#
    "fitzpatrick_skin_type":"not_set"}},"source":null,"recording":"unknown",\#
    "native":{"attributes":[["HKCharacteristicTypeIdentifierDateOfBirth","1980-02-29"],\#
    ["HKCharacteristicTypeIdentifierBiologicalSex","HKBiologicalSexNotSet"],\#
    ["HKCharacteristicTypeIdentifierBloodType","HKBloodTypeNotSet"],\#
    ["HKCharacteristicTypeIdentifierFitzpatrickSkinType","HKFitzpatrickSkinTypeNotSet"],\#
    ["HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse","None"]]},"mapping_version":2,\#
    "quality":[],"links":[]}
    {"id":"7f0429c3d3ef7692ce1c45e361c9bd72","version":{"number":0,"modified_at":1709276400000},\#
    "type":"activity_summary","native_type":"ActivitySummary","provider":"apple_health",\#
    "date":"2024-02-06","end_date":"2024-02-07","zone":null,\#
    "value":{"components":{"active_energy":{"number":500,"unit":"kcal"},\#
    "active_energy_goal":{"number":400,"unit":"kcal"},"exercise_time":{"number":30,"unit":"min"},\#
    "exercise_time_goal":{"number":30,"unit":"min"},"stand_hours":{"number":10,"unit":"{hours}"},\#
    "stand_hours_goal":{"number":12,"unit":"{hours}"}}},"source":null,"recording":"unknown",\#
    "native":{"attributes":[["dateComponents","2024-02-06"],["activeEnergyBurned","500"],\#
    ["activeEnergyBurnedGoal","400"],["activeEnergyBurnedUnit","kcal"],["appleExerciseTime","30"],\#
    ["appleExerciseTimeGoal","30"],["appleStandHours","10"],["appleStandHoursGoal","12"]]},\#
    "mapping_version":2,"quality":[],"links":[]}
    {"id":"8065bb33602f47dd4126418379044655","version":{"number":0,"modified_at":1706767200000},\#
    "type":"heart_rate","native_type":"HKQuantityTypeIdentifierHeartRate","provider":"apple_health",\#
    "start":1706767200000,"end":1706767200000,"zone":null,"value":{"quantity":61.5,"unit":"/min"},\#
    "source":{"name":"Watch","version":"10.3"},"recording":"unknown","native":{"unit":"count/min"},\#
    "mapping_version":2,"quality":[],"links":[]}
    {"id":"8065bc84e0ba565d83a08f33c2d7ca5f","version":{"number":0,"modified_at":1706853600000},\#
    "type":"body_mass","native_type":"HKQuantityTypeIdentifierBodyMass","provider":"apple_health",\#
    "start":1706853600000,"end":1706853600000,"zone":null,"value":{"quantity":45.359237,"unit":"kg"},\#
    "source":{"name":"Scale, \"big\"","version":"10.3"},"recording":"unknown","native":{"unit":"lb"},\#
    "declared":100,"mapping_version":2,"quality":[],"links":[]}
    {"id":"8065bde4702c9b77248321dc75636eab","version":{"number":0,"modified_at":1706943600000},\#
    "type":"unknown","native_type":"HKQuantityTypeIdentifierOfTomorrow","provider":"apple_health",\#
    "start":1706943600000,"end":1706943600000,"zone":null,"value":{"native":{"text":"3"}},\#
    "source":{"name":"Watch","version":"10.3"},"recording":"unknown","native":{"unit":"count",\#
    "value":"3"},"mapping_version":2,"quality":[],"links":[]}
    {"id":"8065bed380ee135d716d18fd19390095","version":{"number":0,"modified_at":1707004800000},\#
    "type":"sleep_stage","native_type":"HKCategoryTypeIdentifierSleepAnalysis",\#
    "provider":"apple_health","start":1707004800000,"end":1707004800000,"zone":null,\#
    "value":{"code":"asleep_rem","number":5},"source":{"name":"Watch","version":"10.3"},\#
    "recording":"unknown","native":{"value":"HKCategoryValueSleepAnalysisAsleepREM"},\#
    "mapping_version":2,"quality":[],"links":[]}
    {"id":"8065c07960d175ac4722898fd1aab1bc","version":{"number":0,"modified_at":1707112800000},\#
    "type":"blood_pressure","native_type":"HKCorrelationTypeIdentifierBloodPressure",\#
    "provider":"apple_health","start":1707112800000,"end":1707112800000,"zone":null,\#
    "value":{"components":{"diastolic":{"number":79,"unit":"mm[Hg]"},"systolic":{"number":121,\#
    "unit":"mm[Hg]"}}},"source":{"name":"Cuff"},"recording":"unknown","native":null,"mapping_version":2,\#
    "quality":[],"links":[{"role":"absorbs","id":"8065c079600485c7d4c5d71cb3df38f3"},{"role":"absorbs",\#
    "id":"8065c07960bf04106c3cace6a276663c"}]}
    {"id":"8065c1cae0e62b0344031bc90aa7352c","version":{"number":0,"modified_at":1707202800000},\#
    "type":"workout","native_type":"HKWorkoutTypeIdentifier","provider":"apple_health",\#
    "start":1707199200000,"end":1707201000000,"zone":null,"value":{"session":{"activity":"running",\#
    "duration":{"number":1800,"unit":"s"},"statistics":[{"type":"distance_walking_running",\#
    "start":1707199200000,"end":1707201000000,"sum":{"number":5000,"unit":"m"}}]}},\#
    "source":{"name":"Watch"},"recording":"unknown","native":{"attributes":[["workoutActivityType",\#
    "HKWorkoutActivityTypeRunning"],["duration","30"],["durationUnit","min"]]},"mapping_version":2,\#
    "quality":[],"links":[]}

    """#

  /// The export as CSV.
  static let rows = #"""
    id,type,native_type,provider,start,end,date,value,unit,code,zone,recording,source,quality,version,\#
    modified_at,payload,native
    7f0429c3d3ef7692ce1c45e361c9bd72,activity_summary,ActivitySummary,apple_health,,,2024-02-06,,,,,\#
    unknown,,,0,2024-03-01T07:00:00Z,"{""components"":{""active_energy"":{""number"":500,\#
    ""unit"":""kcal""},""active_energy_goal"":{""number"":400,""unit"":""kcal""},\#
    ""exercise_time"":{""number"":30,""unit"":""min""},""exercise_time_goal"":{""number"":30,\#
    ""unit"":""min""},""stand_hours"":{""number"":10,""unit"":""{hours}""},\#
    ""stand_hours_goal"":{""number"":12,""unit"":""{hours}""}}}","{""attributes"":[[""dateComponents"",\#
    ""2024-02-06""],[""activeEnergyBurned"",""500""],[""activeEnergyBurnedGoal"",""400""],\#
    [""activeEnergyBurnedUnit"",""kcal""],[""appleExerciseTime"",""30""],[""appleExerciseTimeGoal"",\#
    ""30""],[""appleStandHours"",""10""],[""appleStandHoursGoal"",""12""]]}"
    8065c07960d175ac4722898fd1aab1bc,blood_pressure,HKCorrelationTypeIdentifierBloodPressure,\#
    apple_health,2024-02-05T06:00:00Z,2024-02-05T06:00:00Z,,,,,,unknown,"{""name"":""Cuff""}",,0,\#
    2024-02-05T06:00:00Z,"{""components"":{""diastolic"":{""number"":79,""unit"":""mm[Hg]""},\#
    ""systolic"":{""number"":121,""unit"":""mm[Hg]""}}}",
    8065bc84e0ba565d83a08f33c2d7ca5f,body_mass,HKQuantityTypeIdentifierBodyMass,apple_health,\#
    2024-02-02T06:00:00Z,2024-02-02T06:00:00Z,,45.359237,kg,,,unknown,"{""name"":""Scale, \""big\"""",\#
    ""version"":""10.3""}",,0,2024-02-02T06:00:00Z,,"{""unit"":""lb""}"
    1360cecb4ca022f404c64a9490fbd0bb,characteristics,Me,apple_health,,\#
    ,,,,,,unknown,,,0,2024-03-01T07:00:00Z,\#
    "{""characteristics"":{""biological_sex"":""not_set"",""blood_type"":""not_set"",\#
    ""cardio_fitness_medications_use"":""None"",""date_of_birth"":""1980-02-29"",\#
    ""fitzpatrick_skin_type"":""not_set""}}",\#
    "{""attributes"":[[""HKCharacteristicTypeIdentifierDateOfBirth"",""1980-02-29""],\#
    [""HKCharacteristicTypeIdentifierBiologicalSex"",""HKBiologicalSexNotSet""],\#
    [""HKCharacteristicTypeIdentifierBloodType"",""HKBloodTypeNotSet""],\#
    [""HKCharacteristicTypeIdentifierFitzpatrickSkinType"",""HKFitzpatrickSkinTypeNotSet""],\#
    [""HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse"",""None""]]}"
    8065bb33602f47dd4126418379044655,heart_rate,HKQuantityTypeIdentifierHeartRate,apple_health,\#
    2024-02-01T06:00:00Z,2024-02-01T06:00:00Z,,61.5,/min,,,unknown,"{""name"":""Watch"",\#
    ""version"":""10.3""}",,0,2024-02-01T06:00:00Z,,"{""unit"":""count/min""}"
    8065bed380ee135d716d18fd19390095,sleep_stage,HKCategoryTypeIdentifierSleepAnalysis,apple_health,\#
    2024-02-04T00:00:00Z,2024-02-04T00:00:00Z,,5,,asleep_rem,,unknown,"{""name"":""Watch"",\#
    ""version"":""10.3""}",,0,2024-02-04T00:00:00Z,,\#
    "{""value"":""HKCategoryValueSleepAnalysisAsleepREM""}"
    8065bde4702c9b77248321dc75636eab,unknown,HKQuantityTypeIdentifierOfTomorrow,apple_health,\#
    2024-02-03T07:00:00Z,2024-02-03T07:00:00Z,,,,,,unknown,"{""name"":""Watch"",""version"":""10.3""}",,\#
    0,2024-02-03T07:00:00Z,"{""native"":{""text"":""3""}}","{""unit"":""count"",""value"":""3""}"
    8065c1cae0e62b0344031bc90aa7352c,workout,HKWorkoutTypeIdentifier,apple_health,2024-02-06T06:00:00Z,\#
    2024-02-06T06:30:00Z,,,,,,unknown,"{""name"":""Watch""}",,0,2024-02-06T07:00:00Z,\#
    "{""session"":{""activity"":""running"",""duration"":{""number"":1800,""unit"":""s""},\#
    ""statistics"":[{""type"":""distance_walking_running"",""start"":1707199200000,\#
    ""end"":1707201000000,""sum"":{""number"":5000,""unit"":""m""}}]}}",\#
    "{""attributes"":[[""workoutActivityType"",""HKWorkoutActivityTypeRunning""],[""duration"",""30""],\#
    [""durationUnit"",""min""]]}"

    """#
}
