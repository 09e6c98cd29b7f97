import HealthRecords

/// One contradiction in the tables.
package struct MappingProblem: Sendable, Hashable, CustomStringConvertible {
  /// What kind of contradiction.
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// A version is below 1.
    case invalidVersion = "invalid_version"
    /// A name is not snake_case.
    case invalidName = "invalid_name"
    /// An id, a UCUM code, a component or a field is there twice.
    case duplicateID = "duplicate_id"
    /// A native type, value or metadata key is there twice.
    case duplicateNative = "duplicate_native"
    /// A spelling is there twice.
    case duplicateSpelling = "duplicate_spelling"
    /// An integer of a code set has two names in use, or a legacy name without one in use.
    case duplicateNumber = "duplicate_number"
    /// A unit is not in units.json.
    case unknownUnit = "unknown_unit"
    /// A dimension is not in units.json.
    case unknownDimension = "unknown_dimension"
    /// A record type is not in record_types.json.
    case unknownRecordType = "unknown_record_type"
    /// A component is not one of the record type's.
    case unknownComponent = "unknown_component"
    /// A code set is not in the provider's table.
    case unknownCodeSet = "unknown_code_set"
    /// A shape's type is no type of the table.
    case unknownType = "unknown_type"
    /// A code is not in its own set.
    case unknownCode = "unknown_code"
    /// Two units that must convert have different dimensions.
    case dimensionMismatch = "dimension_mismatch"
    /// A native kind cannot become the record type's kind of value.
    case kindMismatch = "kind_mismatch"
    /// A ratio is not positive, or the base unit is not its own base.
    case invalidFactor = "invalid_factor"
    /// A LOINC code has a wrong check digit or no such form.
    case invalidLOINC = "invalid_loinc"
    /// The lower plausible bound is not below the upper one.
    case invalidRange = "invalid_range"
    /// A row lacks what its kind needs, or has what its kind cannot have.
    case incomplete = "incomplete"
  }

  /// What kind of contradiction.
  package let code: Code
  /// The table's file name.
  package let file: String
  /// The row, by its name.
  package let row: String
  /// What is wrong, a sentence.
  package let message: String

  /// `file: row: message`.
  package var description: String { "\(file): \(row): \(message)" }
}

/// Proves that the tables agree with themselves and with each other.
package struct MappingCheck {
  let tables: MappingTables
  private(set) var problems: [MappingProblem] = []

  /// All problems, in the order of the files and their rows; empty for tables that agree.
  package static func run(_ tables: MappingTables) -> [MappingProblem] {
    var check = MappingCheck(tables: tables)
    check.checkUnits()
    check.checkRecordTypes()
    for table in tables.providers { check.check(table) }
    check.checkConsolidation()
    return check.problems
  }

  private init(tables: MappingTables) {
    self.tables = tables
  }

  /// Adds a problem.
  mutating func report(
    _ code: MappingProblem.Code, _ file: String, _ row: String, _ message: String
  ) {
    problems.append(MappingProblem(code: code, file: file, row: row, message: message))
  }

  /// Reports names that come more than once.
  mutating func checkUnique(
    _ names: [String], _ code: MappingProblem.Code, _ file: String, in row: String? = nil
  ) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      report(code, file, row ?? name, "\"\(name)\" is there twice.")
    }
  }

  /// Reports a name that is not snake_case.
  mutating func checkName(_ name: String, _ file: String, _ row: String) {
    guard !Self.isSnakeCase(name) else { return }
    report(.invalidName, file, row, "\"\(name)\" is not snake_case.")
  }

  /// Reports a version below 1.
  mutating func checkVersion(_ version: Int, _ file: String) {
    guard version < 1 else { return }
    report(.invalidVersion, file, "version", "The version must be 1 or more.")
  }

  // MARK: - Rules

  /// Whether a name is lower-case words and digits joined by single underscores, beginning with a
  /// letter.
  static func isSnakeCase(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 97, first <= 122, name.utf8.last != 95,
      !name.contains("__")
    else { return false }
    return name.utf8.allSatisfy { ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 95 }
  }

  /// Whether a path is names of ASCII letters joined by single points.
  static func isMemberPath(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy { ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122) }
    }
  }

  /// Whether a code has LOINC's form, digits, a hyphen and a check digit, and the check digit is
  /// right.
  ///
  /// The check digit is modulo 10: from the right every second digit, beginning with the last one,
  /// counts double, with the digits of the product added up.
  static func isLOINC(_ code: String) -> Bool {
    let bytes = Array(code.utf8)
    guard bytes.count >= 3, bytes.count <= 9, bytes[bytes.count - 2] == UInt8(ascii: "-"),
      bytes.dropLast(2).allSatisfy({ $0 >= 48 && $0 <= 57 })
    else { return false }
    var sum = 0
    for (index, byte) in bytes.dropLast(2).reversed().enumerated() {
      let digit = Int(byte) - 48
      let weighted = index % 2 == 0 ? digit * 2 : digit
      sum += weighted > 9 ? weighted - 9 : weighted
    }
    return Int(bytes[bytes.count - 1]) - 48 == (10 - sum % 10) % 10
  }
}

// MARK: - units.json

extension MappingCheck {
  private static let unitsFile = "units.json"

  /// Dimensions have a base, units a dimension and a ratio, spellings a unit.
  mutating func checkUnits() {
    let (table, file) = (tables.units, Self.unitsFile)
    checkVersion(table.version, file)
    checkUnique(table.dimensions.map(\.id), .duplicateID, file)
    checkUnique(table.units.map(\.ucum), .duplicateID, file)
    for dimension in table.dimensions { check(dimension) }
    for unit in table.units { check(unit) }
    for provider in Provider.allCases {
      let spellings = table.spellings.filter { $0.provider == provider }
      checkUnique(spellings.map(\.text), .duplicateSpelling, file)
      for spelling in spellings { check(spelling) }
    }
  }

  private mutating func check(_ dimension: DimensionDefinition) {
    let (file, row) = (Self.unitsFile, dimension.id)
    checkName(dimension.id, file, row)
    guard let base = tables.units.unit(ucum: dimension.base) else {
      return report(.unknownUnit, file, row, "The base \"\(dimension.base)\" is no unit.")
    }
    guard base.dimension == dimension.id else {
      return report(
        .dimensionMismatch, file, row, "The base \"\(base.ucum)\" is of another dimension.")
    }
    guard base.multiplier != 1 || base.divisor != 1 || base.offset != 0 else { return }
    report(.invalidFactor, file, row, "The base \"\(base.ucum)\" must have factor 1 and offset 0.")
  }

  private mutating func check(_ unit: UnitDefinition) {
    if !tables.units.dimensions.contains(where: { $0.id == unit.dimension }) {
      report(
        .unknownDimension, Self.unitsFile, unit.ucum, "\"\(unit.dimension)\" is no dimension.")
    }
    guard unit.multiplier <= 0 || unit.divisor <= 0 else { return }
    report(.invalidFactor, Self.unitsFile, unit.ucum, "Factor and divisor must be positive.")
  }

  private mutating func check(_ spelling: UnitSpelling) {
    if tables.units.unit(ucum: spelling.ucum) == nil {
      report(.unknownUnit, Self.unitsFile, spelling.text, "\"\(spelling.ucum)\" is no unit.")
    }
    guard spelling.scale <= 0 else { return }
    report(.invalidFactor, Self.unitsFile, spelling.text, "The scale must be positive.")
  }
}
