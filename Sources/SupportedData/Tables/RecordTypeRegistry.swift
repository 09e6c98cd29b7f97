package import HealthRecords

/// The registered record types: what a normalized record may be, independent of any provider.
package struct RecordTypeRegistry: Sendable, Hashable {
  /// The version of the table, from 1.
  package let version: Int
  /// All types in the order of the file.
  package let definitions: [RecordTypeDefinition]
  private let indices: [String: Int]

  /// Reads `record_types.json`; meaning is checked by `MappingCheck`.
  package init(json: [UInt8], file: String = "record_types.json") throws(MappingError) {
    (version, definitions) = try TableRow.document(json, file: file) {
      (root: inout TableRow) throws(MappingError) in
      (
        try root.integer("version"),
        try root.rows("types", RecordTypeDefinition.init(row:))
      )
    }
    indices = Dictionary(
      definitions.enumerated().map { ($1.type.rawValue, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The definition of a type; nil for one that is not registered.
  package func definition(of type: RecordType) -> RecordTypeDefinition? {
    definition(named: type.rawValue)
  }

  /// The definition of the type of that name; nil for one that is not registered.
  package func definition(named name: String) -> RecordTypeDefinition? {
    indices[name].map { definitions[$0] }
  }
}

/// How the records of a type may be summarised over a span of time.
package enum Aggregation: String, Sendable, Hashable, CaseIterable {
  /// The mean of the values.
  case mean
  /// The sum of the values.
  case sum
  /// The latest value.
  case last
  /// The greatest value.
  case maximum
  /// The least value.
  case minimum
  /// Not by one number: codes, documents, levels in decibels.
  case none
}

/// The lowest and the highest value that a person or a place can have; values outside are stored
/// and flagged.
package struct PlausibleBounds: Sendable, Hashable {
  /// The lowest value, in the canonical unit.
  package var lower: Double
  /// The highest value, in the canonical unit.
  package var upper: Double

  /// Creates bounds, in any order.
  package init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Both as a range; nil where they are out of order, which `MappingCheck` reports.
  package var range: ClosedRange<Double>? { lower <= upper ? lower...upper : nil }
}

/// What is registered of one record type.
package struct RecordTypeDefinition: Sendable, Hashable {
  /// The type.
  package let type: RecordType
  /// The name for people, in English.
  package let name: String
  /// The form of its values.
  package let valueKind: ValueKind
  /// The canonical UCUM unit of a quantity; nil for other kinds.
  package let unit: String?
  /// The dimension of `unit`.
  package let dimension: String?
  /// How values are summarised.
  package let aggregation: Aggregation
  /// Values outside are implausible; nil where no limit is defensible.
  package let plausibleBounds: PlausibleBounds?
  /// LOINC codes, the preferred one first.
  package let loinc: [String]
  /// The FHIR observation category.
  package let fhirCategory: String?
  /// The Open mHealth schema, `omh:name:version`.
  package let openMHealth: String?
  /// The IEEE 1752.1 schema, `ieee:name:version`.
  package let ieee1752: String?
  /// The named quantities of a value with parts, in the order of the file.
  package let components: [ComponentDefinition]

  /// The plausible range; nil where no limit is defensible.
  package var plausible: ClosedRange<Double>? { plausibleBounds?.range }

  init(row: inout TableRow) throws(MappingError) {
    type = RecordType(rawValue: try row.string("id"))
    name = try row.string("name")
    valueKind = try row.word("value", ValueWord.self).kind
    unit = try row.optionalString("unit")
    dimension = try row.optionalString("dimension")
    aggregation = try row.word("aggregation", Aggregation.self)
    plausibleBounds = try row.bounds("plausible")
    loinc = try row.strings("loinc")
    fhirCategory = try row.optionalString("fhir_category")
    openMHealth = try row.optionalString("open_mhealth")
    ieee1752 = try row.optionalString("ieee_1752_1")
    components = try row.rows("components", ComponentDefinition.init(row:))
  }

  /// The part of that name; nil for none.
  package func component(named name: String) -> ComponentDefinition? {
    components.first { $0.id == name }
  }
}

/// One named quantity of a value with parts.
package struct ComponentDefinition: Sendable, Hashable {
  /// The snake_case name, such as `systolic`.
  package let id: String
  /// The name for people, in English.
  package let name: String
  /// The canonical UCUM unit.
  package let unit: String
  /// The dimension of `unit`.
  package let dimension: String
  /// Values outside are implausible; nil where no limit is defensible.
  package let plausibleBounds: PlausibleBounds?
  /// LOINC codes, the preferred one first.
  package let loinc: [String]

  /// The plausible range; nil where no limit is defensible.
  package var plausible: ClosedRange<Double>? { plausibleBounds?.range }

  init(row: inout TableRow) throws(MappingError) {
    id = try row.string("id")
    name = try row.string("name")
    unit = try row.string("unit")
    dimension = try row.string("dimension")
    plausibleBounds = try row.bounds("plausible")
    loinc = try row.strings("loinc")
  }
}

/// The words of `value` in record_types.json.
private enum ValueWord: String {
  case none
  case quantity
  case code
  case components
  case series
  case session
  case document

  var kind: ValueKind {
    switch self {
    case .none: .none
    case .quantity: .quantity
    case .code: .code
    case .components: .components
    case .series: .series
    case .session: .session
    case .document: .document
    }
  }
}
