/// What a metadata entry is for.
package enum MetadataRole: String, Sendable, Hashable, CaseIterable {
  /// The app's own key of the record: part of its identity.
  case syncIdentifier = "sync_identifier"
  /// The app's edit version of the record.
  case syncVersion = "sync_version"
  /// An id set by an app, not surely unique.
  case externalUUID = "external_uuid"
  /// The name of a food.
  case foodType = "food_type"
  /// The zone in which the record was made.
  case timeZone = "time_zone"
  /// Whether a person typed the record in.
  case userEntered = "user_entered"
  /// Part of what the record says.
  case meaning
  /// Ids, edit times and serial numbers of one app or device: kept, and no part of what the record
  /// says.
  case identityPrivate = "identity_private"
}

/// The form of a metadata value.
package enum MetadataValue: String, Sendable, Hashable, CaseIterable {
  /// Any text.
  case text
  /// `0` or `1`.
  case boolean
  /// A whole number.
  case integer
  /// A number without a unit.
  case number
  /// A number and a unit.
  case quantity
  /// A point in time or a day.
  case date
  /// The integer or name of a code.
  case code
}

/// What one metadata key means, in all its spellings.
package struct MetadataRule: Sendable, Hashable {
  /// The spellings, the interface's constant first.
  package let keys: [String]
  /// The snake_case name.
  package let name: String
  /// What it is for.
  package let role: MetadataRole
  /// The form of its value.
  package let value: MetadataValue
  /// The code set of a code.
  package let codeSet: String?
  /// The dimension of a quantity; nil where it depends on the record.
  package let dimension: String?
  /// Whether a percentage above 100 is divided by 100, because the provider multiplied it twice
  /// ("5700 %" is 57 %).
  package let dividesPercentAbove100: Bool

  init(row: inout TableRow) throws(MappingError) {
    keys = try row.strings("keys")
    name = try row.string("name")
    role = try row.word("role", MetadataRole.self)
    value = try row.word("value", MetadataValue.self)
    codeSet = try row.optionalString("code_set")
    dimension = try row.optionalString("dimension")
    dividesPercentAbove100 = try row.optionalWord("percent", PercentRule.self) != nil
  }
}

/// The words of `percent`.
private enum PercentRule: String {
  case aboveHundredDivided = "above_100_divided"
}
