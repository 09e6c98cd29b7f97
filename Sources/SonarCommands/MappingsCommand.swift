import HealthRecords
import SonarArguments
import SupportedData

/// `sonar mappings check` and `sonar mappings list`.
struct MappingsCommand {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Proves the tables consistent, or names every problem.
  func check() throws -> ExitCode {
    let directory = try context.matches[SonarProgram.directory]
    let tables = try directory.map { try MappingTables.read(directory: $0) } ?? .embedded()
    let problems = MappingCheck.run(tables)
    for problem in problems { try context.streams.output.write("\(problem)\n") }
    guard problems.isEmpty else {
      context.complain("\(problems.count) problems in the mapping tables")
      return .configuration
    }
    let list = SupportList(tables)
    try context.streams.output.write(
      "record_types.json \(tables.recordTypes.version), units.json \(tables.units.version), "
        + tables.providers.map { "\($0.provider.rawValue).json \($0.version)" }.joined(
          separator: ", ")
        + ": consistent; "
        + "\(list.count(.mapped)) native types mapped, \(list.count(.unsupported)) unsupported\n")
    return .success
  }

  /// Lists native types and what becomes of them.
  func list() throws -> ExitCode {
    let tables = try context.tables()
    let list = SupportList(tables)
    switch try context.matches[SonarProgram.listFormat] {
    case "markdown": try context.streams.output.write(list.markdown(tables))
    case "json": try context.streams.output.write(bytes: list.json + [UInt8(ascii: "\n")])
    default:
      var table = TextTable(columns: SupportList.columns.map { .text($0) })
      let provider = try context.matches[SonarProgram.provider].flatMap(Provider.init(rawValue:))
      for row in provider.map(list.rows(of:)) ?? list.rows { table.append(row.cells) }
      try context.streams.output.write(table.rendered(for: context.streams.outputTerminal))
    }
    return .success
  }
}
