import HealthRecords

extension AppleHealthNormalization {
  /// Adds the beat list of a heart-rate-variability sample: `{"series":{"start_deltas_ms":[…],"unit":"/min",…}}`.
  ///
  /// Beat times are a localized wall clock without a date, in the zone of the recording: the offset is the multiple of
  /// 15 minutes that puts the first beat inside [start - 2 s, end + 2 s] (DESIGN §5). Such an offset is no evidence
  /// for a zone, and beats are content, not identity.
  mutating func beats(of sample: NativeSample, _ value: inout PointValue) {
    guard value.kind == .quantity else { return }
    var instants: [Int64] = []
    var rates = PackedDecimals()
    var clock = BeatClock(start: sample.start.milliseconds, end: sample.end.milliseconds)
    for index in sample.parts.indices {
      var time: WallTime?
      var rate: DecimalText?
      for attribute in native.attributes[native.parts[index].attributes.indices] {
        switch beatNames.role(of: attribute.name, native.symbols) {
        case .time: time = native.symbols.withBytes(of: attribute.value) { WallTime($0) }
        case .rate: rate = native.symbols.withBytes(of: attribute.value) { DecimalText($0) }
        case .other: break
        }
      }
      guard let time, let instant = clock.instant(of: time) else { continue }
      instants.append(instant - sample.start.milliseconds)
      rates.append(rate)
    }
    let lost = Int(sample.parts.count) - instants.count
    if lost > 0 {
      diagnose(
        "unreadable_beat", .warning, sample,
        "A beat's time could not be placed inside its sample; it stays in the native data only.")
    }
    guard !instants.isEmpty else { return }
    writer.removeAll()
    writer.beginObject()
    writer.key("series")
    writer.beginObject()
    writer.key("start_deltas_ms")
    PackedDecimals.write(deltasOf: instants, to: &writer.json)
    for instant in instants { writer.content.append(instant) }
    writer.key("unit")
    writer.text("/min")
    writeColumn("values", rates)
    writer.endObject()
    writer.endObject()
    value.hasPayload = true
  }

  /// Writes one packed column; its exact bytes enter the content hash.
  mutating func writeColumn(_ name: String, _ column: PackedDecimals) {
    var packed = JSONWriter()
    column.write(to: &packed)
    writer.key(name)
    writer.json.raw(packed.bytes)
    writer.content.append(text: packed.bytes)
  }

  /// A workout's route with its points as packed columns.
  mutating func route(_ sample: NativeSample, parent: RecordID?) {
    let plan = readPlan(of: sample)
    plan.count(unit: .none, source: sample.sourceName)
    let points = RoutePoints(sample, in: native)
    var dated = sample
    if !dated.start.isPresent, let first = points.instants.first {
      dated.start = NativeInstant(milliseconds: first)
      dated.end = NativeInstant(milliseconds: points.instants.max() ?? first)
    }
    guard dated.start.isPresent, dated.end.isPresent else {
      return reject(sample, plan, .missingDate)
    }
    if points.undated > 0 {
      diagnose(
        "point_without_time", .warning, sample, times: points.undated,
        "A route's point has no readable time and was left out. "
          + "Export again; if it stays, the app that recorded the route is at fault.")
    }
    let source = source(of: sample)
    let metadata = metadata(of: sample)
    var row = RecordRow(id: contentID(dated, plan, source, .none, metadata.qualifier))
    adopt(dated, plan, source, metadata, into: &row)
    row.completeness = UInt32(truncatingIfNeeded: points.instants.count)
    writeRoute(points, start: row.start)
    if let parent { appendLinks([RecordLink(.parent, parent)], to: &row) }
    finishDocument(&row, sample, plan, kind: .series)
  }

  private mutating func writeRoute(_ points: RoutePoints, start: Int64) {
    writer.removeAll()
    writer.beginObject()
    writer.key("route")
    writer.beginObject()
    writer.key("start_deltas_ms")
    let offsets = points.instants.map { $0 &- start }
    PackedDecimals.write(deltasOf: offsets, to: &writer.json)
    for offset in offsets { writer.content.append(offset) }
    for column in points.columns where !column.values.isEmpty {
      writeColumn(column.name, column.values)
    }
    writer.endObject()
    writer.endObject()
  }

  /// An electrocardiogram: header words and the voltages as one packed column.
  ///
  /// Its length is what the reader has worked out; without one it ends when it starts.
  mutating func electrocardiogram(_ sample: NativeSample) {
    let plan = readPlan(of: sample)
    plan.count(unit: .none, source: sample.sourceName)
    guard sample.start.isPresent else { return reject(sample, plan, .missingDate) }
    let attributes = NativeAttributes(sample.attributes, in: native)
    let device = native.symbols.string(of: sample.device) ?? ""
    let recorded = String(sample.start.milliseconds)
    var row = keyedRow(
      plan, by: [Array(recorded.utf8), Array(device.utf8)], modifiedAt: sample.start)
    let voltages = voltages(of: sample)
    let rate = attributes.decimal("sampleRate")?.value
    row.start = sample.start.milliseconds
    row.end = sample.end.isPresent ? max(row.start, sample.end.milliseconds) : row.start
    row.completeness = UInt32(truncatingIfNeeded: voltages.count)
    plan.last = max(plan.last, row.end)
    writeWaveform(voltages, rate: rate, attributes)
    finishDocument(&row, sample, plan, kind: .document)
  }

  /// The numbers of the document, one a line; a line that is none is a gap.
  private func voltages(of sample: NativeSample) -> PackedDecimals {
    var voltages = PackedDecimals()
    guard native.documents.indices.contains(Int(sample.document)) else { return voltages }
    native.documents[Int(sample.document)].withUnsafeBufferPointer { bytes in
      var start = 0
      for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
        if end > start {
          voltages.append(text: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
        start = end &+ 1
      }
      if start < bytes.count {
        voltages.append(text: UnsafeBufferPointer(rebasing: bytes[start...]))
      }
    }
    return voltages
  }

  /// Writes the waveform; the header's words follow the phone's language and are no content.
  private mutating func writeWaveform(
    _ voltages: PackedDecimals, rate: Double?, _ attributes: NativeAttributes
  ) {
    writer.removeAll()
    writer.beginObject()
    writer.key("waveform")
    writer.beginObject()
    for attribute in attributes.all where attribute.name != "sampleRate" {
      writer.json.key(snakeCase(attribute.name))
      writer.json.string(AppleDate.withoutOffset(attribute.value))
    }
    writer.key("sample_rate_hz")
    if let rate {
      writer.json.number(rate)
      writer.content.append(Int64(bitPattern: rate.bitPattern))
    } else {
      writer.json.null()
    }
    writeColumn("voltages", voltages)
    writer.endObject()
    writer.endObject()
  }
}

/// What the attributes of a beat are, by their symbols: names are compared once per batch.
struct BeatNames {
  enum Role {
    case time
    case rate
    case other
  }

  private var time = Symbol.none
  private var rate = Symbol.none

  /// The role of an attribute.
  mutating func role(of name: Symbol, _ symbols: SymbolTable) -> Role {
    if name == time { return .time }
    if name == rate { return .rate }
    switch symbols.string(of: name) {
    case "time":
      time = name
      return .time
    case "bpm":
      rate = name
      return .rate
    default: return .other
    }
  }
}

/// The points of a route, as columns.
private struct RoutePoints {
  /// The instants, in the order of the file.
  private(set) var instants: [Int64] = []
  /// The columns by their name in the record.
  private(set) var columns: [(name: String, values: PackedDecimals)]
  /// Points without a readable time.
  ///
  /// A part that has no field of a point, such as the reference to the file, is none.
  private(set) var undated = 0

  /// Column names with their spelling in a GPX file and in an inline Location.
  private static let spellings: [(name: String, attributes: [String])] = [
    ("latitude", ["lat", "latitude"]), ("longitude", ["lon", "longitude"]),
    ("altitude", ["ele", "altitude"]), ("speed", ["speed"]), ("course", ["course"]),
    ("horizontal_accuracy", ["hAcc", "horizontalAccuracy"]),
    ("vertical_accuracy", ["vAcc", "verticalAccuracy"]),
  ]

  /// Reads the points; a point without a time is left out, for the caller to tell.
  init(_ sample: NativeSample, in batch: NativeBatch) {
    columns = Self.spellings.map { ($0.name, PackedDecimals()) }
    var roles = RoleCache()
    for part in sample.parts.indices {
      let fields = batch.parts[part].attributes.indices
      guard let instant = roles.instant(of: fields, batch) else {
        if roles.belongsToPoint(fields, batch) { undated += 1 }
        continue
      }
      instants.append(instant)
      for (place, index) in fields.enumerated() {
        let field = batch.attributes[index]
        guard case .column(let column) = roles.role(of: field.name, at: place, batch.symbols)
        else { continue }
        // Of a field that a point has twice, the last one counts.
        if columns[column].values.count == instants.count { columns[column].values.removeLast() }
        batch.symbols.withBytes(of: field.value) { columns[column].values.append(text: $0) }
      }
      for column in columns.indices where columns[column].values.count < instants.count {
        columns[column].values.append(nil)
      }
    }
  }

  /// What an attribute of a point is.
  private enum Role {
    case column(Int)
    case time
    case other
  }

  /// The roles of the names by the place where they stood in the last point: points repeat their fields in one order.
  private struct RoleCache {
    private var places: [(name: Symbol, role: Role)] = []
    private var dates = DateParser()

    @inline(__always)
    mutating func role(of name: Symbol, at place: Int, _ symbols: SymbolTable) -> Role {
      if place < places.count, places[place].name == name { return places[place].role }
      let role = RoutePoints.role(of: symbols.string(of: name))
      if place < places.count {
        places[place] = (name, role)
      } else if place == places.count {
        places.append((name, role))
      }
      return role
    }

    /// Whether any of a part's attributes is one that points have.
    mutating func belongsToPoint(_ fields: Range<Int>, _ batch: NativeBatch) -> Bool {
      for (place, index) in fields.enumerated() {
        if case .other = role(of: batch.attributes[index].name, at: place, batch.symbols) {
          continue
        }
        return true
      }
      return false
    }

    /// The last time among a point's fields that can be read; nil when the last one cannot.
    mutating func instant(of fields: Range<Int>, _ batch: NativeBatch) -> Int64? {
      var instant: Int64?
      for (place, index) in fields.enumerated() {
        guard case .time = role(of: batch.attributes[index].name, at: place, batch.symbols) else {
          continue
        }
        instant = batch.symbols.withBytes(of: batch.attributes[index].value) { text in
          UTCDate.parse(text) ?? dates.parse(text)?.milliseconds
        }
      }
      return instant
    }
  }

  private static func role(of name: String?) -> Role {
    guard let name else { return .other }
    if name == "time" || name == "date" { return .time }
    let column = spellings.firstIndex { $0.attributes.contains(name) }
    return column.map { .column($0) } ?? .other
  }
}
