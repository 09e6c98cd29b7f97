extension ConnectBody {
  /// Writes the weights in the shape of another app.
  mutating func writeWeights(
    as shape: HealthConnectSample.WeightShape, to path: String
  ) throws(SampleError) {
    try sink.beginFile(named: path, size: .unknown)
    openEnvelope(shape)
    for day in weightDays {
      let (record, milligrams) = weight(day)
      json.openElement()
      append(record, milligrams, as: shape)
      json.closeObject()
      count(\.kept, of: record.type.rawValue)
    }
    json.closeList()
    closeEnvelope(shape)
    json.text.append("\n")
    try endFile()
  }

  private mutating func openEnvelope(_ shape: HealthConnectSample.WeightShape) {
    let exported = configuration.exportDate * 1_000
    // The package knows no envelope: apps print the list of points.
    json.text.append(shape == .flutter ? "[" : "{")
    switch shape {
    case .openWearables:
      json.field("provider", text: "google")
      json.field("sdkVersion", text: "1.0.0")
      json.field("syncTimestamp", time: exported)
      json.openObject("data")
      json.openList("records")
    case .flutter: break
    case .webhook:
      json.field("timestamp", time: exported)
      json.field("app_version", text: "1.0.0")
      json.openList("weight")
    case .tasker:
      json.field("pageToken", word: "null")
      json.openList("records")
    }
  }

  private mutating func closeEnvelope(_ shape: HealthConnectSample.WeightShape) {
    switch shape {
    case .flutter: return
    case .webhook, .tasker: break
    case .openWearables:
      json.field("sleep", word: "[]")
      json.field("workouts", word: "[]")
      json.closeObject()
    }
    json.closeObject()
  }

  private mutating func append(
    _ record: ConnectRecord, _ milligrams: Int64, as shape: HealthConnectSample.WeightShape
  ) {
    switch shape {
    case .openWearables: json.appendOpenWearables(record, milligrams)
    case .flutter: json.appendFlutter(record, milligrams)
    case .webhook:
      json.field("kilograms", milligrams, decimals: 6)
      json.field("time", time: record.start)
    case .tasker: json.appendTasker(record, milligrams)
    }
  }
}

extension ConnectJSON {
  /// Whole seconds, one unit, the record's id.
  fileprivate mutating func appendOpenWearables(_ record: ConnectRecord, _ milligrams: Int64) {
    field("id", record.id)
    field("type", text: "WEIGHT")
    field("startDate", time: record.start)
    field("endDate", time: record.start)
    if let offset = record.offset { field("zoneOffset", offset: offset) }
    openObject("source")
    field("appId", text: record.source.package)
    field("deviceModel", word: "null")
    closeObject()
    field("value", milligrams, decimals: 6)
    field("unit", text: "kg")
    field("parentId", word: "null")
  }

  /// Local wall clock without an offset; the package's name as the source.
  fileprivate mutating func appendFlutter(_ record: ConnectRecord, _ milligrams: Int64) {
    let local = record.start + Millis(record.offset ?? 0) * 60_000
    field("uuid", record.id)
    openObject("value")
    field("__type", text: "NumericHealthValue")
    field("numericValue", milligrams, decimals: 6)
    closeObject()
    field("type", text: "WEIGHT")
    field("unit", text: "KILOGRAM")
    field("dateFrom", wallClock: local)
    field("dateTo", wallClock: local)
    field("sourcePlatform", text: "googleHealthConnect")
    field("sourceDeviceId", text: "phone-0")
    field("sourceId", text: "")
    field("sourceName", text: record.source.package)
    field("recordingMethod", text: "manual")
  }

  /// Jackson's dump: sorted keys, milliseconds, unit keys without `in`.
  fileprivate mutating func appendTasker(_ record: ConnectRecord, _ milligrams: Int64) {
    openObject("metadata")
    field("clientRecordId", word: "null")
    field("clientRecordVersion", 0)
    openObject("dataOrigin")
    field("packageName", text: record.source.package)
    closeObject()
    field("device", word: "null")
    field("id", record.id)
    field("lastModifiedTime", record.modified)
    field("recordingMethod", record.source.recordingMethod)
    closeObject()
    field("time", record.start)
    openObject("weight")
    field("grams", milligrams, decimals: 3)
    field("kilograms", milligrams, decimals: 6)
    field("micrograms", milligrams * 1_000)
    field("milligrams", milligrams)
    field("ounces", milligrams * 1_000_000, by: 28_349_523_125)
    field("pounds", milligrams * 100, by: 45_359_237)
    closeObject()
    field("zoneOffset", zone: nil)
  }
}
