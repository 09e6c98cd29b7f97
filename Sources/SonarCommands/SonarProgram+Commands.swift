import SonarArguments

extension SonarProgram {
  static let importCommand = Command(
    "import", summary: "Import exports into a store.",
    notes: CommandNotes(
      discussion: """
        Reads every input, normalizes it and merges it into the store. Every record ends in a counted outcome. Importing \
        the same input again changes nothing. A run that was killed goes on where it stopped when it is repeated.
        """,
      examples: [
        Example("sonar import export.zip --into health.db", meaning: "Import one export."),
        Example(
          "sonar import january.zip june.zip --into health.db --timezone Europe/Paris",
          meaning: "Import two exports; days are those of Paris."),
        Example(
          "sonar import export.zip --into health.db --json --quiet",
          meaning: "Print the report for a program."),
      ],
      exitCodes: ExitCode.notes(
        .success, .rejectedRecords, .usage, .inputDamaged, .cannotCreate, .inputOutput, .temporary,
        .noPermission, .configuration)),
    arguments: [
      inputs, into, timezone, assumedType, snapshot, force, aliases, samePerson, strict, lanes,
      mappings, json, quiet,
    ])

  static let inspectCommand = Command(
    "inspect", summary: "Show what an import would do; writes nothing.",
    notes: CommandNotes(
      discussion: "The same accounting as an import into an empty store.",
      examples: [Example("sonar inspect export.zip", meaning: "Account for every record.")],
      exitCodes: ExitCode.notes(
        .success, .rejectedRecords, .usage, .inputDamaged, .inputOutput, .noPermission,
        .configuration)),
    arguments: [inputs, localTimezone, assumedType, strict, lanes, mappings, json, quiet])

  static let exportCommand = Command(
    "export", summary: "Write a store's records to standard output.",
    notes: CommandNotes(
      discussion: """
        NDJSON lines are canonical: sorted by id, keys in fixed order. The same inputs give the same bytes, whatever the \
        order in which they were imported. CSV rows come by the name of the type, then start, then id: they are the same \
        bytes for any order too.

        The store is read as it is when the command starts, and not changed. The file and its folder need not be \
        writable. An import may run meanwhile, unless it is the store's first.

        A local date is the day on which a record starts, computed when it is written: by the zone in the record \
        (basis record), else by the zone of import --timezone (setting), else by the offset of the export file, which \
        is a guess (assumed). Records of a civil day keep it (date).
        """,
      examples: [
        Example("sonar export health.db > health.ndjson", meaning: "Everything."),
        Example(
          "sonar export health.db --format csv --type heart_rate --from 2024-01-01",
          meaning: "One type since a day."),
        Example(
          "sonar export health.db --local-dates --timezone Europe/Paris",
          meaning: "With the days of Paris, whatever the store's setting."),
        Example(
          "sonar export health.db --format csv --dictionary",
          meaning: "What the columns hold."),
      ],
      exitCodes: ExitCode.notes(
        .success, .usage, .inputDamaged, .inputOutput, .temporary, .noPermission, .configuration)),
    arguments: [store, exportFormat, types, from, to, localDates, exportTimezone, dictionary])

  static let mappingsCommand = Command(
    "mappings", summary: "Look at the tables that give native types their meaning.",
    subcommands: [
      Command(
        "check", summary: "Prove that the tables are consistent.",
        notes: CommandNotes(exitCodes: ExitCode.notes(.success, .usage, .configuration)),
        arguments: [directory]),
      Command(
        "list", summary: "List native types and what becomes of them.",
        arguments: [provider, listFormat, mappings]),
    ])

  static let sampleCommand = Command(
    "sample", summary: "Write a synthetic export with its expected counts.",
    notes: CommandNotes(
      discussion:
        "Equal options give equal bytes. The counts are in expected.json beside the export.",
      examples: [
        Example(
          "sonar sample --provider apple_health --years 2 --seed 1 --into samples",
          meaning: "Two years of a phone and a watch."),
        Example(
          "sonar sample --provider samsung_health --megabytes 500 --into samples",
          meaning: "A zip whose files are half a gigabyte unpacked."),
        Example(
          "sonar sample --provider health_connect --megabytes 2000 --form array --plain --into out",
          meaning: "One array of two gigabytes."),
      ],
      exitCodes: ExitCode.notes(.success, .usage, .cannotCreate, .inputOutput)),
    arguments: [
      sampleProvider, years, sampleDays, megabytes, sampleForm, heartRateAlone, seed, sampleInto,
      plain, committed,
    ])

  static let completionsCommand = Command(
    "completions", summary: "Print a completion script for a shell.", arguments: [shell])

  static let manualCommand = Command(
    "man", summary: "Print the manual page (mdoc).", arguments: [])
}
