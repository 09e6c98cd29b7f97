import CSonarMappings
package import HealthRecords

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// All mapping tables: immutable, made once per run and shared.
package struct MappingTables: Sendable, Hashable {
  /// The registered record types.
  package let recordTypes: RecordTypeRegistry
  /// The units and their spellings.
  package let units: UnitTable
  /// What Apple Health's words mean.
  package let appleHealth: ProviderTable
  /// What Health Connect's words mean.
  package let healthConnect: ProviderTable
  /// What Samsung Health's words mean.
  package let samsungHealth: ProviderTable
  /// How records are read together.
  package let consolidation: ConsolidationTable
  /// Equal for tables that give records their meaning from the same bytes, whatever their versions say; how records are
  /// read together changes nothing that is stored and is no part of it.
  package let fingerprint: String

  /// The file names of the tables.
  package static let fileNames = [
    "record_types.json", "units.json", "apple_health.json", "health_connect.json",
    "samsung_health.json", ConsolidationTable.fileName,
  ]
  /// A table of the project has about 80 KB; a larger file than this is none.
  package static let byteLimit = 4 << 20

  /// All provider tables.
  package var providers: [ProviderTable] { [appleHealth, healthConnect, samsungHealth] }

  /// The table of a provider; nil for one without a table.
  package func table(of provider: Provider) -> ProviderTable? {
    providers.first { $0.provider == provider }
  }

  /// The unit that a provider writes in samples of one type: the type's own spellings first, then
  /// the provider's.
  ///
  /// A body mass index of `count` is kg/m2; a number of steps of `count` is a count.
  package func unit(spelling: String, of type: TypeMapping?, provider: Provider) -> SpelledUnit? {
    if let ucum = type?.spellings[spelling] {
      return units.unit(ucum: ucum).map { SpelledUnit(unit: $0, scale: 1) }
    }
    return units.unit(spelling: spelling, provider: provider)
  }

  /// The unit in which the numbers of a native type are recorded: its component's, or its record
  /// type's.
  ///
  /// Nil for types without numbers and for types that are not mapped.
  package func canonicalUnit(of type: TypeMapping) -> UnitDefinition? {
    let definition = type.recordType.flatMap(recordTypes.definition(of:))
    let component = type.component.flatMap { definition?.component(named: $0) }
    return (component?.unit ?? definition?.unit).flatMap(units.unit(ucum:))
  }

  /// The plausible numbers of a native type, in its canonical unit; nil where no limit is
  /// defensible.
  package func plausible(of type: TypeMapping) -> ClosedRange<Double>? {
    let definition = type.recordType.flatMap(recordTypes.definition(of:))
    guard let name = type.component else { return definition?.plausible }
    return definition?.component(named: name)?.plausible
  }

  // MARK: - Loading

  /// The tables that are part of the program; read once in a process, in some ten milliseconds.
  package static func embedded() throws(MappingError) -> MappingTables { try partOfProgram.get() }

  private static let partOfProgram = Result { () throws(MappingError) -> MappingTables in
    try MappingTables(files: embeddedFiles())
  }

  /// The tables of a folder, checked; a table without a file there is the embedded one.
  ///
  /// Throws the first problem of `MappingCheck`, so that no import runs with tables that contradict
  /// themselves.
  package static func load(directory: String) throws(MappingError) -> MappingTables {
    let tables = try read(directory: directory)
    let problems = MappingCheck.run(tables)
    guard let first = problems.first else { return tables }
    throw MappingError(
      .inconsistent, TablePlace(file: first.file, row: first.row), reason: first.message,
      remedy: problems.count == 1
        ? "Correct this row." : "Correct this row and \(problems.count - 1) more problems.")
  }

  /// The tables of a folder as they are, for `MappingCheck`; a table without a file there is the
  /// embedded one.
  package static func read(directory: String) throws(MappingError) -> MappingTables {
    var files = embeddedFiles()
    for name in try tableNames(in: directory) {
      files[name] = try contents(of: name, in: directory)
    }
    return try MappingTables(files: files)
  }

  /// Reads the tables from the bytes of their files; a file that is absent is read as empty and
  /// refused.
  package init(files: [String: [UInt8]]) throws(MappingError) {
    recordTypes = try RecordTypeRegistry(json: files["record_types.json"] ?? [])
    units = try UnitTable(json: files["units.json"] ?? [])
    appleHealth = try Self.table("apple_health.json", files)
    healthConnect = try Self.table("health_connect.json", files)
    samsungHealth = try Self.table("samsung_health.json", files)
    consolidation = try ConsolidationTable(json: files[ConsolidationTable.fileName] ?? [])
    let stored = Self.fileNames.filter { $0 != ConsolidationTable.fileName }
    let hashes = stored.map { Hash128(files[$0] ?? []) }
    fingerprint = hashes.map { RecordID(high: $0.high, low: $0.low).hexadecimal }.joined()
  }

  private static func table(
    _ file: String, _ files: [String: [UInt8]]
  ) throws(MappingError) -> ProviderTable {
    try ProviderTable(json: files[file] ?? [], file: file)
  }

  /// The bytes of the embedded tables by file name.
  package static func embeddedFiles() -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for index in 0..<csonar_mapping_table_count() {
      let table = csonar_mapping_table(index)
      files[String(cString: table.name)] = Array(
        UnsafeBufferPointer(start: table.bytes, count: table.count))
    }
    return files
  }

  // MARK: - Folders

  private static func tableNames(in directory: String) throws(MappingError) -> [String] {
    let place = TablePlace(file: directory)
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw MappingError(
        .unreadable, place, reason: "The folder of mapping tables cannot be read.",
        remedy: "Give a folder that exists and that you may read.")
    }
    let names = entries.filter { $0.hasSuffix(".json") }.sorted()
    if let stranger = names.first(where: { !fileNames.contains($0) }) {
      throw MappingError(
        .unknownTable, TablePlace(file: "\(directory)/\(stranger)"),
        reason: "No table has this name.",
        remedy: "Tables are \(fileNames.joined(separator: ", ")); remove other .json files.")
    }
    guard !names.isEmpty else {
      throw MappingError(
        .unknownTable, place, reason: "The folder holds no mapping table.",
        remedy: "Put one of \(fileNames.joined(separator: ", ")) there.")
    }
    return names
  }

  private static func contents(
    of name: String, in directory: String
  ) throws(MappingError) -> [UInt8] {
    let path = "\(directory)/\(name)"
    // The size comes as UInt, or as a number object where all of Foundation is loaded; both cast to
    // UInt.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = attributes?[.size] as? UInt ?? 0
    let data = size <= byteLimit ? FileManager.default.contents(atPath: path) : Data()
    guard let data else {
      throw MappingError(
        .unreadable, TablePlace(file: path), reason: "The file cannot be read.",
        remedy: "Check its permissions.")
    }
    // A link's size is its own: the limit is for what was read, too.
    guard size <= byteLimit, data.count <= byteLimit else {
      throw MappingError(
        .tooLarge, TablePlace(file: path), reason: "The file has more than \(byteLimit) bytes.",
        remedy: "Give a mapping table.")
    }
    return Array(data)
  }
}
