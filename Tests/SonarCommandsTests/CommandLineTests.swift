import Foundation
import SonarArguments
import Testing

@testable import SonarCommands

/// The command line itself: what it refuses, and what it says about itself.
@Suite struct CommandLines {
  private static func good(_ place: Workplace) throws -> String {
    try place.file("good.xml", HandmadeExport(elements: HandmadeExport.heartRates(0..<2)).xml)
  }

  @Test func `the program is declared without faults`() {
    #expect(SonarProgram.program.problems.isEmpty)
  }

  @Test(
    arguments: [
      ([], "needs a command"), (["imprt"], "Did you mean 'import'?"), (["import"], "--into FILE"),
      (["import", "a.zip"], "--into"), (["inspect"], "INPUT"), (["export"], "STORE"),
      (["inspect", "a.zip", "--lanes", "0"], "1 to 64"),
      (["inspect", "a.zip", "--lanes", "many"], "--lanes"),
      (["import", "a.zip", "--into", "a.db", "--alias", "no"], "--alias"),
      (["export", "a.db", "--format", "xml"], "ndjson"),
      (["export", "a.db", "--from", "2024-02-30"], "2024-02-30"),
      (["export", "a.db", "--to", "yesterday"], "yesterday"),
      (["export", "a.db", "--timezone", "UTC"], "--local-dates"),
      (["export", "a.db", "--local-dates", "--timezone", "Mars/Base"], "IANA"),
      (["completions", "tcsh"], "bash"), (["inspect", "a.zip", "--color"], "--color"),
    ] as [([String], String)])
  func `what cannot be understood is refused with a hint`(words: [String], hint: String) throws {
    let run = try Workplace().sonar(words)
    #expect(run.code == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  @Test(arguments: ["Mars/Base", "", "Europe/Paris,2024-03-01=Mars/Base", "2024-03-01=UTC"])
  func `an unknown zone is refused before a store is made`(zone: String) throws {
    let place = try Workplace()
    let store = place.path("store.db")
    let run = try place.sonar("import", try Self.good(place), "--into", store, "--timezone", zone)
    #expect(run.code == .usage)
    #expect(run.errors.contains("--timezone"))
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func `a store that cannot be made, or is none, has its own exit code`() throws {
    let place = try Workplace()
    let good = try Self.good(place)
    let nowhere = try place.sonar("import", good, "--into", place.path("no/folder/store.db"))
    #expect(nowhere.code == .cannotCreate)
    #expect(nowhere.errors.contains("folder"))
    let before = try place.bytes("good.xml")
    #expect(try place.sonar("import", good, "--into", good).code == .inputDamaged)
    #expect(try place.bytes("good.xml") == before)
    for words in [["export", good], ["export", place.path("missing.db")]] {
      let run = try place.sonar(words)
      #expect(run.code == .inputDamaged && run.output.isEmpty && run.errors.hasPrefix("sonar: "))
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("missing.db")))
  }

  @Test func `a database of another program is left as it is`() throws {
    let place = try Workplace()
    let good = try Self.good(place)
    _ = try place.imported(good, into: "other.db")
    var bytes = try place.bytes("other.db")
    // The application's number, by which SQLite files are told apart.
    bytes[68] ^= 0xFF
    let foreign = try place.file("other.db", bytes)
    let run = try place.sonar("import", good, "--into", foreign)
    #expect(run.code == .inputDamaged)
    #expect(run.errors.contains("another program"))
    #expect(try place.bytes("other.db") == bytes)
  }

  @Test func `broken mapping tables end every command that needs them`() throws {
    let place = try Workplace()
    for name in ["record_types", "units", "apple_health"] {
      try place.file("bad/\(name).json", "{")
    }
    let (good, bad) = (try Self.good(place), place.path("bad"))
    let runs = [
      ["inspect", good, "--mappings", bad], ["mappings", "check", bad],
      ["import", good, "--into", place.path("a.db"), "--mappings", bad],
      ["mappings", "list", "--mappings", place.path("absent")],
    ]
    for words in runs {
      let run = try place.sonar(words)
      #expect(run.code == .configuration, "\(words)")
      #expect(
        run.output.isEmpty && run.errors.contains(words.last == bad ? ".json" : "folder"),
        "\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("a.db")))
  }

  @Test func `the embedded tables are consistent and listed`() throws {
    let place = try Workplace()
    let check = try place.sonar("mappings", "check")
    #expect(check.code == .success && check.output.contains("consistent"))
    for format in ["table", "markdown", "json"] {
      let list = try place.sonar("mappings", "list", "--format", format)
      #expect(list.code == .success)
      #expect(list.output.contains("HKQuantityTypeIdentifierHeartRate"))
    }
  }

  @Test func `help, version, completions and the manual are printed`() throws {
    let place = try Workplace()
    #expect(try place.sonar("--version").output == "sonar 0.1.0\n")
    let commands = [
      "import", "inspect", "daily", "check", "export", "mappings", "sample", "completions", "man",
    ]
    for words in [["--help"], ["help"]] {
      let help = try place.sonar(words)
      #expect(help.code == .success)
      #expect(commands.allSatisfy { help.output.contains($0) })
    }
    for command in commands {
      let help = try place.sonar(command, "--help")
      #expect(help.code == .success && help.errors.isEmpty)
      #expect(help.output.contains("sonar \(command)"))
    }
    for shell in ["bash", "zsh", "fish"] {
      let script = try place.sonar("completions", shell)
      #expect(script.code == .success && script.output.contains("snapshot"))
    }
    let manual = try place.sonar("man")
    #expect(manual.code == .success && manual.output.hasPrefix(".Dd November 30, 2026"))
  }

  @Test func `a generated sample imports as its counts say`() throws {
    let place = try Workplace()
    let words = ["sample", "--years", "1", "--seed", "3", "--into", place.path("s"), "--committed"]
    #expect(try place.sonar(words).code == .success)
    let committed = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../samples/apple_health/export.zip").standardized
    #expect(try place.bytes("s/export.zip") == Array(Data(contentsOf: committed)))
    let file = try place.file("file", "no folder")
    #expect(try place.sonar("sample", "--into", file + "/s").code == .cannotCreate)
  }
}
