/// The elements of an Apple Health export that the reader treats on their own.
enum ElementName: UInt8, CaseIterable {
  case healthData
  case exportDate
  case me
  case record
  case correlation
  case workout
  case activitySummary
  case clinicalRecord
  case audiogram
  case visionPrescription
  case workoutActivity
  case workoutStatistics
  case workoutRoute
  case fileReference
  case metadataEntry
  case beatList
  /// Any other name: an unknown element at the top, a part within a sample.
  case other

  /// The name as written; empty for `other`.
  var text: StaticString {
    switch self {
    case .healthData: "HealthData"
    case .exportDate: "ExportDate"
    case .me: "Me"
    case .record: "Record"
    case .correlation: "Correlation"
    case .workout: "Workout"
    case .activitySummary: "ActivitySummary"
    case .clinicalRecord: "ClinicalRecord"
    case .audiogram: "Audiogram"
    case .visionPrescription: "VisionPrescription"
    case .workoutActivity: "WorkoutActivity"
    case .workoutStatistics: "WorkoutStatistics"
    case .workoutRoute: "WorkoutRoute"
    case .fileReference: "FileReference"
    case .metadataEntry: "MetadataEntry"
    case .beatList: "HeartRateVariabilityMetadataList"
    case .other: ""
    }
  }

  /// Whether the element is a child of `HealthData`.
  ///
  /// Such a start inside another element means that an end tag is missing, except for a record in a correlation.
  var isTopLevel: Bool { rawValue <= Self.visionPrescription.rawValue }

  /// Whether the element is one of the counted records wherever it stands.
  var isCounted: Bool {
    switch self {
    case .healthData, .exportDate, .fileReference, .metadataEntry, .beatList, .other: false
    default: true
    }
  }

  /// The native type of elements that Apple gives none, or no useful one, in their `type` attribute.
  var impliedType: StaticString? {
    switch self {
    case .me, .activitySummary, .workoutActivity: text
    case .workout: "HKWorkoutTypeIdentifier"
    case .workoutRoute: "HKWorkoutRouteTypeIdentifier"
    case .audiogram: "HKDataTypeIdentifierAudiogram"
    case .visionPrescription: "HKVisionPrescriptionTypeIdentifier"
    default: nil
    }
  }

  /// The element of a name.
  @inline(__always)
  init(_ name: UnsafeBufferPointer<UInt8>) {
    let candidate = Self.candidate(name)
    self = candidate.text.equals(name) ? candidate : .other
  }

  /// The only element that a name of this length and first letter can be.
  @inline(__always)
  private static func candidate(_ name: UnsafeBufferPointer<UInt8>) -> Self {
    switch name.count {
    case 2: .me
    case 6: .record
    case 7: .workout
    case 9: .audiogram
    case 10: name[0] == UInt8(ascii: "H") ? .healthData : .exportDate
    case 11: .correlation
    case 12: .workoutRoute
    case 13: name[0] == UInt8(ascii: "M") ? .metadataEntry : .fileReference
    case 14: .clinicalRecord
    case 15: name[0] == UInt8(ascii: "A") ? .activitySummary : .workoutActivity
    case 17: .workoutStatistics
    case 18: .visionPrescription
    case 32: .beatList
    default: .other
    }
  }
}

/// The attributes that have a field of their own in a native sample, or steer the reader.
enum AttributeName: UInt8, CaseIterable {
  case type
  case unit
  case value
  case sourceName
  case sourceVersion
  case device
  case creationDate
  case startDate
  case endDate
  case receivedDate
  case dateIssued
  case key
  case path
  case resourceFilePath
  /// What iOS 8 called `sourceName`.
  case source
  /// Any other name.
  case other

  /// The name as written; empty for `other`.
  var text: StaticString {
    switch self {
    case .type: "type"
    case .unit: "unit"
    case .value: "value"
    case .sourceName: "sourceName"
    case .sourceVersion: "sourceVersion"
    case .device: "device"
    case .creationDate: "creationDate"
    case .startDate: "startDate"
    case .endDate: "endDate"
    case .receivedDate: "receivedDate"
    case .dateIssued: "dateIssued"
    case .key: "key"
    case .path: "path"
    case .resourceFilePath: "resourceFilePath"
    case .source: "source"
    case .other: ""
    }
  }

  /// The attribute of a name.
  @inline(__always)
  init(_ name: UnsafeBufferPointer<UInt8>) {
    let candidate = Self.candidate(name)
    self = candidate.text.equals(name) ? candidate : .other
  }

  /// The only attribute that a name of this length and first letter can be.
  @inline(__always)
  private static func candidate(_ name: UnsafeBufferPointer<UInt8>) -> Self {
    switch name.count {
    case 3: .key
    case 4:
      switch name[0] {
      case UInt8(ascii: "t"): .type
      case UInt8(ascii: "u"): .unit
      default: .path
      }
    case 5: .value
    case 6: name[0] == UInt8(ascii: "d") ? .device : .source
    case 7: .endDate
    case 9: .startDate
    case 10: name[0] == UInt8(ascii: "s") ? .sourceName : .dateIssued
    case 12: name[0] == UInt8(ascii: "c") ? .creationDate : .receivedDate
    case 13: .sourceVersion
    case 16: .resourceFilePath
    default: .other
    }
  }
}

extension StaticString {
  /// The text in UTF-8; every literal here is stored that way.
  var utf8Bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }

  /// Whether the bytes are exactly this text.
  func equals(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8Bytes.hasSameBytes(as: bytes)
  }
}
