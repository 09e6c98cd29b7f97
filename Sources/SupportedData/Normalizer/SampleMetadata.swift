import HealthRecords

/// What the metadata of one sample mean, read once.
struct SampleMetadata {
  /// The app's own key of the record.
  var syncIdentifier = Symbol.none
  /// The app's edit version of the record; 0 where absent or unreadable.
  var syncVersion: Int64 = 0
  /// An app-set UUID.
  var externalUUID = Symbol.none
  /// The name of a food.
  var foodType = Symbol.none
  /// The IANA zone in which the sample was recorded.
  var timeZone = Symbol.none
  /// Whether a person typed the sample in; nil where the file does not say.
  var userEntered: Bool?
  /// A hash of the entries that belong to the meaning, independent of their order.
  var contentHash: UInt64 = 0

  /// What distinguishes two samples of equal source, time and value.
  var qualifier: AppleIdentity.Qualifier {
    if externalUUID.isPresent { return .externalUUID(externalUUID) }
    return foodType.isPresent ? .foodType(foodType) : .none
  }

  /// How the sample was recorded, as far as the file says.
  var recording: RecordingMethod {
    switch userEntered {
    case .some(true): .manual
    case .some(false): .automatic
    case .none: .unknown
    }
  }
}
