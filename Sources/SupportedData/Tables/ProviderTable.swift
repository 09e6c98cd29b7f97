package import HealthRecords

/// What one provider's native words mean: types, shapes, codes, metadata, and the fields of its elements.
///
/// Lookups are by the provider's own text, case-sensitive. Callers on a hot path look a text up
/// once per batch.
package struct ProviderTable: Sendable, Hashable {
  /// The version of the table, from 1: the mapping version of the records made by it.
  package let version: Int
  /// Whose words these are.
  package let provider: Provider
  /// All native types in the order of the file.
  package let types: [TypeMapping]
  /// All code sets in the order of the file.
  package let codeSets: [CodeSet]
  /// All metadata rules in the order of the file.
  package let metadataRules: [MetadataRule]
  /// What is known of the person, in the order of the file.
  package let characteristics: [CharacteristicRule]
  /// The fields of a day's summary.
  package let activitySummaryFields: [ElementField]
  /// The totals that a workout may carry as attributes.
  package let workoutTotals: [ElementField]
  /// The code set of workout activities; nil where the provider has none.
  package let workoutActivitySet: String?
  /// The code set of workout events; nil where the provider has none.
  package let workoutEventSet: String?

  /// Where every record keeps its time, identity and source; a shape's own come before these.
  package let record: RecordFields
  /// Native fields that are no part of what a record says: ids, times of storing, names of side files.
  package let incidental: Set<String>
  /// The shapes in which the provider's records come; empty where there is only one.
  package let shapes: [ShapeMapping]

  private let typeIndices: [String: Int]
  private let codeSetIndices: [String: Int]
  private let metadataIndices: [String: Int]
  private let characteristicIndices: [String: Int]

  /// Reads a provider's file; meaning is checked by `MappingCheck`.
  package init(json: [UInt8], file: String) throws(MappingError) {
    self = try TableRow.document(json, file: file) { (root: inout TableRow) throws(MappingError) in
      try ProviderTable(root: &root)
    }
  }

  private init(root: inout TableRow) throws(MappingError) {
    version = try root.integer("version")
    provider = try root.word("provider", Provider.self)
    workoutActivitySet = try root.optionalString("workout_activities")
    workoutEventSet = try root.optionalString("workout_events")
    types = try root.rows("types", TypeMapping.init(row:))
    codeSets = try root.rows("code_sets", CodeSet.init(row:))
    metadataRules = try root.rows("metadata", MetadataRule.init(row:))
    characteristics = try root.rows("characteristics", CharacteristicRule.init(row:))
    activitySummaryFields = try root.rows("activity_summary", ElementField.init(row:))
    workoutTotals = try root.rows("workout_totals", ElementField.init(row:))
    record = try root.row("record", RecordFields.init(row:)) ?? .empty
    incidental = Set(try root.strings("incidental"))
    shapes = try root.rows("shapes", ShapeMapping.init(row:))
    typeIndices = Self.index(types) { [$0.native] + $0.aliases }
    codeSetIndices = Self.index(codeSets) { [$0.id] }
    metadataIndices = Self.index(metadataRules) { $0.keys }
    characteristicIndices = Self.index(characteristics) { [$0.native] }
  }

  /// Indices of rows by their names; the first row of a name stays.
  private static func index<Row>(_ rows: [Row], by names: (Row) -> [String]) -> [String: Int] {
    var indices: [String: Int] = Dictionary(minimumCapacity: rows.count)
    for (index, row) in rows.enumerated() {
      for name in names(row) where indices[name] == nil { indices[name] = index }
    }
    return indices
  }

  // MARK: - Lookups

  /// The mapping of a native type by its name or an alias; nil for a type that the table does not
  /// hold.
  package func type(named native: String) -> TypeMapping? {
    typeIndices[native].map { types[$0] }
  }

  /// The mapping of a native type by the UTF-8 bytes of its name or an alias.
  package func type(named native: [UInt8]) -> TypeMapping? {
    type(named: String(decoding: native, as: UTF8.self))
  }

  /// The shape of that id; nil for none.
  package func shape(_ id: String) -> ShapeMapping? {
    shapes.first { $0.id == id }
  }

  /// The code set of that name; nil for none.
  package func codeSet(named id: String) -> CodeSet? {
    codeSetIndices[id].map { codeSets[$0] }
  }

  /// The code of a native value (its name, or its integer as text) in a set; nil where the set does
  /// not hold it.
  ///
  /// An empty text is a missing value: the set's code for that, if it has one.
  package func code(_ value: String, in set: String) -> Code? {
    codeSet(named: set)?.code(value)
  }

  /// The code of a native value given as UTF-8 bytes; see `code(_:in:)`.
  package func code(_ value: [UInt8], in set: String) -> Code? {
    code(String(decoding: value, as: UTF8.self), in: set)
  }

  /// The rule of a metadata key in any of its spellings; nil for a key that the table does not
  /// hold.
  package func metadata(key: String) -> MetadataRule? {
    metadataIndices[key].map { metadataRules[$0] }
  }

  /// The rule of a metadata key given as UTF-8 bytes.
  package func metadata(key: [UInt8]) -> MetadataRule? {
    metadata(key: String(decoding: key, as: UTF8.self))
  }

  /// What an attribute of the person means; nil for one that the table does not hold.
  package func characteristic(_ native: String) -> CharacteristicRule? {
    characteristicIndices[native].map { characteristics[$0] }
  }
}

/// One quantity that an element carries as an attribute.
package struct ElementField: Sendable, Hashable {
  /// The attribute's name.
  package let attribute: String
  /// The component of the record type that it becomes.
  package let name: String
  /// The attribute that names the unit; nil where there is none.
  package let unitAttribute: String?
  /// The provider's spelling of the unit where no attribute names it.
  package let unit: String
  /// The component's UCUM unit.
  package let canonicalUnit: String

  init(row: inout TableRow) throws(MappingError) {
    attribute = try row.string("attribute")
    name = try row.string("component")
    unitAttribute = try row.optionalString("unit_attribute")
    unit = try row.string("native_unit")
    canonicalUnit = try row.string("unit")
  }
}

/// One attribute of the person.
package struct CharacteristicRule: Sendable, Hashable {
  /// The provider's name.
  package let native: String
  /// The snake_case name.
  package let name: String
  /// The form of the value.
  package let value: MetadataValue
  /// The code set of a code.
  package let codeSet: String?
  /// Whether another value means another person.
  package let identifies: Bool
  /// Why it never comes; nil where it does.
  package let unsupported: String?

  init(row: inout TableRow) throws(MappingError) {
    native = try row.string("native")
    name = try row.string("name")
    value = try row.word("value", MetadataValue.self)
    codeSet = try row.optionalString("code_set")
    identifies = try row.flag("identifies")
    unsupported = try row.optionalString("unsupported")
  }
}
