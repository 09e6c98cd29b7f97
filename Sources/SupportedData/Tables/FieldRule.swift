package import HealthRecords

/// The form of one fact in a record.
package enum FieldForm: String, Sendable, Hashable, CaseIterable {
  /// A number with a unit.
  case quantity
  /// A value of a code set.
  case code
  /// Any text.
  case text
  /// A whole number without a unit.
  case integer
  /// True or false, or 1 or 0.
  case boolean
  /// A point in time, in the time form of its record.
  case instant
}

/// Where one fact stands among a record's native fields, and what it is there.
///
/// A path is the native field's own: member names joined by points. Only the unit part of a unit object
/// (`weight.inKilograms`) and the `value` of a declared one (`weight.value`) are left out of it.
package struct FieldRule: Sendable, Hashable {
  /// The snake_case name in the record: that of a component, a detail or a column.
  package let name: String
  /// Where it may stand, the best place first.
  package let paths: [String]
  /// What it is.
  package let form: FieldForm
  /// The UCUM unit of a bare number; nil for other forms.
  package let unit: String?
  /// The UCUM unit in the record; nil where that is the component's or the record type's, or else `unit`.
  package let recordedUnit: String?
  /// Fields that name the unit of a number, the best first; they are not below `paths`.
  package let unitPaths: [String]
  /// The code set of a code.
  package let codeSet: String?
  /// What a bare number is multiplied by before it is one in `unit`.
  package let scale: Double
  /// Texts that mean that there is no value; numbers are compared as numbers (`0` is `0.0`).
  package let absent: [String]

  /// Reads a rule; one without `name` is a record's value.
  init(row: inout TableRow) throws(MappingError) {
    name = try row.optionalString("name") ?? "value"
    paths = try row.strings("at")
    unit = try row.optionalString("unit")
    recordedUnit = try row.optionalString("as")
    unitPaths = try row.strings("unit_at")
    codeSet = try row.optionalString("codes")
    scale = try row.optionalNumber("scale") ?? 1
    absent = try row.strings("absent")
    let form = try row.optionalWord("form", FieldForm.self)
    self.form = form ?? (codeSet != nil ? .code : unit != nil ? .quantity : .text)
  }
}

/// What elements of an array become.
package enum PartForm: String, Sendable, Hashable, CaseIterable {
  /// An object with a time of its own each: `{"stages":[{"start":…,"end":…,"stage":"light"},…]}`.
  case list
  /// Packed columns beside their instants: a route, live data.
  case columns
  /// The samples of the record's own quantity.
  case series
  /// Nothing: they stay in the export and are no part of the record, not even of its native data.
  case none
}

/// What becomes of the elements of an array of a record, or of the rows of a child table or side file.
package struct PartRule: Sendable, Hashable {
  /// The snake_case name in the record; `series` for the samples of the record itself.
  package let name: String
  /// What they become.
  package let form: PartForm
  /// The names under which the parts come.
  package let parts: [String]
  /// Where a part's start stands, the best place first.
  package let start: [String]
  /// Where a part's end stands; empty where a part is an instant.
  package let end: [String]
  /// How the times of parts are written.
  package let timeForm: TimeForm?
  /// What a part says besides; of a series the first one is its value.
  package let fields: [FieldRule]

  init(row: inout TableRow) throws(MappingError) {
    name = try row.optionalString("name") ?? "series"
    form = try row.word("form", PartForm.self)
    parts = try row.strings("at")
    start = try row.strings("start")
    end = try row.strings("end")
    timeForm = try row.optionalWord("time", TimeForm.self)
    fields = try row.rows("fields", FieldRule.init(row:))
  }
}

/// Another record type for the rows of a type in which a field has one of a few values.
package struct VariantRule: Sendable, Hashable {
  /// The native field.
  package let field: String
  /// Its values, as text; empty for rows without the field.
  package let values: [String]
  /// What such a row becomes; nil where it is kept as a native record.
  package let recordType: RecordType?
  /// Why it is kept as a native record.
  package let unsupported: String?

  init(row: inout TableRow) throws(MappingError) {
    field = try row.string("field")
    values = try row.strings("values")
    recordType = try row.optionalString("record_type").map(RecordType.init(rawValue:))
    unsupported = try row.optionalString("unsupported")
  }
}

/// A field that names another record.
package struct LinkRule: Sendable, Hashable {
  /// The native field that holds the other record's own id.
  package let field: String
  /// The native type of the other record.
  package let type: String
  /// What the other record is to this one.
  package let role: RecordLink.Role

  init(row: inout TableRow) throws(MappingError) {
    field = try row.string("field")
    type = try row.string("type")
    role = try row.word("role", LinkWord.self).role
  }
}

/// The words of a link's `role`.
private enum LinkWord: String {
  case parent
  case member

  var role: RecordLink.Role {
    switch self {
    case .parent: .parent
    case .member: .member
    }
  }
}
