import HealthRecords
import SupportedData
import Testing

/// The rules of consolidation.json.
@Suite struct ConsolidationTables {
  @Test func `a key that is missing or unknown is refused`() throws {
    for (old, new) in [
      (#""limits""#, #""limit""#), (#""night_gap_minutes": 90, "#, ""),
      (#""stage": "rem""#, #""stage": "dream""#), (#""combine": "events""#, #""combine": "add""#),
      (#""provider": "samsung_health""#, #""provider": "samsung""#),
    ] {
      #expect(throws: MappingError.self) {
        try EmbeddedTables.replacing(old, by: new, in: "consolidation.json")
      }
    }
  }

  @Test func `meals are events and steps are measured`() throws {
    let table = try EmbeddedTables.tables.consolidation
    func combination(_ name: String) -> Combination {
      table.combination(of: RecordType(rawValue: name))
    }
    #expect(combination("steps") == .measured)
    #expect(combination("dietary_energy") == .events)
    #expect(combination("insulin_delivery") == .events)
    #expect(table.sleep.stages["asleep_deep"] == .deep)
    #expect(table.sleep.stages["unknown"] == nil)
  }

  @Test(arguments: [
    ("SM-R870", " sm r870 "), ("", " "), ("  Mi\u{A0}Band 7!", " mi band 7 "), ("Gerät", " ger t "),
  ])
  func `the words of a device are letters and digits in lower case`(text: String, words: String) {
    #expect(DeviceWords(text).text == words)
  }
}
