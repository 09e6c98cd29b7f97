import SonarArguments

/// The command line of `sonar`: what parsing, help, completions and the manual page are made from.
enum SonarProgram {
  /// The version, for `--version` and the manual page.
  static let version = "0.1.0"

  static let inputs = Positional<[String]>(
    .file("INPUT"),
    help:
      "An export of Apple Health, Health Connect or Samsung Health: its zip, a file of it, the unpacked folder, or - for standard input."
  )
  static let into = Option<String>(
    "into", .file("FILE"), help: "The store to write; created when it does not exist.")
  static let timezone = Option<String?>(
    "timezone", .text("ZONE"),
    help:
      "The zone of local days, such as Europe/Paris, kept in the store; a timeline is ZONE,DATE=ZONE,…"
  )
  static let localTimezone = Option<String?>(
    "timezone", .text("ZONE"),
    help:
      "The zone of times that a file writes without one, such as Europe/Paris; a timeline is ZONE,DATE=ZONE,…"
  )
  static let assumedType = Option<String?>(
    "assume-type", .text("TYPE"),
    help:
      "The type of Health Connect records that do not say it and whose fields fit several, such as ActiveCaloriesBurned."
  )
  static let snapshot = Flag(
    "snapshot", help: "Take the export as complete: stored records that it lacks are deleted.")
  static let force = Flag(
    "force",
    help: "Let a snapshot delete more than 5 % of a type, and keep records of a renamed source.")
  static let aliases = Option<[Assignment]>(
    "alias", .assignment("OLD=NEW"),
    help:
      "A source that was renamed: records of NEW get the ids they had under OLD; kept in the store."
  )
  static let samePerson = Flag(
    "same-person", help: "Accept an export with another date of birth than the store's.")
  static let strict = Flag("strict", help: "Exit with 1 when a record was rejected.")
  static let lanes = Option<Int>(
    "lanes", .integer("N", in: 1...64), default: 2,
    help: "Parser threads; 1 switches every fast lane off.")
  static let mappings = Option<String?>(
    "mappings", .directory("DIR"), help: "Mapping tables that replace the embedded ones.")
  static let json = Flag("json", help: "Print the report as one JSON object.")
  static let quiet = Flag("quiet", short: "q", help: "Print no progress and no table.")

  static let store = Positional<String>(.file("STORE"), help: "A store that import wrote.")
  static let exportFormat = Option<String>(
    "format", .word("FORMAT", of: ["ndjson", "csv"]), default: "ndjson",
    help: "Canonical NDJSON by id, or CSV with one row per record by type and start.")
  static let types = Option<[String]>(
    "type", .text("TYPE"), help: "Only records of this record type; may be repeated.")
  static let from = Option<String?>(
    "from", .text("DATE"), help: "Only records that start on this day or later (yyyy-MM-dd, UTC).")
  static let to = Option<String?>(
    "to", .text("DATE"),
    help: "Only records that start before the end of this day (yyyy-MM-dd, UTC).")

  static let localDates = Flag(
    "local-dates",
    help:
      "Add local_date, the day where the record was made, and local_date_basis, what it rests on.")
  static let exportTimezone = Option<String?>(
    "timezone", .text("ZONE"),
    help: "With --local-dates, the zone or timeline to take instead of the store's; it is not kept."
  )

  static let dictionary = Flag(
    "dictionary", help: "Print what each column or key of the format holds, and no records.")

  static let directory = Positional<String?>(
    .directory("DIR"), help: "The folder of the tables; the embedded ones by default.")
  static let provider = Option<String?>(
    "provider", .word("PROVIDER", of: ["apple_health", "health_connect", "samsung_health"]),
    help: "Only this provider's types, in the list.")
  static let listFormat = Option<String>(
    "format", .word("FORMAT", of: ["table", "markdown", "json"]), default: "table",
    help: "A table, the documentation page, or JSON.")

  static let years = Option<Int>(
    "years", .integer("N", in: 1...40), default: 2, help: "How many years of records.")
  static let sampleProvider = Option<String>(
    "provider", .word("PROVIDER", of: ["apple_health", "health_connect", "samsung_health"]),
    default: "apple_health", help: "Whose export to write.")
  static let sampleDays = Option<Int?>(
    "days", .integer("N", in: 1...14_600), help: "How many days of records instead of --years.")
  static let megabytes = Option<Int?>(
    "megabytes", .integer("N", in: 1...100_000),
    help: "The size instead of --years: of export.xml, of the dump, or of all files together.")
  static let sampleForm = Option<String>(
    "form", .word("FORM", of: ["ndjson", "array", "envelope"]), default: "ndjson",
    help: "health_connect: one record a line, one array, or an object that holds it.")
  static let heartRateAlone = Flag(
    "heart-rate-alone",
    help: "samsung_health: only the table of heart rate, as one CSV, instead of the export.")
  static let seed = Option<Int>(
    "seed", .integer("N", in: 0...Int.max), default: 1, help: "Equal seeds give equal bytes.")
  static let sampleInto = Option<String>(
    "into", .directory("DIR"), help: "The folder to write to; created when it does not exist.")
  static let plain = Flag("plain", help: "Write the unpacked files instead of export.zip.")
  static let committed = Flag(
    "committed", help: "Write the samples that the repository keeps, instead of one new export.")

  static let shell = Positional<Shell>(.choice("SHELL"), help: "bash, zsh or fish.")

  /// The whole command line.
  static let program = Program(
    Command(
      "sonar", summary: "Import device health exports into one normalized, deduplicated store.",
      subcommands: [
        importCommand, inspectCommand, dailyCommand, checkCommand, exportCommand, mappingsCommand,
        sampleCommand, completionsCommand, manualCommand,
      ]),
    version: version, date: "November 30, 2026",
    environment: [
      EnvironmentNote("NO_COLOR", meaning: "When set, nothing is styled."),
      EnvironmentNote("TMPDIR", meaning: "Where streamed archives are kept while they are read."),
    ])
}
