import SupportedData
import Testing

/// A table's text and where reading it must stop.
struct UnreadableTable: CustomTestStringConvertible {
  let json: String
  let code: MappingError.Code
  let line: Int
  let column: Int

  init(_ json: String, _ code: MappingError.Code, _ line: Int, _ column: Int) {
    self.json = json
    self.code = code
    self.line = line
    self.column = column
  }

  var testDescription: String { json }
}

@Suite struct `Table reading` {
  static let unreadable: [UnreadableTable] = [
    // Text that is no JSON
    .init("", .malformedJSON, 1, 1),
    .init("{", .malformedJSON, 1, 2),
    .init("{\"version\": 1", .malformedJSON, 1, 14),
    .init("{\n \"version\": 1,\n}", .malformedJSON, 3, 1),
    .init("{\n \"version\": 1,,\n}", .malformedJSON, 2, 15),
    .init("{\"version\" 1}", .malformedJSON, 1, 12),
    .init("{\"version\": 01}", .malformedJSON, 1, 13),
    .init("{\"version\": +1}", .malformedJSON, 1, 13),
    .init("{\"version\": 1.}", .malformedJSON, 1, 13),
    .init("{\"version\": 1e}", .malformedJSON, 1, 13),
    .init("{\"version\": 1e999}", .malformedJSON, 1, 13),
    .init("{\"version\": NaN}", .malformedJSON, 1, 13),
    .init("{\"version\": nul}", .malformedJSON, 1, 13),
    .init("{\"version\": 1} {}", .malformedJSON, 1, 16),
    .init("{version: 1}", .malformedJSON, 1, 2),
    .init("{\"version\": 1, \"version\": 2}", .malformedJSON, 1, 16),
    .init("{\"version\": \"one", .malformedJSON, 1, 17),
    .init("{\"version\": \"a\nb\"}", .malformedJSON, 1, 15),
    .init("{\"version\": \"\\x\"}", .malformedJSON, 1, 15),
    .init("{\"version\": \"\\u12\"}", .malformedJSON, 1, 16),
    .init("{\"version\": \"\\u+123\"}", .malformedJSON, 1, 16),
    .init("{\"version\": \"\\uD83D\"}", .malformedJSON, 1, 16),
    .init("{\"version\": \"\\", .malformedJSON, 1, 15),
    .init("{\"types\": [1, 2", .malformedJSON, 1, 16),
    .init(String(repeating: "[", count: 10_000), .malformedJSON, 1, 17),
    // Rows that are no rows
    .init("[]", .invalidField, 1, 1),
    .init("{}", .invalidField, 1, 1),
    .init("{\"version\": \"1\"}", .invalidField, 1, 13),
    .init("{\"version\": 1.5}", .invalidField, 1, 13),
    .init("{\"version\": 1e300}", .invalidField, 1, 13),
    .init("{\"version\": 1, \"types\": {}}", .invalidField, 1, 25),
    .init("{\"version\": 1,\n \"types\": [1]}", .invalidField, 2, 12),
    .init("{\"version\": 1, \"typos\": []}", .unknownKey, 1, 25),
    .init("{\"version\": 1, \"types\": [\n{}]}", .invalidField, 2, 1),
    .init("{\"version\": 1, \"types\": [\n{\"id\": \"\"}]}", .invalidField, 2, 8),
    .init("{\"version\": 1, \"types\": [\n{\"id\": null}]}", .invalidField, 2, 8),
    .init(row("\"value\": \"number\", \"aggregation\": \"sum\""), .invalidField, 2, 35),
    .init(row("\"value\": \"code\", \"aggregation\": \"total\""), .invalidField, 2, 58),
    .init(
      row("\"value\": \"code\", \"aggregation\": \"none\", \"plausible\": [1]"), .invalidField, 2, 1
    ),
    .init(
      row("\"value\": \"code\", \"aggregation\": \"none\", \"plausible\": [1, true]"),
      .invalidField, 2, 83),
    .init(
      row("\"value\": \"code\", \"aggregation\": \"none\", \"loinc\": [2]"), .invalidField, 2, 76),
    .init(row("\"value\": \"code\", \"aggregation\": \"none\", \"color\": 1"), .unknownKey, 2, 75),
  ]

  private static func row(_ rest: String) -> String {
    "{\"version\": 1, \"types\": [\n{\"id\": \"a\", \"name\": \"A\", \(rest)}]}"
  }

  @Test(arguments: unreadable)
  func `a fault is named with its place`(_ table: UnreadableTable) throws {
    let error = try #require(throws: MappingError.self) {
      try RecordTypeRegistry(json: Array(table.json.utf8))
    }
    #expect(error.code == table.code, "\(error)")
    #expect(error.position == TablePosition(line: table.line, column: table.column), "\(error)")
    #expect(error.file == "record_types.json")
  }

  @Test func `an error says place, row, reason and remedy`() throws {
    let json = "{\"version\": 1, \"types\": [\n{\"id\": \"a\", \"name\": 7}]}"
    let error = try #require(throws: MappingError.self) {
      try RecordTypeRegistry(json: Array(json.utf8))
    }
    #expect(
      error.description
        == "record_types.json:2:21: types[0]: \"name\" is a number and must be a string. "
        + "mappings/README.md lists what each key may hold.")
  }

  @Test func `bytes that are not UTF-8 are refused`() throws {
    let error = try #require(throws: MappingError.self) {
      try UnitTable(json: Array("{\"version\": 1, \"x\": \"".utf8) + [0xFF] + Array("\"}".utf8))
    }
    #expect(error.reason == "The file is not valid UTF-8.")
  }

  @Test func `a unit's spelling may be written with escapes`() throws {
    let json =
      #"{"version": 1, "units": [{"ucum": "u\/\"\\\b\f\n\r\t\u00b7", "name": "U", "dimension": "d"}]}"#
    let table = try UnitTable(json: Array(json.utf8))
    #expect(table.units.map(\.ucum) == ["u/\"\\\u{8}\u{c}\n\r\t·"])
  }

  @Test func `a provider that does not exist is refused`() throws {
    let json = #"{"version": 1, "spellings": {"pear_health": []}}"#
    let error = try #require(throws: MappingError.self) {
      try UnitTable(json: Array(json.utf8))
    }
    #expect(error.code == .unknownKey)
  }

  @Test func `an object with too many keys is refused`() throws {
    let keys = (0...64).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    let error = try #require(throws: MappingError.self) {
      try UnitTable(json: Array("{\(keys)}".utf8))
    }
    #expect(error.reason == "An object has more than 64 keys.")
  }

  @Test(arguments: MappingTables.fileNames)
  func `a table cut anywhere is an error and never a trap`(_ name: String) throws {
    var files = MappingTables.embeddedFiles()
    let whole = try #require(files[name])
    for length in stride(from: 0, to: whole.count - 2, by: whole.count / 23) {
      files[name] = Array(whole.prefix(length))
      let error = try #require(throws: MappingError.self) { try MappingTables(files: files) }
      #expect(error.code == .malformedJSON)
      #expect(error.file == name)
    }
  }

  @Test func `a flag that is no flag is refused`() throws {
    let error = try #require(throws: MappingError.self) {
      try EmbeddedTables.replacing(
        #""legacy": true"#, by: #""legacy": "yes""#, in: "apple_health.json")
    }
    #expect(error.row.hasPrefix("code_sets["))
    #expect(error.reason == "\"legacy\" is a string and must be true or false.")
  }
}
