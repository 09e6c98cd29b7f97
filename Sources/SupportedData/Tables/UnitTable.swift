package import HealthRecords

/// The units that records and providers use, and how each becomes the base unit of its dimension.
package struct UnitTable: Sendable, Hashable {
  /// The version of the table, from 1.
  package let version: Int
  /// All dimensions in the order of the file.
  package let dimensions: [DimensionDefinition]
  /// All units in the order of the file.
  package let units: [UnitDefinition]
  /// All spellings in the order of the file, including those whose unit is not defined.
  package let spellings: [UnitSpelling]
  private let unitIndices: [String: Int]
  private let spelled: [Provider: [String: SpelledUnit]]

  /// Reads `units.json`; meaning is checked by `MappingCheck`.
  package init(json: [UInt8], file: String = "units.json") throws(MappingError) {
    (version, dimensions, units, spellings) = try TableRow.document(json, file: file) {
      (root: inout TableRow) throws(MappingError) in
      (
        try root.integer("version"),
        try root.rows("dimensions", DimensionDefinition.init(row:)),
        try root.rows("units", UnitDefinition.init(row:)),
        try Self.spellings(&root)
      )
    }
    let indices = Dictionary(
      units.enumerated().map { ($1.ucum, $0) }, uniquingKeysWith: { first, _ in first })
    var spelled: [Provider: [String: SpelledUnit]] = [:]
    for entry in spellings where spelled[entry.provider]?[entry.text] == nil {
      guard let index = indices[entry.ucum] else { continue }
      spelled[entry.provider, default: [:]][entry.text] = SpelledUnit(
        unit: units[index], scale: entry.scale)
    }
    unitIndices = indices
    self.spelled = spelled
  }

  private static func spellings(_ root: inout TableRow) throws(MappingError) -> [UnitSpelling] {
    guard var row = try root.row("spellings") else { return [] }
    var spellings: [UnitSpelling] = []
    for key in row.keys {
      guard let provider = Provider(rawValue: key) else { continue }
      spellings += try row.rows(key) { (row: inout TableRow) throws(MappingError) in
        try UnitSpelling(row: &row, provider: provider)
      }
    }
    // A provider that does not exist was left unread and is refused here.
    try row.finish()
    return spellings
  }

  /// The unit of a UCUM code; nil for one that the table does not hold.
  package func unit(ucum: String) -> UnitDefinition? {
    unitIndices[ucum].map { units[$0] }
  }

  /// The unit that a provider writes as `spelling`, case-sensitive; nil for an unknown spelling.
  package func unit(spelling: String, provider: Provider) -> SpelledUnit? {
    spelled[provider]?[spelling]
  }

  /// The unit that a provider writes as these UTF-8 bytes, case-sensitive; nil for an unknown
  /// spelling.
  package func unit(spelling: [UInt8], provider: Provider) -> SpelledUnit? {
    unit(spelling: String(decoding: spelling, as: UTF8.self), provider: provider)
  }

  /// How a number in a provider's unit becomes one in `target`; nil where the dimensions differ.
  package func conversion(from source: SpelledUnit, to target: UnitDefinition) -> UnitConversion? {
    UnitConversion(from: source, to: target)
  }

  /// How a number in `source` becomes one in `target`; nil where the dimensions differ.
  package func conversion(
    from source: UnitDefinition, to target: UnitDefinition
  ) -> UnitConversion? {
    UnitConversion(from: SpelledUnit(unit: source, scale: 1), to: target)
  }
}

/// A kind of quantity: units convert within it and never across.
package struct DimensionDefinition: Sendable, Hashable {
  /// The snake_case name.
  package let id: String
  /// The UCUM code of the base unit; it is frozen, because ids are derived from numbers in it.
  package let base: String

  init(row: inout TableRow) throws(MappingError) {
    id = try row.string("id")
    base = try row.string("base")
  }
}

/// A unit: base = multiplier × number ÷ divisor + offset.
///
/// The ratio is kept as two numbers because a division rounds once where a factor such as 0.01 has
/// been rounded before: 57 cm is 0.57 m, and not 0.5700000000000001 m.
package struct UnitDefinition: Sendable, Hashable {
  /// The UCUM code.
  package let ucum: String
  /// The name for people, in English.
  package let name: String
  /// The dimension's name.
  package let dimension: String
  /// The numerator of the ratio to the base unit.
  package let multiplier: Double
  /// The denominator of the ratio to the base unit.
  package let divisor: Double
  /// What is added after the ratio, in the base unit: the zero of a temperature scale.
  package let offset: Double

  /// The ratio to the base unit in one number, rounded.
  package var factor: Double { multiplier / divisor }

  init(row: inout TableRow) throws(MappingError) {
    ucum = try row.string("ucum")
    name = try row.string("name")
    dimension = try row.string("dimension")
    multiplier = try row.optionalNumber("factor") ?? 1
    divisor = try row.optionalNumber("divisor") ?? 1
    offset = try row.optionalNumber("offset") ?? 0
  }
}

/// One provider's way to write a unit.
package struct UnitSpelling: Sendable, Hashable {
  /// Who writes it.
  package let provider: Provider
  /// The text, case-sensitive.
  package let text: String
  /// The UCUM code of the unit.
  package let ucum: String
  /// What a number is multiplied by before it is one in the unit: 100 where a provider writes
  /// fractions as `%`.
  package let scale: Double

  init(row: inout TableRow, provider: Provider) throws(MappingError) {
    self.provider = provider
    text = try row.string("spelling")
    ucum = try row.string("ucum")
    scale = try row.optionalNumber("scale") ?? 1
  }
}

/// A unit as a provider writes it: number in the unit = scale × number as written.
package struct SpelledUnit: Sendable, Hashable {
  /// The unit.
  package let unit: UnitDefinition
  /// What the written number is multiplied by.
  package let scale: Double

  /// Creates a spelled unit.
  package init(unit: UnitDefinition, scale: Double) {
    self.unit = unit
    self.scale = scale
  }
}
