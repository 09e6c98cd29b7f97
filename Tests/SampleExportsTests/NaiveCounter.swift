@testable import SampleExports

/// Counts an export by the rules of identity and versions, with sets and dictionaries of strings.
///
/// Knows nothing of how the export was generated; what it finds must equal the expected counts.
struct NaiveCounter {
  typealias Outcomes = ExpectedCounts.Outcomes

  private struct Stored {
    var version: [Int]
    var content: String
  }

  private(set) var types: [String: Outcomes] = [:]
  private var store: [String: Stored] = [:]
  private var topLevelIdentities: Set<String> = []
  private var pressureRows: Set<String> = []

  init(_ root: Element, paths: [String]) {
    for correlation in root.children where correlation.name == "Correlation" {
      guard correlation["type"] == "HKCorrelationTypeIdentifierBloodPressure" else { continue }
      pressureRows.formUnion(correlation.children.filter { $0.name == "Record" }.map(identity))
    }
    for element in root.children { count(element) }
    for path in paths where path.hasPrefix("electrocardiograms/") {
      add(\.inserted, "HKDataTypeIdentifierElectrocardiogram", path)
    }
  }

  private mutating func count(_ element: Element) {
    switch element.name {
    case "Record": countRecord(element)
    case "Correlation": countCorrelation(element)
    case "Workout": countWorkout(element)
    case "ClinicalRecord": add(\.inserted, element["type"], element["identifier"])
    case "Audiogram": add(\.inserted, element["type"], identity(element))
    case "VisionPrescription":
      add(\.inserted, "HKVisionPrescriptionTypeIdentifier", element["dateIssued"])
    case "ActivitySummary": add(\.inserted, element.name, element["dateComponents"])
    case "Me": add(\.inserted, element.name, "")
    default: break
    }
  }

  private mutating func countRecord(_ record: Element) {
    let type = record["type"]
    let key = identity(record)
    topLevelIdentities.insert(key)
    if pressureRows.contains(key) {
      types[type, default: Outcomes()].linked += 1
    } else if type.hasPrefix("HKDataTypeSleep") || type.contains("LunarTide") {
      types[type, default: Outcomes()].unsupported += 1
    } else {
      merge(record, key)
    }
  }

  /// The merge rule: equal content, greater version, lower version.
  private mutating func merge(_ record: Element, _ key: String) {
    let sync = Int(record.metadata("HKMetadataKeySyncVersion") ?? "") ?? 0
    let version = [sync, seconds(record["creationDate"]) ?? 0]
    let content = content(of: record)
    guard var stored = store[key] else {
      store[key] = Stored(version: version, content: content)
      types[record["type"], default: Outcomes()].inserted += 1
      return
    }
    let isNewer = stored.version.lexicographicallyPrecedes(version)
    if stored.content == content {
      types[record["type"], default: Outcomes()].duplicate += 1
    } else if isNewer {
      types[record["type"], default: Outcomes()].updated += 1
      stored.content = content
    } else {
      types[record["type"], default: Outcomes()].stale += 1
    }
    if isNewer { stored.version = version }
    store[key] = stored
  }

  private mutating func countCorrelation(_ correlation: Element) {
    let members = correlation.children.filter { $0.name == "Record" }
    for member in members {
      if topLevelIdentities.contains(identity(member)) {
        types[member["type"], default: Outcomes()].linked += 1
      } else {
        types[member["type"], default: Outcomes()].inserted += 1
      }
    }
    let key = members.map(identity).sorted().joined(separator: "\n")
    add(\.inserted, correlation["type"], key)
  }

  private mutating func countWorkout(_ workout: Element) {
    let key = "\(identity(workout)) \(workout["workoutActivityType"])"
    add(\.inserted, "HKWorkoutTypeIdentifier", key)
    for activity in workout.all("WorkoutActivity") {
      add(\.inserted, activity.name, activity["uuid"])
    }
    for statistic in workout.all("WorkoutStatistics") {
      types[statistic.name, default: Outcomes()].linked += 1
    }
    for route in workout.all("WorkoutRoute") {
      add(\.inserted, "HKWorkoutRouteTypeIdentifier", identity(route))
    }
  }

  /// Counts an element that must be new: a second one of the same identity is a duplicate.
  private mutating func add(
    _ outcome: WritableKeyPath<Outcomes, Int>, _ type: String, _ key: String
  ) {
    let isNew = store.updateValue(Stored(version: [], content: ""), forKey: "\(type)|\(key)") == nil
    types[type, default: Outcomes()][keyPath: isNew ? outcome : \.duplicate] += 1
  }

  /// What makes two records the same record.
  private func identity(_ element: Element) -> String {
    let source = element["sourceName"].replacing("\u{A0}", with: " ")
    if let sync = element.metadata("HKMetadataKeySyncIdentifier") {
      return "\(element["type"])|\(source)|\(sync)"
    }
    let start = seconds(element["startDate"]) ?? -1
    let end = seconds(element["endDate"]) ?? -1
    let name = element.metadata("HKExternalUUID") ?? element.metadata("HKFoodType") ?? ""
    return "\(element["type"])|\(source)|\(start)|\(end)|\(value(of: element))|\(name)"
  }

  private func content(of record: Element) -> String {
    let metadata = record.metadata.filter { !$0.hasPrefix("HKMetadataKeySync") }
    let device = record["device"].drop { $0 != "," }
    return "\(value(of: record))|\(device)|\(metadata.joined(separator: "|"))"
  }

  /// The value with four significant digits in a base unit; the text of anything else.
  private func value(of record: Element) -> String {
    guard let number = Double(record["value"]) else { return record["value"] }
    let (factor, shift) = Self.units[record["unit"]] ?? (1, 0)
    let base = number * factor + shift
    guard base != 0 else { return "0" }
    var digits = base
    var exponent = 0
    while abs(digits) >= 10_000 { (digits, exponent) = (digits / 10, exponent + 1) }
    while abs(digits) < 1_000 { (digits, exponent) = (digits * 10, exponent - 1) }
    return "\(Int(digits.rounded()))e\(exponent)"
  }

  private static let units: [String: (Double, Double)] = [
    "km": (1_000, 0), "mi": (1_609.344, 0), "km/hr": (1 / 3.6, 0), "mi/hr": (0.44704, 0),
    "cm": (0.01, 0), "in": (0.0254, 0), "kg": (1_000, 0), "lb": (453.592_37, 0),
    "kcal": (4_184, 0), "Cal": (4_184, 0), "kJ": (1_000, 0), "degC": (1, 273.15),
    "degF": (5 / 9, 459.67 * 5 / 9), "mmol&lt;180.1558800000541&gt;/L": (180.155_88 / 10, 0),
  ]
}
