extension JSONShape {
  /// What no object of any shape has: FHIR resources have it.
  static let foreign: [JSONSignal] = [.has("resourceType", .string)]

  /// The shapes, those that are met most first; no object is one of two.
  ///
  /// To add one, describe it here, and add a fixture and its line to the tests.
  static let all: [JSONShape] = [
    reactNative, tasker, ubie, flutter, gateway, webhook, deadronos, jonkeren, haru, openWearables,
    capgo, dailyTotals, kasCor, avro, googleHealth,
  ]

  private static let pageNotes = [JSONNote("pageToken", .isText, .incompletePage)]

  private static let changesNotes = [
    JSONNote("hasMore", .isTrue, .incompletePage),
    JSONNote("changesTokenExpired", .isTrue, .changesTokenExpired),
  ]

  /// React Native's `react-native-health-connect`: pages of records, of changes, and aggregates.
  private static let reactNative = JSONShape(
    "rn",
    record: [
      [.has("recordType", .string)],
      [.has("metadata.dataOrigin", .string), .lacks("type", .string)],
      [.has("time", .string), .has("*.in*", .number), .lacks("type", .string), .lacks("payload")],
      [
        .has("startTime", .string), .has("*.in*", .number), .lacks("type", .string),
        .lacks("payload"),
      ],
      [.has("dataOrigins", .array)], [.has("result.dataOrigins", .array)],
    ],
    type: .under("recordType"),
    envelopes: [
      .shared("records", notes: pageNotes), .shared("data"),
      JSONEnvelope(
        [[.has("upsertionChanges", .array)], [.has("deletionChanges", .array)]],
        lists: [
          JSONList("upsertionChanges", .records(at: "record"), type: .under("record.recordType")),
          JSONList("deletionChanges", .deletions(id: "recordId"), type: .under("recordType")),
        ], notes: changesNotes),
    ])

  /// TaskerHealthConnect: records as Jackson writes them.
  private static let tasker = JSONShape(
    "tasker",
    record: [
      [.has("metadata.dataOrigin.packageName", .string), .has("time", .number)],
      [.has("metadata.dataOrigin.packageName", .string), .has("startTime", .number)],
    ],
    envelopes: [.shared("records", notes: pageNotes)])

  /// Capacitor's `capacitor-health-connect` by ubie.
  private static let ubie = JSONShape(
    "ubie",
    record: [
      [
        .has("type", .string), .has("time", .string), .has("metadata", .object), .lacks("recordId"),
      ],
      [
        .has("type", .string), .has("startTime", .string), .has("metadata", .object),
        .lacks("recordId"),
      ],
      [.has("type", .string), .has("time", .string), .has("*.unit", .string), .lacks("recordId")],
      [
        .has("type", .string), .has("startTime", .string), .has("startZoneOffset", .string),
        .lacks("recordId"),
      ],
    ],
    type: .under("type"),
    envelopes: [
      .shared("records", notes: pageNotes),
      JSONEnvelope(
        [
          [.has("changes[].record", .object)],
          [
            .has("changes[].recordId", .string), .lacks("nextChangesToken"),
            .lacks("changes[].dataPoint"),
          ],
          [.has("changes", .array), .has("nextToken", .string)],
        ],
        lists: [
          JSONList(
            "changes", .changes(kind: "type", at: "record", id: "recordId"),
            type: .under("record.type"))
        ], notes: changesNotes),
    ])

  /// Flutter's `health`: one point for each sample, stage or nutrient; keys were in snake case before version 12.
  private static let flutter = JSONShape(
    "flutter",
    record: [
      [
        .has("dateFrom", .string), .has("value"), .has("type", .string),
        .lacks("sourcePlatform", texts: "appleHealth"),
      ],
      [
        .has("date_from"), .has("value"),
        .lacks("platform_type", texts: "ios", "PlatformType.IOS", "appleHealth"),
      ],
    ],
    type: .under("type", "data_type"),
    envelopes: [
      JSONEnvelope(
        [
          [.has("changes[].dataPoint", .object)],
          [.has("changes", .array), .has("nextChangesToken", .string)],
        ],
        lists: [
          JSONList(
            "changes", .changes(kind: "type", at: "dataPoint", id: "recordId"),
            type: .under("dataTypeKey"))
        ], notes: changesNotes)
    ])

  /// HCGateway: a record's own fields under `data`.
  private static let gateway = JSONShape(
    "hcgateway",
    record: [
      [.has("data", .object), .has("app", .string), .has("start")],
      [.has("data", .object), .has("app", .string), .has("_id")],
      [.has("data", .object), .has("app", .string), .has("$collectionId", .string)],
    ],
    type: .under("$collectionId"))

  /// HC Webhook and its forks: a list for each type.
  private static let webhook = JSONShape(
    "webhook",
    envelopes: [
      JSONEnvelope(
        [
          [.has("timestamp", .string), .has("app_version", .string)],
          [.has("timestamp", .string), .has("window_start")],
          [.has("timestamp", .string), .has("deleted_records", .array)],
          [.has("timestamp", .string), .has("*[].start_time", .string)],
        ],
        lists: [
          JSONList("deletions_unavailable", .note(.deletionsUnavailable)),
          JSONList("deleted_records", .deletions(id: "uuid"), type: .under("type")),
          JSONList("*", .records(at: nil), type: .listKey),
        ],
        notes: [JSONNote("window_complete", .isFalse, .incompleteWindow)])
    ])

  /// deadronos: one number for each record.
  private static let deadronos = JSONShape(
    "deadronos",
    record: [[.has("record_type", .string), .has("start_time_ms", .number)]],
    type: .under("record_type"),
    envelopes: [.shared("records")])

  /// jonkeren: a file for each day, with a list for each type.
  private static let jonkeren = JSONShape(
    "jonkeren",
    envelopes: [
      JSONEnvelope(
        [
          [.has("exported_at"), .has("data", .object)],
          [.has("export_date"), .has("data", .object)],
        ],
        lists: [JSONList("data.*", .records(at: nil), type: .listKey)])
    ])

  /// haru217: batches of records whose fields are under `payload`.
  private static let haru = JSONShape(
    "haru217",
    record: [
      [.has("type", .string), .has("recordId"), .has("payload", .object)],
      [.has("type", .string), .has("recordKey", .string), .has("payload", .object)],
    ],
    type: .under("type"),
    envelopes: [
      JSONEnvelope(
        [[.has("deviceId"), .has("syncId"), .has("records", .array)]], lists: [JSONList("records")]),
      .shared("records"),
    ])

  /// The SDK of Open Wearables, where it runs on Health Connect.
  private static let openWearables = JSONShape(
    "open_wearables",
    record: [
      [
        .has("type", .string), .has("startDate", .string), .has("source", .object),
        .lacks("dataType"),
      ],
      [
        .has("stage", .string), .has("startDate", .string), .has("source", .object),
        .lacks("dataType"),
      ],
    ],
    type: .under("type"),
    envelopes: [
      JSONEnvelope(
        [
          [.has("sdkVersion", .string), .has("data", .object), onHealthConnect],
          [.has("syncTimestamp"), .has("data", .object), onHealthConnect],
        ],
        lists: [
          JSONList("data.records", .records(at: nil), type: .under("type")),
          JSONList("data.sleep", .records(at: nil), type: .listKey),
          JSONList("data.workouts", .records(at: nil), type: .listKey),
        ])
    ])

  private static let onHealthConnect = JSONSignal.lacks(
    "provider", texts: "apple", "apple_health", "samsung", "samsung_health")

  /// Cap-go's `capacitor-health`.
  private static let capgo = JSONShape(
    "capgo",
    record: [[.has("dataType", .string), .has("startDate", .string)]],
    type: .under("dataType"),
    envelopes: [
      .shared("samples"),
      JSONEnvelope(
        [[.has("workouts[].workoutType")], [.has("workouts", .array), .has("anchor")]],
        lists: [JSONList("workouts", .records(at: nil), type: .listKey)]),
    ])

  /// angeloanan's HealthConnectExports: totals of a day.
  private static let dailyTotals = JSONShape(
    "daily_totals",
    record: [
      [.has("time", .string), .has("data.steps"), .lacks("app")],
      [.has("time", .string), .has("data.active_calories"), .lacks("app")],
      [.has("time", .string), .has("data.total_calories"), .lacks("app")],
      [.has("time", .string), .has("data.sleep_duration_seconds"), .lacks("app")],
    ])

  /// kas-cor's healthconnect-export: totals and means of a day.
  private static let kasCor = JSONShape(
    "kas_cor",
    record: [
      [.has("date", .string), .has("metadata.export_timestamp", .string)],
      [.has("date", .string), .has("*.records_count", .number)],
    ])

  /// hitoshura25's health-sync-app: rows of its Avro files and of its database.
  private static let avro = JSONShape(
    "avro",
    record: [
      [.has("hcUid", .string)], [.has("startTimeEpochMillis", .number)],
      [.has("timeEpochMillis", .number)],
    ],
    envelopes: [.shared("records")])

  /// Google Health API, version 4: data points from the cloud.
  private static let googleHealth = JSONShape(
    "google_health",
    record: [
      [.has("dataSource", .object), .has("*.interval", .object)],
      [.has("dataSource", .object), .has("*.sampleTime", .object)],
      [.has("dataSource", .object), .has("*.date", .object)],
      [.has("name", .string), .has("*.interval.startTime", .string)],
      [.has("name", .string), .has("*.sampleTime.physicalTime", .string)],
    ],
    type: dataPointType,
    envelopes: [
      JSONEnvelope(
        [[.has("dataPoints", .array)], [.has("rollupDataPoints", .array)]],
        lists: [
          JSONList("dataPoints", .records(at: nil), type: dataPointType),
          JSONList("rollupDataPoints", .records(at: nil), type: dataPointType),
        ],
        notes: [JSONNote("nextPageToken", .isText, .incompletePage)])
    ])

  private static let dataPointType = JSONTypeWord.objectKey(except: [
    "dataSource", "civilStartTime", "civilEndTime",
  ])
}
