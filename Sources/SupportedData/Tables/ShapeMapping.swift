/// How one shape of a provider's records differs from the others: names, units, numbers.
package struct ShapeMapping: Sendable, Hashable {
  /// The id that a reader gives to batches of the shape.
  package let id: String
  /// Where it keeps what every record says.
  package let record: RecordFields
  /// Members whose fields count as the record's own; `$type` stands for the type word.
  package let inside: [String]
  /// Whether the shape writes all names in snake_case.
  package let isSnakeCase: Bool
  /// The numbering of its codes: a code set of that suffix is taken before the plain one.
  package let numbering: String?
  /// The names of units in unit objects and in fields named after their unit, the best first.
  package let unitKeys: [UnitKey]
  /// The UCUM units of bare numbers, by dimension, where they are not those of the rules.
  package let bareUnits: [String: String]
  /// Where a record's value stands in a shape that writes it under one name for all types.
  package let valuePaths: [String]
  /// Fields that declare the unit of the value at `valuePaths`, or of a quantity beside them.
  package let unitPaths: [String]
  /// Native fields of every record that other fields give back.
  package let redundant: [String]
  /// Fields of the envelope that say when the file was written, the best first.
  package let writtenAt: [String]
  /// Numbers that mean that there is no value.
  package let absent: [String]
  /// The type words of the shape.
  package let types: [ShapeType]
  /// Whether records may come without a type word, which their fields then tell.
  package let infersTypes: Bool
  /// Native types that are assumed where the fields of a record fit them and others: the others are hardly ever met.
  package let assumedTypes: [String]
  /// Why the shape is not proved by real data; nil where it is.
  package let unverified: String?

  init(row: inout TableRow) throws(MappingError) {
    id = try row.string("id")
    record = try row.row("record", RecordFields.init(row:)) ?? .empty
    inside = try row.strings("inside")
    isSnakeCase = try row.flag("snake_case")
    numbering = try row.optionalString("numbering")
    unitKeys = try row.rows("unit_keys", UnitKey.init(row:))
    let bare = try row.rows("bare_units") { (row: inout TableRow) throws(MappingError) in
      (try row.string("dimension"), try row.string("unit"))
    }
    bareUnits = Dictionary(bare, uniquingKeysWith: { first, _ in first })
    valuePaths = try row.strings("value_at")
    unitPaths = try row.strings("unit_at")
    redundant = try row.strings("redundant")
    writtenAt = try row.strings("written_at")
    absent = try row.strings("absent")
    types = try row.rows("types", ShapeType.init(row:))
    infersTypes = try row.flag("infers_types")
    assumedTypes = try row.strings("assumed_types")
    unverified = try row.optionalString("unverified")
  }
}

/// A name that stands for a unit: `inKilograms`, `kilograms`, `kg`.
package struct UnitKey: Sendable, Hashable {
  /// The name.
  package let key: String
  /// The UCUM unit.
  package let unit: String

  init(row: inout TableRow) throws(MappingError) {
    key = try row.string("key")
    unit = try row.string("unit")
  }
}

/// What one type word of a shape means.
package struct ShapeType: Sendable, Hashable {
  /// The words, as written.
  package let words: [String]
  /// The native type.
  package let type: String
  /// The component or column that a row of this word holds, where it is a flattened part of a record.
  package let part: String?
  /// Values of a code that the word itself says, by the names of rules: `SLEEP_DEEP`.
  package let code: String?
  /// The UCUM unit of its numbers, whatever unit is declared beside them.
  package let unit: String?
  /// Rules that replace or add to those of the type.
  package let fields: [FieldRule]
  /// What stands elsewhere than in the shape's other types.
  package let record: RecordFields

  init(row: inout TableRow) throws(MappingError) {
    words = try row.strings("words")
    type = try row.string("type")
    part = try row.optionalString("part")
    code = try row.optionalString("code")
    unit = try row.optionalString("unit")
    fields = try row.rows("fields", FieldRule.init(row:))
    record = try row.row("record", RecordFields.init(row:)) ?? .empty
  }
}
