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

  /// The element of a name; O(number of elements).
  init(_ name: UnsafeBufferPointer<UInt8>) {
    self = Self.allCases.first { $0 != .other && $0.text.equals(name) } ?? .other
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

  /// The attribute of a name; O(number of attributes).
  init(_ name: UnsafeBufferPointer<UInt8>) {
    self = Self.allCases.first { $0 != .other && $0.text.equals(name) } ?? .other
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
