import Foundation
import SonarCommands
import Testing

/// Samsung Health and Health Connect inputs that are cut off or hold a bad record: the rest is read, and the end says so.
@Suite struct DamagedDeviceInputs {
  /// A value that stands only in damaged records, which no message may repeat.
  private static let secret = "SECRET77"

  private static func weight(_ minute: Int, _ value: String = "61") -> String {
    "{\"recordType\":\"Weight\",\"time\":\"2024-05-01T08:0\(minute):00Z\","
      + "\"weight\":{\"inKilograms\":\(value)},\"metadata\":{\"id\":\"id\(minute)\"}}"
  }

  private static let columns =
    "start_time,time_offset,weight,update_time,create_time,deviceuuid,pkg_name,datauuid"

  private static func row(_ minute: Int, time: String = "2024-05-01 08:0", weight: String = "61.5")
    -> String
  {
    "\(time)\(minute):00.000,UTC+0100,\(weight),2024-05-02 00:00:00.000,2024-05-02 00:00:00.000,"
      + "phone,com.example.writer,u\(minute),"
  }

  private static func table(_ rows: [String]) -> String {
    "com.samsung.health.weight,6307003,1\n\(columns)\n" + rows.joined(separator: "\n") + "\n"
  }

  /// A damaged input, with what must be said of it.
  struct Damage: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var code: String
    /// The line that the report names.
    var line: UInt64
    var kept: Int
    var exit = ExitCode.inputDamaged
    var isComplete = true

    var testDescription: String { name }
  }

  private static let damages: [Damage] = [
    Damage(
      name: "broken.ndjson",
      text: [weight(1), "{\"recordType\":\(secret)}", weight(2)].joined(separator: "\n") + "\n",
      code: "json_invalid_word", line: 2, kept: 2),
    Damage(
      name: "broken.json",
      text: "[\(weight(1)),\n{\"recordType\":\(secret)},\n\(weight(2))]",
      code: "json_invalid_word", line: 2, kept: 2),
    Damage(
      name: "time.ndjson",
      text: [weight(1), weight(2).replacingOccurrences(of: "2024", with: secret)]
        .joined(separator: "\n"),
      code: "missing_date", line: 2, kept: 1, exit: .success),
    Damage(
      name: "value.json", text: "[\(weight(1)),\n\(weight(2, "\"\(secret)\""))]",
      code: "invalid_value", line: 2, kept: 1, exit: .success),
    Damage(
      name: "huge.ndjson",
      text: [weight(1), weight(2, String(repeating: "7", count: 5_000)), weight(3, "1e999")]
        .joined(separator: "\n"),
      code: "invalid_value", line: 2, kept: 1, exit: .success),
    Damage(
      name: "deep.ndjson",
      text: [
        weight(1),
        "{\"x\":" + String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
          + "}", weight(2),
      ].joined(separator: "\n"),
      code: "json_too_deep", line: 2, kept: 2),
    Damage(
      name: "open.ndjson",
      text: [weight(1), String(repeating: "[", count: 5_000), weight(2), weight(3)]
        .joined(separator: "\n"),
      code: "json_invalid_structure", line: 2, kept: 3),
    Damage(
      name: "twice.ndjson",
      text: weight(1).dropLast() + ",\"time\":\"\(secret)\"}\n" + weight(2) + "\n",
      code: "duplicate_key", line: 1, kept: 2, exit: .success),
    Damage(
      name: "fields.csv", text: table([row(1), "\(secret),1", row(2)]), code: "wrong_field_count",
      line: 4, kept: 2),
    Damage(
      name: "commas.csv",
      text: table([row(1), String(repeating: ",", count: 1_000_000), row(2)]),
      code: "too_many_fields", line: 4, kept: 2),
    Damage(
      name: "quote.csv", text: table([row(1), "\"\(secret)," + row(2), row(3), row(4)]),
      code: "unclosed_quote", line: 4, kept: 3),
    Damage(
      name: "time.csv", text: table([row(1), row(2, time: secret), row(3)]), code: "missing_date",
      line: 4, kept: 2, exit: .success),
    Damage(
      name: "value.csv", text: table([row(1), row(2, weight: secret), row(3)]),
      code: "invalid_value", line: 4, kept: 2, exit: .success),
    Damage(
      name: "cut.ndjson", text: weight(1) + "\n" + weight(2).dropLast(7), code: "json_truncated",
      line: 2, kept: 1, isComplete: false),
    Damage(
      name: "cut.json", text: "[\(weight(1)),\n\(weight(2).dropLast(7))", code: "json_truncated",
      line: 2, kept: 1, isComplete: false),
    Damage(
      name: "cut.csv", text: String(table([row(1), row(2)]).dropLast(25)), code: "row_cut_off",
      line: 4, kept: 1, isComplete: false),
    Damage(
      name: "cut_in_the_last_cell.csv", text: String(table([row(1), row(2)]).dropLast(3)),
      code: "row_cut_off", line: 4, kept: 1, isComplete: false),
  ]

  @Test(arguments: damages)
  func `the good records are kept, and the place of the bad one is named`(
    _ damage: Damage
  ) throws {
    let place = try Workplace()
    let path = try place.file(damage.name, damage.text)
    let inspected = try place.sonar("inspect", path, "--json")
    let imported = try place.sonar("import", path, "--into", place.path("a.db"), "--json")
    #expect(try inspected.report().inputs == imported.report().inputs)
    for run in [inspected, imported] {
      let input = try place.onlyInput(run)
      #expect(run.code == damage.exit)
      #expect(input.balances && input.outcomes.inserted == damage.kept)
      #expect(input.complete == damage.isComplete)
      let found = try #require(input.diagnostics.first { $0.code == damage.code })
      #expect(found.first?.member == damage.name && found.first?.line == damage.line)
      #expect(!run.output.contains(Self.secret) && !run.errors.contains(Self.secret))
    }
    let lines = try place.records(of: "a.db").split(separator: "\n")
    #expect(lines.count == damage.kept)
    #expect(!lines.contains { $0.contains(Self.secret) })
  }

  /// The three samples of another kind, each cut at many places.
  @Test(arguments: [
    ("samsung_health/heart_rate.csv", []), ("samsung_health/export.zip", []),
    ("health_connect/records.zip", []), ("health_connect/changes.json", []),
    ("health_connect/weight.open_wearables.json", []),
    ("health_connect/weight.flutter.json", ["--timezone", "UTC"]),
    ("health_connect/weight.webhook.json", []),
  ])
  func `an input cut off anywhere ends in a balanced report and no value that was not there`(
    file: String, words: [String]
  ) throws {
    let place = try Workplace()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: DeviceSample.path(file))))
    let name = String(file.split(separator: "/")[1])
    let whole = try place.sonar(["inspect", DeviceSample.path(file), "--json"] + words)
    let most = try place.onlyInput(whole)
    let cuts = Set((0..<24).map { $0 * (bytes.count - 2) / 23 }).sorted()
    for end in cuts {
      let path = try place.file(name, Array(bytes.prefix(end)))
      let run = try place.sonar(["inspect", path, "--json"] + words)
      let input = try place.onlyInput(run)
      #expect(run.code == .inputDamaged, "cut at \(end)")
      #expect(input.balances && input.recordsRead <= most.recordsRead, "cut at \(end)")
      #expect(input.diagnostics.contains { $0.severity == "error" }, "cut at \(end)")
    }
  }

  @Test func `records behind the cut are added by the whole input, and the store is the same`()
    throws
  {
    let place = try Workplace()
    for file in ["samsung_health/export.zip", "health_connect/records.zip"] {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: DeviceSample.path(file))))
      for part in [3, 5, 9] {
        let cut = try place.file("cut.zip", Array(bytes.prefix(bytes.count * part / 10)))
        let store = "\(part)\(bytes.count).db"
        let run = try place.sonar("import", cut, "--into", place.path(store), "--json")
        #expect(run.code == .inputDamaged)
        #expect(try run.report().inputs.first?.balances == true)
        _ = try place.imported(DeviceSample.path(file), into: store)
        _ = try place.imported(DeviceSample.path(file), into: "whole\(bytes.count).db")
        let records = try place.records(of: "whole\(bytes.count).db")
        #expect(try difference(place.records(of: store), records) == [], "\(file), \(part)/10")
      }
    }
  }
}

/// Files whose names promise what they do not hold.
@Suite struct ForeignDeviceInputs {
  private static let garbage: [UInt8] = (0..<20_000).map {
    UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3)
  }

  private static func check(_ run: Ended, _ codes: [String], _ place: Workplace) throws {
    #expect(run.code == .inputDamaged)
    let input = try place.onlyInput(run)
    #expect(input.codes == codes)
    #expect(!input.complete && input.recordsRead == 0 && input.byType.isEmpty)
    #expect(run.errors.hasPrefix("sonar: "))
    // A message says what to give or to do.
    let remedies = ["give", "Give", "export", "copy", "save", "look at"]
    #expect(remedies.contains { run.errors.contains($0) }, "\(run.errors)")
  }

  @Test(arguments: ["a.json", "a.ndjson", "a.csv", "a.db", "a.zip"])
  func `no bytes and random bytes are refused whatever their name`(_ name: String) throws {
    let place = try Workplace()
    let none = try place.file(name, [UInt8]())
    try Self.check(try place.sonar("inspect", none, "--json"), ["input_empty"], place)
    let random = try place.file(name, Self.garbage)
    for words in [["inspect"], ["import", "--into", place.path("store.db")]] {
      try Self.check(
        try place.sonar(words + [random, "--json"]), ["unrecognized_format"], place)
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("store.db")))
  }

  @Test(arguments: [
    ("deep.json", String(repeating: "[", count: 1_000_000), "not_json"),
    (
      "nested.json",
      String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000),
      "not_json"
    ),
    ("other.json", "{\"name\":\"sonar\",\"lockfileVersion\":3,\"packages\":{}}", "unknown_shape"),
    (
      "semicolons.csv",
      "com.samsung.health.weight;6307003;1\nstart_time;weight;datauuid\n"
        + "2024-05-01 08:00:00.000;61,5;u1\n", "semicolon_separated"
    ),
    ("utf16.csv", "\u{FEFF}", "unrecognized_format"),
  ])
  func `text that is no export is refused by name`(
    name: String, text: String, code: String
  ) throws {
    let place = try Workplace()
    let path = try place.file(name, text)
    try Self.check(try place.sonar("inspect", path, "--json"), [code], place)
  }

  @Test(arguments: [0.02, 0.5, 0.9])
  func `a backup cut off is refused or read as far as it goes, never trusted`(
    part: Double
  ) throws {
    let place = try Workplace()
    // The magic of SQLite and a header that promises more pages than there are.
    var bytes = Array("SQLite format 3\u{0}".utf8) + [16, 0, 1, 1, 0, 64, 32, 32]
    bytes += [UInt8](repeating: 0, count: Int(part * 8_192))
    let run = try place.sonar("inspect", try place.file("cut.db", bytes), "--json")
    let input = try place.onlyInput(run)
    #expect(run.code == .inputDamaged)
    #expect(!input.complete && input.balances && input.recordsRead == 0)
  }

  @Test func `bad inputs of every provider do not keep the good ones out`() throws {
    let place = try Workplace()
    let good = ["samsung_health/heart_rate.csv", "health_connect/weight.tasker.json"]
      .map(DeviceSample.path)
    let bad = [
      try place.file("a.json", Self.garbage), try place.file("b.csv", "a;b;c\n"),
      place.path("missing.db"),
    ]
    let run = try place.sonar(
      ["import", bad[0], good[0], bad[1], good[1], bad[2], "--into", place.path("a.db"), "--json"])
    let inputs = try run.report().inputs
    #expect(run.code == .inputDamaged)
    #expect(inputs.map { $0.recordsRead > 0 } == [false, true, false, true, false])
    #expect(inputs.allSatisfy { $0.balances })
  }
}
