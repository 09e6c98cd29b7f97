import Foundation
import HealthRecords
import SupportedData
import Testing

@Suite struct `Support list` {
  @Test func `every native type and characteristic has one row`() throws {
    let tables = try EmbeddedTables.tables
    let list = SupportList(tables)
    let apple = tables.appleHealth
    let natives = tables.providers.flatMap { table in
      table.types.map(\.native) + table.characteristics.map(\.native)
    }
    #expect(list.rows.map(\.nativeType) == natives)
    #expect(
      list.rows(of: .appleHealth).map(\.nativeType)
        == apple.types.map(\.native) + apple.characteristics.map(\.native))
    #expect(Provider.allCases.flatMap(list.rows(of:)) == list.rows)
    #expect(list.count(.mapped) + list.count(.unsupported) == list.rows.count)
  }

  @Test func `all quantities and categories are mapped`() throws {
    let rows = SupportList(try EmbeddedTables.tables).rows(of: .appleHealth)
    let unsupported = rows.filter { $0.status == .unsupported }
    #expect(
      unsupported.map(\.nativeType) == [
        "HKDataTypeSleepDurationGoal", "HKDataTypeIdentifierHeartbeatSeries",
        "HKDataTypeIdentifierStateOfMind",
        "HKScoredAssessmentTypeIdentifierGAD7", "HKScoredAssessmentTypeIdentifierPHQ9",
        "HKDocumentTypeIdentifierCDA", "HKCharacteristicTypeIdentifierWheelchairUse",
        "HKCharacteristicTypeIdentifierActivityMoveMode",
      ])
    #expect(unsupported.allSatisfy { !$0.reason.isEmpty && $0.recordType.isEmpty })
    #expect(rows.filter { $0.status == .mapped }.allSatisfy { !$0.recordType.isEmpty })
  }

  @Test(arguments: [
    (
      "HKQuantityTypeIdentifierHeartRate",
      [
        "apple_health", "HKQuantityTypeIdentifierHeartRate", "quantity", "heart_rate", "/min",
        "mapped", "",
      ]
    ),
    (
      "HKQuantityTypeIdentifierBloodPressureSystolic",
      [
        "apple_health", "HKQuantityTypeIdentifierBloodPressureSystolic", "quantity",
        "blood_pressure.systolic", "mm[Hg]", "mapped", "",
      ]
    ),
    (
      "HKCategoryTypeIdentifierSleepAnalysis",
      [
        "apple_health", "HKCategoryTypeIdentifierSleepAnalysis", "category", "sleep_stage", "",
        "mapped", "",
      ]
    ),
    (
      "HKCharacteristicTypeIdentifierBloodType",
      [
        "apple_health", "HKCharacteristicTypeIdentifierBloodType", "characteristics",
        "characteristics.blood_type", "", "mapped", "",
      ]
    ),
  ])
  func `a row has its cells`(_ native: String, _ cells: [String]) throws {
    let table = SupportList(try EmbeddedTables.tables).table
    #expect(table.first == SupportList.columns)
    #expect(table.first { $0[1] == native } == cells)
  }

  @Test func `the JSON holds the rows in a stable form`() throws {
    let list = SupportList(try EmbeddedTables.tables)
    #expect(list.json == SupportList(try EmbeddedTables.tables).json)
    let start =
      #"{"mapped":\#(list.count(.mapped)),"unsupported":\#(list.count(.unsupported)),"types":[{"provider":"apple_health","#
      + #""native_type":"HKQuantityTypeIdentifierActiveEnergyBurned","kind":"quantity","#
      + #""record_type":"active_energy","unit":"kcal","status":"mapped","reason":""},"#
    #expect(String(decoding: list.json, as: UTF8.self).hasPrefix(start))
    let decoded = try JSONDecoder().decode(DecodedList.self, from: Data(list.json))
    #expect(decoded.types.map { $0["native_type"] } == list.rows.map(\.nativeType))
  }

  private struct DecodedList: Decodable {
    var types: [[String: String]]
  }

  @Test func `the page counts every kind and names every type`() throws {
    let tables = try EmbeddedTables.tables
    let page = SupportList(tables).markdown(tables)
    #expect(page.hasPrefix("# Supported data\n\n"))
    #expect(page.hasSuffix("|\n"))
    for line in [
      "| Apple Health | Quantities | 120 | 0 |", "| Apple Health | Categories | 70 | 0 |",
      "| Apple Health | Scored assessments | 0 | 2 |",
      "84 activity types, each with a code of its own.",
      "| `HKQuantityTypeIdentifierBodyMass` | `body_mass` | `kg` |",
      "| `HKWorkoutActivityTypeOther` | 3000 | `other` |",
    ] {
      #expect(page.split(separator: "\n").contains(Substring(line)), "\(line)")
    }
    for row in SupportList(tables).rows {
      #expect(page.contains("| `\(row.nativeType)` |"))
    }
  }
}
