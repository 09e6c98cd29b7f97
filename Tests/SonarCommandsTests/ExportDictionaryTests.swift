import Foundation
import Testing

@testable import SonarCommands

/// `sonar export --dictionary`.
@Suite struct ExportDictionaries {
  @Test func `every column of CSV is in the dictionary, in order`() throws {
    let header = RecordCSV.header.split(separator: ",").map(String.init) + LocalDates.columns
    #expect(ExportDictionary.columns.map(\.name) == header)
  }

  @Test func `every key of NDJSON is in the dictionary, in order`() throws {
    let place = try Workplace()
    _ = try place.imported(try place.file("a.xml", HandmadeExport.everyKind.xml))
    let names = ExportDictionary.keys.map(\.name)
    let lines = try place.sonar("export", place.path("store.db"), "--local-dates").output
    var seen: Set<String> = []
    for line in lines.split(separator: "\n") {
      // The keys of the outermost object, found by their depth.
      var (depth, keys, text, isText): (Int, [String], String, Bool) = (0, [], "", false)
      for character in line {
        switch character {
        case "\"":
          isText.toggle()
          if isText { text = "" }
        case "{" where !isText, "[" where !isText: depth += 1
        case "}" where !isText, "]" where !isText: depth -= 1
        case ":" where !isText && depth == 1: keys.append(text)
        default: if isText { text.append(character) }
        }
      }
      #expect(keys == names.filter(keys.contains))
      seen.formUnion(keys)
    }
    #expect(seen.isSubset(of: names))
    #expect(seen.isSuperset(of: Set(names).subtracting(["date", "end_date", "declared"])))
  }

  @Test func `the dictionary is printed and no record`() throws {
    let place = try Workplace()
    let store = place.path("none.db")
    let keys = try place.sonar("export", store, "--dictionary")
    #expect(keys.code == .success)
    #expect(keys.output.hasPrefix("KEY"))
    #expect(keys.output.split(separator: "\n").count == ExportDictionary.keys.count + 1)
    let columns = try place.sonar("export", store, "--dictionary", "--format", "csv")
    #expect(columns.output.hasPrefix("COLUMN"))
    #expect(columns.output.contains("local_date_basis"))
  }
}
