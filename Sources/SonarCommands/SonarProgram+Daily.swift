import SonarArguments

/// The command lines of `daily` and `check`.
extension SonarProgram {
  static let dailyTypes = Option<[String]>(
    "type", .text("TYPE"),
    help: "What to sum up, such as steps,sleep,heart_rate; all that the store has by default.")
  static let dailyFrom = Option<String?>(
    "from", .text("DATE"), help: "The first local day (yyyy-MM-dd).")
  static let dailyTo = Option<String?>(
    "to", .text("DATE"), help: "The last local day (yyyy-MM-dd).")
  static let dailyTimezone = Option<String?>(
    "timezone", .text("ZONE"),
    help:
      "The zone or timeline of records that have none, instead of the store's; it is not kept.")
  static let explain = Flag(
    "explain", help: "List every interval, whether it counts, and why.")
  static let dailyJSON = Flag("json", help: "Print one JSON object.")

  static let dailyCommand = Command(
    "daily", summary: "Show each day's steps, sleep, heart rate and more, nothing counted twice.",
    notes: CommandNotes(
      discussion: """
        Records of several apps and devices are put together: where two measured, the better one counts, a watch before \
        a phone. A platform's own total of a day comes before what its records sum up to; where it has totals and one is \
        missing, the value is an estimate and marked with ~. Sleep belongs to the day of waking.

        A day is one where the record was made: by the zone in the record, else by --timezone or the store's setting, \
        else by the offset of the export file. The store is not changed.
        """,
      examples: [
        Example(
          "sonar daily health.db --type steps,sleep --from 2024-01-01",
          meaning: "Steps and sleep since a day."),
        Example(
          "sonar daily health.db --type steps --from 2024-01-05 --to 2024-01-05 --explain",
          meaning: "Which source won each interval of a day, and why."),
      ],
      exitCodes: ExitCode.notes(
        .success, .usage, .inputDamaged, .inputOutput, .temporary, .noPermission, .configuration)),
    arguments: [
      store, dailyTypes, dailyFrom, dailyTo, dailyTimezone, explain, mappings, dailyJSON,
    ])

  static let checkCommand = Command(
    "check", summary: "Look for gaps, overlaps and doubts in a store's days.",
    notes: CommandNotes(
      discussion: """
        For each day and type: records, sources, the time that several sources measured at once, the longest time \
        without a record, the share of records whose day rests on an assumed zone, the difference between what records \
        sum up to and the platform's own total, and the records left out. Then the same for each type, with the days \
        without any record.
        """,
      examples: [
        Example("sonar check health.db --type steps", meaning: "Are all steps there, and once?")
      ],
      exitCodes: ExitCode.notes(
        .success, .usage, .inputDamaged, .inputOutput, .temporary, .noPermission, .configuration)),
    arguments: [store, dailyTypes, dailyFrom, dailyTo, dailyTimezone, mappings, dailyJSON])
}
