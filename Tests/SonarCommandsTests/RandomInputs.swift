import SonarTestSupport

/// One record of a random input, and what it needs around it.
///
/// Items with the same frame may share a file; their order in it is free.
struct RandomItem: Sendable, Equatable {
  /// What a file of such items is: a shape of Health Connect with its envelope's time, or tables of Samsung Health.
  enum Frame: Sendable, Hashable {
    case reactNative
    case tasker
    case flutter
    /// The payload of a day in June 2024.
    case openWearables(day: Int)
    /// A table's name and the line of its columns.
    case samsung(table: String, columns: String)
  }

  var frame: Frame
  /// The list of an envelope that it belongs to; empty where there is only one.
  var list = ""
  var text: String
}

/// A file that a test writes.
struct RandomFile: Sendable {
  var name: String
  var text: String
}

/// Conflicting records of few ids, times, versions and values, in the shapes of several apps.
struct RandomConnect {
  private var random: SeededGenerator

  init(_ seed: Int) {
    random = SeededGenerator(UInt64(seed) &+ 1_000)
  }

  /// So many items.
  mutating func items(_ count: Int) -> [RandomItem] {
    (0..<count).map { _ in
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2: reactNative()
      case 3: tasker()
      case 4, 5: flutter()
      default: openWearables()
      }
    }
  }

  // MARK: - Shapes

  /// A record of the React Native library: with an id, with a writer's own key, or with neither.
  mutating func reactNative() -> RandomItem {
    let start = minute()
    let time = "2024-05-01T08:0\(start):00Z"
    let span = "\"startTime\":\"\(time)\",\"endTime\":\"2024-05-01T08:0\(start + 1):00Z\""
    let (number, name) = kind()
    let fields =
      switch name {
      case "Steps": "\(span),\"count\":\(value())"
      case "Weight": "\"time\":\"\(time)\",\"weight\":{\"inKilograms\":\(value())}"
      case "HeartRate":
        "\(span),\"samples\":[{\"time\":\"\(time)\",\"beatsPerMinute\":\(value())}]"
      case "BloodPressure":
        "\"time\":\"\(time)\",\"systolic\":{\"inMillimetersOfMercury\":1\(value())},"
          + "\"diastolic\":{\"inMillimetersOfMercury\":\(value())}"
      default:
        "\(span),\"stages\":[{\"startTime\":\"\(time)\","
          + "\"endTime\":\"2024-05-01T08:0\(start + 1):00Z\",\"stage\":\(pick(["4", "5"]))}]"
      }
    return RandomItem(
      frame: .reactNative,
      text: "{\"recordType\":\"\(name)\",\(fields),\"metadata\":{\(metadata(number))}}")
  }

  private mutating func metadata(_ number: Int) -> String {
    let key = pick(["null", "null", "\"k1\"", "\"k2\""])
    let id = key == "null" ? pick([id(number), id(number), id(number).uppercased(), ""]) : ""
    let modified = pick([
      "null", "\"2024-06-01T00:00:00Z\"", "\"2024-06-02T00:00:00Z\"", "\"2024-06-02T00:00:00.5Z\"",
    ])
    return
      "\"id\":\"\(id)\",\"clientRecordId\":\(key),\"clientRecordVersion\":\(pick(["0", "0", "7"]))"
      + ",\"lastModifiedTime\":\(modified),\"dataOrigin\":\"\(pick(["app.one", "app.two"]))\""
      + ",\"device\":\(pick(["null", "{\"type\":1,\"manufacturer\":\"M\",\"model\":\"X\"}"]))"
  }

  private mutating func tasker() -> RandomItem {
    let metadata =
      "\"metadata\":{\"dataOrigin\":{\"packageName\":\"app.one\"},\"id\":\"\(id(1))\","
      + "\"lastModifiedTime\":\(pick(["1717200000000", "1717286400000"]))}"
    return RandomItem(
      frame: .tasker,
      text:
        "{\(metadata),\"time\":\(1_714_550_400_000 + minute() * 60_000),\"weight\":{\"kilograms\":\(value()).0}}"
    )
  }

  private mutating func flutter() -> RandomItem {
    let start = "2024-05-01T08:0\(minute()):00.000"
    let (number, word, unit, figure) =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: (0, "STEPS", "COUNT", value())
      case 1: (1, "WEIGHT", "KILOGRAM", value())
      case 2: (2, "HEART_RATE", "BEATS_PER_MINUTE", value())
      case 3:
        (
          3, pick(["BLOOD_PRESSURE_SYSTOLIC", "BLOOD_PRESSURE_DIASTOLIC"]),
          "MILLIMETER_OF_MERCURY", value()
        )
      default: (4, pick(["SLEEP_LIGHT", "SLEEP_DEEP"]), "MINUTE", "1")
      }
    return RandomItem(
      frame: .flutter,
      text: "{\"uuid\":\"\(id(number))\",\"type\":\"\(word)\",\"unit\":\"\(unit)\","
        + "\"value\":{\"__type\":\"NumericHealthValue\",\"numericValue\":\(figure)},"
        + "\"dateFrom\":\"\(start)\",\"dateTo\":\"\(start)\",\"sourceName\":\"app.one\","
        + "\"sourcePlatform\":\"googleHealthConnect\",\"sourceId\":\"\"}")
  }

  private mutating func openWearables() -> RandomItem {
    let frame = RandomItem.Frame.openWearables(day: Int.random(in: 1...2, using: &random))
    let time = "2024-05-01T08:0\(minute()):00Z"
    let common =
      "\"startDate\":\"\(time)\",\"endDate\":\"\(time)\",\"source\":{\"appId\":\"app.one\"}"
    func row(_ id: String, _ type: String, _ value: String, _ unit: String, _ rest: String = "")
      -> String
    {
      "{\"id\":\"\(id)\",\"type\":\"\(type)\",\(common),\"value\":\(value),\"unit\":\"\(unit)\"\(rest)}"
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return RandomItem(
        frame: frame, list: "records", text: row(id(1), "WEIGHT", value(), "kg"))
    case 1:
      let parent = id(2)
      return RandomItem(
        frame: frame, list: "records",
        text: row("\(parent)-s0", "HEART_RATE", value(), "bpm", ",\"parentId\":\"\(parent)\""))
    case 2:
      let parent = id(3)
      // Both halves of one record, or one of them: the other may lie in another file or nowhere.
      let halves = [("-sys", "SYSTOLIC", "1"), ("-dia", "DIASTOLIC", "")]
      let chosen = [halves, halves, [halves[0]], [halves[1]]].randomElement(using: &random)
      return RandomItem(
        frame: frame, list: "records",
        text: (chosen ?? halves).map { half in
          row(
            parent + half.0, "BLOOD_PRESSURE_\(half.1)", half.2 + value(), "mmHg",
            ",\"parentId\":\"\(parent)\"")
        }.joined(separator: ","))
    default:
      let parent = id(4)
      return RandomItem(
        frame: frame, list: "sleep",
        text: "{\"id\":\"\(parent)-s0\",\"parentId\":\"\(parent)\",\(common),"
          + "\"stage\":\"\(pick(["light", "deep"]))\"}")
    }
  }

  // MARK: - Choices

  private mutating func kind() -> (number: Int, name: String) {
    let names = ["Steps", "Weight", "HeartRate", "BloodPressure", "SleepSession"]
    let number = Int.random(in: names.indices, using: &random)
    return (number, names[number])
  }

  /// One of two ids of a kind of record.
  private mutating func id(_ kind: Int) -> String {
    "6f9b2c1e-0000-4000-8000-0000000000\(pick(["a", "b"]))\(kind)"
  }

  private mutating func minute() -> Int { Int.random(in: 0..<2, using: &random) }
  private mutating func value() -> String { pick(["61", "62"]) }
  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }
}

/// Conflicting rows of few uuids, edits and phones in four tables, one of them of no known meaning.
struct RandomSamsung {
  private var random: SeededGenerator

  init(_ seed: Int) {
    random = SeededGenerator(UInt64(seed) &+ 2_000)
  }

  /// So many items.
  mutating func items(_ count: Int) -> [RandomItem] { (0..<count).map { _ in item() } }

  private mutating func item() -> RandomItem {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      row(
        "com.samsung.shealth.tracker.heart_rate",
        [
          ("com.samsung.health.heart_rate.start_time", time()),
          ("com.samsung.health.heart_rate.end_time", ""),
          ("com.samsung.health.heart_rate.time_offset", pick(["UTC+0100", "UTC+0200"])),
          ("com.samsung.health.heart_rate.heart_rate", pick(["61.0", "62.0"])),
        ], prefix: "com.samsung.health.heart_rate.")
    case 1:
      row(
        "com.samsung.health.weight",
        [
          ("start_time", time()), ("time_offset", "UTC+0100"),
          ("weight", pick(["61.0", "62.0"])), ("client_data_id", pick(["", "", "k1", "k2"])),
        ])
    case 2:
      row(
        "com.samsung.shealth.step_daily_trend",
        [
          ("source_type", pick(["-2", "0"])), ("count", pick(["61", "62"])),
          ("day_time", pick(["1714521600000", "1714608000000"])),
        ])
    default: row("com.samsung.shealth.badge", [("key", pick(["a", "b"]))])
    }
  }

  private mutating func row(
    _ table: String, _ cells: [(name: String, text: String)], prefix: String = ""
  ) -> RandomItem {
    let edited = pick([
      "2024-05-02 00:00:00.000", "2024-05-02 00:00:00.001", "2024-05-03 00:00:00.000",
    ])
    let all =
      cells + [
        (prefix + "update_time", edited), (prefix + "create_time", time()),
        (prefix + "deviceuuid", pick(["old+phone/1", "new+phone/2"])),
        (prefix + "pkg_name", "com.example.writer"),
        (prefix + "datauuid", pick(["u1", "u2", "u3"])),
      ]
    return RandomItem(
      frame: .samsung(table: table, columns: all.map(\.name).joined(separator: ",")),
      text: all.map(\.text).joined(separator: ",") + ",")
  }

  private mutating func time() -> String {
    pick(["2024-05-01 08:00:00.000", "2024-05-01 08:01:00.000"])
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }
}

/// Puts items into files.
enum RandomFiles {
  /// Divides items at random: each file holds some of one frame, or all, in any order; names have no meaning.
  static func divide(
    _ items: [RandomItem], _ random: inout SeededGenerator
  ) -> [RandomFile] {
    var groups: [RandomItem.Frame: [[RandomItem]]] = [:]
    var order: [RandomItem.Frame] = []
    for item in items.shuffled(using: &random) {
      if groups[item.frame] == nil { order.append(item.frame) }
      var lists = groups[item.frame] ?? [[]]
      if Int.random(in: 0..<3, using: &random) == 0 { lists.append([]) }
      lists[lists.count - 1].append(item)
      groups[item.frame] = lists
    }
    var files: [RandomFile] = []
    for frame in order {
      for list in groups[frame] ?? [] where !list.isEmpty {
        files.append(file(frame, list, number: files.count, &random))
      }
    }
    return files
  }

  private static func file(
    _ frame: RandomItem.Frame, _ items: [RandomItem], number: Int, _ random: inout SeededGenerator
  ) -> RandomFile {
    let texts = items.map(\.text)
    let list = texts.joined(separator: ",\n")
    switch frame {
    case .reactNative:
      let forms = [
        texts.joined(separator: "\n") + "\n", "[\(list)]", "{\"records\":[\n\(list)\n]}",
      ]
      return RandomFile(name: "\(number).json", text: forms.randomElement(using: &random) ?? "")
    case .tasker:
      return RandomFile(name: "\(number).json", text: "{\"pageToken\":null,\"records\":[\(list)]}")
    case .flutter:
      return RandomFile(name: "\(number).json", text: "[\(list)]")
    case .openWearables(let day):
      let (records, nights) = (
        items.filter { $0.list == "records" }, items.filter { $0.list == "sleep" }
      )
      return RandomFile(
        name: "\(number).json",
        text: "{\"provider\":\"google\",\"sdkVersion\":\"1.0.0\","
          + "\"syncTimestamp\":\"2024-06-0\(day)T00:00:00Z\",\"data\":{"
          + "\"records\":[\(records.map(\.text).joined(separator: ","))],"
          + "\"sleep\":[\(nights.map(\.text).joined(separator: ","))],\"workouts\":[]}}")
    case .samsung(let table, let columns):
      return RandomFile(
        name: "\(table).\(number).csv",
        text: "\(table),6307003,1\n\(columns)\n" + texts.joined(separator: "\n") + "\n")
    }
  }
}
