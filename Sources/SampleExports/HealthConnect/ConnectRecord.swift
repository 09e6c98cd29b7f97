/// The 42 record classes of Health Connect, by their name without `Record`.
enum ConnectType: String, CaseIterable {
  case activeCalories = "ActiveCaloriesBurned"
  case activityIntensity = "ActivityIntensity"
  case basalBodyTemperature = "BasalBodyTemperature"
  case basalMetabolicRate = "BasalMetabolicRate"
  case bloodGlucose = "BloodGlucose"
  case bloodPressure = "BloodPressure"
  case bodyFat = "BodyFat"
  case bodyTemperature = "BodyTemperature"
  case bodyWaterMass = "BodyWaterMass"
  case boneMass = "BoneMass"
  case cervicalMucus = "CervicalMucus"
  case cyclingCadence = "CyclingPedalingCadence"
  case distance = "Distance"
  case elevationGained = "ElevationGained"
  case exerciseSession = "ExerciseSession"
  case floorsClimbed = "FloorsClimbed"
  case heartRate = "HeartRate"
  case heartRateVariability = "HeartRateVariabilityRmssd"
  case height = "Height"
  case hydration = "Hydration"
  case intermenstrualBleeding = "IntermenstrualBleeding"
  case leanBodyMass = "LeanBodyMass"
  case menstruationFlow = "MenstruationFlow"
  case menstruationPeriod = "MenstruationPeriod"
  case mindfulnessSession = "MindfulnessSession"
  case nutrition = "Nutrition"
  case ovulationTest = "OvulationTest"
  case oxygenSaturation = "OxygenSaturation"
  case plannedExercise = "PlannedExerciseSession"
  case power = "Power"
  case respiratoryRate = "RespiratoryRate"
  case restingHeartRate = "RestingHeartRate"
  case sexualActivity = "SexualActivity"
  case skinTemperature = "SkinTemperature"
  case sleepSession = "SleepSession"
  case speed = "Speed"
  case steps = "Steps"
  case stepsCadence = "StepsCadence"
  case totalCalories = "TotalCaloriesBurned"
  case vo2Max = "Vo2Max"
  case weight = "Weight"
  case wheelchairPushes = "WheelchairPushes"
}

/// An app on a device that writes records.
enum ConnectSource {
  /// Google Fit: names no device and no offset.
  case fit
  /// Fitbit on a wrist.
  case fitbit
  /// Samsung Health on the phone.
  case samsungPhone
  /// Samsung Health with its watch.
  case samsungWatch
  /// A diary in which the owner writes by hand; invented.
  case diary

  /// The package that Health Connect keeps as `dataOrigin`.
  var package: StaticString {
    switch self {
    case .fit: "com.google.android.apps.fitness"
    case .fitbit: "com.fitbit.FitbitMobile"
    case .samsungPhone, .samsungWatch: "com.sec.android.app.shealth"
    case .diary: "org.example.healthdiary"
    }
  }

  /// The device object, or null.
  var device: StaticString {
    switch self {
    case .fit: "null"
    case .fitbit: "{\"type\":1,\"manufacturer\":\"Fitbit\",\"model\":\"Charge 0\"}"
    case .samsungPhone: "{\"type\":2,\"manufacturer\":\"samsung\",\"model\":\"SM-A000X\"}"
    case .samsungWatch: "{\"type\":1,\"manufacturer\":\"samsung\",\"model\":\"SM-R000X\"}"
    case .diary: "{\"type\":0,\"manufacturer\":null,\"model\":null}"
    }
  }

  /// 0 unknown, 2 automatic, 3 manual.
  var recordingMethod: Int64 {
    switch self {
    case .fit: 0
    case .fitbit, .samsungPhone, .samsungWatch: 2
    case .diary: 3
    }
  }
}

/// What every record says beside its values.
struct ConnectRecord {
  var type: ConnectType
  var id: SampleUUID
  /// Start; the only time of an instant.
  var start: Millis
  /// End of an interval.
  var end: Millis?
  /// Minutes east of UTC at both ends; nil where the writer gave none.
  var offset: Int?
  var endOffset: Int?
  var source: ConnectSource
  /// The writer's own key and the version under it.
  var clientID: String?
  var clientVersion: Int64 = 0
  /// When the phone stored it last.
  var modified: Millis
}

extension ConnectJSON {
  /// Appends a record in the shape of the React Native library, with `fields` between times and
  /// metadata.
  mutating func append(_ record: ConnectRecord, _ fields: (inout ConnectJSON) -> Void) {
    text.append("{")
    key("recordType")
    text.append("\"")
    text.append(verbatim: record.type.rawValue)
    text.append("\"")
    if let end = record.end {
      field("startTime", time: record.start)
      field("startZoneOffset", zone: record.offset)
      field("endTime", time: end)
      field("endZoneOffset", zone: record.endOffset)
    } else {
      field("time", time: record.start)
      field("zoneOffset", zone: record.offset)
    }
    fields(&self)
    appendMetadata(of: record)
    closeObject()
  }

  private mutating func appendMetadata(of record: ConnectRecord) {
    openObject("metadata")
    field("id", record.id)
    if let clientID = record.clientID {
      key("clientRecordId")
      text.append("\"")
      text.append(verbatim: clientID)
      text.append("\"")
    } else {
      field("clientRecordId", word: "null")
    }
    field("clientRecordVersion", record.clientVersion)
    field("dataOrigin", text: record.source.package)
    field("lastModifiedTime", time: record.modified)
    field("device", word: record.source.device)
    field("recordingMethod", record.source.recordingMethod)
    closeObject()
  }
}
